"""What makes a card scene unplayable, and what is probably not meant: sizes, texts that are not
unique, framing that cannot be paid, scenes that nobody can resolve, conditions that can never hold;
and aspects and intentions that nothing speaks to.
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
)
from autogm.scenes.cards.settled import CardAspect, Ending, SettledScene

MAX_CARDS = 12


def unsound(scene: SettledScene, paths: Sequence[FieldPath]) -> Iterator[Problem]:
    """Everything for which a scene cannot be played. `paths` has the place of each aspect."""
    yield from _sizes(scene)
    yield from _alike(scene, paths)
    yield from _unpaid(scene, paths)
    yield from _endless(scene)
    for ending in scene.endings:
        if ending.kind == "resolution":
            yield from _never(scene, ending)


def doubts(scene: SettledScene, paths: Sequence[FieldPath]) -> Iterator[Problem]:
    """Everything that can be played and is probably not meant."""
    tried = frozenset[str]().union(*(one.tries for one in scene.characters))
    needed = frozenset[str]().union(*(one.gone | one.standing for one in scene.endings))
    for one, path in zip(scene.aspects, paths, strict=True):
        speaks = (one.helps | one.opposes | one.turns) & tried
        if not speaks and one.text not in needed and one.source != "standing":
            message = (
                f"nobody can ever use «{one.text}»: it helps and opposes nothing; say what in "
                "`helps`, `opposes` or `borderline`"
            )
            yield problem(path, message)
        elif not speaks and one.text not in needed and one.valence != "neutral":
            message = (
                f"«{one.text}» is {one.valence}, and helps and opposes nothing; say what in "
                "`helps` or `opposes`, or `kind: neutral`"
            )
            yield problem(path, message)
        if one.hidden and not one.opposes & tried:
            message = f"«{one.text}» can never be revealed: it opposes nothing (G4); say what in "
            yield problem(path, f"{message}`opposes`")
    for intention in scene.intentions:
        path = ("intentions", intention.id)
        if intention.id not in tried:
            yield problem(path, "nobody may try it", at_key=True)
        speaking = (one.helps | one.opposes | one.turns for one in scene.aspects)
        if not any(intention.id in one for one in speaking):
            message = (
                "nothing ever helps or opposes it, so its difficulty is always 0; name it, or one "
                "of its tags, in the `helps` or `opposes` of aspects"
            )
            yield problem(path, message, at_key=True)


def _sizes(scene: SettledScene) -> Iterator[Problem]:
    for field, what, count, most in (
        ("cards", "cards", len(scene.cards), MAX_CARDS),
        ("characters", "characters", len(scene.characters), MAX_CHARACTERS),
        ("intentions", "intentions", len(scene.intentions), MAX_INTENTIONS),
        ("resolutions", "resolutions and bargains", len(scene.endings), MAX_ENDINGS),
        ("cards", "aspects, sheets and additions included", len(scene.aspects), MAX_ASPECTS),
    ):
        if count > most:
            yield problem((field,), f"{count} {what} are too many: at most {most}", at_key=True)


def _alike(scene: SettledScene, paths: Sequence[FieldPath]) -> Iterator[Problem]:
    """Texts that two aspects have: they are how everything means them."""
    first: dict[str, FieldPath] = {}
    for one, path in zip(scene.aspects, paths, strict=True):
        before = first.setdefault(one.text.casefold(), path)
        if before != path:
            where = field_name(before)
            added = path[0] == "additions" and before[0] != "additions"
            message = f"«{one.text}» is an aspect already, in {where}"
            if added:
                message = f"«{one.text}» stands already, in {where}: nobody can add it"
            yield problem(path, f"{message}; give it a text of its own")


def _unpaid(scene: SettledScene, paths: Sequence[FieldPath]) -> Iterator[Problem]:
    """What the scene always has and the GM cannot pay for (G1)."""
    gm, bowl, first = scene.gm_points, scene.bowl, True
    for one, path in zip(scene.aspects, paths, strict=True):
        if scene.simple or one.source != "standing" or one.status or one.hidden:
            continue
        if not first and one.valence == "detrimental":
            if gm == 0:
                message = (
                    f"the GM has no point left to frame «{one.text}» with (G1); raise `points.gm`, "
                    "or make it `framed: may`"
                )
                yield problem(path, message)
            else:
                gm, bowl = gm - 1, bowl + 1
        elif not first and one.valence == "beneficial" and bowl:
            gm, bowl = gm + 1, bowl - 1
        first = False


def _endless(scene: SettledScene) -> Iterator[Problem]:
    """Scenes that a side can never resolve."""
    resolutions = [one for one in scene.endings if one.kind == "resolution"]
    if not any(one.side == "players" for one in resolutions):
        message = "the players can never resolve the scene; add one with `side: players` (G5)"
        yield problem(("resolutions",), message, at_key=True)
    if not any(one.side == "gm" and not _conditions(one) for one in resolutions):
        message = (
            "when time is up nobody can resolve the scene: add one with `side: gm` and without "
            "`needs`, with `at_the_end: true` if it is for the end alone (G10)"
        )
        yield problem(("resolutions",), message, at_key=True)


def _conditions(ending: Ending) -> bool:
    return bool(ending.gone or ending.standing or ending.successes or ending.failures)


def _never(scene: SettledScene, ending: Ending) -> Iterator[Problem]:
    """Conditions that can never hold."""
    path = ("resolutions", ending.id, "needs")
    aspects = {one.text: one for one in scene.aspects}
    for text in sorted(ending.gone & ending.standing):
        yield problem(path, f"«{text}» cannot be gone and stand at once")
    for text in sorted(ending.gone - ending.standing):
        if _stays(aspects[text]):
            what = "is on a sheet" if aspects[text].source == "sheet" else "is fixed"
            yield problem((*path, "gone"), f"«{text}» {what}, so it is never gone (G18)")
    wanted = ending.successes + ending.failures
    if wanted > scene.max_rolls:
        message = f"{wanted} rolls are needed, and `max_rolls` is {scene.max_rolls}"
        yield problem(path, message)


def _stays(one: CardAspect) -> bool:
    """Whether an aspect stands from the beginning and nothing removes it."""
    if one.source == "sheet":
        return True
    return one.source == "standing" and not one.hidden and one.fixed
