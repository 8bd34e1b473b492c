"""The features of what may be chosen on a turn: attacks, advantages, moves, all else."""

from __future__ import annotations

from autogm.engine.aspects import making_difficulty
from autogm.engine.codes import (
    F_LETHAL,
    HERE,
    OUTSIDE,
    T_ACTED,
    V_ATTACK,
    V_ATTACK_EVERYONE,
    V_CHARGE,
    V_CREATE,
    V_EFFECT,
    V_FULL_ATTACK,
    V_FULL_DEFENSE,
    V_HELP,
    V_LEAVE,
    V_MOVE,
    V_OVERCOME,
    V_PASS,
    V_SPRINT,
    X_ZONE_ATTACK,
    ZONE_SUBJECT,
)
from autogm.engine.nodes.oppose import opponents
from autogm.engine.pack import first, third, verb_of
from autogm.engine.records import Scene, State
from autogm.engine.stack import count_bits, lowest_bit
from autogm.engine.weight import dice_by_weight, weight_of
from autogm.game.kernels import kernel
from autogm.planner.evaluation.parameters import Parameters
from autogm.planner.evaluation.strength import soak_of, still_to_act
from autogm.planner.policy.margins import (
    capped,
    edge_on,
    fine,
    gains_by,
    takes_at_once,
    weight_dice,
)
from autogm.planner.policy.names import (
    T_AGAINST_US,
    T_ATTACK_HELD,
    T_ATTACK_HURT,
    T_ATTACK_LATE,
    T_ATTACK_RICH,
    T_BLAST,
    T_BOOST,
    T_BRACE,
    T_BRACE_HARRIED,
    T_CLOSER,
    T_COMPANY,
    T_CROWD,
    T_DANGER,
    T_ENGAGE,
    T_FIRST,
    T_GAIN,
    T_GAIN_HARRIED,
    T_GAIN_HELD,
    T_GAIN_HURT,
    T_GAIN_LATE,
    T_GAIN_ON_ENEMY,
    T_GAIN_THERE,
    T_GAIN_USED,
    T_GOAL,
    T_GOES_OUT,
    T_GUARDED,
    T_HINDERED,
    T_HURT,
    T_LEAD,
    T_LETHAL,
    T_MET,
    T_MISS,
    T_MOVE_ACTED,
    T_MOVE_HARRIED,
    T_MOVE_HURT,
    T_OUT,
    T_OUT_DANGER,
    T_OUT_OF_THE_WAY,
    T_READY,
    T_SHELTER,
    T_TOLL,
    T_WAIT,
    T_WAIT_HARRIED,
    T_WEIGHT,
)
from autogm.planner.policy.surroundings import (
    free_on,
    hands_of,
    nearest_enemy,
    steps_to_goal,
    users,
)
from autogm.planner.policy.tables import Policy


