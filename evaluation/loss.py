"""How much agents give away to exact play: `python -m evaluation.loss [--json] [--agents A,…]
[--conflicts C,…] [--seed S]`, on the solved conflicts in `evaluation/conflicts`.

Two figures for each side that an agent plays, in chance of winning, which is u / 2 where victory
alone is at stake; elsewhere they are in the utility u itself: the stake of the players less the
stake of the GM, +1 a sure win, -1 a sure loss. Per battle: what the agent gives away against a best
response. Per decision: the thousandths that its choice is worth less than the best one, over the
decisions where the worst choice costs at least ten of them, each weighted by how often it is met
when the agent plays the perfect policy; and the share of these decisions that are as good as can
be. All of it is summed over the whole graph of states and nothing is sampled; the seed is for
agents that draw random numbers.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from itertools import count
from pathlib import Path
from statistics import mean
from typing import Any

import numpy as np
from rich.console import Console

from autogm.agents.base import RandomSource
from autogm.agents.roster import agent
from autogm.engine.codes import GM, PLAYERS
from autogm.engine.game import load_game
from autogm.engine.state import State
from autogm.game.graph import PLAYERS_CHOOSE
from autogm.lab.progress import status_line
from autogm.planner.solving import play
from autogm.planner.solving.solver import Solution, solve, victory_alone
from evaluation.arguments import agents, some_of
from evaluation.tables import console, plain_table

HERE = Path(__file__).resolve().parent / "conflicts"
CONFLICTS = tuple(sorted(path.stem for path in HERE.glob("*.yaml")))
MOST_STATES = 350_000
AGENTS = ("random", "brawler", "tactician")
PERFECT = "perfect"
UNIFORM = "random"  # draws from all legal actions alike, so its shares are known without asking
SEED = 1
MATTERS = 0.010
AS_GOOD = 0.0005

Array = np.ndarray[Any, Any]


@dataclass(frozen=True)
class Seat:
    """What an agent gives away on one side of a conflict: `battle` in chance of winning, `decision`
    in thousandths of it; `met` decisions that matter in a battle, of which the share `optimal` are
    as good as can be."""

    battle: float
    decision: float
    met: float
    optimal: float


@dataclass(frozen=True)
class Loss:
    """What an agent gives away in one conflict."""

    conflict: str
    value: float
    players: Seat
    gm: Seat

    @property
    def battle(self) -> float:
        """The mean of both sides."""
        return (self.players.battle + self.gm.battle) / 2

    @property
    def decision(self) -> float:
        """The mean over the decisions of both sides."""
        return self._over_decisions(lambda seat: seat.decision)

    @property
    def optimal(self) -> float:
        """The share of both sides' decisions that are as good as can be."""
        return self._over_decisions(lambda seat: seat.optimal)

    def _over_decisions(self, figure: Callable[[Seat], float]) -> float:
        seats = (self.players, self.gm)
        total = sum(seat.met for seat in seats)
        return sum(seat.met * figure(seat) for seat in seats) / total if total else 0.0

    def as_dict(self) -> dict[str, Any]:
        """As plain data."""
        means = {"battle": self.battle, "decision": self.decision, "optimal": self.optimal}
        return asdict(self) | means


def solved(conflict: str) -> Solution:
    """The solution of a conflict of the collection."""
    return solve(load_game(HERE / f"{conflict}.yaml"), max_states=MOST_STATES)


def shares_of(found: Solution, name: str, side: int, seed: int) -> Array:
    """The probabilities with which an agent, or the perfect policy, acts on its side (edges,). An
    agent is asked only in the states that it can reach."""
    if name == PERFECT:
        return play.settled(found, found.best)
    if name == UNIFORM:
        return play.uniform(found)
    player, asked = agent(name), count()

    def decide(state: State) -> int:
        return player.decide(state, RandomSource(seed, 0, next(asked))).action

    return play.settled(found, found.policy(decide, side))


