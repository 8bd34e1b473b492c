"""One turn deep: every legal choice with what it can be expected to come to by the end of the turn.
A choice between turns is followed through the turn that it begins.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

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
    pointer,
    rows,
)
from autogm.engine.layout import LOG, MAX_ACTIONS, STATE
from autogm.engine.pack import first, verb_of
from autogm.engine.step import APPLY, APPLY_POINTER
from autogm.planner.choices import SKIPPED, best_left
from autogm.planner.judge import JUDGE, JUDGE_TYPE, JUDGES_TYPE, judge_of
from autogm.planner.resolve import expected
from autogm.planner.scratch import DEPTH, WORK, WORK_TYPE, WORKS_TYPE
from autogm.planner.transpositions import WORDS_TYPE
from autogm.planner.turns import is_move

Array = np.ndarray[Any, Any]
ALL = -1
AT_A_GLANCE, TO_THE_END = -1, 0
NO_MOVES, MOVES, EITHER = 0, 1, 2  # choices that can be blocked, and the others
HIDDEN = 1e-6  # u that a choice looked at closely is ahead of all others at least
NO_LIMIT = 1 << 60
MOST_A_LINE = 40_000  # positions that one choice may take to the end of its turn
WORTHS = types.Array(types.float64, 1, "C")


class Mind(NamedTuple):
    """What a tactician thinks with, as kernels take it: what it knows of the game and what it
    remembers (`judges`, `works`), what its last look found (`worths`, by legal action, which stand
    in `buffers[0]`), and scratch; `words` is another view of the states."""

    states: Any
    words: Any
    buffers: Any
    logs: Any
    judges: Any
    works: Any
    worths: Any


MIND_TYPE = types.NamedTuple(
    (STATES_TYPE, WORDS_TYPE, BUFFERS_TYPE, LOGS_TYPE, JUDGES_TYPE, WORKS_TYPE, WORTHS), Mind
)
NO_MIND = Mind(
    rows(np.zeros(0, STATE)), cells(np.zeros((0, 0), np.int64)), new_buffer(0),
    rows(np.zeros(0, LOG)), rows(np.zeros(0, JUDGE)), rows(np.zeros(0, WORK)), cells(np.zeros(0)),
)  # fmt: skip
"""For those who think without."""
WEIGH_SIGNATURE = types.int64(
    APPLY_POINTER, SCENES_TYPE, MIND_TYPE, types.int64, types.int64, types.int64, types.int64,
    types.int64, types.float64,
)  # fmt: skip
WEIGH_POINTER = types.FunctionType(WEIGH_SIGNATURE)


@kernel
def whose_turn(state, action):
    """Whose turn a choice belongs to: the one that it is made in, or that it begins; -1: none."""
    if state.pending[state.depth - 1, 0] == N_ORDER:
        return first(action)
    return state.pending[0, 1] if state.pending[0, 0] == N_TURN else -1


@kernel(
    apply=APPLY_POINTER, states=STATES_TYPE, words=WORDS_TYPE, buffers=BUFFERS_TYPE,
    judge=JUDGE_TYPE, work=WORK_TYPE, worths=WORTHS,
)  # fmt: skip
def weigh_each(
    apply, scene, states, words, buffers, log, judge, work, worths, count, only, turns, moving
):
    """Write the expected u of those of the `count` legal actions of `states[0]` into `worths` that
    are number `only` (-1: all) and, unless `moving` is `EITHER`, may or may not be blocked moves.
    """
    exchange, deepens = states[0].exchange + 0, turns > 0
    for place in range(count):
        action = buffers[0].action[place]
        if only >= 0 and only != place:
            continue
        if moving != EITHER and (moving == MOVES) != is_move(verb_of(action)):
            continue
        mover = whose_turn(states[0], action)
        work.stop = MOST_A_LINE + (work.budget if deepens else work.calls)
        states[1] = states[0]
        after = apply(scene, states[1], action, buffers[1], log)
        worths[place] = expected(
            apply, scene, states, words, buffers, log, judge, work, 1, after, mover,
            exchange, 0, turns,
        )  # fmt: skip


@kernel(
    apply=APPLY_POINTER, states=STATES_TYPE, words=WORDS_TYPE, buffers=BUFFERS_TYPE,
    judge=JUDGE_TYPE, work=WORK_TYPE, worths=WORTHS,
)  # fmt: skip
def glance_at_each(apply, scene, states, words, buffers, log, judge, work, worths, count):
    """Write what the `count` legal actions of `states[0]` come to at a glance into `worths`. In a
    turn what can be blocked comes last: whoever is blocked has what there is to do without."""
    for place in range(count):
        worths[place] = math.nan
    kind, side = (
        states[0].pending[states[0].depth - 1, 0],
        states[0].pending[states[0].depth - 1, 2],
    )
    if kind != N_TURN:
        weigh_each(
            apply, scene, states, words, buffers, log, judge, work, worths, count, ALL,
            AT_A_GLANCE, EITHER,
        )  # fmt: skip
        return
    weigh_each(
        apply, scene, states, words, buffers, log, judge, work, worths, count, ALL, AT_A_GLANCE,
        NO_MOVES,
    )  # fmt: skip
    best = -math.inf
    for place in range(count):
        if not math.isnan(worths[place]):
            best = max(best, worths[place] if side == 0 else -worths[place])
    if best > -math.inf:
        work.stay = best if side == 0 else -best
    weigh_each(
        apply, scene, states, words, buffers, log, judge, work, worths, count, ALL, AT_A_GLANCE,
        MOVES,
    )  # fmt: skip
    work.stay = math.nan


@kernel(
    apply=APPLY_POINTER, states=STATES_TYPE, words=WORDS_TYPE, buffers=BUFFERS_TYPE,
    judge=JUDGE_TYPE, work=WORK_TYPE, worths=WORTHS, ahead=types.float64,
)  # fmt: skip
def look_at_best(
    apply, scene, states, words, buffers, log, judge, work, worths, count, closely, ahead
):  # fmt: skip
    """Follow the choices that look best at a glance to the end of their turn: `closely` of them,
    or until the best is `ahead` of what the next looks like. All others are taken to change as much
    as those do in the mean, and never to be better than the best."""
    sign = 1.0 if states[0].pending[states[0].depth - 1, 2] == 0 else -1.0
    for place in range(count):
        work.rank[0, place] = sign * worths[place]
    best, change, followed = -math.inf, 0.0, 0
    for _ in range(min(closely, count)):
        place = best_left(work, 0, count)
        if best - work.rank[0, place] > ahead:
            break
        before = worths[place] + 0.0
        weigh_each(
            apply, scene, states, words, buffers, log, judge, work, worths, count, place,
            TO_THE_END, EITHER,
        )  # fmt: skip
        work.rank[0, place] = SKIPPED
        best, change = max(best, sign * worths[place]), change + worths[place] - before
        followed += 1
    for place in range(count):
        if work.rank[0, place] != SKIPPED:
            worth = sign * (worths[place] + change / followed)
            worths[place] = sign * min(worth, best - HIDDEN)


@door(WEIGH_SIGNATURE)
def weigh(apply, scenes, mind, only, turns, budget, looks, closely, ahead):
    """Write the expected u of the legal actions of `mind.states[0]` into `mind.worths`, in legal
    order: of all (`only` is -1) or of one, `turns` turns after the end of its own; or, where
    `closely` is not 0, of all at a glance and of so many of the best to the end of their turn, as
    long as none is `ahead` of the others. Answers how many legal actions there are. Where the
    `calls` of the work record are above `budget` afterwards, or those `looked` at above `looks`,
    not all was followed; a choice that branches beyond all measure is judged where it then
    stands."""
    states, words, buffers, worths = mind.states, mind.words, mind.buffers, mind.worths
    scene, log, judge, work = scenes[0], mind.logs[0], mind.judges[0], mind.works[0]
    count = apply(scene, states[0], SETTLE, buffers[0], log)
    work.calls, work.budget, work.stay = 0, budget, math.nan
    work.looked, work.looks, work.highest = 0, looks, 0
    work.contempt = judge.contempt[states[0].pending[states[0].depth - 1, 2]]
    work.glances = judge.glances if turns > 0 or closely > 0 else 0
    if judge.glances == 0:
        closely = 0
    if turns < 0 or closely > 0:
        glance_at_each(apply, scene, states, words, buffers, log, judge, work, worths, count)
        if closely > 0:
            look_at_best(
                apply, scene, states, words, buffers, log, judge, work, worths, count, closely,
                ahead,
            )  # fmt: skip
    else:
        weigh_each(
            apply, scene, states, words, buffers, log, judge, work, worths, count, only, turns,
            EITHER,
        )  # fmt: skip
    return count


WEIGH = pointer(weigh, WEIGH_POINTER)
"""`weigh` as Python hands it to other doors."""


class Tactician:
    """Weighs the choices of one game. What it has found out it keeps, so its judge is not to be
    changed once something was weighed."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.judge = judge_of(game)
        self._states = np.zeros(DEPTH, STATE)
        self._words = self._states.view(np.int64).reshape(DEPTH, -1)
        self._buffers = new_buffer(DEPTH)
        self._logs = rows(np.zeros(1, LOG))
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
        return self._weigh_all(state, TO_THE_END, 0)

    def glance(self, state: State) -> Array:
        """The same at a glance (`planner.glance`)."""
        return self._weigh_all(state, AT_A_GLANCE, 0)

    def look(self, state: State, closely: int, ahead: float = math.inf) -> Array:
        """The same at a glance, and exactly for so many choices that look best, which stay the
        best: fewer, once the best of them is `ahead` (in u) of what the next comes to at a
        glance."""
        return self._weigh_all(state, TO_THE_END, closely, ahead)

    def followed(self, number: int) -> Array:
        """Which of the first `number` legal actions (bool, number) the last look has followed to
        the end of their turn."""
        if self.judge["glances"][0] == 0:
            return np.ones(number, np.bool_)
        return np.asarray(self._work["rank"][0, 0, :number] == SKIPPED)

    @property
    def mind(self) -> Mind:
        """What kernels are handed that think for it."""
        return Mind(
            rows(self._states), cells(self._words), self._buffers, self._logs, rows(self.judge),
            rows(self._work), cells(self._worths),
        )  # fmt: skip

    def _weigh_all(self, state: State, turns: int, closely: int, ahead: float = math.inf) -> Array:
        count = self._weigh(state, ALL, turns, NO_LIMIT, NO_LIMIT, closely, ahead)
        return self._worths[:count].copy()

    def deepen(
        self, state: State, place: int, turns: int, budget: int, looks: int = NO_LIMIT
    ) -> float:
        """The expected u of the legal action number `place`, `turns` turns after the end of its
        own. Where `positions` is above `budget` afterwards, or `looked` above `looks`, not all was
        followed."""
        self._weigh(state, place, turns, budget, looks, 0)
        return float(self._worths[place])

    def _weigh(
        self,
        state: State,
        only: int,
        turns: int,
        budget: int,
        looks: int,
        closely: int,
        ahead: float = math.inf,
    ) -> int:
        self._states[0] = state.record[0]
        scenes = self.game.scene_rows
        count = weigh(APPLY, scenes, self.mind, only, turns, budget, looks, closely, ahead)
        return int(count)
