"""Luck taken out of a share leaves what it is expected to be, and swings are those of made data."""

from __future__ import annotations

from statistics import NormalDist

import numpy as np
import pytest

from autogm.agents.playing import play_chunk
from autogm.agents.roster import seats
from autogm.analysis.luck import adjusted, controls, dice_that_decide, without_luck
from autogm.analysis.swing import LEAST, settled, swing
from autogm.engine.game import load_game
from autogm.game.loop import R_WINNER
from autogm.model.library import shipped


def test_the_mean_is_that_of_plain_counting_over_many_seeds() -> None:
    """Forty seeds of a duel with 300 battles each: the mean of the differences lies within three of
    its standard errors of 0, and the adjusted shares vary less by far."""
    game = load_game(shipped()["duel"])
    plain, fair = [], []
    for seed in range(40):
        found = play_chunk(game, seed, 0, 300, seats("tactician"), None, True)
        won = (found.results[:, R_WINNER] == 1).astype(float)
        assert found.luck is not None
        plain.append(won.mean())
        fair.append(without_luck(won, controls(found.luck, (0, 1))).mean())
    apart = np.array(fair) - np.array(plain)
    assert abs(apart.mean()) < 3 * apart.std(ddof=1) / len(apart) ** 0.5
    assert np.std(fair) < 0.75 * np.std(plain)


def test_a_half_is_fitted_on_the_other() -> None:
    """With results that are the luck itself nothing is left of them but their mean."""
    luck = np.random.default_rng(1).normal(size=(200, 2))
    results = 0.5 + 0.25 * luck[:, 0] - 0.1 * luck[:, 1]
    assert without_luck(results, luck) == pytest.approx(np.full(200, 0.5))


def test_few_battles_or_useless_dice_are_not_adjusted() -> None:
    drawn = np.random.default_rng(2)
    assert adjusted(np.array([0.0, 1.0] * 10), drawn.normal(size=(20, 2))) is None
    assert adjusted(np.ones(100), drawn.normal(size=(100, 2))) is None


def test_what_went_nearly_always_alike_is_not_adjusted() -> None:
    drawn = np.random.default_rng(9)
    results = np.zeros(400)
    for number in (1, 9, 10, 200, 390, 391):
        results[:] = 0.0
        results[:number] = 1.0
        results = drawn.permutation(results)
        told = adjusted(results, (results - results.mean() + 0.1 * drawn.normal(size=400))[:, None])
        assert (told is not None) == (10 <= number <= 390)


def test_a_share_without_luck_is_a_share() -> None:
    """Where dice were so unlucky that the fit would have the players win more than always."""
    drawn = np.random.default_rng(10)
    results = drawn.permutation(np.array([0.0] * 20 + [1.0] * 380))
    told = adjusted(results, (results - 1.2 + 0.01 * drawn.normal(size=400))[:, None])
    assert told is not None
    assert told.low <= told.mean == told.high == 1.0


def test_the_interval_of_a_share_without_luck_holds_it_as_often_as_it_says() -> None:
    """Players who win one battle in seven, in ten, in thirty: of 400 samples of 100 battles, with
    two controls and one that goes with them, the interval is wrong in less than 8%."""
    drawn = np.random.default_rng(11)
    for chance in (1 / 7, 1 / 10, 1 / 30):
        wrong = 0
        for _ in range(400):
            luck, rest = drawn.normal(size=(100, 3)), drawn.normal(size=100)
            luck[:, 2] += luck[:, 0] + 0.5 * rest
            bound = 2**0.5 * NormalDist().inv_cdf(1 - chance)
            found = adjusted((luck[:, 0] + rest > bound).astype(float), luck)
            if found is not None:
                wrong += not found.low <= chance <= found.high
        assert wrong < 0.08 * 400


def test_the_dice_of_who_decides_stand_out() -> None:
    drawn = np.random.default_rng(3)
    luck = drawn.normal(size=(4000, 8))
    results = (2 * luck[:, 0] - 0.5 * luck[:, 1] + drawn.normal(size=4000) > 0).astype(float)
    first, second, *_ = dice_that_decide(results, luck, (0, 1))
    assert first > 3 * second > 0
    total = sum(dice_that_decide(results, luck, (0, 1)))
    fit = controls(luck, (0, 1))
    assert total == pytest.approx(np.corrcoef(results, fit[:, 0])[0, 1] ** 2, abs=0.01)


