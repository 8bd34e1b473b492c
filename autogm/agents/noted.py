"""The battle loop with more noted of each battle than is counted: it is recorded (`recorded`), its
dice and its course are measured (`measured`), or both. Nobody plays otherwise for it. Plain
counting (`battles`) has a loop of its own: handing all this on takes a seventh of the time of a
battle of brawlers even where nothing of it is asked for.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from autogm.agents.battles import PLAYING
from autogm.agents.battles import close as close_counted
from autogm.agents.counting import tally
from autogm.agents.measured import Measures, measure_dice
from autogm.agents.recorded import RECORD, Records, close_record, record_step
from autogm.engine.records import Log, Scene, Scenes, State, TalliesRows
from autogm.engine.step import Apply
from autogm.game.kernels import kernel
from autogm.game.kinds import IntTable
from autogm.game.loop import battle_loop

NO_RECORDS = np.zeros(0, RECORD)


class Noted(NamedTuple):
    """What battles are noted in: the tallies, a record for each battle and one more, and what they
    are measured in. There are no records, and no rows of measures, where nobody asked."""

    tallies: TalliesRows
    records: Records
    measures: Measures


@kernel
def seen_to_fall(
    apply: Apply, scenes: Scenes, state: State, dice: int, action: int, counts: Noted, row: int
) -> None:
    """Measure the dice that are about to fall, where it is asked for."""
    if counts.measures.luck.shape[0]:
        measure_dice(apply, scenes, state, dice, action, counts.measures, row)


@kernel
def count_step(scene: Scene, state: State, log: Log, counts: Noted) -> None:
    """Count what the events of one step report, record it where that is asked for, and empty the
    log."""
    if counts.records.shape[0]:
        record_step(scene, state, log, counts.tallies, counts.records)
    else:
        tally(scene, state, log, counts.tallies[0])


@kernel
def close(scene: Scene, state: State, log: Log, counts: Noted, results: IntTable, row: int) -> None:
    """Write how a battle has ended into its row of the results, and into its record."""
    if counts.records.shape[0]:
        close_record(scene, state, counts.tallies, counts.records, row)
    close_counted(scene, state, log, counts.tallies, results, row)


play_on, play_battles, play_until_asked = battle_loop(
    __name__, **PLAYING, Counts=Noted, seen_to_fall=seen_to_fall, count_step=count_step,
    close=close,
)  # fmt: skip
