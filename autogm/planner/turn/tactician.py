"""One turn deep: what every legal choice is expected to be worth at the end of the turn. A choice
between turns is expanded through the turn that it begins.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import numpy as np

from autogm.engine.codes import (
    DUEL_PASSED,
    N_DEFEND,
    N_DUEL,
    N_ORDER,
    N_SKILL,
    N_TURN,
    SETTLE,
    V_INVOKE_FREE,
)
from autogm.engine.game import Game
from autogm.engine.invokable import could_invoke
from autogm.engine.layout import LOG
from autogm.engine.pack import first, verb_of
from autogm.engine.records import Logs, Scenes
from autogm.engine.records import State as StateRecord
from autogm.engine.state import State
from autogm.engine.step import Apply, apply
from autogm.game.kernels import PointerKind, entry, kernel, pointer
from autogm.game.rows import rows
from autogm.planner.evaluation.context import SearchContext, step, try_out
from autogm.planner.evaluation.parameters import PARAMETERS, AllParameters, parameters_of
from autogm.planner.evaluation.scratch import BEYOND, LINE, WORK, Lines, Works
from autogm.planner.policy.tables import POLICY, Policies
from autogm.planner.temper.tables import NO_TEMPERS, TEMPER, Tempers
from autogm.planner.turn.choices import SKIPPED, best_left
from autogm.planner.turn.conceding import doubt_at, is_to_concede, weigh_down, write_hopes
from autogm.planner.turn.duel_choices import is_one_duel, weigh_duel
from autogm.planner.turn.resolve import expected
from autogm.planner.turn.shortlist import LEFT_OUT, mark_shortlist
from autogm.planner.turn.skills import ACTING, ANSWERING, write_leads
from autogm.planner.turn.transpositions import TABLE, Tables
from autogm.planner.turn.turns import is_move, kind_at, side_at

Array = np.ndarray[Any, Any]
ALL = -1
AT_ONCE, ESTIMATED, TO_THE_END = -2, -1, 0
NO_MOVES, MOVES, EITHER = 0, 1, 2  # choices that can be blocked, and the others
HIDDEN = 1e-6  # u by which an expanded choice is ahead of all estimated ones at least
NO_LIMIT = 1 << 60
APART_ALWAYS, MOST_APART = 2, 3  # choices of a duel that are weighed each by itself
NEARLY_AS_GOOD = 0.01  # … if they are so near to the best, in shares of half the swing
FREE_FIRST = 0.002  # … where a free invoke is told apart from what is paid for, sooner by so much
CLEAR = 3  # a skill's lead over another with which the other is not looked at
MOST_A_LINE = 40_000  # positions that one choice may take to the end of its turn


class Evaluator(NamedTuple):
    """A tactician as kernels take it: the evaluation parameters (`all_parameters`), the
    transposition table (`tables`), and scratch. The results of the last search are in `worths` of
    the work record, by legal action of the line's level 0."""

    lines: Lines
    logs: Logs
    all_parameters: AllParameters
    works: Works
    tables: Tables
    policies: Policies
    tempers: Tempers


NO_EVALUATOR = Evaluator(
    *(rows(np.zeros(0, kind)) for kind in (LINE, LOG, PARAMETERS, WORK, TABLE, POLICY, TEMPER))
)
"""For agents that do not search."""
NO_POLICY = np.zeros(0, POLICY)
if TYPE_CHECKING:
    Weigh: TypeAlias = Any
else:
    Weigh = PointerKind(int, (Apply, Scenes, Evaluator, int, int, int, int, int))


@kernel
def whose_turn(state: StateRecord, action: int) -> int:
    """Whose turn a choice belongs to: the one in which it is made, or which it begins; -1: none."""
    if kind_at(state) == N_ORDER:
        return first(action)
    return state.pending[0, 1] if state.pending[0, 0] == N_TURN else -1


@kernel
def weigh_each(context: SearchContext, count: int, only: int, turns: int, moving: int) -> None:
    """Write the expected utility of those of the `count` legal actions of `states[0]` into `worths`
    that are number `only` (-1: all) and, unless `moving` is `EITHER`, may or may not be blocked
    moves.
    """
    states, work = context.line.states, context.work
    exchange, deepens = states[0].exchange + 0, turns > 0
    for place in range(count):
        action = context.line.buffers[0].action[place]
        if only >= 0 and only != place:
            continue
        if moving != EITHER and (moving == MOVES) != is_move(verb_of(action)):
            continue
        mover = whose_turn(states[0], action)
        work.stop = MOST_A_LINE + (work.budget if deepens else work.calls)
        after = try_out(context, 0, action)
        work.worths[place] = expected(context, 1, after, mover, exchange, 0, turns)


