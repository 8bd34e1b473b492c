"""Compiled agents by number, so that battles run without leaving compiled code; `OUTSIDE` stands
for one that is no kernel and has to be asked."""

from __future__ import annotations

from autogm.agents.brawler import brawler
from autogm.engine.jit import kernel
from autogm.engine.sampling import below, draw

OUTSIDE, RANDOM, BRAWLER = -1, 0, 1
CHOICE_TAG = 0x5BF03635  # choices and dice draw from different keys


@kernel
def choose(scene, state, buffer, count, agent, key_one, key_two, step):
    """An agent's choice among the `count` legal actions in the buffer; `step` numbers the choices
    of the battle."""
    if agent == BRAWLER:
        return brawler(scene, state, buffer, count)
    return buffer.action[below(draw(key_one ^ CHOICE_TAG, key_two, step), count)]
