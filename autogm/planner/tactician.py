"""One turn deep: every legal choice with what it can be expected to come to by the end of the turn.
A choice between turns is followed through the turn that it begins.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import types

from autogm.engine.codes import N_ORDER, N_TURN, SETTLE
from autogm.engine.game import Game, State, new_buffer
from autogm.engine.jit import (
    BUFFERS_TYPE,
    LOGS_TYPE,
    SCENES_TYPE,
    STATES_TYPE,
    cells,
    door,
    kernel,
    rows,
)
from autogm.engine.layout import LOG, MAX_ACTIONS, STATE
from autogm.engine.pack import first
from autogm.engine.step import APPLY_POINTER, apply
from autogm.planner.judge import JUDGES_TYPE, LEVELS, WORK, WORKS_TYPE, judge_of
from autogm.planner.resolve import expected
from autogm.planner.transpositions import WORDS_TYPE

Array = np.ndarray[Any, Any]
ALL = -1
NO_LIMIT = 1 << 60
MOST_A_LINE = 40_000  # positions that one choice may take to the end of its turn
WORTHS = types.Array(types.float64, 1, "C")


@kernel
def whose_turn(state, action):
    """Whose turn a choice belongs to: the one that it is made in, or that it begins; -1: none."""
    if state.pending[state.depth - 1, 0] == N_ORDER:
        return first(action)
    return state.pending[0, 1] if state.pending[0, 0] == N_TURN else -1


@door(
    types.int64(
        APPLY_POINTER, SCENES_TYPE, STATES_TYPE, WORDS_TYPE, BUFFERS_TYPE, LOGS_TYPE,
        JUDGES_TYPE, WORKS_TYPE, WORTHS, types.int64, types.int64, types.int64, types.int64,
    )
)  # fmt: skip
def weigh(
    apply, scenes, states, words, buffers, logs, judges, works, worths, only, turns,
    budget, looks,
):  # fmt: skip
    """Write the expected u of the legal actions of `states[0]` into `worths`, in legal order: of
    all (`only` is -1) or of one, `turns` turns after the end of its own. Answers how many legal
    actions there are. Where `works[0].calls` is above `budget` afterwards, or `works[0].looked`
    above `looks`, not all was followed; a choice that branches beyond all measure is judged where
    it then stands.
    The other states and buffers are scratch; `words` is another view of the states."""
    scene, log, judge, work = scenes[0], logs[0], judges[0], works[0]
    count = apply(scene, states[0], SETTLE, buffers[0], log)
    exchange = states[0].exchange + 0
    work.calls, work.budget = 0, budget
    work.looked, work.looks, work.highest = 0, looks, 0
    for place in range(count):
        if only >= 0 and only != place:
            continue
        action = buffers[0].action[place]
        mover = whose_turn(states[0], action)
        work.stop = MOST_A_LINE + (work.calls if only < 0 else budget)
        states[1] = states[0]
        after = apply(scene, states[1], action, buffers[1], log)
        worths[place] = expected(
            apply, scene, states, words, buffers, log, judge, work, 1, after, mover,
            exchange, 0, turns,
        )  # fmt: skip
    return count


class Tactician:
    """Weighs the choices of one game. What it has found out it keeps, so its judge is not to be
    changed once something was weighed."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.judge = judge_of(game)
        self._states = np.zeros(LEVELS, STATE)
        self._words = self._states.view(np.int64).reshape(LEVELS, -1)
        self._buffers = new_buffer(LEVELS)
        self._log = rows(np.zeros(1, LOG))
        self._work = np.zeros(1, WORK)
        self._worths = np.zeros(MAX_ACTIONS)

    @property
    def positions(self) -> int:
        """How many positions the last weighing took, those that were known before counted as if
        they had not been."""
        return int(self._work["calls"][0])

    @property
    def looked(self) -> int:
        """How many positions the last weighing really looked at."""
        return int(self._work["looked"][0])

    def weigh(self, state: State) -> Array:
        """The expected u of each legal action of a state where somebody chooses, at the end of
        its turn."""
        count = self._weigh(state, ALL, 0, NO_LIMIT, NO_LIMIT)
        return self._worths[:count].copy()

    def deepen(
        self, state: State, place: int, turns: int, budget: int, looks: int = NO_LIMIT
    ) -> float:
        """The expected u of the legal action number `place`, `turns` turns after the end of its
        own. Where `positions` is above `budget` afterwards, or `looked` above `looks`, not all was
        followed."""
        self._weigh(state, place, turns, budget, looks)
        return float(self._worths[place])

    def _weigh(self, state: State, only: int, turns: int, budget: int, looks: int) -> int:
        self._states[0] = state.record[0]
        count = weigh(
            apply, self.game.scene_rows, rows(self._states), cells(self._words), self._buffers,
            self._log, rows(self.judge), rows(self._work),
            self._worths, only, turns, budget, looks,
        )  # fmt: skip
        return int(count)
