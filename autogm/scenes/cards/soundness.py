"""What makes a card scene unplayable: too much of something, texts that are not unique, framing
that cannot be paid, endings that nobody can reach, conditions that can never hold.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from autogm.model.faults import FieldPath, field_name
from autogm.model.places import problem
from autogm.model.shape import Problem
from autogm.scenes.cards.codes import (
    MAX_ASPECTS,
    MAX_CHARACTERS,
    MAX_ENDINGS,
    MAX_INTENTIONS,
    MAX_POINTS,
)
from autogm.scenes.cards.settled import CardAspect, Ending, SettledScene

MAX_CARDS = 12


def unsound(scene: SettledScene, paths: Sequence[FieldPath]) -> Iterator[Problem]:
    """Everything for which a scene cannot be played. `paths` has the place of each aspect."""
    yield from _sizes(scene)
    yield from _rich(scene)
    yield from _alike(scene, paths)
    yield from _unpaid(scene, paths)
    yield from _endless(scene)
    for ending in scene.endings:
        if ending.kind == "resolution":
            yield from _never(scene, ending)


def stands_at_first(one: CardAspect) -> bool:
    """Whether an aspect stands before the first roll, whatever the GM frames."""
    return one.source == "sheet" or (one.source == "standing" and not one.hidden)


def can_come(scene: SettledScene, one: CardAspect) -> bool:
    """Whether an aspect stands or may come to: what is hidden may be revealed against what it
    opposes (G4) or added after a failure (G5), what a side may add needs a roll after which it may
    (G5), and what the GM may frame has to be paid for (G1)."""
    if stands_at_first(one):
        return True
    if one.source == "framed":
        return can_be_framed(scene, one)
    if one.source == "players":
        return any(one.after & each.tries for each in scene.characters if each.id in one.who)
    return bool(one.after or (one.hidden and one.opposes))


def can_be_framed(scene: SettledScene, one: CardAspect) -> bool:
    """Whether the GM may ever frame an aspect: it costs nothing, or there is a point for it, which
    may come from the bowl for something beneficial (G1, G11)."""
    placed = [each for each in scene.aspects if _is_placed(each)]
    if one.valence != "detrimental" or scene.simple or not placed:
        return True
    gm, bowl = framed_points(scene)
    helpful = any(
        each.source == "framed" and each.valence == "beneficial" for each in scene.aspects
    )
    return gm > 0 or (bowl > 0 and helpful)


def has_price(scene: SettledScene, one: CardAspect) -> bool:
    """Whether it matters to the GM's points what an aspect is (G1)."""
    return one in _paid(scene) or one.source == "framed"


def framed_points(scene: SettledScene) -> tuple[int, int]:
    """The points of GM and bowl after what the scene always has; below none is what is missing."""
    gm, bowl = scene.gm_points, scene.bowl
    for one in _paid(scene):
        if one.valence == "detrimental":
            gm, bowl = gm - 1, bowl + 1
        elif one.valence == "beneficial" and bowl:
            gm, bowl = gm + 1, bowl - 1
    return gm, bowl


def _is_placed(one: CardAspect) -> bool:
    """Whether the GM puts it into the scene as it opens."""
    return one.source == "standing" and not one.status and not one.hidden


def _paid(scene: SettledScene) -> list[CardAspect]:
    """What the scene always has and the GM pays or is paid for: all but the first (G11), nothing
    in a simple scene (G8)."""
    return [] if scene.simple else [one for one in scene.aspects if _is_placed(one)][1:]


def _sizes(scene: SettledScene) -> Iterator[Problem]:
    for field, what, count, most in (
        ("cards", "cards, those that additions bring included,", len(scene.cards), MAX_CARDS),
        ("characters", "characters", len(scene.characters), MAX_CHARACTERS),
        ("intentions", "intentions", len(scene.intentions), MAX_INTENTIONS),
        ("resolutions", "resolutions and bargains", len(scene.endings), MAX_ENDINGS),
        ("cards", "aspects, sheets and additions included,", len(scene.aspects), MAX_ASPECTS),
    ):
        if count > most:
            yield problem((field,), f"{count} {what} are too many: at most {most}", at_key=True)


