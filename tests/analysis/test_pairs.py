"""Differences of pairs are those that battles show in the long run, as often as their intervals
say, and are told more precisely where the luck of the dice is known."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from autogm.agents.roster import seats
from autogm.analysis.pairs import (
    APART,
    LEAST,
    Results,
    counted_difference,
    difference,
    difference_from_more,
)
from autogm.game.plays import read_kept, read_noted
from autogm.lab import simulate
from autogm.model.library import shipped
from autogm.model.variants import read_changes, with_changes

EACH, SAMPLES = 300, 60


def drawn(battles: int, seed: int, better: float) -> Results:
    """Battles that are won where luck and something else come out well."""
    random = np.random.default_rng(seed)
    luck, rest = random.normal(size=(2, battles))
    won = luck + 0.5 * rest + better > 0
    return Results(bytes(1 if one else 2 for one in won), luck[:, None])


def of_battles(found: Results, battles: slice) -> Results:
    assert found.luck is not None
    return Results(found.winners[battles], found.luck[battles])


@pytest.mark.parametrize("who", ["brawler", "tactician"])
def test_intervals_hold_what_is_true_as_often_as_they_say(who: str) -> None:
    """Of sixty samples of a duel beside a harder one, each of 300 pairs of battles, about 57 have
    the difference of all 18,000 in their interval: 52 or more but for once in 90 times (binomial).
    Their mean is that difference, within three of its standard errors."""
    _, files = read_noted(shipped()["duel"])
    changed = with_changes(files, read_changes("gm.fighters.bruno.skills.Forceful=4"))
    whole = []
    for texts in (files, changed):
        game: Any = read_kept(texts).game()
        parts = [
            simulate.simulate(game, 9_000, seed, seats(who), workers=1, measures=True).results
            for seed in (1, 2)
        ]
        luck = np.vstack([one.luck for one in parts if one.luck is not None])
        whole.append(Results(b"".join(one.winners for one in parts), luck))
    truth = whole[1].won.mean() - whole[0].won.mean()
    samples = [slice(EACH * one, EACH * (one + 1)) for one in range(SAMPLES)]
    found = [difference(*(of_battles(one, sample) for one in whole)) for sample in samples]
    plain = [counted_difference(*(of_battles(one, sample) for one in whole)) for sample in samples]
    assert all(one.without_luck for one in found)
    assert sum(one.low <= truth <= one.high for one in found) >= 52
    means = np.array([one.mean for one in found])
    assert abs(means.mean() - truth) < 3 * means.std(ddof=1) / SAMPLES**0.5
    assert means.std() < 0.9 * np.std([one.mean for one in plain])


def test_luck_that_is_known_narrows_by_what_it_explains() -> None:
    """Where results follow nothing but luck, what is left is a fraction of what was counted; where
    the luck noted has nothing to do with them, counting is as good."""
    first, other = drawn(2_000, 1, 0.0), drawn(2_000, 2, 0.4)
    fair, plain = difference(first, other), counted_difference(first, other)
    assert fair.high - fair.low < 0.75 * (plain.high - plain.low)
    assert fair.low <= plain.mean <= fair.high
    useless = np.random.default_rng(3).normal(size=(2_000, 40))
    unlucky = [Results(one.winners, useless) for one in (first, other)]
    assert difference(*unlucky) == plain


@pytest.mark.parametrize("known", [0, 1])
def test_luck_that_is_known_of_one_alone_is_left(known: int) -> None:
    both = [drawn(500, 1, 0.0), drawn(500, 2, 0.4)]
    both[known] = Results(both[known].winners)
    assert difference(*both) == counted_difference(*both)


def test_few_pairs_or_few_that_went_otherwise_are_counted() -> None:
    few = [drawn(LEAST - 1, seed, 0.4 * seed) for seed in (1, 2)]
    assert not difference(*few).without_luck
    first = drawn(500, 1, 0.0)
    won = bytearray(first.winners)
    won[: APART - 1] = bytes(3 - one for one in won[: APART - 1])
    assert not difference(first, Results(bytes(won), first.luck)).without_luck


def test_the_same_battles_differ_in_nothing() -> None:
    one = drawn(500, 1, 0.0)
    found = difference(one, one)
    assert found.mean == 0
    assert not found.told_apart


def test_more_battles_of_the_first_correct_those_that_make_pairs() -> None:
    """Forty-four pairs of two variants that win in half and in 70%, and go together little, with
    200 battles of the first. In 1,000 samples 95% of the intervals hold the difference: 929 or more
    but for once in 700 times (binomial, where they are no narrower than they say)."""
    random, truth = np.random.default_rng(5), 0.2
    found, plain = list[Any](), list[Any]()
    for _ in range(1_000):
        both, own = random.random((2, 200))
        mixed = np.where(random.random(200) < 0.4, both, own)  # two in five go alike
        first = Results(bytes(1 if one < 0.5 else 2 for one in both))
        other = Results(bytes(1 if one < 0.7 else 2 for one in mixed[:44]))
        found.append(difference_from_more(first, other))
        plain.append(difference(first.first(44), other))
    assert sum(one.low <= truth <= one.high for one in found) >= 929
    means, counted = (np.array([one.mean for one in each]) for each in (found, plain))
    assert abs(means.mean() - truth) < 0.01
    assert means.std() < 0.9 * counted.std()
    assert np.mean([one.high - one.low for one in found]) < 0.9 * np.mean(
        [one.high - one.low for one in plain]
    )


def test_battles_of_one_alone_make_no_pair() -> None:
    with pytest.raises(ValueError, match="no pairs"):
        difference(drawn(100, 1, 0), drawn(101, 1, 0))
