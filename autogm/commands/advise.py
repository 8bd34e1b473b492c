"""The command `advise`: the best choices of a state, with what they bring, and a sentence."""

from __future__ import annotations

from typing import Annotated

import typer

from autogm.agents.names import LEVELLED
from autogm.commands.battles import Scenario
from autogm.commands.frame import AsJson, InputError, compiling, console, print_json
from autogm.planner.levels import DEFAULT, LEVELS, LevelError, setting

WHERE = "`autogm replay FILE --json` has the line of each choice of a battle in `state`"


def advise(
    file: Scenario,
    state: Annotated[
        str | None,
        typer.Option(
            metavar="LINE",
            help="A state as one line, as `replay --json` has it in `state`.",
            show_default="the first choice",
        ),
    ] = None,
    level: Annotated[
        str,
        typer.Option(
            metavar="LEVEL",
            help="Who is asked: mediocre (0) to legendary (8); great:positions=5000 spends less. "
            "The planner's name may stand before it, as in --agents.",
        ),
    ] = LEVELS[-1].name,
    as_json: AsJson = False,
) -> None:
    """Say what is best for whoever is to choose, what each choice brings, and why."""
    from autogm.rules.loading import load

    try:
        asking = setting(_level_alone(level))
    except LevelError as error:
        raise InputError(f"--level: {error}") from None
    encounter = load(file)
    with compiling():
        from autogm.engine.game import Game
        from autogm.lab.advice import advise as weigh
        from autogm.lab.counsel import advice_tables, advice_values

    game = Game(encounter)
    try:
        asked = game.new_initial_state() if state is None else game.deserialize(state)
    except ValueError as error:
        words = error if "." in str(state) else f"«{state}» is no state line"
        raise InputError(f"--state: {words}; {WHERE}") from None
    advice = weigh(game, asked, asking)
    if as_json:
        print_json(advice_values(advice))
        return
    out = console()
    for part in advice_tables(advice):
        out.print(part, soft_wrap=False)
    if advice.node == "dice":
        out.print(f"Ask with --state about a choice after them: {WHERE}.")


def _level_alone(text: str) -> str:
    """A level without the agent whose level it is: `planner:great` is `great`, and `planner` the
    usual level."""
    name, _, level = text.partition(":")
    return (level or DEFAULT.name) if name == LEVELLED else text
