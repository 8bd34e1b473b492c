"""A scenario with something changed: `gm.fighters.chief.skills.Forceful=4` says which field, by the
names that lead to it, and what stands there instead. Sheets in files of their own are changed like
the rest, as if they stood in the scenario; what a change makes of it is checked like any file.
No copies of somebody (`gm.fighters.reaver.copies=0`) take them out, with what is said of them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

import yaml

from autogm.model.absent import forget
from autogm.model.cast import merge_characters
from autogm.model.faults import nearest
from autogm.model.scenario import Scenario
from autogm.model.source import read_source
from autogm.model.texts import GIVEN, given
from autogm.model.words import SIDES

MOST_STEPS = 40
"""Values of a sweep at most."""
LONGEST = 60


class ChangeError(ValueError):
    """A change that cannot be made: which, why, and what is known there."""


@dataclass(frozen=True)
class Change:
    """One field of a scenario and what it is to be; without a value it is taken out."""

    path: tuple[str, ...]
    value: Any
    remove: bool = False

    @property
    def words(self) -> str:
        """As somebody writes it."""
        said = "" if self.remove else yaml.safe_dump(self.value, default_flow_style=True)
        value = said.removesuffix("...\n").strip()
        return f"{'.'.join(self.path).removeprefix('sides.')}={value}"


def read_changes(text: str) -> tuple[Change, ...]:
    """The changes of one variant, several with `;` between them.

    Raises:
        ChangeError: for what says none.
    """
    parts = [one.strip() for one in text.split(";") if one.strip()]
    if not parts:
        raise ChangeError(f"`{text[:LONGEST]}` changes nothing: write PATH=VALUE")
    return tuple(_change(one) for one in parts)


def read_sweep(text: str) -> tuple[Change, ...]:
    """The changes of a sweep, one for each value: `PATH=3..6`, or `PATH=1,2,4`.

    Raises:
        ChangeError: for what is none, and for too many values.
    """
    path, equals, said = text.partition("=")
    if between := re.fullmatch(r"\s*(-?[0-9]+)\s*-\s*(-?[0-9]+)\s*", said):
        right = f"{path}={between[1]}..{between[2]}"
        raise ChangeError(f"`{text[:LONGEST]}`: a range is written with two points, {right}")
    first, dots, last = said.partition("..")
    try:
        if dots:
            values: list[Any] = list(range(int(first), int(last) + 1))
        else:
            values = [_value(one) for one in said.split(",") if one.strip()]
    except ValueError:
        values = []
    if not equals or not values:
        raise ChangeError(
            f"`{text[:LONGEST]}` is no sweep: write PATH=3..6, the smaller number first, or "
            "PATH=1,2,4"
        )
    if len(values) > MOST_STEPS:
        raise ChangeError(f"a sweep has at most {MOST_STEPS} values, not {len(values)}")
    return tuple(Change(_path(path), one) for one in values)


def with_changes(files: Mapping[str, str], changes: Sequence[Change]) -> dict[str, str]:
    """The texts of a scenario, itself first, with changes made.

    Raises:
        ScenarioError: for a file that cannot be read.
        ChangeError: for a field that there is not.
    """
    data = changed(files, changes)
    text = yaml.safe_dump(data, sort_keys=False, allow_unicode=True)
    return {**files, next(iter(files)): text}


def changed(files: Mapping[str, str], changes: Sequence[Change]) -> dict[str, Any]:
    """What a scenario's texts, itself first, say in all with changes made: its sheets stand in it.

    Raises:
        ScenarioError: for a file that cannot be read.
        ChangeError: for a field that there is not.
    """
    data = whole(files)
    for one in changes:
        _make(data, one)
    for side in data.get("sides", {}).values():
        for fighter in side.get("fighters", {}).values():
            if isinstance(fighter, dict):
                fighter.pop("character", None)  # it stands here now
    return data


def whole(files: Mapping[str, str]) -> dict[str, Any]:
    """What a scenario's texts, itself first, say in all: its sheets stand in it.

    Raises:
        ScenarioError: for a file that cannot be read.
    """
    with given(files):
        cast = merge_characters(read_source(GIVEN / next(iter(files))))
    data: dict[str, Any] = _lists(cast.data)
    return data


def _lists(data: Any) -> Any:
    """A copy with lists that can be changed."""
    if isinstance(data, Mapping):
        return {name: _lists(one) for name, one in data.items()}
    return [_lists(one) for one in data] if isinstance(data, list | tuple) else data


def _change(text: str) -> Change:
    path, equals, said = text.partition("=")
    if not equals or not path.strip():
        raise ChangeError(f"`{text[:LONGEST]}` is no change: write PATH=VALUE")
    if not said.strip():
        return Change(_path(path), None, remove=True)
    return Change(_path(path), _value(said))


def _path(text: str) -> tuple[str, ...]:
    """The names that lead to a field; a side may be named without `sides`."""
    names = tuple(one.strip() for one in text.split("."))
    return ("sides", *names) if names[0] in SIDES else names


def _value(text: str) -> Any:
    try:
        return yaml.safe_load(text)
    except yaml.YAMLError:
        raise ChangeError(f"`{text.strip()[:LONGEST]}` is no value") from None


def _make(data: dict[str, Any], change: Change) -> None:
    """Make one change in a scenario's data."""
    place: Any = data
    known = set(Scenario.model_fields)
    for depth, name in enumerate(change.path[:-1]):
        below = _below(place, name, change, depth)
        if below is None:  # a field that is not written, such as `skills`
            _check_known(place, name, change, depth, known)
            place[name] = {}
            below = place[name]
        place, known = below, set()
    last, depth = change.path[-1], len(change.path) - 1
    if isinstance(place, list):
        place[_index(place, last, change, depth)] = deepcopy(change.value)
    elif not isinstance(place, dict):
        raise _unknown(change, depth, [])
    elif _leaves_nobody(change):
        _, side, _, who, _ = change.path
        del data["sides"][side]["fighters"][who]
        forget(data, who)
    elif change.remove:
        if last not in place:
            raise _unknown(change, depth, place)
        del place[last]
        if change.path[-2:-1] == ("fighters",):
            forget(data, last)
    else:
        if change.path[-2:-1] == ("fighters",) and last not in place:
            raise _unknown(change, depth, place)
        place[last] = deepcopy(change.value)  # another change may be made within it


