"""The features of what may be chosen on a turn: attacks, advantages, moves, all else."""

from __future__ import annotations

from autogm.engine.aspects import making_difficulty
from autogm.engine.codes import (
    ITEM_CARRIED,
    O_GET_ITEM,
    T_ACTED,
    V_ATTACK,
    V_ATTACK_EVERYONE,
    V_CHARGE,
    V_CREATE,
    V_EFFECT,
    V_FULL_ATTACK,
    V_FULL_DEFENSE,
    V_GRAB,
    V_HELP,
    V_LEAVE,
    V_MOVE,
    V_OVERCOME,
    V_PASS,
    V_SPRINT,
    X_HINDER,
    X_MOVE,
    X_ZONE_ATTACK,
    ZONE_SUBJECT,
)
from autogm.engine.nodes.oppose import opponents
from autogm.engine.pack import first, second, third, verb_of
from autogm.engine.records import Scene, State
from autogm.engine.stack import count_bits, lowest_bit
from autogm.game.kernels import kernel
from autogm.planner.evaluation.parameters import Parameters
from autogm.planner.evaluation.strength import still_to_act
from autogm.planner.policy.following import best_hit_from, write_move
from autogm.planner.policy.margins import (
    gains_by,
)
from autogm.planner.policy.names import (
    T_AGAINST_US,
    T_ATTACK_HURT,
    T_ATTACK_LATE,
    T_BLAST,
    T_BRACE,
    T_BRACE_HARRIED,
    T_BY_EFFECT,
    T_GAIN,
    T_GAIN_HARRIED,
    T_GAIN_HELD,
    T_GAIN_HURT,
    T_GAIN_LATE,
    T_GAIN_ON_ENEMY,
    T_GAIN_THERE,
    T_GAIN_USED,
    T_GOES_OUT,
    T_HINDERS,
    T_LEAD,
    T_LETHAL,
    T_OUT_OF_THE_WAY,
    T_PAYS,
    T_TAKES,
    T_THEN,
    T_WAIT,
    T_WAIT_HARRIED,
)
from autogm.planner.policy.striking import write_attack_on
from autogm.planner.policy.surroundings import (
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
    elif verb == V_SPRINT:
        write_move(scene, state, parameters, policy, fighter, about)
    elif verb == V_MOVE:
        write_step(scene, state, parameters, policy, fighter, about)
    elif verb == V_FULL_DEFENSE:
        feature[T_BRACE], feature[T_BRACE_HARRIED] = hurt, policy.facing
    elif verb == V_HELP:
        feature[T_LEAD] = policy.power[about] if still_to_act(state, about) else 0.0
    elif verb == V_OVERCOME:
        feature[T_AGAINST_US] = 0.5 * min(3, state.free[about, 1 - side])
        feature[T_OUT_OF_THE_WAY] = 1.0 if scene.slot_adverse[about] else 0.0
    elif verb == V_EFFECT:
        write_effect(scene, state, parameters, policy, fighter, action)
    elif verb == V_GRAB:
        feature[T_TAKES] = 1.0 if wants_item(scene, side) else 0.0
    elif verb == V_PASS:
        feature[T_WAIT] = 1.0 - acted
        feature[T_WAIT_HARRIED] = (1.0 - acted) * policy.reached
    elif verb == V_LEAVE:
        carries = state.item == ITEM_CARRIED + fighter and wants_item(scene, side)
        feature[T_GOES_OUT] = 1.0 if (parameters.goers[side] >> fighter) & 1 or carries else 0.0
    elif verb == V_FULL_ATTACK:
        feature[T_LETHAL] = policy.reached


@kernel
def write_step(
    scene: Scene, state: State, parameters: Parameters, policy: Policy, fighter: int, zone: int
) -> None:
    """What a step into a zone changes, and the best that can be done after it."""
    feature, then = policy.feature, 0.0
    if state.turn_flags & T_ACTED == 0:
        then = best_hit_from(scene, state, parameters, policy, fighter, zone)
        then = max(then, policy.best_else)
    write_move(scene, state, parameters, policy, fighter, zone)
    feature[T_THEN] = then


@kernel
def write_effect(
    scene: Scene, state: State, parameters: Parameters, policy: Policy, fighter: int, action: int
) -> None:
    """What an invoke for effect brings (A15)."""
    feature, where = policy.feature, third(action)
    does, side = scene.effect_does[first(action)] + 0, scene.side[fighter] + 0
    if does == X_ZONE_ATTACK:
        there = state.present_in[where] + 0
        feature[T_BLAST] = 1.0 * count_bits(there & scene.side_mask[1 - side])
        if scene.effect_friends[first(action)]:
            feature[T_BLAST] -= count_bits(there & scene.side_mask[side])
    elif does == X_MOVE:
        write_step(scene, state, parameters, policy, fighter, where)
        feature[T_BY_EFFECT] = 1.0
    elif does == X_HINDER:
        feature[T_HINDERS] = policy.power[where] / policy.other_power
    else:
        feature[T_LETHAL] = policy.reached
    feature[T_PAYS] = 1.0 if second(action) else 0.0


@kernel
def wants_item(scene: Scene, side: int) -> bool:
    """Whether a side wins by getting the item out."""
    for row in range(scene.objectives):
        if scene.objective_side[row] == side and scene.objective_do[row] == O_GET_ITEM:
            return True
    return False


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
