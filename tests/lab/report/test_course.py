"""Battles followed step by step count what `simulate` counts in its kernels; which battles are told
is decided as it is said."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from autogm.agents.playing import Recording, play_chunk
from autogm.agents.roster import seats
from autogm.engine.game import Game
from autogm.game.registry import load_game
from autogm.lab.replay import replay
from autogm.lab.report.along import Along
from autogm.lab.report.course import Followed, Follower, Moment, calibrated, chances, chosen
from autogm.lab.simulate import Simulation, simulate
from autogm.model.library import shipped
from autogm.model.words import SIDES
from autogm.planner.levels import OWN_TURN
from autogm.planner.planner import Planner

NUMBER = 25


def followed(name: str) -> tuple[Game, list[Followed], Simulation]:
    game: Any = load_game(shipped()[name])
    players = seats("brawler")
    follower = Follower(game, Planner(game, OWN_TURN))
    found = [follower.follow(n, replay(game, 3, n, players)) for n in range(NUMBER)]
    return game, found, simulate(game, NUMBER, 3, players, workers=1)


@pytest.mark.parametrize("name", ["duel", "street-fight", "hold-the-bridge", "ravine-ambush"])
def test_what_is_followed_is_what_simulate_counts(name: str) -> None:
    game, found, counted = followed(name)
    winners = [SIDES[one - 1] if one in (1, 2) else "undecided" for one in counted.winners]
    assert [one.winner for one in found] == winners
    assert [one.exchanges for one in found] == list(counted.lengths)
    index = {one.id: n for n, one in enumerate(game.encounter.fighters)}
    for one in counted.fighters:
        gone = sum(index[one.id] in battle.moments[-1].gone for battle in found)
        assert gone == one.taken_out.count + one.conceded.count + one.left.count, one.id
    dealt = sum(one.damage.mean for one in counted.fighters) * NUMBER
    assert sum(sum(one.harm.values()) for one in found) == pytest.approx(dealt)
    spent = Counter[tuple[str, str]]()
    for battle in found:
        spent.update(battle.spent)
    expected = Counter[tuple[str, str]]()
    for one in counted.fighters:
        for reason, mean in one.points_spent.items():
            expected[one.side, reason] += round(mean.mean * NUMBER)
    for reason, mean in counted.pool.items():
        expected["gm", reason] += round(mean.mean * NUMBER)
    assert +spent == +expected


def test_points_are_held_as_a_scenario_gives_them() -> None:
    _, found, _ = followed("duel")
    assert {one.moments[0].points for one in found} == {(1, 1)}


def test_chances_begin_with_what_battles_showed_and_end_with_the_end() -> None:
    _, found, _ = followed("duel")
    for one in found:
        line = chances(one, 0.3)
        assert line[0] == pytest.approx(0.3)
        if one.winner != "undecided":
            assert line[-1] == (1.0 if one.winner == "players" else 0.0)
    assert calibrated(0.2, 0.2, 0.7) == pytest.approx(0.7)
    assert calibrated(0.5, 0.2, 0.7) > 0.7 > calibrated(0.0, 0.2, 0.7)


def battle(number: int, winner: str, *worths: float) -> Followed:
    """A battle with such worths as its exchanges begin, and at its end."""
    moments = [Moment(max(1, min(n + 1, len(worths) - 1)), frozenset(), (0, 0), worth)
               for n, worth in enumerate(worths)]  # fmt: skip
    return Followed(number, winner, moments=moments)


def test_the_battles_that_are_told_are_what_they_are_called() -> None:
    usual = [battle(n, "players", 0.0, 0.5, 0.6, 1.0) for n in range(3)]
    even = battle(7, "gm", 0.0, 0.01, -0.02, -1.0)
    swift = battle(8, "players", 0.0, 0.99, 1.0)
    told = chosen([*usual, even, swift], 0.5)
    assert {name: one.number for name, one in told.items()} == {
        "typical": 0, "closest": 7, "most one-sided": 8,
    }  # fmt: skip
    assert chosen([], 0.5) == {}
    assert list(chosen([usual[0]], 0.5)) == ["typical"]


def after(battle: Followed, exchange: int) -> frozenset[int]:
    """Who has gone after an exchange."""
    for one in battle.moments[:-1]:
        if one.exchange > exchange:
            return one.gone
    return battle.moments[-1].gone if exchange else battle.moments[0].gone


@pytest.mark.parametrize("name", ["duel", "street-fight", "hold-the-bridge", "ravine-ambush"])
def test_what_is_recorded_of_all_is_what_is_followed(name: str) -> None:
    """Two runs of records, and the same battles told step by step."""
    game, found, _ = followed(name)
    along, last = Along(game), max(one.exchanges for one in found)
    for first, end in ((0, 9), (9, NUMBER)):
        along.add(play_chunk(game, 3, first, end, seats("brawler"), records=Recording.EXCHANGES))
    assert (along.battles, along.exchanges) == (NUMBER, last)
    for index, one in enumerate(game.encounter.fighters):
        if one.part_of is None:
            there = [sum(index not in after(b, k) for b in found) for k in range(last + 1)]
            assert along.there(index) == there, one.id
    held: dict[tuple[int, int], list[int]] = {}
    for battle in found:
        for moment in battle.moments[:-1]:
            for side in (0, 1):
                held.setdefault((moment.exchange, side), []).append(moment.points[side])
    told = along.points(1)
    assert {place: number for place, (_, number) in told.items()} == {
        place: len(points) for place, points in held.items()
    }
    for place, points in held.items():
        assert told[place][0].mean == pytest.approx(sum(points) / len(points))
    stood = Counter[tuple[str, str]]()
    for battle in found:
        stood.update(battle.presence)
    assert along.presence == stood
