"""What an attack that hits is worth by the static estimate (`estimate`): what style brings, how the
target absorbs the hit as is best for it, who is taken out.
"""

from __future__ import annotations

import math

from autogm.engine.codes import (
    FX_HIT,
    FX_STYLE,
    GM,
    N_BONUS,
    PLAYERS,
    SHIFTS_MASK,
    V_BE_TAKEN_OUT,
    V_PASS,
    V_TAKE_THE_BOOST,
)
from autogm.engine.effects import brings, place_of
from autogm.engine.event_codes import rule
from autogm.engine.harm import hit, take_out, track
from autogm.engine.nodes.absorb import legal_absorb
from autogm.engine.nodes.bonus import legal_bonus, write_bonus
from autogm.engine.pack import first, second, verb_of
from autogm.engine.stack import here_still, pop, push
from autogm.game.kernels import kernel
from autogm.planner.estimate.baseline import (
    KEPT,
    LISTED,
    WRITTEN,
    as_it_is,
    go_on,
    hand_over,
    hurt_from,
    more_held,
)
from autogm.planner.estimate.context import SearchContext
from autogm.planner.evaluation.scratch import BEYOND
from autogm.planner.evaluation.strength import HELD, in_conflict, soak_of, threat_of
from autogm.planner.evaluation.value import ending

H5 = rule("H5")


@kernel
def attacked(context: SearchContext, row: int) -> float:
    """u of a hit that is written, and of what style brings if it was with style (K1-K4): nothing,
    or a boost, whichever is best for the attacker."""
    scene, state, work = context.scene, context.line.states[row], context.work
    written, listed = context.line.buffers[row + WRITTEN], context.line.buffers[row + LISTED]
    shifts, harm, lethal = hit_written(context, row)
    if not brings(written, FX_STYLE):
        return absorbed(context, row, shifts, harm, lethal)
    actor, number = state.roll_actor + 0, written.effect[place_of(written, FX_STYLE)].number + 0
    side, best = scene.side[actor] + 0, -BEYOND
    push(state, N_BONUS, actor, side, number)
    count = legal_bonus(scene, state, listed)
    pop(state)
    held_p, held_g = work.sum[row, PLAYERS, HELD] + 0.0, work.sum[row, GM, HELD] + 0.0
    for place in range(count):
        action = listed.action[place]
        if verb_of(action) in (V_PASS, V_TAKE_THE_BOOST):
            write_bonus(scene, state, written, number, action)
            if number & SHIFTS_MASK:  # the hit waits for the choice
                shifts, harm, lethal = hit_written(context, row)
            players, gm = more_held(context, row, state.present + 0)
            hand_over(work, row, players, gm)
            u = absorbed(context, row, shifts, harm, lethal)
            best = max(best, u if side == 0 else -u)
            work.sum[row, PLAYERS, HELD] = held_p
            work.sum[row, GM, HELD] = held_g
    return best if side == 0 else -best


@kernel
def hit_written(context: SearchContext, row: int) -> tuple[int, int, int]:
    """The shifts, the harm of the hit that is written, and whether it is lethal; no shifts where
    there is none."""
    written = context.line.buffers[row + WRITTEN]
    if not brings(written, FX_HIT):
        return 0, 0, 0
    place = place_of(written, FX_HIT)
    one = written.effect[place]
    return one.number + 0, one.harm + 0, one.lethal + 0


@kernel
def absorbed(context: SearchContext, row: int, shifts: int, harm: int, lethal: int) -> float:
    """u of a hit of so many shifts, the target absorbing it as is best for it (H2, H3, H8); a group
    falls apart by itself (N4)."""
    scene, states, work = context.scene, context.line.states, context.work
    buffer, shown = context.line.buffers[row + 1], context.parameters.harm + 0
    state = states[row]
    target = state.roll_target - 1
    if shifts <= 0:
        return as_it_is(context, row)
    side = scene.side[target] + 0
    if scene.mob[target]:
        states[row + 1] = state
        hit(scene, states[row + 1], context.log, state.roll_actor, target, shifts, harm, lethal)
        if not here_still(states[row + 1], target):
            return without(context, row, target)
        go_on(context, row + 1)
        for one in range(2):
            work.sum[row + 1, one, HELD] = work.sum[row, one, HELD]
        return as_it_is(context, row + 1)
    hit(scene, state, context.log, state.roll_actor, target, shifts, harm, lethal)
    count = legal_absorb(scene, state, buffer)
    pop(state)
    if math.isnan(work.power[row]):
        parameters, before_it = context.parameters, states[row + KEPT]
        enemies = in_conflict(scene, before_it, 1 - scene.side[target])
        work.stands[row] = soak_of(scene, before_it, parameters, target)
        work.power[row] = threat_of(scene, before_it, parameters, target, enemies)
    best, hurts = -BEYOND, track(scene, target, harm) == track(scene, target, shown)
    for place in range(count):
        action = buffer.action[place]
        if verb_of(action) == V_BE_TAKEN_OUT:
            u = without(context, row, target)
        else:
            stress = state.stress[target, track(scene, target, shown)] + 0
            if hurts and first(action):
                stress |= 1 << (first(action) - 1)
            wounds = state.wounds[target] | second(action)
            before, power = work.stands[row] + 0.0, work.power[row] + 0.0
            u = hurt_from(context, row, states[row + KEPT], target, stress, wounds, before, power)
        best = max(best, u if side == 0 else -u)
    return best if side == 0 else -best


@kernel
def without(context: SearchContext, row: int, fighter: int) -> float:
    """u were a fighter taken out (H5)."""
    scene, states, work = context.scene, context.line.states, context.work
    if math.isnan(work.out[row]):
        states[row + 1] = states[row]
        take_out(scene, states[row + 1], context.log, fighter, H5)
        if go_on(context, row + 1) != 0:
            work.out[row] = as_it_is(context, row + 1)
        else:
            work.out[row] = ending(scene, states[row + 1], work)
    return work.out[row] + 0.0
