"""What legal choices are worth one turn deep: each at the end of its turn, exactly or by the static
estimate. A choice between turns is expanded through the turn that it begins. `at_once` has what a
tactician looks at of them, `tactician` whoever asks.
"""

from __future__ import annotations

import math

from autogm.engine.codes import N_ORDER, N_TURN
from autogm.engine.pack import first, verb_of
from autogm.engine.records import State
from autogm.engine.stack import kind_at, side_at
from autogm.game.kernels import kernel
from autogm.planner.estimate.context import SearchContext, try_out
from autogm.planner.estimate.overcoming import less_its_price
from autogm.planner.evaluation.scratch import BEYOND
from autogm.planner.turn.choices import SKIPPED, best_left
from autogm.planner.turn.conceding import weigh_down, write_hopes
from autogm.planner.turn.resolve import expected
from autogm.planner.turn.rolls import EXACT
from autogm.planner.turn.turns import is_move

ALL = -1
ESTIMATED, TO_THE_END = -1, 0
NO_MOVES, MOVES, EITHER = 0, 1, 2  # choices that can be blocked, and the others
LEAD = 1e-6  # u by which an expanded choice is ahead of all estimated ones at least
MOST_A_LINE = 40_000  # positions that one choice may take to the end of its turn


@kernel
def whose_turn(state: State, action: int) -> int:
    """Whose turn a choice belongs to: the one in which it is made, or which it begins; -1: none."""
    if kind_at(state) == N_ORDER:
        return first(action)
    return state.pending[0, 1] if state.pending[0, 0] == N_TURN else -1


@kernel
def weigh_each(
    context: SearchContext, count: int, only: int, turns: int, moving: int, rolls: int
) -> None:
    """Write the expected utility of those of the `count` legal actions of `states[0]` into `worths`
    that are number `only` (-1: all) and, unless `moving` is `EITHER`, may or may not be blocked
    moves. So many `rolls` of the turn count as over (`resolve`).
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
        work.stop = min(MOST_A_LINE + work.calls, work.budget)
        if deepens:
            work.stop = MOST_A_LINE + work.budget
        after = try_out(context, 0, action)
        u = expected(context, 1, after, mover, exchange, rolls, turns)
        work.worths[place] = less_its_price(context.scene, states[0], context.parameters, action, u)


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
        weigh_each(context, count, ALL, ESTIMATED, EITHER, EXACT)
        return
    weigh_each(context, count, ALL, ESTIMATED, NO_MOVES, EXACT)
    best = -math.inf
    for place in range(count):
        if not math.isnan(worths[place]):
            best = max(best, worths[place] if side == 0 else -worths[place])
    if best > -math.inf:
        work.stay = best if side == 0 else -best
    weigh_each(context, count, ALL, ESTIMATED, MOVES, EXACT)
    work.stay = math.nan


@kernel
def expand_best(context: SearchContext, count: int, most: int) -> None:
    """Expand the choices that look best by the static estimate to the end of their turn: `most`
    of them, or as many as the budget has room for, the best in any case. All others are corrected
    by the mean change of those, and are never better than the best. What is not looked at
    (`BEYOND`) stays so."""
    states, work, worths = context.line.states, context.work, context.work.worths
    sign = 1.0 if side_at(states[0]) == 0 else -1.0
    for place in range(count):
        looked_at = abs(worths[place]) < BEYOND
        work.rank[0, place] = sign * worths[place] if looked_at else SKIPPED
    best, change, expanded = -math.inf, 0.0, 0
    for _ in range(min(most, count)):
        if expanded and (work.calls > work.budget or work.looked > work.looks):
            break
        place = best_left(work, 0, count)
        if place < 0:
            break
        before = worths[place] + 0.0
        weigh_each(context, count, place, TO_THE_END, EITHER, EXACT)
        work.rank[0, place] = SKIPPED
        best, change = max(best, sign * worths[place]), change + worths[place] - before
        expanded += 1
    for place in range(count):
        if work.rank[0, place] != SKIPPED:
            worth = sign * (worths[place] + change / expanded)
            worths[place] = sign * min(worth, best - LEAD)


@kernel
def expand_hopes(context: SearchContext, count: int) -> None:
    """Where somebody may concede: expand that to the end of the turn, and fighting on, if it is not
    hopeless. What a concession is worth is less by what the estimate errs."""
    if write_hopes(context, count):
        for place in range(count):
            if context.work.rank[0, place] == SKIPPED:
                weigh_each(context, count, place, TO_THE_END, EITHER, EXACT)
    weigh_down(context, count)
