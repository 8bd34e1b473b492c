"""What a position is worth before anything more is rolled: the chance that the players win, as a
logistic model on a few features, each the players' less the gm's, and u from it by the stakes.

Soak is what a side can still take before it is out, threat what it can expect to deal with those
who can reach somebody; fights of attrition are decided by the logarithms of both. Free invokes and
points count in shifts they can still turn, tempo in shifts still to come this exchange, both as
shares of the soak that is left. The model is antisymmetric: with sides exchanged its value is
turned round.
"""

from __future__ import annotations

import math

from numba import types

from autogm.engine.codes import (
    F_LETHAL,
    GM,
    HERE,
    N_TURN,
    O_GET_ITEM,
    O_GET_OUT,
    O_HOLD,
    O_SURVIVE,
    O_TAKE_OUT,
    PLAYERS,
    POOL,
    T_ACTED,
    V_ANY_INVOKE,
)
from autogm.engine.harm import track
from autogm.engine.jit import SCENES_TYPE, STATES_TYPE, door, kernel
from autogm.engine.layout import MAX_CONSEQUENCES
from autogm.engine.stack import count_bits, lowest_bit
from autogm.engine.stakes import stake
from autogm.planner.judge import JUDGE_TYPE, JUDGES_TYPE, N_FEATURES, WORK_TYPE, WORKS_TYPE

(SOAK, THREAT, FREE, POINTS, TEMPO, WEIGHT, NUMBERS, OBJECTIVE) = range(N_FEATURES)
MOST_POINTS = 6  # further points of one purse are not worth more
DAWDLING = 0.04  # a fight may peter out, with this rate for each exchange it still needs
LEAST = 0.05  # a side that can hurt nobody still has this threat
UNSEEN = 99


@kernel
def soak_of(scene, state, fighter, harm):
    """The shifts that a fighter can be expected to absorb before it is out. A box beyond the third
    takes no more than a usual hit."""
    row = track(scene, fighter, harm)
    boxes = scene.boxes[fighter, row] + 0
    left = 1.0
    for box in range(1, boxes + 1):
        if (state.stress[fighter, row] >> (box - 1)) & 1 == 0:
            left += min(box, 3)
    members = state.members[fighter]
    if members > 1:
        left += (members - 1) * (1.0 + 1.0 * boxes)
    slots = scene.wound_slots[fighter, row] & ~state.wounds[fighter]
    for slot in range(MAX_CONSEQUENCES):
        if (slots >> slot) & 1:
            left += scene.severity[fighter, slot]
    return left


@kernel(judge=JUDGE_TYPE)
def threat_of(scene, state, judge, fighter, enemies):
    """The shifts that a fighter can expect to deal in a turn to those in its reach; less the
    farther it has to go first."""
    zone = state.zone[fighter]
    best, near = 0.0, UNSEEN
    left = enemies
    while left:
        enemy = lowest_bit(left)
        left &= left - 1
        far = scene.hops[zone, state.zone[enemy]] - max(0, judge.reach[fighter])
        if scene.sight[zone, state.zone[enemy]] <= judge.reach[fighter]:
            far = 0
        power = judge.threat[fighter, enemy]
        if far < near or (far == near and power > best):
            best, near = power, far
    if best == 0.0:
        return 0.0
    if near >= UNSEEN // 2:
        return 0.2 * best
    return best / (1.0 + 0.35 * max(0, near))


@kernel
def dice_of_weight(scene, state, zone, side):
    """Dice that weight turns for a side in a zone, less those it turns for the other (W2)."""
    own, other = state.weight[zone, side] + 0, state.weight[zone, 1 - side] + 0
    if own == 0 or other == 0:
        return 0
    if own >= scene.weight_four * other:
        return 2
    if own >= scene.weight_two * other:
        return 1
    if other >= scene.weight_four * own:
        return -2
    if other >= scene.weight_two * own:
        return -1
    return 0


