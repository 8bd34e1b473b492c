"""What a choice is worth at the end of its turn, exactly: dice by their chances, duels of invokes
solved, every further choice (how to absorb, what style brings, which cost) made by the side that
has it, by the value of what follows. Nothing is sampled. The engine itself is stepped, so that
every rule counts as in play.

Simplifications, inside the lookahead only: nobody concedes; an action's skill is chosen by its lead
over what answers it, an answer's by its rating; an advantage is opposed by whoever leaves it the
least to expect before invokes (`opposing`); nobody invokes for a reroll; only the first roll of
a turn is expanded at all its outcomes, the next two at three each and later ones at their middle;
the one roll of an area attack, which meets each defender in turn, is expanded at three outcomes.
Of a choice within an area attack (`work.area`) the next defence is expanded at three and each later
one at its middle, and nobody invokes there: so all choices reach its end, and none looks better
since what is still to come is not seen.
After a free step only what may be its reason is expanded (`worth_a_step`). After two rolls of a
turn nobody invokes any more; what follows then or an area attack, and the free step of a fighter
that has acted, is chosen by the value of the position right after the choice. No mob divides but by
the choice that is weighed itself.

Where `work.brief` says so, only a shortlist of a turn's choices is looked at (`shortlist`), and of
it only what may be better than all else (`at_best`) and than what is had anyway (`work.stay`). Of a
turn that is no better than that only so much is known.

With -1 turns, most rolls are valued by the static estimate (`estimate`) instead. In later turns
only the choices that look best by the static estimate are expanded (`work.estimates`).

`expected` is the recursion; one roll is handled in `rolls`, the choices of one node in `choices`.
"""

from __future__ import annotations

import math

from autogm.engine.area import raising_side
from autogm.engine.codes import (
    DICE_ANSWER,
    DICE_REROLL,
    N_BLOCK,
    N_DICE,
    N_DUEL,
    N_TURN,
    R_AREA,
    T_STOOD,
)
from autogm.engine.records import State
from autogm.engine.stack import dice_flag, kind_at, side_at
from autogm.game.kernels import kernel
from autogm.planner.estimate.context import SearchContext, try_out
from autogm.planner.estimate.overcoming import less_its_price
from autogm.planner.estimate.transpositions import HIGHEST, digest, keep, known
from autogm.planner.evaluation.scratch import Work
from autogm.planner.evaluation.value import ending, value
from autogm.planner.turn.at_best import at_best, is_bounded, open_bounds
from autogm.planner.turn.choices import (
    SKIPPED,
    best_left,
    forget_ranks,
    is_ranked_now,
    most_expanded,
    rank_by_value,
    take_next,
    turns_to_rank,
)
from autogm.planner.turn.margins import index_of
from autogm.planner.turn.rolls import (
    HASTY,
    MIDDLE_ONLY,
    area_outcome,
    chance_of,
    close_books,
    count_raises,
    end_with,
    estimate_margins,
    gain_of,
    is_known,
    lay_out,
    learn,
    let_fall,
    open_books,
    open_estimate,
    outcomes_of,
    reach,
    stands_for,
    sum_up,
)
from autogm.planner.turn.shortlist import begins_turn, shorten
from autogm.planner.turn.turns import is_over_turn, is_turn_of, to_dice, to_next_turn

BEHIND = 1e-6  # u by which a turn of which nothing was looked at is behind what is had anyway
FINE = 1e9  # the worth of staying enters a key in this many parts of u


# The question


@kernel
def is_spent(work: Work) -> bool:
    """Whether the budget is spent, so that nothing is expanded any further."""
    return work.calls > min(work.stop, work.allowed) or work.looked > work.looks


@kernel
def asked_of(work: Work, state: State, mover: int, exchange: int, rolls: int, turns: int) -> int:
    """A number for the question asked about an expanded position, so that a remembered answer
    belongs to the same question. Where nothing is expanded the number is 0."""
    asked = 1 + min(rolls, MIDDLE_ONLY) + 4 * (turns + 64 * (mover + 1 + 64 * exchange))
    asked = 8 * asked + 4 * work.brief + 2 * work.estimates + work.area
    if work.whole != 0 and begins_turn(state):
        asked = -asked
    if not math.isnan(work.stay):
        asked = (asked + 1) ^ (int(work.stay * FINE) << 20)
    return asked


