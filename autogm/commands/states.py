"""States that commands are given as a line: the option, and how a line is read or refused."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from autogm.commands.frame import InputError

if TYPE_CHECKING:
    from autogm.engine.game import Game
    from autogm.engine.state import State

WHERE = "`autogm replay FILE --json` has the line of each choice of a battle in `state`"

StateLine = Annotated[
    str | None,
    typer.Option(
        "--state",
        metavar="LINE",
        help="A state as one line, as `replay --json` has it in `state`.",
        show_default="the beginning",
    ),
]


def read_state(game: Game, line: str) -> State:
    """The state of a line.

    Raises:
        InputError: for one that is no state line, is damaged or belongs to another conflict.
    """
    try:
        return game.deserialize(line)
    except ValueError as error:
        words = error if "." in line else f"«{line}» is no state line"
        raise InputError(f"--state: {words}; {WHERE}") from None


def read_start(game: Game, line: str | None) -> State | None:
    """The state of a line that battles are played on from; none without a line.

    Raises:
        InputError: as `read_state`, and where the conflict is over.
    """
    if line is None:
        return None
    from autogm.agents.playing import check_start

    start = read_state(game, line)
    try:
        check_start(game, start)
    except ValueError as error:
        raise InputError(f"--state: {error}; {WHERE}") from None
    return start
