"""What can be played in a card scene and is probably not meant: aspects that nobody could ever use,
intentions that nothing speaks to, prices that do not fit, points that nobody has. Nothing here
changes what is played.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from autogm.model.faults import FieldPath
from autogm.model.places import problem
from autogm.model.shape import Problem
from autogm.scenes.cards.settled import CardAspect, SettledScene
from autogm.scenes.cards.soundness import (
    can_come,
    framed_points,
    has_price,
    stands_at_first,
    why_never,
)


def doubts(
    scene: SettledScene, paths: Sequence[FieldPath], plain: Collection[str] = ()
) -> Iterator[Problem]:
    """Everything in a scene that is probably not meant. `paths` has the place of each aspect;
    `plain` are those that are written to help and oppose nothing, which is then meant."""
    needed = frozenset[str]().union(*(one.gone | one.standing for one in scene.endings))
    for one, path in zip(scene.aspects, paths, strict=True):
        if not can_come(scene, one):
            yield problem(path, f"nobody can ever use «{one.text}»: {why_never(one)}")
        elif one.helps | one.opposes | one.turns:
            if has_price(scene, one):
                yield from _mispriced(one, path)
        elif one.text not in needed and one.text not in plain:
            yield problem(path, _silent(one))
    yield from _idle(scene)
    yield from _out_of_reach(scene)
    yield from _worthless(scene)
    yield from _penniless(scene)


def _silent(one: CardAspect) -> str:
    """That an aspect does nothing, and what would make it do something."""
    if one.source == "sheet":
        return (
            f"nobody can ever use «{one.text}»: it helps nothing; say what in `helps` (`[]`: "
            "nothing) or `borderline`"
        )
    return (
        f"nobody can ever use «{one.text}»: it helps and opposes nothing; say what in `helps`, "
        "`opposes` or `borderline` (`helps: []`: it is only there to be seen)"
    )


def _mispriced(one: CardAspect, path: FieldPath) -> Iterator[Problem]:
    """What the GM frames at a price that is not that of what it does (G1)."""
    if one.opposes and not one.helps and one.valence != "detrimental":
        message = (
            f"«{one.text}» only opposes, and costs the GM nothing as `{one.valence}` (G1); "
            "`kind: detrimental` costs a point"
        )
        yield problem((*path, "kind"), message)
    if one.helps and not one.opposes | one.turns and one.valence == "detrimental":
        message = (
            f"«{one.text}» only helps, and costs the GM a point as `detrimental` (G1); say what it "
            "opposes, or another `kind`"
        )
        yield problem((*path, "kind"), message)


def _idle(scene: SettledScene) -> Iterator[Problem]:
    """Characters and intentions with nothing to do."""
    for character in scene.characters:
        if not character.tries:
            message = "there is nothing that this character may try; see `who` of the intentions"
            yield problem(("characters", character.id), message, at_key=True)
    spoken = frozenset[str]().union(
        *(one.helps | one.opposes | one.turns for one in scene.aspects if can_come(scene, one))
    )
    for intention in scene.intentions:
        if intention.id not in spoken:
            message = (
                "nothing ever helps or opposes it, so its difficulty is always 0 (G2); name it, or "
                "a tag of it, in the `helps` or `opposes` of an aspect"
            )
            yield problem(("intentions", intention.id), message, at_key=True)


def _out_of_reach(scene: SettledScene) -> Iterator[Problem]:
    """Resolutions of the players that wait for the GM to remove what stands in their way."""
    tried = frozenset[str]().union(*(one.tries for one in scene.characters))
    for ending in scene.endings:
        if ending.kind != "resolution" or ending.side != "players":
            continue
        for one in scene.aspects:
            removed = tried if one.removed is None else one.removed & tried
            if one.text in ending.gone and stands_at_first(one) and not (removed or one.fixed):
                message = (
                    f"the players can never remove «{one.text}», so it is gone only if the GM "
                    "removes it (G19); say in its `removed` after which intentions they may"
                )
                yield problem(("resolutions", ending.id, "needs", "gone"), message)


def _worthless(scene: SettledScene) -> Iterator[Problem]:
    """Sides to whom all endings are worth the same, and which then play for nothing."""
    for side, name in enumerate(("players", "GM")):
        if len(scene.endings) > 1 and len({one.worth[side] for one in scene.endings}) == 1:
            message = (
                f"every ending is worth the same to the {name}, so that nothing matters to them "
                "but points and rolls; say in `worth` of each what it is worth"
            )
            yield problem(("resolutions",), message, at_key=True)


def _penniless(scene: SettledScene) -> Iterator[Problem]:
    """What needs points that are nowhere to be had."""
    gm, bowl = framed_points(scene)
    earns = any(one.source == "framed" and one.valence == "beneficial" for one in scene.aspects)
    answers = [one.text for one in scene.aspects if one.turns or (one.hidden and one.opposes)]
    if answers and gm <= 0 and not (earns and bowl):
        message = (
            f"the GM has no point left to reveal or turn anything with, such as «{answers[0]}» "
            "(G4); raise `points.gm`"
        )
        yield problem(("points", "gm"), message)
    everything = scene.gm_points + scene.bowl + sum(one.points for one in scene.characters)
    for ending in scene.endings:
        if ending.implicit and everything == 0:
            message = (
                "an implicit bargain takes a point from the bowl, and nobody has any (G21); give "
                "it a `price`, or raise `points.bowl`"
            )
            yield problem(("bargains", ending.id), message, at_key=True)
