"""The named features of a choice that tempers weigh (`names.FEATURES`). They tell what a choice is
like, and not what it is worth: that is the agent's to say. Most lie between -1 and 1.
"""

from __future__ import annotations

from autogm.engine.codes import (
    ITEM_CARRIED,
    MOVE_ROLL,
    O_GET_ITEM,
    O_HOLD,
    O_TAKE_OUT,
    OUTSIDE,
    SCENE_SUBJECT,
    V_ACT_NEXT,
    V_ATTACK,
    V_ATTACK_EVERYONE,
    V_CHARGE,
    V_CONCEDE,
    V_CREATE,
    V_DISCOVER,
    V_EXPLORE,
    V_FULL_ATTACK,
    V_FULL_DEFENSE,
    V_GRAB,
    V_HELP,
    V_LEAVE,
    V_MOVE,
    V_SPRINT,
    ZONE_SUBJECT,
)
from autogm.engine.movement import way_difficulty
from autogm.engine.nodes.roll import by_numbers
from autogm.engine.pack import first, verb_of
from autogm.engine.records import Scene, State
from autogm.engine.stack import count_bits, lowest_bit
from autogm.game.kernels import kernel
from autogm.planner.evaluation.parameters import MOST_DIFFERENCE, Parameters
from autogm.planner.evaluation.strength import reach_of, soak_of, soak_with
from autogm.planner.policy.surroundings import nearest_enemy, steps_to_goal
from autogm.planner.temper.names import FEATURES
from autogm.planner.temper.tables import Temper

(
    ATTACK, RECKLESS, HURT, EQUAL, GANG, PREPARE, TRICK, COVER, HELP, GUARD, CLOSER, EXPOSED,
    COMPANY, PREY, GOAL, WARD, QUIT, STRONG, HARMED,
) = range(len(FEATURES))  # fmt: skip
AT_HAND = 1  # zones that count as at hand
ALIKE = 0.2  # shares by which strengths differ that are equal still


@kernel
def write_leaning(
    scene: Scene, state: State, parameters: Parameters, temper: Temper, fighter: int, action: int
) -> None:
    """Write the features of a choice of a fighter, or of one that is about it, into `feature`."""
    feature = temper.feature
    for place in range(feature.shape[0]):
        feature[place] = 0.0
    verb, about, side = verb_of(action), first(action), scene.side[fighter] + 0
    if verb in (V_ATTACK, V_CHARGE):
        write_attack(scene, state, parameters, temper, fighter, 1 << about)
        if verb == V_CHARGE:
            feature[RECKLESS], feature[CLOSER] = 1.0, 1.0
    elif verb == V_ATTACK_EVERYONE:
        there = state.present_in[about] & scene.side_mask[1 - side]
        write_attack(scene, state, parameters, temper, fighter, there)
    elif verb == V_FULL_ATTACK:
        feature[RECKLESS] = 1.0
    elif verb == V_FULL_DEFENSE:
        feature[GUARD] = 1.0
    elif verb == V_HELP:
        feature[HELP] = 1.0
        if (temper.ward[fighter] >> about) & 1:
            feature[WARD] = 1.0
    elif verb in (V_CREATE, V_EXPLORE, V_DISCOVER):
        feature[PREPARE] = 1.0
        if verb == V_CREATE:
            write_subject(scene, state, parameters, temper, fighter, scene.slot_subject[about] + 0)
    elif verb in (V_MOVE, V_SPRINT):
        if about != OUTSIDE:
            write_way(scene, state, parameters, temper, fighter, about)
            if verb == V_SPRINT:
                chance = chance_of_way(scene, state, parameters, fighter, about)
                for place in range(feature.shape[0]):
                    feature[place] *= chance
    elif verb == V_GRAB:
        feature[GOAL] = 1.0
    elif verb == V_LEAVE:
        goer = (parameters.goers[side] >> fighter) & 1
        goer |= 1 if state.item == ITEM_CARRIED + fighter else 0
        feature[GOAL], feature[QUIT] = 1.0 * goer, 1.0 - goer
    elif verb == V_CONCEDE:
        feature[QUIT] = 1.0
    elif verb == V_ACT_NEXT:
        write_standing(scene, state, parameters, temper, fighter)


@kernel
def power_of(scene: Scene, state: State, parameters: Parameters, fighter: int) -> float:
    """How strong a fighter is, whatever befell it: the shifts it can expect to deal, and half of
    what it can take unhurt."""
    most, others = 0.0, scene.side_mask[1 - scene.side[fighter]] + 0
    while others:
        most = max(most, parameters.threat[0, fighter, lowest_bit(others)])
        others &= others - 1
    return most + 0.5 * soak_with(scene, state, parameters, fighter, 0, 0)