@kernel
def remember(
    context: SearchContext, key: int, asked: int, worth: float, level: int, before: int
) -> None:
    """Remember what a position of a level is worth, if it was expanded to its end; `before` is the
    number of calls before it."""
    parameters, work = context.parameters, context.work
    whole = work.calls <= work.budget and not is_spent(work)
    if parameters.remembers != 0 and (asked == 0 or (whole and work.highest < HIGHEST)):
        keep(context.table, key, worth, work.calls - before, work.highest - level)


@kernel
def meets_next(state: State) -> bool:
    """Whether an area attack meets the next of those whom it hits."""
    if kind_at(state) != N_DICE or state.roll_flags & R_AREA == 0:
        return False
    return dice_flag(state, DICE_ANSWER) and not dice_flag(state, DICE_REROLL)


# The recursion


@kernel
def expected(
    context: SearchContext,
    level: int,
    count: int,
    mover: int,
    exchange: int,
    rolls: int,
    turns: int,
) -> float:
    """The utility that `states[level]` is expected to end with, as seen at the end of the turn of
    `mover` in `exchange`, or `turns` turns later: there everybody takes the best of the choices
    that look best by the static estimate (`most_expanded`). A `mover` of -1 is nobody, `turns` of
    -1 ask for a static estimate. `count` is what the step to the state answered, its legal actions
    stand in `buffers[level]`; `rolls` counts the rolls of the turn so far. This level and higher
    ones are scratch. Beyond `work.budget` calls no turn is expanded further; beyond `work.stop` or
    `work.allowed`, or once more than `work.looks` positions were not known before, nothing is.

    It is one function, since compiled ones cannot call each other in a circle. No call of itself
    takes a literal: that would be another function."""
    scene, states, parameters, work = (
        context.scene,
        context.line.states,
        context.parameters,
        context.work,
    )
    state = states[level]
    before, reached = work.calls + 0, work.highest + 0
    work.calls, work.highest = before + 1, level
    count = to_dice(context, level, count)
    if count == 0:
        work.highest = reached
        return ending(scene, state, work)
    kind, worth = kind_at(state), 0.0
    if work.area != 0 and meets_next(state):
        rolls = max(rolls, HASTY)
    over = is_over_turn(state, mover, exchange) or (rolls >= HASTY and kind == N_TURN)
    rest = over and kind == N_TURN and is_turn_of(state, mover, exchange)
    leaf = (over and (turns <= 0 or work.calls > work.budget)) or is_spent(work)
    asked = 0 if leaf else asked_of(work, state, mover, exchange, rolls, turns)
    thinker = (work.contempt > 0.0) + 2 * (work.contempt == 0.0)
    key = digest(context.line, parameters, level, 3 * asked + thinker)
    met = known(context.table, work, key, level)
    if not math.isnan(met):
        work.highest = max(reached, work.highest)
        return met
    work.looked = work.looked + 1
    if over and not leaf and not rest:
        count = to_next_turn(context, level, count)
        leaf = count <= 0 or kind_at(state) != N_TURN
        mover, exchange = state.pending[state.depth - 1, 1] + 0, state.exchange + 0
        kind, rolls, turns = N_TURN, 0, turns - 1
    if leaf or level >= HIGHEST:
        worth = value(scene, state, parameters, work)
    elif kind == N_TURN and turns < 0 and state.turn_flags & T_STOOD and not math.isnan(work.stay):
        worth = work.stay + 0.0
    elif kind == N_DICE and dice_flag(state, DICE_REROLL):
        for outcome in range(scene.outcomes):
            chance = scene.dice[-1 - count, outcome] + 0.0
            if chance > 0.0:
                after = try_out(context, level, outcome)
                u = expected(context, level + 1, after, mover, exchange, rolls, turns)
                worth += chance * u
    elif kind == N_DICE and state.roll_flags & R_AREA and not dice_flag(state, DICE_ANSWER):
        for third in range(-1, 2):
            outcome = area_outcome(scene, parameters, -count, third)
            after = try_out(context, level, outcome)
            u = expected(context, level + 1, after, mover, exchange, rolls + 1, turns)
            worth += u / 3.0
    elif kind in (N_DICE, N_DUEL):
        source, own, second, toward = lay_out(context, level, count)
        row, acting = source + 1, raising_side(scene, states[source])
        middle, opened = let_fall(context, source)
        duel, after = opened > 0 and kind_at(states[row]) == N_DUEL, 0
        if turns < 0:
            after = open_estimate(context, source, duel)
        quick = after != 0
        side, passed = 0, 0
        close_books(work, row)
        if duel and rolls < HASTY:
            side, passed = open_books(context, row, opened, quick)
        less, more = reach(work, row, acting)
        raises = count_raises(work, row, acting)
        least, most, apart = outcomes_of(parameters, rolls, own, second)
        for difference in range(least, most + 1, apart):
            if chance_of(parameters, work, rolls, own, second, difference) == 0.0:
                continue
            shown = middle + toward * difference
            for raised in range(raises):
                gain = gain_of(work, row, acting, raised)
                lowest = shown + gain - less
                highest = shown + (gain if raises > 1 else more)
                if quick:
                    estimate_margins(context, source, raised, lowest, highest)
                    continue
                for margin in range(lowest, highest + 1):
                    if is_known(work, row, raised, margin):
                        continue
                    ends = stands_for(scene, states[source], margin)
                    if is_known(work, row, raised, ends):
                        u = work.final[row, raised, index_of(ends)] + 0.0
                    else:
                        then = end_with(context, source, middle, opened, ends, raised)
                        u = expected(context, row, then, mover, exchange, rolls + 1, turns)
                    learn(work, row, raised, margin, ends, u)
        worth = sum_up(
            parameters, work, row, rolls, own, second, toward, middle, acting, side, passed
        )
    else:
        sign, passed_over = 1.0 if side_at(state) == 0 else -1.0, False
        hasty = rest or (kind != N_TURN and (rolls >= HASTY or state.roll_flags & R_AREA != 0))
        under = turns_to_rank(work, kind, turns)
        if kind == N_TURN and work.brief != 0 and not hasty:
            count = shorten(context, level, count)
        if hasty:
            rank_by_value(context, level, count, sign)
        else:
            stay, moves_last = work.stay + 0.0, kind == N_TURN and under < 0
            if moves_last:
                work.stay = math.nan
            forget_ranks(work, level, count)
            bounds = moves_last and work.brief != 0 and open_bounds(context, level)
            floor = SKIPPED if math.isnan(stay) else sign * stay
            blocks = kind == N_BLOCK and work.brief != 0 and not math.isnan(stay)
            for phase in range(3):
                moving, bounded = phase == 2, phase == 1
                chosen = best_left(work, level, count)
                if moves_last and moving and chosen >= 0:
                    work.stay = sign * work.rank[level, chosen]
                beats = max(floor, work.rank[level, chosen]) if chosen >= 0 else floor + 0.0
                for place in range(count):
                    action = context.line.buffers[level].action[place]
                    if not is_ranked_now(state, action, moving, moves_last):
                        continue
                    if bounds and is_bounded(action):
                        if not (bounded or moving):
                            continue
                        if at_best(context, level, action) <= beats:
                            passed_over = True
                            continue
                    elif bounded:
                        continue
                    after = try_out(context, level, action)
                    u = expected(context, level + 1, after, mover, exchange, rolls, under)
                    u = less_its_price(scene, state, parameters, action, u)
                    work.rank[level, place] = sign * u
                    beats = max(beats, sign * u)
                    if blocks and sign * u > floor:  # even not blocked it is worse than staying
                        break
            work.stay = stay
        chosen = best_left(work, level, count)
        if chosen < 0 and passed_over:
            worth = work.stay - sign * BEHIND  # all was passed over
        elif chosen < 0:
            worth = value(scene, state, parameters, work)
        elif under == turns and not hasty:
            worth = sign * work.rank[level, chosen]
        else:
            best = SKIPPED
            for _ in range(most_expanded(kind, rest, turns)):
                chosen = take_next(parameters, work, level, count, turns, best)
                if chosen < 0:
                    break
                action = context.line.buffers[level].action[chosen]
                after = try_out(context, level, action)
                u = expected(context, level + 1, after, mover, exchange, rolls, turns)
                u = less_its_price(scene, state, parameters, action, u)
                best = max(best, sign * u)
            worth = sign * best
    remember(context, key, asked, worth, level, before)
    work.highest = max(reached, work.highest)
    return worth
