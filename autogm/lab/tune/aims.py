"""What a conflict is tuned to: a figure of its battles, counted with its spread, and the scale on
which changes add up: log odds of a share, the logarithm of a mean.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from math import exp, log, sqrt
from statistics import NormalDist
from typing import Any

import numpy as np

from autogm.analysis.intervals import Z95, Mean, score_interval
from autogm.analysis.luck import LEAST, without_luck
from autogm.analysis.student import student
from autogm.analysis.swing import close_late, late_odds
from autogm.lab.simulate import Simulation
from autogm.model.words import SIDES
from autogm.planner.evaluation.weights import FEATURES, shipped_weights


@dataclass(frozen=True)
class Counted:
    """A figure over so many battles: the sum of what it was in each, and of the squares."""

    battles: int = 0
    total: float = 0.0
    squares: float = 0.0

    def __add__(self, other: Counted) -> Counted:
        return Counted(
            self.battles + other.battles, self.total + other.total, self.squares + other.squares
        )

    @property
    def mean(self) -> float:
        """What it was on average."""
        return self.total / self.battles

    @property
    def error(self) -> float:
        """The standard error of the mean. Two battles are added, one on each side of it at a
        distance of a half, so that battles which all went alike still leave a doubt."""
        spread = max(0.0, self.squares - self.total**2 / self.battles) + 0.5
        return sqrt(spread / (self.battles + 1) / (self.battles + 2))


@dataclass(frozen=True)
class Aim:
    """A figure that can be aimed at. `share`: it lies between 0 and 1 in every battle. Some need
    battles whose dice or course are noted (`measures`). Where `count` takes the luck of the dice
    out, `with_luck` counts the same figure as it came. What has a model of the conflict in it is
    counted by `after` some of its battles. `note` says what its words leave out."""

    name: str
    words: str
    share: bool
    count: Callable[[Simulation], Counted]
    measures: bool = False
    with_luck: Callable[[Simulation], Counted] | None = None
    fitted: Callable[[Simulation], Callable[[Simulation], Counted]] | None = None
    note: str = ""

    def after(self, found: Simulation) -> Aim:
        """The same figure by what these battles say of the conflict as it is: what is counted of
        others does not depend on how many there are at a time."""
        return self if self.fitted is None else replace(self, count=self.fitted(found), fitted=None)

    def as_it_came(self, found: Simulation) -> Counted:
        """What was counted with all the luck of its dice, as `simulate` tells it."""
        return (self.with_luck or self.count)(found)

    def plain(self) -> Aim:
        """The same figure, always as it came."""
        return replace(self, count=self.as_it_came, with_luck=None)

    def interval(self, found: Counted) -> tuple[float, float]:
        """The figure's 95% interval: Wilson's for shares, of as many battles as would vary so much
        by plain counting, or of those there are where that is more; and else the normal one."""
        if not self.share:
            return max(0.0, found.mean - Z95 * found.error), found.mean + Z95 * found.error
        share = min(1.0, max(0.0, found.mean))
        alike = round(share * (1 - share) / found.error**2)
        return score_interval(share, max(found.battles, alike))

    def on_scale(self, value: float) -> float:
        """A value on the scale on which changes add up."""
        return log(value / (1 - value)) if self.share else log(value)

    def from_scale(self, place: float) -> float:
        """The value at a place of that scale."""
        return 1 / (1 + exp(-place)) if self.share else exp(place)

    def slope(self, value: float) -> float:
        """How far the value moves for a small step on the scale."""
        return value * (1 - value) if self.share else value

    def placed(self, found: Counted) -> tuple[float, float]:
        """Where it was found on that scale, and the variance of that. It is kept off the ends by
        half a battle."""
        least = 0.5 / (found.battles + 1)
        value = max(found.mean, least)
        value = min(value, 1 - least) if self.share else value
        return self.on_scale(value), (found.error / self.slope(value)) ** 2


def chance_within(found: Counted, target: float, within: float) -> float:
    """How likely a figure is to lie no farther from a target than so much, by what was counted
    alone."""
    error = NormalDist(found.mean, found.error)
    return error.cdf(target + within) - error.cdf(target - within)


def aims(side: str, wins: str = "") -> dict[str, Aim]:
    """All that can be aimed at, by name; wins are those of a side, half of what ends undecided
    with them. `wins` says so in words where the side has a name."""
    return {
        one.name: one
        for one in (
            Aim(
                "win",
                wins or f"{_SIDES[side]} win",
                True,
                lambda found: _wins_without_luck(found, side),
                measures=True,
                with_luck=lambda found: _wins(found, side),
                note="What ends undecided counts half.",
            ),
            Aim("all-fall", "every hero falls", True, lambda found: _falls(found, everyone=True)),
            Aim("any-falls", "a hero falls", True, lambda found: _falls(found, everyone=False)),
            Aim(
                "close",
                "still close after two thirds",
                True,
                lambda found: _closely(found)(found),
                measures=True,
                fitted=_closely,
            ),
            Aim("fallen", "the heroes who fall", False, _fallen),
            Aim("exchanges", "exchanges", False, _exchanges),
            Aim("consequences", "consequences a hero", False, _consequences),
            Aim("points", "fate points that the heroes spend", False, _points),
        )
    }


_SIDES = {"players": "the players", "gm": "the GM's side"}


def _wins(found: Simulation, side: str) -> Counted:
    """What a side has won, half of what ended undecided with it."""
    won, even = found.wins[side].count, found.undecided.count
    return Counted(found.battles, won + even / 2, won + even / 4)


def _wins_without_luck(found: Simulation, side: str) -> Counted:
    """The same without the luck of the dice: where a conflict is near even its variance is mostly
    half of that, or less. As it came where the battles are few, or some luck is not known."""
    luck = found.results.luck
    if luck is None or found.battles < LEAST:
        return _wins(found, side)
    rest = without_luck(_won(found, side), luck)
    return Counted(found.battles, float(rest.sum()), float((rest**2).sum()))


def _won(found: Simulation, side: str) -> np.ndarray[Any, Any]:
    """What each battle was to a side: 1 if it won, 0 if the other did, and else a half."""
    winners, place = np.frombuffer(found.winners, np.int8), SIDES.index(side)
    return np.where(winners == 1 + place, 1.0, np.where(winners == 2 - place, 0.0, 0.5))


def _falls(found: Simulation, *, everyone: bool) -> Counted:
    """The battles in which every hero is taken out, or at least one is."""
    heroes = found.heroes
    share = None if heroes is None else heroes.all_fall if everyone else heroes.any_falls
    count = 0 if share is None else share.count
    return Counted(found.battles, count, count)


def _closely(found: Simulation) -> Callable[[Simulation], Counted]:
    """Who counts close battles, by the odds that these ones show."""
    win = shipped_weights().win
    lengths, course = _course(found)
    won = _won(found, SIDES[0])[: len(course)]
    odds = late_odds(won, lengths, course, np.array([win[name] for name in FEATURES]))

    def count(others: Simulation) -> Counted:
        close = close_late(*_course(others), odds)
        return Counted(len(close), float(close.sum()), float(close.sum()))

    return count


def _course(found: Simulation) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    """How many exchanges each battle had, and how the sides stood as each began."""
    assert found.course is not None, "battles of this aim are measured"
    course = found.course.reshape(len(found.course), -1, len(FEATURES))
    return np.frombuffer(found.lengths, np.uint8).astype(np.int64)[: len(course)], course


def _fallen(found: Simulation) -> Counted:
    """How many heroes are taken out."""
    numbers = () if found.heroes is None else found.heroes.numbers
    return Counted(
        found.battles,
        sum(number * one.count for number, one in enumerate(numbers)),
        sum(number * number * one.count for number, one in enumerate(numbers)),
    )


def _exchanges(found: Simulation) -> Counted:
    told = found.exchanges
    return _of_means([Mean(told["mean"] or 0.0, told["low"], told["high"])], found.battles)


def _consequences(found: Simulation) -> Counted:
    """Consequences that a hero has taken, of all severities together."""
    heroes = [one for one in found.fighters if one.hero]
    means = [mean for one in heroes for mean in one.consequences.values()]
    return _of_means(means, found.battles, len(heroes))


def _points(found: Simulation) -> Counted:
    """Fate points that all heroes together have spent."""
    heroes = [one for one in found.fighters if one.hero]
    return _of_means([mean for one in heroes for mean in one.points_spent.values()], found.battles)


def _of_means(means: list[Mean], battles: int, among: int = 1) -> Counted:
    """The sum of means of the same two battles or more, to each of so many. How they hang together
    isn't known: standard deviations are added, which is the most that the sum's can be."""
    mean = sum(one.mean for one in means) / among
    halves = sum((one.high if one.high is not None else one.mean) - one.mean for one in means)
    deviation = halves / student(Z95, battles - 1) * sqrt(battles) / among
    squares = deviation**2 * (battles - 1) + battles * mean**2
    return Counted(battles, mean * battles, squares)
