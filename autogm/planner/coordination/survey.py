"""What the ground and the value say about a side that still has to act, measured once per position:
where each of its fighters can go, whom it could strike from there at what odds (E2, Z2, Z3), and
what it would be worth to stand there, to have an enemy out, to outweigh a zone (W2), to hold one
more invoke or point. Every worth is a difference of two values, so that a plan and the search that
weighs it want the same things; objectives count as in the value, a reached one as a win (H7). Only
scratch copies of the position are changed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from autogm.engine.aspects import making_difficulty, set_here
from autogm.engine.codes import (
    ATTACK_ROLL,
    CREATE_ROLL,
    DEFEND_ROLL,
    F_HINDERED,
    HERE,
    ITEM_CARRIED,
    ITEM_GONE,
    MOVE_ROLL,
    N_PURSES,
    N_TURN,
    OVERCOME_ROLL,
    T_ACTED,
    T_MOVED,
    T_STOOD,
    V_ATTACK,
    V_CREATE,
    V_FULL_DEFENSE,
    V_GRAB,
    V_HELP,
    V_LEAVE,
    V_MOVE,
    V_SPRINT,
    ZONE_SUBJECT,
)
from autogm.engine.harm import track
from autogm.engine.invokable import count_paid
from autogm.engine.kinds import in_play
from autogm.engine.layout import MAX_RANGE
from autogm.engine.movement import CLOSED as NO_WAY
from autogm.engine.movement import is_rooted, step_is_free, way_difficulty
from autogm.engine.nodes.oppose import opponents
from autogm.engine.nodes.work import creatable, slots_worked, zones_worked
from autogm.engine.objectives import test_end
from autogm.engine.records import Log, Logs, Scene, Scenes, State, States
from autogm.engine.roar import allowed
from autogm.engine.stack import lowest_bit
from autogm.engine.stunts import attacks_at, reach_of
from autogm.engine.suiting import creates_at
from autogm.engine.weight import enter, leave, weight_of
from autogm.game.kernels import ArrayKind, RecordKind, entry, kernel
from autogm.model.words import MAX_FIGHTERS, MAX_TEMPLATES, MAX_ZONES
from autogm.planner.evaluation.parameters import AllParameters, Parameters
from autogm.planner.evaluation.scratch import Work, Works
from autogm.planner.evaluation.strength import soak_of, still_to_act
from autogm.planner.evaluation.value import value
from autogm.planner.turn.opposing import NOBODY, likely
from autogm.planner.turn.skills import best_rating, best_to_create

_F, _Z = MAX_FIGHTERS, MAX_ZONES
_i8, _f8 = np.int64, np.float64
LEVELS = 5
"""Dice that weight turns for a side less those it turns for the other: -2 … 2 (W2)."""
STAYS, FREE, ROLLED, CLOSED = range(4)
"""How a fighter gets to a zone: it is there, by the free move, by the action, not at all."""

SURVEY = np.dtype(
    [
        ("mine", _i8),  # bit mask: fighters of the side that still have their action
        ("enemies", _i8),  # bit mask: enemies in the scene
        ("here", _f8),  # u for the side once those have acted and nothing has come of it
        ("way", _i8, (_F, _Z)),
        ("difficulty", _i8, (_F, _Z)),  # of a way that is rolled for
        ("move_rating", _i8, (_F,)),
        ("stand", _f8, (_F, _Z)),  # u gained by standing there, weight left aside
        ("leave", _f8, (_F, _Z)),  # u gained by leaving the scene there
        ("can_leave", _i8, (_F,)),  # bit mask of zones
        ("strikes", _i8, (_F, _Z)),  # bit mask of enemies it could attack from there
        ("edge", _i8, (_F, _Z, _F)),  # its best attack's rating over the best answer's
        ("calls", _i8, (_F, _Z, _F)),  # aspects that points could invoke on that attack
        ("prepares", _i8, (_F, _Z)),  # bit mask of enemies it could make an aspect on
        ("skill_edge", _i8, (_F, _Z, _F)),  # … its rating over what answers or the difficulty
        ("opposed", _i8, (_F, _Z, _F)),  # … whether somebody answers
        ("advantage_edge", _i8, (_F, _Z)),  # the same for any aspect there, `CLOSED_EDGE`: none
        ("advantage_opposed", _i8, (_F, _Z)),
        ("held", _f8),  # u gained by one free invoke more
        ("helps", _i8),  # whether allies in one zone can help each other (E3)
        ("guard", _f8, (_F,)),  # u gained by Full Defense in place
        ("guard_edge", _i8, (_F,)),  # its rating over the difficulty, `CLOSED_EDGE`: not open
        ("grab", _f8, (_F,)),  # u gained by having the item
        ("item_zone", _i8),  # where it lies, -1: nowhere
        ("grab_edge", _i8, (_F,)),
        ("swarm", _i8),  # bit mask of swarms (N3)
        ("weighs", _i8, (_F,)),
        ("standing", _i8, (_Z,)),  # weight of those of the side that stay where they are
        ("against", _i8, (_Z,)),  # the enemies' weight
        ("level", _f8, (_Z, LEVELS)),  # u by the dice that weight turns in that zone
        ("empty", _f8, (_Z,)),  # … where none of the side stands there
        ("soak", _f8, (_F,)),  # shifts an enemy can still absorb
        ("worn", _f8, (_F,)),  # u gained by an enemy that is nearly out and still stands
        ("out", _f8, (_F,)),  # u gained by an enemy taken out
        ("point", _f8, (N_PURSES,)),  # u lost with a point spent
        ("purse", _i8, (_F,)),  # whose points a fighter spends, -1: nobody's
        ("points", _i8, (N_PURSES,)),
    ],
    align=True,
)
CLOSED_EDGE = -99
if TYPE_CHECKING:
    Survey: TypeAlias = Any
    Surveys: TypeAlias = Any
else:
    Survey = RecordKind("Survey", SURVEY)
    Surveys = ArrayKind(Survey)
BASE, TRIED = 1, 2  # scratch states: everybody's action spent; one thing more changed


@kernel
def survey_strike(scene: Scene, state: State, survey: Survey, fighter: int, target: int) -> None:
    """The best attack on `target` from where `fighter` stands in `state`, if there is any."""
    zone = state.zone[fighter]
    distance = scene.sight[zone, state.zone[target]]
    if distance > reach_of(scene, state, fighter) or distance >= MAX_RANGE:
        return
    skills = allowed(scene, state, fighter, attacks_at(scene, state, fighter, distance, target))
    if skills == 0 or not in_play(scene, V_ATTACK):
        return
    best, chosen, answer = -1000, 0, 0
    while skills:
        skill = lowest_bit(skills)
        skills &= skills - 1
        answers = scene.defend_skills[target, scene.attack_answer[fighter, skill]] + 0
        against = best_rating(scene, state, target, DEFEND_ROLL, answers, fighter)
        edge = best_rating(scene, state, fighter, ATTACK_ROLL, 1 << skill, target) - against
        if edge > best:
            best, chosen, answer = edge, skill, lowest_bit(answers) if answers else 0
    if scene.mob[fighter]:
        best += max(0, state.members[fighter] - 1)
    survey.strikes[fighter, zone] = survey.strikes[fighter, zone] | (1 << target)
    survey.edge[fighter, zone, target] = best
    state.roll_verb, state.roll_actor, state.roll_target = V_ATTACK, fighter, target + 1
    state.roll_skill, state.roll_answer = chosen, answer + 1
    state.paid_left[0, 0], state.paid_left[0, 1] = 0, 0
    count_paid(scene, state, scene.side[fighter])
    survey.calls[fighter, zone, target] = state.paid_left[0, 0] + state.paid_left[0, 1]


@kernel
def survey_advantages(
    scene: Scene, state: State, parameters: Parameters, survey: Survey, fighter: int
) -> None:
    """The best chance to make any aspect from where `fighter` stands in `state` (C1, C5), and one
    on each enemy that helps attacks on it."""
    zone, side = state.zone[fighter], scene.side[fighter]
    zones = zones_worked(scene, state, fighter)
    for word in range(scene.words):
        mask = scene.mask_create[fighter, word] & slots_worked(scene, state, zones, zones, word)
        mask &= state.slots_here[word] | scene.mask_template[word]
        while mask:
            slot = (word << 6) + lowest_bit(mask)
            mask &= mask - 1
            if not creatable(scene, state, fighter, slot, side):
                continue
            skills = allowed(scene, state, fighter, creates_at(scene, state, fighter, slot))
            if skills == 0:
                continue
            subject = scene.slot_subject[slot] + 0
            foe = subject < ZONE_SUBJECT and scene.side[subject] != side
            opponent = NOBODY
            if scene.slot_target[slot] < 0:
                able = opponents(scene, state, fighter, slot)
                opponent = subject if foe else likely(scene, state, parameters, fighter, slot, able)
            opposed = 0
            if opponent >= 0:
                opposed = 1
                answers = scene.answer_skills[opponent, lowest_bit(skills)] + 0
                against = best_rating(scene, state, opponent, DEFEND_ROLL, answers, fighter)
            else:
                against = making_difficulty(scene, state, slot, side)
            edge = best_to_create(scene, state, fighter, slot, skills) - against
            if edge > survey.advantage_edge[fighter, zone]:
                survey.advantage_edge[fighter, zone] = edge
                survey.advantage_opposed[fighter, zone] = opposed
            if foe and (scene.mask_roll[ATTACK_ROLL, word] >> (slot & 63)) & 1:
                known = (survey.prepares[fighter, zone] >> subject) & 1
                if not known or edge > survey.skill_edge[fighter, zone, subject]:
                    survey.prepares[fighter, zone] = survey.prepares[fighter, zone] | (1 << subject)
                    survey.skill_edge[fighter, zone, subject] = edge
                    survey.opposed[fighter, zone, subject] = opposed


@kernel
def way_to(scene: Scene, state: State, fighter: int, zone: int) -> int:
    """How a fighter that still has its action gets to a zone."""
    start = state.zone[fighter]
    if zone == start:
        return STAYS
    turn = 0
    if state.pending[0, 0] == N_TURN and state.pending[0, 1] == fighter:
        turn = state.turn_flags + 0
    mobile = turn & (T_MOVED | T_STOOD) == 0 and state.flags[fighter] & F_HINDERED == 0
    if mobile and in_play(scene, V_MOVE) and scene.edge[start, zone]:
        if step_is_free(scene, state, fighter, zone):
            return FREE
    if is_rooted(scene, fighter) or turn & T_STOOD or not in_play(scene, V_SPRINT):
        return CLOSED
    if scene.hops[start, zone] > scene.max_moved:
        return CLOSED
    return ROLLED if way_difficulty(scene, state, fighter, zone) < NO_WAY else CLOSED


@kernel
def worth_over(
    scene: Scene,
    states: States,
    log: Log,
    parameters: Parameters,
    work: Work,
    survey: Survey,
    sign: float,
) -> float:
    """u that the scratch state `TRIED` has over the position, its end tested."""
    test_end(scene, states[TRIED], log)
    return sign * value(scene, states[TRIED], parameters, work) - survey.here


@kernel
def survey_fighter(
    scene: Scene,
    states: States,
    log: Log,
    parameters: Parameters,
    light: Parameters,
    work: Work,
    survey: Survey,
    fighter: int,
    sign: float,
) -> None:
    """A fighter of the side: its ways, what it could do at their ends, and what concerns it
    alone."""
    home = states[BASE].zone[fighter] + 0
    base = sign * value(scene, states[BASE], light, work)
    survey.move_rating[fighter] = best_rating(
        scene, states[0], fighter, MOVE_ROLL, scene.move_skills[fighter], -1
    )
    for zone in range(scene.zones):
        way = way_to(scene, states[0], fighter, zone)
        survey.way[fighter, zone] = way
        survey.advantage_edge[fighter, zone] = CLOSED_EDGE
        if way == CLOSED:
            continue
        if way == ROLLED:
            survey.difficulty[fighter, zone] = way_difficulty(scene, states[0], fighter, zone)
        states[TRIED] = states[BASE]
        if zone != home:
            leave(scene, states[TRIED], fighter)
            enter(scene, states[TRIED], fighter, zone)
        survey.stand[fighter, zone] = sign * value(scene, states[TRIED], light, work) - base
        if way == ROLLED:
            continue
        left = survey.enemies + 0
        while left:
            target = lowest_bit(left)
            left &= left - 1
            survey_strike(scene, states[TRIED], survey, fighter, target)
        if in_play(scene, V_CREATE):
            survey_advantages(scene, states[TRIED], parameters, survey, fighter)
        if scene.zone_exit[zone] and in_play(scene, V_LEAVE):
            states[TRIED] = states[BASE]
            gone = states[TRIED]
            leave(scene, gone, fighter)
            gone.escaped = gone.escaped | (1 << fighter)
            gone.present = gone.present & ~(1 << fighter)
            if gone.item == ITEM_CARRIED + fighter:
                gone.item = ITEM_GONE + scene.side[fighter]
            survey.can_leave[fighter] = survey.can_leave[fighter] | (1 << zone)
            survey.leave[fighter, zone] = worth_over(
                scene, states, log, parameters, work, survey, sign
            )
    survey.guard_edge[fighter], survey.grab_edge[fighter] = CLOSED_EDGE, CLOSED_EDGE
    slot = scene.slot_guard[fighter]
    if in_play(scene, V_FULL_DEFENSE) and states[0].here[slot] & HERE == 0:
        states[TRIED] = states[BASE]
        set_here(scene, states[TRIED], slot, HERE)
        survey.guard[fighter] = worth_over(scene, states, log, parameters, work, survey, sign)
        skills = allowed(scene, states[0], fighter, scene.create_skills[fighter, MAX_TEMPLATES])
        rating = best_rating(scene, states[0], fighter, CREATE_ROLL, skills, -1)
        survey.guard_edge[fighter] = rating - scene.guard_difficulty
    if survey.item_zone >= 0 and in_play(scene, V_GRAB):
        states[TRIED] = states[BASE]
        states[TRIED].item = ITEM_CARRIED + fighter
        survey.grab[fighter] = worth_over(scene, states, log, parameters, work, survey, sign)
        skills = allowed(scene, states[0], fighter, scene.overcome_skills[fighter])
        rating = best_rating(scene, states[0], fighter, OVERCOME_ROLL, skills, -1)
        survey.grab_edge[fighter] = rating - scene.item_difficulty
    survey.weighs[fighter] = weight_of(scene, states[0], fighter)
    survey.purse[fighter] = scene.purse[fighter]
    zone = states[0].zone[fighter]
    survey.standing[zone] = survey.standing[zone] - survey.weighs[fighter]


@kernel
def survey_enemy(
    scene: Scene,
    states: States,
    log: Log,
    parameters: Parameters,
    work: Work,
    survey: Survey,
    enemy: int,
    sign: float,
) -> None:
    """An enemy: what it can still take, and the worth of having it hurt, and out."""
    survey.soak[enemy] = soak_of(scene, states[0], parameters, enemy)
    states[TRIED] = states[BASE]
    hurt = states[TRIED]
    row = track(scene, enemy, parameters.harm)
    hurt.stress[enemy, row] = (1 << scene.boxes[enemy, row]) - 1
    hurt.wounds[enemy] = hurt.wounds[enemy] | scene.wound_slots[enemy, row]
    hurt.members[enemy] = min(1, hurt.members[enemy])
    survey.worn[enemy] = sign * value(scene, hurt, parameters, work) - survey.here
    states[TRIED] = states[BASE]
    gone = states[TRIED]
    leave(scene, gone, enemy)
    gone.out = gone.out | (1 << enemy)
    gone.present = gone.present & ~(1 << enemy)
    survey.out[enemy] = worth_over(scene, states, log, parameters, work, survey, sign)
    if scene.swarm[enemy] and scene.weight_on:
        survey.swarm = survey.swarm | (1 << enemy)


@kernel
def survey_weight(
    scene: Scene,
    states: States,
    parameters: Parameters,
    work: Work,
    survey: Survey,
    side: int,
    sign: float,
) -> None:
    """What it is worth to outweigh each zone that both sides can fight over: the value with the
    least own weight there that turns so many dice."""
    for zone in range(scene.zones):
        theirs = survey.against[zone]
        if theirs == 0 or scene.weight_on == 0:
            continue
        for level in range(-1, LEVELS):
            states[TRIED] = states[BASE]
            states[TRIED].weight[zone, side] = least_weight(scene, theirs, level)
            gained = sign * value(scene, states[TRIED], parameters, work) - survey.here
            if level < 0:
                survey.empty[zone] = gained
            else:
                survey.level[zone, level] = gained


@kernel
def least_weight(scene: Scene, theirs: int, level: int) -> int:
    """The least own weight against `theirs` with which weight turns `level` - 2 dice or more (W2),
    none for a level below 0; against few, the least that anybody weighs turns more."""
    if level < 0:
        return 0
    if level == 0:
        return 1
    if level == 1:
        return theirs // scene.weight_four + 1
    if level == 2:
        return theirs // scene.weight_two + 1
    return theirs * (scene.weight_two if level == 3 else scene.weight_four)


@entry
def survey_at(
    scenes: Scenes,
    states: States,
    logs: Logs,
    all_parameters: AllParameters,
    works: Works,
    surveys: Surveys,
    side: int,
) -> None:
    """Write into `surveys[0]`, which is zero, what the position `states[0]` offers `side`.
    `all_parameters[1]` is `all_parameters[0]` without its weight for outweighing; states 1 and 2
    are scratch."""
    scene, log, work, survey = scenes[0], logs[0], works[0], surveys[0]
    parameters, light, sign = all_parameters[0], all_parameters[1], 1.0 if side == 0 else -1.0
    work.contempt = parameters.contempt[side]
    states[BASE] = states[0]
    own = states[0].present & scene.side_mask[side]
    survey.enemies = states[0].present & scene.side_mask[1 - side]
    survey.helps = 1 if scene.teamwork and in_play(scene, V_HELP) else 0
    item = states[0].item + 0
    survey.item_zone = item - 1 if 0 < item < ITEM_CARRIED else -1
    for fighter in range(scene.fighters):
        if (own >> fighter) & 1 and still_to_act(states[0], fighter):
            survey.mine = survey.mine | (1 << fighter)
    base = states[BASE]
    base.acted = base.acted | survey.mine
    if base.pending[0, 0] == N_TURN and (survey.mine >> base.pending[0, 1]) & 1:
        base.turn_flags = base.turn_flags | T_ACTED
    survey.here = sign * value(scene, states[BASE], parameters, work)
    states[TRIED] = states[BASE]
    states[TRIED].free[0, side] = states[TRIED].free[0, side] + 1
    states[TRIED].slots_free[0] = states[TRIED].slots_free[0] | 1
    survey.held = sign * value(scene, states[TRIED], parameters, work) - survey.here
    for zone in range(scene.zones):
        survey.standing[zone] = states[0].weight[zone, side]
        survey.against[zone] = states[0].weight[zone, 1 - side]
    for fighter in range(scene.fighters):
        if (survey.mine >> fighter) & 1:
            survey_fighter(scene, states, log, parameters, light, work, survey, fighter, sign)
        elif (survey.enemies >> fighter) & 1:
            survey_enemy(scene, states, log, parameters, work, survey, fighter, sign)
    survey_weight(scene, states, parameters, work, survey, side, sign)
    for purse in range(N_PURSES):
        survey.points[purse] = states[0].points[purse]
        if states[0].points[purse] > 0:
            states[TRIED] = states[BASE]
            states[TRIED].points[purse] = states[TRIED].points[purse] - 1
            survey.point[purse] = survey.here - sign * value(scene, states[TRIED], parameters, work)
