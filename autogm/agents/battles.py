"""Battles of conflicts in compiled code: the loop of all games (`autogm.game.loop`) with agents who
decide for fighters, and what happens counted (`counting`). What more is noted of battles has a
binding of its own (`noted`), so that battles which are only counted pay nothing for it.
"""

from __future__ import annotations

from typing import Any

from autogm.agents.choose import TACTICIAN, choose, consider, skirmish
from autogm.agents.counting import close_battle, tally
from autogm.engine.codes import LOG_FULL
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
from autogm.engine.stack import side_at
from autogm.engine.step import Apply
from autogm.game.kernels import kernel
from autogm.game.kinds import IntTable
from autogm.game.loop import (
    R_CHOICES,
    R_END,
    R_LENGTH,
    R_ROLLS,
    R_WINNER,
    RESULT_COLUMNS,
    battle_loop,
)
from autogm.planner.turn.tactician import Evaluator, Weigh

__all__ = ["RESULT_COLUMNS", "R_CHOICES", "R_ROLLS", "R_WINNER"]

# Columns of `results` as a conflict counts: the exchanges, and a bit mask of the fighters that were
# taken out, written only where events are counted.
R_EXCHANGES, R_FALLEN = R_LENGTH, R_END

MAX_BATTLES = 10_000_000


@kernel
def considered(
    apply: Apply,
    weigh: Weigh,
    scenes: Scenes,
    state: State,
    buffer: Buffer,
    count: int,
    agent: int,
    evaluators: tuple[Evaluator, Evaluator],
) -> int:
    """What an agent chooses with the evaluator of its side, among the `count` legal actions in the
    buffer."""
    evaluator = evaluators[side_at(state)]
    if agent == TACTICIAN:
        return consider(apply, weigh, scenes, state, evaluator)
    return skirmish(scenes[0], state, buffer, count, evaluator)


@kernel
def seen_to_fall(
    apply: Apply, scenes: Scenes, state: State, dice: int, action: int, counts: TalliesRows,
    row: int,
) -> None:  # fmt: skip
    """Dice are not measured here."""


@kernel
def count_step(scene: Scene, state: State, log: Log, counts: TalliesRows) -> None:
    """Count what the events of one step report, and empty the log."""
    tally(scene, state, log, counts[0])


@kernel
def close(
    scene: Scene, state: State, log: Log, counts: TalliesRows, results: IntTable, row: int
) -> None:
    """Write who has won, when, and who was taken out, into a battle's row of the results."""
    results[row, R_WINNER] = state.winner
    results[row, R_EXCHANGES] = state.exchange
    if log.on:
        results[row, R_FALLEN] = close_battle(scene, counts[0])


PLAYING: dict[str, Any] = {
    "Scene": Scene, "Scenes": Scenes, "State": State, "States": States, "Buffer": Buffer,
    "Buffers": Buffers, "Log": Log, "Logs": Logs, "Apply": Apply, "Weigh": Weigh,
    "Evaluators": tuple[Evaluator, Evaluator], "LOG_FULL": LOG_FULL, "THINKING": TACTICIAN,
    "side_of": side_at, "decided": choose, "considered": considered, "fallen": sample_dice,
    "begin": reset_counters,
}  # fmt: skip
"""What every loop of conflicts binds, whatever it counts."""

play_on, play_battles, play_until_asked = battle_loop(
    __name__, **PLAYING, Counts=TalliesRows, seen_to_fall=seen_to_fall, count_step=count_step,
    close=close,
)  # fmt: skip
