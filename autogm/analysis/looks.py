"""Looking while one counts: when a share is known well enough to stop. Who stops as soon as an
interval looks narrow enough is wrong more often than the interval says. So it is looked at rarely,
each time with half as many battles again, and the k-th look may be wrong only in 6/(π²k²) of the 5%
of all; these add up to 5% (Boole's inequality), wherever one stops.
"""

from __future__ import annotations

from math import ceil, pi
from statistics import NormalDist

from autogm.analysis.intervals import Z95, score_interval

FIRST = 100
"""Counted before the first look."""
GROWTH = 1.5
WRONG = 0.05


class Looks:
    """The looks at one share until half its interval is at most `half`."""

    def __init__(self, half: float) -> None:
        """Begin.

        Raises:
            ValueError: for a width that is none.
        """
        if not 0 < half < 0.5:
            raise ValueError(f"half an interval lies between 0 and 0.5, not at {half}")
        self.half, self.z, self._number, self._next = half, Z95, 0, FIRST

    def due(self, total: int) -> bool:
        """Whether it is time to look once so many are counted."""
        return total >= self._next

    def enough(self, count: int, total: int) -> bool:
        """Look, if it is time for it: whether so many of so many tell enough. `z` is then what
        intervals of this moment take, in standard errors."""
        if not self.due(total):
            return False
        self._number += 1
        self._next = ceil(max(self._next, total) * GROWTH)  # more may be counted than was due
        self.z = self.z_of(self._number)
        low, high = score_interval(count / total, total, self.z)
        return high - low <= 2 * self.half

    def expected(self, count: int, total: int) -> int:
        """How many are counted in all before a look tells enough, if the share stays what it is at
        so many of so many; where none are counted yet, if it is a half, which takes most."""
        share = count / total if total else 0.5
        number, after = self._number + 1, self._next
        while True:
            low, high = score_interval(share, after, self.z_of(number))
            if high - low <= 2 * self.half:
                return after
            number, after = number + 1, ceil(after * GROWTH)

    @staticmethod
    def z_of(look: int) -> float:
        """The standard errors that the interval of a look takes, counted from 1."""
        wrong = WRONG * 6 / (pi * look) ** 2
        return NormalDist().inv_cdf(1 - wrong / 2)
