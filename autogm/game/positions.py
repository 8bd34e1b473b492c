"""Positions of games as people write them down, in files of their own beside the game's: read with
every fault at its line, and written. How a position of a kind of games is made a state says the
kind (`autogm.game.registry.GameKind.positions`).
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import yaml
from pydantic import ValidationError

from autogm.model.faults import Fault, ScenarioError, nearest, part_of
from autogm.model.library import find, shipped
from autogm.model.places import Places, problem
from autogm.model.position import PositionFile
from autogm.model.shape import Problem, problems_of, salvage
from autogm.model.source import STANDARD_INPUT, Source, read_source
from autogm.model.texts import GIVEN, given
from autogm.model.words import SIDES

if TYPE_CHECKING:
    from autogm.game.registry import GameKind, ReadFile

COLUMNS = 100
WON = {SIDES[0]: "the players have won", SIDES[1]: "the GM's side has won"}


class CannotSayError(ValueError):
    """A state that no position says: why, as a clause about the state."""


class Positions(Protocol):
    """How positions of a kind of games are read and written."""

    @property
    def model(self) -> type[PositionFile]:
        """What a file of one says."""

    def schema(self) -> dict[str, Any]:
        """The JSON schema of such files."""

    @property
    def entries(self) -> Sequence[Any]:
        """What setting one up calls of what is compiled."""

    def state_of(
        self, game: Any, position: Any, *, partly: bool = False
    ) -> tuple[Any | None, list[Problem]]:
        """The state that a position is, or none and what of it does not fit the game; it may be
        over in it. Of one that is known only `partly` there is no state, and what needs all of it
        is not looked at."""

    def told(self, state: Any) -> dict[str, Any]:
        """The fields of the position of a state.

        Raises:
            CannotSayError: for a state that no position says.
        """


def read_position(found: ReadFile, game: Any, path: Path) -> Any:
    """The state of a game that a file's position is, to be played on from. A name in `scenario`
    has to be that of the game's file.

    Raises:
        ScenarioError: with every fault of the file, of form and of what does not fit the game.
        ValueError: for a kind of games that has no positions.
    """
    source = read_source(path)
    state = _state_of(found, game, source)
    if state.is_terminal():
        won = WON.get(state.winner, "nobody has won")
        message = f"play is over in this position: {won}"
        raise ScenarioError([Places(source).fault(problem((), message))])
    return state


def _state_of(found: ReadFile, game: Any, source: Source) -> Any:
    """The state that a position is which was read; what is played may be over in it."""
    positions = positions_of(found.kind)
    if {"title", "ruleset"} <= source.data.keys():
        message = "this is a scenario, not a position; `autogm show FILE --yaml` writes one of it"
        raise ScenarioError([Fault(source.path, 0, 0, "", message)])
    faults = list(source.faults)
    try:
        position, moved = positions.model.model_validate(source.data, strict=True), {}
    except ValidationError as error:
        faults += [Places(source).fault(one) for one in problems_of(error, positions.model)]
        kept = salvage(source.data, positions.model)
        if kept is None:
            raise ScenarioError(_in_order(faults)) from None
        position, moved = positions.model.model_validate(kept.data, strict=True), kept.moved
    places = Places(source, moved=moved)
    faults += [places.fault(one) for one in _of_another(position, found)]
    state, problems = positions.state_of(game, position, partly=bool(faults))
    told = [one.field for one in faults if one.field]
    further = [places.fault(one) for one in problems]
    faults += [one for one in further if not any(part_of(one.field, field) for field in told)]
    if faults or state is None:
        raise ScenarioError(_in_order(faults))
    return state


def position_of(found: ReadFile, game: Any, fields: Mapping[str, Any]) -> Any:
    """The state of a game that the fields of a position say: what is played may be over in it, as
    a table may have ended it.

    Raises:
        ScenarioError: with every fault, as of a file.
        ValueError: for a kind of games that has no positions.
    """
    with given({"position.yaml": yaml.safe_dump(dict(fields), sort_keys=False)}):
        return _state_of(found, game, read_source(GIVEN / "position.yaml"))


def scenario_of(source: Source) -> Path:
    """The file of the scenario that a position names: beside it, or one that ships.

    Raises:
        ScenarioError: where it names none, or none that there is.
    """
    said = source.data.get("scenario")
    if not isinstance(said, str) or not said:
        message = "name the scenario that this is a position of"
        raise ScenarioError([Places(source).fault(problem(("scenario",), message))])
    beside = source.path.parent / said
    path = beside if beside.exists() else find(Path(said))
    if not path.exists():
        known = list(shipped())
        message = f"there is no scenario `{said}`, beside this file or among those that ship"
        fault = problem(("scenario",), message, said)._replace(suggestion=nearest(said, known))
        raise ScenarioError([Places(source).fault(fault)])
    return path


def written(found: ReadFile, state: Any, folder: Path, *, plain: bool = False) -> str:
    """The position of a state as a file in that folder has it, which names its scenario; `plain` is
    in ASCII.

    Raises:
        CannotSayError: for a state that no position says.
        ValueError: for a kind of games that has no positions.
    """
    fields = positions_of(found.kind).told(state)
    if found.path != STANDARD_INPUT:
        fields = {"scenario": _name(found.path, folder), **fields}
    text: str = yaml.safe_dump(
        fields, sort_keys=False, allow_unicode=not plain, default_flow_style=None, width=COLUMNS
    )
    return text


def positions_of(kind: GameKind) -> Positions:
    """How positions of a kind of games are read and written.

    Raises:
        ValueError: for a kind that has none, by name.
    """
    from autogm.game.registry import named

    if not kind.positions:
        raise ValueError(f"games of the kind `{kind.name}` have no positions in files")
    made: Positions = named(kind.positions)()
    return made


def _of_another(position: PositionFile, found: ReadFile) -> list[Problem]:
    """That a position says it is one of another scenario."""
    said = position.scenario
    if said is None or found.path == STANDARD_INPUT or Path(said).stem == found.path.stem:
        return []
    message = f"this is a position of `{said}`, and `{found.path}` is played"
    return [problem(("scenario",), message, said)]


def _name(path: Path, folder: Path) -> str:
    """What a scenario is called in a file of that folder."""
    where = path.resolve()
    if any(where == one.resolve() for one in shipped().values()):
        return path.stem
    return os.path.relpath(where, folder.resolve())


def _in_order(faults: Sequence[Fault]) -> list[Fault]:
    return sorted(dict.fromkeys(faults), key=lambda one: (one.line, one.column))
