"""What Python calls of compiled agents and of keyed dice."""

from __future__ import annotations

from numba import types

from autogm.agents.choose import choose
from autogm.engine.jit import BUFFERS_TYPE, SCENES_TYPE, STATES_TYPE, door
from autogm.engine.sampling import battle_key, sample_dice
from autogm.engine.step import legal

FIRST_SALT, SECOND_SALT = 0x2C1B3C6D, 0x297A2D39
_INT = types.int64


@door(_INT(SCENES_TYPE, STATES_TYPE, _INT, _INT, _INT, _INT, BUFFERS_TYPE))
def choose_at(scenes, states, agent, seed, battle, step, buffers):
    """The choice of agent number `agent` at `states[0]`."""
    scene, state, buffer = scenes[0], states[0], buffers[0]
    count = legal(scene, state, buffer)
    key_one = battle_key(seed, battle, FIRST_SALT)
    key_two = battle_key(seed, battle, SECOND_SALT)
    return choose(scene, state, buffer, count, agent, key_one, key_two, step)


@door(_INT(SCENES_TYPE, STATES_TYPE, _INT, _INT, _INT, BUFFERS_TYPE))
def sample_at(scenes, states, replaced, seed, battle, buffers):
    """The outcome of the dice pending at `states[0]`, `replaced` of them turned to [+]; `buffers`
    counts the battle's rolls and must be the same one all through it."""
    key_one = battle_key(seed, battle, FIRST_SALT)
    key_two = battle_key(seed, battle, SECOND_SALT)
    return sample_dice(scenes[0], states[0], replaced, key_one, key_two, buffers[0])
