"""Battles in pairs: of two variants the n-th battle each, which met the same dice. What both come
to alike falls away from the difference of their shares. After the first roll that goes another way
the pair has little left in common; what the dice brought to either from then on is chance as well,
and is taken out as it is of a single share (`autogm.analysis.luck`).
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import Any

import numpy as np

from autogm.analysis.intervals import Z95, Difference, paired
from autogm.analysis.luck import without_luck

Array = np.ndarray[Any, Any]
PLAYERS_WON = 1
"""What `winners` holds where the players have won."""
LEAST, APART = 100, 10
"""Pairs, and those among them that went otherwise, that are too few to fit anything on. A greater
number of the second would pick the samples that are further from the truth."""


@dataclass(frozen=True)
class Results:
    """Who won each battle, by the number of the side, and the luck of its dice (battles, controls),
    whose means are zero; None where it is not known of all of them."""

    winners: bytes
    luck: Array | None = None

    def __len__(self) -> int:
        return len(self.winners)

    def first(self, battles: int) -> Results:
        """Those of the first battles alone."""
        luck = None if self.luck is None else self.luck[:battles]
        return Results(self.winners[:battles], luck)

    @property
    def won(self) -> Array:
        """Whether the players won each."""
        won: Array = np.frombuffer(self.winners, np.int8) == PLAYERS_WON
        return won


def difference(first: Results, other: Results) -> Difference:
    """How much oftener the players win in the second, without the luck of the dice where it is
    known of both and that makes the difference more precise.

    Raises:
        ValueError: where one has more battles than the other, or none.
    """
    plain = counted_difference(first, other)
    pairs = other.won.astype(np.float64) - first.won
    known = [one.luck for one in (first, other) if one.luck is not None]
    if len(known) < 2 or len(pairs) < LEAST or np.count_nonzero(pairs) < APART:
        return plain
    rest = without_luck(pairs, np.hstack(known))
    narrower = float(rest.std() / pairs.std()) if pairs.std() else 1.0
    if narrower >= 1.0:
        return plain
    mean, half = float(rest.mean()), narrower * (plain.high - plain.low) / 2
    return Difference(mean, max(-1.0, mean - half), min(1.0, mean + half), without_luck=True)


def difference_from_more(first: Results, other: Results) -> Difference:
    """The same where the first has more battles than the other: how far those that make pairs lie
    from all of them is known, and taken out as far as results of pairs go together (double
    sampling: W. G. Cochran, Sampling Techniques, 1977, chapter 12). As by pairs alone where they
    are few, or where that is more precise.

    Raises:
        ValueError: where the first has fewer battles, or there are none.
    """
    number, total = len(other), len(first)
    pairs = difference(first.first(number), other)
    one, two = first.first(number).won.astype(np.float64), other.won.astype(np.float64)
    if total == number or np.count_nonzero(one != two) < APART or not one.var() or not two.var():
        return pairs
    slope = float(np.cov(one, two)[0, 1] / one.var(ddof=1))
    rest, every = two - slope * one, first.won.astype(np.float64)
    mean = float(rest.mean() + (slope - 1) * every.mean())
    half = Z95 * sqrt(rest.var(ddof=2) / number + (slope - 1) ** 2 * every.var(ddof=1) / total)
    if half >= (pairs.high - pairs.low) / 2:
        return pairs
    return Difference(mean, max(-1.0, mean - half), min(1.0, mean + half))


def counted_difference(first: Results, other: Results) -> Difference:
    """The same by counting alone (`autogm.analysis.intervals.paired`).

    Raises:
        ValueError: where one has more battles than the other, or none.
    """
    if len(first) != len(other):
        raise ValueError("battles make no pairs where one variant has more of them")
    one, two = first.won, other.won
    return paired(int((two & ~one).sum()), int((one & ~two).sum()), len(first))
