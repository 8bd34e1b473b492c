"""Measuring battles: the luck of the dice as they fall, and the course of each battle. It has
scratch of its own, and agents see nothing of it.

What dice brought is what they showed less the exact mean of what they could, so that it has the
mean zero in every position: a control for whatever the battle comes to, at next to no cost. Where a
tactician decides, or an agent that is no kernel, the same is noted of what dice were worth: that
takes some µs a roll, and they take longer.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

from autogm.agents.evaluators import Evaluators
from autogm.engine.game import Game
from autogm.engine.kinds import ATTACKS
from autogm.engine.records import Scenes, State
from autogm.engine.step import Apply
from autogm.game.dice import OUTCOME_MASK
from autogm.game.kernels import kernel
from autogm.game.kinds import FloatTable
from autogm.game.rows import cells, rows
from autogm.model.words import MAX_FIGHTERS
from autogm.planner.evaluation.parameters import N_FEATURES
from autogm.planner.turn.measuring import SCRATCH, Scratches, luck_of, scratch_of, stand

EXCHANGES = 60
"""The first exchanges of a battle, of which the course is noted: all of them, by most limits."""
WORTH = 2 * MAX_FIGHTERS
"""The column of the luck that has what dice were worth, if there is one."""
Array = np.ndarray[Any, Any]


class Measures(NamedTuple):
    """What battles are measured in: `luck` (battles, two for each fighter) is by how much a
    fighter's dice showed more than their mean, in attacks and their answers, then in all else;
    where that is asked for, a last column has how much more dice were worth to the players than
    their mean, in u (`planner.turn.measuring.luck_of`); `course` (battles, exchanges ×
    features) how the sides stood when the first dice of an exchange were about to fall, NaN
    where none did. The rest is scratch to tell that with."""

    luck: FloatTable
    course: FloatTable
    scratches: Scratches


NO_MEASURES = Measures(*(cells(np.zeros((0, 0))),) * 2, rows(np.zeros(0, SCRATCH)))
"""For battles that are not measured."""


@kernel
def measure_dice(
    apply: Apply, scenes: Scenes, state: State, dice: int, action: int, measures: Measures, row: int
) -> None:
    """Measure the dice that are about to fall."""
    scene, mean = scenes[0], 0.0
    for one in range(scene.outcomes):
        mean += scene.dice[-1 - dice, one] * one
    column = state.pending[state.depth - 1, 1] + 0
    if (ATTACKS >> state.roll_verb) & 1 == 0:
        column += MAX_FIGHTERS
    measures.luck[row, column] = measures.luck[row, column] + (action & OUTCOME_MASK) - mean
    scratch = measures.scratches[0]
    if measures.luck.shape[1] > WORTH:
        scratch.line.states[0] = state
        worth = luck_of(apply, scenes, measures.scratches, dice, action & OUTCOME_MASK)
        measures.luck[row, WORTH] = measures.luck[row, WORTH] + worth
    place = (state.exchange - 1) * N_FEATURES
    if 0 <= place < measures.course.shape[1]:
        if math.isnan(measures.course[row, place]):
            scratch.line.states[0] = state
            stand(scenes, measures.scratches)
            for one in range(N_FEATURES):
                measures.course[row, place + one] = scratch.work.feature[one]


SCRATCHES = Evaluators(scratch_of)


def exchanges_noted(game: Game) -> int:
    """Of how many exchanges of a battle the course is noted."""
    return min(int(game.scene[0]["exchanges"]), EXCHANGES)


def measuring(game: Game, battles: int, *, weighs: bool) -> tuple[Measures, Array, Array]:
    """What so many battles are measured with on this thread, and the tables of it; where it
    `weighs`, also what dice are worth."""
    luck = np.zeros((battles, WORTH + weighs))
    course = np.full((battles, exchanges_noted(game) * N_FEATURES), np.nan)
    return Measures(cells(luck), cells(course), rows(SCRATCHES.of(game))), luck, course
