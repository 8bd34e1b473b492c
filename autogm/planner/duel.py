"""The duel of invokes after the dice (A6), solved: a small alternating game with perfect
information. What each margin comes to once nobody invokes any more is known, every invoke adds to
its side's roll and costs what the position loses by it; of invokes that do the same the cheapest
goes first. Both sides then play it out perfectly, and the answer prices a fate point.
"""

from __future__ import annotations

from numba import types

from autogm.engine.codes import (
    PLUS,
    V_INVOKE_FREE,
    V_INVOKE_GUARD,
    V_INVOKE_PAID,
    V_INVOKE_STUNT,
)
from autogm.engine.jit import BUFFERS_TYPE, STATES_TYPE, kernel
from autogm.engine.pack import first, second, third, verb_of
from autogm.engine.step import APPLY_POINTER
from autogm.planner.judge import JUDGE_TYPE, MARGINS, MIDDLE, MOST_INVOKES, WORK_TYPE
from autogm.planner.value import value

LEAST_PRICE = 0.0005  # what brings nothing is kept


@kernel(
    apply=APPLY_POINTER, states=STATES_TYPE, buffers=BUFFERS_TYPE, judge=JUDGE_TYPE, work=WORK_TYPE
)
def list_invokes(apply, scene, states, buffers, log, judge, work, row, level, count, side):
    """Write the invokes of the side that moves at `states[level]` into row `row` of the work
    record, cheapest first. `count` legal actions stand in `buffers[level]`, level + 1 is scratch.
    """
    work.invokes[row, side] = 0
    state = states[level]
    sign = 1.0 if side == 0 else -1.0
    before = sign * value(scene, state, judge, work)
    for place in range(count):
        action = buffers[level].action[place]
        verb = verb_of(action)
        times, gain = 1, 2
        if verb == V_INVOKE_PAID:
            if third(action) != PLUS:
                continue
            part = 0 if scene.side[state.roll_actor] == side else 1
            times = min(state.points[first(action)], state.paid_left[part, second(action)])
        elif verb == V_INVOKE_FREE:
            if second(action) != PLUS:
                continue
            times = state.free[first(action), side] + state.free[first(action), 2]
        elif verb == V_INVOKE_GUARD:
            if first(action) != PLUS:
                continue
        elif verb == V_INVOKE_STUNT:
            gain = scene.stunt_amount[state.roll_actor, first(action)]
            if scene.side[state.roll_actor] != side:
                gain = scene.stunt_amount[state.roll_target - 1, first(action)]
        else:
            continue
        states[level + 1] = states[level]
        apply(scene, states[level + 1], action, buffers[level + 1], log)
        after = sign * value(scene, states[level + 1], judge, work)
        price = max(LEAST_PRICE, before - after)
        for _ in range(times):
            insert_invoke(work, row, side, gain, price)


@kernel(work=WORK_TYPE, price=types.float64)
def insert_invoke(work, row, side, gain, price):
    """Keep an invoke in the order of prices; where there are too many the dearest is left out."""
    number = work.invokes[row, side]
    place = number
    while place > 0 and work.price[row, side, place - 1] > price:
        place -= 1
    if place >= MOST_INVOKES:
        return
    last = min(number, MOST_INVOKES - 1)
    while last > place:
        work.price[row, side, last] = work.price[row, side, last - 1]
        work.gain[row, side, last] = work.gain[row, side, last - 1]
        last -= 1
    work.price[row, side, place] = price
    work.gain[row, side, place] = gain
    work.invokes[row, side] = min(MOST_INVOKES, number + 1)


@kernel(work=WORK_TYPE)
def solve_duel(work, row, margin, acting, mover, passed):
    """u of a duel at `margin` in which side `mover` is to move and the other has `passed` or not,
    with what `list_invokes` found and `work.final` knows; `acting` is the side whose roll it is.
    The choices stay in `work.duel`: entry (i, j, s, p) is u once the players have used i invokes
    and the gm j, with side s to move."""
    most_p, most_g = work.invokes[row, 0], work.invokes[row, 1]
    toward = 1 if acting == 0 else -1
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
            rest = work.final[row, min(MARGINS - 1, max(0, here + MIDDLE))]
            use_p, use_g = -1e9, 1e9
            if i < most_p:
                use_p = work.duel[i + 1, j, 1, 0] - work.price[row, 0, i]
            if j < most_g:
                use_g = work.duel[i, j + 1, 0, 0] + work.price[row, 1, j]
            last_p, last_g = max(rest, use_p), min(rest, use_g)
            work.duel[i, j, 0, 1] = last_p
            work.duel[i, j, 1, 1] = last_g
            work.duel[i, j, 0, 0] = max(last_g, use_p)
            work.duel[i, j, 1, 0] = min(last_p, use_g)
    return work.duel[0, 0, mover, passed]
