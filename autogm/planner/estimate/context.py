"""The search context, handed from kernel to kernel as one: the game, the states of
the levels that are expanded and their legal actions, the evaluation parameters (`parameters`),
scratch (`scratch`) and what was found out before (`transpositions`). Level 0 is the position that
is thought about; each level above is one choice or outcome further.
"""

from __future__ import annotations

from typing import NamedTuple

from autogm.engine.records import Log, Scene
from autogm.engine.step import Apply
from autogm.game.kernels import kernel
from autogm.planner.estimate.transpositions import Table
from autogm.planner.evaluation.parameters import Parameters
from autogm.planner.evaluation.scratch import Line, Work
from autogm.planner.policy.tables import Policy


class SearchContext(NamedTuple):
    """The engine's step (`apply`), and the records of the conflict, of the line that is being
    followed, of the log, of what is known and of what is found out, now (`work`) and before
    (`table`). Records, and no arrays: those are counted references, which cost more than most
    steps."""

    apply: Apply
    scene: Scene
    line: Line
    log: Log
    parameters: Parameters
    work: Work
    table: Table
    policy: Policy


@kernel
def step(context: SearchContext, level: int, action: int) -> int:
    """Take a choice at a level, or let dice show an outcome. Answers what the engine's step did:
    how many legal actions stand in the level's buffer then, 0 that it is over, and where dice are
    to be rolled -1 less those that weight replaces."""
    line = context.line
    return context.apply(
        context.scene, line.states[level], action, line.buffers[level], context.log
    )


@kernel
def try_out(context: SearchContext, level: int, action: int) -> int:
    """The same one level above, so that this one stays as it is."""
    context.line.states[level + 1] = context.line.states[level]
    return step(context, level + 1, action)
