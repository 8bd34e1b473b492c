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
from autogm.commands.players import prepared
from autogm.lab.amount import FEW, MANY, SOME

if TYPE_CHECKING:
    from autogm.agents.base import Agent
    from autogm.agents.names import Seating
    from autogm.engine.game import Game
    from autogm.engine.state import State
    from autogm.lab.simulate import Simulation
    from autogm.lab.skill import Played

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
) -> tuple[Simulation, int]:
    """Battles played with progress on stderr, and the exit code: where they are interrupted, those
    that are over, and the code that says so.

    Raises:
        InputError: for a number of battles that cannot be played.
        Exit: where they are interrupted before one is over.
    """
    from autogm.lab.progress import battle_progress, counted_battles
    from autogm.lab.simulate import Stopped
    from autogm.lab.simulate import simulate as run

    with terminable() as stopped, battle_progress(number, progress) as told:
        try:
            found = run(
                game, number, seed, agents, start=start, workers=workers, progress=told,
                until=until, measures=measures,
            )  # fmt: skip
        except ValueError as error:
            raise InputError(str(error)) from None
        except Stopped as stop:
            return stop.found, stopped()
        except KeyboardInterrupt:
            tell("interrupted", f"none of {counted_battles(number)} is over", "bold red")
            raise typer.Exit(stopped()) from None
    return found, DONE


def by_skill(
    game: Game,
    found: Simulation,
    seating: Seating,
    seed: int,
    start: State | None,
    workers: int | None,
) -> tuple[list[Played], int]:
    """The same conflict for players of each level of skill, and the exit code. Where the players
    were played so already, their battles are told."""
    from autogm.lab.skill import SKILLS, agent_of, agents_for, battles_for, played

    told: list[Played] = []
    number = battles_for(found.battles)
    for skill in SKILLS:
        own = found
        if seating.fighters or seating.players != agent_of(skill, "conflict"):
            who = agents_for(skill, seating.gm)
            tell("playing", f"as {skill.name} would ({who})", "dim")
            _, agents = prepared(game.encounter, who, number)
            own, leave = counted(game, number, seed, agents, start, workers)
            if leave != DONE:
                return told, leave
        told.append(played(skill, own, own.verdict.said))
    return told, DONE
