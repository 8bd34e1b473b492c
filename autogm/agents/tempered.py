"""What an agent says of a choice that was its temper's: whose temper it is, what was best by its
own estimate, and what was given up for it.
"""

from __future__ import annotations

from typing import Any

from autogm.engine.codes import N_TURN, V_ACT_NEXT, V_CONCEDE
from autogm.engine.pack import first, verb_of
from autogm.engine.state import State
from autogm.game.kernels import plain
from autogm.planner.temper.names import EVEN, Temperament


def temper_facts(
    state: State, temperament: Temperament, chosen: int, best: int, costs: float | None = None
) -> dict[str, Any]:
    """Why `chosen` was taken and not `best`: the fighter's temper (`is`, unless it is even), whom
    it `protects`, if anybody, what it does `instead_of`, and the utility that this `costs` by the
    agent's own estimate, where it has one."""
    fighters, about = state.game.encounter.fighters, -1
    if state.node() == N_TURN:
        about = int(state.record[0]["pending"][int(state.record[0]["depth"]) - 1][1])
    elif plain(verb_of)(chosen) in (V_ACT_NEXT, V_CONCEDE):
        about = plain(first)(chosen)
    else:
        about = plain(first)(best)  # it fights on, where another would concede
    fighter = fighters[about]
    temper = fighter.temper if temperament.temper is None else temperament.temper
    whom = fighter.protects if temperament.protects is None else temperament.protects
    found: dict[str, Any] = {"is": temper} if temper != EVEN else {}
    if whom is not None and temperament.spelling != EVEN:
        found["protects"] = whom
    found["instead_of"] = state.game.describe(state, best).as_dict()
    return found if costs is None else found | {"costs": costs}
