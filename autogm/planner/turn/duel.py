"""The duel of invokes after the dice (A6), solved: a small alternating game with perfect
information. What each margin is worth once nobody invokes any more is known; every invoke adds to
its side's roll and costs what the position loses by it; of invokes that do the same the cheapest
goes first. Both sides then play perfectly, and the result prices a fate point.

A price is a shift of log-odds, since a point is worth the same push wherever a fight stands, and
nothing once it is won. It is kept as t = tanh(shift / 2): with utility u = tanh(log-odds / 2) a
side that pays it falls from u to (u - t) / (1 - u t), as velocities add.
"""

from __future__ import annotations

from autogm.engine.area import free_left
from autogm.engine.codes import (
    L_POINT,
    N_DUEL,
    PLUS,
    POOL,
    R_AREA,
    V_CALL_ON_STUNT,
    V_INVOKE,
    V_INVOKE_FREE,
    V_INVOKE_FULL_DEFENSE,
)
from autogm.engine.invokable import next_equal, part_of, roller_of
from autogm.engine.nodes.invoke import adds_to_roll, apply_duel, payable
from autogm.engine.pack import first, pack, second, third, verb_of
from autogm.engine.records import Scene, State
from autogm.game.kernels import kernel
from autogm.model.words import MAX_FIGHTERS
from autogm.planner.estimate.context import SearchContext
from autogm.planner.evaluation.parameters import Parameters
from autogm.planner.evaluation.scratch import BEYOND, DEPTH, MOST_INVOKES, Work
from autogm.planner.evaluation.strength import HELD, exchange_to_come
from autogm.planner.evaluation.value import (
    MOST_POINTS,
    settled,
    usable_share,
    worth_of,
    write_held,
)
from autogm.planner.turn.margins import index_of

LEAST_PRICE = 0.0005  # so that a side keeps an invoke that gains nothing
NEARLY = 0.999999


@kernel
def list_invokes(
    context: SearchContext, row: int, level: int, count: int, side: int, before: float
) -> None:
    """Write the invokes of the side that moves at `states[level]` into row `row` of the work
    record, cheapest first. `count` legal actions stand in `buffers[level]`, level + 1 is scratch.
    Several payers of the same aspects (`paid_left`) use them up together, the cheapest first. The
    position is worth `before`, and what the sides have is in the last row of the sums. Of the duel
    itself, at `level` row, each choice's first use is priced in `work.asked` too.
    """
    scene, work = context.scene, context.work
    work.invokes[row, side], work.beyond[side] = 0, 0
    state = context.line.states[level]
    part = part_of(scene, state, side)
    roller = roller_of(scene, state, part)
    for column in range(2):
        work.left[column] = payable(scene, state, part, column)
    for place in range(count):
        action = context.line.buffers[level].action[place]
        verb, times, gain = verb_of(action), 0, 0
        if verb == V_INVOKE and third(action) == PLUS:
            times = min(state.points[first(action)] + 0, work.left[second(action)])
        elif verb == V_INVOKE_FREE and second(action) == PLUS:
            times = free_left(scene, state, first(action), side)
        elif verb == V_CALL_ON_STUNT or (verb == V_INVOKE_FULL_DEFENSE and first(action) == PLUS):
            times = 1
        if times > 0:
            gain = adds_to_roll(scene, roller, action)
            asked = price_invokes(context, row, level, action, side, times, gain, before)
            if level == row:
                work.asked[place] = asked
        if verb == V_INVOKE_FREE and times > 0:  # of equal aspects only the first is listed
            slot = next_equal(scene, state, first(action), side)
            while slot >= 0:
                times, equal = free_left(scene, state, slot, side), pack(verb, slot, PLUS, 0)
                price_invokes(context, row, level, equal, side, times, gain, before)
                slot = next_equal(scene, state, slot, side)


@kernel
def normal(parameters: Parameters, u: float) -> float:
    """The utility, less what is settled already, on a scale where winning is 1 and losing -1, kept
    a little short of both."""
    return min(NEARLY, max(-NEARLY, (u - parameters.fair) / parameters.swing))


@kernel
def loss_of(parameters: Parameters, side: int, before: float, after: float) -> float:
    """What a side loses when the utility of its position falls from `before` to `after`, as a
    price; below 0 it gains."""
    sign = 1.0 if side == 0 else -1.0
    high, low = sign * normal(parameters, before), sign * normal(parameters, after)
    return (high - low) / (1.0 - high * low)


@kernel
def paid_for(parameters: Parameters, side: int, u: float, price: float) -> float:
    """The utility after a side has paid a price."""
    sign = 1.0 if side == 0 else -1.0
    one = sign * normal(parameters, u)
    return u - sign * parameters.swing * price * (1.0 - one * one) / (1.0 - one * price)


