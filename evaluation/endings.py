"""Which endings a planner finds small enough to solve, and how many states it counts for nothing:
`python -m evaluation.endings [--conflicts N] [--states N] [--seed S] [--json]`, in random
conflicts.

A planner does not try to solve what looks too large (`doublings`), and gives up what grows too fast
(`GROWTH` in `planner/solving/solutions.py`). Here the states that follow positions from battles of
the tactician against itself are counted to the end, or up to the limit of `states`, to see which
positions could be solved, what either rule loses, and how many states are found before a failing
attempt is given up. Intervals are 95%, from resampling the conflicts.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from itertools import islice

import numpy as np
from rich.console import Console

from autogm.engine.state import State
from autogm.game.graph import TooLargeError
from autogm.lab.progress import status_line
from autogm.model.scenario import Scenario
from autogm.planner.levels import DEFAULT
from autogm.planner.solving.solutions import growth_for, looks_small
from autogm.planner.solving.space import StateSpace
from evaluation.arguments import count
from evaluation.planner_speed import positions_of
from evaluation.tables import console, plain_table
from evaluation.value_fit import Figure, over_scenarios
from evaluation.value_play import conflicts
from tests.bare import bare_scenario
from tests.generator import random_scenario
from tests.large import large_scenario

KINDS: dict[str, Callable[[int], Scenario]] = {
    "with little in them": bare_scenario,
    "small": random_scenario,
    "large": large_scenario,
}
POSITIONS, STEP = 8, 7  # of each conflict, and how many choices lie between them
CONFLICTS, SEED = 60, 1


@dataclass(frozen=True)
class Ending:
    """A position: the number of its conflict; whether it can be solved within the limit, looks as
    if it could be, and is given up for its growth though it could be; and how many states are found
    until that is known, with giving up and without."""

    conflict: int
    small: bool
    looks_small: bool
    missed: bool
    found: int
    found_without: int


@dataclass(frozen=True)
class Endings:
    """The positions of one kind of conflict. Shares: of all positions that could be solved; of
    these, the ones not solved since they look too large or grow too fast; of all positions, those
    tried in vain; and of the states found in vain without giving up, those still found with it."""

    kind: str
    positions: int
    solvable: int
    missed_by_looks: Figure | None
    missed_by_growth: Figure | None
    in_vain: Figure
    work: Figure | None


def ending(conflict: int, state: State, states: int) -> Ending:
    """A position, its states counted to the end or up to the limit of `states`."""
    small, without = counted(state, states, ())
    going_on, found = counted(state, states, growth_for(states))
    return Ending(
        conflict, small, looks_small(state, states), small and not going_on, found, without
    )


def counted(state: State, states: int, growth: Sequence[tuple[int, float]]) -> tuple[bool, int]:
    """Whether all states that can follow were found, and how many were."""
    try:
        return True, StateSpace(state.game, states, start=state, growth=growth).states
    except TooLargeError as error:
        return False, states if error.count is None else error.count


def measure(
    kind: str, number: int, states: int, seed: int, say: Callable[[str], None]
) -> list[Ending]:
    """The positions of so many conflicts of a kind."""
    found = []
    for conflict, game in enumerate(islice(conflicts(KINDS[kind], seed), number)):
        say(f"{kind}, conflict {conflict + 1}")
        for state in positions_of(game, seed, POSITIONS, STEP):
            found.append(ending(conflict, state, states))
    return found


def summed_up(kind: str, found: Sequence[Ending], seed: int) -> Endings:
    """The figures of a kind of conflict."""

    def share(those: Sequence[Ending], true: Callable[[Ending], float]) -> Figure | None:
        if not those:
            return None
        figures = np.array([float(true(one)) for one in those])
        return over_scenarios(figures, np.array([one.conflict for one in those]), seed)

    solvable = [one for one in found if one.small]
    vain = [one for one in found if one.looks_small and not one.small]
    in_vain = share(found, lambda one: one.looks_small and not one.small)
    if in_vain is None:
        raise ValueError("there are no positions to sum up")
    return Endings(
        kind,
        len(found),
        len(solvable),
        share(solvable, lambda one: not one.looks_small),
        share(solvable, lambda one: one.looks_small and one.missed),
        in_vain,
        share(vain, lambda one: one.found / one.found_without),
    )


def show(found: Sequence[Endings], states: int, console: Console) -> None:
    """The figures as a table."""
    table = plain_table(
        f"Endings of at most {states:,} states", "conflicts", "positions", "can be solved",
        "look too large", "given up", "tried in vain", "of the states in vain",
    )  # fmt: skip
    for one in found:
        shares = (one.missed_by_looks, one.missed_by_growth, one.in_vain, one.work)
        table.add_row(one.kind, f"{one.positions}", f"{one.solvable}", *map(_percent, shares))
    console.print(table)


def _percent(figure: Figure | None) -> str:
    if figure is None:
        return "-"
    return f"{figure.mean:.1%} ({figure.low:.1%} to {figure.high:.1%})"


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m evaluation.endings", description=__doc__)
    parser.add_argument("--json", action="store_true", help="print JSON, alone on stdout")
    parser.add_argument("--conflicts", type=count, default=CONFLICTS, help="of each kind")
    parser.add_argument("--states", type=count, default=DEFAULT.budget.states, help="the limit")
    parser.add_argument("--seed", type=int, default=SEED)
    chosen = parser.parse_args(arguments)
    with status_line("counting") as say:
        found = [
            summed_up(
                kind, measure(kind, chosen.conflicts, chosen.states, chosen.seed, say), chosen.seed
            )
            for kind in KINDS
        ]
    if chosen.json:
        print(
            json.dumps({"states": chosen.states, "kinds": [asdict(one) for one in found]}, indent=2)
        )
    else:
        show(found, chosen.states, console())


if __name__ == "__main__":
    main()
