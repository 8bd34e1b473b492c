"""What the sides have once a roll is over and nothing came of it, and what that is worth with more
or fewer invokes in hand: the ground that a glance (`glance`) tells outcomes from. It stands in a
row of `work.sum`, in the order of `strength`; whoever changes one puts it back.
"""

from __future__ import annotations

import math

from numba import types

from autogm.engine.codes import SETTLE
from autogm.engine.jit import BUFFERS_TYPE, STATES_TYPE, kernel
from autogm.engine.step import APPLY_POINTER
from autogm.planner.judge import JUDGE_TYPE, N_SUMS, WORK_TYPE
from autogm.planner.strength import HELD
from autogm.planner.value import settled, usable_share, worth_of, write_sums

KEPT = 3  # levels above a roll: where the turn goes on if nothing comes of it
TYPES = {
    "apply": APPLY_POINTER,
    "states": STATES_TYPE,
    "buffers": BUFFERS_TYPE,
    "judge": JUDGE_TYPE,
    "work": WORK_TYPE,
    "own": types.float64,
    "theirs": types.float64,
}


@kernel(**TYPES)
def go_on(apply, scene, states, buffers, log, judge, work, row):
    """Go on from `states[row]` to where the turn goes on or the next one begins, as if nothing came
    of the roll that is pending, and take down what the sides have there. Answers what the step
    answered."""
    states[row].depth = 1
    count = apply(scene, states[row], SETTLE, buffers[row], log)
    if count == 0:
        return 0
    write_sums(scene, states[row], judge, work, row)
    work.sure[row] = settled(scene, states[row])
    work.exchange[row] = states[row].exchange
    return count


@kernel(work=WORK_TYPE)
def copy_sums(work, source, row):
    """Write what the sides have by one row of the sums into another."""
    for side in range(2):
        for one in range(N_SUMS):
            work.sum[row, side, one] = work.sum[source, side, one]


@kernel(**TYPES)
def open_eyes(apply, scene, states, buffers, log, judge, work, row):
    """Take down what the sides have once the roll of `states[row]`, whose dice have fallen, is over
    and nothing came of it. The state above is there then, and the one `KEPT` above, which stays
    there; answers what the step to it answered."""
    work.out[row], work.decides[row] = math.nan, -1
    states[row + 1] = states[row]
    count = go_on(apply, scene, states, buffers, log, judge, work, row + 1)
    if count == 0:
        return 0
    states[row + KEPT] = states[row + 1]
    copy_sums(work, row + 1, row)
    work.sure[row] = work.sure[row + 1]
    work.exchange[row] = work.exchange[row + 1]
    return count


@kernel(judge=JUDGE_TYPE, work=WORK_TYPE)
def as_it_is(scene, judge, work, row):
    """u of what stands in row `row` of the sums."""
    return worth_of(scene, judge, work, row, work.exchange[row] + 0, work.sure[row] + 0.0)


@kernel(judge=JUDGE_TYPE)
def more_in_hand(scene, state, judge, slot, side, count):
    """What so many more free invokes of a side on an aspect add to its invokes in hand: no more
    than there is room for (A3)."""
    room = min(count, scene.free_cap - state.free[slot, side])
    return judge.free * room * usable_share(scene, state, slot)


@kernel(judge=JUDGE_TYPE)
def boost_on(scene, state, judge, fighter, count):
    """What so many boosts against a fighter add to the other side's invokes (A5)."""
    side = 1 - scene.side[fighter]
    return more_in_hand(scene, state, judge, scene.slot_on[fighter] + 0, side, count)


@kernel(judge=JUDGE_TYPE)
def boost_for(scene, state, judge, fighter):
    """What a boost in its favour adds to its own side's (A5)."""
    side = scene.side[fighter] + 0
    return more_in_hand(scene, state, judge, scene.slot_for[fighter] + 0, side, 1)


@kernel(**TYPES)
def with_more(scene, state, judge, work, row, own, theirs):
    """u had the side that acts, and the other, so many more invokes in hand."""
    side = scene.side[state.roll_actor] + 0
    held, other = work.sum[row, side, HELD] + 0.0, work.sum[row, 1 - side, HELD] + 0.0
    work.sum[row, side, HELD] = held + own
    work.sum[row, 1 - side, HELD] = other + theirs
    u = as_it_is(scene, judge, work, row)
    work.sum[row, side, HELD] = held
    work.sum[row, 1 - side, HELD] = other
    return u
