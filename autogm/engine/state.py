"""A moment of a conflict, `State`, which keeps the contract together with `Game`. Only real choices
and dice are ever seen here; forced moves are taken by the game.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from autogm.engine.codes import (
    CHANCE,
    N_DICE,
    N_ORDER,
    N_ROAR,
    TERMINAL,
    UNDECIDED_WIN,
)
from autogm.engine.entries import apply_at, legal_at
from autogm.engine.layout import BUFFER
from autogm.engine.stakes import stake_at
from autogm.game.contract import GM, PLAYERS, UNDECIDED
from autogm.game.state import CompiledState
from autogm.model.words import SIDES

if TYPE_CHECKING:
    from autogm.engine.game import Game

Array = np.ndarray[Any, Any]


class State(CompiledState):
    """A moment of a conflict at which somebody chooses, dice fall, or it is over."""

    __slots__ = ()

    legal_at = staticmethod(legal_at)
    apply_at = staticmethod(apply_at)
    buffer_layout = BUFFER
    winners: ClassVar = {1: SIDES[PLAYERS], 2: SIDES[GM], UNDECIDED_WIN: UNDECIDED}
    game: Game

    def current_player(self) -> int:
        """0 the players, 1 the gm, `CHANCE` or `TERMINAL`."""
        count = self._ask()
        if count == 0:
            return TERMINAL
        return CHANCE if count < 0 else self._top(2)

    def _top(self, column: int) -> int:
        record = self.record[0]
        return int(record["pending"][int(record["depth"]) - 1, column])

    def node(self) -> int:
        """The kind of the pending node (see `autogm.engine.codes`), 0 at the end."""
        return 0 if self._ask() == 0 else self._top(0)

    def actor(self) -> str | None:
        """The id of the fighter whose roll, turn, hit or move the choice is about; none at the
        end, and where a side chooses who acts or roars."""
        if self._ask() == 0 or self._top(0) in (N_ORDER, N_ROAR):
            return None
        return self.game.words.fighters[self._top(1)]

    def side(self) -> str | None:
        """The name of the side that chooses; none for dice and at the end."""
        player = self.current_player()
        return SIDES[player] if player >= 0 else None

    def dice_replaced(self) -> int:
        """How many dice of the pending roll are replaced by [+] (W2).

        Raises:
            ValueError: when no dice are pending.
        """
        count = self._ask()
        if count >= 0:
            raise ValueError("no dice are pending")
        return -1 - count

    def _chances(self, count: int) -> Array:
        row: Array = self.game.scene[0]["dice"][-1 - count]
        return row

    def is_terminal(self) -> bool:
        """Whether the conflict is over."""
        return self._ask() == 0

    def returns(self) -> tuple[float, float]:
        """What the end is worth to players and gm by the stakes, zero-sum; zeros before the end."""
        if not self.is_terminal():
            return (0.0, 0.0)
        value = float(stake_at(self.game.scene_rows, self._rows, 0))
        return (value + 0.0, 0.0 - value)  # no zero is negative

    @property
    def exchange(self) -> int:
        """The exchange that is played."""
        return int(self.record[0]["exchange"])

    def rolls_dice(self) -> bool:
        """Whether dice are pending."""
        return self.node() == N_DICE
