"""Margins of the pending roll: their places in tables, and which have the same effect."""

from __future__ import annotations

from autogm.engine.codes import ATTACK_ROLL
from autogm.engine.kinds import acting_roll
from autogm.engine.records import Scene, Scenes
from autogm.game.kernels import entry, kernel
from autogm.planner.evaluation.scratch import MARGINS, MIDDLE


@kernel
def same_margin(scene: Scene, verb: int, margin: int) -> int:
    """The margin that stands for all that do the same (D5, K5): attacks count every shift, other
    rolls only how they came out. To weigh each margin by itself, and know no threshold here, takes
    18%, 35% and 98% more positions for the same choices (`autarch-skirmish`, `eight-streets`,
    `hold-the-bridge`); so it is kept, and `tests/planner/test_margins.py` compares what the engine
    writes for margins that stand for each other."""
    if margin <= -scene.style_at:
        return -scene.style_at
    if margin < 0:
        return -1
    if acting_roll(verb) == ATTACK_ROLL or margin == 0:
        return min(margin, MARGINS - MIDDLE - 1)
    return scene.style_at + 0 if margin >= scene.style_at else 1


@kernel
def index_of(margin: int) -> int:
    """The place of a margin in a row of `work.final`."""
    return min(MARGINS - 1, max(0, margin + MIDDLE))


@entry
def same_margin_at(scenes: Scenes, verb: int, margin: int) -> int:
    """The margin that stands for one of a roll of some verb (`same_margin`)."""
    return same_margin(scenes[0], verb, margin)
