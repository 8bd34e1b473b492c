"""Ratings from battles: Bradley and Terry's model (1952), fitted by maximum likelihood, in Elo's
units, with intervals from resampling whole conflicts, with all that was played in them.

One side's expected score is 1 / (1 + 10^(-d / 400)) at a difference of d. An undecided battle is
half a victory for each, so the fit is of scores and not of a draw rate. A pair of battles, the same
dice with the seats changed, is one observation, since its two results depend on each other. Every
two players who met are given one further pair that nobody played, spread evenly over all results:
it keeps ratings finite where one has lost every battle, and changes all others very little.

Somebody may be better at some conflicts than at others, so that pairs of one conflict depend on
each other, too, and what is told of players is to hold in other conflicts of the kind. So intervals
come from drawing conflicts anew. Where fewer than `FEWEST` were played, too few to tell how they
differ, pairs are drawn, and what is told is of these conflicts with other dice.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np

Array = np.ndarray[Any, Any]

PAIR_SCORES = np.array([0.0, 0.5, 1.0, 1.5, 2.0])
"""What the first of two players can score in a pair of battles."""
UNPLAYED = 1.0 / len(PAIR_SCORES)
PER_LOGIT = 400.0 / np.log(10.0)
LONGEST_STEP = 2.0  # in logits; keeps Newton's method from overshooting
SAME = 1e-10
MOST_STEPS = 200
FEWEST = 10
"""Conflicts from which on intervals are over conflicts."""


@dataclass(frozen=True)
class Estimate:
    """A figure and its interval at the stated confidence."""

    value: float
    low: float
    high: float

    def as_dict(self) -> dict[str, float]:
        """As plain data."""
        return {"value": self.value, "low": self.low, "high": self.high}


def fit(scores: Array) -> Array:
    """Elo ratings whose mean is 0, shape (…, n), from `scores` (…, n, n): what row has scored
    against column in all their battles.

    Raises:
        ValueError: if no chain of battles connects some players with others, or if some have scored
            nothing or everything against all the others.
    """
    scores = np.asarray(scores, float)
    battles = scores + np.swapaxes(scores, -1, -2)
    n = scores.shape[-1]
    won = np.sum(scores, axis=-1)
    if not _joined(scores.reshape(-1, n, n).min(axis=0) > 0):
        raise ValueError("no ratings: some players have no battles, or no results, between them")
    ratings = np.zeros(scores.shape[:-1])
    for _ in range(MOST_STEPS):
        gap = ratings[..., :, None] - ratings[..., None, :]
        expected = 1.0 / (1.0 + np.exp(-gap))
        slope = won - np.sum(battles * expected, axis=-1)
        weight = battles * expected * (1.0 - expected)
        curve = -weight
        curve[..., range(n), range(n)] = np.sum(weight, axis=-1)
        step = np.linalg.solve(curve + 1.0 / n, slope[..., None])[..., 0]
        longest = np.max(np.abs(step), axis=-1, keepdims=True)
        ratings = ratings + step * np.minimum(1.0, LONGEST_STEP / np.maximum(longest, SAME))
        if longest.max() < SAME:
            break
    found: Array = (ratings - ratings.mean(axis=-1, keepdims=True)) * PER_LOGIT
    return found


def _joined(beats: Array) -> bool:
    """Whether everybody is connected to everybody by victories, in any number of steps; only then
    does a maximum of the likelihood exist (Ford 1957)."""
    reach = beats | np.eye(len(beats), dtype=bool)
    for _ in range(len(beats)):
        reach = reach @ reach
    return bool(reach.all())


def weighing(number: int) -> float:
    """The parameter of the Dirichlet distribution by which so many conflicts or pairs are weighed.
    A flat one (1) makes the variance of their mean too small, by (n - 1) / (n + 1), and the
    quantiles of a normal distribution stand for those of Student's; this makes up for both at 95%.
    Three or fewer are weighed as four."""
    number = max(4, number)
    wider = 1.0 + 2.42 / (number - 1)  # (1.96² + 1) / 2 a degree of freedom
    return ((number - 1) / wider - 1.0) / number


class Results:
    """Results: pairs of battles between players identified by number, counted by conflict and by
    the first player's score in them."""

    def __init__(self, players: int) -> None:
        self.players = players
        self._counts: dict[tuple[int, int], dict[str, Array]] = {}

    def add(self, first: int, second: int, score: float, conflict: str = "") -> None:
        """Count a pair of battles in a conflict, in which `first` has scored `score` out of 2.

        Raises:
            ValueError: for an impossible score of two battles, or for a player against itself.
        """
        place = round(2 * score)
        if first == second or not 0 <= place < len(PAIR_SCORES) or 2 * score != place:
            raise ValueError(f"{first} cannot score {score} in two battles against {second}")
        if first > second:
            first, second, place = second, first, len(PAIR_SCORES) - 1 - place
        counts = self._counts.setdefault((first, second), {})
        counts.setdefault(conflict, np.zeros(len(PAIR_SCORES)))[place] += 1

    def pairs(self, first: int, second: int) -> int:
        """How many pairs of battles two players have played."""
        counts = self._counts.get((min(first, second), max(first, second)), {})
        return int(sum(one.sum() for one in counts.values()))

    def score(self, player: int) -> tuple[float, int]:
        """What a player has scored, and in how many battles."""
        total, battles = 0.0, 0
        for (first, second), counts in self._totals():
            if player in (first, second):
                own = float(counts @ PAIR_SCORES)
                total += own if player == first else 2 * counts.sum() - own
                battles += 2 * int(counts.sum())
        return total, battles

    def scores(self) -> Array:
        """What row has scored against column (n, n), the unplayed pairs included."""
        table = np.zeros((self.players, self.players))
        for (first, second), counts in self._totals():
            own = (counts + UNPLAYED) @ PAIR_SCORES
            table[first, second] = own
            table[second, first] = 2 * (counts.sum() + 1) - own
        return table

    def resampled(self, times: int, seed: int) -> Array:
        """Scores as they might equally have come out (times, n, n): each conflict, or where two met
        in few of them each pair of battles, is given a random weight, which are together from a
        Dirichlet distribution (the Bayesian bootstrap, Rubin 1981). A conflict has the same weight
        for all players, and the pair that nobody played one of its own."""
        rng = np.random.default_rng(seed)
        table = np.zeros((times, self.players, self.players))
        several = [len(one) for one in self._counts.values() if len(one) >= FEWEST]
        conflicts = sorted({one for counts in self._counts.values() for one in counts})
        shape = weighing(min(several, default=FEWEST))
        weights = {one: rng.standard_gamma(shape, (times, 1)) for one in conflicts}
        for (first, second), counts in sorted(self._counts.items()):
            whole = np.sum([*counts.values()], axis=0)
            if len(counts) >= FEWEST:
                drawn = rng.standard_gamma(shape * UNPLAYED, (times, len(PAIR_SCORES)))
                drawn += sum(weights[one] * pairs for one, pairs in counts.items())
            else:
                each = weighing(int(whole.sum()))
                drawn = rng.standard_gamma(each * (whole + UNPLAYED), (times, len(PAIR_SCORES)))
            total = whole.sum() + 1
            own = total * (drawn @ PAIR_SCORES) / drawn.sum(axis=1)
            own = np.clip(own, 1e-9, 2 * total - 1e-9)
            table[:, first, second] = own
            table[:, second, first] = 2 * total - own
        return table

    def _totals(self) -> Iterator[tuple[tuple[int, int], Array]]:
        """What any two players scored, in all conflicts together."""
        for both, counts in self._counts.items():
            yield both, np.sum([*counts.values()], axis=0)