@kernel
def price_invokes(
    context: SearchContext,
    row: int,
    level: int,
    action: int,
    side: int,
    times: int,
    gain: int,
    before: float,
) -> float:
    """List an invoke that can be used `times` times, each use at what the position loses by it once
    those before are used. Returns the price of the first."""
    scene, states, parameters, work = (
        context.scene,
        context.line.states,
        context.parameters,
        context.work,
    )
    sure, times = work.sure[row] + 0.0, min(times, MOST_INVOKES)
    column = second(action) if verb_of(action) == V_INVOKE else -1
    held = work.sum[DEPTH, side, HELD] + 0.0
    stepped = scene.keep_owed or scene.closed_loop or states[level].roll_flags & R_AREA
    price, spread, asked = LEAST_PRICE, 0, LEAST_PRICE
    state = states[level + 1]
    if stepped:
        states[level + 1] = states[level]
    top = state.depth - 1
    for use in range(times):
        if stepped == 0:
            drop = drop_of(scene, states[level], parameters, action, side, use)
            work.sum[DEPTH, side, HELD] = work.sum[DEPTH, side, HELD] - drop
            exchange = exchange_to_come(states[level])
            after = worth_of(scene, parameters, work, DEPTH, exchange, sure) if drop else before
            price = max(LEAST_PRICE, loss_of(parameters, side, before - sure, after - sure))
            before = after
        elif state.depth - 1 == top and state.pending[top, 0] == N_DUEL:  # else none has any left
            state.pending[top, 2] = side
            copy_totals(work, state)
            apply_duel(scene, state, action, context.log)
            spread = raised_totals(work, state)
            after = worth_in_hand(scene, state, parameters, work, sure)
            price = max(LEAST_PRICE, loss_of(parameters, side, before - sure, after - sure))
            before = after
        if use == 0:
            asked = price
        insert_invoke(work, row, side, gain, column, price, spread)
    work.sum[DEPTH, side, HELD] = held
    return asked


@kernel
def drop_of(
    scene: Scene, state: State, parameters: Parameters, action: int, side: int, used: int
) -> float:
    """By how much what a side holds of invokes (`value.write_held`) falls by an invoke that it has
    used `used` times already, outside closed loops and area attacks. What the engine does is
    written here again, since stepping it and counting all anew takes as long as weighing a margin;
    `tests/planner/test_tactician.py` compares what comes of it with stepping every invoke."""
    verb, one = verb_of(action), first(action)
    if verb == V_INVOKE:
        most = 2 * MOST_POINTS if one == POOL else MOST_POINTS
        return parameters.point if state.points[one] - used <= most else 0.0
    if verb == V_INVOKE_FREE:
        if used < state.free[one, 2]:
            return 0.0
        return parameters.free * usable_share(scene, state, parameters, one, side)
    if verb == V_CALL_ON_STUNT:
        roller = roller_of(scene, state, part_of(scene, state, side))
        if scene.stunt_limit[roller, one] == L_POINT:
            purse = scene.purse[roller] + 0
            most = 2 * MOST_POINTS if purse == POOL else MOST_POINTS
            return parameters.point if state.points[purse] <= most else 0.0
        if (parameters.once[roller] >> one) & 1:
            return parameters.stunt[roller, one] + 0.0
    return 0.0


@kernel
def copy_totals(work: Work, state: State) -> None:
    """Keep what an area attack comes to against those who are still to defend."""
    if state.roll_flags & R_AREA:
        for fighter in range(MAX_FIGHTERS):
            work.totals[fighter] = state.roll_totals[fighter]


@kernel
def raised_totals(work: Work, state: State) -> int:
    """Against whom it comes to more by now, as a bit mask (E4)."""
    mask = 0
    if state.roll_flags & R_AREA:
        for fighter in range(MAX_FIGHTERS):
            if state.roll_totals[fighter] > work.totals[fighter]:
                mask |= 1 << fighter
    return mask


@kernel
def worth_in_hand(
    scene: Scene, state: State, parameters: Parameters, work: Work, sure: float
) -> float:
    """The value of a position that differs only by invokes in hand from the one that the last row
    of the sums was written for, where `sure` of the stakes was settled already."""
    write_held(scene, state, parameters, work, DEPTH)
    if scene.keep_owed:  # points count among the stakes
        sure = settled(scene, state)
    return worth_of(scene, parameters, work, DEPTH, exchange_to_come(state), sure)