def _rich(scene: SettledScene) -> Iterator[Problem]:
    """More points than a scene can have; they stay as many as they are (F8)."""
    points = scene.gm_points + scene.bowl + sum(one.points for one in scene.characters)
    if points > MAX_POINTS:
        message = (
            f"{points} fate points in all, those of GM and bowl included, are too many: at most "
            f"{MAX_POINTS}; lower `points` of characters, `points.gm` or `points.bowl`"
        )
        yield problem(("characters",), message, at_key=True)


def _alike(scene: SettledScene, paths: Sequence[FieldPath]) -> Iterator[Problem]:
    """Texts that two aspects have: they are how everything means them."""
    first: dict[str, int] = {}
    for place, one in enumerate(scene.aspects):
        before = first.setdefault(one.text.casefold(), place)
        if before == place:
            continue
        where = field_name(paths[before])
        adds = one.source in ("players", "gm")
        if adds and stands_at_first(scene.aspects[before]):
            message = f"«{one.text}» stands already, in `{where}`: nobody can add it"
        else:
            message = f"«{one.text}» is an aspect already, in `{where}`"
        yield problem(paths[place], f"{message}; give this one a text of its own")


def _unpaid(scene: SettledScene, paths: Sequence[FieldPath]) -> Iterator[Problem]:
    """What the scene always has and the GM cannot pay for (G1), in the order of the file."""
    gm, bowl = scene.gm_points, scene.bowl
    for one in _paid(scene):
        if one.valence == "beneficial" and bowl:
            gm, bowl = gm + 1, bowl - 1
        if one.valence != "detrimental":
            continue
        if gm == 0:
            message = (
                f"the GM has no point left to frame «{one.text}» with, which is detrimental (G1); "
                "raise `points.gm`, or make it `framed: may` or `kind: neutral`"
            )
            yield problem(paths[scene.aspects.index(one)], message)
            return
        gm, bowl = gm - 1, bowl + 1


def _endless(scene: SettledScene) -> Iterator[Problem]:
    """Sides that have nothing to end the scene with."""
    theirs = [one for one in scene.endings if one.kind == "resolution" and one.side == "players"]
    bargains = [one for one in scene.endings if one.kind == "bargain"]
    if not theirs and (scene.simple or not bargains):
        what = "when they succeed (G8)" if scene.simple else "(G5)"
        message = f"the players can never resolve the scene {what}; add one with `side: players`"
        yield problem(("resolutions",), message, at_key=True)
    gms = [one for one in scene.endings if one.kind == "resolution" and one.side == "gm"]
    if all(_conditions(one) for one in gms):
        message = (
            "when time is up nobody can resolve the scene (G10); add one with `side: gm` and "
            "without `needs`, `at_the_end: true` if it is for the end alone"
        )
        yield problem(("resolutions",), message, at_key=True)


def _conditions(ending: Ending) -> bool:
    return bool(ending.gone or ending.standing or ending.successes or ending.failures)


def _never(scene: SettledScene, ending: Ending) -> Iterator[Problem]:
    """Conditions that can never hold."""
    path = ("resolutions", ending.id, "needs")
    aspects = {one.text: one for one in scene.aspects}
    for text in sorted(ending.gone & ending.standing):
        yield problem(path, f"«{text}» cannot be gone and stand at once; leave out one (G6)")
    for text in sorted(ending.gone - ending.standing):
        one = aspects[text]
        if stands_at_first(one) and (one.fixed or one.source == "sheet"):
            why = "is on a sheet" if one.source == "sheet" else "stands and is `fixed`"
            message = f"«{text}» {why}, so it is never gone (G18); name one that can be removed"
            yield problem((*path, "gone"), message)
    for text in sorted(ending.standing - ending.gone):
        if not can_come(scene, aspects[text]):
            message = f"«{text}» never stands: {why_never(aspects[text])}"
            yield problem((*path, "standing"), message)
    succeeds = 1 if ending.side == "players" else 0  # who resolves has just succeeded (G5)
    wanted = max(ending.successes, succeeds) + ending.failures
    if wanted > scene.max_rolls:
        message = (
            f"it takes {wanted} rolls, that of who resolves among them, and there are "
            f"{scene.max_rolls} (`max_rolls`, G10)"
        )
        yield problem(path, message)


def why_never(one: CardAspect) -> str:
    """Why an aspect can never come, and what would let it."""
    if one.source == "framed":
        return "the GM has no point to frame it with (G1); raise `points.gm`"
    if one.hidden:
        return "it opposes nothing to be revealed against, and comes after nothing (G4, G5)"
    return "nobody who may add it may try what it comes after (G5); see its `after` and `who`"