def _leaves_nobody(change: Change) -> bool:
    """Whether a change says that there are none of somebody."""
    of_a_fighter = len(change.path) == 5 and change.path[::2] == ("sides", "fighters", "copies")
    none = type(change.value) is int and change.value == 0
    return of_a_fighter and none and not change.remove


def _below(place: Any, name: str, change: Change, depth: int) -> Any:
    if isinstance(place, list):
        return place[_index(place, name, change, depth)]
    if not isinstance(place, dict):
        raise _unknown(change, depth, [])
    return place.get(name)


def _check_known(
    place: dict[str, Any], name: str, change: Change, depth: int, known: set[str]
) -> None:
    """That a name which is not written may be a field: below a fighter, or at the top."""
    field_of_a_fighter = change.path[:1] == ("sides",) and depth == 4
    if not field_of_a_fighter and name not in known:
        raise _unknown(change, depth, place)


def _index(place: list[Any], name: str, change: Change, depth: int) -> int:
    if not (name.isdigit() and int(name) < len(place)):
        raise _unknown(change, depth, [str(number) for number in range(len(place))])
    return int(name)


def _unknown(change: Change, depth: int, known: Any) -> ChangeError:
    """That a name leads nowhere, and which would."""
    where = ".".join(change.path[:depth]).removeprefix("sides.") or "the scenario"
    name, names = change.path[depth], [str(one) for one in known]
    near = nearest(name, names)
    meant = f"; did you mean `{near}`?" if near else ""
    there = f" There are {', '.join(names[:30])}." if names else ""
    return ChangeError(
        f"`{change.words[: 2 * LONGEST]}`: {where} has no `{name[:LONGEST]}`{meant or '.'}{there}"
    )
