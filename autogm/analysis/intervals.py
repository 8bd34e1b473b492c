"""Intervals: how far a share or a mean counted over so many battles can be trusted."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from statistics import NormalDist

from autogm.analysis.student import student

Z95 = NormalDist().inv_cdf(0.975)


@dataclass(frozen=True)
class Share:
    """A count out of a total, with its 95% interval."""

    count: int
    share: float
    low: float
    high: float

    def as_dict(self) -> dict[str, float]:
        """As plain data."""
        return {"count": self.count, "share": self.share, "low": self.low, "high": self.high}


@dataclass(frozen=True)
class Mean:
    """A mean per battle, with its 95% interval; a single battle gives none."""

    mean: float
    low: float | None
    high: float | None

    def as_dict(self) -> dict[str, float | None]:
        """As plain data."""
        return {"mean": self.mean, "low": self.low, "high": self.high}


def wilson(count: int, total: int, z: float = Z95) -> Share:
    """A share with its score interval.

    Raises:
        ValueError: for a count outside 0 … total, or nothing counted.
    """
    if total < 1 or not 0 <= count <= total:
        raise ValueError(f"no share of {count} in {total}")
    share = count / total
    return Share(count, share, *score_interval(share, total, z))


def score_interval(share: float, total: int, z: float = Z95) -> tuple[float, float]:
    """Wilson's score interval (E. B. Wilson, 1927): it keeps its level for shares near 0 and 1 and
    never leaves them. For the mean of anything between 0 and 1, which varies no more than a share,
    it is wide enough."""
    middle = (share + z * z / (2 * total)) / (1 + z * z / total)
    half = z * sqrt(share * (1 - share) / total + z * z / (4 * total * total))
    half /= 1 + z * z / total
    low = 0.0 if share <= 0 else max(0.0, middle - half)
    return low, 1.0 if share >= 1 else min(1.0, middle + half)


def unseen(battles: int, z: float = Z95) -> float:
    """The share of battles that may differ from so many that were all alike: the end of the score
    interval of none."""
    return score_interval(0.0, battles, z)[1]


def mean_of(total: int, squares: int, battles: int, z: float = Z95) -> Mean:
    """The mean of what is counted in each battle and never below zero, from the sum of the counts
    and that of their squares. The interval is Student's, by the sample's standard error
    sqrt((squares - total² / battles) / (battles - 1) / battles), cut off at zero; where all battles
    are alike it is as wide as `unseen` says: as far as a battle that differs does so by 1.

    Raises:
        ValueError: where nothing was counted.
    """
    if battles < 1:
        raise ValueError("no mean of no battles")
    mean = total / battles
    if battles == 1:
        return Mean(mean, None, None)
    # In whole numbers, so that nothing is lost where all battles are nearly alike.
    spread = (battles * squares - total * total) / (battles * (battles - 1))
    half = student(z, battles - 1) * sqrt(spread / battles) if spread else unseen(battles, z)
    return Mean(mean, max(0.0, mean - half), mean + half)


def ratio_of(
    part: int, squares: int, products: int, whole: int, whole_squares: int, battles: int,
    z: float = Z95,
) -> Share:  # fmt: skip
    """The share of something that is counted in each battle in something larger that is counted
    there, too, such as stays in a zone among all stays; `squares`, `products` and `whole_squares`
    are summed over the battles. Battles vary and not single stays, so that the interval is that of
    a ratio of means, by the spread of what a battle has more than its share (W. G. Cochran,
    Sampling Techniques, 1977, 6.4) and Student's t, cut off at 0 and 1. Where that is the same in
    all battles, it is as wide as `unseen` says; a single battle tells nothing, 0 to 1.

    Raises:
        ValueError: for a part that is none of it, or nothing counted.
    """
    if battles < 1 or not 0 <= part <= whole or whole < 1:
        raise ValueError(f"no share of {part} in {whole}")
    share = part / whole
    if battles == 1:
        return Share(part, share, 0.0, 1.0)
    # What a battle has more than its share is 0 on average; in whole numbers, as above.
    spread = squares * whole**2 - 2 * part * whole * products + part**2 * whole_squares
    half = unseen(battles, z)
    if spread > 0:
        error = sqrt(spread / (battles - 1) / battles) / whole / (whole / battles)
        half = student(z, battles - 1) * error
    return Share(part, share, max(0.0, share - half), min(1.0, share + half))


@dataclass(frozen=True)
class Difference:
    """A difference between two shares of the same battles, with its 95% interval; whether it is
    `without_luck`, what the dice brought to them (`autogm.analysis.pairs`)."""

    mean: float
    low: float
    high: float
    without_luck: bool = False

    @property
    def told_apart(self) -> bool:
        """Whether the interval leaves out that there is none."""
        return self.low > 0 or self.high < 0

    def as_dict(self) -> dict[str, float]:
        """As plain data."""
        return {"mean": self.mean, "low": self.low, "high": self.high,
                "without_luck": self.without_luck}  # fmt: skip


def paired(more: int, less: int, total: int, z: float = Z95) -> Difference:
    """The difference of two shares that were counted in pairs, `more` of which are for the first
    alone and `less` for the second alone (`paired_scores`).

    Raises:
        ValueError: for counts that are not of pairs, or nothing counted.
    """
    if total < 1 or min(more, less) < 0 or more + less > total:
        raise ValueError(f"no difference of {more} and {less} in {total}")
    return paired_scores(more - less, more + less, total, z)


def paired_scores(differences: float, squares: float, total: int, z: float = Z95) -> Difference:
    """The mean difference of two scores between 0 and 1, such as those of battles in which what is
    undecided counts half, that were counted in pairs; from the sum of the differences and that of
    their squares. The interval is that of D. G. Bonett and R. M. Price (2012) for shares, which
    adds a pair each way: without it, pairs that all went alike would leave no doubt."""
    mean = differences / (total + 2)
    half = z * sqrt(((squares + 2) / (total + 2) - mean**2) / (total + 2))
    return Difference(differences / total, max(-1.0, mean - half), min(1.0, mean + half))