class Ratings:
    """The ratings that results give.

    Raises:
        ValueError: as `fit`.
    """

    def __init__(self, results: Results, times: int = 2000, seed: int = 1) -> None:
        self.value = fit(results.scores())
        self.samples = fit(results.resampled(times, seed))

    def difference(self, higher: int, lower: int, confidence: float = 0.99) -> Estimate:
        """How far one stands above another."""
        gaps = self.samples[:, higher] - self.samples[:, lower]
        tail = (1.0 - confidence) / 2
        low, high = (float(np.quantile(gaps, q)) for q in (tail, 1.0 - tail))
        return Estimate(float(self.value[higher] - self.value[lower]), low, high)

    def above(self, higher: int, lower: int) -> float:
        """In how many of the resamplings one stands above another."""
        return float(np.mean(self.samples[:, higher] > self.samples[:, lower]))


def share(results: Results, first: int, second: int, confidence: float, seed: int = 1) -> Estimate:
    """The share of the points that `first` takes from `second`, with its interval. That is of one
    pair more, shared (see `Results`); where hardly any were played it is widened to the share.

    Raises:
        ValueError: if they have not met.
    """
    pairs = results.pairs(first, second)
    if not pairs:
        raise ValueError("they have not met")
    battles = 2.0 * (pairs + 1)
    drawn = results.resampled(2000, seed)[:, first, second] / battles
    tail = (1.0 - confidence) / 2
    low, high = (float(np.quantile(drawn, q)) for q in (tail, 1.0 - tail))
    value = (results.scores()[first, second] - 1.0) / (2.0 * pairs)
    return Estimate(value, min(low, value), max(high, value))


def every_two(players: int, apart: int | None = None) -> list[tuple[int, int]]:
    """Everybody against everybody, or against those at most `apart` places away."""
    return [(a, b) for a, b in combinations(range(players), 2) if apart is None or b - a <= apart]
