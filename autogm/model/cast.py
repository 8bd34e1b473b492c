"""Makes the fighters of a scenario whole: a reference to a character file is replaced by what
stands there, and copies become fighters of their own. A fighter's own fields override those of
its character file, one whole field at a time.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath, PureWindowsPath
from typing import Any, NamedTuple

from pydantic import ValidationError

from autogm.model.aspect_uses import Compel
from autogm.model.base import GAPS_ALLOWED
from autogm.model.character import Character
from autogm.model.faults import Fault, FieldPath, ScenarioError, nearest, shorten
from autogm.model.goals import Objective
from autogm.model.places import Places, problem
from autogm.model.scenario import Fighter, Scenario, Side
from autogm.model.shape import Problem, problems_of, salvage
from autogm.model.source import Source, read_source
from autogm.model.words import MAX_FIGHTERS, SIDES


@dataclass
class Cast:
    """A scenario's data with its character files merged in."""

    data: dict[str, Any]
    characters: dict[FieldPath, Source] = field(default_factory=dict)
    faults: list[Fault] = field(default_factory=list)


def read_character(path: Path) -> tuple[Character, Source]:
    """Reads and checks a character file of its own.

    Raises:
        ScenarioError: with every fault of the file.
    """
    source = read_source(path, "sheet")
    if {"zones", "sides"} & source.data.keys() and "name" not in source.data:
        raise ScenarioError([Fault(path, 0, 0, "", "this is a scenario, not a character file")])
    data, faults = _check_character(source)
    if faults:
        raise ScenarioError(faults)
    return Character.model_validate(data, strict=True), source


def is_character(data: Mapping[str, Any]) -> bool:
    """Whether a file's data is a character's rather than a scenario's: it has a name and other
    fields of a sheet, and nothing that makes a conflict."""
    own = data.keys() & Character.model_fields.keys()
    return "name" in own and len(own) > 1 and not data.keys() & {"ruleset", "zones", "sides"}


def refuse_character(source: Source) -> None:
    """Refuses a character file where a scenario is wanted.

    Raises:
        ScenarioError: saying how a scenario refers to it.
    """
    if is_character(source.data):
        message = (
            "this is a character file, not a scenario; a fighter of a scenario refers to it with "
            f"`character: {shorten(source.path.name)}`, and `autogm check` checks it by itself"
        )
        raise ScenarioError([Fault(source.path, 0, 0, "", message)])


def merge_characters(source: Source) -> Cast:
    """The scenario's data with each reference replaced by the fields of its character file."""
    cast = Cast(source.data)
    files: dict[Path, tuple[Source, dict[str, Any]] | None] = {}
    for path, fighter in _written_fighters(source.data):
        reference = fighter.get("character")
        if not isinstance(reference, str):
            continue
        at = (*path, "character")
        target = _target(source, at, reference, cast)
        if target is None:
            continue
        if target not in files:
            files[target] = _read_referred(source, at, target, cast)
        read = files[target]
        if read is not None:
            cast.characters[path], fields = read
            cast.data = _with_fighter(cast.data, path, {**fields, **fighter})
    return cast


class Expansion(NamedTuple):
    """A scenario with its copies spread out, and where each part that moved was written."""

    scenario: Scenario
    moved: dict[FieldPath, FieldPath]
    problems: list[Problem]


def expand_copies(scenario: Scenario) -> Expansion:
    """The scenario with every copy a fighter of its own, named and numbered. An objective or
    compel that names the original means all its copies.

    Nothing is spread out where there would be far more fighters than a conflict can have."""
    sides: dict[str, Any] = {name: getattr(scenario.sides, name) for name in SIDES}
    total = sum(one.copies for side in sides.values() for one in side.fighters.values())
    if total > 2 * MAX_FIGHTERS:
        return Expansion(scenario, {}, [])
    written = [key for side in sides.values() for key in side.fighters]
    spread = _Spread(written, {}, {}, [])
    for key in sides["gm"].fighters:
        if key in sides["players"].fighters:
            message = f"`{key}` is on the players' side already; ids belong to one fighter"
            path = ("sides", "gm", "fighters", key)
            spread.problems.append(problem(path, message, key, at_key=True))
    for name, side in sides.items():
        sides[name] = _expand_side(name, side, spread)
    objectives: dict[str, Any] = {
        name: tuple(
            _expand_who(("objectives", name, index), one, spread)
            for index, one in enumerate(getattr(scenario.objectives, name))
        )
        for name in SIDES
    }
    whole = scenario.model_copy(
        update={
            "sides": scenario.sides.model_copy(update=sides),
            "objectives": scenario.objectives.model_copy(update=objectives),
            "compels": _expand_compels(scenario.compels, spread),
        }
    )
    return Expansion(whole, spread.moved, spread.problems)


class _Spread(NamedTuple):
    """What expanding has found out so far: the ids that are written, where things were written,
    and the ids that each original's copies have."""

    written: list[str]
    moved: dict[FieldPath, FieldPath]
    copies: dict[str, tuple[str, ...]]
    problems: list[Problem]


