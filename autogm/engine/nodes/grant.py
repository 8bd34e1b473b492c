"""Aspects declared for a point (F5, F7): the GM allows what a player declares, or denies it."""

from __future__ import annotations

from autogm.engine.aspects import put_aspect
from autogm.engine.codes import V_ALLOW, V_DENY
from autogm.engine.event_codes import EV_ANSWER, P_DECLARE, rule
from autogm.engine.log import emit
from autogm.engine.pack import add, verb_of
from autogm.engine.points import spend
from autogm.engine.records import Buffer, Log, Scene, State
from autogm.engine.stack import pop
from autogm.game.kernels import kernel

F5 = rule("F5")
GRANT_SHIFT = 9  # a declared aspect's slot, and above it who pays


@kernel
def legal_grant(buffer: Buffer) -> int:
    """Let the declared aspect stand, or refuse it; then nothing is paid (F5)."""
    count = add(buffer, 0, V_ALLOW, 0, 0, 0)
    return add(buffer, count, V_DENY, 0, 0, 0)


@kernel
def apply_grant(scene: Scene, state: State, action: int, log: Log) -> None:
    """An allowed aspect costs its point and stands."""
    top = state.depth - 1
    actor, packed = state.pending[top, 1], state.pending[top, 3]
    pop(state)
    if verb_of(action) == V_ALLOW:
        declare(scene, state, log, actor, packed & ((1 << GRANT_SHIFT) - 1), packed >> GRANT_SHIFT)
    else:
        emit(log, EV_ANSWER, -1, 0, 0, 0, 0, F5)


@kernel
def declare(scene: Scene, state: State, log: Log, actor: int, slot: int, payer: int) -> None:
    """A point adds an aspect to the scene, without free invokes (F5, F7)."""
    spend(scene, state, log, payer, -1, P_DECLARE, F5)
    put_aspect(scene, state, log, slot, actor, F5)
