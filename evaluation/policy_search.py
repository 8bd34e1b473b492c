"""Improves the policy's weights in battles: `python -m evaluation.policy_search --into FILE
[--steps 100] [--conflicts 160] [--seed 3] [--continue FILE] [--against FILE|AGENT …]`.

What predicts a thinker's choices best is not what fights best, as with the value's weights. So the
weights are improved by what they win: an evolution strategy (Salimans and others, «Evolution
Strategies as a Scalable Alternative to Reinforcement Learning», 2017) tries small random changes,
each and its opposite, in battles of a skirmisher with the changed weights against skirmishers with
other weights, or against other agents (`--against`; the weights it began with, if none are named),
and against brawlers, on both sides of random large conflicts with the same dice; it goes the way on
which more was won. Each change is tried in a third of the conflicts, drawn anew, one battle a side:
most of what scatters is the conflict, not the dice. What is kept is a running mean of the weights,
since each step is noisy.

The score that is printed is that of the conflicts searched on, so it flatters; on fresh ones
`evaluation.strength` tells. A step takes some 1,700 battles for each opponent: 2 s against a
skirmisher, 45 s against a tactician.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from autogm.agents.base import Agent
from autogm.agents.playing import play_chunk
from autogm.agents.roster import agent
from autogm.agents.skirmisher import SkirmisherAgent, evaluator_of
from autogm.engine.codes import GM, N_TURN, PLAYERS, UNDECIDED_WIN
from autogm.engine.game import Game
from autogm.model.verbs import VERBS
from autogm.planner.policy.names import TURN
from autogm.planner.policy.weights import (
    FEATURES,
    NODES,
    PolicyWeights,
    read_policy,
    shipped_policy,
)
from autogm.planner.turn.tactician import Evaluator
from autogm.rules.loading import settle
from evaluation.arguments import agents
from evaluation.policy_fit import as_text
from tests.large import large_scenario

Array = np.ndarray[Any, Any]

FIRST = 4_000_000  # large conflicts are numbered from here: nothing else uses them
AGAINST_OTHERS = 0.7  # what battles against `--against` count, those against a brawler the rest
SPREAD, LEAST = 0.2, 0.3  # a change is so much of a weight, and of this besides
BESIDES = 0.35  # and so much of that where it is not on a turn
PAIRS = 8  # changes tried in a step, each and its opposite
A_PART = 3  # each in one conflict of so many
RATE, MOMENTUM, KEPT = 0.12, 0.85, 0.95
WRITTEN = 20  # steps after which what was found is written


@dataclass(frozen=True)
class Places:
    """Which weights are changed: those that are not 0."""

    features: Array
    verbs: Array

    @classmethod
    def of(cls, weights: PolicyWeights) -> Places:
        """Those of a policy."""
        return cls(np.argwhere(weights.by_family() != 0), np.argwhere(weights.by_node() != 0))

    def read(self, weights: PolicyWeights) -> Array:
        """The weights in a row."""
        features, verbs = weights.by_family(), weights.by_node()
        return np.concatenate([features[tuple(self.features.T)], verbs[tuple(self.verbs.T)]])

    def on_turn(self, there: float, elsewhere: float) -> Array:
        """A row with one number for weights of turns and another for all others."""
        turns = [*(self.features[:, 0] == TURN), *(self.verbs[:, 0] == N_TURN)]
        return np.where(turns, there, elsewhere)

    def policy(self, row: Array) -> PolicyWeights:
        """The policy with these weights."""
        families, kinds = list(FEATURES), {code: name for name, code in NODES.items()}
        features: dict[str, dict[str, float]] = {name: {} for name in families}
        verbs: dict[str, dict[str, float]] = {}
        for (family, place), weight in zip(self.features, row, strict=False):
            name = families[family]
            features[name][FEATURES[name][place]] = round(float(weight), 3)
        for (kind, verb), weight in zip(self.verbs, row[len(self.features) :], strict=True):
            verbs.setdefault(kinds[kind], {})[VERBS[verb].name] = round(float(weight), 3)
        return PolicyWeights(features, verbs)


class Searcher(SkirmisherAgent):
    """A skirmisher whose weights change."""

    def __init__(self, games: Sequence[Game]) -> None:
        super().__init__()
        self.made = {id(game): evaluator_of(game) for game in games}

    def evaluator(self, game: Game) -> Evaluator:
        """The evaluator of one of the games."""
        return self.made[id(game)]

    def take(self, weights: PolicyWeights) -> None:
        """Play with other weights from now on."""
        families, nodes = weights.by_family(), weights.by_node()
        for one in self.made.values():
            one.policies["weight"][:] = families
            one.policies["constant"][:] = nodes


class Search:
    """Battles of changed weights against other ones, or other agents, and brawlers."""

    def __init__(
        self, weights: PolicyWeights, against: Sequence[PolicyWeights | Agent], conflicts: int
    ) -> None:
        numbers = range(FIRST, FIRST + conflicts)
        self.games = [Game(settle(large_scenario(number))) for number in numbers]
        self.places = Places.of(weights)
        self.own = Searcher(self.games)
        self.opponents: list[tuple[Agent, float]] = [(agent("brawler"), 1.0 - AGAINST_OTHERS)]
        for one in against:
            self.opponents.append((self._opponent(one), AGAINST_OTHERS / len(against)))

    def _opponent(self, one: PolicyWeights | Agent) -> Agent:
        if not isinstance(one, PolicyWeights):
            return one
        other = Searcher(self.games)
        other.take(one)
        return other

    def score(self, row: Array, conflicts: Sequence[int], seed: int) -> float:
        """The share of the points that weights win in the conflicts of those places, 0.5 for an
        undecided battle."""
        self.own.take(self.places.policy(row))
        total = sum(
            share * self._points(self.games[place], other, seed)
            for place in conflicts
            for other, share in self.opponents
        )
        return total / len(conflicts)

    def _points(self, game: Game, other: Agent, seed: int) -> float:
        points = 0.0
        for side, seats in ((PLAYERS, (self.own, other)), (GM, (other, self.own))):
            winner = play_chunk(game, seed, 0, 1, seats).results[:, 0]
            points += float((winner == side + 1).sum() + 0.5 * (winner == UNDECIDED_WIN).sum())
        return points / 2


def search(battles: Search, weights: PolicyWeights, steps: int, seed: int, into: Path) -> None:
    """Search, and write the weights every `WRITTEN` steps."""
    random = np.random.default_rng(seed)
    row, number = battles.places.read(weights), len(battles.games)
    spread = SPREAD * (np.abs(row) + LEAST) * battles.places.on_turn(1.0, BESIDES)
    slope, kept = np.zeros_like(row), row.copy()
    print(f"at first {battles.score(row, range(number), seed):.4f}", flush=True)
    for step in range(1, steps + 1):
        gains, apart = np.zeros_like(row), 0.0
        for _ in range(PAIRS):
            change, dice = random.standard_normal(len(row)), int(random.integers(1 << 30))
            drawn = random.choice(number, max(1, number // A_PART), replace=False)
            part = [int(one) for one in drawn]
            more = battles.score(row + spread * change, part, dice)
            less = battles.score(row - spread * change, part, dice)
            gains, apart = gains + (more - less) * change, apart + abs(more - less)
        slope = MOMENTUM * slope + (1.0 - MOMENTUM) * gains / (2.0 * apart + 1e-9)
        row = row + RATE * spread * slope / (np.sqrt((slope**2).mean()) + 1e-9)
        kept = KEPT * kept + (1.0 - KEPT) * row
        if step % WRITTEN == 0 or step == steps:
            print(f"after {step} steps {battles.score(kept, range(number), seed):.4f}", flush=True)
            into.write_text(as_text(battles.places.policy(kept)), encoding="utf-8")


def opponent(named: str) -> PolicyWeights | Agent:
    """The weights in a file of that name, or else the agent.

    Raises:
        ArgumentTypeError: for what is neither.
    """
    if Path(named).is_file():
        return read_policy(Path(named))
    found = agents(named)
    if len(found) != 1:
        raise argparse.ArgumentTypeError(f"«{named}» is neither a file nor one agent")
    return agent(found[0])


def main(arguments: Sequence[str] | None = None) -> int:
    """Search and write the weights."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--into", type=Path, required=True)
    parser.add_argument("--continue", type=Path, dest="begin", help="begin with these weights")
    parser.add_argument("--steps", type=int, default=100)
    parser.add_argument("--conflicts", type=int, default=160)
    parser.add_argument("--seed", type=int, default=3)
    parser.add_argument(
        "--against", type=opponent, nargs="+", default=(), help="weights or agents to beat"
    )
    asked = parser.parse_args(arguments)
    weights = read_policy(asked.begin) if asked.begin else shipped_policy()
    search(
        Search(weights, asked.against or [weights], asked.conflicts),
        weights,
        asked.steps,
        asked.seed,
        asked.into,
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
