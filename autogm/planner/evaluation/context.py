"""What the look ahead works with, handed down from kernel to kernel as one: the game, the states of
the levels that are being followed and their legal actions, what is known of the conflict (`parameters`),
scratch (`scratch`) and what was found out before (`transpositions`). Level 0 is the position that
is thought about; each level above is one choice or outcome further.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from numba import types

from autogm.engine.jit import LOG_TYPE, SCENE_TYPE, kernel
from autogm.engine.step import APPLY_POINTER
from autogm.planner.evaluation.parameters import PARAMETERS_TYPE
from autogm.planner.evaluation.scratch import LINE_TYPE, WORK_TYPE
from autogm.planner.turn.transpositions import TABLE_TYPE


class SearchContext(NamedTuple):
    """The engine's step (`apply`), and the records of the conflict, of the line that is being
    followed, of the log, of what is known and of what is found out, now (`work`) and before
    (`table`). Records, and no arrays: those are counted references, which cost more than most
    steps."""

    apply: Any
    scene: Any
    line: Any
    log: Any
    parameters: Any
    work: Any
    table: Any


CONTEXT_TYPE = types.NamedTuple(
    (APPLY_POINTER, SCENE_TYPE, LINE_TYPE, LOG_TYPE, PARAMETERS_TYPE, WORK_TYPE, TABLE_TYPE),
    SearchContext,
)


@kernel(context=CONTEXT_TYPE)
def step(context, level, action):
    """Take a choice at a level, or let dice show an outcome. Answers what the engine's step did:
    how many legal actions stand in the level's buffer then, 0 that it is over, and where dice are
    to be rolled -1 less those that weight replaces."""
    line = context.line
    return context.apply(
        context.scene, line.states[level], action, line.buffers[level], context.log
    )


@kernel(context=CONTEXT_TYPE)
def try_out(context, level, action):
    """The same one level above, so that this one stays as it is."""
    context.line.states[level + 1] = context.line.states[level]
    return step(context, level + 1, action)
