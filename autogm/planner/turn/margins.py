"""Margins of the roll that is pending: where they stand in tables, and which do the same."""

from __future__ import annotations

from autogm.engine.codes import ATTACK_ROLL
from autogm.engine.kinds import acting_roll
from autogm.engine.records import Scene
from autogm.game.kernels import kernel
from autogm.planner.evaluation.scratch import MARGINS, MIDDLE


@kernel
def same_margin(scene: Scene, verb: int, margin: int) -> int:
    """The margin that stands for all that do the same (D5, K5): attacks count every shift, other
    rolls only how they came out."""
    if margin <= -scene.style_at:
        return -scene.style_at
    if margin < 0:
        return -1
    if acting_roll(verb) == ATTACK_ROLL or margin == 0:
        return min(margin, MARGINS - MIDDLE - 1)
    return scene.style_at + 0 if margin >= scene.style_at else 1


@kernel
def index_of(margin: int) -> int:
    """Where a margin stands in a row of `work.final`."""
    return min(MARGINS - 1, max(0, margin + MIDDLE))