@kernel
def hurt_of(scene: Scene, state: State, parameters: Parameters, fighter: int) -> float:
    """The share of what a fighter could take unhurt that is gone."""
    whole = soak_with(scene, state, parameters, fighter, 0, 0)
    if scene.mob[fighter]:
        whole *= 1.0 * max(1, scene.members[fighter]) / max(1, state.members[fighter])
    return 1.0 - soak_of(scene, state, parameters, fighter) / whole


@kernel
def write_attack(
    scene: Scene, state: State, parameters: Parameters, temper: Temper, fighter: int, targets: int
) -> None:
    """The features of an attack on some enemies: how hurt the most hurt one is, whether one is the
    enemy nearest to the fighter's own strength, how many friends fight it already."""
    feature, side = temper.feature, scene.side[fighter] + 0
    enemies = state.present & scene.side_mask[1 - side]
    own, apart, left = power_of(scene, state, parameters, fighter), 1e9, enemies
    while left:
        enemy = lowest_bit(left)
        left &= left - 1
        apart = min(apart, abs(power_of(scene, state, parameters, enemy) - own))
    feature[ATTACK] = 1.0
    goal = wanted(scene, state, side)
    while targets:
        target = lowest_bit(targets)
        targets &= targets - 1
        hurt = hurt_of(scene, state, parameters, target)
        feature[HURT] = max(feature[HURT], hurt)
        differs = abs(power_of(scene, state, parameters, target) - own)
        if differs <= apart + ALIKE * own:
            feature[EQUAL] = 1.0
        there = state.present_in[state.zone[target]] + 0
        friends = count_bits(there & scene.side_mask[side] & ~(1 << fighter))
        others = count_bits(there & scene.side_mask[1 - side])
        feature[GANG] = max(feature[GANG], 1.0 * friends / (friends + others))
        if (goal >> target) & 1:
            feature[GOAL] = 1.0
        feature[GOAL] = max(feature[GOAL], asked_for(scene, state.zone[target] + 0))
        write_danger(scene, state, parameters, temper, fighter, target)


@kernel
def write_danger(
    scene: Scene, state: State, parameters: Parameters, temper: Temper, fighter: int, target: int
) -> None:
    """Whether a target endangers whom the fighter protects: most beside it."""
    left = temper.ward[fighter] & state.present
    while left:
        ward = lowest_bit(left)
        left &= left - 1
        far = scene.hops[state.zone[target], state.zone[ward]] + 0
        near = 1.0 / (1.0 + far)
        if scene.sight[state.zone[target], state.zone[ward]] <= reach_of(state, parameters, target):
            near += 0.5
        temper.feature[WARD] = max(temper.feature[WARD], 0.5 * near)


@kernel
def write_subject(
    scene: Scene, state: State, parameters: Parameters, temper: Temper, fighter: int, subject: int
) -> None:
    """The features of an advantage on somebody (`subject` is below `ZONE_SUBJECT`) or on ground:
    a trick if it is on an enemy, and how hurt that is; cover if it is on the fighter or a friend;
    the goal's ground; an advantage on whom the fighter protects."""
    feature, side = temper.feature, scene.side[fighter] + 0
    if subject < ZONE_SUBJECT:
        if scene.side[subject] != side:
            feature[TRICK] = 1.0
            feature[HURT] = hurt_of(scene, state, parameters, subject)
        else:
            feature[COVER] = 1.0
        if (temper.ward[fighter] >> subject) & 1:
            feature[WARD] = 1.0
    elif subject < SCENE_SUBJECT:
        feature[GOAL] = asked_for(scene, subject - ZONE_SUBJECT)


@kernel
def write_standing(
    scene: Scene, state: State, parameters: Parameters, temper: Temper, fighter: int
) -> None:
    """The features of a fighter who may act next: of where it stands, as of a way that leads there,
    so that who stands as it likes to goes first; and how strong and how hurt it is."""
    feature, side, here = temper.feature, scene.side[fighter] + 0, state.zone[fighter] + 0
    enemies = state.present & scene.side_mask[1 - side]
    feature[STRONG] = 0.2 * power_of(scene, state, parameters, fighter)
    feature[HARMED] = hurt_of(scene, state, parameters, fighter)
    feature[CLOSER] = -nearest_enemy(scene, state, enemies, here)
    feature[EXPOSED] = reached(scene, state, parameters, enemies, here)
    friends = scene.side_mask[side] & ~(1 << fighter)
    feature[COMPANY] = 0.5 * count_bits(state.present_in[here] & friends)
    feature[PREY] = -steps_to_prey(scene, state, parameters, enemies, here)
    feature[GOAL] = -steps_to_goal(scene, state, parameters, fighter, here)
    left = temper.ward[fighter] & state.present
    while left:
        ward = lowest_bit(left)
        left &= left - 1
        feature[WARD] -= scene.hops[here, state.zone[ward]]


