"""What an attack comes to by the static estimate (`estimate`): boosts, how the target absorbs a hit as is best
for it, who is taken out, and what the rest of a group does then.
"""

from __future__ import annotations

import math

from autogm.engine.codes import (
    ATTACK_ROLL,
    HARM_SHIFT,
    LETHAL_SHIFT,
    N_ABSORB,
    R_CHARGE,
    R_LETHAL,
    T_SPLIT,
    V_GIVE_IN,
)
from autogm.engine.event_codes import rule
from autogm.engine.harm import hit, lowest_open_box, take_out, track
from autogm.engine.nodes.absorb import legal_absorb
from autogm.engine.pack import first, second, verb_of
from autogm.engine.stack import pop, push
from autogm.engine.stunts import hit_shifts
from autogm.game.kernels import kernel
from autogm.planner.evaluation.baseline import KEPT, as_it_is, boost_on, go_on, hurt, with_more
from autogm.planner.evaluation.context import SearchContext
from autogm.planner.evaluation.scratch import BEYOND
from autogm.planner.evaluation.strength import HELD
from autogm.planner.evaluation.value import ending
from autogm.planner.turn.duel import paid_for

H5 = rule("H5")


@kernel
def with_the_rest(context: SearchContext, row: int, u: float, times: float) -> float:
    """What u comes to once those of a group attack too who have not done so yet."""
    work = context.work
    if work.to_come[row] == 0.0:
        return u
    other = 1 - context.scene.side[context.line.states[row].roll_actor]
    sure, price = work.sure[row] + 0.0, times * work.to_come[row]
    return sure + paid_for(context.parameters, other, u - sure, price)


@kernel
def success(context: SearchContext, row: int, margin: int) -> float:
    """u of an attack that hits (K1-K4): style brings a boost, or a boost for one shift less."""
    scene, work = context.scene, context.work
    state = context.line.states[row]
    actor, target, skill = state.roll_actor + 0, state.roll_target - 1, state.roll_skill + 0
    harm, side = scene.attack_harm[actor, skill] + 0, scene.side[actor] + 0
    shifts = hit_shifts(scene, state, actor, target, skill, harm, margin)
    styled = margin >= scene.style_at and scene.style_boost
    held = work.sum[row, side, HELD] + 0.0
    plain = -BEYOND
    if not styled or (scene.style_costs and shifts > 0):
        plain = absorbed(context, row, shifts, harm)
        if not styled:
            return plain
        shifts -= 1
    work.sum[row, side, HELD] = held + boost_on(scene, state, context.parameters, target, 1)
    boosted = absorbed(context, row, shifts, harm)
    work.sum[row, side, HELD] = held
    if plain == -BEYOND:
        return boosted
    return max(plain, boosted) if side == 0 else min(plain, boosted)


@kernel
def absorbed(context: SearchContext, row: int, shifts: int, harm: int) -> float:
    """u of a hit of so many shifts, the target absorbing it as is best for it (H2, H3, H8); a group
    falls apart by itself (N4)."""
    scene, states, work = context.scene, context.line.states, context.work
    buffer, shown = context.line.buffers[row + 1], context.parameters.harm + 0
    state = states[row]
    target = state.roll_target - 1
    if shifts <= 0:
        return as_it_is(context, row)
    lethal = 1 if state.roll_flags & R_LETHAL else 0
    side, harm = scene.side[target] + 0, track(scene, target, harm)
    if scene.mob[target]:
        states[row + 1] = state
        hit(scene, states[row + 1], context.log, state.roll_actor, target, shifts, harm, lethal)
        if (states[row + 1].present >> target) & 1 == 0:
            return without(context, row, target)
        go_on(context, row + 1)
        for one in range(2):
            work.sum[row + 1, one, HELD] = work.sum[row, one, HELD]
        return as_it_is(context, row + 1)
    push(state, N_ABSORB, target, side, shifts | (harm << HARM_SHIFT) | (lethal << LETHAL_SHIFT))
    count = legal_absorb(scene, state, buffer)
    pop(state)
    best, hurts = -BEYOND, harm == track(scene, target, shown)
    for place in range(count):
        action = buffer.action[place]
        if verb_of(action) == V_GIVE_IN:
            u = without(context, row, target)
        else:
            stress = state.stress[target, track(scene, target, shown)] + 0
            if hurts and first(action):
                stress |= 1 << (first(action) - 1)
            wounds = state.wounds[target] | second(action)
            u = hurt(context, row, states[row + KEPT], target, stress, wounds)
        best = max(best, u if side == 0 else -u)
    return best if side == 0 else -best


@kernel
def failure(context: SearchContext, row: int, margin: int) -> float:
    """u of an attack that ties or fails: boosts, and stress where that is a rule (K1-K5, M3)."""
    scene, states, parameters, work = (
        context.scene,
        context.line.states,
        context.parameters,
        context.work,
    )
    state = states[row]
    actor, target = state.roll_actor + 0, state.roll_target - 1
    side = scene.side[actor] + 0
    if margin == 0:
        gained = scene.attack_tie_boost * boost_on(scene, state, parameters, target, 1)
        return with_more(context, row, side, gained, 0.0)
    boosts = 0
    if state.roll_flags & R_CHARGE:
        boosts += 1
    if margin <= -scene.style_at and (scene.defend_style >> ATTACK_ROLL) & 1:
        boosts += 1
    held = work.sum[row, 1 - side, HELD] + 0.0
    work.sum[row, 1 - side, HELD] = held + boost_on(scene, state, parameters, actor, boosts)
    own = track(scene, actor, scene.attack_harm[actor, state.roll_skill])
    shown = track(scene, actor, parameters.harm)
    stress = state.stress[actor, shown] + 0
    if scene.attack_fail_stress and own == shown:
        box = lowest_open_box(scene, state, actor, own, 1)
        if box:
            stress |= 1 << (box - 1)
    wounds = state.wounds[actor] + 0
    u = hurt(context, row, states[row + KEPT], actor, stress, wounds)
    work.sum[row, 1 - side, HELD] = held
    return u


@kernel
def without(context: SearchContext, row: int, fighter: int) -> float:
    """u were a fighter taken out (H5). Where the rest of a group has nobody else to attack, what
    it would do is taken off beforehand."""
    scene, states, work = context.scene, context.line.states, context.work
    if math.isnan(work.out[row]):
        states[row + 1] = states[row]
        take_out(scene, states[row + 1], context.log, fighter, H5)
        if go_on(context, row + 1) != 0:
            work.out[row] = as_it_is(context, row + 1)
        else:
            work.out[row] = ending(scene, states[row + 1], work)
        if states[row + 1].turn_flags & T_SPLIT == 0:
            u = work.out[row] + 0.0
            work.out[row] = with_the_rest(context, row, u, -1.0)
    return work.out[row] + 0.0
