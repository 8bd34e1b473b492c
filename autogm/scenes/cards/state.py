"""A moment of a card scene: one record, which is asked and changed by the compiled machine."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from autogm.game.contract import CHANCE, GM, PLAYERS, TERMINAL, UNDECIDED
from autogm.game.state import CompiledState
from autogm.model.words import SIDES
from autogm.scenes.cards.codes import (
    DICE_PENDING,
    GM_PHASES,
    GM_WINS,
    NOBODY_WINS,
    OVER,
    PLAYERS_WIN,
    ROLL_PHASES,
    SUCCESS,
)
from autogm.scenes.cards.layout import BUFFER
from autogm.scenes.cards.step import apply_at, legal_at, stake_at

if TYPE_CHECKING:
    from autogm.scenes.cards.game import CardGame

Array = np.ndarray[Any, Any]


class CardState(CompiledState):
    """A state of a card scene, by the contract."""

    __slots__ = ()

    legal_at = staticmethod(legal_at)
    apply_at = staticmethod(apply_at)
    buffer_layout = BUFFER
    winners: ClassVar = {
        PLAYERS_WIN: SIDES[PLAYERS], GM_WINS: SIDES[GM], NOBODY_WINS: UNDECIDED,
    }  # fmt: skip
    game: CardGame

    @property
    def phase(self) -> int:
        """What is to be chosen (see `codes`)."""
        return int(self.record[0]["phase"])

    def current_player(self) -> int:
        """0 the players, 1 the GM, `CHANCE` or `TERMINAL`."""
        count = self._ask()
        if count == 0:
            return TERMINAL
        if count == DICE_PENDING:
            return CHANCE
        return GM if (GM_PHASES >> self.phase) & 1 else PLAYERS

    def actor(self) -> str | None:
        """The id of the character who rolls, or who has just succeeded; None elsewhere."""
        if not (ROLL_PHASES | (1 << SUCCESS)) >> self.phase & 1:
            return None
        return self.game.settled.characters[int(self.record[0]["actor"])].id

    def _chances(self, count: int) -> Array:
        row: Array = self.game.scene[0]["chances"]
        return row

    def is_settled(self) -> bool:
        """Whether somebody has a real choice, dice are pending, or it is over."""
        return self._ask() != 1

    def is_terminal(self) -> bool:
        """Whether the scene is over."""
        return self.phase == OVER

    def returns(self) -> tuple[float, float]:
        """The stake of the players less the stake of the GM, and the reverse; zeros before the
        end."""
        players, gm = self.stakes()
        return (players - gm + 0.0, gm - players + 0.0)

    def stakes(self) -> tuple[float, float]:
        """What the end is worth to players and GM, each by what it values; zeros before it. A
        bargain can be worth something to both."""
        if not self.is_terminal():
            return (0.0, 0.0)
        players, gm = (
            float(stake_at(self.game.scene_rows, self._rows, 0, side)) for side in (PLAYERS, GM)
        )
        return (players + 0.0, gm + 0.0)

    def __str__(self) -> str:
        return self.game.serialize(self)
