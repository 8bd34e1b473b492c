"""The battle loop with the dice measured as they fall, and the course of the battle noted. Nobody
plays otherwise for it: it has scratch of its own, and agents see nothing of it.

What dice brought is what they showed less the exact mean of what they could, so that it has the
mean zero in every position: a control for whatever the battle comes to, at next to no cost.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

from autogm.agents.battles import close as close_counted
from autogm.agents.battles import considered, side_at_choice, tally
from autogm.agents.choose import TACTICIAN, choose
from autogm.agents.evaluators import Evaluators
from autogm.engine.codes import LOG_FULL
from autogm.engine.game import Game
from autogm.engine.kinds import mask_of
from autogm.engine.records import (
    Buffer,
    Buffers,
    Log,
    Logs,
    Scene,
    Scenes,
    State,
    States,
    TalliesRows,
)
from autogm.engine.sampling import reset_counters, sample_dice
from autogm.engine.step import Apply
from autogm.game.dice import OUTCOME_MASK
from autogm.game.kernels import kernel, pointer
from autogm.game.kinds import FloatTable, IntTable
from autogm.game.loop import battle_loop
from autogm.game.rows import cells, rows
from autogm.model.verbs import V_ATTACK, V_ATTACK_EVERYONE, V_CHARGE, V_FULL_ATTACK
from autogm.model.words import MAX_FIGHTERS
from autogm.planner.evaluation.parameters import N_FEATURES, AllParameters, parameters_of
from autogm.planner.evaluation.scratch import LINE, WORK, Lines, Works
from autogm.planner.evaluation.standing import Stand, stand
from autogm.planner.turn.tactician import Evaluator, Weigh

EXCHANGES = 16
"""The first exchanges of a battle, of which the course is noted."""
ATTACKS = mask_of((V_ATTACK, V_ATTACK_EVERYONE, V_CHARGE, V_FULL_ATTACK))
Array = np.ndarray[Any, Any]


class Measured(NamedTuple):
    """What is counted: the tallies; `luck` (battles, two for each fighter) is by how much a
    fighter's dice showed more than their mean, in attacks and their answers, then in all else;
    `course` (battles, exchanges × features) how the sides stood when the first dice of an exchange
    were about to fall, NaN where none did. The rest is scratch to tell that with."""

    tallies: TalliesRows
    luck: FloatTable
    course: FloatTable
    stand: Stand
    lines: Lines
    all_parameters: AllParameters
    works: Works


@kernel
def seen_to_fall(
    apply: Apply, scenes: Scenes, state: State, dice: int, action: int, counts: Measured, row: int
) -> None:
    """Measure the dice that are about to fall."""
    scene, mean = scenes[0], 0.0
    for one in range(scene.outcomes):
        mean += scene.dice[-1 - dice, one] * one
    column = state.pending[state.depth - 1, 1] + 0
    if (ATTACKS >> state.roll_verb) & 1 == 0:
        column += MAX_FIGHTERS
    counts.luck[row, column] = counts.luck[row, column] + (action & OUTCOME_MASK) - mean
    place = (state.exchange - 1) * N_FEATURES
    if 0 <= place < EXCHANGES * N_FEATURES:
        if math.isnan(counts.course[row, place]):
            counts.lines[0].states[0] = state
            stand_now = counts.stand
            stand_now(scenes, counts.lines, counts.all_parameters, counts.works)
            for one in range(N_FEATURES):
                counts.course[row, place + one] = counts.works[0].feature[one]


@kernel
def count_step(scene: Scene, state: State, log: Log, counts: Measured) -> None:
    """Count what the events of one step report, and empty the log."""
    tally(scene, state, log, counts.tallies[0])


@kernel
def close(
    scene: Scene, state: State, log: Log, counts: Measured, results: IntTable, row: int
) -> None:
    """Write how a battle has ended into its row of the results."""
    close_counted(scene, state, log, counts.tallies, results, row)


play_on, play_battles, play_until_asked = battle_loop(
    __name__,
    Scene=Scene, Scenes=Scenes, State=State, States=States, Buffer=Buffer, Buffers=Buffers,
    Log=Log, Logs=Logs, Apply=Apply, Counts=Measured, Weigh=Weigh,
    Minds=tuple[Evaluator, Evaluator], LOG_FULL=LOG_FULL, THINKING=TACTICIAN,
    side_of=side_at_choice, decided=choose, considered=considered, fallen=sample_dice,
    seen_to_fall=seen_to_fall, begin=reset_counters, count_step=count_step, close=close,
)  # fmt: skip


def _scratch(game: Game) -> tuple[Any, Any, Any]:
    return rows(np.zeros(1, LINE)), rows(parameters_of(game)), rows(np.zeros(1, WORK))


SCRATCH = Evaluators(_scratch)


def measuring(game: Game, tallies: Array, battles: int) -> tuple[Measured, Array, Array]:
    """What so many battles are measured with on this thread, and the tables of it."""
    luck = np.zeros((battles, 2 * MAX_FIGHTERS))
    course = np.full((battles, EXCHANGES * N_FEATURES), np.nan)
    found = Measured(rows(tallies), cells(luck), cells(course), pointer(stand), *SCRATCH.of(game))
    return found, luck, course
