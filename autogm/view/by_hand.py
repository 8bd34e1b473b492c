"""What has changed on a board where a table has set by hand how things stand, in words: one short
sentence for each thing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from autogm.engine.compiling.standing import SCENE
from autogm.model.words import SEVERITIES
from autogm.rules.encounter import Encounter
from autogm.view.board import Board, BoardAspect, BoardFighter, Free
from autogm.view.words.grammar import plural, plural_verb, possessive
from autogm.view.words.relevance import (
    aspects_of,
    by_words_alone,
    said_and_inferred,
    speaks_to,
)

PRESENCES = {
    "in": "is back",
    "taken out": "is taken out",
    "conceded": "has conceded",
    "left": "has left",
}
"""What is said of who is there again, or is not any more."""
SIDES_HAVE = (("players", "the players"), ("gm", "the GM"), ("open", "whoever comes first"))


def changes(before: Board, after: Board) -> list[str]:
    """What is otherwise, each as a sentence without its full stop."""
    told: list[str] = []
    known = {one.id: one for one in before.fighters}
    if before.exchange != after.exchange:
        told.append(f"it is exchange {after.exchange}")
    for one in after.fighters:
        if one.id not in known:
            told.append(_says(one, f"comes in, in {after.zone_name(one.zone)}"))
        else:
            told.extend(_fighter(known[one.id], one, after))
    for was, now in ((before.players, after.players), (before.gm, after.gm)):
        if was.pool != now.pool and now.pool is not None:
            has = "have" if plural(now.name) else "has"
            told.append(f"{now.name} {has} {_points(now.pool)} (before: {was.pool})")
    told.extend(_aspects("the scene", before.aspects, after.aspects))
    zones = {one.id: one for one in before.zones}
    for zone in after.zones:
        if zone.id in zones:
            told.extend(_aspects(zone.name, zones[zone.id].aspects, zone.aspects))
    if before.turn != after.turn and after.turn is not None:
        told.append(f"it is {possessive(after.fighter(after.turn).name)} turn")
    return told


def spoken_to(before: Encounter, after: Encounter, board: Board) -> list[str]:
    """What aspects on a board speak to that are new to the game, with what was inferred from their
    words, and those that speak to something else than before; where that was said by hand, with
    what the words alone would suggest; each as a sentence without its full stop."""
    old, standing, alone = aspects_of(before), set(_texts(board)), by_words_alone(after)
    told: list[str] = []
    for text, one in aspects_of(after).items():
        was = old.get(text)
        if text not in standing or (was is not None and speaks_to(was) == speaks_to(one)):
            continue
        said = f"«{text}» {said_and_inferred(one, alone.get(text))}"
        inferred = [why.removesuffix(".") for why in one.why] if was is None else []
        told += inferred if any(why.startswith(said) for why in inferred) else [said, *inferred]
    return told


def standing_on(board: Board) -> Iterator[tuple[str, str, tuple[BoardAspect, ...]]]:
    """Where aspects stand: the id, the name, and those that stand there, which of somebody who is
    there are those of the sheet too."""
    yield SCENE, "The scene", board.aspects
    for zone in board.zones:
        yield zone.id, zone.name, zone.aspects
    for one in board.fighters:
        if one.presence == "in" and one.arrives is None:
            yield one.id, one.name, (*one.aspects, *one.attached)


def _texts(board: Board) -> Iterator[str]:
    """The texts of all aspects that stand on the scene, in zones and on fighters."""
    places = (board.aspects, *(one.aspects for one in board.zones))
    for aspects in (*places, *(one.attached for one in board.fighters)):
        yield from (one.text for one in aspects)


def _fighter(was: BoardFighter, now: BoardFighter, after: Board) -> Iterator[str]:
    name = now.name
    if was.presence != now.presence:
        yield _says(now, PRESENCES[now.presence])
    if now.presence != "in":
        return
    if was.zone != now.zone or was.presence != now.presence:
        yield _says(now, f"stands in {after.zone_name(now.zone)}")
    if was.members != now.members:
        yield f"{name}: {now.members} are left (before: {was.members})"
    for old, new in zip(was.tracks, now.tracks, strict=False):
        if old != new:
            track = "stress" if new.harm == "any" else f"{new.harm} stress"
            yield f"{possessive(name)} {track}: {_boxes(new.checked)}"
    severities = {one.severity for one in now.slots}
    for severity in SEVERITIES:
        old_count, new_count = (
            sum(one.severity == severity and one.text is not None for one in fighter.slots)
            for fighter in (was, now)
        )
        if severity in severities and old_count != new_count:
            how = "takes" if new_count > old_count else "has no longer"
            yield _says(now, f"{how} a {severity} consequence")
    if was.points != now.points and now.points is not None:
        yield _says(now, f"has {_points(now.points)} (before: {was.points})")
    yield from _aspects(name, was.attached, now.attached)
    yield from _free(now.name, was.aspects, now.aspects)


def _aspects(
    where: str, before: Iterable[BoardAspect], after: Iterable[BoardAspect]
) -> Iterator[str]:
    old, new = _by_key(before), _by_key(after)
    for key, one in old.items():
        if key not in new:
            yield f"«{one.text}» on {where} is gone"
    for key, one in new.items():
        if key not in old:
            yield f"«{one.text}» stands on {where} now{_with(one.free)}"
    yield from _free(where, old.values(), new.values())


def _free(where: str, before: Iterable[BoardAspect], after: Iterable[BoardAspect]) -> Iterator[str]:
    old = _by_key(before)
    for key, one in _by_key(after).items():
        if key in old and old[key].free != one.free:
            yield f"«{one.text}» on {where} has{_with(one.free) or ' no free invokes any more'}"


def _by_key(aspects: Iterable[BoardAspect]) -> dict[str, BoardAspect]:
    """Aspects by what tells them apart in one place: two boosts have the same words."""
    found: dict[str, BoardAspect] = {}
    for one in aspects:
        found.setdefault(one.key or one.text, one)
    return found


def _says(one: BoardFighter, predicate: str) -> str:
    """A name and a predicate, whose first word is a verb written for one."""
    verb, _, rest = predicate.partition(" ")
    several = one.type in ("group", "swarm") and plural(one.name)
    return f"{one.name} {plural_verb(verb) if several else verb} {rest}"


def _with(free: Free) -> str:
    counts = [(int(getattr(free, key)), whose) for key, whose in SIDES_HAVE]
    told = [
        f"{count} free {'invoke' if count == 1 else 'invokes'} of {whose}"
        for count, whose in counts
        if count
    ]
    return f" with {' and '.join(told)}" if told else ""


def _boxes(checked: tuple[bool, ...]) -> str:
    marked = [str(number) for number, one in enumerate(checked, 1) if one]
    if not marked:
        return "no box is checked"
    return f"box {marked[0]} is checked" if len(marked) == 1 else f"boxes {', '.join(marked)}"


def _points(points: int) -> str:
    return f"{points} fate {'point' if points == 1 else 'points'}"
