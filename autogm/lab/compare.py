"""Variants of a conflict, played with the same dice: battle for battle the same seed, so that much
of chance falls away from the difference. A variant is a scenario with something changed, or another
one; the first is what the others are compared with.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any

import numpy as np

from autogm.analysis.intervals import Z95, Difference, paired
from autogm.lab.simulate import Simulation

PLAYERS_WON = 1
"""What `winners` holds where the players have won."""


@dataclass(frozen=True)
class Compared:
    """A variant beside the first: what it is called, its battles, and how its share of wins for the
    players differs (None: it is the first). `alone` is half the width that the interval of the
    difference would have with other dice for each."""

    name: str
    found: Simulation
    difference: Difference | None = None
    alone: float = 0.0

    def as_dict(self) -> dict[str, Any]:
        """As plain data."""
        told: dict[str, Any] = {"name": self.name, **self.found.as_dict()}
        told["difference"] = None if self.difference is None else self.difference.as_dict()
        return told


def compared(names: Sequence[str], found: Sequence[Simulation]) -> list[Compared]:
    """Simulations of the same number of battles and the same seed, beside the first.

    Raises:
        ValueError: where they are of other battles.
    """
    first = found[0]
    made = [Compared(names[0], first)]
    for name, one in zip(names[1:], found[1:], strict=True):
        if (one.seed, len(one.winners)) != (first.seed, len(first.winners)):
            raise ValueError("only battles with the same dice can be compared in pairs")
        made.append(Compared(name, one, difference(first, one), _alone(first, one)))
    return made


def difference(first: Simulation, other: Simulation) -> Difference:
    """How much more often the players win in the second, by pairs of battles with the same dice
    (`autogm.analysis.intervals.paired`)."""
    return difference_of(first.winners, other.winners)


def difference_of(first: bytes, other: bytes) -> Difference:
    """The same from who won each battle (`Simulation.winners`)."""
    one, two = (np.frombuffer(each, np.int8) == PLAYERS_WON for each in (first, other))
    return paired(int((two & ~one).sum()), int((one & ~two).sum()), len(one))


def width_ratio(first: Simulation, other: Simulation) -> float:
    """How wide the paired interval of the difference is, to that of as many battles with dice of
    their own: below 1 where the same dice help."""
    found = difference(first, other)
    return (found.high - found.low) / (2 * _alone(first, other))


def _alone(first: Simulation, other: Simulation) -> float:
    """Half the width of the interval that independent battles would give, with the same two battles
    added to each share, so that no width is nothing (A. Agresti and B. Caffo, 2000)."""
    total = 0.0
    for one in (first, other):
        share = (one.wins["players"].count + 1) / (one.battles + 2)
        total += share * (1 - share) / (one.battles + 2)
    return Z95 * sqrt(total)


def rows(found: Sequence[Compared]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """A row for each variant: its name, the players' share, the verdict and the difference."""
    from autogm.analysis.outcomes import about

    for one in found:
        gap = one.difference
        told = sure = ""
        if gap is not None:
            told = f"{_points(gap.mean)} ({_points(gap.low)} to {_points(gap.high)})"
            sure = "yes" if gap.told_apart else "no"
        share = about(one.found.wins["players"])
        yield one.name, (share, one.found.verdict.said, told, sure)


def _points(value: float) -> str:
    """A difference of shares in percentage points."""
    return f"{100 * value:+.1f}".replace("-", "−")
