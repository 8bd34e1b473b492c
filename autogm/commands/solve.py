"""The command `solve`: the exact value of a small conflict."""

from __future__ import annotations

from math import log10
from typing import Annotated

import typer

from autogm.commands import plain
from autogm.commands.arguments import Scenario, count
from autogm.commands.frame import AsJson, InputError, console, print_json, progress, tell
from autogm.commands.states import PositionFile, StateLine, given_start, position_entries

MOST_EXCHANGES = 1_000
MOST_STATES, USUAL_STATES = 100_000_000, 20_000_000


def solve(
    file: Scenario,
    horizon: Annotated[
        int | None,
        typer.Option(
            metavar="N", help="Solve for so many exchanges.", show_default="the scenario's limit"
        ),
    ] = None,
    max_states: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            parser=count,
            help="Give up beyond so many states, such as 500k or 20m.",
            show_default="20m; in other games less",
        ),
    ] = None,
    state: StateLine = None,
    position: PositionFile = None,
    as_json: AsJson = False,
) -> None:
    """Find the exact value of a small conflict, or of a state of it, with best play of both sides,
    and the best move."""
    if horizon is not None and not 1 <= horizon <= MOST_EXCHANGES:
        raise InputError(f"--horizon counts exchanges: 1 to {MOST_EXCHANGES}, not {horizon}")
    if max_states is not None and not 1 <= max_states <= MOST_STATES:
        raise InputError(f"--max-states goes from 1 to {MOST_STATES:,}, not {max_states:,}")
    from autogm.game.registry import read_file

    found_file = read_file(file)
    if not plain.is_conflict(found_file):
        plain.only_conflicts(found_file, horizon=horizon is not None)
        plain.solve(found_file, max_states, (state, position), as_json)
        return
    max_states = max_states or USUAL_STATES
    encounter = found_file.content
    from autogm.analysis.solved import solution_tables, solution_values
    from autogm.commands.building import prepare
    from autogm.engine.entries import apply_at, legal_at
    from autogm.engine.game import Game
    from autogm.lab.progress import status_line
    from autogm.planner.solving.solutions import doublings, growth_to_the_end, looks_small
    from autogm.planner.solving.solver import ENTRIES, TooLargeError
    from autogm.planner.solving.solver import solve as run

    prepare([apply_at, legal_at, *ENTRIES, *position_entries(found_file, position)])

    game = Game(encounter)
    given = given_start(found_file, game, state, position)
    start = game.new_initial_state() if given is None else given
    growth = growth_to_the_end(start, max_states)
    if not looks_small(start, max_states):
        size = f"10^{doublings(start) * log10(2):.0f}"
        words = (
            f"what its fighters can lose and where they can be makes about {size} states; "
            f"at most {max_states:,} are stored"
        )
        tell("note", f"this conflict looks too large to be solved: {words}", "yellow")
    with status_line("finding every state", progress) as say:
        try:
            found = run(game, horizon, max_states, say=say, start=given, growth=growth)
        except TooLargeError as error:
            raise InputError(
                f"{error}. Fewer `actions`, points, boxes, consequences and templates make a "
                "conflict smaller; --max-states allows more. The files in evaluation/conflicts "
                "show how small is small enough"
            ) from None
    if as_json:
        print_json(solution_values(found))
        return
    out = console()
    for part in solution_tables(found):
        out.print(part, soft_wrap=False)
