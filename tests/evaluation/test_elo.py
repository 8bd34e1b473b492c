"""Ratings: against the formula for two players, against tournaments of known strengths, and their
intervals by how often they cover the truth.
"""

from __future__ import annotations

from math import log10
from typing import Any

import numpy as np
import pytest

from evaluation.elo import FEWEST, Ratings, Results, every_two, fit, share

UNPLAYED_PAIR = 1.0  # each of two players' points in the pair that nobody played


def chance(gap: Any) -> Any:
    """The expected score at a difference in Elo."""
    return 1.0 / (1.0 + 10.0 ** (-gap / 400.0))


def two(scores: list[float]) -> Results:
    """Pairs of battles between two players, by the first one's points."""
    results = Results(2)
    for score in scores:
        results.add(0, 1, score)
    return results


def tournament(strengths: list[float], pairs: int, luck: float, seed: int) -> Results:
    """Everybody against everybody. In every pair of battles one seat is better by some random
    number of Elo, `luck` on average: the two results of a pair depend on each other."""
    rng = np.random.default_rng(seed)
    results = Results(len(strengths))
    for first, second in every_two(len(strengths)):
        gap = strengths[first] - strengths[second]
        for _ in range(pairs):
            tilt = rng.normal(0.0, luck)
            score = float(rng.random() < chance(gap + tilt))
            score += float(rng.random() < chance(gap - tilt))
            results.add(first, second, score)
    return results


@pytest.mark.parametrize("scores", [[2, 1, 2, 0], [1.5, 0.5, 1, 2, 2, 2], [1] * 7])
def test_two_players_stand_apart_by_the_formula(scores: list[float]) -> None:
    points = sum(scores) + UNPLAYED_PAIR
    battles = 2 * len(scores) + 2 * UNPLAYED_PAIR
    by_hand = 400 * log10(points / (battles - points))
    ratings = Ratings(two(scores))
    assert ratings.difference(0, 1).value == pytest.approx(by_hand, abs=1e-6)
    assert ratings.difference(1, 0).value == pytest.approx(-by_hand, abs=1e-6)


def test_three_quarters_of_the_points_are_191() -> None:
    assert fit(np.array([[0.0, 75.0], [25.0, 0.0]])) == pytest.approx([95.42, -95.42], abs=0.01)


def test_an_undecided_battle_is_half_a_victory() -> None:
    """Ten halves are five victories, however they are spread over the battles."""
    drawn, split = two([1.0] * 5 + [2.0]), two([2.0] * 2 + [0.0] * 2 + [1.0, 2.0])
    assert Ratings(drawn).value == pytest.approx(Ratings(split).value, abs=1e-9)


def test_a_chain_is_added_up() -> None:
    """Players who never met are compared through a third."""
    results = Results(3)
    for score in (2.0, 2.0, 1.0):
        results.add(0, 1, score)
        results.add(1, 2, score)
    ratings = Ratings(results)
    whole, half = ratings.difference(0, 2).value, ratings.difference(0, 1).value
    assert whole == pytest.approx(2 * half, abs=1e-6)


def test_it_makes_no_difference_who_is_named_first() -> None:
    one, other = Results(3), Results(3)
    for first, second, score in [(0, 1, 2.0), (1, 2, 1.5), (0, 2, 0.5), (0, 1, 0.0)]:
        one.add(first, second, score)
        other.add(second, first, 2 - score)
    assert Ratings(one).value == pytest.approx(Ratings(other).value, abs=1e-9)


def test_known_strengths_are_found_again() -> None:
    strengths = [-320.0, -150.0, 0.0, 40.0, 430.0]
    ratings = Ratings(tournament(strengths, 20_000, 0.0, 3))
    for place, strength in enumerate(strengths):
        assert ratings.difference(place, 2).value == pytest.approx(strength, abs=12)


def test_the_fit_is_the_most_likely_one() -> None:
    """The expected scores equal the scores: the slope of the likelihood is zero (Bradley,
    Terry)."""
    scores = tournament([-700.0, 0.0, 100.0, 900.0], 200, 100.0, 4).scores()
    ratings = fit(scores)
    expected = chance(ratings[:, None] - ratings[None, :])
    battles = scores + scores.T
    np.testing.assert_allclose((battles * expected).sum(axis=1), scores.sum(axis=1), atol=1e-6)


def test_losing_everything_is_a_finite_distance() -> None:
    ratings = Ratings(two([2.0] * 10))
    found = ratings.difference(0, 1)
    assert 400 < found.value < 800
    assert found.low < found.value - 50
    assert np.isfinite(found.high)
    assert ratings.above(0, 1) > 0.995


def test_who_cannot_be_compared_is_told() -> None:
    results = Results(4)
    results.add(0, 1, 1.0)
    results.add(2, 3, 1.0)
    with pytest.raises(ValueError, match="between them"):
        Ratings(results)
    with pytest.raises(ValueError, match="have not met"):
        share(results, 0, 3, 0.99)


