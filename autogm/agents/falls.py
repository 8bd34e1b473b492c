"""How the dice of one battle fall, roll after roll: keyed by seed, battle and place in it, so that
the same deed at the same place meets the same dice, in a simulation, a replay or at a table.
"""

from __future__ import annotations

from copy import deepcopy
from typing import Any

from autogm.agents.base import RandomSource
from autogm.agents.entries import sample_at
from autogm.agents.plain import fallen
from autogm.engine.game import new_buffer
from autogm.engine.state import State
from autogm.game.rows import rows


class Falls:
    """The rolls of one battle. They are counted, so each must be asked for, in their order, even
    where other dice are then used in their place."""

    def __init__(self, seed: int, battle: int = 0) -> None:
        self._seed, self._battle = seed, battle
        self._counters, self._rolls = new_buffer(), 0

    def fall(self, state: Any) -> int:
        """The outcome of the dice that are pending in a state of any kind of game."""
        if isinstance(state, State):
            return int(
                sample_at(
                    state.game.scene_rows, rows(state.record), state.dice_replaced(), self._seed,
                    self._battle, self._counters,
                )
            )  # fmt: skip
        self._rolls += 1
        return fallen(state, RandomSource(self._seed, self._battle, self._rolls - 1))

    def copy(self) -> Falls:
        """The same rolls from here on."""
        return deepcopy(self)
