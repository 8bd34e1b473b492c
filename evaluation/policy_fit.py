"""Fits the policy's weights: `python -m evaluation.policy_fit [--conflicts 300] [--share 0.6]
[--mixed] [--seed 1] [--into FILE]`.

The tactician's worth of every legal action is what the policy is to say unseen. Positions come
from generated conflicts, small and large, and from those that are shipped, in battles of tacticians
and, with `--mixed`, every second time of skirmishers (so that it learns what to do where it gets
itself). A choice counts as good as exp(its worth less the best's, over `SOFT`), so that choices
that are worth the same need not be told apart; to these shares a conditional logit with a small
penalty is fitted, each family of nodes by itself, by Newton's method. Every fifth conflict is held
out: told is how much of u a choice gives away there, by the tactician's worth, beside a choice at
random.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from autogm.agents.skirmisher import evaluator_of
from autogm.agents.tactician import first_choice
from autogm.engine.codes import CHANCE, N_CONCEDE, N_DEFEND, N_SKILL, PLAYERS
from autogm.engine.game import Game, load_game, new_buffer
from autogm.engine.layout import MAX_ACTIONS
from autogm.engine.pack import verb_of
from autogm.engine.state import State
from autogm.game.kernels import plain
from autogm.game.rows import rows
from autogm.lab.progress import status_line
from autogm.model.verbs import VERBS
from autogm.planner.policy.features import family_of
from autogm.planner.policy.names import ABSORB, DUEL, ORDER, REST, TURN
from autogm.planner.policy.preferred import features_of, preferred_at
from autogm.planner.policy.tables import N_VERBS
from autogm.planner.policy.weights import FEATURES, MOST_FEATURES, NODES, PolicyWeights
from autogm.planner.turn.tactician import Tactician
from autogm.rules.loading import settle
from evaluation.arguments import above_zero
from evaluation.selfplay import SCENARIOS, SHIPPED, longer
from tests.large import large_scenario

Array = np.ndarray[Any, Any]
Say = Callable[[str], None]

RULED = (N_SKILL, N_DEFEND, N_CONCEDE)
"""Nodes that the policy has rules for."""
SOFT = 0.02  # u by which a choice may fall short and still be about a third as good
PENALTY = 2.0
ASTRAY = 0.05
EXPANDED = 3  # choices of a position that are expanded to the end of the turn
MINUTES = 30.0
HELD_OUT = 5
FIRST = 7_000_000  # random conflicts are numbered from here: no other fit uses them
NAMES = tuple(FEATURES)
KIND_NAMES = {code: name for name, code in NODES.items()}


@dataclass
class Choices:
    """Choices of one family: features and verb columns of all candidates (rows, columns), which
    choice each row belongs to, what it is worth to who chooses, and the conflict's number."""

    rows: list[Array] = field(default_factory=list)
    verbs: list[Array] = field(default_factory=list)
    worths: list[Array] = field(default_factory=list)
    conflicts: list[int] = field(default_factory=list)


@dataclass
class Positions:
    """Positions where somebody chooses: the state of each (STATE), what each legal action is worth
    to who chooses there, and the conflict's number. Features are found from them anew, so that one
    set of battles serves whatever features are tried."""

    states: list[Array] = field(default_factory=list)
    worths: list[Array] = field(default_factory=list)
    conflicts: list[int] = field(default_factory=list)

    def write(self, path: Path) -> None:
        """Keep them in a file."""
        np.savez_compressed(
            path,
            states=np.concatenate(self.states),
            worths=np.concatenate(self.worths),
            sizes=np.array([len(one) for one in self.worths]),
            conflicts=np.array(self.conflicts),
        )

    @classmethod
    def read(cls, path: Path) -> Positions:
        """Those that a file keeps."""
        with np.load(path) as kept:
            states, conflicts = kept["states"], [int(one) for one in kept["conflicts"]]
            worths = np.split(kept["worths"], np.cumsum(kept["sizes"])[:-1])
        return cls([states[place : place + 1] for place in range(len(states))], worths, conflicts)


