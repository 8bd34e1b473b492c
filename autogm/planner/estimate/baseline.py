"""What the sides have once a roll is over and nothing came of it, and what that is worth with more
or fewer invokes in hand or with somebody hurt: the ground that a static estimate (`estimate`) tells
outcomes from. It stands in a row of `work.sum`, in the order of `strength`; whoever changes one
puts it back.
"""

from __future__ import annotations

import math

from autogm.engine.codes import (
    FX_BOOST,
    FX_BOX,
    FX_CONSEQUENCE,
    FX_FREE,
    FX_GUARD,
    GM,
    PLAYERS,
    SETTLE,
    ZONE_SUBJECT,
)
from autogm.engine.harm import track
from autogm.engine.records import Scene, State
from autogm.engine.stack import count_bits
from autogm.game.kernels import kernel
from autogm.planner.estimate.context import SearchContext, step
from autogm.planner.evaluation.exchanges_to_win import LEAST, pace_of
from autogm.planner.evaluation.parameters import Parameters
from autogm.planner.evaluation.scratch import N_SUMS, Work
from autogm.planner.evaluation.strength import (
    HELD,
    LASTING,
    PACE,
    SOAK,
    exchange_to_come,
    in_conflict,
    lasting,
    soak_of,
    soak_with,
    threat_of,
)
from autogm.planner.evaluation.value import GUARD, settled, usable_share, worth_of, write_sums

# Levels above a roll: the state where the turn goes on if nothing comes of it; the buffers of the
# effects that are written and of the choices that are listed
KEPT, WRITTEN, LISTED = 3, 2, 3


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
    work.exchange[row] = exchange_to_come(states[row])
    return count


@kernel
def copy_sums(work: Work, source: int, row: int) -> None:
    """Write what the sides have by one row of the sums into another."""
    for side in range(2):
        for one in range(N_SUMS):
            work.sum[row, side, one] = work.sum[source, side, one]


@kernel
def open_baseline(context: SearchContext, row: int) -> int:
    """Record what the sides have once the roll of `states[row]`, whose dice have fallen, is over
    and nothing came of it. The state above is there then, and the one `KEPT` above, which stays
    there; answers what the step to it answered."""
    states, work = context.line.states, context.work
    work.out[row], work.decides[row], work.power[row] = math.nan, -1, math.nan
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
    scene: Scene, state: State, parameters: Parameters, slot: int, side: int, count: int, had: int
) -> float:
    """What so many more free invokes of a side on an aspect, after `had` more, add to its invokes
    in hand: no more than there is room for (A3)."""
    room = max(0, min(count, scene.free_cap - state.free[slot, side] - had))
    return parameters.free * room * usable_share(scene, state, parameters, slot, side)


@kernel
def more_held(context: SearchContext, row: int, present: int) -> tuple[float, float]:
    """What the effects that are written add to the invokes in hand of the players and of the gm,
    should those be `present` then: what is on somebody who has gone goes too (H5)."""
    scene, state, buffer = (
        context.scene,
        context.line.states[row],
        context.line.buffers[row + WRITTEN],
    )
    players, gm = 0.0, 0.0
    for place in range(buffer.effects):
        does, slot = buffer.effect[place].does + 0, buffer.effect[place].slot + 0
        side, gain = buffer.effect[place].side + 0, 0.0
        if does == FX_GUARD:
            gain = GUARD
        elif does in (FX_FREE, FX_BOOST):
            subject, had = scene.slot_subject[slot] + 0, 0
            if subject < ZONE_SUBJECT and (present >> subject) & 1 == 0:
                continue
            for earlier in range(place):
                if buffer.effect[earlier].slot == slot and buffer.effect[earlier].side == side:
                    had += buffer.effect[earlier].number
            count = buffer.effect[place].number + 0
            gain = more_in_hand(scene, state, context.parameters, slot, side, count, had)
        if side == PLAYERS:
            players += gain
        else:
            gm += gain
    return players, gm


@kernel
def marked(context: SearchContext, row: int, fighter: int) -> tuple[int, int]:
    """The boxes of the track that counts and the consequences of a fighter, with those that the
    effects which are written check and bring."""
    scene, state, buffer = (
        context.scene,
        context.line.states[row],
        context.line.buffers[row + WRITTEN],
    )
    shown = track(scene, fighter, context.parameters.harm)
    stress, wounds = state.stress[fighter, shown] + 0, state.wounds[fighter] + 0
    for place in range(buffer.effects):
        does, number = buffer.effect[place].does + 0, buffer.effect[place].number + 0
        if buffer.effect[place].who == fighter:
            if does == FX_BOX and buffer.effect[place].harm == shown:
                stress |= 1 << (number - 1)
            elif does == FX_CONSEQUENCE:
                wounds |= 1 << number
    return stress, wounds


@kernel
def hand_over(work: Work, row: int, players: float, gm: float) -> None:
    """Add so much to what the sides hold of invokes by a row of the sums."""
    work.sum[row, PLAYERS, HELD] = work.sum[row, PLAYERS, HELD] + players
    work.sum[row, GM, HELD] = work.sum[row, GM, HELD] + gm


@kernel
def with_more(context: SearchContext, row: int, players: float, gm: float) -> float:
    """u had the players, and the gm, so many more invokes in hand."""
    work = context.work
    held_p, held_g = work.sum[row, PLAYERS, HELD] + 0.0, work.sum[row, GM, HELD] + 0.0
    hand_over(work, row, players, gm)
    u = as_it_is(context, row)
    work.sum[row, PLAYERS, HELD] = held_p
    work.sum[row, GM, HELD] = held_g
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
    `state`."""
    scene, parameters = context.scene, context.parameters
    before = soak_of(scene, state, parameters, fighter)
    enemies = in_conflict(scene, state, 1 - scene.side[fighter])
    power = threat_of(scene, state, parameters, fighter, enemies)
    return hurt_from(context, row, state, fighter, stress, wounds, before, power)


@kernel
def hurt_from(
    context: SearchContext,
    row: int,
    state: State,
    fighter: int,
    stress: int,
    wounds: int,
    before: float,
    power: float,
) -> float:
    """The same, where the fighter's soak `before` and the `power` of its threat are known. Each new
    consequence is an aspect with a free invoke for the other side (A7)."""
    scene, parameters, work = context.scene, context.parameters, context.work
    side = scene.side[fighter]
    soak, lasts = work.sum[row, side, SOAK] + 0.0, work.sum[row, side, LASTING] + 0.0
    held = work.sum[row, 1 - side, HELD] + 0.0
    pace, other_pace = work.sum[row, side, PACE] + 0.0, work.sum[row, 1 - side, PACE] + 0.0
    after = soak_with(scene, state, parameters, fighter, stress, wounds)
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
