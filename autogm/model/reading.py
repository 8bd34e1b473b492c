"""Reads a scenario and the character files it refers to into a checked `Scenario` whose fighters
are whole. Every fault of all those files is found at once. What needs a ruleset is checked by
`autogm.rules.loading`, which adds its faults through `Reading.fault`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, islice
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from autogm.model import contradictions, ground, references
from autogm.model.base import GAPS_ALLOWED
from autogm.model.cast import Cast, expand_copies, merge_characters, refuse_character
from autogm.model.faults import Fault, FieldPath, ScenarioError, field_path, part_of
from autogm.model.library import find
from autogm.model.places import Places, problem
from autogm.model.position import refuse_position
from autogm.model.scenario import Scenario
from autogm.model.shape import MAX_ERRORS, Problem, problems_of, salvage, written_path
from autogm.model.source import read_source
from autogm.model.words import SIDES

_WHOLE_CHECKS: tuple[Callable[[Scenario], Iterator[Problem]], ...] = (
    ground.faults,
    contradictions.faults,
)
_PART_CHECKS = (contradictions.objective_faults,)
_WARNINGS: tuple[Callable[[Scenario], Iterator[Problem]], ...] = (
    ground.warnings,
    contradictions.warnings,
)

_OBJECTIVES_READ = {"zones", "sides", "exchanges", "who"}
"""Parts that have to be whole for objectives to be judged by them."""

_NOWHERE: Any = {"nowhere": {"aspect": "Nowhere"}}
_NOBODY: Any = {"fighters": {}}
_STAND_INS: Mapping[FieldPath, Any] = {
    ("title",): "untitled",
    ("ruleset",): "fate-core",
    ("zones",): _NOWHERE,
    ("sides",): dict.fromkeys(SIDES, _NOBODY),
    **{("sides", side): _NOBODY for side in SIDES},
    **{("sides", side, "fighters"): {} for side in SIDES},
}
"""So that a fault in these does not hide what else is wrong."""


@dataclass(frozen=True)
class Reading:
    """A scenario that was read. `faults` is empty when it came from `read_scenario`; `survey`
    also gives scenarios that are only part of what was written, to look for further faults in.

    Field paths are tuples such as `("sides", "gm", "fighters", "raider-2", "skills", "Fight")`,
    or the same written as `sides.gm.fighters.raider-2.skills.Fight`.
    """

    scenario: Scenario
    path: Path
    places: Places
    faults: tuple[Fault, ...] = ()
    warnings: tuple[Fault, ...] = ()

    def locate(self, field: str | Sequence[str | int]) -> tuple[int, int]:
        """Line and column of a field, or of the nearest part around it that was written. What a
        fighter has from a character file is located in that file; `fault` says which."""
        place = self.places.find(field_path(field))[1].place
        return place.line, place.column

    def fault(
        self,
        field: str | Sequence[str | int],
        message: str,
        *,
        value: object = None,
        allowed: Iterable[str] = (),
        at_key: bool = False,
    ) -> Fault:
        """A fault of this scenario with its file and line. A `value` that is text and is not
        among `allowed` gets the nearest allowed word as its suggestion; `at_key` points at the
        field's key where that is what is wrong."""
        path = field_path(field)
        return self.places.fault(problem(path, message, value, allowed, at_key=at_key))


