"""What a tactician goes by: the static estimates of as few of the legal choices as will tell the
best one. The choices of a duel are weighed from one opening of its roll, of a turn only a shortlist
is looked at (`shortlist`), of skills those that do not lag behind.
"""

from __future__ import annotations

import math

from autogm.engine.codes import (
    DUEL_PASSED,
    N_BLOCK,
    N_DEFEND,
    N_DUEL,
    N_ORDER,
    N_SKILL,
    N_TURN,
    V_INVOKE_FREE,
)
from autogm.engine.invokable import could_invoke
from autogm.engine.pack import verb_of
from autogm.engine.stack import kind_at, side_at
from autogm.game.kernels import kernel
from autogm.planner.estimate.context import SearchContext
from autogm.planner.evaluation.scratch import BEYOND, Work
from autogm.planner.policy.preferred import score_each
from autogm.planner.policy.skills import ACTING, ANSWERING
from autogm.planner.turn.at_best import at_best, is_bounded, open_bounds
from autogm.planner.turn.choices import SKIPPED, best_left
from autogm.planner.turn.duel_choices import is_one_duel, is_reroll, weigh_duel
from autogm.planner.turn.ranking import SAME
from autogm.planner.turn.rivals import APART, LAGS, write_rivals
from autogm.planner.turn.rolls import EXACT
from autogm.planner.turn.shortlist import LEFT_OUT, mark_shortlist
from autogm.planner.turn.ties import promise
from autogm.planner.turn.turns import is_move, most_threatening
from autogm.planner.turn.weighing import (
    ALL,
    EITHER,
    ESTIMATED,
    LEAD,
    estimate_each,
    weigh_each,
)

MOST_APART = 2  # choices of a duel that are weighed each by itself, besides passing
NEARLY_AS_GOOD = 0.01  # … if they are so near to the best, in shares of half the swing
FREE_FIRST = 0.002  # … where a free invoke is told apart from what is paid for, sooner by so much
BONUSES, REROLLS = 2, 1  # invokes of a duel that are looked at where each has to be expanded
THREE_OUTCOMES = EXACT + 1  # a block is judged by what follows at three outcomes of its first roll


@kernel
def estimate_at_once(context: SearchContext, count: int) -> None:
    """Write what a tactician goes by into `worths`: the static estimates of the `count` legal
    actions of `states[0]`, those of a duel all in one. Where two roll, a skill far behind is not
    looked at, and none if all others are. What is not looked at comes to less than all else."""
    state = context.line.states[0]
    kind = kind_at(state)
    if kind == N_DUEL and is_one_duel(state):
        passing = worth_of_passing(context, count)
        if weigh_duel(context, count, passing):
            tell_apart(context, count, passing)
            return
    if kind == N_DUEL and not is_one_duel(state):
        weigh_few(context, count)
    elif kind == N_BLOCK:
        weigh_each(context, count, ALL, ESTIMATED, EITHER, THREE_OUTCOMES)
    elif kind in (N_DEFEND, N_SKILL):
        weigh_skills(context, count)
    elif kind == N_TURN:
        weigh_turn(context, count)
    elif kind == N_ORDER:
        weigh_order(context, count)
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
    weigh_each(context, count, 0, ESTIMATED, EITHER, EXACT)
    return context.work.worths[0] + 0.0


@kernel
def tell_apart(context: SearchContext, count: int, passing: float) -> None:
    """Weigh the best choices of a duel each by itself: the best, and another that is nearly as
    good, mostly an invoke that does the same at a price that is not known so well; and before them
    to invoke nothing, unless what `passing` is worth is known, since nothing that is as good costs
    less."""
    work, worths, state = context.work, context.work.worths, context.line.states[0]
    sign = 1.0 if side_at(state) == 0 else -1.0
    near = NEARLY_AS_GOOD * context.parameters.swing
    for place in range(count):
        work.rank[0, place] = sign * worths[place]
        action = context.line.buffers[0].action[place]
        if verb_of(action) == V_INVOKE_FREE:
            work.rank[0, place] += FREE_FIRST * context.parameters.swing
        work.rank[0, place] += SAME * promise(context.scene, state, context.parameters, action)
    most, best = work.rank[0, best_left(work, 0, count)] + 0.0, -math.inf
    if work.rank[0, 0] >= most - near:
        if math.isnan(passing):
            weigh_each(context, count, 0, ESTIMATED, EITHER, EXACT)
        work.rank[0, 0] = SKIPPED
        best = sign * worths[0]
    for taken in range(MOST_APART):
        place = best_left(work, 0, count)
        if place < 0 or (taken and work.rank[0, place] < most - near):
            break
        weigh_each(context, count, place, ESTIMATED, EITHER, EXACT)
        work.rank[0, place] = SKIPPED
        best = max(best, sign * worths[place])
    for place in range(count):
        if work.rank[0, place] != SKIPPED:
            worths[place] = sign * min(sign * worths[place], best - LEAD)


