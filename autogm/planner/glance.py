"""What the outcomes of rolls come to at a glance: nothing is played out,
only what an outcome changes of what the sides have (`strength`) is weighed again. Much cheaper than
following each outcome to the end of the turn, and close enough to tell which choices deserve that.

Left out at a glance: maneuvers that style may bring instead of a boost, ripostes, where a charge
drives its target, and twists. What a group can do with
those who have not attacked yet is taken to be worth as much whatever the attack at hand comes to;
where a push puts its target is chosen as if it came at no cost. Turns are taken to pass on as if
nothing had come of the roll: that an outcome leaves nobody anything to choose, or something where
else there was nothing, is not seen. Nor is it that who has been blocked cannot move after its
action. All else is told exactly.
"""

from __future__ import annotations

import math

from numba import types

from autogm.engine.codes import (
    ATTACK_ROLL,
    CREATE_ROLL,
    FAIL_COST,
    HARM_SHIFT,
    HERE,
    LETHAL_SHIFT,
    N_ABSORB,
    OUTSIDE,
    R_AREA,
    R_CHARGE,
    R_LETHAL,
    R_OPPOSED,
    T_SPLIT,
    TIE_COST,
    TIE_GIVES_BOOST,
    TIE_SUCCEEDS,
    V_ATTACK,
    V_CHARGE,
    V_CREATE,
    V_FULL_ATTACK,
    V_FULL_DEFENSE,
    V_GIVE_IN,
    V_GRAB,
    V_PULL,
    V_PUSH,
    V_REARM,
    V_REMOVE,
    V_SPRINT,
)
from autogm.engine.event_codes import rule
from autogm.engine.harm import hit, lowest_open_box, lowest_open_consequence, take_out, track
from autogm.engine.jit import kernel
from autogm.engine.kinds import acting_roll
from autogm.engine.movement import move_to
from autogm.engine.nodes.absorb import legal_absorb
from autogm.engine.nodes.move import get_away
from autogm.engine.nodes.outcome import succeed
from autogm.engine.pack import first, second, verb_of
from autogm.engine.stack import count_bits, lowest_bit, pop, push
from autogm.engine.stakes import stake
from autogm.engine.stunts import hit_shifts
from autogm.planner.aftermath import (
    KEPT,
    TYPES,
    as_it_is,
    boost_for,
    boost_on,
    go_on,
    more_in_hand,
    with_more,
)
from autogm.planner.duel import paid_for
from autogm.planner.race import LEAST, pace_of
from autogm.planner.strength import (
    HELD,
    LASTING,
    PACE,
    SOAK,
    lasting,
    soak_of,
    soak_with,
    threat_of,
)
from autogm.planner.value import GUARD, worth_of

H5, O1 = rule("H5"), rule("O1")
TOLD_AT_A_GLANCE = sum(
    1 << verb
    for verb in (
        V_ATTACK,
        V_CHARGE,
        V_CREATE,
        V_FULL_DEFENSE,
        V_SPRINT,
        V_REMOVE,
        V_PUSH,
        V_PULL,
        V_FULL_ATTACK,
        V_REARM,
        V_GRAB,
    )
)


@kernel
def can_be_glanced_at(state):
    """Whether the outcomes of the roll, its dice fallen, are told by what the sides have: an attack
    on one target, an advantage, something overcome."""
    return (TOLD_AT_A_GLANCE >> state.roll_verb) & 1 == 1 and state.roll_flags & R_AREA == 0


@kernel(**TYPES)
def glance(apply, scene, states, buffers, log, judge, work, row, margin):
    """u that the roll of `states[row]` comes to if it ends with a margin. Buffer and state above
    are scratch."""
    state = states[row]
    if state.roll_verb in (V_ATTACK, V_CHARGE):
        if margin > 0:
            u = success(apply, scene, states, buffers, log, judge, work, row, margin)
        else:
            u = failure(scene, states, judge, work, row, margin)
        return with_the_rest(scene, state, judge, work, row, u, 1.0)
    if acting_roll(state.roll_verb) != CREATE_ROLL:
        return overcome(apply, scene, states, buffers, log, judge, work, row, margin)
    return advantage(scene, state, judge, work, row, margin)


