"""The command `advise`: the best choices of a state, with what they bring, and a sentence."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

import typer

from autogm.agents.names import DEFAULT as PLAYS
from autogm.agents.names import LEVELLED
from autogm.commands import plain
from autogm.commands.arguments import Scenario, count
from autogm.commands.counting import counted, tell_none_over
from autogm.commands.frame import (
    DONE,
    AsJson,
    InputError,
    console,
    print_json,
    progress,
    tell,
    terminable,
)
from autogm.commands.levels import level_alone
from autogm.commands.players import AGENTS_HELP, seating_of
from autogm.commands.sides import Audience
from autogm.commands.states import (
    WHERE,
    PositionFile,
    StateLine,
    given_state,
    position_entries,
)
from autogm.model.words import SIDES
from autogm.planner.levels import LEVELS, LevelError, setting

if TYPE_CHECKING:
    from autogm.agents.base import Agent
    from autogm.analysis.advice import Advice
    from autogm.engine.state import State

SEED, BATTLES = 1, 40
"""With which dice it is played on, those of `simulate` without `--seed`, and how often."""


def advise(
    file: Scenario,
    state: StateLine = None,
    position: PositionFile = None,
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
            help="Unless it is counted out, play on so many times, 0 for not, after the best "
            "choice and after the next, with the same dice, and count who wins.",
        ),
    ] = BATTLES,
    agents: Annotated[
        str | None,
        typer.Option(
            "--agents",
            metavar="WHO",
            help=f"Who plays on, for that: {AGENTS_HELP}",
            show_default=PLAYS,
        ),
    ] = None,
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
        asking = setting(level_alone(level))
    except LevelError as error:
        raise InputError(f"--level: {error}") from None
    if battles < 0:
        raise InputError(f"--battles says how often to play on: 0 for not, not {battles}")
    found_file = read_file(file)
    if not plain.is_conflict(found_file):
        asked_for = level != LEVELS[-1].name
        by_level = {"level": asked_for and not found_file.kind.graphed}
        plain.only_conflicts(found_file, **by_level, agents=agents is not None)
        whose = asking if asked_for else None
        plain.advise(found_file, (state, position), battles, SEED, whose, audience, as_json)
        return
    encounter = found_file.content
    seating_of(encounter, agents)
    from autogm.agents.playing import needed
    from autogm.agents.roster import seats
    from autogm.analysis.advice import advise as weigh
    from autogm.analysis.counsel import advice_tables, advice_values
    from autogm.commands.building import prepare
    from autogm.engine.entries import apply_at, legal_at
    from autogm.engine.game import Game
    from autogm.planner.planner import ENTRIES

    both = seats(agents, encounter=encounter)
    more = position_entries(found_file, position)
    prepare([apply_at, legal_at, *ENTRIES, *more, *(needed(both) if battles else ())])
    game = Game(encounter)
    given = given_state(found_file, game, state, position)
    asked = game.new_initial_state() if given is None else given
    to, everything = (None, False) if audience is None else (audience.side, audience.side is None)
    try:
        advice, leave = weigh(game, asked, asking, to=to, everything=everything), DONE
    except ValueError as error:
        raise InputError(f"--for {audience}: {error}") from None
    if audience is None:
        _note_left_out(asked, advice)
    if battles and not advice.unknown and not asked.is_terminal():
        advice, leave = _played(advice, battles, both)
    if as_json:
        print_json(advice_values(advice))
        raise typer.Exit(leave)
    out = console()
    for part in advice_tables(advice):
        out.print(part, soft_wrap=False)
    if advice.node == "dice":
        out.print(f"Ask with --state about a choice after them: {WHERE}.")
    raise typer.Exit(leave)


def _note_left_out(state: State, advice: Advice) -> None:
    """Say on stderr that something is left out, if it is: `simulate` counts it. Where somebody said
    for whom the advice is, it is not said, since it would give away that there is something."""
    from autogm.view.words.names import names_of

    if advice.to is not None and state.game.known(state, advice.to) is not None:
        side = names_of(state.game.encounter).sides[SIDES[advice.to]]
        words = f"what is hidden from {side} here is left out, of battles played on too"
        tell("note", f"{words}; --for all weighs everything", "yellow")


def _played(advice: Advice, battles: int, agents: tuple[Agent, Agent]) -> tuple[Advice, int]:
    """The advice with what battles show, and the exit code: played on after its best choices, and
    from its state where nobody chooses. What is counted out to the end is played by the level
    itself, where several choices win, to tell these apart."""
    if not advice.choices:
        played, leave = counted(advice.game, battles, SEED, agents, advice.state)
        if played is None:
            tell_none_over(battles)
        return replace(advice, played=played), leave
    from autogm.agents.roster import seats
    from autogm.analysis.trials import first_to_try, more_to_try, settled
    from autogm.lab.progress import battle_progress
    from autogm.lab.simulate import check
    from autogm.lab.trials import StoppedTrying, try_choices

    try:
        check(advice.game, battles)
    except ValueError as error:
        raise InputError(str(error)) from None
    if advice.solved:
        agents = seats(f"{LEVELLED}:{advice.level.name}")
    tried, choices, leave = [], first_to_try(advice), DONE
    while choices:
        with (
            terminable() as stopped,
            battle_progress(battles * len(choices), progress) as told,
        ):
            try:
                tried += try_choices(advice, choices, battles, SEED, agents, told)
            except StoppedTrying as stop:
                tried += stop.found
                leave = stopped()
                break
        choices = more_to_try(advice, tried)
    if leave != DONE:
        done = "one choice" if len(tried) == 1 else f"{len(tried) or 'none'} of the choices"
        tell("interrupted", f"battles were played on after {done}", "bold red")
    return settled(advice, tried), leave
