"""The compiled entries of agents and of keyed dice that Python calls."""

from __future__ import annotations

from autogm.agents.choose import choose
from autogm.engine.records import Buffers, Scenes, States
from autogm.engine.sampling import sample_dice
from autogm.engine.step import legal
from autogm.game.kernels import entry
from autogm.game.keyed import FIRST_SALT, SECOND_SALT, battle_key


@entry
def choose_at(
    scenes: Scenes, states: States, agent: int, seed: int, battle: int, step: int, buffers: Buffers
) -> int:
    """The choice of agent number `agent` at `states[0]`."""
    scene, state, buffer = scenes[0], states[0], buffers[0]
    count = legal(scene, state, buffer)
    key_one = battle_key(seed, battle, FIRST_SALT)
    key_two = battle_key(seed, battle, SECOND_SALT)
    return choose(scene, state, buffer, count, agent, key_one, key_two, step)


@entry
def sample_at(
    scenes: Scenes, states: States, replaced: int, seed: int, battle: int, buffers: Buffers
) -> int:
    """The outcome of the dice pending at `states[0]`, `replaced` of them turned to [+]; `buffers`
    counts the battle's rolls and must be the same one all through it."""
    key_one = battle_key(seed, battle, FIRST_SALT)
    key_two = battle_key(seed, battle, SECOND_SALT)
    return sample_dice(scenes[0], states[0], replaced, key_one, key_two, buffers[0])