@pytest.mark.parametrize(("first", "score"), [(0, 2.5), (0, -0.5), (0, 0.7), (1, 1.0)])
def test_impossible_results_are_refused(first: int, score: float) -> None:
    with pytest.raises(ValueError, match="in two battles"):
        Results(2).add(first, 1, score)


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("gap", "pairs", "luck"),
    [(0.0, 12, 0.0), (120.0, 12, 300.0), (120.0, 60, 300.0), (400.0, 30, 0.0)],
)
def test_intervals_cover_as_often_as_they_say(gap: float, pairs: int, luck: float) -> None:
    """Of 400 tournaments about 380 should lie within their 95% intervals; by luck alone a true 95%
    would come out under 367 once in a thousand times. If luck favours a seat, the truth is the
    difference that corresponds to the mean score of both seats."""
    tilts = np.random.default_rng(1).normal(0.0, luck, 200_000)
    mean = float(np.mean(chance(gap + tilts)))
    truth = 400 * log10(mean / (1 - mean))
    covered = 0
    for seed in range(400):
        ratings = Ratings(tournament([gap, 0.0], pairs, luck, seed), times=400, seed=seed)
        found = ratings.difference(0, 1, 0.95)
        covered += found.low <= truth <= found.high
    assert covered >= 367


def in_conflicts(
    gap: float, conflicts: int, pairs: int, spread: float, seed: int, luck: float = 300.0
) -> Results:
    """Two players, in so many conflicts so many pairs each. How far one is above the other differs
    between conflicts, by `spread` Elo, and one seat is better, by `luck`."""
    rng, results = np.random.default_rng(seed), Results(2)
    for number in range(conflicts):
        here = gap + rng.normal(0.0, spread)
        for _ in range(pairs):
            tilt = rng.normal(0.0, luck)
            score = float(rng.random() < chance(here + tilt))
            score += float(rng.random() < chance(here - tilt))
            results.add(0, 1, score, f"conflict {number}")
    return results


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("conflicts", "pairs", "spread"),
    [(10, 4, 200.0), (20, 5, 0.0), (20, 5, 200.0), (20, 10, 200.0), (40, 1, 200.0), (40, 2, 200.0)],
)
def test_intervals_cover_what_holds_in_other_conflicts(
    conflicts: int, pairs: int, spread: float
) -> None:
    """As often as they say, and so not in fewer than 367 of 400 (see above)."""
    rng = np.random.default_rng(1)
    gaps, tilts = rng.normal(60.0, spread, 200_000), rng.normal(0.0, 300.0, 200_000)
    mean = float(np.mean((chance(gaps + tilts) + chance(gaps - tilts)) / 2))
    truth = 400 * log10(mean / (1 - mean))
    covered = 0
    for seed in range(400):
        ratings = Ratings(in_conflicts(60.0, conflicts, pairs, spread, seed), times=400, seed=seed)
        found = ratings.difference(0, 1, 0.95)
        covered += found.low <= truth <= found.high
    assert covered >= 367


def test_conflicts_that_differ_make_intervals_wider_as_far_as_enough_were_played() -> None:
    """The same results, where one is better in half of the conflicts and worse in the others, and
    where every conflict goes either way."""

    def width(conflicts: int, *, differ: bool) -> float:
        results = Results(2)
        for number in range(conflicts):
            for pair in range(4):
                won = (number if differ else pair) % 2 == 0
                results.add(0, 1, 2.0 if won else 0.0, f"conflict {number}")
        found = Ratings(results).difference(0, 1)
        return found.high - found.low

    assert width(20, differ=True) > 1.7 * width(20, differ=False)
    assert width(FEWEST - 2, differ=True) == width(FEWEST - 2, differ=False)


def test_what_all_players_share_in_a_conflict_is_drawn_together() -> None:
    """Two who fare alike in every conflict against a third stand apart by no more than the pairs
    that nobody played leave open, however much conflicts differ."""
    results = Results(3)
    for number in range(20):
        for other in (1, 2):
            results.add(0, other, 2.0 if number % 2 else 0.0, f"conflict {number}")
    ratings = Ratings(results)
    alike, apart = ratings.difference(1, 2), ratings.difference(0, 1)
    assert alike.high - alike.low < 0.5 * (apart.high - apart.low)


def test_pairs_that_hang_together_have_narrower_intervals() -> None:
    """Twenty pairs that were all shared say more than twenty that went either way: what the seats
    and the dice decided cancels within a pair."""
    steady, wild = two([1.0] * 20), two([2.0, 0.0] * 10)
    widths = []
    for results in (steady, wild):
        found = Ratings(results).difference(0, 1)
        widths.append(found.high - found.low)
    assert widths[0] < widths[1] / 3


def test_a_share_is_of_the_points_played() -> None:
    results = two([2.0, 2.0, 1.0, 1.0])
    found = share(results, 0, 1, 0.99)
    assert found.value == pytest.approx(0.75)
    assert found.low < 0.75 < found.high
    assert share(results, 1, 0, 0.99).value == pytest.approx(0.25)
    assert results.score(1) == (2.0, 8)
    none_lost = share(two([2.0, 2.0]), 0, 1, 0.99)
    assert none_lost.low < none_lost.value == none_lost.high == 1.0
