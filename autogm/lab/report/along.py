"""How battles went on the way, counted from the records of all of them and not only of those that
are followed step by step: who was still there, what points the sides held, who stood where.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import numpy as np

from autogm.agents import battles
from autogm.agents.recorded import M_POINTS, M_ZONE
from autogm.analysis.intervals import Mean, mean_of
from autogm.engine.codes import POOL
from autogm.model.words import SIDES

if TYPE_CHECKING:
    from autogm.agents.playing import Chunk
    from autogm.engine.game import Game


class Along:
    """What is counted of battles from the beginning of a conflict, run after run of them; memory
    grows with the exchanges and not with the battles."""

    def __init__(self, game: Game) -> None:
        fighters = game.encounter.fighters
        self.battles = 0
        self.presence = Counter[tuple[str, str]]()
        """By (zone id, side), who stood there as an exchange began."""
        self._game, self._size = game, len(fighters)
        self._sides = np.array([SIDES.index(one.side) for one in fighters])
        self._went = Counter[tuple[int, int]]()  # by fighter and exchange
        self._held: dict[tuple[int, int], Any] = {}  # by exchange and side: sum, squares, number
        self._last = 1

    @property
    def exchanges(self) -> int:
        """The exchange in which the longest battle ended."""
        return self._last

    def add(self, played: Chunk) -> None:
        """Count recorded battles."""
        size, number = self._size, len(played.results)
        moment, gone = played.records["moment"], played.records["gone"][:, :size]
        last = played.results[:, battles.R_EXCHANGES]
        self.battles += number
        self._last = max(self._last, int(last.max()))
        for battle, who in zip(*np.nonzero(gone), strict=True):
            self._went[int(who), int(gone[battle, who])] += 1
        opening = self._game.first_record[0]
        here = (int(opening["present"]) >> np.arange(size)) & 1
        self._begin(
            played.opened,
            np.tile(np.where(here, opening["zone"][:size] + 1, 0), (number, 1)),
            np.tile(opening["points"][:size], (number, 1)),
            np.full(number, int(opening["points"][POOL])),
        )
        for exchange in range(played.opened, int(last.max())):
            goes_on = moment[last > exchange, exchange]
            who = goes_on[:, :size]
            self._begin(
                exchange + 1, who[:, :, M_ZONE], who[:, :, M_POINTS], goes_on[:, POOL, M_POINTS]
            )

    def _begin(self, exchange: int, zone: Any, points: Any, pool: Any) -> None:
        """How it stands in some battles (rows) as an exchange begins; zones from 1 on, 0: not
        here."""
        for side in range(len(SIDES)):
            own = (self._sides == side)[None] & (zone > 0)
            held = np.where(own, points, 0).sum(axis=1).astype(np.int64)
            held += pool if side else 0
            sums = (int(held.sum()), int((held * held).sum()), len(held))
            before = self._held.get((exchange, side), (0, 0, 0))
            self._held[exchange, side] = tuple(map(sum, zip(before, sums, strict=True)))
            places, counts = np.unique(zone[own], return_counts=True)
            for place, count in zip(places, counts, strict=True):
                name = self._game.words.zones[int(place) - 1]
                self.presence[name, SIDES[side]] += int(count)

    def there(self, fighter: int) -> list[int]:
        """In how many battles a fighter, by index, had not gone after each exchange, from none
        on."""
        found, left = [], self.battles
        for exchange in range(self._last + 1):
            left -= self._went[fighter, exchange]
            found.append(left)
        return found

    def points(self, fewest: int) -> dict[tuple[int, int], tuple[Mean, int]]:
        """The points that a side held as an exchange began, by (exchange, side), with the number
        of battles that got there, `fewest` at least."""
        return {
            place: (mean_of(*sums), sums[2])
            for place, sums in sorted(self._held.items())
            if sums[2] >= fewest
        }