@kernel
def insert_invoke(
    work: Work, row: int, side: int, gain: int, column: int, price: float, spread: int
) -> None:
    """Insert an invoke in the order of prices. If there are too many, in all or paid for out of one
    `column`, the dearest is left out."""
    number = work.invokes[row, side] + 0
    if column >= 0:
        held, dearest = 0, -1
        for place in range(number):
            if work.column[row, side, place] == column:
                held, dearest = held + 1, place
        if held >= work.left[column]:
            if held == 0 or work.price[row, side, dearest] <= price:
                return
            number -= 1
            for place in range(dearest, number):
                move_invoke(work, row, side, place + 1, place)
    place = number
    while place > 0 and work.price[row, side, place - 1] > price:
        place -= 1
    if place < MOST_INVOKES:
        for last in range(min(number, MOST_INVOKES - 1), place, -1):
            move_invoke(work, row, side, last - 1, last)
        work.price[row, side, place] = price
        work.gain[row, side, place] = gain
        work.column[row, side, place] = column
        work.spread[row, side, place] = spread
    if number == MOST_INVOKES:
        work.beyond[side] = work.beyond[side] + 1
    work.invokes[row, side] = min(MOST_INVOKES, number + 1)


@kernel
def move_invoke(work: Work, row: int, side: int, source: int, target: int) -> None:
    """Move one entry of a list of invokes."""
    work.price[row, side, target] = work.price[row, side, source]
    work.gain[row, side, target] = work.gain[row, side, source]
    work.column[row, side, target] = work.column[row, side, source]
    work.spread[row, side, target] = work.spread[row, side, source]


@kernel
def gains_by_invoking(
    parameters: Parameters, work: Work, row: int, margin: int, acting: int, side: int, rest: float
) -> bool:
    """Whether a side gains by invoking over `rest`, what a duel at `margin` is worth if nobody
    invokes, as long as the other side does not invoke."""
    toward, sign = 1 if side == acting else -1, 1.0 if side == 0 else -1.0
    follows = work.follows[row] if side == acting else 0
    here, last, there = margin + 0, 0, margin + 0
    for used in range(1, work.invokes[row, side] + 1):
        here += toward * work.gain[row, side, used - 1]
        if sign * work.final[row, follows * used, index_of(here)] > sign * rest:
            last, there = used, here + 0
    if last == 0:
        return False
    sure = work.sure[row] + 0.0
    u = work.final[row, follows * last, index_of(there)] + 0.0
    for used in range(last - 1, -1, -1):
        there -= toward * work.gain[row, side, used]
        u = sure + paid_for(parameters, side, u - sure, work.price[row, side, used])
        if used:
            u = sign * max(sign * work.final[row, follows * used, index_of(there)], sign * u)
    return sign * u > sign * rest


@kernel
def solve_duel(
    parameters: Parameters, work: Work, row: int, margin: int, acting: int, mover: int, passed: int
) -> float:
    """The utility of a duel at `margin` in which side `mover` is to move and the other has `passed`
    or not, with what `list_invokes` found and `work.final` knows; `acting` is the side whose roll
    it is, whose invokes may count against who still meets it (E4). Whose move follows (A6) is
    written here again: to step the engine at each entry of the table takes a tactician a quarter
    longer where both sides invoke (ten positions of `autarch-skirmish`: 4.3 ms became 5.4).
    `tests/planner/test_tactician.py` compares with a recursion that does. In `work.duel` entry
    (i, j, s, p) is the utility once the players have used i invokes and the GM j, with side s to
    move and the other having passed or not."""
    most_p, most_g = work.invokes[row, 0], work.invokes[row, 1]
    rest = work.final[row, 0, index_of(margin)]
    if not gains_by_invoking(parameters, work, row, margin, acting, 0, rest):
        if not gains_by_invoking(parameters, work, row, margin, acting, 1, rest):
            return rest
    toward, sure = 1 if acting == 0 else -1, work.sure[row] + 0.0
    margin_p = margin + 0
    for i in range(most_p):
        margin_p += toward * work.gain[row, 0, i]
    for i in range(most_p, -1, -1):
        if i < most_p:
            margin_p -= toward * work.gain[row, 0, i]
        here = margin_p
        for j in range(most_g):
            here -= toward * work.gain[row, 1, j]
        for j in range(most_g, -1, -1):
            if j < most_g:
                here += toward * work.gain[row, 1, j]
            raised = work.follows[row] * (i if acting == 0 else j)
            rest = work.final[row, raised, index_of(here)]
            use_p, use_g = -BEYOND, BEYOND
            if i < most_p:
                use_p = sure + paid_for(
                    parameters, 0, work.duel[i + 1, j, 1, 0] - sure, work.price[row, 0, i]
                )
            if j < most_g:
                use_g = sure + paid_for(
                    parameters, 1, work.duel[i, j + 1, 0, 0] - sure, work.price[row, 1, j]
                )
            last_p, last_g = max(rest, use_p), min(rest, use_g)
            work.duel[i, j, 0, 1] = last_p
            work.duel[i, j, 1, 1] = last_g
            work.duel[i, j, 0, 0] = max(last_g, use_p)
            work.duel[i, j, 1, 0] = min(last_p, use_g)
    return work.duel[0, 0, mover, passed]
