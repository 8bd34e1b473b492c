"""Where the policy differs from the tactician, and what that costs:
`python -m evaluation.policy_gap [--weights FILE] [--first N] [--conflicts N] [--pairs N]
[--nodes NODE,…] [--seed S] [--json]`.

The first table is of choices by kind of node, in battles of skirmishers and, every second one, of
tacticians: how often what the tactician takes is among the one, three or five choices that the
policy prefers (choices that are worth the same count as one), and what the policy's best gives
away, in thousandths of u, by the tactician's worths (`Tactician.expand`). The second, with
`--pairs`, is of battles against the tactician: the score of a skirmisher who chooses as the
tactician does at some kinds of node, and by how much that is more than the skirmisher's own in the
same battles, so that the decisions that are worth most are known.

Conflicts are those of `tests.large` from number `--first` on, which nothing is fitted to; each is
played on both sides with the same dice, and such a pair is one observation.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
from rich.console import Console

from autogm.agents.base import Agent, Decision, RandomSource
from autogm.agents.evaluators import Evaluators
from autogm.agents.playing import play_chunk
from autogm.agents.roster import agent
from autogm.agents.skirmisher import SkirmisherAgent, evaluator_of
from autogm.agents.tactician import first_choice
from autogm.engine.codes import CHANCE, GM, PLAYERS, UNDECIDED_WIN
from autogm.engine.game import Game, new_buffer
from autogm.engine.layout import MAX_ACTIONS
from autogm.engine.state import State
from autogm.game.rows import rows
from autogm.lab.progress import status_line
from autogm.planner.policy.preferred import features_of, preferred_at
from autogm.planner.policy.weights import (
    MOST_FEATURES,
    NODES,
    PolicyWeights,
    read_policy,
    shipped_policy,
)
from autogm.planner.turn.tactician import Evaluator, Tactician
from autogm.rules.loading import settle
from evaluation.arguments import count, some_of
from evaluation.policy_fit import RULED
from evaluation.tables import console, plain_table
from tests.large import large_scenario

Array = np.ndarray[Any, Any]

FIRST = 6_000_000  # nothing is fitted to the conflicts numbered from here
SAME = 1e-4  # u: choices that differ by less are as good
AMONG = (1, 3, 5)
GROUPS = (
    "turn,duel,order,absorb,skill+defend,concede,oppose,block+blocked,bonus+drive,compel+answer"
)
SHARE = 0.5  # of the choices of a battle that are looked at
KIND_NAMES = {code: name for name, code in NODES.items()}
CONFIDENCE = 1.96


@dataclass
class Agreement:
    """How often the tactician's choice was among the first of the policy's, and what the first gave
    away in all, in u, beside a choice at random."""

    number: int = 0
    among: list[int] = field(default_factory=lambda: [0] * len(AMONG))
    lost: float = 0.0
    blind: float = 0.0

    def note(self, scores: Array, worths: Array) -> None:
        """One choice: the scores of the legal actions, and their worths to who chooses, not a
        number for skills that lag behind."""
        order, most = np.argsort(-scores, kind="stable"), float(np.nanmax(worths))
        good = worths[order] >= most - SAME
        place = int(np.argmax(good))
        self.number += 1
        for column, first in enumerate(AMONG):
            self.among[column] += place < first
        self.lost += most - float(worths[order[0]])
        self.blind += most - float(np.nanmean(worths))

    def as_dict(self) -> dict[str, float]:
        """As plain data: shares, and thousandths of u a choice."""
        each = max(1, self.number)
        shares = {f"first {most}": n / each for most, n in zip(AMONG, self.among, strict=True)}
        return {"choices": self.number, **shares,
                "lost": 1000 * self.lost / each, "at random": 1000 * self.blind / each}  # fmt: skip


class Learned(SkirmisherAgent):
    """A skirmisher with weights of one's own."""

    def __init__(self, weights: PolicyWeights) -> None:
        def made(game: Game) -> Evaluator:
            evaluator = evaluator_of(game)
            evaluator.policies["weight"][:] = weights.by_family()
            evaluator.policies["constant"][:] = weights.by_node()
            return evaluator

        self._evaluators = Evaluators(made)


class Replaced:
    """A skirmisher who chooses at some kinds of nodes what the tactician would."""

    name = "replaced"

    def __init__(self, skirmisher: SkirmisherAgent, nodes: frozenset[int]) -> None:
        self.skirmisher, self.nodes = skirmisher, nodes
        self._tacticians = Evaluators(Tactician)

    def decide(self, state: State, source: RandomSource) -> Decision:
        """The tactician's choice or the skirmisher's decision."""
        if state.node() not in self.nodes:
            return self.skirmisher.decide(state, source)
        return Decision(state.legal_actions()[first_choice(self._tacticians.of(state.game), state)])


def games(first: int, number: int) -> Iterator[tuple[int, Game]]:
    """So many numbered conflicts from `first` on."""
    for conflict in range(first, first + number):
        yield conflict, Game(settle(large_scenario(conflict)))