@kernel
def estimate_each(context: SearchContext, count: int) -> None:
    """Write the static estimates of the `count` legal actions of `states[0]` into `worths`. In a
    turn, what can be blocked comes last: a blocked fighter is left with what it can do without
    moving."""
    states, work, worths = context.line.states, context.work, context.work.worths
    for place in range(count):
        worths[place] = math.nan
    side = side_at(states[0])
    if kind_at(states[0]) != N_TURN:
        weigh_each(context, count, ALL, ESTIMATED, EITHER)
        return
    weigh_each(context, count, ALL, ESTIMATED, NO_MOVES)
    best = -math.inf
    for place in range(count):
        if not math.isnan(worths[place]):
            best = max(best, worths[place] if side == 0 else -worths[place])
    if best > -math.inf:
        work.stay = best if side == 0 else -best
    weigh_each(context, count, ALL, ESTIMATED, MOVES)
    work.stay = math.nan


@kernel
def expand_best(context: SearchContext, count: int, most: int) -> None:
    """Expand the choices that look best by the static estimate to the end of their turn: `most`
    of them. All others are corrected by the mean change of those, and are never better than the
    best."""
    states, work, worths = context.line.states, context.work, context.work.worths
    sign = 1.0 if side_at(states[0]) == 0 else -1.0
    for place in range(count):
        work.rank[0, place] = sign * worths[place]
    best, change, expanded = -math.inf, 0.0, 0
    for _ in range(min(most, count)):
        place = best_left(work, 0, count)
        before = worths[place] + 0.0
        weigh_each(context, count, place, TO_THE_END, EITHER)
        work.rank[0, place] = SKIPPED
        best, change = max(best, sign * worths[place]), change + worths[place] - before
        expanded += 1
    for place in range(count):
        if work.rank[0, place] != SKIPPED:
            worth = sign * (worths[place] + change / expanded)
            worths[place] = sign * min(worth, best - HIDDEN)


@kernel
def expand_hopes(context: SearchContext, count: int) -> None:
    """Where somebody may concede: expand that to the end of the turn, and fighting on, if it is not
    hopeless. What a concession is worth is less by what the estimate errs."""
    if write_hopes(context, count):
        for place in range(count):
            if context.work.rank[0, place] == SKIPPED:
                weigh_each(context, count, place, TO_THE_END, EITHER)
    weigh_down(context, count)


@kernel
def estimate_at_once(context: SearchContext, count: int) -> None:
    """Write what a tactician goes by into `worths`: the static estimates of the `count` legal
    actions of `states[0]`, those of a duel all in one. Where two roll, a skill far behind is not
    looked at, and none if all others are. What is not looked at comes to less than all else."""
    state = context.line.states[0]
    kind = kind_at(state)
    if kind == N_DUEL and context.parameters.duels != 0 and is_one_duel(state):
        passing = worth_of_passing(context, count)
        if weigh_duel(context, count, passing):
            tell_apart(context, count, passing)
            return
    if kind == N_DEFEND or (kind == N_SKILL and state.roll_target > 0):
        weigh_skills(context, count, ACTING if kind == N_SKILL else ANSWERING)
    elif kind == N_TURN:
        weigh_turn(context, count)
    else:
        estimate_each(context, count)


@kernel
def worth_of_passing(context: SearchContext, count: int) -> float:
    """What passing in the duel of `states[0]`, its first choice, is worth where it ends the duel;
    else NaN."""
    state = context.line.states[0]
    top = state.depth - 1
    if state.pending[top, 3] & DUEL_PASSED == 0:
        if could_invoke(context.scene, state, 1 - state.pending[top, 2]):
            return math.nan
    weigh_each(context, count, 0, ESTIMATED, EITHER)
    return context.work.worths[0] + 0.0


