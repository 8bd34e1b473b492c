"""Kernels that Python calls. They take whole structured arrays and an index: handing a single
record to a kernel, or a kernel as a function pointer, costs over 20 microseconds a call, this less
than one.
"""

from __future__ import annotations

from autogm.engine.area import spare_absent
from autogm.engine.harm import forget_compels, forget_yielded
from autogm.engine.invokable import could_invoke, count_paid
from autogm.engine.nodes.invoke import settle_duel
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


@entry
def count_invokes_at(scenes: Scenes, states: States, index: int, side: int) -> None:
    """Count what a side could invoke with points on the roll of `states[index]`."""
    count_paid(scenes[0], states[index], side)


@entry
def settle_duel_at(scenes: Scenes, states: States, index: int) -> None:
    """Go on with the duel of `states[index]` as far as nobody has to choose."""
    settle_duel(scenes[0], states[index])


@entry
def spare_absent_at(scenes: Scenes, states: States, index: int) -> None:
    """Forget that the attack of `states[index]` hits friends where none is still to be hit."""
    spare_absent(scenes[0], states[index])


@entry
def could_invoke_at(scenes: Scenes, states: States, index: int, side: int) -> bool:
    """Whether a side may still change the roll of `states[index]`."""
    return could_invoke(scenes[0], states[index], side)


@entry
def forget_past_at(scenes: Scenes, states: States, index: int) -> None:
    """Forget what has been used up in `states[index]` of which nobody could use any more."""
    forget_compels(scenes[0], states[index])
    if states[index].yielded:
        forget_yielded(scenes[0], states[index])
