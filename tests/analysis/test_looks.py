"""Looking while one counts: the interval at the end holds as often as it says."""

from __future__ import annotations

from itertools import pairwise
from math import pi

import numpy as np
import pytest

from autogm.analysis.intervals import Z95, score_interval
from autogm.analysis.looks import FIRST, WRONG, Looks


def test_all_looks_together_are_wrong_no_more_than_said() -> None:
    wrong = sum(WRONG * 6 / (pi * look) ** 2 for look in range(1, 100_000))
    assert wrong < WRONG
    assert wrong == pytest.approx(WRONG, rel=1e-4)
    assert Looks.z_of(1) > Z95
    assert Looks.z_of(9) > Looks.z_of(2)


@pytest.mark.thorough
@pytest.mark.parametrize("share", [0.5, 0.9, 0.02])
def test_the_interval_where_one_stops_holds_the_share(share: float) -> None:
    """Over 2,000 runs; with the usual interval at each look it would miss more often."""
    rng, held, runs, half = np.random.default_rng(3), 0, 2000, 0.04
    for _ in range(runs):
        looks, counts = Looks(half), np.cumsum(rng.random(5000) < share)
        total = FIRST
        while not looks.enough(int(counts[total - 1]), total):
            total += 1
        low, high = score_interval(counts[total - 1] / total, total, looks.z)
        assert high - low <= 2 * half
        held += low <= share <= high
    assert held / runs > 0.95


@pytest.mark.parametrize("step", [1, 8, 500])
def test_each_look_is_at_half_as_many_again(step: int) -> None:
    """However many are counted at a time."""
    looks, seen = Looks(0.001), list[int]()
    for total in range(step, 50_000, step):
        if looks.due(total):
            seen.append(total)
            assert not looks.enough(total // 2, total)
    assert seen[0] == max(step, -(-FIRST // step) * step)
    for before, after in pairwise(seen):
        assert 1.5 * before <= after < 1.5 * before + step + 1


@pytest.mark.parametrize("share", [0.5, 0.9, 0.25])
def test_it_is_expected_where_it_ends(share: float) -> None:
    """By a share that stays, from the first that are counted on; not known yet, at a half."""
    looks = Looks(0.01)
    most, ends, total = looks.expected(0, 0), looks.expected(round(100 * share), 100), 1
    while not looks.enough(round(share * total), total):
        assert total < 1000 or looks.expected(round(share * total), total) == ends
        total += 1
    assert total == ends <= most


def test_what_is_no_precision_is_refused() -> None:
    for half in (0, -1, 0.5, 2):
        with pytest.raises(ValueError, match="half an interval"):
            Looks(half)
