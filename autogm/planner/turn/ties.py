"""Which of several choices that are worth the same is taken. One turn in five has some, since much
that is done differently comes to the same: then people take what costs less, serves sooner and can
be used more. Choices of different kinds go by their order, in which to do nothing comes first.
"""

from __future__ import annotations

import math

from autogm.engine.aspects import is_boost
from autogm.engine.codes import (
    L_POINT,
    N_ABSORB,
    N_DUEL,
    N_ORDER,
    N_TAKE_COST,
    N_TURN,
    SCENE_SUBJECT,
    V_ACT_NEXT,
    V_BE_TAKEN_OUT,
    V_CALL_ON_STUNT,
    V_CREATE,
    V_HELP,
    V_INVOKE,
    V_INVOKE_FREE,
    V_INVOKE_FULL_DEFENSE,
    ZONE_SUBJECT,
)
from autogm.engine.invokable import part_of, roller_of
from autogm.engine.kinds import mask_of
from autogm.engine.pack import first, verb_of
from autogm.engine.records import Buffer, Scene, Scenes, State
from autogm.engine.stack import kind_at, side_at
from autogm.engine.step import legal
from autogm.game.kernels import entry, kernel
from autogm.planner.evaluation.parameters import AllParameters, Parameters
from autogm.planner.evaluation.scratch import Lines, Work, Works
from autogm.planner.evaluation.strength import threat_of
from autogm.planner.turn.ranking import SAME

INVOKES = mask_of((V_INVOKE, V_INVOKE_FREE, V_INVOKE_FULL_DEFENSE, V_CALL_ON_STUNT))
"""What is one deed where several do the same: to raise a roll."""
COSTS_A_POINT = 10.0
"""More than anything else that tells invokes apart."""
FLEETING, SOMEBODYS, OF_A_ZONE, EVERYWHERE, ONCE = range(5)
"""How far an aspect serves: a boost once, that of a fighter as long as it is there, that of a zone
whoever is there, that of the scene everybody; and what a stunt does once, it may do at any time."""


@kernel
def serves(scene: Scene, slot: int) -> int:
    """How far an aspect serves."""
    subject = scene.slot_subject[slot] + 0
    if is_boost(scene, slot):
        return FLEETING
    if subject < ZONE_SUBJECT:
        return SOMEBODYS
    return EVERYWHERE if subject == SCENE_SUBJECT else OF_A_ZONE


@kernel
def promise(scene: Scene, state: State, parameters: Parameters, action: int) -> float:
    """What speaks for a choice among those of its kind that are worth the same; more is better.

    - Whom to help, and who acts next: the one whose attacks promise most.
    - An advantage: on what serves farther.
    - An invoke: what is free before what is paid for, of that what serves less far, which is lost
      sooner, and one's own point before a friend's."""
    verb, promised = verb_of(action), 0.0
    if verb in (V_HELP, V_ACT_NEXT):
        fighter = first(action)
        enemies = state.present & scene.side_mask[1 - scene.side[fighter]]
        promised = threat_of(scene, state, parameters, fighter, enemies)
    elif verb == V_CREATE:
        promised = 1.0 * serves(scene, first(action))
    elif verb == V_INVOKE_FREE:
        promised = -1.0 * serves(scene, first(action))
    elif verb in (V_INVOKE, V_CALL_ON_STUNT):
        roller = roller_of(scene, state, part_of(scene, state, side_at(state)))
        if verb == V_CALL_ON_STUNT and scene.stunt_limit[roller, first(action)] != L_POINT:
            promised = -1.0 * ONCE
        elif verb == V_CALL_ON_STUNT or first(action) == roller:
            promised = -COSTS_A_POINT
        else:
            promised = -COSTS_A_POINT - 1.0
    return promised


@kernel
def is_alike(action: int, other: int) -> bool:
    """Whether two choices are of one kind: the same deed, or two invokes."""
    verb, another = verb_of(action), verb_of(other)
    return verb == another or ((INVOKES >> verb) & (INVOKES >> another) & 1) == 1


@kernel
def first_of_equals(
    scene: Scene, state: State, parameters: Parameters, buffer: Buffer, work: Work, count: int,
    best: int,
) -> int:  # fmt: skip
    """The number of the choice to take of the `count` in the buffer, of which those whose `worths`
    are that of number `best`, the first of them, are equal. Of ways to take a hit and of costs
    (H2, O3) the later ones cost less: they have larger boxes and smaller consequences, which keep
    more for one great hit and heal sooner, and failing comes after paying for nothing; to be taken
    out, the very last, is no such way."""
    kind, most = kind_at(state), round(work.worths[best] / SAME)
    chosen, promised = best, math.nan
    if kind not in (N_ABSORB, N_TAKE_COST, N_TURN, N_ORDER, N_DUEL):
        return best
    for place in range(best + 1, count):
        action = buffer.action[place]
        if round(work.worths[place] / SAME) != most:
            continue
        if kind in (N_ABSORB, N_TAKE_COST):
            if verb_of(action) != V_BE_TAKEN_OUT:
                chosen = place
        elif is_alike(action, buffer.action[best]):
            if math.isnan(promised):
                promised = promise(scene, state, parameters, buffer.action[best])
            more = promise(scene, state, parameters, action)
            if more > promised:
                chosen, promised = place, more
    return chosen


@entry
def first_of_equals_at(
    scenes: Scenes, lines: Lines, all_parameters: AllParameters, works: Works, best: int
) -> int:
    """The same at level 0 of a line, whose legal actions are worth `worths`."""
    line, parameters, work = lines[0], all_parameters[0], works[0]
    state, buffer = line.states[0], line.buffers[0]
    count = legal(scenes[0], state, buffer)
    return first_of_equals(scenes[0], state, parameters, buffer, work, count, best)
