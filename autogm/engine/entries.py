"""Kernels that Python calls. They take whole structured arrays and an index: handing a single
record to a kernel, or a kernel as a function pointer, costs over 20 microseconds a call, this less
than one.
"""

from __future__ import annotations

from numba import types

from autogm.engine.jit import BUFFERS_TYPE, LOGS_TYPE, SCENES_TYPE, STATES_TYPE, door
from autogm.engine.step import apply, legal


@door(types.int64(SCENES_TYPE, STATES_TYPE, types.int64, BUFFERS_TYPE))
def legal_at(scenes, states, index, buffers):
    """The legal actions of `states[index]`."""
    return legal(scenes[0], states[index], buffers[0])


@door(types.int64(SCENES_TYPE, STATES_TYPE, types.int64, types.int64, BUFFERS_TYPE, LOGS_TYPE))
def apply_at(scenes, states, index, action, buffers, logs):
    """Apply an action to `states[index]` in place."""
    return apply(scenes[0], states[index], action, buffers[0], logs[0])