@kernel
def write_turn(
    scene: Scene,
    state: State,
    parameters: Parameters,
    policy: Policy,
    fighter: int,
    action: int,
) -> None:
    """The features of a choice on a turn."""
    verb, about = verb_of(action), first(action)
    side, feature = scene.side[fighter] + 0, policy.feature
    acted = 1.0 if state.turn_flags & T_ACTED else 0.0
    hurt = 1.0 / (1.0 + 0.5 * policy.own_soak)
    if verb in (V_ATTACK, V_CHARGE):
        charging = 1 if verb == V_CHARGE else 0
        write_attack_on(scene, state, parameters, policy, fighter, about, charging)
        feature[T_ATTACK_HURT], feature[T_ATTACK_LATE] = hurt, policy.late
    elif verb == V_ATTACK_EVERYONE:
        there = state.present_in[about] & scene.side_mask[1 - side]
        while there:
            target = lowest_bit(there)
            there &= there - 1
            write_attack_on(scene, state, parameters, policy, fighter, target, 0)
        feature[T_ATTACK_HURT], feature[T_ATTACK_LATE] = hurt, policy.late
    elif verb == V_CREATE:
        write_advantage(scene, state, parameters, policy, fighter, about, side, hurt)
    elif verb in (V_MOVE, V_SPRINT):
        write_step(scene, state, parameters, policy, fighter, about, side)
        feature[T_MOVE_ACTED], feature[T_MOVE_HARRIED], feature[T_MOVE_HURT] = (
            acted,
            policy.reached,
            hurt,
        )
    elif verb == V_FULL_DEFENSE:
        feature[T_BRACE], feature[T_BRACE_HARRIED] = hurt, policy.facing
    elif verb == V_HELP:
        feature[T_LEAD] = policy.power[about] if still_to_act(state, about) else 0.0
    elif verb == V_OVERCOME:
        feature[T_AGAINST_US] = 0.5 * min(3, state.free[about, 1 - side])
        feature[T_OUT_OF_THE_WAY] = 1.0 if scene.slot_adverse[about] else 0.0
    elif verb == V_EFFECT:
        if scene.effect_does[about] == X_ZONE_ATTACK:
            there = state.present_in[third(action)] + 0
            feature[T_BLAST] = 1.0 * count_bits(there & scene.side_mask[1 - side])
            if scene.effect_friends[about]:
                feature[T_BLAST] -= count_bits(there & scene.side_mask[side])
    elif verb == V_PASS:
        feature[T_WAIT] = 1.0 - acted
        feature[T_WAIT_HARRIED] = (1.0 - acted) * policy.reached
    elif verb == V_LEAVE:
        feature[T_GOES_OUT] = 1.0 if (parameters.goers[side] >> fighter) & 1 else 0.0
    elif verb == V_FULL_ATTACK:
        feature[T_LETHAL] = policy.reached


@kernel
def write_attack_on(
    scene: Scene,
    state: State,
    parameters: Parameters,
    policy: Policy,
    fighter: int,
    target: int,
    charging: int,
) -> None:
    """Add what an attack on a target promises to the features."""
    own, answer = weight_dice(scene, state, fighter, target, charging)
    edge = edge_on(scene, state, policy, fighter, target)
    more = policy.more[hands_of(state, fighter), fighter, target] + 0
    soak = soak_of(scene, state, parameters, target)
    most = int(soak)
    hit = fine(policy, own, answer, edge - 1)
    hurt = min(1.0, (capped(policy, own, answer, edge, most) + more * hit) / soak)
    share = policy.power[target] / policy.other_power
    limit = takes_at_once(scene, state, parameters, target) - more + 1
    out = 0.0
    if state.members[target] <= 1:
        out = fine(policy, own, answer, edge - (1 if state.flags[fighter] & F_LETHAL else limit))
    ready = free_on(scene, state, scene.side[fighter] + 0, fighter, target)
    theirs = free_on(scene, state, 1 - scene.side[fighter], target, fighter)
    waits = 1.0 if still_to_act(state, target) else 0.0
    feature = policy.feature
    feature[T_TOLL] += hurt * soak / policy.other_soak
    feature[T_GUARDED] += 1.0 if state.here[scene.slot_guard[target]] & HERE else 0.0
    feature[T_MET] += 0.25 * min(4, theirs)
    feature[T_FIRST] += out * share * waits
    feature[T_ATTACK_RICH] = policy.rich
    feature[T_HURT] += hurt
    feature[T_DANGER] += hurt * share
    feature[T_OUT] += out
    feature[T_OUT_DANGER] += out * share
    feature[T_MISS] += 1.0 - fine(policy, own, answer, edge)
    feature[T_BOOST] += fine(policy, own, answer, edge - scene.style_at)
    if ready:
        with_all = edge + 2 * min(3, ready)
        feature[T_READY] += min(1.0, capped(policy, own, answer, with_all, most) / soak) - hurt
        feature[T_ATTACK_HELD] += 0.25 * min(3, ready)


