"""The luck of the dice, taken out of a share that was counted: control variates. What a side's dice
showed in a battle, less the exact mean of what they could, has the mean zero whatever happens, and
so has what they were worth, by an estimate however wrong. So any multiple of either may be taken
off the result without changing what that is expected to be, and where lucky dice win battles the
rest varies less. The multiples are fitted on other battles than those that they are taken off
(halves, crosswise), so that nothing is biased by the fit either. What dice were worth is what AIVAT
takes out, with the multiple 1, since its estimate is meant to be right (N. Burch, M. Schmid,
M. Moravcik, D. Morrill and M. Bowling, 2018).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any

import numpy as np

from autogm.analysis.intervals import Z95

Array = np.ndarray[Any, Any]
LEAST, UNLIKE = 50, 10
"""Battles, and those among them that went otherwise than most, that are too few to fit anything on:
with fewer of the second the fit follows single battles, and the interval is too narrow."""


@dataclass(frozen=True)
class Adjusted:
    """A mean with the luck taken out, with its 95% interval. `gain` is how many times as many
    battles plain counting would take for an interval as narrow; `decided` is the share of what
    battles differ in that is taken out so."""

    mean: float
    low: float
    high: float
    gain: float

    @property
    def decided(self) -> float:
        """The share of the variance that the controls explain."""
        return max(0.0, 1.0 - 1.0 / self.gain)

    def as_dict(self) -> dict[str, float]:
        """As plain data."""
        return {"mean": self.mean, "low": self.low, "high": self.high, "gain": self.gain,
                "decided": self.decided}  # fmt: skip


def without_luck(results: Array, luck: Array) -> Array:
    """Each battle's result (battles), less what its luck (battles, controls; means are zero)
    brought, as the other half of the battles tells that."""
    adjusted = results.astype(np.float64)
    even = np.arange(len(results)) % 2 == 0
    for own, other in ((even, ~even), (~even, even)):
        ones = np.ones((int(other.sum()), 1))
        fitted, *_ = np.linalg.lstsq(np.hstack([ones, luck[other]]), results[other], rcond=None)
        adjusted[own] -= luck[own] @ fitted[1:]
    return adjusted


def adjusted(results: Array, luck: Array, z: float = Z95) -> Adjusted | None:
    """The share of victories (`results` are 0 or 1) without the luck, and its interval of `z`
    standard errors. Nothing where battles are too few, where all or nearly all went alike, or where
    the dice tell so little that plain counting is as good."""
    won = np.count_nonzero(results)
    if len(results) < LEAST or min(won, len(results) - won) < UNLIKE:
        return None
    rest = without_luck(results, luck)
    spread = float(rest.var(ddof=1))
    gain = float(results.var(ddof=1)) / spread if spread > 0 else 1.0
    if gain <= 1.0:
        return None
    mean, half = min(1.0, max(0.0, float(rest.mean()))), z * sqrt(spread / len(rest))
    return Adjusted(mean, max(0.0, mean - half), min(1.0, mean + half), gain)


def controls(luck: Array, sides: Sequence[int]) -> Array:
    """The luck of battles as controls (battles, 2 or 3): what the dice of the players (side 0)
    showed above their mean less what the GM's did, in attacks and their answers, and in all else;
    and what dice were worth above their mean, where that was noted. From two columns for each
    fighter and perhaps that one (`autogm.agents.measured`)."""
    number = luck.shape[1] // 2
    return np.column_stack([_totals(luck, sides), luck[:, 2 * number :]])


def _totals(luck: Array, sides: Sequence[int]) -> Array:
    """What the dice showed alone (battles, 2)."""
    number = luck.shape[1] // 2
    signs = np.zeros(number)
    signs[: len(sides)] = [1.0 if side == 0 else -1.0 for side in sides]
    return np.column_stack([luck[:, :number] @ signs, luck[:, number : 2 * number] @ signs])


def dice_that_decide(results: Array, luck: Array, sides: Sequence[int]) -> list[float]:
    """For each fighter, the share of what battles differ in that goes with its own dice: the
    covariance of results with what they showed, as the fit over all fighters weighs it. The shares
    of all add up to what the dice explain by what they showed alone; where there are few battles
    one may be below 0."""
    number = luck.shape[1] // 2
    total = _totals(luck, sides)
    centred = results - results.mean()
    slope, *_ = np.linalg.lstsq(total, centred, rcond=None)
    whole = float((centred**2).sum())
    shares = []
    for place, side in enumerate(sides):
        own = np.column_stack([luck[:, place], luck[:, number + place]])
        sign = 1.0 if side == 0 else -1.0
        shares.append(sign * float(centred @ (own @ slope)) / whole if whole else 0.0)
    return shares
