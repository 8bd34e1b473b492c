"""Kernels that Python calls. They take whole structured arrays and an index: handing a single
record to a kernel, or a kernel as a function pointer, costs over 20 microseconds a call, this less
than one.
"""

from __future__ import annotations

from numba import types

from autogm.engine.jit import BUFFER_TYPE, LOG_TYPE, SCENES_TYPE, STATES_TYPE, door
from autogm.engine.step import apply, legal


@door(types.int64(SCENES_TYPE, STATES_TYPE, types.int64, BUFFER_TYPE))
def legal_at(scenes, states, index, buffer):
    """The legal actions of `states[index]`."""
    return legal(scenes[0], states[index], buffer)


@door(types.int64(SCENES_TYPE, STATES_TYPE, types.int64, types.int64, BUFFER_TYPE, LOG_TYPE))
def apply_at(scenes, states, index, action, buffer, log):
    """Apply an action to `states[index]` in place."""
    return apply(scenes[0], states[index], action, buffer, log)