def seat_loss(found: Solution, shares: Array, side: int) -> Seat:
    """What a player gives away that acts by shares (edges,) on one side."""
    chance = 0.5 if victory_alone(found.game) else 1.0
    worth = play.worth(found, shares, side)
    battle = found.value - worth if side == PLAYERS else worth - found.value
    best = play.settled(found, found.best)
    acting = play.seated(found, *((shares, best) if side == PLAYERS else (best, shares)))
    lost = chance * play.given_away(found)
    matters = found.space.kinds == PLAYERS_CHOOSE + side
    matters &= play.at_stake(found, lost) >= MATTERS
    met = np.where(matters, play.visits(found, acting), 0.0)
    often = np.repeat(met, np.diff(found.space.starts)) * acting
    total = float(met.sum())
    if not total:
        return Seat(chance * battle, 0.0, 0.0, 1.0)
    return Seat(
        chance * battle,
        1000 * float(often @ lost) / total,
        total,
        float(often[lost <= AS_GOOD].sum()) / total,
    )


def loss(found: Solution, conflict: str, name: str, seed: int = SEED) -> Loss:
    """What an agent, or the perfect policy, gives away in a solved conflict."""
    seats = (seat_loss(found, shares_of(found, name, side, seed), side) for side in (PLAYERS, GM))
    return Loss(conflict, found.value, *seats)


def measure(
    names: Sequence[str], conflicts: Sequence[str], seed: int, say: Callable[[str], None]
) -> dict[str, list[Loss]]:
    """The losses of each agent, conflict by conflict."""
    losses: dict[str, list[Loss]] = {name: [] for name in names}
    for conflict in conflicts:
        say(f"solving {conflict}")
        found = solved(conflict)
        for name in names:
            say(f"{name} in {conflict}")
            losses[name].append(loss(found, conflict, name, seed))
    return losses


MEANS = ("battle", "decision", "optimal")
COLUMNS = ("players", "gm", "a battle", "‰ a decision", "optimal")


def means(losses: Sequence[Loss]) -> dict[str, float]:
    """Means over conflicts, each counting once."""
    return {name: mean(getattr(one, name) for one in losses) for name in MEANS}


def show(losses: dict[str, list[Loss]], console: Console) -> None:
    """A table for each agent, and the means."""
    for name, rows in losses.items():
        table = plain_table(f"{name}: chance of winning given away", "conflict", "value", *COLUMNS)
        for one in rows:
            sides = (_plain(seat.battle) for seat in (one.players, one.gm))
            table.add_row(one.conflict, f"{one.value:+.4f}", *sides, *_figures(one.as_dict()))
        console.print(table)
    table = plain_table("Means over conflicts", "agent", *COLUMNS)
    for name, rows in losses.items():
        players, gm = mean(one.players.battle for one in rows), mean(one.gm.battle for one in rows)
        table.add_row(name, _plain(players), _plain(gm), *_figures(means(rows)))
    console.print(table)


def _figures(of: dict[str, float]) -> tuple[str, str, str]:
    return _plain(of["battle"]), f"{of['decision']:.1f}", f"{of['optimal']:.1%}"


def _plain(figure: float) -> str:
    """Four digits, and zero without a sign."""
    return f"{round(figure, 4) + 0.0:.4f}"


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m evaluation.loss", description=__doc__)
    parser.add_argument("--json", action="store_true", help="print JSON, alone on stdout")
    parser.add_argument("--agents", type=agents, default=AGENTS, help="names, with commas between")
    parser.add_argument(
        "--conflicts", type=some_of("conflict", CONFLICTS), default=CONFLICTS, help="likewise"
    )
    parser.add_argument("--seed", type=int, default=SEED, help="for agents that draw lots")
    chosen = parser.parse_args(arguments)
    with status_line("solving") as say:
        losses = measure([*chosen.agents, PERFECT], chosen.conflicts, chosen.seed, say)
    if chosen.json:
        found = {
            name: {"means": means(rows), "conflicts": [one.as_dict() for one in rows]}
            for name, rows in losses.items()
        }
        print(json.dumps({"seed": chosen.seed, "agents": found}, indent=2))
    else:
        show(losses, console())


if __name__ == "__main__":
    main()
