"""What a slow agent gives away to exact play, at least and at most: `python -m
evaluation.loss_bounds --agents A,… [--conflicts C,…] [--within W] [--minutes M] [--seed S]
[--json]`, on the solved conflicts in `evaluation/conflicts`.

`evaluation.loss` asks an agent in every state that it can reach, which takes hours where each
answer takes a second. Here the other side chooses for the agent wherever it was not asked, always
what is worst for it: what it gives away then against a best response is the most that it can give
away. If it did what is best for it there, given what is known of it, that is the least. It is asked
next where battles of that worst play come to most often, each state counted by what lies between
both bounds there, until those of the conflict are no more than W apart or its share of the minutes
is over. Both are exact sums over the whole graph, in chance of winning (u / 2), or in u where more
than victory is at stake. The seed is for agents that draw random numbers.
"""

from __future__ import annotations

import argparse
import json
import math
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from itertools import count
from statistics import mean
from typing import Any

import numpy as np
from rich.console import Console

from autogm.agents.base import RandomSource
from autogm.agents.roster import agent
from autogm.engine.codes import GM, PLAYERS
from autogm.engine.state import State
from autogm.game.graph import PLAYERS_CHOOSE
from autogm.lab.progress import status_line
from autogm.planner.solving import play
from autogm.planner.solving.solver import Solution, victory_alone
from evaluation.arguments import above_zero, agents, some_of
from evaluation.loss import CONFLICTS, SEED, solved
from evaluation.tables import console, plain_table

WITHIN = 0.001
AT_ONCE = 32
"""States that are asked about before the bounds are summed again, at most."""
LEAST = 0.1
"""Of the weight of the state that weighs most: what weighs less waits for other bounds."""
NEVER = 1e-12  # a state that weighs less is never met, or its bounds have met

Array = np.ndarray[Any, Any]
Decide = Callable[[State], int]


@dataclass(frozen=True)
class Bounds:
    """What an agent gives away on one side of a conflict at least and at most, and in how many
    `asked` of the `states` where that side chooses it was asked."""

    least: float
    most: float
    asked: int
    states: int


@dataclass(frozen=True)
class BoundedLoss:
    """The bounds of both sides of a conflict."""

    conflict: str
    players: Bounds
    gm: Bounds

    @property
    def least(self) -> float:
        """The mean of both sides, at least."""
        return (self.players.least + self.gm.least) / 2

    @property
    def most(self) -> float:
        """The same at most."""
        return (self.players.most + self.gm.most) / 2


def seat_bounds(
    found: Solution, decide: Decide, side: int, within: float, minutes: float = math.inf
) -> Bounds:
    """What a player who decides like that on one side gives away against a best response, to
    `within` in the conflict's unit, as far as the minutes suffice."""
    space, ends = found.space, time.monotonic() + 60 * minutes
    unit = 0.5 if victory_alone(found.game) else 1.0
    sign = 1.0 if side == PLAYERS else -1.0
    chooses = space.kinds == PLAYERS_CHOOSE + side
    asked = np.zeros(space.states, bool)
    chosen = found.best.copy()
    while True:
        best, worst, acting = play.bounds(found, chosen, asked, side)
        least, most = (unit * sign * (found.value - float(one[0])) for one in (best, worst))
        gaps = np.where(chooses & ~asked, np.abs(best - worst), 0.0)
        weights = play.visits(found, acting) * gaps
        if weights.max() <= NEVER:  # asked wherever that battle comes to, so it loses that much
            here = play.worth(found, acting, PLAYERS, GM)
            least, weights = max(least, unit * sign * (found.value - here)), gaps
        top = float(weights.max())
        if most - least <= within or top <= NEVER or time.monotonic() > ends:
            return Bounds(least, most, int(asked.sum()), int(chooses.sum()))
        for place in np.argsort(-weights)[:AT_ONCE]:
            if weights[place] < LEAST * top or time.monotonic() > ends:
                break
            state = space.state(int(place))
            chosen[place], asked[place] = state.legal_actions().index(decide(state)), True


def bounded_loss(
    found: Solution, conflict: str, name: str, within: float, minutes: float, seed: int = SEED
) -> BoundedLoss:
    """The bounds of an agent in a solved conflict, each side with half of the minutes."""
    player, number = agent(name), count()

    def decide(state: State) -> int:
        return player.decide(state, RandomSource(seed, 0, next(number))).action

    sides = (seat_bounds(found, decide, side, within, minutes / 2) for side in (PLAYERS, GM))
    return BoundedLoss(conflict, *sides)


def show(bounds: dict[str, list[BoundedLoss]], to: Console) -> None:
    """A table for each agent; a figure stands for both bounds where they are alike."""
    columns = ("players", "gm", "a battle", "asked", "of")
    for name, rows in bounds.items():
        table = plain_table(f"{name}: given away", "conflict", *columns)
        for row in rows:
            seats = (row.players, row.gm)
            table.add_row(
                row.conflict,
                *(_between(one.least, one.most) for one in (*seats, row)),
                f"{sum(one.asked for one in seats):,}",
                f"{sum(one.states for one in seats):,}",
            )
        least, most = mean(row.least for row in rows), mean(row.most for row in rows)
        table.add_row("mean", "", "", _between(least, most), "", "")
        to.print(table)


def _between(least: float, most: float) -> str:
    low, high = (f"{round(one, 4) + 0.0:.4f}" for one in (least, most))
    return low if low == high else f"{low}–{high}"


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m evaluation.loss_bounds", description=__doc__)
    parser.add_argument("--agents", type=agents, required=True, help="names, with commas between")
    parser.add_argument(
        "--conflicts", type=some_of("conflict", CONFLICTS), default=CONFLICTS, help="likewise"
    )
    parser.add_argument("--within", type=above_zero, default=WITHIN)
    parser.add_argument("--minutes", type=above_zero, default=math.inf, help="in all")
    parser.add_argument("--seed", type=int, default=SEED, help="for agents that draw lots")
    parser.add_argument("--json", action="store_true", help="print JSON, alone on stdout")
    chosen = parser.parse_args(arguments)
    bounds: dict[str, list[BoundedLoss]] = {name: [] for name in chosen.agents}
    each = chosen.minutes / len(chosen.agents) / len(chosen.conflicts)
    with status_line("solving") as say:
        for conflict in chosen.conflicts:
            say(f"solving {conflict}")
            found = solved(conflict)
            for name, rows in bounds.items():
                say(f"{name} in {conflict}")
                rows.append(bounded_loss(found, conflict, name, chosen.within, each, chosen.seed))
    if chosen.json:
        print(json.dumps({name: [asdict(row) for row in rows] for name, rows in bounds.items()}))
    else:
        show(bounds, console())


if __name__ == "__main__":
    main()
