"""What the look ahead works with, handed down from kernel to kernel as one: the game, the states of
the levels that are being followed and their legal actions, what is known of the conflict (`judge`),
scratch (`scratch`) and what was found out before (`transpositions`). Level 0 is the position that
is thought about; each level above is one choice or outcome further.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from numba import types

from autogm.engine.jit import LOG_TYPE, SCENE_TYPE, kernel
from autogm.engine.step import APPLY_POINTER
from autogm.planner.judge import JUDGE_TYPE
from autogm.planner.scratch import LINE_TYPE, WORK_TYPE
from autogm.planner.transpositions import TABLE_TYPE


class Desk(NamedTuple):
    """The engine's step (`apply`), and the records of the conflict, of the line that is being
    followed, of the log, of what is known and of what is found out, now (`work`) and before
    (`table`). Records, and no arrays: those are counted references, which cost more than most
    steps."""

    apply: Any
    scene: Any
    line: Any
    log: Any
    judge: Any
    work: Any
    table: Any


DESK_TYPE = types.NamedTuple(
    (APPLY_POINTER, SCENE_TYPE, LINE_TYPE, LOG_TYPE, JUDGE_TYPE, WORK_TYPE, TABLE_TYPE), Desk
)


@kernel(desk=DESK_TYPE)
def step(desk, level, action):
    """Take a choice at a level, or let dice show an outcome. Answers what the engine's step did:
    how many legal actions stand in the level's buffer then, 0 that it is over, and where dice are
    to be rolled -1 less those that weight replaces."""
    line = desk.line
    return desk.apply(desk.scene, line.states[level], action, line.buffers[level], desk.log)


@kernel(desk=DESK_TYPE)
def try_out(desk, level, action):
    """The same one level above, so that this one stays as it is."""
    desk.line.states[level + 1] = desk.line.states[level]
    return step(desk, level + 1, action)