@kernel(**TYPES, u=types.float64, times=types.float64)
def with_the_rest(scene, state, judge, work, row, u, times):
    """What u comes to once those of a group attack too who have not done so yet."""
    if work.to_come[row] == 0.0:
        return u
    sure, price = work.sure[row] + 0.0, times * work.to_come[row]
    return sure + paid_for(judge, 1 - scene.side[state.roll_actor], u - sure, price)


@kernel(**TYPES)
def hurt(scene, state, judge, work, row, fighter, stress, wounds):
    """u had a fighter those boxes checked and those consequences taken where the turn goes on from
    `state`. Each new consequence is an aspect with a free invoke for the other side (A7)."""
    side = scene.side[fighter]
    soak, lasts = work.sum[row, side, SOAK] + 0.0, work.sum[row, side, LASTING] + 0.0
    held = work.sum[row, 1 - side, HELD] + 0.0
    pace, other_pace = work.sum[row, side, PACE] + 0.0, work.sum[row, 1 - side, PACE] + 0.0
    before = soak_of(scene, state, judge, fighter)
    after = soak_with(scene, state, judge, fighter, stress, wounds)
    power = threat_of(scene, state, judge, fighter, state.present & scene.side_mask[1 - side])
    new, sure = wounds & ~state.wounds[fighter], work.sure[row] + 0.0
    for slot in range(scene.severity.shape[1]):
        if (new >> slot) & 1:
            sure += scene.wound_value[fighter, scene.severity_class[fighter, slot]]
    work.sum[row, side, SOAK] = soak + after - before
    work.sum[row, side, LASTING] = lasts + power * (lasting(after) - lasting(before))
    work.sum[row, 1 - side, HELD] = held + judge.free * count_bits(new)
    if scene.objectives:
        write_paces(scene, state, judge, work, row, fighter, stress, wounds)
    u = worth_of(scene, judge, work, row, work.exchange[row] + 0, sure)
    work.sum[row, side, SOAK] = soak
    work.sum[row, side, LASTING] = lasts
    work.sum[row, 1 - side, HELD] = held
    work.sum[row, side, PACE] = pace
    work.sum[row, 1 - side, PACE] = other_pace
    return u


@kernel(**TYPES)
def write_paces(scene, state, judge, work, row, fighter, stress, wounds):
    """Write what objectives add to the sides' paces had a fighter those boxes checked and those
    consequences taken: whoever guards a zone or an item stands in the way less long (H7)."""
    shown = track(scene, fighter, judge.harm)
    had, wounded = state.stress[fighter, shown] + 0, state.wounds[fighter] + 0
    state.stress[fighter, shown] = stress
    state.wounds[fighter] = wounds
    for side in range(2):
        threat = work.sum[row, side, LASTING] + LEAST
        work.sum[row, side, PACE] = pace_of(scene, state, judge, side, threat)
    state.stress[fighter, shown] = had
    state.wounds[fighter] = wounded


@kernel(**TYPES)
def without(apply, scene, states, buffers, log, judge, work, row, fighter):
    """u were a fighter taken out (H5). Where the rest of a group has nobody else to attack, what
    it would do is taken off beforehand."""
    if math.isnan(work.out[row]):
        states[row + 1] = states[row]
        take_out(scene, states[row + 1], log, fighter, H5)
        if go_on(apply, scene, states, buffers, log, judge, work, row + 1) != 0:
            work.out[row] = as_it_is(scene, judge, work, row + 1)
        else:
            work.out[row] = stake(scene, states[row + 1])
        if states[row + 1].turn_flags & T_SPLIT == 0:
            u = work.out[row] + 0.0
            work.out[row] = with_the_rest(scene, states[row], judge, work, row, u, -1.0)
    return work.out[row] + 0.0


