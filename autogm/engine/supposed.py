"""A fighter's next turn, as if it came now: what it could do then as things stand. Where it has
acted in this exchange, whatever counts once an exchange counts anew before it (T3).
"""

from __future__ import annotations

import numpy as np

from autogm.engine.codes import N_TURN, V_ATTACK
from autogm.engine.kinds import in_play
from autogm.engine.layout import BUFFER
from autogm.engine.nodes.order import begin_turn, count_anew
from autogm.engine.records import Buffers, Logs, Scenes, States
from autogm.engine.roar import allowed
from autogm.engine.stack import unwind
from autogm.engine.state import State
from autogm.engine.stunts import attacks_at, reach_of
from autogm.game.kernels import entry
from autogm.game.rows import rows


@entry
def begin_turn_at(
    scenes: Scenes, states: States, fighter: int, buffers: Buffers, logs: Logs
) -> None:
    """Begin a fighter's turn in a state in which nothing is pending; nobody offers a compel."""
    scene, state = scenes[0], states[0]
    if (state.acted >> fighter) & 1:
        state.exchange = state.exchange + 1
        state.acted = 0
        for one in range(scene.fighters):
            count_anew(scene, state, one)
    begin_turn(scene, state, buffers[0], logs[0], fighter)
    unwind(state, N_TURN)


@entry
def zones_struck_at(scenes: Scenes, states: States, fighter: int) -> int:
    """The zones that a fighter's attacks reach into from where it stands (E2), as a bit mask."""
    scene, state, found = scenes[0], states[0], 0
    if not in_play(scene, V_ATTACK):
        return found
    for zone in range(scene.zones):
        distance = scene.sight[state.zone[fighter], zone]
        if distance <= reach_of(scene, state, fighter):
            if allowed(scene, state, fighter, attacks_at(scene, state, fighter, distance, -1)):
                found |= 1 << zone
    return found


def supposed_turn(standing: State, who: str) -> State:
    """The state in which the turn of a fighter who is here begins, as things stand
    (`autogm.engine.observation.standing`)."""
    game = standing.game
    found = State(game, standing.record.copy())
    buffers = rows(np.zeros(1, BUFFER))
    fighter = game.words.fighters.index(who)
    begin_turn_at(game.scene_rows, rows(found.record), fighter, buffers, game.no_log)
    return found


def zones_struck(state: State, who: str) -> tuple[str, ...]:
    """The ids of the zones that a fighter's attacks reach into from where it stands."""
    words = state.game.words
    mask = zones_struck_at(state.game.scene_rows, rows(state.record), words.fighters.index(who))
    return tuple(one for number, one in enumerate(words.zones) if (int(mask) >> number) & 1)
