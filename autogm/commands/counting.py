"""Battles that are played to be counted, with progress and signals."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from autogm.agents.names import LEVELLED
from autogm.commands.arguments import count
from autogm.commands.frame import (
    DONE,
    InputError,
    progress,
    tell,
    terminable,
)
from autogm.lab.amount import FEW, MANY, SOME

if TYPE_CHECKING:
    from autogm.agents.base import Agent
    from autogm.engine.game import Game
    from autogm.engine.state import State
    from autogm.lab.simulate import Simulation

Battles = Annotated[
    int | None,
    typer.Option(
        "-n",
        "--battles",
        metavar="N",
        parser=count,
        help="How many battles, such as 500 or 10k.",
        show_default=f"{SOME[-1]} to {SOME[0]:,} by how many fight; {MANY:,} of brawlers; "
        f"{FEW} with a {LEVELLED}",
    ),
]


def counted(
    game: Game,
    number: int,
    seed: int,
    agents: tuple[Agent, Agent],
    start: State | None,
    workers: int | None = None,
    until: float | None = None,
    measures: bool = False,
) -> tuple[Simulation | None, int]:
    """Battles played with progress on stderr, and the exit code: where they are interrupted, those
    that are over (None: not one), and the code that says so.

    Raises:
        InputError: for a number of battles that cannot be played.
    """
    from autogm.lab.progress import battle_progress
    from autogm.lab.simulate import Stopped, check
    from autogm.lab.simulate import simulate as run

    try:
        check(game, number, start)
    except ValueError as error:
        raise InputError(str(error)) from None
    with terminable() as stopped, battle_progress(expected(number, until), progress) as told:
        try:
            found = run(
                game, number, seed, agents, start=start, workers=workers, progress=told,
                until=until, measures=measures,
                expects=(lambda _: None) if until is None else told.expect,
            )  # fmt: skip
        except Stopped as stop:
            return stop.found, stopped()
        except KeyboardInterrupt:
            return None, stopped()
    return found, DONE


def expected(number: int, until: float | None) -> int:
    """How many of `number` battles are expected to be played before the first is over, `until` the
    share of the players is known to so much."""
    from autogm.analysis.looks import Looks

    return number if until is None else min(number, Looks(until).expected(0, 0))


def tell_none_over(number: int) -> None:
    """Say that it was interrupted before the first was over."""
    from autogm.lab.progress import counted_battles

    tell("interrupted", f"none of {counted_battles(number)} is over", "bold red")