@kernel
def tell_apart(context: SearchContext, count: int, passing: float) -> None:
    """Weigh the best choices of a duel each by itself: the two best, and what is nearly as good,
    mostly invokes that do the same at prices that are not known so well; and before them to invoke
    nothing, unless what `passing` is worth is known, since nothing that is as good costs less."""
    work, worths = context.work, context.work.worths
    sign = 1.0 if side_at(context.line.states[0]) == 0 else -1.0
    near = NEARLY_AS_GOOD * context.parameters.swing
    for place in range(count):
        work.rank[0, place] = sign * worths[place]
        if verb_of(context.line.buffers[0].action[place]) == V_INVOKE_FREE:
            work.rank[0, place] += FREE_FIRST * context.parameters.swing
    most, best = work.rank[0, best_left(work, 0, count)] + 0.0, -math.inf
    if work.rank[0, 0] >= most - near:
        if math.isnan(passing):
            weigh_each(context, count, 0, ESTIMATED, EITHER)
        work.rank[0, 0] = SKIPPED
        best = sign * worths[0]
    for taken in range(MOST_APART):
        place = best_left(work, 0, count)
        if place < 0 or (taken >= APART_ALWAYS and work.rank[0, place] < most - near):
            break
        weigh_each(context, count, place, ESTIMATED, EITHER)
        work.rank[0, place] = SKIPPED
        best = max(best, sign * worths[place])
    for place in range(count):
        if work.rank[0, place] != SKIPPED:
            worths[place] = sign * min(work.rank[0, place], best - HIDDEN)


@kernel
def weigh_turn(context: SearchContext, count: int) -> None:
    """The same of the choices of a turn, those of its shortlist first that cannot be blocked."""
    work = context.work
    mark_shortlist(context, 0, count, 0)
    sign = 1.0 if side_at(context.line.states[0]) == 0 else -1.0
    best = -math.inf
    for moving in range(2):
        for place in range(count):
            if is_move(verb_of(context.line.buffers[0].action[place])) != (moving == MOVES):
                continue
            if work.rank[0, place] == LEFT_OUT:
                work.worths[place] = -sign * BEYOND
                continue
            weigh_each(context, count, place, ESTIMATED, EITHER)
            best = max(best, sign * work.worths[place])
        if moving == NO_MOVES and best > -math.inf:
            work.stay = sign * best
    work.stay = math.nan


@kernel
def weigh_skills(context: SearchContext, count: int, how: int) -> None:
    """The same of the skills to act or to answer with."""
    work, state = context.work, context.line.states[0]
    least = write_leads(context.scene, state, context.line.buffers[0], count, how, work) - CLEAR
    sign = 1.0 if side_at(state) == 0 else -1.0
    near = 0
    for place in range(count):
        near += work.rank[0, place] > least
    for place in range(count):
        if work.rank[0, place] <= least:
            work.worths[place] = -sign * BEYOND
        elif near == 1:
            work.worths[place] = 0.0
        else:
            weigh_each(context, count, place, ESTIMATED, EITHER)


@entry
def weigh(
    apply: Apply,
    scenes: Scenes,
    evaluator: Evaluator,
    only: int,
    turns: int,
    budget: int,
    looks: int,
    most: int,
) -> int:
    """Write the expected utility of the legal actions of level 0 into `worths`, in legal order: of
    all (`only` is -1) or of one, `turns` turns after the end of its own; or what a tactician goes
    by (`turns` is `AT_ONCE`, see `estimate_at_once`). If `most` is not 0, write the static estimate
    of all, and expand so many of the best to the end of their turn; or, where somebody may concede,
    what is not hopeless. Returns how many legal actions there are. If the `calls` of the work
    record exceed `budget` afterwards, or those `looked` at exceed `looks`, not all was expanded; a
    choice that branches too much (`MOST_A_LINE`) is valued where its expansion stops."""
    line, parameters, work = evaluator.lines[0], evaluator.all_parameters[0], evaluator.works[0]
    context = SearchContext(
        apply, scenes[0], line, evaluator.logs[0], parameters, work, evaluator.tables[0]
    )
    count = step(context, 0, SETTLE)
    state = line.states[0]
    work.calls, work.budget, work.stay = 0, budget, math.nan
    work.whole = 1 if kind_at(state) == N_ORDER else 0  # whose turn it is chooses likewise then
    work.looked, work.looks, work.highest = 0, looks, 0
    conceding = count > 0 and is_to_concede(state)
    work.contempt = 0.0 if conceding else parameters.contempt[side_at(state)] + 0.0
    expands = most > 0 or (conceding and turns == AT_ONCE)
    work.brief = 1 if turns == AT_ONCE and not conceding else 0
    work.estimates = parameters.estimates if turns > 0 or expands else 0
    if conceding and expands:
        expand_hopes(context, count)
        return count
    if parameters.estimates == 0:
        most = 0
    if turns == AT_ONCE:
        estimate_at_once(context, count)
    elif turns < 0 or most > 0:
        estimate_each(context, count)
        if most > 0:
            expand_best(context, count, most)
    else:
        weigh_each(context, count, only, turns, EITHER)
    return count