@kernel
def reached(scene: Scene, state: State, parameters: Parameters, enemies: int, zone: int) -> float:
    """The share of some enemies that reach a zone from where they are."""
    left, many = enemies + 0, 0
    while left:
        enemy = lowest_bit(left)
        left &= left - 1
        reach = reach_of(state, parameters, enemy)
        many += 1 if scene.sight[state.zone[enemy], zone] <= reach else 0
    return many / max(1, count_bits(enemies))


@kernel
def steps_to_prey(
    scene: Scene, state: State, parameters: Parameters, enemies: int, zone: int
) -> float:
    """How many zones it is to the most hurt of some enemies, the nearest of equals; 0 where nobody
    is hurt."""
    left, most, steps = enemies + 0, 0.0, 0
    while left:
        enemy = lowest_bit(left)
        left &= left - 1
        hurt, far = hurt_of(scene, state, parameters, enemy), scene.hops[zone, state.zone[enemy]]
        if hurt > most or (hurt == most and most > 0.0 and far < steps):
            most, steps = hurt, far + 0
    return 1.0 * steps


@kernel
def asked_for(scene: Scene, zone: int) -> float:
    """1 where somebody is to hold a zone, else 0."""
    for row in range(scene.objectives):
        if scene.objective_do[row] == O_HOLD and scene.objective_zone[row] == zone:
            return 1.0
    return 0.0


@kernel
def wanted(scene: Scene, state: State, side: int) -> int:
    """The enemies that an objective of a side is about: whom it shall take out, and who has what
    it shall get; as a bit mask."""
    found = 0
    for row in range(scene.objectives):
        if scene.objective_side[row] == side:
            if scene.objective_do[row] == O_TAKE_OUT:
                found |= scene.objective_who[row]
            elif scene.objective_do[row] == O_GET_ITEM and state.item >= ITEM_CARRIED:
                found |= 1 << (state.item - ITEM_CARRIED)
    return found & scene.side_mask[1 - side]


@kernel
def write_way(
    scene: Scene, state: State, parameters: Parameters, temper: Temper, fighter: int, zone: int
) -> None:
    """The features of a way into a zone: steps nearer to the nearest enemy and to the goal, how
    many enemies reach it there more than here, how many friends are there more, whether it leads
    nearer to whom the fighter protects."""
    feature, side, here = temper.feature, scene.side[fighter] + 0, state.zone[fighter] + 0
    enemies = state.present & scene.side_mask[1 - side]
    feature[CLOSER] = nearest_enemy(scene, state, enemies, here)
    feature[CLOSER] -= nearest_enemy(scene, state, enemies, zone)
    feature[EXPOSED] = reached(scene, state, parameters, enemies, zone)
    feature[EXPOSED] -= reached(scene, state, parameters, enemies, here)
    feature[PREY] = steps_to_prey(scene, state, parameters, enemies, here)
    feature[PREY] -= steps_to_prey(scene, state, parameters, enemies, zone)
    friends = scene.side_mask[side] & ~(1 << fighter)
    near = count_bits(state.present_in[zone] & friends)
    feature[COMPANY] = 0.5 * (near - count_bits(state.present_in[here] & friends))
    feature[GOAL] = steps_to_goal(scene, state, parameters, fighter, here)
    feature[GOAL] -= steps_to_goal(scene, state, parameters, fighter, zone)
    left = temper.ward[fighter] & state.present
    while left:
        ward = lowest_bit(left)
        left &= left - 1
        feature[WARD] += scene.hops[here, state.zone[ward]] - scene.hops[zone, state.zone[ward]]


@kernel
def chance_of_way(
    scene: Scene, state: State, parameters: Parameters, fighter: int, zone: int
) -> float:
    """The chance that a fighter gets into a zone by a roll with its best skill, where nothing is
    invoked, no stunt adds to it and nobody stands in the way."""
    best, skills = 0, scene.move_skills[fighter] + 0
    while skills:
        skill = lowest_bit(skills)
        skills &= skills - 1
        best = max(best, scene.rating[fighter, MOVE_ROLL, skill])
    best += by_numbers(scene, state, fighter)
    short, chance = way_difficulty(scene, state, fighter, zone) - best, 0.0
    for difference in range(max(short, -MOST_DIFFERENCE), MOST_DIFFERENCE + 1):
        chance += parameters.chance[1, 0, difference + MOST_DIFFERENCE]
    return chance


@kernel
def outnumbered(scene: Scene, state: State, fighter: int) -> int:
    """1 where the fighter's side, itself among it, is not the larger one at hand (`AT_HAND`), a
    mob by its members, else 0. Without enemies there it is 0."""
    side, here, own, other = scene.side[fighter] + 0, state.zone[fighter] + 0, 0, 0
    left = state.present + 0
    while left:
        one = lowest_bit(left)
        left &= left - 1
        if scene.hops[here, state.zone[one]] <= AT_HAND:
            heads = state.members[one] + 0 if scene.mob[one] else 1
            if scene.side[one] == side:
                own += heads
            else:
                other += heads
    return 1 if other > 0 and own <= other else 0
