"""What a position is worth before anything more is rolled: the chance that the players win, as a
logistic model on a few features, each the players' less the gm's, and u from it by the stakes.

A conflict is a race. By force a side needs as many exchanges as the other's soak (what it can still
take) over its own threat (what it can expect to deal to those in its reach); an objective (H7) may
be there first. What counts is the logarithm of both sides' times: soak, threat and how much an
objective shortens the race, three features with the same weight. If an objective counted for more,
a side might wish for less soak, since that makes force hopeless and the objective a larger gain.
Besides count who still acts in this exchange, weight where the fighting is, heads, and invokes in
hand, free ones and points. A point counts a little more than a free invoke, since it can do what
that does and serves elsewhere too: so the free one is spent first. The model is antisymmetric: with
sides exchanged its value is turned round.
"""

from __future__ import annotations

import math

from numba import types

from autogm.engine.codes import (
    F_LETHAL,
    GM,
    HERE,
    PLAYERS,
    POOL,
    SCENE_SUBJECT,
    V_ANY_INVOKE,
    ZONE_SUBJECT,
)
from autogm.engine.jit import SCENES_TYPE, STATES_TYPE, door, kernel
from autogm.engine.stack import lowest_bit
from autogm.engine.stakes import stake
from autogm.planner.judge import JUDGE_TYPE, JUDGES_TYPE, N_FEATURES, WORK_TYPE, WORKS_TYPE
from autogm.planner.race import LEAST, race
from autogm.planner.strength import strength

SOAK, THREAT, OBJECTIVE, TEMPO, WEIGHT, NUMBERS, INVOKES = range(N_FEATURES)
MOST_POINTS = 6  # further points of one purse are not worth more
ASIDE = 0.3  # a free invoke counts so much where nobody stands who could use it
GUARD, LETHAL, HELP = 0.8, 1.0, 0.5  # what a Full Defense, a lethal blow, help come to in invokes
FAR_FROM_LIMIT = 12.0  # exchanges to spare with which the limit is no matter
LONGEST = 50.0  # exchanges beyond which a fight cannot peter out any more surely


@kernel(judge=JUDGE_TYPE)
def free_of(scene, state, judge):
    """Free invokes that each side holds, those less that nobody is there to use. What turns a roll
    like them is counted with them: a Full Defense in place, a lethal blow to come, help given to
    somebody who will act, stunts that can be used once."""
    found_p, found_g = 0.0, 0.0
    for word in range(scene.words):
        mask = state.slots_free[word] + 0
        while mask:
            slot = (word << 6) + lowest_bit(mask)
            mask &= mask - 1
            zone = scene.slot_subject[slot] - ZONE_SUBJECT
            usable = 1.0
            if 0 <= zone < SCENE_SUBJECT - ZONE_SUBJECT and state.present_in[zone] == 0:
                usable = ASIDE
            found_p += usable * state.free[slot, PLAYERS]
            found_g += usable * state.free[slot, GM]
    here = state.present + 0
    while here:
        fighter = lowest_bit(here)
        here &= here - 1
        more = 0.0
        if state.here[scene.slot_guard[fighter]] & HERE:
            more += GUARD
        if state.flags[fighter] & F_LETHAL:
            more += LETHAL
        helped = state.helps[fighter] - 1
        if helped >= 0 and state.helps[helped] == 0:
            more += HELP
        unused = judge.once[fighter] & ~state.used[fighter]
        while unused:
            stunt = lowest_bit(unused)
            unused &= unused - 1
            more += judge.stunt[fighter, stunt]
        if scene.side[fighter] == PLAYERS:
            found_p += more
        else:
            found_g += more
    return found_p, found_g


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


@kernel(judge=JUDGE_TYPE, work=WORK_TYPE)
def write_features(scene, state, judge, work):
    """Write the features of a position that is not over; answers the exchanges that the conflict
    can be expected to last."""
    soak_p, power_p, lasting_p, waiting_p, dice_p, heads_p = strength(scene, state, judge, PLAYERS)
    soak_g, power_g, lasting_g, waiting_g, dice_g, heads_g = strength(scene, state, judge, GM)
    threat_p, threat_g = lasting_p + LEAST, lasting_g + LEAST
    force_p, force_g = (soak_g + 0.5) / threat_p, (soak_p + 0.5) / threat_g
    needs_p = race(scene, state, judge, PLAYERS, force_p, threat_p)
    needs_g = race(scene, state, judge, GM, force_g, threat_g)
    free_p, free_g = free_of(scene, state, judge)
    points_p, points_g = points_of(scene, state, PLAYERS), points_of(scene, state, GM)
    share = 1.0 / (power_p + power_g + 2.0 * LEAST)
    work.feature[SOAK] = math.log((soak_p + 0.5) / (soak_g + 0.5))
    work.feature[THREAT] = math.log(threat_p / threat_g)
    work.feature[OBJECTIVE] = math.log(force_p / needs_p) - math.log(force_g / needs_g)
    work.feature[TEMPO] = share * (waiting_p - waiting_g)
    work.feature[WEIGHT] = share * (dice_p - dice_g)
    work.feature[NUMBERS] = math.log((heads_p + 0.5) / (heads_g + 0.5))
    held_p = judge.free * free_p + judge.point * points_p
    held_g = judge.free * free_g + judge.point * points_g
    work.feature[INVOKES] = math.log((held_p + 2.0) / (held_g + 2.0))
    return min(needs_p, needs_g)


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
    drawn = 1.0 - math.exp(-judge.dawdling * min(lasting, LONGEST))
    if late > -FAR_FROM_LIMIT:
        drawn = max(drawn, 1.0 / (1.0 + math.exp(-judge.late * late)))
    sure = stake(scene, state) - scene.win_value[0]
    decided = share * scene.win_value[1] + (1.0 - share) * scene.win_value[2]
    return sure + (1.0 - drawn) * decided + drawn * scene.win_value[3]


FLOATS = types.Array(types.float64, 1, "C")
TABLE = types.Array(types.float64, 2, "C")


@door(types.float64(SCENES_TYPE, STATES_TYPE, types.int64, JUDGES_TYPE, WORKS_TYPE))
def value_at(scenes, states, index, judges, works):
    """The value of `states[index]`; its features are left in the work record."""
    return value(scenes[0], states[index], judges[0], works[0])


@door(types.void(SCENES_TYPE, STATES_TYPE, JUDGES_TYPE, WORKS_TYPE, TABLE, FLOATS))
def features_at(scenes, states, judges, works, features, lasting):
    """Write the features of the first states, one for each row of `features` (states, features),
    and the exchanges that each can be expected to last."""
    for row in range(lasting.size):
        lasting[row] = write_features(scenes[0], states[row], judges[0], works[0])
        for place in range(N_FEATURES):
            features[row, place] = works[0].feature[place]