@kernel
def weigh_few(context: SearchContext, count: int) -> None:
    """The same of the choices of a duel whose roll has no static estimate, or meets several: each
    of them is expanded, so only passing is looked at and the invokes that the policy prefers, some
    for a bonus and one for a reroll."""
    work, policy, state = context.work, context.policy, context.line.states[0]
    buffer = context.line.buffers[0]
    score_each(context.scene, state, context.parameters, policy, buffer, count)
    sign = 1.0 if side_at(state) == 0 else -1.0
    for place in range(count):
        action, ahead = buffer.action[place], 0
        for other in range(count):
            if is_reroll(buffer.action[other]) == is_reroll(action) and other > 0:
                better = policy.score[other] > policy.score[place]
                ahead += better or (policy.score[other] == policy.score[place] and other < place)
        if place == 0 or ahead < (REROLLS if is_reroll(action) else BONUSES):
            weigh_each(context, count, place, ESTIMATED, EITHER, EXACT)
        else:
            work.worths[place] = -sign * BEYOND


@kernel
def weigh_turn(context: SearchContext, count: int) -> None:
    """The same of the choices of a turn: of its shortlist first what cannot be blocked, and of that
    first what is always looked at, then what may be better (`at_best`)."""
    work = context.work
    mark_shortlist(context, 0, count, 0)
    sign = 1.0 if side_at(context.line.states[0]) == 0 else -1.0
    best, bounds = -math.inf, open_bounds(context, 0)
    for phase in range(3):
        moving, bounded = phase == 2, phase == 1
        if moving and best > -math.inf:
            work.stay = sign * best
        for place in range(count):
            action = context.line.buffers[0].action[place]
            if is_move(verb_of(action)) != moving:
                continue
            if work.rank[0, place] == LEFT_OUT:
                work.worths[place] = -sign * BEYOND
                continue
            if bounds and is_bounded(action):
                if not (bounded or moving):
                    continue
                if at_best(context, 0, action) <= best:
                    work.worths[place] = -sign * BEYOND
                    continue
            elif bounded:
                continue
            weigh_each(context, count, place, ESTIMATED, EITHER, EXACT)
            best = max(best, sign * work.worths[place])
    work.stay = math.nan


@kernel
def weigh_order(context: SearchContext, count: int) -> None:
    """The same of who acts next: of each turn only what may be better than the best before, the
    first being that of the most threatening fighter."""
    work, state, buffer = context.work, context.line.states[0], context.line.buffers[0]
    sign = 1.0 if side_at(state) == 0 else -1.0
    likely = most_threatening(context.scene, state, context.parameters, buffer, count)
    best = -math.inf
    for later in range(2):
        for place in range(count):
            if (buffer.action[place] == likely) != (later == 0):
                continue
            weigh_each(context, count, place, ESTIMATED, EITHER, EXACT)
            best = max(best, sign * work.worths[place])
            work.stay = sign * best
    work.stay = math.nan


@kernel
def weigh_skills(context: SearchContext, count: int) -> None:
    """The same of the skills to act or to answer with: of those that do not lag behind. Of several
    that come to the same, since no dice will help or any will do, the one that leads most is left:
    people roll their best without reckoning whether it matters."""
    work, state = context.work, context.line.states[0]
    how = ACTING if kind_at(state) == N_SKILL else ANSWERING
    near = write_rivals(context.scene, state, context.line.buffers[0], count, how, work)
    sign = 1.0 if side_at(state) == 0 else -1.0
    for place in range(count):
        if work.rank[0, place] == LAGS:
            work.worths[place] = -sign * BEYOND
        elif near == 1:
            work.worths[place] = 0.0
        else:
            weigh_each(context, count, place, ESTIMATED, EITHER, EXACT)
    if near > 1:
        drop_lesser(work, count, sign)


@kernel
def drop_lesser(work: Work, count: int, sign: float) -> None:
    """Leave out the skills that are worth as much as the best one, but for rounding, and lead by
    less than another of these, or do more than to roll where it brings nothing."""
    best, lead = -math.inf, -math.inf
    for place in range(count):
        best = max(best, sign * work.worths[place])
    for place in range(count):
        if sign * work.worths[place] >= best - SAME and work.rank[0, place] < APART:
            lead = max(lead, work.rank[0, place])
    if lead == -math.inf:
        return
    for place in range(count):
        if sign * work.worths[place] >= best - SAME and work.rank[0, place] != lead:
            work.worths[place] = -sign * BEYOND
