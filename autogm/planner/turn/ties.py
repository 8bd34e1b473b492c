"""Which of several choices that are worth the same is taken. One turn in five has some, since much
that is done differently comes to the same: then people take what costs less, serves sooner and can
be used more. Choices of different kinds go by their order, in which to do nothing comes first.
"""

from __future__ import annotations

import math

from autogm.engine.aspects import is_boost
from autogm.engine.codes import (
    N_ABSORB,
    N_DUEL,
    N_ORDER,
    N_TAKE_COST,
    N_TURN,
    SCENE_SUBJECT,
    V_ACT_NEXT,
    V_BE_TAKEN_OUT,
    V_CREATE,
    V_HELP,
    V_INVOKE,
    V_INVOKE_FREE,
    ZONE_SUBJECT,
)
from autogm.engine.invokable import part_of, roller_of
from autogm.engine.pack import first, verb_of
from autogm.engine.records import Buffer, Scene, Scenes, State
from autogm.engine.stack import kind_at, side_at
from autogm.engine.step import legal
from autogm.game.kernels import entry, kernel
from autogm.planner.evaluation.parameters import AllParameters, Parameters
from autogm.planner.evaluation.scratch import Lines, Work, Works
from autogm.planner.evaluation.strength import threat_of
from autogm.planner.turn.ranking import SAME

FLEETING, SOMEBODYS, OF_A_ZONE, EVERYWHERE = range(4)
"""How far an aspect serves: a boost once, that of a fighter as long as it is there, that of a zone
whoever is there, that of the scene everybody."""


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
    - A free invoke: of what serves less far, which is lost sooner.
    - A point: one's own before a friend's."""
    verb, promised = verb_of(action), 0.0
    if verb in (V_HELP, V_ACT_NEXT):
        fighter = first(action)
        enemies = state.present & scene.side_mask[1 - scene.side[fighter]]
        promised = threat_of(scene, state, parameters, fighter, enemies)
    elif verb == V_CREATE:
        promised = 1.0 * serves(scene, first(action))
    elif verb == V_INVOKE_FREE:
        promised = -1.0 * serves(scene, first(action))
    elif verb == V_INVOKE:
        roller = roller_of(scene, state, part_of(scene, state, side_at(state)))
        promised = 1.0 if first(action) == roller else 0.0
    return promised


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
    verb, chosen, promised = verb_of(buffer.action[best]), best, math.nan
    if kind not in (N_ABSORB, N_TAKE_COST, N_TURN, N_ORDER, N_DUEL):
        return best
    for place in range(best + 1, count):
        action = buffer.action[place]
        if round(work.worths[place] / SAME) != most:
            continue
        if kind in (N_ABSORB, N_TAKE_COST):
            if verb_of(action) != V_BE_TAKEN_OUT:
                chosen = place
        elif verb_of(action) == verb:
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
