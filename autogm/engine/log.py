"""Writing events where things happen. A log is an integer array of rows; the first row counts.
An array without rows costs one branch and writes nothing.
"""

from __future__ import annotations

from autogm.engine.jit import kernel

LOG_COLUMNS = 8
LOG_ROWS = 512


@kernel
def emit(log, kind, who, a, b, c, d, rule):
    """Append one event: its kind, the fighter it is about, four numbers and the rule's code
    (see `autogm.engine.events`)."""
    if log.shape[0] > 0:
        row = log[0, 0] + 1
        if row < log.shape[0]:
            log[row, 0] = kind
            log[row, 1] = who
            log[row, 2] = a
            log[row, 3] = b
            log[row, 4] = c
            log[row, 5] = d
            log[row, 6] = rule
            log[0, 0] = row