@kernel(**TYPES)
def success(apply, scene, states, buffers, log, judge, work, row, margin):
    """u of an attack that hits (K1-K4): style brings a boost, or a boost for one shift less."""
    state = states[row]
    actor, target, skill = state.roll_actor + 0, state.roll_target - 1, state.roll_skill + 0
    harm, side = scene.attack_harm[actor, skill] + 0, scene.side[actor] + 0
    shifts = hit_shifts(scene, state, actor, target, skill, harm, margin)
    styled = margin >= scene.style_at and scene.style_boost
    held = work.sum[row, side, HELD] + 0.0
    plain = -1e9
    if not styled or (scene.style_costs and shifts > 0):
        plain = absorbed(apply, scene, states, buffers, log, judge, work, row, shifts, harm)
        if not styled:
            return plain
        shifts -= 1
    work.sum[row, side, HELD] = held + boost_on(scene, state, judge, target, 1)
    boosted = absorbed(apply, scene, states, buffers, log, judge, work, row, shifts, harm)
    work.sum[row, side, HELD] = held
    if plain == -1e9:
        return boosted
    return max(plain, boosted) if side == 0 else min(plain, boosted)


@kernel(**TYPES)
def absorbed(apply, scene, states, buffers, log, judge, work, row, shifts, harm):
    """u of a hit of so many shifts, the target absorbing it as is best for it (H2, H3, H8); a group
    falls apart by itself (N4)."""
    state = states[row]
    target = state.roll_target - 1
    if shifts <= 0:
        return as_it_is(scene, judge, work, row)
    lethal = 1 if state.roll_flags & R_LETHAL else 0
    side, harm = scene.side[target] + 0, track(scene, target, harm)
    if scene.mob[target]:
        states[row + 1] = state
        hit(scene, states[row + 1], log, state.roll_actor, target, shifts, harm, lethal)
        if (states[row + 1].present >> target) & 1 == 0:
            return without(apply, scene, states, buffers, log, judge, work, row, target)
        go_on(apply, scene, states, buffers, log, judge, work, row + 1)
        for one in range(2):
            work.sum[row + 1, one, HELD] = work.sum[row, one, HELD]
        return as_it_is(scene, judge, work, row + 1)
    push(state, N_ABSORB, target, side, shifts | (harm << HARM_SHIFT) | (lethal << LETHAL_SHIFT))
    count = legal_absorb(scene, state, buffers[row + 1])
    pop(state)
    best, hurts = -1e9, harm == track(scene, target, judge.harm)
    for place in range(count):
        action = buffers[row + 1].action[place]
        if verb_of(action) == V_GIVE_IN:
            u = without(apply, scene, states, buffers, log, judge, work, row, target)
        else:
            stress = state.stress[target, track(scene, target, judge.harm)] + 0
            if hurts and first(action):
                stress |= 1 << (first(action) - 1)
            wounds = state.wounds[target] | second(action)
            u = hurt(scene, states[row + KEPT], judge, work, row, target, stress, wounds)
        best = max(best, u if side == 0 else -u)
    return best if side == 0 else -best


@kernel(**TYPES)
def failure(scene, states, judge, work, row, margin):
    """u of an attack that ties or fails: boosts, and stress where that is a rule (K1-K5, M3)."""
    state = states[row]
    actor, target = state.roll_actor + 0, state.roll_target - 1
    side = scene.side[actor] + 0
    if margin == 0:
        gained = scene.attack_tie_boost * boost_on(scene, state, judge, target, 1)
        return with_more(scene, state, judge, work, row, gained, 0.0)
    boosts = 0
    if state.roll_flags & R_CHARGE:
        boosts += 1
    if margin <= -scene.style_at and (scene.defend_style >> ATTACK_ROLL) & 1:
        boosts += 1
    held = work.sum[row, 1 - side, HELD] + 0.0
    work.sum[row, 1 - side, HELD] = held + boost_on(scene, state, judge, actor, boosts)
    own = track(scene, actor, scene.attack_harm[actor, state.roll_skill])
    shown = track(scene, actor, judge.harm)
    stress = state.stress[actor, shown] + 0
    if scene.attack_fail_stress and own == shown:
        box = lowest_open_box(scene, state, actor, own, 1)
        if box:
            stress |= 1 << (box - 1)
    wounds = state.wounds[actor] + 0
    u = hurt(scene, states[row + KEPT], judge, work, row, actor, stress, wounds)
    work.sum[row, 1 - side, HELD] = held
    return u


