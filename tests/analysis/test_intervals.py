"""Wilson's interval against published values, against the quadratic it solves, and at its edges;
means against their samples.
"""

from __future__ import annotations

import random
from math import isclose, sqrt
from statistics import mean, stdev

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autogm.analysis.intervals import Z95, mean_of, paired, ratio_of, wilson
from autogm.analysis.student import student


@pytest.mark.parametrize(
    ("count", "total", "low", "high"),
    [
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0000, 0.1611),
        (1, 29, 0.0061, 0.1718),
        (5, 10, 0.2366, 0.7634),
    ],
)
def test_published_values(count: int, total: int, low: float, high: float) -> None:
    """The first four: R. G. Newcombe, Statistics in Medicine 17 (1998), table I, method 3."""
    share = wilson(count, total)
    assert (round(share.low, 4), round(share.high, 4)) == (low, high)
    assert share.share == count / total


@given(st.integers(1, 10**7).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_bounds_are_where_the_score_test_turns(pair: tuple[int, int]) -> None:
    """Each bound p solves (share - p)^2 = z^2 p (1 - p) / n."""
    count, total = pair
    share = wilson(count, total)
    assert 0.0 <= share.low <= share.share <= share.high <= 1.0
    for bound in (share.low, share.high):
        distance = (share.share - bound) ** 2
        allowed = Z95**2 * bound * (1 - bound) / total
        assert isclose(distance, allowed, rel_tol=1e-6, abs_tol=1e-12)


@given(st.lists(st.integers(0, 40), min_size=2, max_size=60))
def test_means_have_the_interval_of_their_sample(counts: list[int]) -> None:
    found = mean_of(sum(counts), sum(one * one for one in counts), len(counts))
    half = student(Z95, len(counts) - 1) * stdev(counts) / sqrt(len(counts))
    if len(set(counts)) == 1:
        half = wilson(0, len(counts)).high
    assert found.mean == pytest.approx(mean(counts))
    assert found.low == pytest.approx(max(0.0, mean(counts) - half), abs=1e-9)
    assert found.high == pytest.approx(mean(counts) + half)


def test_battles_that_are_all_alike_leave_a_doubt() -> None:
    """As much as a share of none: 3.8416 / (20 + 3.8416) of 20 battles may be otherwise."""
    doubt = 3.8415 / 23.8415
    found = mean_of(40, 80, 20)
    assert (found.low, found.high) == pytest.approx((2 - doubt, 2 + doubt), abs=1e-4)
    none, all_of_it = ratio_of(0, 0, 0, 60, 180, 20), ratio_of(60, 180, 180, 60, 180, 20)
    assert (none.low, none.high) == pytest.approx((0.0, doubt), abs=1e-4)
    assert (all_of_it.low, all_of_it.high) == pytest.approx((1 - doubt, 1.0), abs=1e-4)


def test_few_battles_have_a_wide_interval() -> None:
    """Two battles, with 0 and 2: 1 ± 12.706 · √2 / √2. Three, with 1, 2 and 3: 2 ± 4.303 / √3."""
    assert mean_of(2, 4, 2).high == pytest.approx(13.706, abs=1e-3)
    found = mean_of(6, 14, 3)
    assert (found.low, found.high) == pytest.approx((0.0, 2 + 4.3027 / sqrt(3)), abs=1e-3)
    thirds = ratio_of(2, 4, 4, 4, 8, 2)  # of two each, all and none
    assert (thirds.low, thirds.high) == (0.0, 1.0)


def test_intervals_of_means_hold_what_they_promise() -> None:
    """Of 400 samples of five by a fixed seed 95% hold the mean but for four standard errors, 362 at
    least; with the normal quantile it would be 88%, 351 on average."""
    chance, kept = random.Random(8), 0
    for _ in range(400):
        sample = [round(chance.gauss(20_000, 1000)) for _ in range(5)]
        found = mean_of(sum(sample), sum(one * one for one in sample), 5)
        assert found.low is not None
        assert found.high is not None
        kept += found.low <= 20_000 <= found.high
    assert 362 <= kept <= 397


def test_one_battle_gives_no_interval() -> None:
    assert mean_of(3, 9, 1).as_dict() == {"mean": 3.0, "low": None, "high": None}
    with pytest.raises(ValueError, match="no battles"):
        mean_of(0, 0, 0)


def test_ends_stay_within() -> None:
    assert wilson(0, 7).low == 0.0
    assert wilson(7, 7).high == 1.0


@pytest.mark.parametrize(("count", "total"), [(0, 0), (-1, 5), (6, 5), (0, -1)])
def test_nonsense_is_refused(count: int, total: int) -> None:
    with pytest.raises(ValueError, match="no share of"):
        wilson(count, total)


@pytest.mark.parametrize(
    ("more", "less", "total", "mean", "low", "high"),
    [
        # (1/42 + 1/42)^½ · 1.96/√42 = 0.0660
        (0, 0, 40, 0.0, -0.066, 0.066),
        # p = 11/42 and 3/42: 8/42 ± 1.96 · √((14/42 − (8/42)²)/42)
        (10, 2, 40, 0.2, 0.0256, 0.3553),
        (40, 0, 40, 1.0, 0.8606, 1.0),
    ],
)
def test_a_paired_difference(
    more: int, less: int, total: int, mean: float, low: float, high: float
) -> None:
    found = paired(more, less, total)
    assert (found.mean, found.low, found.high) == pytest.approx((mean, low, high), abs=5e-4)
    other = paired(less, more, total)
    assert (other.low, other.high) == pytest.approx((-found.high, -found.low))
    assert found.told_apart is (low > 0)


@pytest.mark.parametrize(("more", "less", "total"), [(0, 0, 0), (3, 3, 5), (-1, 0, 5)])
def test_no_difference_of_no_pairs(more: int, less: int, total: int) -> None:
    with pytest.raises(ValueError, match="no difference"):
        paired(more, less, total)
