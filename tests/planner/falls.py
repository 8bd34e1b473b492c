"""The luck of dice, asked for from Python."""

from __future__ import annotations

from autogm.engine.state import State
from autogm.engine.step import apply
from autogm.game.kernels import pointer
from autogm.game.rows import rows
from autogm.planner.turn.measuring import luck_of, scratch_of


def luck_of_fall(state: State, outcome: int) -> float:
    """By how much an outcome of pending dice is worth more than their mean."""
    scratch = scratch_of(state.game)
    scratch["line"]["states"][0, 0] = state.record[0]
    count = -1 - state.dice_replaced()
    return float(luck_of(pointer(apply), state.game.scene_rows, rows(scratch), count, outcome))
