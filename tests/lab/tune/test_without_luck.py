"""Shares that a tuner sees, without the luck of their dice, against plain counting."""

from __future__ import annotations

from math import sqrt

from autogm.agents.roster import seats
from autogm.engine.game import load_game
from autogm.lab.simulate import simulate
from autogm.lab.tune.aims import Counted, aims
from tests.soak import times


def test_shares_without_luck_are_those_of_plain_counting_and_vary_less() -> None:
    """In a duel of brawlers, whose dice decide; batches of 250, as a tuner plays them."""
    game = load_game("duel")
    players = seats("brawler", encounter=game.encounter)
    for side in ("players", "gm"):
        wins, rest = aims(side)["win"], Counted()
        plain = wins.as_it_came(simulate(game, 100_000, 1, players))
        for batch in range(times(60)):
            found = simulate(game, 250, 1_000_003 * (batch + 2), players, measures=True)
            rest += wins.count(found)
            assert (
                wins.as_it_came(found).total == found.wins[side].count + found.undecided.count / 2
            )
        assert abs(rest.mean - plain.mean) < 4 * sqrt(rest.error**2 + plain.error**2)
        alike = plain.mean * (1 - plain.mean) / rest.battles
        assert rest.error**2 < 0.75 * alike
        low, high = wins.interval(rest)
        assert low < rest.mean < high
        assert high - low < 0.9 * 2 * 1.96 * sqrt(alike)


def test_what_was_not_measured_is_counted_as_it_came() -> None:
    game = load_game("duel")
    found = simulate(game, 250, 1, seats("brawler", encounter=game.encounter))
    wins = aims("players")["win"]
    assert wins.count(found) == wins.as_it_came(found)


def test_a_plain_aim_counts_what_was_measured_as_it_came() -> None:
    """As for slow battles, whose batches are too few to fit anything on."""
    game = load_game("duel")
    found = simulate(game, 250, 1, seats("brawler", encounter=game.encounter), measures=True)
    wins = aims("players")["win"]
    assert wins.plain().count(found) == wins.as_it_came(found) != wins.count(found)
    assert wins.plain().with_luck is None
