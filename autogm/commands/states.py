"""States that commands are given, as a line or as a file with a position: the options, and how
either is read or refused."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

import typer

from autogm.commands.arguments import STDIN, there
from autogm.commands.frame import InputError
from autogm.game.registry import CONFLICT

if TYPE_CHECKING:
    from autogm.game.registry import ReadFile

WHERE = "`autogm replay FILE --json` has the line of each choice of a battle in `state`"

Given: TypeAlias = tuple[str | None, Path | None]
"""The state that a command is given: a line, or the file of a position."""

StateLine = Annotated[
    str | None,
    typer.Option(
        "--state",
        metavar="LINE",
        help="A state as one line, as `replay --json` has it in `state`.",
        show_default="the beginning",
    ),
]


def position_file(text: str) -> Path:
    """A file by its path; `-` is standard input."""
    from autogm.model.source import STANDARD_INPUT

    return STANDARD_INPUT if text == STDIN else Path(text)


def _there(path: Path | None) -> Path | None:
    return None if path is None else there(path)


PositionFile = Annotated[
    Path | None,
    typer.Option(
        "--position",
        metavar="FILE",
        help="A position as it stands at a table, in a file such as `show --yaml` writes; - is "
        "standard input.",
        show_default="the beginning",
        parser=position_file,
        callback=_there,
    ),
]


def position_entries(found: ReadFile, position: Path | None) -> tuple[Any, ...]:
    """What reading a position calls of what is compiled: nothing without one.

    Raises:
        InputError: for a kind of games that has no positions.
    """
    if position is None:
        return ()
    from autogm.game.positions import positions_of

    try:
        return tuple(positions_of(found.kind).entries)
    except ValueError as error:
        raise InputError(f"--position: {error}") from None


def given_state(found: ReadFile, game: Any, line: str | None, position: Path | None) -> Any | None:
    """The state of a game that a command is given, by either option; none without one.

    Raises:
        InputError: for a line that is none, is damaged or belongs to another game; for both at
            once; for a kind of games that has no positions.
        ScenarioError: with every fault of the position's file.
    """
    if position is None:
        return None if line is None else _of_line(found, game, line)
    if line is not None:
        raise InputError("--state and --position both say where to begin: leave one out")
    from autogm.model.source import STANDARD_INPUT

    if position == found.path == STANDARD_INPUT:
        raise InputError("--position: standard input is the scenario already")
    position_entries(found, position)
    from autogm.game.positions import read_position

    return read_position(found, game, position)


def given_start(found: ReadFile, game: Any, line: str | None, position: Path | None) -> Any | None:
    """The state that is played on from; none without one.

    Raises:
        InputError: as `given_state`, and where it is over.
        ScenarioError: as `given_state`.
    """
    start = given_state(found, game, line, position)
    if start is not None and start.is_terminal():
        what = "conflict" if found.kind.name == CONFLICT else "game"
        over = f"the {what} is over in this state: there is nothing left to play"
        raise InputError(f"--state: {over}; {WHERE}")
    return start


def _of_line(found: ReadFile, game: Any, line: str) -> Any:
    """The state of a line.

    Raises:
        InputError: for one that is no state line, is damaged or belongs to another game.
    """
    try:
        return game.deserialize(line)
    except ValueError as error:
        plain = found.kind.name != CONFLICT or "." in line
        words = error if plain else f"«{line}» is no state line"
        raise InputError(f"--state: {words}; {WHERE}") from None
