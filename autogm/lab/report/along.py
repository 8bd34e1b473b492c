"""How battles went on the way, counted from the records of all of them: how they ended, who was
still there, what points the sides held, who stood where, and where it hurt. The same is counted
from what is played now (`Counting`) and from the rows of a store (`stored`).
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from autogm.agents import battles
from autogm.agents.recorded import M_POINTS, M_ZONE
from autogm.analysis.intervals import Mean, Share, mean_of, ratio_of, wilson
from autogm.engine.codes import POOL, UNDECIDED_WIN
from autogm.engine.events import Event
from autogm.model.words import SIDES
from autogm.view.words.events import EventWords

if TYPE_CHECKING:
    from autogm.agents.playing import Chunk
    from autogm.engine.game import Game

BOTH = "both"
"""Stands for the two sides together."""
NO_OBJECTIVE = -1


class Sums(NamedTuple):
    """What was counted in each of so many battles: the sum, that of the squares, and their number;
    where it is a part of something, also the sum of its products with the whole."""

    total: int = 0
    squares: int = 0
    number: int = 0
    products: int = 0

    def plus(self, other: Sums) -> Sums:
        """Both together."""
        return Sums(*map(sum, zip(self, other, strict=True)))

    @property
    def mean(self) -> Mean:
        """The mean of a battle, with its interval."""
        return mean_of(self.total, self.squares, self.number)


@dataclass
class Along:
    """What is counted of battles from the beginning of a conflict; it grows with the exchanges and
    not with the battles. Sides are `players`, `gm`, or `both`.

    `exchanges` is the one in which the longest battle ended; `endings` are by the number of who has
    won and that of the objective which did it (−1: none); `lengths` by the exchange and who has
    won; `gone` by the index of a fighter and the exchange in which it went; `held` the points of a
    side (0 or 1) as an exchange began, over the battles that got there; `stays` by zone and side:
    fighters there as exchanges began, `all_stays` everywhere; `harm` by zone and side: the shifts
    of hits there on that side's fighters.
    """

    battles: int = 0
    exchanges: int = 1
    endings: Counter[tuple[int, int]] = field(default_factory=Counter)
    lengths: Counter[tuple[int, int]] = field(default_factory=Counter)
    gone: Counter[tuple[int, int]] = field(default_factory=Counter)
    held: dict[tuple[int, int], Sums] = field(default_factory=dict)
    stays: dict[tuple[str, str], Sums] = field(default_factory=dict)
    all_stays: Sums = field(default_factory=Sums)
    harm: dict[tuple[str, str], Sums] = field(default_factory=dict)

    def there(self, fighter: int) -> list[int]:
        """In how many battles a fighter, by index, had not gone after each exchange, from none
        on."""
        found, left = [], self.battles
        for exchange in range(self.exchanges + 1):
            left -= self.gone[fighter, exchange]
            found.append(left)
        return found

    def points(self, fewest: int) -> dict[tuple[int, int], tuple[Mean, int]]:
        """The points that a side held as an exchange began, by (exchange, side), with the number
        of battles that got there, `fewest` at least. In the first all have the same: no interval
        then."""
        first = min((exchange for exchange, _ in self.held), default=0)
        return {
            place: (
                Mean(sums.total / sums.number, None, None) if place[0] == first else sums.mean,
                sums.number,
            )
            for place, sums in sorted(self.held.items())
            if sums.number >= fewest
        }

    def presence(self, zone: str, side: str) -> Share:
        """What share of all stays a side had in a zone."""
        part, whole = self.stays.get((zone, side), Sums(number=self.battles)), self.all_stays
        return ratio_of(part.total, part.squares, part.products, whole.total, whole.squares,
                        self.battles)  # fmt: skip

    def hurt(self, zone: str, side: str) -> Mean:
        """The shifts that a side took in a zone, a battle."""
        return self.harm.get((zone, side), Sums(number=self.battles)).mean

    def ends(self, game: Game) -> list[tuple[str, str, Share]]:
        """How battles ended: by whose victory, if by one, in words, and how often; the most
        frequent first."""
        words, found = EventWords(game), Counter[tuple[str, str]]()

        def add(count: int, **facts: Any) -> None:
            found[facts["winner"], words.tell(Event("end", None, "H7", facts))] += count

        for (winner, objective), count in self.endings.items():
            if winner != UNDECIDED_WIN:
                reached = {} if objective == NO_OBJECTIVE else {"objective": objective}
                add(count, winner=SIDES[winner - 1], exchange=0, **reached)
        for (exchange, winner), count in self.lengths.items():
            if winner == UNDECIDED_WIN:  # the limit is told of by its number
                add(count, winner="undecided", exchange=exchange)
        return [(who, how, wilson(count, self.battles))
                for (who, how), count in found.most_common()]  # fmt: skip


class Counting:
    """Counts battles as they are played, part after part of them."""

    def __init__(self, game: Game) -> None:
        fighters = game.encounter.fighters
        self.found = Along()
        self._game, self._size = game, len(fighters)
        self._sides = np.array([SIDES.index(one.side) for one in fighters])

    def add(self, played: Chunk) -> None:
        """Count recorded battles."""
        found, size, number = self.found, self._size, len(played.results)
        records, last = played.records, played.results[:, battles.R_EXCHANGES]
        moment, gone = records["moment"], records["gone"][:, :size]
        found.battles += number
        found.exchanges = max(found.exchanges, int(last.max()))
        winners = played.results[:, battles.R_WINNER].tolist()
        found.endings.update(zip(winners, (records["objective"] - 1).tolist(), strict=True))
        found.lengths.update(zip(last.tolist(), winners, strict=True))
        for battle, who in zip(*np.nonzero(gone), strict=True):
            found.gone[int(who), int(gone[battle, who])] += 1
        stays = np.zeros((number, len(self._game.words.zones), len(SIDES)), np.int64)
        opening = self._game.first_record[0]
        here = (int(opening["present"]) >> np.arange(size)) & 1
        self._begin(
            stays,
            played.opened,
            np.ones(number, bool),
            np.tile(np.where(here, opening["zone"][:size] + 1, 0), (number, 1)),
            np.tile(opening["points"][:size], (number, 1)),
            np.full(number, int(opening["points"][POOL])),
        )
        for exchange in range(played.opened, int(last.max())):
            on = last > exchange
            who, pool = moment[on, exchange, :size], moment[on, exchange, POOL, M_POINTS]
            self._begin(stays, exchange + 1, on, who[:, :, M_ZONE], who[:, :, M_POINTS], pool)
        whole = stays.sum(axis=(1, 2))
        found.all_stays = found.all_stays.plus(_sums(whole))
        self._by_zone(found.stays, stays, whole)
        hurt = records["hurt"][:, : stays.shape[1]].astype(np.int64)
        self._by_zone(found.harm, hurt, np.zeros(number, np.int64))

    def _begin(self, stays: Any, exchange: int, on: Any, zone: Any, points: Any, pool: Any) -> None:
        """How it stands as an exchange begins, in the battles that are `on`, a row each; zones from
        1 on, 0: not here."""
        battle = np.flatnonzero(on)
        for side in range(len(SIDES)):
            own = (self._sides == side)[None] & (zone > 0)
            held = np.where(own, points, 0).sum(axis=1).astype(np.int64)
            held += pool if side else 0
            before = self.found.held.get((exchange, side), Sums())
            self.found.held[exchange, side] = before.plus(_sums(held))
            row, who = np.nonzero(own)
            np.add.at(stays[:, :, side], (battle[row], zone[row, who] - 1), 1)

    def _by_zone(self, into: dict[tuple[str, str], Sums], counts: Any, whole: Any) -> None:
        """Add what was counted by battle, zone and side; `whole` is what it is a part of."""
        for place, zone in enumerate(self._game.words.zones):
            here = counts[:, place]
            for side, each in (*zip(SIDES, here.T, strict=True), (BOTH, here.sum(axis=1))):
                into[zone, side] = into.get((zone, side), Sums()).plus(_sums(each, whole))


def _sums(counted: Any, whole: Any = None) -> Sums:
    """The sums of what was counted, battle by battle."""
    products = 0 if whole is None else int((counted * whole).sum())
    return Sums(int(counted.sum()), int((counted * counted).sum()), len(counted), products)
