"""How the sides stand in a position, as the features of the evaluation tell (`evaluation.value`),
for whoever follows the course of a battle without thinking about it.
"""

from __future__ import annotations

from autogm.engine.records import Scenes
from autogm.game.kernels import entry
from autogm.planner.evaluation.parameters import AllParameters
from autogm.planner.evaluation.scratch import DEPTH, Lines, Works
from autogm.planner.evaluation.value import write_features, write_sums


@entry
def stand(scenes: Scenes, lines: Lines, all_parameters: AllParameters, works: Works) -> int:
    """Write the features of the state of level 0, which is not over, into the work record. Returns
    0."""
    write_sums(scenes[0], lines[0].states[0], all_parameters[0], works[0], DEPTH)
    write_features(works[0], DEPTH)
    return 0
