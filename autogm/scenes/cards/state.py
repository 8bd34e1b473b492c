"""A moment of a card scene: one record, which is asked and changed by the compiled machine."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from autogm.game.contract import CHANCE, GM, PLAYERS, TERMINAL, UNDECIDED
from autogm.game.dice import OUTCOME_MASK
from autogm.game.rows import copied, rows
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
from autogm.scenes.cards.layout import BUFFER, OUTCOMES
from autogm.scenes.cards.step import apply_at, legal_at, stake_at

if TYPE_CHECKING:
    from autogm.scenes.cards.game import CardGame

Array = np.ndarray[Any, Any]
WINNERS = {PLAYERS_WIN: SIDES[PLAYERS], GM_WINS: SIDES[GM], NOBODY_WINS: UNDECIDED}


class CardState:
    """A state of a card scene, by the contract."""

    __slots__ = ("_actions", "_buffer", "_count", "_rows", "game", "record")

    def __init__(self, game: CardGame, record: Array) -> None:
        self.game = game
        self.record = record
        self._rows = rows(record)
        buffer = np.zeros(1, BUFFER)
        self._buffer = rows(buffer)
        self._actions: Array = buffer[0]["action"]
        self._count: int | None = None

    def _ask(self) -> int:
        if self._count is None:
            self._count = int(legal_at(self.game.scene_rows, self._rows, 0, self._buffer))
        return self._count

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

    def legal_actions(self) -> list[int]:
        """The legal actions, sorted; for dice, the outcomes."""
        count = self._ask()
        if count == DICE_PENDING:
            return list(range(OUTCOMES))
        return [int(action) for action in self._actions[:count]]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Outcomes of the pending dice with their chances.

        Raises:
            ValueError: when no dice are pending.
        """
        if self._ask() != DICE_PENDING:
            raise ValueError("no dice are pending")
        chances = self.game.scene[0]["chances"]
        return [(outcome, float(chance)) for outcome, chance in enumerate(chances)]

    def apply_action(self, action: int) -> None:
        """Apply a legal action, or an outcome of dice, in place.

        Raises:
            ValueError: for one that is not legal here; the state stays as it was.
        """
        count = self._ask()
        if count == DICE_PENDING:
            if action < 0 or action & OUTCOME_MASK >= OUTCOMES:
                raise ValueError(f"{action} is no outcome of these dice")
        elif not (self._actions[:count] == action).any():
            raise ValueError(f"{action} is not a legal action here")
        game = self.game
        self._count = int(
            apply_at(game.scene_rows, self._rows, 0, action, self._buffer, game.no_log)
        )

    def is_settled(self) -> bool:
        """Whether somebody has a real choice, dice are pending, or it is over."""
        return self._ask() != 1

    def clone(self) -> CardState:
        """An independent copy."""
        made = CardState(self.game, copied(self.record))
        if self._count is not None:
            made._count = self._count
            listed = max(0, self._count)
            made._actions[:listed] = self._actions[:listed]
        return made

    def child(self, action: int) -> CardState:
        """The state after an action."""
        after = self.clone()
        after.apply_action(action)
        return after

    def is_terminal(self) -> bool:
        """Whether the scene is over."""
        return self.phase == OVER

    @property
    def winner(self) -> str | None:
        """`players`, `gm`, `undecided`, or None while it goes on."""
        return WINNERS.get(int(self.record[0]["winner"]))

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

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, CardState)
            and (other.game is self.game or other.game.fingerprint == self.game.fingerprint)
            and other.record.tobytes() == self.record.tobytes()
        )

    def __hash__(self) -> int:
        return hash(self.record.tobytes())

    def __str__(self) -> str:
        return self.game.serialize(self)
