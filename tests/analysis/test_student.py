"""Quantiles of Student's t against the printed table, and against the normal ones for many."""

from __future__ import annotations

from itertools import pairwise
from statistics import NormalDist

import pytest

from autogm.analysis.intervals import Z95
from autogm.analysis.student import EXACT, student


@pytest.mark.parametrize(
    ("freedom", "two_sided_95", "two_sided_99"),
    [
        (1, 12.706, 63.657),
        (2, 4.303, 9.925),
        (3, 3.182, 5.841),
        (4, 2.776, 4.604),
        (9, 2.262, 3.250),
        (10, 2.228, 3.169),
        (29, 2.045, 2.756),
        (30, 2.042, 2.750),
        (40, 2.021, 2.704),
        (60, 2.000, 2.660),
        (120, 1.980, 2.617),
    ],
)
def test_the_printed_table(freedom: int, two_sided_95: float, two_sided_99: float) -> None:
    """M. Abramowitz and I. Stegun, Handbook of Mathematical Functions, table 26.10."""
    assert round(student(Z95, freedom), 3) == two_sided_95
    assert round(student(NormalDist().inv_cdf(0.995), freedom), 3) == two_sided_99


def test_the_sum_goes_over_into_the_expansion_and_that_into_the_normal() -> None:
    found = [student(Z95, freedom) for freedom in range(EXACT - 5, EXACT + 5)]
    steps = [one - other for one, other in pairwise(found)]
    assert all(one > other > 0 for one, other in pairwise(steps))
    assert student(Z95, 10_000_000) == pytest.approx(Z95, abs=1e-6)
    with pytest.raises(ValueError, match="at least"):
        student(Z95, 0)
