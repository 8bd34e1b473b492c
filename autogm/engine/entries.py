"""Kernels that Python calls. They take whole structured arrays and an index: handing a single
record to a kernel, or a kernel as a function pointer, costs over 20 microseconds a call, this less
than one.
"""

from __future__ import annotations

from autogm.engine.records import Buffers, Logs, Scenes, States
from autogm.engine.step import apply, legal
from autogm.game.kernels import entry


@entry
def legal_at(scenes: Scenes, states: States, index: int, buffers: Buffers) -> int:
    """The legal actions of `states[index]`."""
    return legal(scenes[0], states[index], buffers[0])


@entry
def apply_at(
    scenes: Scenes, states: States, index: int, action: int, buffers: Buffers, logs: Logs
) -> int:
    """Apply an action to `states[index]` in place."""
    return apply(scenes[0], states[index], action, buffers[0], logs[0])
