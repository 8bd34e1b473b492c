"""What a rule claims, as a figure of played conflicts and the range where it should lie, and what
the figures say of it: a claim is kept where the whole 95% interval lies in the range, broken where
none of it does, and open in between.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Enum
from math import exp, log, sqrt

from autogm.analysis.intervals import Z95, paired, score_interval
from autogm.analysis.student import student
from evaluation.folklore.played import Played, Sums

SCORE, GAIN, LENGTH, FALLEN = "score", "gain", "length", "fallen"
"""The players' share of wins with half of what ends undecided; how much more often they win than in
the base, by pairs of battles with the same dice; exchanges, to those of the base; heroes taken out,
to those of the base."""


class Answer(Enum):
    """What the battles say of a claim."""

    yes = "kept"
    no = "broken"
    open = "open"


class Verdict(Enum):
    """What they say of a rule."""

    holds = "holds"
    partly = "holds only in part"
    fails = "does not hold"
    undecided = "not decided"


@dataclass(frozen=True)
class Figure:
    """A number with its 95% interval."""

    mean: float
    low: float
    high: float


@dataclass(frozen=True)
class Claim:
    """That a figure of a variant, for `SCORE` alone, else to that of the variant `base`, lies
    between two numbers, either of which may be left out. `says` ends the sentence «the rule is kept
    where …»."""

    says: str
    figure: str
    variant: str
    base: str = ""
    low: float | None = None
    high: float | None = None

    def answer(self, found: Figure) -> Answer:
        """Whether the figure is where it should be."""
        low = float("-inf") if self.low is None else self.low
        high = float("inf") if self.high is None else self.high
        if low <= found.low and found.high <= high:
            return Answer.yes
        return Answer.no if found.high < low or found.low > high else Answer.open


def figure(claim: Claim, played: Mapping[str, Played]) -> Figure:
    """The figure that a claim is about, from the battles of each variant.

    Raises:
        KeyError: where a variant has not been played.
        ValueError: for a figure that does not exist.
    """
    one = played[claim.variant]
    if claim.figure == SCORE:
        return score(one)
    base = played[claim.base]
    if claim.figure == GAIN:
        return gain(base, one)
    if claim.figure == LENGTH:
        return _ratio((base, base.exchanges), (one, one.exchanges))
    if claim.figure == FALLEN:
        return _ratio((base, base.fallen), (one, one.fallen))
    raise ValueError(f"no figure is called {claim.figure}")


def score(played: Played) -> Figure:
    """The players' share of wins, an undecided battle counted half."""
    total = len(played.winners)
    share = (played.winners.count("1") + played.winners.count("0") / 2) / total
    return Figure(share, *score_interval(share, total))


def gain(base: Played, other: Played) -> Figure:
    """How much more often the players win in the other, over the battles that both have."""
    pairs = list(zip(base.winners, other.winners, strict=False))
    more = sum(two == "1" and one != "1" for one, two in pairs)
    less = sum(one == "1" and two != "1" for one, two in pairs)
    found = paired(more, less, len(pairs))
    return Figure(found.mean, found.low, found.high)


def _ratio(base: tuple[Played, Sums], other: tuple[Played, Sums]) -> Figure:
    """One mean to another, as if they were of different dice, which makes it rather too wide; by
    the logarithm, whose error is near to normal."""
    squared, means = 0.0, list[float]()
    for played, sums in (base, other):
        mean = played.mean(sums)
        if mean.mean <= 0 or mean.high is None:
            return Figure(1.0, 0.0, float("inf"))
        half = (mean.high - mean.mean) / student(Z95, len(played.winners) - 1)
        squared += (half / mean.mean) ** 2
        means.append(mean.mean)
    middle, error = log(means[1] / means[0]), sqrt(squared)
    return Figure(exp(middle), exp(middle - Z95 * error), exp(middle + Z95 * error))


def verdict(answers: Iterable[Answer]) -> Verdict:
    """What all the answers come to: it holds where every claim is kept at every level, and does not
    where each is broken; some kept and some broken is in part; else it is not decided."""
    found = set(answers)
    if found == {Answer.yes}:
        return Verdict.holds
    if found == {Answer.no}:
        return Verdict.fails
    if {Answer.yes, Answer.no} <= found:
        return Verdict.partly
    return Verdict.undecided
