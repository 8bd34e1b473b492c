"""What the sides have once a roll is over and nothing came of it, and what that is worth with more
or fewer invokes in hand or with somebody hurt: the ground that a static estimate (`estimate`) tells outcomes
from. It stands in a row of `work.sum`, in the order of `strength`; whoever changes one puts it
back.
"""

from __future__ import annotations

import math

from autogm.engine.codes import SETTLE
from autogm.engine.harm import track
from autogm.engine.records import Scene, State
from autogm.engine.stack import count_bits
from autogm.game.kernels import kernel
from autogm.planner.evaluation.context import SearchContext, step
from autogm.planner.evaluation.exchanges_to_win import LEAST, pace_of
from autogm.planner.evaluation.parameters import Parameters
from autogm.planner.evaluation.scratch import N_SUMS, Work
from autogm.planner.evaluation.strength import (
    HELD,
    LASTING,
    PACE,
    SOAK,
    lasting,
    soak_of,
    soak_with,
    threat_of,
)
from autogm.planner.evaluation.value import settled, usable_share, worth_of, write_sums

KEPT = 3  # levels above a roll: where the turn goes on if nothing comes of it


@kernel
def go_on(context: SearchContext, row: int) -> int:
    """Go on from `states[row]` to where the turn goes on or the next one begins, as if nothing came
    of the roll that is pending, and take down what the sides have there. Answers what the step
    answered."""
    scene, states, work = context.scene, context.line.states, context.work
    states[row].depth = 1
    count = step(context, row, SETTLE)
    if count == 0:
        return 0
    write_sums(scene, states[row], context.parameters, work, row)
    work.sure[row] = settled(scene, states[row])
    work.exchange[row] = states[row].exchange
    return count


@kernel
def copy_sums(work: Work, source: int, row: int) -> None:
    """Write what the sides have by one row of the sums into another."""
    for side in range(2):
        for one in range(N_SUMS):
            work.sum[row, side, one] = work.sum[source, side, one]


@kernel
def open_eyes(context: SearchContext, row: int) -> int:
    """Take down what the sides have once the roll of `states[row]`, whose dice have fallen, is over
    and nothing came of it. The state above is there then, and the one `KEPT` above, which stays
    there; answers what the step to it answered."""
    states, work = context.line.states, context.work
    work.out[row], work.decides[row] = math.nan, -1
    states[row + 1] = states[row]
    count = go_on(context, row + 1)
    if count == 0:
        return 0
    states[row + KEPT] = states[row + 1]
    copy_sums(work, row + 1, row)
    work.sure[row] = work.sure[row + 1]
    work.exchange[row] = work.exchange[row + 1]
    return count


@kernel
def as_it_is(context: SearchContext, row: int) -> float:
    """u of what stands in row `row` of the sums."""
    work = context.work
    exchange, sure = work.exchange[row] + 0, work.sure[row] + 0.0
    return worth_of(context.scene, context.parameters, work, row, exchange, sure)


@kernel
def more_in_hand(
    scene: Scene, state: State, parameters: Parameters, slot: int, side: int, count: int
) -> float:
    """What so many more free invokes of a side on an aspect add to its invokes in hand: no more
    than there is room for (A3)."""
    room = min(count, scene.free_cap - state.free[slot, side])
    return parameters.free * room * usable_share(scene, state, parameters, slot, side)


@kernel
def boost_on(scene: Scene, state: State, parameters: Parameters, fighter: int, count: int) -> float:
    """What so many boosts against a fighter add to the other side's invokes (A5)."""
    side = 1 - scene.side[fighter]
    return more_in_hand(scene, state, parameters, scene.slot_on[fighter] + 0, side, count)


@kernel
def boost_for(scene: Scene, state: State, parameters: Parameters, fighter: int) -> float:
    """What a boost in its favour adds to its own side's (A5)."""
    side = scene.side[fighter] + 0
    return more_in_hand(scene, state, parameters, scene.slot_for[fighter] + 0, side, 1)


@kernel
def with_more(context: SearchContext, row: int, side: int, own: float, theirs: float) -> float:
    """u had a side, and the other, so many more invokes in hand."""
    work = context.work
    held, other = work.sum[row, side, HELD] + 0.0, work.sum[row, 1 - side, HELD] + 0.0
    work.sum[row, side, HELD] = held + own
    work.sum[row, 1 - side, HELD] = other + theirs
    u = as_it_is(context, row)
    work.sum[row, side, HELD] = held
    work.sum[row, 1 - side, HELD] = other
    return u


@kernel
def stake_of_wounds(scene: Scene, fighter: int, wounds: int) -> float:
    """What consequences of a fighter count in the stakes by themselves."""
    total = 0.0
    for slot in range(scene.severity.shape[1]):
        if (wounds >> slot) & 1:
            total += scene.wound_value[fighter, scene.severity_class[fighter, slot]]
    return total


@kernel
def hurt(
    context: SearchContext, row: int, state: State, fighter: int, stress: int, wounds: int
) -> float:
    """u had a fighter those boxes checked and those consequences taken where the turn goes on from
    `state`. Each new consequence is an aspect with a free invoke for the other side (A7)."""
    scene, parameters, work = context.scene, context.parameters, context.work
    side = scene.side[fighter]
    soak, lasts = work.sum[row, side, SOAK] + 0.0, work.sum[row, side, LASTING] + 0.0
    held = work.sum[row, 1 - side, HELD] + 0.0
    pace, other_pace = work.sum[row, side, PACE] + 0.0, work.sum[row, 1 - side, PACE] + 0.0
    before = soak_of(scene, state, parameters, fighter)
    after = soak_with(scene, state, parameters, fighter, stress, wounds)
    power = threat_of(scene, state, parameters, fighter, state.present & scene.side_mask[1 - side])
    new = wounds & ~state.wounds[fighter]
    sure = work.sure[row] + stake_of_wounds(scene, fighter, new)
    work.sum[row, side, SOAK] = soak + after - before
    work.sum[row, side, LASTING] = lasts + power * (lasting(after) - lasting(before))
    work.sum[row, 1 - side, HELD] = held + parameters.free * count_bits(new)
    if scene.objectives:
        write_paces(context, row, state, fighter, stress, wounds)
    u = worth_of(scene, parameters, work, row, work.exchange[row] + 0, sure)
    work.sum[row, side, SOAK] = soak
    work.sum[row, side, LASTING] = lasts
    work.sum[row, 1 - side, HELD] = held
    work.sum[row, side, PACE] = pace
    work.sum[row, 1 - side, PACE] = other_pace
    return u


@kernel
def write_paces(
    context: SearchContext, row: int, state: State, fighter: int, stress: int, wounds: int
) -> None:
    """Write what objectives add to the sides' paces had a fighter those boxes checked and those
    consequences taken: whoever guards a zone or an item stands in the way less long (H7)."""
    scene, parameters, work = context.scene, context.parameters, context.work
    shown = track(scene, fighter, parameters.harm)
    had, wounded = state.stress[fighter, shown] + 0, state.wounds[fighter] + 0
    state.stress[fighter, shown] = stress
    state.wounds[fighter] = wounds
    for side in range(2):
        threat = work.sum[row, side, LASTING] + LEAST
        work.sum[row, side, PACE] = pace_of(scene, state, parameters, side, threat)
    state.stress[fighter, shown] = had
    state.wounds[fighter] = wounded
