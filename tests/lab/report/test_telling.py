"""The battles that a report tells: how likely victory was on the way is what battles show that are
played on from there, however uneven the conflict is."""

from __future__ import annotations

import time
from dataclasses import dataclass

import pytest

from autogm.agents.base import Agent
from autogm.agents.roster import seats
from autogm.engine.game import Game
from autogm.lab.replay import replay
from autogm.lab.report.course import lines_of
from autogm.lab.report.telling import PLAYED_ON, TellableBattle, tellable
from autogm.lab.simulate import simulate
from tests.table import scene

SEED = 1


@dataclass(frozen=True)
class Brawlers:
    """Who plays."""

    seed: int = SEED
    workers: int | None = 1

    def players(self, game: Game) -> tuple[Agent, Agent]:
        return seats("brawler", encounter=game.encounter)


def uneven() -> Game:
    """Ann is much the better fencer."""
    return scene("fate-core", "ann Fight 3", "bob Fight 2").game


def told(game: Game, minutes: float = 10.0) -> TellableBattle:
    """A battle that Ann loses."""
    agents = Brawlers().players(game)
    found = simulate(game, 200, SEED, agents, workers=1, measures=True)
    lines = lines_of(found, found.wins["players"].share)
    line = next(one for one in lines if one.winner == "gm")
    steps = tuple(replay(game, SEED, line.number, agents))
    until = time.perf_counter() + 60 * minutes
    [one] = tellable(game, {"closest": (line, steps)}, Brawlers(), until)
    return one


def test_a_lost_battle_of_an_easy_conflict_is_seen_to_be_lost_on_the_way() -> None:
    """Other dice from the same states show the same shares, within four standard errors."""
    game = uneven()
    one = told(game)
    *points, end = one.course()
    exchanges = [place.exchange for place in one.played_on]
    assert [point.x for point in points] == exchanges == sorted(set(exchanges))
    assert (end.x, end.y) == (one.line.exchanges + 1, 0.0)
    assert points[0].y > 0.85
    assert min(point.y for point in points) < 0.5
    agents = Brawlers().players(game)
    for place, point in zip(one.played_on, points, strict=True):
        other = simulate(game, 4 * PLAYED_ON, 77, agents, start=place.state, workers=1)
        share = (other.wins["players"].count + other.undecided.count / 2) / other.battles
        middle = (4 * share + point.y) / 5  # by how many battles each has
        error = (max(middle * (1 - middle), 0.01) * (1 / PLAYED_ON + 1 / other.battles)) ** 0.5
        assert point.y == pytest.approx(share, abs=4 * error)
    assert one.review is not None
    for place in one.played_on:
        changes = [each for each in one.review.account.changes if each.move.before == place.state]
        worth = [each.worth.players - each.luck.players - each.judgement.players
                 for each in changes]  # fmt: skip
        assert (1 + worth[0]) / 2 == pytest.approx(place.chance, abs=1e-3)


def test_without_time_nothing_is_drawn_in_place_of_what_was_not_played() -> None:
    one = told(uneven(), minutes=-1.0)
    assert one.course() == []
    assert one.left_out > 0
    assert one.review is None