class Watcher:
    """Plays battles of one conflict, and compares what the policy prefers with what its choices are
    worth to a tactician, by kind of node."""

    def __init__(self, game: Game, learned: Learned, random: Random) -> None:
        self.game, self.random = game, random
        self.tactician, self.evaluator = Tactician(game), learned.evaluator(game)
        self.features, self.buffer = np.zeros((MAX_ACTIONS, MOST_FEATURES)), new_buffer()

    def battle(self, skirmishing: bool, into: dict[int, Agreement]) -> None:
        """One battle, of skirmishers or tacticians."""
        state = self.game.new_initial_state()
        while not state.is_terminal():
            if state.current_player() == CHANCE:
                outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(self.random.choices(outcomes, chances)[0])
                continue
            legal = state.legal_actions()
            if len(legal) == 1:
                state.apply_action(legal[0])
                continue
            chosen = self._preferred(state) if skirmishing else None
            if self.random.random() < SHARE:
                sign = 1.0 if state.current_player() == PLAYERS else -1.0
                worths = sign * self.tactician.expand(state, 3)
                into.setdefault(state.node(), Agreement()).note(self._scores(state), worths)
            if chosen is None:
                chosen = legal[first_choice(self.tactician, state)]
            state.apply_action(chosen)

    def _preferred(self, state: State) -> int:
        evaluator, states = self.evaluator, rows(state.record)
        return int(
            preferred_at(self.game.scene_rows, states, evaluator.all_parameters,
                         evaluator.policies, self.buffer)
        )  # fmt: skip

    def _scores(self, state: State) -> Array:
        """The scores of the legal actions; where the policy has a rule, what that takes is 1."""
        if state.node() in RULED:
            preferred: Array = np.array(state.legal_actions()) == self._preferred(state)
            return preferred.astype(float)
        evaluator = self.evaluator
        number = features_of(
            self.game.scene_rows, rows(state.record), evaluator.all_parameters,
            evaluator.policies, self.buffer, self.features,
        )  # fmt: skip
        return np.array(evaluator.policies["score"][0, :number])


def agreements(weights: PolicyWeights, first: int, number: int, seed: int) -> dict[int, Agreement]:
    """What a policy prefers beside what the tactician does, by kind of node."""
    found: dict[int, Agreement] = {}
    learned = Learned(weights)
    with status_line("comparing choices") as say:
        for conflict, game in games(first, number):
            say(f"conflict {conflict}")
            watcher = Watcher(game, learned, Random(f"policy gap {seed} {conflict}"))
            watcher.battle(conflict % 2 == 0, found)
    return found


def points(game: Game, own: Agent, other: Agent, seed: int) -> float:
    """What one scores against another in a pair of battles, one on each side, as a share."""
    total = 0.0
    for side, seats in ((PLAYERS, (own, other)), (GM, (other, own))):
        winner = int(play_chunk(game, seed, 0, 1, seats).results[0, 0])
        total += 0.5 if winner == UNDECIDED_WIN else float(winner == side + 1)
    return total / 2


def replacements(
    weights: PolicyWeights, nodes: Sequence[Sequence[str]], first: int, number: int, seed: int
) -> Array:
    """Scores against the tactician (conflicts, 1 + groups of nodes): the skirmisher's, and the same
    with the tactician's choices at each group of nodes."""
    learned, tactician = Learned(weights), agent("tactician")
    players: list[Agent] = [learned]
    players += [Replaced(learned, frozenset(NODES[one] for one in group)) for group in nodes]
    found = []
    with status_line("playing") as say:
        for conflict, game in games(first, number):
            say(f"conflict {conflict}")
            found.append([points(game, one, tactician, seed) for one in players])
    return np.array(found)


def mean(scores: Array) -> tuple[float, float]:
    """The mean, and half of the interval of 95%."""
    return float(scores.mean()), CONFIDENCE * float(scores.std(ddof=1)) / len(scores) ** 0.5


def show(
    found: Mapping[int, Agreement], scores: Array, nodes: Sequence[str], console: Console
) -> None:
    """Both tables."""
    title = "What the policy prefers and what the tactician takes"
    columns = ["choices", *(f"first {most}" for most in AMONG), "gives away", "at random"]
    table = plain_table(title, "node", *columns)
    for kind, one in sorted(found.items(), key=lambda item: -item[1].lost):
        told = one.as_dict()
        shares = [f"{told[f'first {most}']:.1%}" for most in AMONG]
        lost, blind = f"{told['lost']:.2f}", f"{told['at random']:.2f}"
        table.add_row(KIND_NAMES[kind], f"{one.number:,}", *shares, lost, blind)
    console.print(table)
    if not len(scores):
        return
    table = plain_table("Against the tactician", "choices of the tactician at", "score", "more")
    for column, name in enumerate(("nothing", *nodes)):
        score, error = mean(scores[:, column])
        more, apart = mean(scores[:, column] - scores[:, 0])
        table.add_row(
            name, f"{score:.1%} ± {error:.1%}", f"{more:+.1%} ± {apart:.1%}" if column else "·"
        )
    console.print(table)


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m evaluation.policy_gap", description=__doc__)
    parser.add_argument("--weights", type=Path, help="a file instead of those that are shipped")
    parser.add_argument("--first", type=int, default=FIRST, help="number of the first conflict")
    parser.add_argument("--conflicts", type=count, default=60, help="of the first table")
    parser.add_argument("--pairs", type=int, default=0, help="of battles, of the second table")
    parser.add_argument("--nodes", default=GROUPS, help="with + between those taken together")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true", help="print JSON, alone on stdout")
    chosen = parser.parse_args(arguments)
    weights = read_policy(chosen.weights) if chosen.weights else shipped_policy()
    names = chosen.nodes.split(",")
    groups = [some_of("node", tuple(NODES))(one.replace("+", ",")) for one in names]
    found = agreements(weights, chosen.first, chosen.conflicts, chosen.seed)
    scores = np.zeros((0, 1 + len(groups)))
    if chosen.pairs:
        scores = replacements(weights, groups, chosen.first, chosen.pairs, chosen.seed)
    if chosen.json:
        told = {KIND_NAMES[kind]: one.as_dict() for kind, one in found.items()}
        print(json.dumps({"seed": chosen.seed, "choices": told, "scores": scores.tolist()}))
    else:
        show(found, scores, names, console())


if __name__ == "__main__":
    main()
