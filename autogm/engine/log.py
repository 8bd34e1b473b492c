"""Writing events where things happen. A log that is off costs one branch and writes nothing."""

from __future__ import annotations

from autogm.engine.layout import LOG_ROWS
from autogm.engine.records import Log
from autogm.game.kernels import kernel


@kernel
def emit(log: Log, kind: int, who: int, a: int, b: int, c: int, d: int, rule: int) -> None:
    """Append one event: its kind, the fighter it is about, four numbers and the rule's code
    (see `autogm.engine.events`). The machine stops for a log to be read long before it is full.
    """
    if log.on:
        row = log.rows
        if row >= LOG_ROWS:
            raise OverflowError("events")
        log.row[row, 0] = kind
        log.row[row, 1] = who
        log.row[row, 2] = a
        log.row[row, 3] = b
        log.row[row, 4] = c
        log.row[row, 5] = d
        log.row[row, 6] = rule
        log.rows = row + 1
