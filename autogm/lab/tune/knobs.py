"""What may be changed about a conflict, one knob for each field: how many there are of somebody,
a skill, boxes and consequences, the pool, when and where somebody begins, how hard a way is, free
invokes, an aspect more, and the level at which the GM's side plays. Each knob has its values, the
one that stands there now among them, and what a unit of change costs. Whether a value breaks the
ruleset is seen when it is tried.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fnmatch import fnmatchcase
from typing import Any

from autogm.lab.called import written_names
from autogm.model.faults import nearest
from autogm.model.variants import Change, ChangeError
from autogm.model.words import MAX_BOXES, MAX_FIGHTERS, MAX_MEMBERS, MAX_POINTS, SEVERITIES
from autogm.rules.breaches import MINOR, rung
from autogm.rules.encounter import Encounter, SettledAspect, SettledFighter

FARTHEST = 3
"""Units that a knob is turned at most, either way, unless somebody says its range; of copies all
may be taken away, and levels and consequences have few values anyhow."""
NAMED = ("player", "main", "supporting")
"""Types of whom there is one: more of one are tuned only where there are copies already, or where
somebody says the range."""
RATINGS = (0, 8)
"""Ratings that skills are tuned within: Mediocre to Legendary."""
LATEST = 5
"""The exchange at which somebody may be made to arrive, unless it is later already."""
HARDEST = 6
"""The difficulty that a way may be given."""
MOST_FREE = 3
"""The free invokes that an aspect may be given."""
MORE = "Ready for Them"
"""The aspect of the scene that the GM's side may be given besides; a designer will find a better
text for it."""
LEVEL = "gm.level"
"""The path of the level at which the GM's side plays, which no scenario says."""
DEAR = 2.0
"""What a whole fighter, and a consequence, cost; every other unit costs 1."""

Edits = tuple[tuple[int, int], ...]
"""A set of edits: knobs by number, in order, each with the number of the value it is set to."""


@dataclass(frozen=True)
class Value:
    """A value of a knob: itself, as it is said, and the changes that set it."""

    value: Any
    said: str
    changes: tuple[Change, ...]


Make = Callable[[Any], Value]


@dataclass(frozen=True)
class Knob:
    """One thing that may be changed: the path of its field, what it is in words, its values, which
    of them stands there now, what a unit costs, and what makes other values. Values that aren't
    `ordered` are a unit from one another. A unit upwards `helps` the GM's side (1), or the players
    (-1), as far as that goes without saying (0: not at all)."""

    path: str
    words: str
    values: tuple[Value, ...]
    now: int
    make: Make = field(compare=False, repr=False)
    cost: float = 1.0
    ordered: bool = True
    helps: int = 0

    def units(self, value: int) -> int:
        """How many units a value is from what stands there, upwards or downwards."""
        return value - self.now if self.ordered else int(value != self.now)

    def price(self, value: int) -> float:
        """What it costs to set the value."""
        return self.cost * abs(self.units(value))

    def said(self, value: int) -> str:
        """The change as people read it."""
        return f"{self.words}: {self.values[self.now].said} → {self.values[value].said}"


def knobs_of(encounter: Encounter, data: Mapping[str, Any]) -> list[Knob]:
    """Everything about the GM's side, and the ground, that may be changed. `data` is the scenario
    as it is written, its sheets with it (`autogm.model.variants.whole`)."""
    found: list[Knob] = []
    own, others = (data["sides"][side]["fighters"] for side in ("gm", "players"))
    names = written_names({**others, **own})
    for name, sheet in own.items():
        settled = next(one for one in encounter.fighters if one.origin == name)
        found += _fighter(encounter, name, names[name], sheet, settled)
    pool = pool_of(encounter)
    room = _around(pool, 0, MAX_POINTS)
    found.append(_knob(("sides", "gm", "pool"), "the GM's pool", room, pool))
    found.append(_one_more(data))
    found += _ways(encounter, data)
    found += _grounds(encounter, data)
    return found


def level_knob(levels: Sequence[str], now: str) -> Knob:
    """The level at which the GM's side plays, one of so many, the weakest first. It changes nothing
    of the scenario, only who plays it."""

    def make(level: Any) -> Value:
        return Value(level, str(level).capitalize(), ())

    return _knob((LEVEL,), "the GM's side plays at", levels, now, make, helps=0)


