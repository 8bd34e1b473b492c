"""One turn deep: every legal choice with what it can be expected to come to by the end of the turn.
A choice between turns is followed through the turn that it begins.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import types

from autogm.engine.codes import N_ORDER, N_TURN
from autogm.engine.game import Game, State, new_buffer
from autogm.engine.jit import BUFFERS_TYPE, LOGS_TYPE, SCENES_TYPE, STATES_TYPE, door, kernel, rows
from autogm.engine.layout import LOG, MAX_ACTIONS, STATE
from autogm.engine.pack import first
from autogm.engine.step import APPLY_POINTER, apply
from autogm.planner.judge import JUDGES_TYPE, LEVELS, WORK, WORKS_TYPE, judge_of
from autogm.planner.resolve import SETTLE, expected

WORTHS = types.Array(types.float64, 1, "C")


@kernel
def whose_turn(state, action):
    """Whose turn a choice belongs to: the one that it is made in, or that it begins; -1: none."""
    if state.pending[state.depth - 1, 0] == N_ORDER:
        return first(action)
    return state.pending[0, 1] if state.pending[0, 0] == N_TURN else -1


@door(
    types.int64(
        APPLY_POINTER, SCENES_TYPE, STATES_TYPE, BUFFERS_TYPE, LOGS_TYPE, JUDGES_TYPE, WORKS_TYPE,
        WORTHS,
    )
)  # fmt: skip
def weigh(apply, scenes, states, buffers, logs, judges, works, worths):
    """Write the expected u of each legal action of `states[0]` into `worths`, in legal order;
    answers how many there are. The other states and buffers are scratch."""
    scene, log, judge, work = scenes[0], logs[0], judges[0], works[0]
    count = apply(scene, states[0], SETTLE, buffers[0], log)
    exchange = states[0].exchange + 0
    for place in range(count):
        action = buffers[0].action[place]
        mover = whose_turn(states[0], action)
        states[1] = states[0]
        after = apply(scene, states[1], action, buffers[1], log)
        worths[place] = expected(
            apply, scene, states, buffers, log, judge, work, 1, after, mover, exchange, 0
        )
    return count


class Tactician:
    """Weighs the choices of one game."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.judge = judge_of(game)
        self._states = np.zeros(LEVELS, STATE)
        self._buffers = new_buffer(LEVELS)
        self._log = rows(np.zeros(1, LOG))
        self._work = np.zeros(1, WORK)
        self._worths = np.zeros(MAX_ACTIONS)

    def weigh(self, state: State) -> np.ndarray[Any, Any]:
        """The expected u of each legal action of a state where somebody chooses."""
        self._states[0] = state.record[0]
        count = weigh(
            apply, self.game.scene_rows, rows(self._states), self._buffers, self._log,
            rows(self.judge), rows(self._work), self._worths,
        )  # fmt: skip
        return self._worths[:count].copy()
