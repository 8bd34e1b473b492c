"""How open a conflict still is once a part of it is over: the chance to win that the players have
then, in each battle that was played, and how much of the result is settled by it. The chances are
fitted to the battles themselves, by how the sides stand (strength, threat, objectives, tempo,
weight, heads, invokes): a logistic model of the result, held back by a ridge so that few battles
are not taken at their word. The chances of each half are those of a model of the other half, drawn
together as far as they do not foretell the results: where the features tell nothing, nothing is
settled. What they do not tell is not seen, so chances may lie further apart than told here. Of
games that can be solved it is known what each moment is worth, and how much of the result follows
that.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, sqrt
from typing import Any

import numpy as np

from autogm.analysis.intervals import Z95

Array = np.ndarray[Any, Any]
LEAST = 100
"""Battles that are too few to tell."""
OPEN = 50
"""Battles that are still open then that are too few."""
PART = 3
"""The part of a battle that is looked at: a third."""
ROUNDS, RIDGE = 40, 1.0
LATE = 2 / 3
"""The part of a battle after which it is close, or is not: ..."""
CLOSE = 0.25
"""... it is while neither side is less likely to win than this."""
STEADY, SWINGY = 0.5, 0.2
"""Where so much of the result is settled after a third it is told as steady, or as swingy."""


@dataclass(frozen=True)
class Swing:
    """The players' chance to win as `exchange` begins, a third of the usual length into it: its
    deciles over the battles, those that were over by then counted as won or lost; the share of
    what battles differ in that is `settled` by then; and how often whoever was ahead won."""

    exchange: int
    low: float
    middle: float
    high: float
    settled: float
    leader_wins: float

    @property
    def said(self) -> str:
        """How open the conflict still is, as a clause."""
        return how_settled(self.settled)

    def as_dict(self) -> dict[str, float]:
        """As plain data."""
        return {"exchange": self.exchange, "low": self.low, "middle": self.middle,
                "high": self.high, "settled": self.settled,
                "leader_wins": self.leader_wins}  # fmt: skip


@dataclass(frozen=True)
class Settled:
    """The share of what plays differ in that is settled after the `step`-th choice or roll, a third
    of the usual number, with its 95% interval."""

    step: int
    share: float
    low: float
    high: float

    def as_dict(self) -> dict[str, float]:
        """As plain data."""
        return {"step": self.step, "share": self.share, "low": self.low, "high": self.high}


def how_settled(share: float) -> str:
    """What it means that so much of a result is decided after a third, as a clause."""
    if share >= STEADY:
        return "most of the result is settled by then"
    return f"{'hardly any' if share < SWINGY else 'some'} of the result is settled by then"


def settled(worths: Sequence[Sequence[float]]) -> Settled | None:
    """How open plays are after a third of the median number of steps. `worths` are what each was
    worth with best play as it began and after every step, the last being what it came to. Told is
    the square of the correlation of both (interval: R. A. Fisher, 1915). Nothing for few plays, or
    where all came to the same."""
    ends = np.array([one[-1] for one in worths])
    if len(worths) < LEAST or ends.std() == 0:
        return None
    step = ceil(float(np.median([len(one) - 1 for one in worths])) / PART)
    by_then = np.array([one[min(step, len(one) - 1)] for one in worths])
    if by_then.std() == 0:
        return Settled(step, 0.0, 0.0, Z95**2 / len(worths))
    found = float(np.corrcoef(by_then, ends)[0, 1])
    middle, half = np.arctanh(min(found, 1 - 1e-12)), Z95 / sqrt(len(worths) - 3)
    low, high = (float(max(0.0, np.tanh(one))) for one in (middle - half, middle + half))
    return Settled(step, max(0.0, found) ** 2, low**2, high**2)


def swing(won: Array, lengths: Array, course: Array, begun: int = 0) -> Swing | None:
    """How open battles are after a third of the median length. `won` (battles) is 1, 0.5 for a draw
    or 0, `lengths` are exchanges from 1, `course` (battles, exchanges, features) is NaN where
    nothing was noted; `begun` exchanges were over before the battles began. Nothing for few
    battles, where all went alike, or where they are over by then."""
    if len(won) < LEAST or won.var() == 0:
        return None
    usual = float(np.median(lengths)) - begun
    exchange = min(course.shape[1], 1 + begun + ceil(usual / PART))
    if exchange <= begun + 1:  # nothing was noted so late
        return None
    chances = won.astype(np.float64).copy()
    noted, open_ = course[:, exchange - 1], lengths >= exchange
    for earlier in range(exchange - 2, -1, -1):  # nobody rolled as it began
        noted = np.where(np.isnan(noted), course[:, earlier], noted)
    open_ &= ~np.isnan(noted).any(axis=1)
    if open_.sum() < OPEN:
        return None
    chances[open_] = _foretold(noted[open_], chances[open_])
    low, middle, high = (float(one) for one in np.quantile(chances, (0.1, 0.5, 0.9)))
    ahead = np.where(chances >= 0.5, won, 1 - won)
    settled = min(1.0, float(chances.var() / won.var()))
    return Swing(exchange, low, middle, high, settled, float(ahead.mean()))


@dataclass(frozen=True)
class Odds:
    """A logistic model of who wins, by features of how the sides stand: `prior` is what they are
    worth in general, in logarithms of the odds, beside which there are `weights`, the first for
    all alike and the others for features less `mean`, in parts of `spread`."""

    prior: Array
    mean: Array
    spread: Array
    weights: Array

    def chances(self, features: Array) -> Array:
        """The chance of the players in each battle (battles, features)."""
        own = self.weights[0] + (features - self.mean) / self.spread @ self.weights[1:]
        found: Array = 1 / (1 + np.exp(-np.clip(features @ self.prior + own, -30, 30)))
        return found


def late_odds(won: Array, lengths: Array, course: Array, prior: Array) -> Odds:
    """Who wins by how things stand when two thirds of the exchanges are over, fitted to battles
    from the first exchange on that are as `swing` takes them; what they say leads away from the
    `prior`."""
    known, stood = _late(lengths, course)
    return _fitted(stood, won[known], prior)


def close_late(lengths: Array, course: Array, odds: Odds) -> Array:
    """Whether each battle was still close when two thirds of its exchanges were over (in its last
    one, if there were no more than two): both sides had `CLOSE` of the chances then. It depends on
    no other battle."""
    found, stood = _late(lengths, course)
    chances = odds.chances(stood)
    found[found] = (chances >= CLOSE) & (chances <= 1 - CLOSE)
    return found


def _late(lengths: Array, course: Array) -> tuple[Array, Array]:
    """Of which battles it was noted how they stood so late, and the features of those."""
    last = np.minimum(np.floor(LATE * lengths).astype(np.int64) + 1, np.maximum(lengths, 1))
    place = np.minimum(last, course.shape[1])[:, None] - 1
    noted = ~np.isnan(course).any(axis=2) & (np.arange(course.shape[1])[None, :] <= place)
    latest = course.shape[1] - 1 - noted[:, ::-1].argmax(axis=1)
    known: Array = noted.any(axis=1)
    return known, course[np.arange(len(course)), latest][known]


def _foretold(features: Array, won: Array) -> Array:
    """The chance of each battle by a model of the other half, drawn together to the mean result by
    the slope of the results on those chances: by all of it where these foretell nothing."""
    chances = np.empty(len(won))
    even = np.arange(len(won)) % 2 == 0
    for own, other in ((even, ~even), (~even, even)):
        model = _fitted(features[other], won[other], np.zeros(features.shape[1]))
        chances[own] = model.chances(features[own])
    apart = chances - chances.mean()
    spread = float((apart**2).mean())
    slope = float((apart * won).mean()) / spread if spread > 0 else 0.0
    found: Array = np.clip(won.mean() + min(1.0, max(0.0, slope)) * apart, 0.0, 1.0)
    return found


def _fitted(features: Array, won: Array, prior: Array) -> Odds:
    """A logistic model of who won, beside what is so in general (Newton's method); that alone where
    there are no battles."""
    if not len(won):
        none = np.zeros(features.shape[1])
        return Odds(prior, none, np.ones_like(none), np.zeros(len(none) + 1))
    mean, spread = features.mean(axis=0), features.std(axis=0)
    spread = np.where(spread > 0, spread, 1.0)
    design = np.hstack([np.ones((len(won), 1)), (features - mean) / spread])
    general = features @ prior
    ridge = np.full(design.shape[1], RIDGE)
    ridge[0] = 0.01
    weights = np.zeros(design.shape[1])
    for _ in range(ROUNDS):
        chances = 1 / (1 + np.exp(-np.clip(general + design @ weights, -30, 30)))
        slopes = np.maximum(chances * (1 - chances), 1e-9)
        curve = design.T @ (design * slopes[:, None]) + np.diag(ridge)
        step = np.linalg.solve(curve, design.T @ (won - chances) - ridge * weights)
        weights += step
        if float(np.abs(step).max()) < 1e-9:
            break
    return Odds(prior, mean, spread, weights)
