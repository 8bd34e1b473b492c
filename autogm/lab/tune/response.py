"""What changes do, learnt from the battles that were played: on the scale of the aim every unit of
every knob adds its effect to that of the others. Effects are unknown numbers with a normal prior,
whose middle is what the same unit does in battles of brawlers, who are played in no time. Two edits
together may do more or less than each alone: that too is an unknown number for each pair, without
which the battles of a set would say little of those that contain it. With normal noise the
posterior is exact (C. E. Rasmussen and C. K. I. Williams, Gaussian Processes for Machine Learning,
2006, 2.1).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from math import sqrt
from typing import Any, NamedTuple

import numpy as np

from autogm.lab.tune.knobs import Edits, Knob

START_ERROR = 2.0
"""Standard deviation of where the conflict is to begin with, about where brawlers have it."""
PROXY_ERROR = 0.5
"""That of how much of the brawlers' effects others show, about all of it."""
UNIT_ERROR, UNIT_SHARE = 0.25, 0.5
"""That of a unit's effect: so much, and this share of the effect that brawlers show."""
PAIR_ERROR = 0.15
"""That of what two edits do together besides what each does alone, ..."""
WIDE = (0.5, 1.0, 2.0, 4.0, 8.0)
"""... times one of these, whichever the battles speak for: in some conflicts edits hardly touch one
another, in others it all hangs together."""

Array = np.ndarray[Any, Any]
Pair = tuple[tuple[int, int], tuple[int, int]]
Unit = tuple[int, int]
"""A knob by number, and the value that a unit leads away from what stands there to."""


class Learnt(NamedTuple):
    """What is known of the unknown numbers: the place of each pair that was played among those of
    pairs, how many times as much as expected pairs do, the mean of each number, and how they vary
    together."""

    pairs: dict[Pair, int]
    wide: float
    mean: Array
    left: Array


class Response:
    """The model. `proxies` has for each knob what a unit upwards does among brawlers, by the value
    for one that is not ordered; `start` is where the conflict is among them."""

    def __init__(self, knobs: Sequence[Knob], proxies: Mapping[Unit, float], start: float) -> None:
        self._units = list(_all_units(knobs))
        self._place = {unit: number for number, unit in enumerate(self._units)}
        self._knobs = knobs
        self._proxy = np.array(
            [self._way(unit) * proxies.get(_proxy(knobs, unit), 0.0) for unit in self._units]
        )
        self._start = start
        errors = UNIT_ERROR + UNIT_SHARE * np.abs(self._proxy)
        self._single = np.array([START_ERROR**2, PROXY_ERROR**2, *(errors**2)])
        self._learnt = Learnt({}, 1.0, np.zeros(len(self._single)), np.diag(self._single))

    def _way(self, unit: Unit) -> int:
        """Whether a unit leads upwards (1) or downwards (-1)."""
        knob = self._knobs[unit[0]]
        return -1 if knob.ordered and unit[1] < knob.now else 1

    def _features(self, edits: Edits, pairs: Mapping[Pair, int]) -> Array:
        """What a set is made of: the start, the brawlers' effects together, each unit, and each
        of these pairs."""
        first = 2 + len(self._units)
        row = np.zeros(first + len(pairs))
        row[0] = 1
        for number, value in edits:
            for unit in _units(self._knobs[number], number, value):
                place = self._place[unit]
                row[2 + place] = 1
                row[1] += self._proxy[place]
        for pair in combinations(edits, 2):
            if pair in pairs:
                row[first + pairs[pair]] = 1
        return row

    def learn(self, found: Mapping[Edits, tuple[float, float]]) -> None:
        """Take in where sets were found on the scale, each with the variance of that; what was
        learnt before is forgotten."""
        played = dict.fromkeys(pair for edits in found for pair in combinations(edits, 2))
        pairs = {pair: number for number, pair in enumerate(played)}
        rows = np.array([self._features(one, pairs) for one in found])
        told, noise = (np.array(one) for one in zip(*found.values(), strict=True))
        missed = told - self._start - rows[:, 1]
        wide = self._likeliest(rows, missed, noise, len(pairs))
        variance = self._variance(wide, len(pairs))
        spread = rows * variance
        gain = np.linalg.solve(spread @ rows.T + np.diag(noise), spread).T
        # All at once: whoever interrupts this has the model as it was, or as it is now.
        self._learnt = Learnt(pairs, wide, gain @ missed, np.diag(variance) - gain @ spread)

    def _variance(self, wide: float, pairs: int) -> Array:
        return np.concatenate([self._single, np.full(pairs, (wide * PAIR_ERROR) ** 2)])

    def _likeliest(self, rows: Array, missed: Array, noise: Array, pairs: int) -> float:
        """By how much more pairs do than they are expected to, as makes likeliest what was found:
        the greatest evidence (ibid., 5.4.1)."""

        def evidence(wide: float) -> float:
            spread = (rows * self._variance(wide, pairs)) @ rows.T + np.diag(noise)
            return float(-np.linalg.slogdet(spread)[1] - missed @ np.linalg.solve(spread, missed))

        return max(WIDE, key=evidence)

    def predict(self, edits: Edits) -> tuple[float, float]:
        """Where a set should be on the scale, and the variance of that."""
        row = self._features(edits, self._learnt.pairs)
        unseen = sum(pair not in self._learnt.pairs for pair in combinations(edits, 2))
        mean = self._start + row[1] + row @ self._learnt.mean
        return float(mean), float(row @ self._learnt.left @ row) + unseen * self.pair_error**2

    def effect(self, number: int, value: int) -> float:
        """What it adds to set a knob to a value."""
        row = self._added(number, value)
        return float(row[1] + row @ self._learnt.mean)

    def effect_error(self, number: int, value: int) -> float:
        """The standard deviation of that."""
        row = self._added(number, value)
        return sqrt(max(0.0, float(row @ self._learnt.left @ row)))

    def _added(self, number: int, value: int) -> Array:
        pairs = self._learnt.pairs
        return self._features(((number, value),), pairs) - self._features((), pairs)

    @property
    def wide(self) -> float:
        """How many times as much as expected pairs do, by what was learnt."""
        return self._learnt.wide

    @property
    def pair_error(self) -> float:
        """The standard deviation of what two edits do together besides what each does alone."""
        return self.wide * PAIR_ERROR

    def together(self) -> dict[Pair, float]:
        """What pairs of edits that were played add besides the effects of each."""
        first = 2 + len(self._units)
        mean = self._learnt.mean
        return {pair: float(mean[first + place]) for pair, place in self._learnt.pairs.items()}


def _all_units(knobs: Sequence[Knob]) -> Iterator[Unit]:
    for number, knob in enumerate(knobs):
        for value in range(len(knob.values)):
            if value != knob.now:
                yield number, value


def _units(knob: Knob, number: int, value: int) -> Iterator[Unit]:
    """The units that lead to a value."""
    if value == knob.now:
        return
    if not knob.ordered:
        yield number, value
        return
    way = 1 if value > knob.now else -1
    for between in range(knob.now + way, value + way, way):
        yield number, between


def _proxy(knobs: Sequence[Knob], unit: Unit) -> Unit:
    """Under what the brawlers' effect of a unit is kept: one number for all of an ordered knob."""
    number, value = unit
    return (number, -1) if knobs[number].ordered else (number, value)
