"""Chances measured by playing on: one place an exchange, the share that `simulate` counts from the
same state, spread over long battles, and the tactician where agents would take too long."""

from __future__ import annotations

import time

import pytest

from autogm.agents.roster import seats
from autogm.agents.seated import names_of_agents
from autogm.analysis.review.playing_on import (
    MOST_PLACES,
    beginnings,
    coarse_to_fine,
    in_kernels,
    play_on,
)
from autogm.engine.game import Game, load_game
from autogm.lab.simulate import simulate
from tests.analysis.review.playing import battle_of

BATTLES, SEED = 12, 5


def test_each_exchange_has_one_beginning() -> None:
    game = load_game("hold-the-bridge")
    start, moves = game.new_initial_state(), battle_of(game, "brawler")
    found = beginnings(start, moves)
    assert found[0] == start
    reached = {max(1, one.after.exchange) for one in moves if not one.after.is_terminal()}
    assert [max(1, one.exchange) for one in found] == sorted(reached)
    for state in found[1:]:
        before = next(one.before for one in moves if one.after == state)
        assert before.exchange < state.exchange
    known = beginnings(start, moves, 0)
    assert {one.exchange for one in known} <= {one.exchange for one in found}


def test_the_share_is_what_simulate_counts_from_that_state() -> None:
    game, agents = load_game("street-fight"), seats("brawler")
    places = beginnings(game.new_initial_state(), battle_of(game, "brawler"))
    found = play_on(places, BATTLES, SEED, lambda _: agents)
    assert 1 < len(found) == min(len(places), MOST_PLACES)
    for one in found:
        (place,) = (place for place in places if place.exchange == one.exchange)
        state = game.deserialize(game.serialize(place))
        counted = simulate(game, BATTLES, SEED, agents, start=state, workers=1)
        won = counted.wins["players"].count + counted.undecided.count / 2
        assert one.won == won
        assert one.interval[0] <= one.share <= one.interval[1]
        assert one.chance == pytest.approx((won + 0.5) / (BATTLES + 1))


def test_of_long_battles_the_ends_and_what_lies_evenly_between_is_measured() -> None:
    game, agents = load_game("hold-the-bridge"), seats("brawler")
    states = beginnings(game.new_initial_state(), battle_of(game, "brawler"))
    many = [states[0]] * 30
    assert len(play_on(many, 1, SEED, lambda _: agents)) == MOST_PLACES
    assert coarse_to_fine(0) == []
    assert coarse_to_fine(1) == [0]
    assert coarse_to_fine(5) == [0, 4, 2, 1, 3]


def test_nothing_is_begun_once_the_time_is_over() -> None:
    game, agents = load_game("duel"), seats("brawler")
    start = [game.new_initial_state()]
    assert play_on(start, 1, SEED, lambda _: agents, until=time.perf_counter() - 1) == ()


def test_the_tactician_stands_in_for_who_is_no_kernel() -> None:
    def names(text: str) -> dict[str, str]:
        return dict(names_of_agents(in_kernels(seats(text))))

    assert names("players=planner:great,gm=brawler") == names("players=tactician,gm=brawler")
    assert names("brawler") == names_of_agents(seats("brawler"))


def test_it_cannot_be_measured_by_no_battles() -> None:
    game: Game = load_game("duel")
    with pytest.raises(ValueError, match="at least 1 battle"):
        play_on([game.new_initial_state()], 0, SEED, lambda _: seats("brawler"))
