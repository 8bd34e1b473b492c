"""Rates of manners: how often a battle, of how many opportunities, and how far the figures can be
trusted; and the same beside figures that were kept before.

A rate is the mean over scenarios of the mean over battles. Its interval is that of a Poisson count
by Byar's approximation (N. E. Breslow, N. E. Day, 1987), where the count is the one that has the
rate's relative variance: the sample's variance over battles, or the rate's own where that is more,
so that an interval is never narrower than a Poisson one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import exp, log, sqrt
from typing import Any

from autogm.analysis.intervals import Z95
from evaluation.manners.battle import Battle, Sighting
from evaluation.manners.table import MANNERS, NAMES

NONE_AT_ALL = 3.69
"""The upper end of the 95% interval of a Poisson count of none."""
AIM = 0.2
"""The share of a kept rate that manners are to be brought to."""


@dataclass
class Count:
    """A manner over battles: how often it was seen, out of how many opportunities, the sum of the
    squares over battles, and how often in each exchange."""

    odd: int = 0
    of: int = 0
    squares: int = 0
    exchanges: Counter[int] = field(default_factory=Counter)

    def add(self, battle: Battle, sightings: Iterable[Sighting]) -> None:
        """One more battle."""
        odd = 0
        for one in sightings:
            odd += one.odd
            self.of += one.of
            if one.odd:
                self.exchanges[exchange_of(battle, one)] += one.odd
        self.odd += odd
        self.squares += odd * odd

    def as_dict(self) -> dict[str, Any]:
        """As plain data."""
        seen = {str(number): self.exchanges[number] for number in sorted(self.exchanges)}
        return {"odd": self.odd, "of": self.of, "squares": self.squares, "exchanges": seen}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Count:
        """From plain data."""
        seen = Counter({int(number): count for number, count in data["exchanges"].items()})
        return cls(data["odd"], data["of"], data["squares"], seen)


@dataclass
class Row:
    """An agent against itself in one scenario."""

    agent: str
    scenario: str
    battles: int = 0
    counts: dict[str, Count] = field(default_factory=lambda: {name: Count() for name in NAMES})

    def add(self, battle: Battle) -> None:
        """One more battle."""
        self.battles += 1
        for one in MANNERS:
            self.counts[one.name].add(battle, one.count(battle))

    def as_dict(self) -> dict[str, Any]:
        """As plain data."""
        counts = {name: count.as_dict() for name, count in self.counts.items()}
        return {
            "agent": self.agent,
            "scenario": self.scenario,
            "battles": self.battles,
            "manners": counts,
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Row:
        """From plain data; a manner that was not counted then is left out."""
        counts = {name: Count.from_dict(one) for name, one in data["manners"].items()}
        return cls(data["agent"], data["scenario"], data["battles"], counts)


def exchange_of(battle: Battle, sighting: Sighting) -> int:
    """The exchange of a sighting."""
    return int(battle.moments[sighting.place].record["exchange"])


@dataclass(frozen=True)
class Rate:
    """How often a battle, with its 95% interval; the relative variance of it; out of all
    opportunities, which share; and the exchange by which half of it was seen."""

    mean: float
    low: float
    high: float
    variance: float
    share: float | None
    exchange: int | None


def rate(name: str, rows: Sequence[Row]) -> Rate | None:
    """The rate of a manner over the rows of one agent; none where it was not counted."""
    counted = [(row.battles, row.counts[name]) for row in rows if name in row.counts]
    if not counted:
        return None
    mean, variance, battles = 0.0, 0.0, sum(number for number, _ in counted)
    for number, one in counted:
        here = one.odd / number
        spread = (one.squares - one.odd * here) / (number - 1) if number > 1 else 0.0
        mean += here / len(counted)
        variance += max(spread, here) / number / len(counted) ** 2
    of = sum(one.of for _, one in counted)
    share = sum(one.odd for _, one in counted) / of if of else None
    if not mean:
        return Rate(0.0, 0.0, NONE_AT_ALL / battles, 0.0, share, None)
    count = mean * mean / variance
    seen: Counter[int] = sum((one.exchanges for _, one in counted), Counter())
    return Rate(
        mean,
        mean / count * _byar(count, -Z95),
        mean / count * _byar(count + 1, Z95),
        1 / count,
        share,
        _middle(seen),
    )


def _byar(count: float, z: float) -> float:
    """One end of the interval of a count."""
    return count * max(0.0, 1 - 1 / (9 * count) + z / (3 * sqrt(count))) ** 3


def _middle(seen: Counter[int]) -> int:
    passed = 0
    for number in sorted(seen):
        passed += seen[number]
        if 2 * passed >= seen.total():
            return number
    raise ValueError("nothing was seen")


@dataclass(frozen=True)
class Change:
    """A rate beside a kept one: the ratio with its 95% interval, none where nothing was there
    before."""

    before: Rate
    after: Rate
    ratio: float | None
    low: float
    high: float

    @property
    def reached(self) -> bool:
        """Whether it has come down to a fifth or less."""
        return self.ratio is not None and self.ratio <= AIM


def change(before: Rate, after: Rate) -> Change:
    """By how much a rate has changed: by the logarithm of the ratio, whose variance is the sum of
    the relative ones; where nothing is left, up to the upper end of what may be."""
    if not before.mean:
        return Change(before, after, None, 0.0, 0.0)
    ratio = after.mean / before.mean
    if not after.mean:
        return Change(before, after, 0.0, 0.0, after.high / before.mean)
    half = Z95 * sqrt(before.variance + after.variance)
    return Change(before, after, ratio, exp(log(ratio) - half), exp(log(ratio) + half))


def both(kept: Sequence[Row], rows: Sequence[Row]) -> tuple[list[Row], list[Row]]:
    """The rows of both whose agents and scenarios are in the other."""
    there = {(row.agent, row.scenario) for row in kept} & {
        (row.agent, row.scenario) for row in rows
    }
    return tuple(  # type: ignore[return-value]
        [row for row in those if (row.agent, row.scenario) in there] for those in (kept, rows)
    )