class Watcher:
    """Plays battles of one conflict, and keeps some positions with what could be chosen there."""

    def __init__(self, game: Game, conflict: int, into: Positions, random: Random) -> None:
        self.game, self.conflict, self.into, self.random = game, conflict, into, random
        self.tactician, self.evaluator = Tactician(game), evaluator_of(game)
        self.buffer = new_buffer()

    def battle(self, skirmishing: bool, share: float) -> None:
        """One battle, of tacticians or skirmishers, of whose choices a share is kept."""
        state = self.game.new_initial_state()
        while not state.is_terminal():
            if state.current_player() == CHANCE:
                outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(self.random.choices(outcomes, chances)[0])
                continue
            legal = state.legal_actions()
            sign = 1.0 if state.current_player() == PLAYERS else -1.0
            if len(legal) > 1 and state.node() not in RULED and self.random.random() < share:
                self.into.states.append(state.record.copy())
                self.into.worths.append(np.asarray(sign * self.tactician.expand(state, EXPANDED)))
                self.into.conflicts.append(self.conflict)
            if self.random.random() < ASTRAY:
                action = self.random.choice(legal)
            elif skirmishing:
                action = self._preferred(state)
            else:
                action = legal[first_choice(self.tactician, state)]
            state.apply_action(action)

    def _preferred(self, state: State) -> int:
        evaluator = self.evaluator
        return int(
            preferred_at(
                self.game.scene_rows, rows(state.record), evaluator.all_parameters,
                evaluator.policies, self.buffer,
            )
        )  # fmt: skip


def game_of(conflict: int) -> Game:
    """The conflict of a number: one that is shipped (negative numbers), or a generated one, every
    second of them large."""
    if conflict < 0:
        return load_game(SCENARIOS / f"{SHIPPED[-1 - conflict]}.yaml")
    return Game(settle(large_scenario(conflict) if conflict % 2 else longer(conflict)))


def watch(number: int, seed: int, share: float, mixed: bool, minutes: float, say: Say) -> Positions:
    """Positions of battles in those that are shipped and as many generated conflicts as asked for,
    as far as the time allows."""
    found, began = Positions(), time.monotonic()
    first = FIRST + 100_000 * seed
    for conflict in (*range(first, first + number), *range(-len(SHIPPED), 0)):
        random = Random(f"policy {seed} {conflict}")
        watcher = Watcher(game_of(conflict), conflict, found, random)
        for battle in range(2):
            watcher.battle(mixed and battle == 1, share)
        say(f"conflict {conflict}, {len(found.states):,} choices")
        if time.monotonic() - began > 60.0 * minutes:
            break
    return found


def choices_of(positions: Positions) -> dict[int, Choices]:
    """The features of all choices of the positions, by family of node."""
    found = {family: Choices() for family in range(len(NAMES))}
    features, buffer, known = np.zeros((MAX_ACTIONS, MOST_FEATURES)), new_buffer(), None
    for record, worths, conflict in zip(
        positions.states, positions.worths, positions.conflicts, strict=True
    ):
        if conflict != known:
            known, game = conflict, game_of(conflict)
            evaluator = evaluator_of(game)
        state = State(game, record)
        count = features_of(
            game.scene_rows, rows(state.record), evaluator.all_parameters, evaluator.policies,
            buffer, features,
        )  # fmt: skip
        kind = state.node()
        chosen = found[int(plain(family_of)(kind))]
        chosen.rows.append(features[:count].copy())
        codes = [int(plain(verb_of)(action)) for action in state.legal_actions()]
        chosen.verbs.append(np.array([kind * N_VERBS + code for code in codes]))
        chosen.worths.append(worths)
        chosen.conflicts.append(conflict)
    return found


@dataclass(frozen=True)
class Problem:
    """The choices of one family as arrays: columns of all candidates, the choice of each, the share
    it should have, its worth, where each choice begins, whether it is held out."""

    columns: Array
    choice: Array
    share: Array
    worth: Array
    starts: Array
    held_out: Array
    verbs: tuple[int, ...]


def problem(choices: Choices, family: int) -> Problem:
    """The family's choices as arrays: features, and a column for each verb at each kind of node."""
    verbs = tuple(sorted({int(one) for row in choices.verbs for one in row}))
    place = {verb: number for number, verb in enumerate(verbs)}
    width = len(FEATURES[NAMES[family]])
    sizes = [len(one) for one in choices.worths]
    total = sum(sizes)
    columns = np.zeros((total, width + len(verbs)))
    columns[:, :width] = np.concatenate(choices.rows)[:, :width]
    which = [place[int(one)] for row in choices.verbs for one in row]
    columns[np.arange(total), width + np.array(which)] = 1.0
    choice = np.repeat(np.arange(len(sizes)), sizes)
    worth = np.concatenate(choices.worths)
    starts = np.concatenate([[0], np.cumsum(sizes)[:-1]])
    best = np.maximum.reduceat(worth, starts)
    share = np.exp((worth - best[choice]) / SOFT)
    share /= np.add.reduceat(share, starts)[choice]
    held = np.array([one % HELD_OUT == 0 for one in choices.conflicts])
    return Problem(columns, choice, share, worth, starts, held, verbs)