def pool_of(encounter: Encounter) -> int:
    """The GM's pool as a scenario writes it: without what overruns of a narrative add (F2)."""
    told = encounter.scenario.narrative
    overrun = 0 if told is None else max(0, told.rolls - told.budget)
    return encounter.pool - encounter.ruleset.pool_per_overrun * overrun


def shown(path: Sequence[str]) -> str:
    """A path as people write it: a side without `sides`."""
    return ".".join(path).removeprefix("sides.")


def _around(now: int, least: int, most: int) -> range:
    """The values within reach of what stands there, and within bounds unless that is not."""
    return range(min(now, max(least, now - FARTHEST)), max(now, min(most, now + FARTHEST)) + 1)


def _knob(
    path: Sequence[str],
    words: str,
    room: Iterable[Any],
    now: Any,
    make: Make | None = None,
    *,
    cost: float = 1.0,
    ordered: bool = True,
    helps: int = 1,
) -> Knob:
    """A knob whose values are set as they are, unless `make` says how."""

    def plain(value: Any) -> Value:
        return Value(value, str(value), (Change(tuple(path), value),))

    make = make or plain
    values = tuple(make(one) for one in room)
    place = next(number for number, one in enumerate(values) if one.value == now)
    return Knob(shown(path), words, values, place, make, cost, ordered, helps if ordered else 0)


def _fighter(
    encounter: Encounter,
    name: str,
    called: str,
    sheet: Mapping[str, Any],
    settled: SettledFighter,
) -> Iterator[Knob]:
    """The knobs of one who is written in the scenario."""
    at = ("sides", "gm", "fighters", name)
    single = settled.type in NAMED and "copies" not in sheet
    yield _copies(encounter, at, called, int(sheet.get("copies", 1)), 0 if single else FARTHEST)
    for skill, rating in sheet.get("skills", {}).items():
        yield _skill((*at, "skills", skill), f"{called}, {skill}", rating)
    yield from _toughness(at, called, settled)
    if settled.members > 1:
        room = _around(settled.members, 2, MAX_MEMBERS)
        yield _knob((*at, "members"), f"{called}, members", room, settled.members)
    room = _around(settled.arrives, 1, LATEST)
    words = f"{called}, arrives in exchange"
    yield _knob((*at, "arrives"), words, room, settled.arrives, helps=-1)
    yield from _starts(encounter, (*at, "zone"), called, settled)


def _copies(encounter: Encounter, at: tuple[str, ...], called: str, copies: int, more: int) -> Knob:
    """How many there are of somebody, none of them as well, and at most so many `more`."""

    def make(number: Any) -> Value:
        removal = Change(at, None, remove=True)
        return Value(number, str(number), (Change((*at, "copies"), number) if number else removal,))

    room = MAX_FIGHTERS - len(encounter.fighters)
    numbers = range(copies + min(more, room) + 1)
    words = f"{called}, how many"
    return _knob((*at, "copies"), words, numbers, copies, make, cost=DEAR)


def _skill(path: tuple[str, ...], words: str, rating: int) -> Knob:
    def make(value: Any) -> Value:
        return Value(value, rung(value), (Change(path, value),))

    return _knob(path, words, _around(rating, *RATINGS), rating, make)


def _toughness(at: tuple[str, ...], called: str, settled: SettledFighter) -> Iterator[Knob]:
    """Boxes of each track, and consequences of those who may have any: from the mild one up."""
    by_number = settled.type == "group" and not settled.teamwork_group  # its members are its boxes
    for harm, found in () if by_number else settled.boxes.items():
        more = [one for one in settled.stunts if one.does == "extra-box"]
        boxes = found - sum(one.amount for one in more if settled.track(one.harm) == harm)
        single = len(settled.boxes) == 1
        path = (*at, "boxes") if single else (*at, "tracks", harm)
        words = f"{called}, boxes" if single else f"{called}, {harm} boxes"
        yield _knob(path, words, _around(boxes, 0, MAX_BOXES), boxes)
    slots = [one.severity for one in settled.consequences]
    now = list(dict.fromkeys(SEVERITIES[: len(slots)]))
    if settled.type in MINOR or sorted(slots) != sorted(now):
        return  # none are taken, or a set that is no part of the ladder

    path = (*at, "consequences")

    def make(number: Any) -> Value:
        names = SEVERITIES[:number]
        changes = (Change(path, dict.fromkeys(names, 1)),)
        return Value(number, ", ".join(names) or "none", changes)

    room = range(len(SEVERITIES) + 1)
    yield _knob(path, f"{called}, consequences", room, len(now), make, cost=DEAR)


