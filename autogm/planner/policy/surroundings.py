"""What surrounds a fighter who is to choose: who is near and how dangerous, what its side holds,
how far it has to go.
"""

from __future__ import annotations

from autogm.engine.codes import (
    ATTACK_ROLL,
    ITEM_CARRIED,
    O_GET_ITEM,
    O_GET_OUT,
    O_HOLD,
    SCENE_SUBJECT,
    ZONE_SUBJECT,
)
from autogm.engine.records import Scene, State
from autogm.engine.stack import lowest_bit
from autogm.game.kernels import kernel
from autogm.planner.evaluation.parameters import NEVER, Parameters
from autogm.planner.evaluation.strength import reach_of, soak_of
from autogm.planner.evaluation.value import points_of
from autogm.planner.policy.tables import Policy

ENOUGH = 4.0  # free invokes of one side that are plenty


@kernel
def look_round(
    scene: Scene, state: State, parameters: Parameters, policy: Policy, fighter: int
) -> None:
    """Record what a fighter's choices have in common."""
    side, zone = scene.side[fighter] + 0, state.zone[fighter] + 0
    enemies = state.present & scene.side_mask[1 - side]
    power, facing, reached, left, soak = 0.0, 0.0, 0.0, enemies, 0.5
    reach = reach_of(state, parameters, fighter)
    while left:
        enemy = lowest_bit(left)
        left &= left - 1
        power += policy.power[enemy]
        soak += soak_of(scene, state, parameters, enemy)
        there = state.zone[enemy] + 0
        if scene.sight[there, zone] <= reach_of(state, parameters, enemy):
            facing += policy.power[enemy]
        if scene.sight[zone, there] <= reach:
            reached = 1.0
    policy.other_power, policy.other_soak = power + 0.1, soak
    policy.rich = 0.2 * min(5.0, points_of(scene, state, side))
    policy.facing, policy.reached = facing / (power + 0.1), reached
    policy.own_soak = soak_of(scene, state, parameters, fighter)
    policy.held = min(1.0, free_of_side(scene, state, side) / ENOUGH)
    left_to_play = scene.exchanges - state.exchange + 1.0
    policy.late = 1.0 / (1.0 + left_to_play)
    policy.steps = nearest_enemy(scene, state, enemies, zone)
    policy.goal = steps_to_goal(scene, state, parameters, fighter, zone)


@kernel
def free_of_side(scene: Scene, state: State, side: int) -> float:
    """The free invokes that a side holds, wherever."""
    found = 0
    for word in range(scene.words):
        mask = state.slots_free[word] + 0
        while mask:
            slot = (word << 6) + lowest_bit(mask)
            mask &= mask - 1
            found += state.free[slot, side]
    return 1.0 * found


@kernel
def free_on(scene: Scene, state: State, side: int, fighter: int, target: int) -> int:
    """The free invokes of a side on aspects of the two, of the ground they stand on and of the
    scene: what it could use when one rolls against the other."""
    found = 0
    for word in range(scene.words):
        mask = scene.mask_fighter[fighter, word] | scene.mask_fighter[target, word]
        mask |= scene.mask_zone[state.zone[target], word] | scene.mask_scene[word]
        mask &= state.slots_free[word] & scene.mask_roll[ATTACK_ROLL, word]
        while mask:
            slot = (word << 6) + lowest_bit(mask)
            mask &= mask - 1
            found += state.free[slot, side] + state.free[slot, 2]
    return found


@kernel
def nearest_enemy(scene: Scene, state: State, enemies: int, zone: int) -> float:
    """Steps from a zone to the nearest enemy, no more than 5."""
    nearest = 5
    while enemies:
        enemy = lowest_bit(enemies)
        enemies &= enemies - 1
        nearest = min(nearest, scene.hops[zone, state.zone[enemy]])
    return 1.0 * nearest


@kernel
def steps_to_goal(
    scene: Scene, state: State, parameters: Parameters, fighter: int, zone: int
) -> float:
    """Steps from a zone to where an objective of the fighter's side asks for it, no more than 6;
    0 where none does."""
    side, least = scene.side[fighter] + 0, steps_to_end(scene, state, parameters, fighter, zone)
    for row in range(scene.objectives):
        if scene.objective_do[row] == O_HOLD:
            far = scene.hops[zone, scene.objective_zone[row]] + 0
            least = min(least, far if scene.objective_side[row] == side else far + 1)
    return 0.0 if least >= NEVER else min(6.0, 1.0 * least)


@kernel
def steps_to_end(
    scene: Scene, state: State, parameters: Parameters, fighter: int, zone: int
) -> int:
    """Steps from a zone to where a fighter leaves or takes the item, as an objective of its side
    asks it to; `NEVER` where none does."""
    least = NEVER
    for row in range(scene.objectives):
        if scene.objective_side[row] == scene.side[fighter]:
            if scene.objective_do[row] == O_GET_OUT and (scene.objective_who[row] >> fighter) & 1:
                least = min(least, parameters.exit[zone])
            elif scene.objective_do[row] == O_GET_ITEM:
                if state.item == ITEM_CARRIED + fighter:
                    least = min(least, parameters.exit[zone])
                elif 0 < state.item < ITEM_CARRIED:
                    least = min(least, scene.hops[zone, state.item - 1])
    return least


@kernel
def users(scene: Scene, state: State, parameters: Parameters, side: int, subject: int) -> float:
    """How many of a side, up to four, could attack whom or where the aspect is, and have an action
    left."""
    found, left = 0, state.present & scene.side_mask[side] & ~state.acted
    while left and found < 4:
        one = lowest_bit(left)
        left &= left - 1
        if subject >= SCENE_SUBJECT:
            found += 1
            continue
        there = subject - ZONE_SUBJECT if subject >= ZONE_SUBJECT else state.zone[subject] + 0
        reach = reach_of(state, parameters, one)
        if reach >= 0 and scene.sight[state.zone[one], there] <= 1 + reach:
            found += 1
    return 1.0 * found