def shares(columns: Array, choice: Array, starts: Array, weights: Array) -> Array:
    """The share of each candidate by the policy."""
    score = columns @ weights
    score -= np.maximum.reduceat(score, starts)[choice]
    chance = np.exp(score)
    return np.asarray(chance / np.add.reduceat(chance, starts)[choice])


def fit(one: Problem) -> Array:
    """The weights of a conditional logit by Newton's method, each choice counted by what there is
    to lose in it, its mean worth against the best, up to 1 at `SOFT`."""
    kept = ~one.held_out[one.choice]
    sizes = np.diff(np.append(one.starts, len(one.choice)))[~one.held_out]
    starts = np.concatenate([[0], np.cumsum(sizes)[:-1]])
    choice = np.repeat(np.arange(len(sizes)), sizes)
    columns, target, worth = one.columns[kept], one.share[kept], one.worth[kept]
    spread = np.maximum.reduceat(worth, starts) - np.add.reduceat(worth, starts) / sizes
    counted = np.minimum(1.0, spread / SOFT)[choice]
    weights = np.zeros(columns.shape[1])
    penalty = PENALTY * np.eye(len(weights))
    for _ in range(40):
        chance = shares(columns, choice, starts, weights)
        slope = columns.T @ (counted * (target - chance)) - PENALTY * weights
        mean = np.add.reduceat(columns * chance[:, None], starts)
        apart = columns - mean[choice]
        bend = (apart * (counted * chance)[:, None]).T @ apart + penalty
        change = np.linalg.solve(bend, slope)
        change *= min(1.0, 2.0 / max(1e-9, float(np.abs(change).max())))
        weights += change
        if np.abs(change).max() < 1e-5:
            break
    return weights


def given_away(one: Problem, weights: Array) -> tuple[float, float, int]:
    """What a choice gives away of u on held-out conflicts, by the policy and at random."""
    score = one.columns @ weights
    lost, blind, number = 0.0, 0.0, 0
    ends = np.append(one.starts[1:], len(score))
    for choice, (start, end) in enumerate(zip(one.starts, ends, strict=True)):
        if one.held_out[choice]:
            worth = one.worth[start:end]
            lost += worth.max() - worth[int(np.argmax(score[start:end]))]
            blind += worth.max() - worth.mean()
            number += 1
    return lost / max(1, number), blind / max(1, number), number


def weights_of(found: dict[int, Choices], say: Any) -> PolicyWeights:
    """The weights of all families."""
    features: dict[str, dict[str, float]] = {}
    verbs: dict[str, dict[str, float]] = {}
    for family in (TURN, DUEL, ABSORB, ORDER, REST):
        name = NAMES[family]
        one = problem(found[family], family)
        weights = fit(one)
        lost, blind, number = given_away(one, weights)
        say(
            f"{name}: {len(one.starts)} choices, {number} held out; there it gives away {lost:.4f} "
            f"of u, at random {blind:.4f}"
        )
        features[name] = {
            key: round(float(weight), 3)
            for key, weight in zip(FEATURES[name], weights, strict=False)
            if abs(weight) >= 0.0005
        }
        for verb, weight in zip(one.verbs, weights[len(FEATURES[name]) :], strict=True):
            node = verbs.setdefault(KIND_NAMES[verb // N_VERBS], {})
            node[VERBS[verb % N_VERBS].name] = round(float(weight), 3)
    return PolicyWeights(features, verbs)


def main(arguments: Sequence[str] | None = None) -> int:
    """Fit and write the weights."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--conflicts", type=int, default=100)
    parser.add_argument("--share", type=float, default=0.25)
    parser.add_argument("--mixed", action="store_true")
    parser.add_argument("--minutes", type=above_zero, default=MINUTES, help="begin nothing after")
    parser.add_argument("--positions", type=Path, help="an .npz file that keeps them")
    parser.add_argument("--into", type=Path)
    asked = parser.parse_args(arguments)
    if asked.positions and asked.positions.exists():
        positions = Positions.read(asked.positions)
    else:
        with status_line("watching") as say:
            positions = watch(
                asked.conflicts, asked.seed, asked.share, asked.mixed, asked.minutes, say
            )
        if asked.positions:
            positions.write(asked.positions)
    found = choices_of(positions)
    weights = weights_of(found, print)
    if asked.into:
        asked.into.write_text(as_text(weights))
    return 0


def as_text(weights: PolicyWeights) -> str:
    """The file of weights."""
    lines = [
        "# What the policy weighs, by family of nodes and feature, and by kind of node and verb."
    ]
    for part, tables in (("features", weights.features), ("verbs", weights.verbs)):
        lines.append(f"{part}:")
        for name, table in tables.items():
            if not table:
                continue
            lines.append(f"  {name}:")
            lines += [f"    {key}: {number:g}" for key, number in table.items()]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    sys.exit(main())