def _written_fighters(data: dict[str, Any]) -> Iterator[tuple[FieldPath, dict[str, Any]]]:
    sides = data.get("sides")
    for name, side in sides.items() if isinstance(sides, dict) else ():
        fighters = side.get("fighters") if isinstance(side, dict) else None
        for key, fighter in fighters.items() if isinstance(fighters, dict) else ():
            if isinstance(fighter, dict):
                yield ("sides", name, "fighters", key), fighter


def _with_fighter(data: dict[str, Any], path: FieldPath, fighter: dict[str, Any]) -> dict[str, Any]:
    _, side, _, key = path
    sides = data["sides"]
    fighters = {**sides[side]["fighters"], key: fighter}
    return {**data, "sides": {**sides, side: {**sides[side], "fighters": fighters}}}


def _target(source: Source, at: FieldPath, reference: str, cast: Cast) -> Path | None:
    """The character file that is meant, if a scenario may refer to it."""
    message = None
    posix, windows = PurePosixPath(reference), PureWindowsPath(reference)
    if posix.is_absolute() or windows.is_absolute() or windows.drive or windows.root:
        message = "the character file should be given relative to the scenario's folder"
    else:
        folder = source.path.parent
        target = folder / reference
        try:
            if target.resolve().is_relative_to(folder.resolve()):
                return target
            message = (
                "the character file should lie in the scenario's folder or below it; copy it "
                "there, or hand the heroes' sheets over with `--party`"
            )
        except (OSError, ValueError, RuntimeError):
            message = "this can't be the name of a file"
    cast.faults.append(Places(source).fault(problem(at, message, reference)))
    return None


def _read_referred(
    source: Source, at: FieldPath, target: Path, cast: Cast
) -> tuple[Source, dict[str, Any]] | None:
    try:
        character = read_source(target)
    except ScenarioError as error:
        for fault in error.faults:
            cast.faults.append(fault if fault.line else _unread(source, at, target, fault))
        return None
    data, faults = _check_character(character)
    cast.faults.extend(faults)
    return None if data is None else (character, data)


def _check_character(source: Source) -> tuple[Any | None, list[Fault]]:
    """What can be kept of a character file, and its faults."""
    faults = list(source.faults)
    places = Places(source)
    try:
        whole = Character.model_validate(source.data, strict=True, context=GAPS_ALLOWED)
    except ValidationError as error:
        faults.extend(places.fault(one) for one in problems_of(error, Character))
        kept = salvage(source.data, Character)
        return kept and kept.data, faults
    for index, stunt in enumerate(whole.stunts):
        for name, gap in stunt.gaps():
            faults.append(places.fault(problem(("stunts", index, name), gap)))
    return source.data, faults


def _unread(source: Source, at: FieldPath, target: Path, fault: Fault) -> Fault:
    """A character file that could not be read, told where it is referred to."""
    try:
        beside = sorted(one.name for one in target.parent.iterdir() if one.suffix == ".yaml")
    except OSError:
        beside = []
    near = nearest(target.name, beside[:200])
    reference = target.relative_to(source.path.parent)
    said = fault.message.partition("; did you mean ")[0]  # which is said once, as it is written
    placed = problem(at, f"`{reference}`: {said}", str(reference))
    suggestion = None if near is None else (reference.parent / near).as_posix()
    return Places(source).fault(placed._replace(suggestion=suggestion))


def _expand_side(name: str, side: Side, spread: _Spread) -> Side:
    fighters: dict[str, Fighter] = {}
    for key, fighter in side.fighters.items():
        called = fighter.name or key.replace("-", " ").replace("_", " ").capitalize()
        if fighter.copies == 1:
            fighters[key] = fighter.model_copy(update={"name": called})
            continue
        path = ("sides", name, "fighters", key)
        numbers = range(1, fighter.copies + 1)
        spread.copies[key] = tuple(f"{key}-{number}" for number in numbers)
        for number, copy in zip(numbers, spread.copies[key], strict=True):
            if copy in spread.written:
                message = f"one of its copies would be called `{copy}`, as another fighter is"
                spread.problems.append(problem(path, message, copy, at_key=True))
            spread.moved["sides", name, "fighters", copy] = path
            fighters[copy] = fighter.copy_named(f"{called} {number}", key)
    return side.model_copy(update={"fighters": fighters})


def _expand_who(path: FieldPath, objective: Objective, spread: _Spread) -> Objective:
    if not spread.copies.keys() & set(objective.who):
        return objective
    who: list[str] = []
    for index, name in enumerate(objective.who):
        for one in spread.copies.get(name, (name,)):
            spread.moved[(*path, "who", len(who))] = (*path, "who", index)
            who.append(one)
    return objective.model_copy(update={"who": tuple(who)})


def _expand_compels(compels: tuple[Compel, ...], spread: _Spread) -> tuple[Compel, ...]:
    whole: list[Compel] = []
    for index, compel in enumerate(compels):
        for victim in spread.copies.get(compel.victim, (compel.victim,)):
            spread.moved["compels", len(whole)] = ("compels", index)
            whole.append(compel.model_copy(update={"victim": victim}))
    return tuple(whole)