@kernel
def free_of(scene, state, side):
    """Free invokes that a side holds, Full Defenses in place among them."""
    total = 0.0
    for word in range(scene.words):
        mask = state.slots_free[word] + 0
        while mask:
            slot = (word << 6) + lowest_bit(mask)
            mask &= mask - 1
            total += state.free[slot, side]
    fighters = state.present & scene.side_mask[side]
    while fighters:
        fighter = lowest_bit(fighters)
        fighters &= fighters - 1
        if state.here[scene.slot_guard[fighter]] & HERE:
            total += 0.8
        if state.flags[fighter] & F_LETHAL:
            total += 1.0
    return total


@kernel
def points_of(scene, state, side):
    """Points that a side can still spend."""
    if (scene.verbs >> V_ANY_INVOKE) & 1 == 0:
        return 0.0
    total = 0.0
    purses = state.present & scene.purse_mask[side]
    while purses:
        purse = lowest_bit(purses)
        purses &= purses - 1
        total += min(MOST_POINTS, state.points[purse])
    if side == GM:
        total += min(2 * MOST_POINTS, state.points[POOL])
    return total


@kernel
def to_go(scene, state, objective, own, other, threat):
    """Exchanges that an objective can be expected to take its side, by its kind."""
    does, side = scene.objective_do[objective], scene.objective_side[objective]
    if does == O_SURVIVE:
        return 1.0 * (scene.objective_exchanges[objective] - state.exchange + 1)
    if does == O_HOLD:
        zone = scene.objective_zone[objective]
        left = 1.0 * (scene.objective_exchanges[objective] - state.held[objective])
        if state.present_in[zone] & scene.side_mask[1 - side]:
            left += 2.0
        if state.present_in[zone] & scene.side_mask[side] == 0:
            left += 1.0
        return left
    if does == O_TAKE_OUT:
        marked = scene.objective_who[objective] & other
        total = 0.0
        while marked:
            fighter = lowest_bit(marked)
            marked &= marked - 1
            total += soak_of(scene, state, fighter, scene.main_harm)
        return total / max(LEAST, threat)
    if does == O_GET_OUT:
        needed = scene.objective_number[objective] - count_bits(
            state.escaped & scene.objective_who[objective]
        )
        going, total, number = own & scene.objective_who[objective], 0.0, 0
        while going:
            fighter = lowest_bit(going)
            going &= going - 1
            total += nearest_exit(scene, state.zone[fighter])
            number += 1
        if number < needed or number == 0:
            return 1.0 * UNSEEN
        return 1.0 + total / number
    if does == O_GET_ITEM:
        return 2.0 + nearest_exit(scene, max(0, scene.item_zone))
    return 1.0 * UNSEEN


@kernel
def nearest_exit(scene, zone):
    """Steps to the nearest exit."""
    best = 1.0 * UNSEEN
    for other in range(scene.zones):
        if scene.zone_exit[other]:
            best = min(best, 1.0 * scene.hops[zone, other])
    return best


@kernel(lasting=types.float64, heads=types.float64)
def rolls_left(lasting, heads):
    """About how many rolls a side of so many heads has still use for, if the fight lasts so many
    exchanges."""
    return 1.0 + 1.5 * heads * min(lasting, 10.0)


@kernel(held=types.float64, rolls=types.float64)
def used_up(held, rolls):
    """How many of the invokes a side holds it can be expected to use in so many rolls: nearly all
    of a few, no more than there are rolls."""
    return rolls * (1.0 - math.exp(-held / rolls))


@kernel
def still_to_act(state, fighter):
    """Whether a fighter has an action left in this exchange."""
    if (state.acted >> fighter) & 1 == 0:
        return True
    if state.pending[0, 0] != N_TURN or state.pending[0, 1] != fighter:
        return False
    return state.turn_flags & T_ACTED == 0