@entry
def weigh_nothing(
    apply: Apply, scenes: Scenes, evaluator: Evaluator, only: int, turns: int, budget: int,
    looks: int, most: int,
) -> int:  # fmt: skip
    """Stands in for `weigh` where nobody thinks, so that nothing of the lookahead is compiled."""
    return 0


class Tactician:
    """Weighs the choices of one game. It keeps what it has found out, so its parameters must not
    change once something was weighed."""

    def __init__(self, game: Game, partner: Tactician | None = None) -> None:
        self.game = game
        self.parameters: Array = partner.parameters if partner else parameters_of(game)
        self._table: Array = partner._table if partner else np.zeros(1, TABLE)
        self._line = np.zeros(1, LINE)
        self._log = np.zeros(1, LOG)
        self._work = np.zeros(1, WORK)
        self.allow()

    def partner(self) -> Tactician:
        """Another one, for another thread, that shares its parameters and its transposition
        table."""
        return Tactician(self.game, self)

    @property
    def positions(self) -> int:
        """How many positions the last weighing took, those of the transposition table counted as if
        they were new."""
        return int(self._work["calls"][0])

    @property
    def looked(self) -> int:
        """How many positions the last weighing really expanded."""
        return int(self._work["looked"][0])

    def weigh(self, state: State) -> Array:
        """The expected utility of each legal action of a state where somebody chooses, at the end
        of its turn."""
        return self._weigh_all(state, TO_THE_END, 0)

    def estimate(self, state: State) -> Array:
        """The same by the static estimate (`planner.evaluation.estimate`)."""
        return self._weigh_all(state, ESTIMATED, 0)

    def expand(self, state: State, most: int) -> Array:
        """The same by the static estimate, and exactly for the `most` choices that look best,
        which stay the best. Where somebody may concede, exactly for what is not hopeless, each
        concession less by what its estimate errs (`planner.turn.conceding`)."""
        return self._weigh_all(state, TO_THE_END, most)

    def glimpse(self, state: State) -> Array:
        """The same as cheaply as the best one can be told, not a number for what is not looked at:
        what a tactician chooses by."""
        worths = self._weigh_all(state, AT_ONCE, 0)
        worths[np.abs(worths) == BEYOND] = math.nan
        return worths

    def doubt(self, state: State, u: float) -> float:
        """How open the conflict is, in u, where a choice in a state is worth `u`."""
        return float(doubt_at(self.game.scene_rows, rows(state.record), rows(self.parameters), u))

    def expanded(self, number: int) -> Array:
        """Which of the first `number` legal actions (bool, number) the last `expand` took to the
        end of their turn."""
        if self.parameters["estimates"][0] == 0:
            return np.ones(number, np.bool_)
        return np.asarray(self._work["rank"][0, 0, :number] == SKIPPED)

    @property
    def evaluator(self) -> Evaluator:
        """The evaluator that kernels are handed."""
        parts = (
            self._line, self._log, self.parameters, self._work, self._table, NO_POLICY, NO_TEMPERS
        )  # fmt: skip
        return Evaluator(*(rows(one) for one in parts))

    def _weigh_all(self, state: State, turns: int, most: int) -> Array:
        count = self._weigh(state, ALL, turns, NO_LIMIT, NO_LIMIT, most)
        return self._work["worths"][0, :count].copy()

    def deepen(
        self, state: State, place: int, turns: int, budget: int, looks: int = NO_LIMIT
    ) -> float:
        """The expected utility of the legal action number `place`, `turns` turns after the end of
        its own. If `positions` exceeds `budget` afterwards, or `looked` exceeds `looks`, not all
        was expanded."""
        self._weigh(state, place, turns, budget, looks, 0)
        return float(self._work["worths"][0, place])

    def allow(self, positions: int = NO_LIMIT) -> None:
        """Set how many positions a weighing, also one under way on another thread, may take before
        it is ended. A limit beyond its own budget costs nothing."""
        self._work["allowed"][0] = positions

    def _weigh(
        self,
        state: State,
        only: int,
        turns: int,
        budget: int,
        looks: int,
        most: int,
    ) -> int:
        self._line["states"][0, 0] = state.record[0]
        scenes = self.game.scene_rows
        count = weigh(pointer(apply), scenes, self.evaluator, only, turns, budget, looks, most)
        return int(count)
