"""A state of a compiled game: one record, which is copied by assignment and has no random generator
in it. Kernels say what is legal, are asked once, and change the record in place.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Self

import numpy as np

from autogm.game.dice import OUTCOME_MASK
from autogm.game.rows import copied, rows

Array = np.ndarray[Any, Any]
Entry = Callable[..., int]


class CompiledState(ABC):
    """What the states of all compiled games have in common of the contract. A kind of game names
    its kernels, the layout of their buffer (`action` has what is legal), and who wins by number;
    its games have `scene_rows` and `no_log`, which kernels are called with.

    `legal_at` returns how many actions are legal: 0 at the end, below 0 where dice are pending;
    `apply_at` the same of the state that an action leads to."""

    __slots__ = ("_actions", "_buffer", "_count", "_rows", "game", "record")

    legal_at: ClassVar[Entry]
    apply_at: ClassVar[Entry]
    buffer_layout: ClassVar[np.dtype[Any]]
    winners: ClassVar[Mapping[int, str]]
    game: Any
    record: Array

    def __init__(self, game: Any, record: Array) -> None:
        self.game = game
        self.record = record
        self._rows = rows(record)
        buffer = np.zeros(1, self.buffer_layout)
        self._buffer = rows(buffer)
        self._actions: Array = buffer[0]["action"]
        self._count: int | None = None

    @abstractmethod
    def current_player(self) -> int:
        """0 the players, 1 the GM, `CHANCE` or `TERMINAL`."""

    @abstractmethod
    def _chances(self, count: int) -> Array:
        """The chance of each outcome of the dice that `count`, below 0, says are pending."""

    def _ask(self) -> int:
        if self._count is None:
            self._count = int(self.legal_at(self.game.scene_rows, self._rows, 0, self._buffer))
        return self._count

    def legal_actions(self) -> list[int]:
        """The legal actions, sorted; for dice, the outcomes."""
        count = self._ask()
        if count < 0:
            return [outcome for outcome, _ in self.chance_outcomes()]
        return [int(action) for action in self._actions[:count]]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Outcomes of the pending dice with their chances, which are above zero and sum to 1.

        Raises:
            ValueError: when no dice are pending.
        """
        count = self._ask()
        if count >= 0:
            raise ValueError("no dice are pending")
        chances = enumerate(self._chances(count))
        return [(outcome, float(chance)) for outcome, chance in chances if chance > 0]

    def apply_action(self, action: int) -> None:
        """Apply a legal action, or an outcome of dice, in place.

        Raises:
            ValueError: for one that is not legal here; the state stays as it was.
        """
        count = self._ask()
        if count < 0:
            chances, outcome = self._chances(count), action & OUTCOME_MASK
            if action < 0 or outcome >= len(chances) or chances[outcome] <= 0:
                raise ValueError(f"{action} is no outcome of these dice")
        elif not (self._actions[:count] == action).any():
            raise ValueError(f"{action} is not a legal action here")
        game = self.game
        self._count = int(
            self.apply_at(game.scene_rows, self._rows, 0, action, self._buffer, game.no_log)
        )

    def clone(self) -> Self:
        """An independent copy."""
        made = type(self)(self.game, copied(self.record))
        if self._count is not None:
            made._count = self._count
            listed = max(0, self._count)
            made._actions[:listed] = self._actions[:listed]
        return made

    def child(self, action: int) -> Self:
        """The state after an action."""
        after = self.clone()
        after.apply_action(action)
        return after

    @property
    def winner(self) -> str | None:
        """`players`, `gm`, `undecided`, or none while it goes on."""
        return self.winners.get(int(self.record[0]["winner"]))

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, type(self))
            and (other.game is self.game or other.game.fingerprint == self.game.fingerprint)
            and other.record.tobytes() == self.record.tobytes()
        )

    def __hash__(self) -> int:
        return hash(self.record.tobytes())