@kernel(**TYPES)
def advantage(scene, state, judge, work, row, margin):
    """u of creating an advantage (C1-C3, A10), or of a Full Defense (M4)."""
    side, slot = scene.side[state.roll_actor] + 0, state.roll_argument + 0
    own, theirs = 0.0, 0.0
    if state.roll_verb == V_FULL_DEFENSE:
        if margin >= 0:
            own = GUARD + (judge.free if margin >= scene.style_at else 0.0)
        return with_more(scene, state, judge, work, row, own, theirs)
    there = state.here[slot] & HERE != 0
    if margin >= 0:
        gained = 2 if margin >= scene.style_at else 1
        if there and scene.refresh:
            gained = max(0, gained - state.free[slot, side])
        own = more_in_hand(scene, state, judge, slot, side, gained)
    else:
        if there and scene.existing_fail:
            theirs += more_in_hand(scene, state, judge, slot, 1 - side, 1)
        if state.roll_flags & R_OPPOSED and margin <= -scene.style_at:
            if (scene.defend_style >> CREATE_ROLL) & 1:
                theirs += boost_on(scene, state, judge, state.roll_actor + 0, 1)
    return with_more(scene, state, judge, work, row, own, theirs)


@kernel(**TYPES)
def overcome(apply, scene, states, buffers, log, judge, work, row, margin):
    """u of overcoming something, a hindered way for one (O1, O2, Z5, M1, M2, M5): it is achieved,
    or not, or at a cost."""
    state = states[row]
    side, moving = scene.side[state.roll_actor] + 0, state.roll_verb == V_SPRINT
    theirs, own = 0.0, 0.0
    if state.roll_verb == V_FULL_ATTACK and scene.all_out_exposes:
        slot = scene.slot_open[state.roll_actor] + 0
        theirs += more_in_hand(scene, state, judge, slot, 1 - side, 1)
    if margin <= -scene.style_at and state.roll_flags & R_OPPOSED:
        if (scene.defend_style >> acting_roll(state.roll_verb)) & 1:
            theirs += boost_on(scene, state, judge, state.roll_actor + 0, 1)
    tie = scene.move_tie if moving else scene.overcome_tie
    if margin < 0 or (margin == 0 and tie != TIE_SUCCEEDS):
        if margin == 0 and tie == TIE_GIVES_BOOST:
            own += boost_for(scene, state, judge, state.roll_actor + 0)
        plain = with_more(scene, state, judge, work, row, own, theirs)
        fail = scene.move_fail if moving else scene.overcome_fail
        if (margin == 0 and tie != TIE_COST) or (margin < 0 and fail != FAIL_COST):
            return plain
        return at_a_cost(
            apply, scene, states, buffers, log, judge, work, row, margin, theirs, plain
        )
    if margin >= scene.style_at and scene.overcome_style and state.roll_argument != OUTSIDE:
        own += boost_for(scene, state, judge, state.roll_actor + 0)
    achieve(apply, scene, states, buffers, log, judge, work, row)
    if work.decides[row]:
        return stake(scene, states[row + 1])
    return with_more(scene, state, judge, work, row + 1, own, theirs)


@kernel(**TYPES, plain=types.float64)
def at_a_cost(apply, scene, states, buffers, log, judge, work, row, margin, theirs, plain):
    """u of a failure or a tie for which the other side names its price (O3): of those that can be
    paid the one that is best for it, and whoever acts pays or fails, which is worth `plain`."""
    achieve(apply, scene, states, buffers, log, judge, work, row)
    state = states[row]
    actor = state.roll_actor + 0
    sign = 1.0 if scene.side[actor] == 0 else -1.0
    harm = track(scene, actor, scene.main_harm)
    shown = track(scene, actor, judge.harm)
    stress, wounds = state.stress[actor, shown] + 0, state.wounds[actor] + 0
    side, least = 1 - scene.side[actor], 1e9
    if margin == 0:
        boost = boost_on(scene, state, judge, actor, 1)
        enemies = state.present & scene.side_mask[side]
        if state.roll_verb == V_SPRINT and state.roll_argument == OUTSIDE and enemies:
            boost = boost_for(scene, state, judge, lowest_bit(enemies))
        least = sign * paying(scene, states, judge, work, row, stress, wounds, theirs + boost)
        box = lowest_open_box(scene, state, actor, harm, 1)
        if box:
            checked = stress | (1 << (box - 1)) if harm == shown else stress
            u = paying(scene, states, judge, work, row, checked, wounds, theirs)
            least = min(least, sign * u)
    else:
        slot = lowest_open_consequence(scene, state, actor, harm)
        if slot >= 0:
            u = paying(scene, states, judge, work, row, stress, wounds | (1 << slot), theirs)
            least = min(least, sign * u)
        slot = scene.slot_cost[actor] + 0
        if slot >= 0 and state.free[slot, side] < scene.free_cap:
            more = judge.free + 0.0
            if state.roll_verb == V_REMOVE and state.roll_argument == slot:
                more = 0.0  # what is overcome is gone, whoever has just been given an invoke on it
            u = paying(scene, states, judge, work, row, stress, wounds, theirs + more)
            least = min(least, sign * u)
    return plain if least == 1e9 else sign * max(sign * plain, least)


