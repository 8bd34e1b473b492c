"""Improves the policy's weights in battles: `python -m evaluation.policy_search --into FILE
[--steps 200] [--conflicts 80] [--seed 5] [--continue FILE]`.

What predicts a thinker's choices best is not what fights best, as with the value's weights. So the
weights that were fitted to the tactician's choices (`evaluation.policy_fit`) are improved by what
they win: an evolution strategy (Salimans and others, «Evolution Strategies as a Scalable
Alternative to Reinforcement Learning», 2017) tries small random changes, each and its opposite, in
battles of a skirmisher with the changed weights against one with those it began with and against
brawlers, on both sides of random large conflicts with the same dice; it goes the way on which more
was won. What is kept is a running mean of the weights, since each step is noisy.

The score that is printed is that of the conflicts searched on, so it flatters; on fresh ones
`evaluation.strength` tells. Each step takes some 25,000 battles.
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
from autogm.engine.codes import GM, PLAYERS, UNDECIDED_WIN
from autogm.engine.game import Game
from autogm.model.verbs import VERBS
from autogm.planner.policy.weights import (
    FEATURES,
    NODES,
    PolicyWeights,
    read_policy,
    shipped_policy,
)
from autogm.planner.turn.tactician import Evaluator
from autogm.rules.loading import settle
from evaluation.policy_fit import as_text
from tests.large import large_scenario

Array = np.ndarray[Any, Any]

FIRST = 4_000_000  # large conflicts are numbered from here: nothing else uses them
AGAINST_ITSELF = 0.7  # what a battle against the old weights counts, one against a brawler the rest
SPREAD, LEAST = 0.15, 0.25  # a change is so much of a weight, and of this besides
PAIRS = 20  # changes tried in a step, each and its opposite
RATE, MOMENTUM, KEPT = 0.12, 0.8, 0.97
BATTLES = 2  # of a conflict and side


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
    """Battles of changed weights against those that the search began with."""

    def __init__(self, weights: PolicyWeights, conflicts: int) -> None:
        numbers = range(FIRST, FIRST + conflicts)
        self.games = [Game(settle(large_scenario(number))) for number in numbers]
        self.places = Places.of(weights)
        self.own, self.former = Searcher(self.games), Searcher(self.games)
        self.former.take(weights)
        self.brawler = agent("brawler")

    def score(self, row: Array, seed: int, battles: int = BATTLES) -> float:
        """The share of the points that weights win, over all conflicts, 0.5 for an undecided
        battle."""
        self.own.take(self.places.policy(row))
        against = ((self.former, AGAINST_ITSELF), (self.brawler, 1.0 - AGAINST_ITSELF))
        total = sum(
            share * self._points(game, other, seed, battles)
            for game in self.games
            for other, share in against
        )
        return total / len(self.games)

    def _points(self, game: Game, other: Agent, seed: int, battles: int) -> float:
        points = 0.0
        for side, seats in ((PLAYERS, (self.own, other)), (GM, (other, self.own))):
            winner = play_chunk(game, seed, 0, battles, seats).results[:, 0]
            points += float((winner == side + 1).sum() + 0.5 * (winner == UNDECIDED_WIN).sum())
        return points / (2 * battles)


def search(weights: PolicyWeights, conflicts: int, steps: int, seed: int, into: Path) -> None:
    """Search, and write the weights every ten steps."""
    random, battles = np.random.default_rng(seed), Search(weights, conflicts)
    row = battles.places.read(weights)
    spread = SPREAD * (np.abs(row) + LEAST)
    slope, kept = np.zeros_like(row), row.copy()
    print(f"at first {battles.score(row, seed, 4):.4f}", flush=True)
    for step in range(1, steps + 1):
        gains, apart = np.zeros_like(row), 0.0
        for _ in range(PAIRS):
            change, dice = random.standard_normal(len(row)), int(random.integers(1 << 30))
            more = battles.score(row + spread * change, dice)
            less = battles.score(row - spread * change, dice)
            gains, apart = gains + (more - less) * change, apart + abs(more - less)
        slope = MOMENTUM * slope + (1.0 - MOMENTUM) * gains / (2.0 * apart + 1e-9)
        row = row + RATE * spread * slope / (np.sqrt((slope**2).mean()) + 1e-9)
        kept = KEPT * kept + (1.0 - KEPT) * row
        if step % 10 == 0 or step == steps:
            print(f"after {step} steps {battles.score(kept, seed, 4):.4f}", flush=True)
            into.write_text(as_text(battles.places.policy(kept)), encoding="utf-8")


def main(arguments: Sequence[str] | None = None) -> int:
    """Search and write the weights."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--into", type=Path, required=True)
    parser.add_argument("--continue", type=Path, dest="begin", help="begin with these weights")
    parser.add_argument("--steps", type=int, default=200)
    parser.add_argument("--conflicts", type=int, default=80)
    parser.add_argument("--seed", type=int, default=5)
    asked = parser.parse_args(arguments)
    weights = read_policy(asked.begin) if asked.begin else shipped_policy()
    search(weights, asked.conflicts, asked.steps, asked.seed, asked.into)
    return 0


if __name__ == "__main__":
    sys.exit(main())