def _starts(
    encounter: Encounter, path: tuple[str, ...], called: str, settled: SettledFighter
) -> Iterator[Knob]:
    """Where somebody starts: there, or a way from there."""
    names = _zones(encounter)

    def make(zone: Any) -> Value:
        return Value(zone, names.get(zone, str(zone)), (Change(path, zone),))

    here = settled.zone
    pairs = [edge.between for edge in encounter.scenario.edges if not edge.barrier]
    beside = [one if other == here else other for one, other in pairs if here in (one, other)]
    if beside:
        zones = dict.fromkeys([here, *beside])
        yield _knob(path, f"{called}, starts in", zones, here, make, ordered=False)


def _zones(encounter: Encounter) -> dict[str, str]:
    return {key: zone.name or key for key, zone in encounter.scenario.zones.items()}


def _ways(encounter: Encounter, data: Mapping[str, Any]) -> Iterator[Knob]:
    """The difficulty of ways that can be passed."""
    names = _zones(encounter)
    for number, edge in enumerate(encounter.scenario.edges):
        if not edge.barrier:
            one, other = (names[zone] for zone in edge.between)
            path = ("edges", str(number))
            yield _way(path, f"{one} – {other}, difficulty", data, edge.difficulty or 0)


def _way(path: tuple[str, ...], words: str, data: Mapping[str, Any], now: int) -> Knob:
    text = data[path[0]][int(path[1])]
    whole = dict(text) if isinstance(text, Mapping) else {"between": list(text)}
    plain = {name: one for name, one in whole.items() if name != "difficulty"}

    def make(difficulty: Any) -> Value:
        edge = {**plain, "difficulty": difficulty} if difficulty else plain
        return Value(difficulty, str(difficulty or "none"), (Change(path, edge),))

    return replace(
        _knob(path, words, _around(now, 0, HARDEST), now, make, helps=0),
        path=shown((*path, "difficulty")),
    )


def _one_more(data: Mapping[str, Any]) -> Knob:
    """An aspect of the scene more, and the GM's free invokes on it: it helps whatever the GM's side
    rolls to attack and to defend. As all aspects of the scene are set with it, it comes before
    those that change one of them."""
    written = list(data.get("aspects", ()))

    def make(number: Any) -> Value:
        one = {"text": MORE, "side": "gm", "helps": "both", "actions": ["attack", "defend"]}
        more = [{**one, "free": {"gm": number}}] if number else []
        return Value(number, str(number or "none"), (Change(("aspects",), [*written, *more]),))

    words = f"a new aspect of the scene, «{MORE}», the GM's free invokes"
    knob = _knob(("aspects",), words, range(MOST_FREE + 1), 0, make)
    return replace(knob, path="aspects.more.free.gm")


def _grounds(encounter: Encounter, data: Mapping[str, Any]) -> Iterator[Knob]:
    """The GM's free invokes on what both sides know of the ground and the scene."""
    for key, aspect in encounter.zone_aspects.items():
        written = data["zones"][key].get("aspect")
        if written is not None:
            yield from _free(("zones", key, "aspect"), written, aspect)
    for number, aspect in enumerate(encounter.scene_aspects):
        yield from _free(("aspects", str(number)), data["aspects"][number], aspect)


def _free(path: tuple[str, ...], text: Any, aspect: SettledAspect) -> Iterator[Knob]:
    if aspect.side == "players" or aspect.hidden_from is not None:
        return
    whole = dict(text) if isinstance(text, Mapping) else {"text": text}
    free = aspect.free

    def make(number: Any) -> Value:
        invokes = {"players": free.players, "gm": number, "open": free.open}
        return Value(number, str(number), (Change(path, {**whole, "free": invokes}),))

    words = f"«{aspect.text}», the GM's free invokes"
    knob = _knob(path, words, _around(free.gm, 0, MOST_FREE), free.gm, make)
    yield replace(knob, path=shown((*path, "free", "gm")))


@dataclass(frozen=True)
class Allowed:
    """A field that somebody lets be changed: a pattern of paths (`gm.fighters.*.copies`), or a path
    with the values it may have (`gm.pool=0..6`)."""

    pattern: str
    values: tuple[Change, ...] = ()