@kernel(**TYPES)
def paying(scene, states, judge, work, row, stress, wounds, theirs):
    """u had the actor what it overcomes something for, those boxes checked and those consequences
    taken, and the other side so many more invokes in hand. Of who has left only what the stakes
    count matters."""
    state = states[row + 1]
    actor = states[row].roll_actor + 0
    there = (state.present >> actor) & 1 == 1
    if work.decides[row] or not there:
        sure = 0.0
        new = wounds & ~state.wounds[actor]
        for slot in range(scene.severity.shape[1]):
            if (new >> slot) & 1:
                sure += scene.wound_value[actor, scene.severity_class[actor, slot]]
        if work.decides[row]:
            return stake(scene, state) + sure
    side = scene.side[actor] + 0
    held = work.sum[row + 1, 1 - side, HELD] + 0.0
    work.sum[row + 1, 1 - side, HELD] = held + theirs
    if there:
        u = hurt(scene, state, judge, work, row + 1, actor, stress, wounds)
    else:
        u = sure + as_it_is(scene, judge, work, row + 1)
    work.sum[row + 1, 1 - side, HELD] = held
    return u


@kernel(**TYPES)
def achieve(apply, scene, states, buffers, log, judge, work, row):
    """Bring about what the actor overcomes something for, in the state above, if that is not done
    yet; `work.decides` tells then whether that decides the conflict."""
    if work.decides[row] < 0:
        states[row + 1] = states[row]
        state = states[row + 1]
        verb, argument = state.roll_verb + 0, state.roll_argument + 0
        if verb in (V_PUSH, V_PULL):
            count = place(apply, scene, states, buffers, log, judge, work, row)
        else:
            if verb == V_SPRINT and argument == OUTSIDE:
                get_away(scene, state, log, state.roll_actor)
            elif verb == V_SPRINT:
                move_to(scene, state, log, state.roll_actor, argument, O1)
            else:
                succeed(scene, state, log)
            count = go_on(apply, scene, states, buffers, log, judge, work, row + 1)
        work.decides[row] = 0 if count != 0 else 1


@kernel(**TYPES)
def place(apply, scene, states, buffers, log, judge, work, row):
    """Put the target of a push or a pull, in the state above, where it is best for who moves it
    (M1, M2), and go on from there. Answers what the step answered."""
    actor, target = states[row].roll_actor + 0, states[row].roll_target - 1
    sign = 1.0 if scene.side[actor] == 0 else -1.0
    start = states[row].zone[target] + 0
    best, chosen, follows = -1e9, -1, 0
    for zone in range(scene.zones):
        for follow in range(1 if states[row].roll_verb == V_PULL else 0, 2):
            if scene.edge[start, zone]:
                move_both(scene, states, log, row, zone, follow)
                if go_on(apply, scene, states, buffers, log, judge, work, row + 1) != 0:
                    u = sign * as_it_is(scene, judge, work, row + 1)
                else:
                    u = sign * stake(scene, states[row + 1])
                if u > best:
                    best, chosen, follows = u, zone, follow
    if chosen >= 0:
        move_both(scene, states, log, row, chosen, follows)
    return go_on(apply, scene, states, buffers, log, judge, work, row + 1)


@kernel(**TYPES)
def move_both(scene, states, log, row, zone, follow):
    """Put the target into a zone, in the state above, and the actor where it follows."""
    states[row + 1] = states[row]
    state = states[row + 1]
    move_to(scene, state, log, state.roll_target - 1, zone, O1)
    if follow:
        move_to(scene, state, log, state.roll_actor, zone, O1)
