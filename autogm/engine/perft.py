"""Perft for a dice game: exact counts of the decision, chance and terminal nodes of the tree below
a state, to a depth. What moves a count has changed a rule, or broken one. It is also the plainest
measure of speed: nothing but the game is in the loop. It carries no rule of its own.
"""

from __future__ import annotations

import time
from dataclasses import dataclass

import numpy as np

from autogm.engine.layout import BUFFER, LOG, STATE
from autogm.engine.records import Buffers, Logs, Scenes, States
from autogm.engine.state import State
from autogm.engine.step import apply, legal
from autogm.game.kernels import entry, kernel
from autogm.game.kinds import Ints
from autogm.game.rows import rows

DECISIONS, CHANCES, TERMINALS = range(3)


@dataclass(frozen=True)
class Perft:
    """The nodes of a tree, its root included. Only dice nodes are chances; forced moves are no
    nodes. `seconds` is how long counting took."""

    depth: int
    decisions: int
    chances: int
    terminals: int
    seconds: float

    @property
    def nodes(self) -> int:
        """All nodes."""
        return self.decisions + self.chances + self.terminals

    @property
    def counts(self) -> tuple[int, int, int]:
        """Decisions, chances, terminals."""
        return self.decisions, self.chances, self.terminals


@kernel
def kind_of_node(width: int) -> int:
    """Which of the counts a node belongs to, by what its entry point answered."""
    if width > 0:
        return DECISIONS
    return CHANCES if width < 0 else TERMINALS


@entry
def count_nodes(
    scenes: Scenes,
    states: States,
    buffers: Buffers,
    logs: Logs,
    widths: Ints,
    cursors: Ints,
    counts: Ints,
) -> None:
    """Count the nodes below `states[0]` into `counts`. Entry d of the other arrays belongs to the
    node at depth d: `widths` what its entry point answered, `cursors` its next branch. Nothing is
    allocated."""
    scene, log = scenes[0], logs[0]
    deepest = widths.shape[0] - 1
    level = 0
    widths[0] = legal(scene, states[0], buffers[0])
    cursors[0] = 0
    counts[kind_of_node(widths[0])] += 1
    while level >= 0:
        width, branch = widths[level], cursors[level]
        branches = width if width >= 0 else scene.outcomes
        if level == deepest or branch >= branches:
            level -= 1
            continue
        cursors[level] = branch + 1
        action = branch
        if width > 0:
            action = buffers[level].action[branch]
        elif scene.dice[-1 - width, branch] <= 0:
            continue
        level += 1
        states[level] = states[level - 1]
        widths[level] = apply(scene, states[level], action, buffers[level], log)
        cursors[level] = 0
        counts[kind_of_node(widths[level])] += 1


def perft(state: State, depth: int) -> Perft:
    """Count the nodes at most `depth` choices and dice below a state."""
    states = np.zeros(depth + 1, STATE)
    states[0] = state.record[0]
    widths, cursors, counts = (np.zeros(size, np.int64) for size in (depth + 1, depth + 1, 3))
    buffers, log = rows(np.zeros(depth + 1, BUFFER)), rows(np.zeros(1, LOG))
    started = time.perf_counter()
    count_nodes(state.game.scene_rows, rows(states), buffers, log, widths, cursors, counts)
    seconds = time.perf_counter() - started
    return Perft(depth, int(counts[0]), int(counts[1]), int(counts[2]), seconds)
