"""What a move changes, and what a free step makes possible: a step is worth what is best done after
it, so it is scored by the score of that deed.
"""

from __future__ import annotations

from autogm.engine.codes import (
    N_TURN,
    OUTSIDE,
    T_ACTED,
    V_ATTACK,
    V_ATTACK_EVERYONE,
    V_CHARGE,
    V_EFFECT,
    V_LEAVE,
    V_MOVE,
    V_SPRINT,
    X_MOVE,
)
from autogm.engine.kinds import mask_of
from autogm.engine.pack import first, verb_of
from autogm.engine.records import Scene, State
from autogm.engine.stack import count_bits, lowest_bit
from autogm.engine.weight import dice_by_weight, enter, leave, weight_of
from autogm.game.kernels import kernel
from autogm.planner.evaluation.parameters import Parameters
from autogm.planner.evaluation.strength import reach_of
from autogm.planner.policy.names import (
    T_ATTACK_HURT,
    T_ATTACK_LATE,
    T_CLOSER,
    T_COMPANY,
    T_CROWD,
    T_ENGAGE,
    T_GOAL,
    T_HINDERED,
    T_MOVE_ACTED,
    T_MOVE_HARRIED,
    T_MOVE_HURT,
    T_SHELTER,
    T_WEIGHT,
    TURN,
)
from autogm.planner.policy.striking import write_attack_on
from autogm.planner.policy.surroundings import nearest_enemy, steps_to_goal
from autogm.planner.policy.tables import Policy

NOTHING = -10.0  # a score below all that is chosen
FROM_WHERE_ONE_IS = mask_of(
    (V_ATTACK, V_ATTACK_EVERYONE, V_CHARGE, V_EFFECT, V_LEAVE, V_MOVE, V_SPRINT)
)
"""What is another deed, or none, after a free step."""


@kernel
def is_step(scene: Scene, action: int) -> bool:
    """Whether a choice of a turn moves its fighter and leaves it its action: a free step, or an
    effect that does the same."""
    verb = verb_of(action)
    return verb == V_MOVE or (verb == V_EFFECT and scene.effect_does[first(action)] == X_MOVE)


@kernel
def score_of_features(policy: Policy, family: int) -> float:
    """The weighted sum of the features that are written."""
    score = 0.0
    for one in range(policy.feature.shape[0]):
        score += policy.weight[family, one] * policy.feature[one]
    return score


@kernel
def best_hit_from(
    scene: Scene, state: State, parameters: Parameters, policy: Policy, fighter: int, zone: int
) -> float:
    """The highest score of an attack of the fighter from a zone; the state is as it was
    afterwards."""
    reach, best = reach_of(state, parameters, fighter), NOTHING
    left = state.present & scene.side_mask[1 - scene.side[fighter]]
    here = state.zone[fighter] + 0
    leave(scene, state, fighter)
    enter(scene, state, fighter, zone)
    while left:
        enemy = lowest_bit(left)
        left &= left - 1
        if scene.sight[zone, state.zone[enemy]] > reach:
            continue
        for place in range(policy.feature.shape[0]):
            policy.feature[place] = 0.0
        write_attack_on(scene, state, parameters, policy, fighter, enemy, 0)
        policy.feature[T_ATTACK_HURT] = 1.0 / (1.0 + 0.5 * policy.own_soak)
        policy.feature[T_ATTACK_LATE] = policy.late
        best = max(best, score_of_features(policy, TURN) + policy.constant[N_TURN, V_ATTACK])
    leave(scene, state, fighter)
    enter(scene, state, fighter, here)
    for place in range(policy.feature.shape[0]):
        policy.feature[place] = 0.0
    return best


@kernel
def write_move(
    scene: Scene,
    state: State,
    parameters: Parameters,
    policy: Policy,
    fighter: int,
    zone: int,
) -> None:
    """What a move into a zone changes: enemies in reach, company, weight, the way to a goal."""
    feature, here, side = policy.feature, state.zone[fighter] + 0, scene.side[fighter] + 0
    if zone == OUTSIDE:
        return
    enemies, reach = state.present & scene.side_mask[1 - side], reach_of(state, parameters, fighter)
    facing, engages, left = 0.0, 0.0, enemies
    while left:
        enemy = lowest_bit(left)
        left &= left - 1
        there = state.zone[enemy] + 0
        if scene.sight[there, zone] <= reach_of(state, parameters, enemy):
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
    soft = 1.0 / (1.0 + 0.5 * policy.own_soak)
    feature[T_MOVE_HARRIED], feature[T_MOVE_HURT] = policy.reached, soft
    feature[T_MOVE_ACTED] = 1.0 if state.turn_flags & T_ACTED else 0.0