def bounded(
    knobs: Sequence[Knob],
    data: Mapping[str, Any],
    may: Sequence[Allowed] = (),
    keep: Sequence[str] = (),
    costs: Mapping[str, float] | None = None,
) -> list[Knob]:
    """The knobs that are left where only some fields `may` be changed (none said: all), others are
    to be kept, and units cost what somebody says.

    Raises:
        ChangeError: for a pattern that no field has, and for bounds that leave nothing.
    """
    costs = costs or {}
    paths = [one.path for one in knobs]
    for pattern in (*(one.pattern for one in may if not one.values), *keep, *costs):
        if not any(fnmatchcase(path, pattern) for path in paths):
            raise _no_such(pattern, knobs)
    left = [one for one in knobs if not any(fnmatchcase(one.path, pattern) for pattern in keep)]
    ranged = {one.pattern: one for one in may if one.values}
    for path in ranged:
        kept = [pattern for pattern in keep if fnmatchcase(path, pattern)]
        if kept:
            raise ChangeError(f"`{path}` may be changed, and `{kept[0]}` is to be kept: say one")
    if may:
        patterns = [one.pattern for one in may if not one.values]
        left = [
            one
            for one in left
            if one.path not in ranged
            and any(fnmatchcase(one.path, pattern) for pattern in patterns)
        ]
        known = {one.path: one for one in knobs}
        left += [_ranged(one, known.get(path), data) for path, one in ranged.items()]
        left.sort(key=lambda one: paths.index(one.path) if one.path in known else len(paths))
    if not left:
        said = ", ".join(f"`{one}`" for one in keep)
        keeps = "keeps" if len(keep) == 1 else "keep"
        raise ChangeError(f"nothing is left that may be changed: {said} {keeps} all of it")
    return [
        replace(one, cost=next((c for p, c in costs.items() if fnmatchcase(one.path, p)), one.cost))
        for one in left
    ]


def _ranged(allowed: Allowed, known: Knob | None, data: Mapping[str, Any]) -> Knob:
    """A knob with the values that somebody gives it, and the one that stands there.

    Raises:
        ChangeError: where the scenario says no value there, and where it says the only one.
    """
    path = allowed.values[0].path
    if known is None:
        now = _at(data, path, allowed)
        known = _knob(path, shown(path), [now], now, helps=0)
    stands = known.values[known.now].value
    values = list(dict.fromkeys([*(one.value for one in allowed.values), stands]))
    if values == [stands]:
        raise ChangeError(f"`{shown(path)}` is {stands} now: that leaves nothing to change")
    ordered = all(isinstance(one, int | float) for one in values)
    made = tuple(known.make(one) for one in (sorted(values) if ordered else values))
    now = next(number for number, one in enumerate(made) if one.value == stands)
    return replace(known, values=made, now=now, ordered=ordered)


def _at(data: Mapping[str, Any], path: Sequence[str], allowed: Allowed) -> Any:
    """What stands at a path that no knob has."""
    below: Any = data
    for depth, name in enumerate(path):
        below = below.get(name) if isinstance(below, Mapping) else None
        if below is None:
            where = shown(path[:depth]) or "the scenario"
            raise ChangeError(f"`{allowed.pattern}`: {where} has no `{name}` that says a value now")
    return below


def _no_such(pattern: str, knobs: Sequence[Knob]) -> ChangeError:
    """That a pattern fits no path: those below the same thing whose words have its last name are
    likelier meant than what is spelt alike (`captain.boxes`: his `tracks.physical`)."""
    if pattern.startswith("players."):
        return ChangeError(f"`{pattern}`: the GM's side can be tuned, not the heroes")
    paths = [one.path for one in knobs]
    below, _, last = pattern.rpartition(".")
    said = [
        one.path
        for one in knobs
        if fnmatchcase(one.path, f"{below}.*") and last.casefold() in one.words.casefold().split()
    ]
    if any(one.startswith(f"{pattern}.") for one in paths):
        said = [f"{pattern}.*"]
    near = said or [one for one in [nearest(pattern, paths)] if one]
    meant = ". There are " + ", ".join(paths[:40]) + "."
    if near:
        meant = "; did you mean " + " or ".join(f"`{one}`" for one in near[:4]) + "?"
    return ChangeError(f"`{pattern}` is nothing that can be tuned{meant}")
