"""Figures that can be aimed at, beside the battles one by one."""

from __future__ import annotations

from dataclasses import replace
from math import sqrt
from statistics import NormalDist, fmean, stdev

import numpy as np
import pytest

from autogm.agents.roster import seats
from autogm.engine.game import Game
from autogm.lab.insight import insight
from autogm.lab.simulate import Simulation, simulate
from autogm.lab.tune.aims import Counted, aims, chance_within
from autogm.model.library import shipped
from autogm.rules.loading import load


@pytest.fixture(scope="module")
def played() -> Simulation:
    encounter = load(shipped()["lizardfolk-camp"])
    return simulate(Game(encounter), 400, 3, seats("brawler", encounter=encounter))


@pytest.fixture(scope="module")
def measured() -> Simulation:
    encounter = load(shipped()["lizardfolk-camp"])
    players = seats("brawler", encounter=encounter)
    return simulate(Game(encounter), 600, 3, players, measures=True)


def test_wins_count_half_of_what_ends_undecided(played: Simulation) -> None:
    winners = np.frombuffer(played.winners, np.int8)
    for side, number in (("players", 1), ("gm", 2)):
        each = [1.0 if one == number else 0.5 if one not in (1, 2) else 0.0 for one in winners]
        found = aims(side)["win"].count(played)
        assert found.mean == pytest.approx(fmean(each))
        assert found.error == pytest.approx(stdev(each) / sqrt(len(each)), rel=0.02)


def test_those_who_fall(played: Simulation) -> None:
    heroes = played.heroes
    assert heroes is not None
    every = aims("players")
    assert every["all-fall"].count(played).mean == heroes.all_fall.share
    assert every["any-falls"].count(played).mean == heroes.any_falls.share
    assert every["fallen"].count(played).mean == pytest.approx(heroes.fallen.mean)


def test_a_conflict_that_one_side_always_wins_is_never_close() -> None:
    encounter = load(shipped()["mountain-path"])
    found = simulate(Game(encounter), 200, 1, seats(None, encounter=encounter), measures=True)
    assert found.wins["players"].share == 1
    assert aims("players")["close"].count(found).mean == 0


@pytest.mark.parametrize("size", [24, 250])
def test_how_close_battles_are_does_not_depend_on_how_many_are_counted_at_a_time(
    measured: Simulation, size: int
) -> None:
    course = measured.course
    assert course is not None
    aim = aims("players")["close"].after(measured)
    whole, parts = aim.count(measured), Counted()
    for first in range(0, 600, size):
        own = slice(first, first + size)
        parts += aim.count(
            replace(measured, course=course[own], lengths=measured.lengths[own],
                    winners=measured.winners[own])
        )  # fmt: skip
    assert parts == whole
    assert 0.05 < whole.mean < 0.95
    assert whole == aims("players")["close"].count(measured)


def test_means_have_intervals_as_wide_as_those_of_the_simulation(played: Simulation) -> None:
    aim = aims("players")["exchanges"]
    found = aim.count(played)
    told = played.exchanges
    assert found.mean == pytest.approx(told["mean"])
    assert aim.interval(found) == pytest.approx((told["low"], told["high"]), rel=0.01)


def test_heroes_are_those_of_whom_the_simulation_tells(played: Simulation) -> None:
    """The sellsword whom the GM gave them is none."""
    assert len([one for one in played.fighters if one.side == "players"]) == 4
    assert len([one for one in played.fighters if one.hero]) == 3
    cost = insight(Game(load(shipped()["lizardfolk-camp"])), played).cost
    assert cost is not None
    several = aims("players")["consequences"].count(played)
    assert several.mean == pytest.approx(sum(one.mean for one in cost.consequences.values()))
    assert aims("players")["points"].count(played).mean == pytest.approx(3 * cost.spent)


def test_counts_add_up() -> None:
    one, other = Counted(10, 6, 6), Counted(30, 12, 12)
    assert (one + other).mean == pytest.approx(18 / 40)
    assert (one + other).battles == 40


def test_battles_that_all_went_alike_leave_a_doubt() -> None:
    assert Counted(50, 50, 50).error > 0
    place, noise = aims("players")["win"].placed(Counted(50, 50, 50))
    assert place < 6
    assert noise > 0.5


@pytest.mark.parametrize("value", [0.1, 0.5, 0.93])
def test_the_scale_goes_there_and_back(value: float) -> None:
    for aim in aims("players").values():
        assert aim.from_scale(aim.on_scale(value)) == pytest.approx(value)
        step = 1e-6
        slope = (aim.from_scale(aim.on_scale(value) + step) - value) / step
        assert aim.slope(value) == pytest.approx(slope, rel=1e-4)


def test_how_likely_a_figure_is_near_its_target() -> None:
    found = Counted(2500, 1625, 1625)
    error = sqrt(0.65 * 0.35 / 2500)
    wanted = 2 * NormalDist().cdf(0.02 / error) - 1
    assert chance_within(found, 0.65, 0.02) == pytest.approx(wanted, abs=0.002)