@kernel(judge=JUDGE_TYPE, work=WORK_TYPE)
def write_features(scene, state, judge, work):
    """Write the features of a position that is not over; answers the exchanges that the fight can
    be expected to last."""
    gone = state.out | state.conceded | state.escaped
    soak_p, soak_g, threat_p, threat_g = 0.0, 0.0, 0.0, 0.0
    tempo, weight = 0.0, 0.0
    here_p, here_g = state.present & scene.side_mask[0], state.present & scene.side_mask[1]
    everyone = (scene.side_mask[0] | scene.side_mask[1]) & ~gone
    heads_p, heads_g = 0.0, 0.0
    while everyone:
        fighter = lowest_bit(everyone)
        everyone &= everyone - 1
        side = scene.side[fighter]
        coming = (state.present >> fighter) & 1 == 0
        soak = soak_of(scene, state, fighter, judge.harm)
        threat = threat_of(scene, state, judge, fighter, here_g if side == 0 else here_p)
        if coming:
            threat *= 0.5
        elif still_to_act(state, fighter):
            tempo += threat if side == 0 else -threat
        if scene.weight_on and not coming:
            dice = dice_of_weight(scene, state, state.zone[fighter], side)
            weight += dice * threat if side == 0 else -dice * threat
        if side == 0:
            soak_p += soak
            threat_p += threat
            heads_p += 1.0
        else:
            soak_g += soak
            threat_g += threat
            heads_g += 1.0
    scale = 2.0 / (soak_p + soak_g + 1.0)
    work.feature[SOAK] = math.log(soak_p + 0.5) - math.log(soak_g + 0.5)
    work.feature[THREAT] = math.log(threat_p + LEAST) - math.log(threat_g + LEAST)
    lasts_p, lasts_g = soak_p / (threat_g + LEAST), soak_g / (threat_p + LEAST)
    lasting = min(lasts_p, lasts_g)
    rolls_p, rolls_g = rolls_left(lasting, heads_p), rolls_left(lasting, heads_g)
    work.feature[FREE] = (
        2.0
        * scale
        * (used_up(free_of(scene, state, 0), rolls_p) - used_up(free_of(scene, state, 1), rolls_g))
    )
    work.feature[POINTS] = (
        2.0
        * scale
        * (
            used_up(points_of(scene, state, PLAYERS), rolls_p)
            - used_up(points_of(scene, state, GM), rolls_g)
        )
    )
    work.feature[TEMPO] = tempo * scale
    work.feature[WEIGHT] = weight / (threat_p + threat_g + LEAST)
    work.feature[NUMBERS] = math.log(heads_p + 0.5) - math.log(heads_g + 0.5)
    goal = 0.0
    for objective in range(scene.objectives):
        if scene.objective_side[objective] == 0:
            time = to_go(scene, state, objective, here_p, here_g, threat_p)
            goal += max(0.0, 2.0 + math.log((lasts_p + 0.5) / (time + 0.5)))
        else:
            time = to_go(scene, state, objective, here_g, here_p, threat_g)
            goal -= max(0.0, 2.0 + math.log((lasts_g + 0.5) / (time + 0.5)))
    work.feature[OBJECTIVE] = goal
    return lasting


@kernel(judge=JUDGE_TYPE, work=WORK_TYPE)
def value(scene, state, judge, work):
    """u that a position can be expected to end with."""
    if state.winner:
        return stake(scene, state)
    lasting = write_features(scene, state, judge, work)
    score = 0.0
    for place in range(N_FEATURES):
        score += judge.weights[place] * work.feature[place]
    share = 1.0 / (1.0 + math.exp(-score))
    late = lasting - (scene.exchanges - state.exchange + 1.0)
    drawn = 1.0 - math.exp(-DAWDLING * min(lasting, 50.0))
    if late > -3.0:
        drawn = max(drawn, 1.0 / (1.0 + math.exp(-1.5 * late)))
    sure = stake(scene, state) - scene.win_value[0]
    decided = share * scene.win_value[1] + (1.0 - share) * scene.win_value[2]
    return sure + (1.0 - drawn) * decided + drawn * scene.win_value[3]


@door(types.float64(SCENES_TYPE, STATES_TYPE, types.int64, JUDGES_TYPE, WORKS_TYPE))
def value_at(scenes, states, index, judges, works):
    """The value of `states[index]`; its features are left in the work record."""
    return value(scenes[0], states[index], judges[0], works[0])