def test_swings_are_found_in_made_battles() -> None:
    """One feature makes the log-odds: the deciles of the chances are those of its distribution."""
    drawn = np.random.default_rng(4)
    feature = drawn.normal(size=6000)
    chance = 1 / (1 + np.exp(-feature))
    won = (drawn.random(6000) < chance).astype(float)
    course = np.full((6000, 16, 2), np.nan)
    course[:, 0] = 0.0
    course[:, 1, 0], course[:, 1, 1] = feature, drawn.normal(size=6000)
    lengths = np.full(6000, 3)
    found = swing(won, lengths, course)
    assert found is not None
    assert found.exchange == 2
    low, high = np.quantile(chance, (0.1, 0.9))
    assert found.low == pytest.approx(low, abs=0.03)
    assert found.high == pytest.approx(high, abs=0.03)
    assert found.settled == pytest.approx(chance.var() / won.var(), abs=0.02)
    assert swing(won[:50], lengths[:50], course[:50]) is None


def test_what_tells_nothing_settles_nothing() -> None:
    """A hundred battles of coins, with seven features of noise: the model of one half foretells
    nothing of the other."""
    drawn = np.random.default_rng(6)
    found = []
    for _ in range(50):
        won = (drawn.random(100) < 0.5).astype(float)
        course = np.full((100, 16, 7), np.nan)
        course[:, :2] = drawn.normal(size=(100, 2, 7))
        one = swing(won, np.full(100, 3), course)
        assert one is not None
        found.append((one.low, one.high, one.settled, one.leader_wins))
    low, high, settled, leader_wins = np.mean(found, axis=0)
    assert low > 0.45
    assert high < 0.55
    assert settled < 0.02
    assert leader_wins < 0.56  # whoever is ahead in the sample, by a hair


def test_a_third_is_one_of_what_is_left() -> None:
    """Six of nine exchanges were over before: a third of three is one more."""
    drawn = np.random.default_rng(7)
    feature = drawn.normal(size=1000)
    won = (drawn.random(1000) < 1 / (1 + np.exp(-feature))).astype(float)
    course = np.full((1000, 16, 1), np.nan)
    course[:, 6, 0], course[:, 7, 0] = 0.0, feature
    found = swing(won, np.full(1000, 9), course, begun=6)
    assert found is not None
    assert found.exchange == 8
    assert found.settled > 0.1
    assert swing(won, np.full(1000, 17), course, begun=15) is None


def test_of_long_battles_the_last_exchange_that_was_noted_is_looked_at() -> None:
    drawn = np.random.default_rng(8)
    feature = drawn.normal(size=1000)
    won = (drawn.random(1000) < 1 / (1 + np.exp(-feature))).astype(float)
    course = np.full((1000, 16, 1), np.nan)
    course[:, 15, 0] = feature
    found = swing(won, np.full(1000, 90), course)
    assert found is not None
    assert found.exchange == 16


def test_what_is_settled_is_the_share_that_was_made_so() -> None:
    """Ends are what was worth a third in, and as much again that nobody could know: half. Plays
    that were over before are as settled as they will ever be."""
    drawn = np.random.default_rng(5)
    early, late = drawn.normal(size=(2, 4000))
    plays = [[0.0, 9.0, one, 7.0, 7.0, 7.0, one + other]
             for one, other in zip(early, late, strict=True)]  # fmt: skip
    found = settled(plays)
    assert found is not None
    assert found.step == 2
    assert found.low < 0.5 < found.high
    assert found.share == pytest.approx(0.5, abs=0.03)
    over = settled([[0.0, one] for one in early])
    assert over is not None
    assert (over.step, over.share) == (1, pytest.approx(1.0))


def test_an_interval_of_what_is_settled_holds_it_as_often_as_it_says() -> None:
    """Of a hundred samples of 120 plays, of which a tenth is settled, 89 or more but for once in
    300 times (binomial)."""
    drawn = np.random.default_rng(6)
    held = 0
    for _ in range(100):
        early, late = drawn.normal(size=(2, 120))
        found = settled([[0.0, one, 1.0, one + 3 * other]
                         for one, other in zip(early, late, strict=True)])  # fmt: skip
        assert found is not None
        held += found.low <= 0.1 <= found.high
    assert held >= 89


def test_few_plays_or_plays_alike_tell_of_nothing_settled() -> None:
    assert settled([[0.0, float(n)] for n in range(LEAST - 1)]) is None
    assert settled([[0.0, 1.0]] * LEAST) is None
    nothing = settled([[0.0, 0.0, 0.0, float(n)] for n in range(LEAST)])
    assert nothing is not None
    assert nothing.share == 0
