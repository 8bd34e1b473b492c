"""The command `advise`: the best choices of a state, with what they bring, and a sentence."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

import typer

from autogm.agents.names import LEVELLED
from autogm.commands import plain
from autogm.commands.arguments import Scenario, count
from autogm.commands.battles import counted
from autogm.commands.frame import DONE, AsJson, InputError, console, print_json
from autogm.commands.sides import Audience
from autogm.commands.states import WHERE, StateLine, read_state
from autogm.planner.levels import DEFAULT, LEVELS, LevelError, setting

PLAYS, SEED, BATTLES = "tactician", 1, 40
"""Who plays on for both sides, with which dice, those of `simulate` without `--seed`, and how
often."""


def advise(
    file: Scenario,
    state: StateLine = None,
    level: Annotated[
        str,
        typer.Option(
            metavar="LEVEL",
            help="Who is asked: mediocre (0) to legendary (8); great:positions=5000 spends less. "
            "The planner's name may stand before it, as in --agents.",
        ),
    ] = LEVELS[-1].name,
    battles: Annotated[
        int,
        typer.Option(
            "--battles",
            metavar="N",
            parser=count,
            help="Unless it is counted out, play on from there so many times, 0 for not, and count "
            f"who wins: `simulate --state LINE --agents {PLAYS}`.",
        ),
    ] = BATTLES,
    audience: Annotated[
        Audience | None,
        typer.Option(
            "--for",
            help="From what this side may know, whose choice it has to be: without hidden aspects, "
            "ambushers, unexplored ground, the other side's reinforcements; all: from everything.",
            show_default="the side that chooses",
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Say what is best for whoever is to choose, what each choice brings, and why: worked out from
    what that side may know."""
    from autogm.game.registry import read_file

    try:
        asking = setting(_level_alone(level))
    except LevelError as error:
        raise InputError(f"--level: {error}") from None
    if battles < 0:
        raise InputError(f"--battles says how often to play on: 0 for not, not {battles}")
    found_file = read_file(file)
    if not plain.is_conflict(found_file):
        for_side = {"for": audience is not None}
        plain.only_conflicts(found_file, level=level != LEVELS[-1].name, **for_side)
        plain.advise(found_file, state, battles, SEED, as_json)
        return
    encounter = found_file.content
    from autogm.agents.playing import needed
    from autogm.agents.roster import seats
    from autogm.analysis.advice import advise as weigh
    from autogm.analysis.counsel import advice_tables, advice_values
    from autogm.commands.building import prepare
    from autogm.engine.entries import apply_at, legal_at
    from autogm.engine.game import Game
    from autogm.planner.planner import ENTRIES

    prepare([apply_at, legal_at, *ENTRIES, *(needed(seats(PLAYS)) if battles else ())])
    game = Game(encounter)
    asked = game.new_initial_state() if state is None else read_state(game, state)
    to, everything = (None, False) if audience is None else (audience.side, audience.side is None)
    try:
        advice, leave = weigh(game, asked, asking, to=to, everything=everything), DONE
    except ValueError as error:
        raise InputError(f"--for {audience}: {error}") from None
    if battles and not advice.solved and not advice.unknown and not asked.is_terminal():
        played, leave = counted(advice.game, battles, SEED, seats(PLAYS), advice.state)
        advice = replace(advice, played=played)
    if as_json:
        print_json(advice_values(advice))
        raise typer.Exit(leave)
    out = console()
    for part in advice_tables(advice):
        out.print(part, soft_wrap=False)
    if advice.node == "dice":
        out.print(f"Ask with --state about a choice after them: {WHERE}.")
    raise typer.Exit(leave)


def _level_alone(text: str) -> str:
    """A level without the agent whose level it is: `planner:great` is `great`, and `planner` the
    usual level."""
    name, _, level = text.partition(":")
    return (level or DEFAULT.name) if name == LEVELLED else text
