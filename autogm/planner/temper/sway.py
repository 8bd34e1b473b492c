"""What temper makes of a choice: among those that are nearly as good as the best by the agent's own
estimate, the one that is best with what the fighter leans to. Turns, who acts next and concessions
are chosen so, and nothing where the conflict is as good as decided; scores of the policy do not
tell that.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from autogm.engine.codes import N_CONCEDE, N_ORDER, N_TURN, PLAYERS, V_ACT_NEXT, V_CONCEDE
from autogm.engine.game import new_buffer
from autogm.engine.pack import first, verb_of
from autogm.engine.records import Buffer, Buffers, Scene, Scenes, States
from autogm.engine.records import State as StateRecord
from autogm.engine.stack import kind_at, side_at
from autogm.engine.state import State
from autogm.engine.step import legal
from autogm.game.kernels import entry, kernel
from autogm.game.rows import rows
from autogm.planner.evaluation.parameters import AllParameters, Parameters
from autogm.planner.evaluation.scratch import BEYOND, Work
from autogm.planner.evaluation.value import lead
from autogm.planner.policy.preferred import score_each
from autogm.planner.policy.tables import Policies, Policy
from autogm.planner.temper.features import outnumbered, write_leaning
from autogm.planner.temper.names import ORDER
from autogm.planner.temper.tables import Temper, Tempers

Array = np.ndarray[Any, Any]

DECIDED = 0.03
"""Win chances nearer to 0 or 1 than this are as good as certain: a side leans to nothing then, and
what is left is to win, or not to lose."""
A_SCORE = 0.03
"""How much of the win chance counts as one of the policy's scores, which are log-odds of being
preferred."""


@kernel
def leans(scene: Scene, state: StateRecord, temper: Temper) -> bool:
    """Whether the temper of those who choose has a say in the choice at hand."""
    if temper.leaning == 0:
        return False
    kind = kind_at(state)
    if kind == N_TURN:
        return (temper.leaning >> state.pending[state.depth - 1, 1]) & 1 == 1
    if kind not in (N_ORDER, N_CONCEDE):
        return False
    return temper.leaning & scene.side_mask[side_at(state)] != 0


@kernel
def chance_of(scene: Scene, state: StateRecord, parameters: Parameters, u: float) -> float:
    """The win chance that the side that chooses has where a choice is worth `u` to the players;
    -inf for what was not looked at."""
    if abs(u) >= BEYOND or math.isnan(u):
        return -math.inf
    ahead = lead(scene, state, parameters, u)
    return 0.5 + 0.5 * (ahead if side_at(state) == PLAYERS else -ahead)


@kernel
def whose(state: StateRecord, action: int) -> int:
    """The fighter that a choice is about; -1: none."""
    if kind_at(state) == N_TURN:
        return state.pending[state.depth - 1, 1] + 0
    verb = verb_of(action)
    return first(action) if verb in (V_ACT_NEXT, V_CONCEDE) else -1


@kernel
def widest(scene: Scene, temper: Temper, side: int) -> float:
    """The widest cap of anybody on a side: that of fighting on, which is nobody's choice alone."""
    most = 0.0
    for fighter in range(scene.fighters):
        if scene.side[fighter] == side:
            most = max(most, temper.cap[fighter])
    return most


@kernel
def sway(
    scene: Scene, state: StateRecord, parameters: Parameters, temper: Temper, buffer: Buffer,
    count: int, best: int,
) -> int:  # fmt: skip
    """The number of the legal action to take of the `count` in the buffer, whose win chances stand
    in `chance`, where `best` is the best of them, of equals the one to take."""
    most = temper.chance[best] + 0.0
    if min(most, 1.0 - most) < DECIDED:
        return best
    chosen, highest = best, -math.inf
    factor = ORDER if kind_at(state) == N_ORDER else 1.0
    together = widest(scene, temper, side_at(state))
    for place in range(count):
        action = buffer.action[place]
        fighter, worth = whose(state, action), temper.chance[place] + 0.0
        if worth < most - factor * (temper.cap[fighter] if fighter >= 0 else together):
            continue
        if fighter >= 0:
            write_leaning(scene, state, parameters, temper, fighter, action)
            row = outnumbered(scene, state, fighter)
            for one in range(temper.feature.shape[0]):
                worth += factor * temper.weight[fighter, row, one] * temper.feature[one]
        if worth > highest + 1e-12 or (place == best and worth >= highest - 1e-12):
            chosen, highest = place, worth
    return chosen


@kernel
def sway_worths(
    scene: Scene, state: StateRecord, parameters: Parameters, temper: Temper, buffer: Buffer,
    work: Work, count: int, best: int,
) -> int:  # fmt: skip
    """The same where the utilities of the legal actions stand in `worths`."""
    for place in range(count):
        temper.chance[place] = chance_of(scene, state, parameters, work.worths[place])
    return sway(scene, state, parameters, temper, buffer, count, best)


@kernel
def sway_scores(
    scene: Scene, state: StateRecord, parameters: Parameters, temper: Temper, policy: Policy,
    buffer: Buffer, count: int,
) -> int:  # fmt: skip
    """The same where the policy scores choices: nobody concedes, so that this is about the turn and
    who acts next."""
    best = score_each(scene, state, parameters, policy, buffer, count)
    for place in range(count):
        temper.chance[place] = 0.5 + A_SCORE * (policy.score[place] - policy.score[best])
    return sway(scene, state, parameters, temper, buffer, count, best)


@entry
def swayed_at(
    scenes: Scenes, states: States, all_parameters: AllParameters, tempers: Tempers,
    buffers: Buffers, best: int,
) -> int:  # fmt: skip
    """The number of the legal action to take at `states[0]`, whose utilities stand in `chance`, NaN
    where one was not looked at, and `best` is the best; they are chances afterwards."""
    scene, state, temper, buffer = scenes[0], states[0], tempers[0], buffers[0]
    if not leans(scene, state, temper):
        return best
    count = legal(scene, state, buffer)
    for place in range(count):
        temper.chance[place] = chance_of(scene, state, all_parameters[0], temper.chance[place])
    return sway(scene, state, all_parameters[0], temper, buffer, count, best)


@entry
def swayed_by_scores_at(
    scenes: Scenes, states: States, all_parameters: AllParameters, tempers: Tempers,
    policies: Policies, buffers: Buffers,
) -> int:  # fmt: skip
    """The choice at `states[0]` by the policy's scores; -1 where temper has no say."""
    scene, state, temper, buffer = scenes[0], states[0], tempers[0], buffers[0]
    if not leans(scene, state, temper) or kind_at(state) == N_CONCEDE:
        return -1
    count = legal(scene, state, buffer)
    parameters, policy = all_parameters[0], policies[0]
    return buffer.action[sway_scores(scene, state, parameters, temper, policy, buffer, count)]


def swayed(state: State, parameters: Array, tempers: Array, worths: Array, best: int) -> int:
    """The number of the legal action that temper takes, where the utilities of all are `worths`
    (NaN: not looked at), by evaluation parameters, and number `best` is the best."""
    if not tempers["leaning"][0]:
        return best
    tempers["chance"][0, : len(worths)] = worths
    scenes, states = state.game.scene_rows, rows(state.record)
    place = swayed_at(scenes, states, rows(parameters), rows(tempers), new_buffer(), best)
    return int(place)
