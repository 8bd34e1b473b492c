"""A moment of a conflict, `State`, which keeps the contract together with `Game`. A state is a
value: one record, copied by assignment, with no random generator in it. Only real choices and dice
are ever seen here; forced moves are taken by the game.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

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
from autogm.game.dice import OUTCOME_MASK
from autogm.game.rows import copied, rows
from autogm.model.words import SIDES

if TYPE_CHECKING:
    from autogm.engine.game import Game

Array = np.ndarray[Any, Any]
WINNERS = {1: SIDES[PLAYERS], 2: SIDES[GM], UNDECIDED_WIN: UNDECIDED}


class State:
    """A moment of a conflict at which somebody chooses, dice fall, or it is over."""

    __slots__ = ("_actions", "_buffer", "_count", "_rows", "game", "record")

    def __init__(self, game: Game, record: Array) -> None:
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

    def legal_actions(self) -> list[int]:
        """The legal actions, sorted; for dice, the outcomes."""
        count = self._ask()
        if count < 0:
            return [outcome for outcome, _ in self.chance_outcomes()]
        return [int(action) for action in self._actions[:count]]

    def dice_replaced(self) -> int:
        """How many dice of the pending roll are replaced by [+] (W2).

        Raises:
            ValueError: when no dice are pending.
        """
        count = self._ask()
        if count >= 0:
            raise ValueError("no dice are pending")
        return -1 - count

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Outcomes of the pending dice with their chances, which are above zero and sum to 1.

        Raises:
            ValueError: when no dice are pending.
        """
        row = self.game.scene[0]["dice"][self.dice_replaced()]
        return [(outcome, float(chance)) for outcome, chance in enumerate(row) if chance > 0]

    def apply_action(self, action: int) -> None:
        """Apply a legal action, or an outcome of dice, in place.

        Raises:
            ValueError: for one that is not legal here; the state stays as it was.
        """
        count = self._ask()
        if count < 0:
            row = self.game.scene[0]["dice"][-1 - count]
            outcome = action & OUTCOME_MASK
            if action < 0 or outcome >= len(row) or row[outcome] <= 0:
                raise ValueError(f"{action} is no outcome of these dice")
        elif not (self._actions[:count] == action).any():
            raise ValueError(f"{action} is not a legal action here")
        self._count = int(
            apply_at(self.game.scene_rows, self._rows, 0, action, self._buffer, self.game.no_log)
        )

    def clone(self) -> State:
        """An independent copy."""
        made = State(self.game, copied(self.record))
        if self._count is not None:
            made._count = self._count
            listed = max(0, self._count)
            made._actions[:listed] = self._actions[:listed]
        return made

    def child(self, action: int) -> State:
        """The state after an action."""
        after = self.clone()
        after.apply_action(action)
        return after

    def is_terminal(self) -> bool:
        """Whether the conflict is over."""
        return self._ask() == 0

    @property
    def winner(self) -> str | None:
        """`players`, `gm`, `undecided`, or none while it goes on."""
        return WINNERS.get(int(self.record[0]["winner"]))

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

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, State)
            and (other.game is self.game or other.game.fingerprint == self.game.fingerprint)
            and other.record.tobytes() == self.record.tobytes()
        )

    def __hash__(self) -> int:
        return hash(self.record.tobytes())
