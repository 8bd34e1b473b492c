"""What each choice in a duel of invokes (A2-A6) is worth by the static estimate, all of them from
one opening of the roll: what each margin comes to, and both sides' invokes with their prices. The
choice that is made is the first move of the small game that `duel` solves. To look at every choice
as a position of its own would open the same roll again for each.

A reroll is the mean over what its dice may show, each with the duel that is left. What it costs is
what invoking the same for a bonus costs, which is listed right before it. What is left after an
invoke is taken to be the same whichever of those that add as much is used: the cheapest.
"""

from __future__ import annotations

import math

from autogm.engine.area import raising_side
from autogm.engine.codes import (
    DUEL_PASSED,
    N_DICE,
    PLUS,
    R_AREA,
    V_INVOKE,
    V_INVOKE_FREE,
    V_INVOKE_FULL_DEFENSE,
    V_PASS,
)
from autogm.engine.invokable import part_of, roller_of
from autogm.engine.nodes.invoke import adds_to_roll
from autogm.engine.pack import first, second, third, verb_of
from autogm.engine.records import State
from autogm.engine.stack import kind_at
from autogm.game.kernels import kernel
from autogm.planner.estimate.context import SearchContext, try_out
from autogm.planner.estimate.outcomes import can_be_estimated
from autogm.planner.evaluation.scratch import Work
from autogm.planner.turn.duel import move_invoke, paid_for, solve_duel
from autogm.planner.turn.margins import index_of
from autogm.planner.turn.rolls import (
    close_books,
    count_raises,
    estimate_margins,
    learn,
    let_fall,
    open_books,
    open_estimate,
    reach,
    stands_for,
)

ROW = 1  # of the work record: the roll of the position that is thought about


@kernel
def is_one_duel(state: State) -> bool:
    """Whether the choices of a duel can be weighed together: no other roll hangs on this one."""
    return state.roll_flags & R_AREA == 0 and can_be_estimated(state)


@kernel
def weigh_duel(context: SearchContext, count: int, passing: float) -> bool:
    """Write what the `count` choices of the duel of `states[0]` are worth into `worths`; False, and
    nothing, where its roll has no static estimate. What `passing` is worth is known where it ends
    the duel, else NaN."""
    scene, states, parameters, work = (
        context.scene,
        context.line.states,
        context.parameters,
        context.work,
    )
    state = states[0]
    middle, opened = let_fall(context, 0)
    if open_estimate(context, 0, 1) == 0:
        return False
    close_books(work, ROW)
    side, passed = open_books(context, ROW, opened, 1)
    acting = raising_side(scene, state)
    part = part_of(scene, state, side)
    roller, toward = roller_of(scene, state, part), 1 if part == 0 else -1
    count_raises(work, ROW, acting)
    replaced, shown, least, most = -1, state.die[part] + 0, middle + 0, middle + 0
    for place in range(count):
        if is_reroll(context.line.buffers[0].action[place]) and replaced < 0:
            replaced = dice_to_reroll(context, context.line.buffers[0].action[place])
            one = middle + toward * (scene.lowest - shown)
            other = one + toward * (scene.outcomes - 1)
            least, most = min(one, other), max(one, other)
    if not math.isnan(passing):
        learn(work, ROW, 0, middle, stands_for(scene, state, middle), passing)
    less, more = reach(work, ROW, acting)
    estimate_margins(context, 0, 0, min(least, middle) - less, max(most, middle) + more)
    price, sure = 0.0, work.sure[ROW] + 0.0
    used, plain, anew = -1, 0.0, math.nan  # the last gain: what is left then, and after a reroll
    for place in range(count):
        action = context.line.buffers[0].action[place]
        if verb_of(action) == V_PASS:
            if passed:
                work.worths[place] = work.final[ROW, 0, index_of(middle)]
            else:
                work.worths[place] = solve_duel(
                    parameters, work, ROW, middle, acting, 1 - side, DUEL_PASSED
                )
            continue
        rerolls, gain = is_reroll(action), adds_to_roll(scene, roller, action)
        if not rerolls:
            price = work.asked[place] + 0.0
        if gain != used or (rerolls and math.isnan(anew)):
            number = work.invokes[ROW, side] + 0
            entry = entry_of(work, side, gain)
            take_out_entry(work, side, entry)
            if gain != used:
                margin = middle + toward * gain
                plain = solve_duel(parameters, work, ROW, margin, acting, 1 - side, 0)
                used, anew = gain, math.nan
            if rerolls:
                anew = 0.0
                for outcome in range(scene.outcomes):
                    chance = scene.dice[replaced, outcome] + 0.0
                    if chance > 0.0:
                        margin = middle + toward * (scene.lowest + outcome - shown)
                        u = solve_duel(parameters, work, ROW, margin, acting, 1 - side, 0)
                        anew += chance * u
            put_entry_back(work, side, entry, number)
        u = anew if rerolls else plain
        work.worths[place] = sure + paid_for(parameters, side, u - sure, price)
    return True


@kernel
def is_reroll(action: int) -> bool:
    """Whether an invoke is for a reroll and not for a bonus."""
    verb = verb_of(action)
    if verb == V_INVOKE:
        return third(action) != PLUS
    if verb == V_INVOKE_FREE:
        return second(action) != PLUS
    return verb == V_INVOKE_FULL_DEFENSE and first(action) != PLUS


@kernel
def dice_to_reroll(context: SearchContext, action: int) -> int:
    """How many of the dice that a choice of `states[0]` rolls again weight replaces."""
    then = try_out(context, ROW, action)
    return -1 - then if kind_at(context.line.states[ROW + 1]) == N_DICE else 0


@kernel
def entry_of(work: Work, side: int, gain: int) -> int:
    """Where the cheapest invoke that adds `gain` stands in its side's list; -1: none is listed."""
    for place in range(work.invokes[ROW, side]):
        if work.gain[ROW, side, place] == gain:
            return place
    return -1


@kernel
def take_out_entry(work: Work, side: int, entry: int) -> None:
    """Move an entry of a side's list behind the others, and list one less: it is used. One that is
    not listed is used in place of the dearest. Where there was no room for all, another one like
    the dearest follows."""
    number = work.invokes[ROW, side] + 0
    if number > 0 and (entry >= 0 or work.beyond[side] == 0):
        if entry >= 0:
            move_entry(work, side, entry, number - 1)
        if work.beyond[side] == 0:
            work.invokes[ROW, side] = number - 1


@kernel
def put_entry_back(work: Work, side: int, entry: int, number: int) -> None:
    """Undo `take_out_entry`: the list has `number` entries again."""
    if number > 0 and entry >= 0:
        move_entry(work, side, number - 1, entry)
    work.invokes[ROW, side] = number


@kernel
def move_entry(work: Work, side: int, source: int, target: int) -> None:
    """Move an entry of a side's list to another place, those between them closing up."""
    gain, price = work.gain[ROW, side, source] + 0, work.price[ROW, side, source] + 0.0
    column, spread = work.column[ROW, side, source] + 0, work.spread[ROW, side, source] + 0
    step = 1 if target > source else -1
    for place in range(source, target, step):
        move_invoke(work, ROW, side, place + step, place)
    work.gain[ROW, side, target] = gain
    work.price[ROW, side, target] = price
    work.column[ROW, side, target] = column
    work.spread[ROW, side, target] = spread