@kernel
def write_advantage(
    scene: Scene,
    state: State,
    parameters: Parameters,
    policy: Policy,
    fighter: int,
    slot: int,
    side: int,
    hurt: float,
) -> None:
    """What creating an advantage promises: free invokes, by whom they would help."""
    subject, feature = scene.slot_subject[slot] + 0, policy.feature
    written = scene.slot_target[slot] + 0
    make = policy.make[fighter, slot] - policy.best[fighter]
    on_enemy, gain = 0.0, 0.0
    if subject < ZONE_SUBJECT and scene.side[subject] != side and written < 0:
        on_enemy = 1.0
        gain = gains_by(scene, policy, 1, make + policy.lead[fighter, subject])
    else:
        edge = policy.make[fighter, slot] - making_difficulty(scene, state, slot, side)
        gain = gains_by(scene, policy, 0, edge)
        able = opponents(scene, state, fighter, slot) if written < 0 else 0
        while able:  # whoever opposes it best, if that is worse than its difficulty (C5)
            opponent = lowest_bit(able)
            able &= able - 1
            edge = make + policy.lead[fighter, opponent]
            gain = min(gain, gains_by(scene, policy, 1, edge))
    there = 0.25 * min(4, state.free[slot, side] + state.free[slot, 2])
    feature[T_GAIN] = gain
    feature[T_GAIN_HELD] = gain * policy.held
    feature[T_GAIN_THERE] = gain * there
    feature[T_GAIN_LATE] = gain * policy.late
    feature[T_GAIN_ON_ENEMY] = gain * on_enemy
    feature[T_GAIN_HARRIED] = gain * policy.reached
    feature[T_GAIN_HURT] = gain * hurt
    feature[T_GAIN_USED] = gain * 0.25 * users(scene, state, parameters, side, subject)


@kernel
def write_step(
    scene: Scene,
    state: State,
    parameters: Parameters,
    policy: Policy,
    fighter: int,
    zone: int,
    side: int,
) -> None:
    """What a move into a zone changes: enemies in reach, company, weight, the way to a goal."""
    feature, here = policy.feature, state.zone[fighter] + 0
    if zone == OUTSIDE:
        return
    enemies, hands = state.present & scene.side_mask[1 - side], hands_of(state, fighter)
    reach = max(0, parameters.reach[hands, fighter])
    facing, engages, left = 0.0, 0.0, enemies
    while left:
        enemy = lowest_bit(left)
        left &= left - 1
        there = state.zone[enemy] + 0
        if scene.sight[there, zone] <= max(0, parameters.reach[0, enemy]):
            facing += policy.power[enemy]
        if scene.sight[zone, there] <= reach:
            engages = 1.0
    facing /= policy.other_power
    feature[T_HINDERED] = 1.0 * state.adverse[zone] + state.adverse[here]
    feature[T_CLOSER] = policy.steps - nearest_enemy(scene, state, enemies, zone)
    feature[T_ENGAGE] = engages - policy.reached if state.turn_flags & T_ACTED == 0 else 0.0
    feature[T_CROWD] = facing - policy.facing
    friends = scene.side_mask[side] & ~(1 << fighter)
    near = count_bits(state.present_in[zone] & friends)
    feature[T_COMPANY] = 0.25 * (near - count_bits(state.present_in[here] & friends))
    if scene.weight_on:
        mine, two, four = (
            weight_of(scene, state, fighter),
            scene.weight_two + 0,
            scene.weight_four + 0,
        )
        own, other = state.weight[zone, side] + mine, state.weight[zone, 1 - side] + 0
        if other:
            feature[T_WEIGHT] += dice_by_weight(own, other, two, four)
            feature[T_WEIGHT] -= dice_by_weight(other, own, two, four)
        own, other = state.weight[here, side] + 0, state.weight[here, 1 - side] + 0
        if other:
            feature[T_WEIGHT] -= dice_by_weight(own, other, two, four)
            feature[T_WEIGHT] += dice_by_weight(other, own, two, four)
    feature[T_GOAL] = policy.goal - steps_to_goal(scene, state, parameters, fighter, zone)
    feature[T_SHELTER] = (policy.facing - facing) / (1.0 + 0.5 * policy.own_soak)
