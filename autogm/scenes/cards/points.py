"""Events and fate points: writing events where things happen (a log that is off costs one branch
and writes nothing), and moving points between purses (F8, G12).
"""

from __future__ import annotations

from autogm.game.kernels import kernel
from autogm.scenes.cards.codes import (
    BOWL,
    EV_POINT,
    EVENT_ROWS,
    GM_PURSE,
)
from autogm.scenes.cards.records import Log, State


@kernel
def emit(log: Log, kind: int, a: int, b: int, c: int, d: int, rule: int) -> None:
    """Append one event: its kind, four numbers (see `codes`) and the rule's code."""
    if log.on:
        row = log.rows
        if row >= EVENT_ROWS:
            raise OverflowError("events")
        log.row[row, 0] = kind
        log.row[row, 1] = a
        log.row[row, 2] = b
        log.row[row, 3] = c
        log.row[row, 4] = d
        log.row[row, 5] = rule
        log.rows = row + 1


@kernel
def put(state: State, who: int, more: int) -> None:
    """Add points to a purse."""
    if who == GM_PURSE:
        state.gm = state.gm + more
    elif who == BOWL:
        state.bowl = state.bowl + more
    else:
        state.points[who] = state.points[who] + more


@kernel
def move_point(state: State, source: int, target: int, why: int, rule: int, log: Log) -> None:
    """A point goes from one purse to another (F8, G12). The source has one."""
    put(state, source, -1)
    put(state, target, 1)
    emit(log, EV_POINT, source, target, why, 0, rule)