def survey(path: Path) -> Reading:
    """Reads as much of a scenario as can be read, and lists its faults instead of raising. A bare
    name that is no file is that of a scenario that ships.

    Raises:
        ScenarioError: when not even part of it makes a scenario.
    """
    path = find(path)
    source = read_source(path)
    refuse_character(source)
    refuse_position(source)
    cast = merge_characters(source)
    places = Places(source, cast.characters)
    faults = [*source.faults, *cast.faults]
    moved: Mapping[FieldPath, FieldPath] = {}
    unsure: set[str] = set()
    unknown = False
    try:
        scenario, whole = _validated(cast.data), True
    except ValidationError as error:
        shape = problems_of(error, Scenario)
        faults += [places.fault(one) for one in shape]
        unsure = {str(step) for one in shape for step in one.path}
        unknown = any(
            one.path[0] == "sides" and one.path[2] in _keys(cast.data, "sides", str(one.path[1]))
            for one in shape
            if len(one.path) == 3
        )
        written = any(_keys(cast.data, part) for part in ("zones", "sides"))
        kept = salvage(cast.data, Scenario, _STAND_INS) if written else None
        if kept is None:
            raise ScenarioError(in_order(faults, path)) from None
        scenario, whole = _validated(kept.data), False
        moved = kept.moved
    checks = _WHOLE_CHECKS if whole else _PART_CHECKS if not unsure & _OBJECTIVES_READ else ()
    expansion = expand_copies(scenario)
    copied = {new: written_path(old, moved) for new, old in expansion.moved.items()}
    places = Places(source, cast.characters, {**moved, **copied})
    problems = [
        iter(expansion.problems),
        *_named(expansion.scenario, cast, unknown, whole=whole),
        _missing(expansion.scenario, faults, places),
        ground.edge_faults(expansion.scenario),
        *(check(expansion.scenario) for check in checks),
    ]
    faults += [places.fault(one) for one in islice(chain(*problems), MAX_ERRORS)]
    notes = [one for check in _WARNINGS for one in check(expansion.scenario)] if whole else []
    return Reading(
        expansion.scenario,
        path,
        places,
        in_order(faults, path),
        in_order([places.fault(one) for one in notes], path),
    )


def read_scenario(path: Path) -> Reading:
    """Reads and checks a scenario with its character files.

    Raises:
        ScenarioError: with every fault of all the files.
    """
    reading = survey(path)
    if reading.faults:
        raise ScenarioError(reading.faults)
    return reading


def _validated(data: Any) -> Scenario:
    """The data as a scenario that may have gaps, which are told by `_missing`."""
    return Scenario.model_validate(data, strict=True, context=GAPS_ALLOWED)


def _missing(scenario: Scenario, told: Sequence[Fault], places: Places) -> Iterator[Problem]:
    """The gaps that are not there only because a field was refused or its key misspelt."""
    fields = {(fault.file, fault.field) for fault in told}
    fields |= {
        (fault.file, f"{fault.field.rpartition('.')[0]}.{fault.suggestion}") for fault in told
    }
    for one in references.gap_faults(scenario):
        fault = places.fault(one)
        if not any(file == fault.file and part_of(name, fault.field) for file, name in fields):
            yield one


def _texts(data: Any) -> Iterator[str]:
    """Every text of the sides, zones, scene aspects and templates, so that an aspect in a part
    that is faulty is not told to be missing."""
    if isinstance(data, str):
        yield data
    elif isinstance(data, tuple):
        for one in data:
            yield from _texts(one)
    elif isinstance(data, dict):
        for key, value in data.items():
            if key not in ("compels", "effects", "stunts"):
                yield from _texts(value)


ABOUT_FIGHTERS = ("compels", "effects", "objectives")
"""Parts of a scenario that name fighters."""


def _named(
    scenario: Scenario, cast: Cast, unknown: bool, *, whole: bool
) -> Iterator[Iterator[Problem]]:
    """What is named and is nowhere. Where a field of a side is `unknown` it may be its fighters;
    aspects may be those of a sheet that could not be read, too: nothing is said of them then."""
    about = iter(_references(scenario, cast))
    yield (one for one in about if not unknown or one.path[0] not in ABOUT_FIGHTERS)
    if not unknown and not cast.faults:
        yield references.aspect_faults(scenario, () if whole else _texts(cast.data))


def _references(scenario: Scenario, cast: Cast) -> Iterator[Problem]:
    """References to zones and fighters that are nowhere, not even in a part that is faulty."""
    sides = scenario.sides
    whole = {**sides.players.fighters, **sides.gm.fighters}
    written = dict.fromkeys(
        key for side in SIDES for key in _keys(cast.data, "sides", side, "fighters")
    )
    copied = {fighter.origin for fighter in whole.values()}
    fighters = [*whole, *(one for one in written if one not in whole and one not in copied)]
    return references.faults(scenario, _keys(cast.data, "zones"), fighters)


def _keys(data: Any, *path: str) -> list[str]:
    for step in path:
        data = data.get(step) if isinstance(data, dict) else None
    return list(data) if isinstance(data, dict) else []


def in_order(faults: Iterable[Fault], first: Path) -> tuple[Fault, ...]:
    """The faults in the order of the files, that file first, each once."""
    once = dict.fromkeys(faults)
    return tuple(sorted(once, key=lambda f: (f.file != first, str(f.file), f.line, f.column)))
