"""What enemies can do next, against their turns when they come; and nothing that is hidden."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from autogm.analysis.forecast import forecaster_of
from autogm.analysis.threats import ATTACK, TOLD, threat_lines, threats
from autogm.engine.carry import NotKnownError
from autogm.engine.codes import CHANCE, GM, N_ORDER, N_TURN, PLAYERS
from autogm.engine.game import load_game
from autogm.engine.state import State
from autogm.game.registry import read_file
from tests.conformance.plays import Seen, choose
from tests.soak import some, times
from tests.table import scene
from tests.twins import PAIRS, battle, twins

NAMES = [
    "street-fight",
    "lizardfolk-camp",
    "autarch-skirmish",
    "ravine-ambush",
    "farmhouse-raiders",
]


def begins(name: str, seed: int, most: int) -> Iterator[tuple[State, State]]:
    """Who is asked to act next, and the turn that begins then."""
    state, rng, seen, found = load_game(name).new_initial_state(), Random(seed), Seen(), 0
    for _ in range(1500):
        if state.is_terminal() or found == most:
            return
        action = choose(state, rng, seen)
        if state.current_player() == GM and state.node() == N_ORDER:
            turn = state.child(action)
            if turn.node() == N_TURN:
                found += 1
                yield state.clone(), turn
        state.apply_action(action)


def known_turns(name: str) -> Iterator[tuple[State, State, State]]:
    """The same with the turn as the players know it, without those that are hidden from them."""
    for before, begun in begins(name, 2, 12):
        try:
            yield before, begun, begun.game.as_known_to(begun, PLAYERS)
        except NotKnownError:
            continue


@pytest.mark.parametrize("name", some(NAMES, 2))
def test_what_an_enemy_could_do_is_what_it_can_do_on_its_turn(name: str) -> None:
    attacks = moves = 0
    for before, _, turn in known_turns(name):
        found = next(one for one in threats(before, PLAYERS) if one.fighter == turn.actor())
        assert not found.acted
        told = [(turn.game.describe(turn, one), one) for one in turn.legal_actions()]
        free = {action.zone for action, _ in told if action.verb == "move"}
        assert {one.zone for one in found.reaches if one.free} == free
        longer = {action.zone for action, _ in told if action.verb == "sprint"}
        assert {one.zone for one in found.reaches if not one.free} == longer
        moves += len(free)
        for action, code in told:
            if action.verb != ATTACK:
                continue
            strike = next(one for one in found.strikes if one.target == action.target)
            odds = forecaster_of(turn.game).of(turn, code)
            assert odds is not None
            assert strike.odds is not None
            if strike.verb != ATTACK or strike.moves:  # worth the way
                assert (odds.out, odds.hits) < (strike.odds.out, strike.odds.hits)
            else:
                assert strike.odds.results == odds.results
                assert (strike.odds.skill, strike.odds.answer) == (odds.skill, odds.answer)
                attacks += 1
            place = turn.game.words.fighters.index(str(action.target))
            assert turn.game.words.zones[int(turn.record[0]["zone"][place])] in found.covers
    assert attacks + moves > 4


@pytest.mark.parametrize("name", some(NAMES, 2))
def test_an_enemy_whose_turn_it_is_threatens_what_it_may_choose(name: str) -> None:
    """The odds of its turn stand beside its choices on the GM's page: they are the same."""
    compared = 0
    for _, begun, turn in known_turns(name):
        found = next(one for one in threats(begun, PLAYERS) if one.fighter == turn.actor())
        assert not found.acted
        odds = forecaster_of(turn.game)
        choices = [(turn.game.describe(turn, one), one) for one in turn.legal_actions()]
        expected = {a.target: odds.of(turn, code) for a, code in choices if a.verb == ATTACK}
        there = [one for one in found.strikes if one.verb == ATTACK and not one.moves]
        strikes = {one.target: one.odds for one in there}
        for target, forecast in expected.items():
            if target in strikes:
                assert strikes[target] == forecast
                compared += 1
        free = {action.zone for action, _ in choices if action.verb == "move"}
        assert {one.zone for one in found.reaches if one.free} == free
        compared += len(free)
    assert compared


def test_whom_a_move_brings_into_reach_is_struck_from_there() -> None:
    checked = 0
    for before, turn in begins("lizardfolk-camp", 5, times(20, briefly=8)):
        found = next(one for one in threats(before, PLAYERS) if one.fighter == turn.actor())
        for one in found.strikes:
            if one.moves and one.verb == ATTACK:
                assert one.zone in {reach.zone for reach in found.reaches if reach.free}
                checked += 1
    for seed in range(times(6, briefly=2)):
        for before, _ in begins("street-fight", seed, 6):
            moved = [s for one in threats(before, PLAYERS) for s in one.strikes if s.moves]
            checked += len(moved)
    assert checked


def test_the_worst_that_can_come_is_told_though_it_takes_a_step() -> None:
    """Who can only shout from where he stands, and strike from one zone on."""
    table = scene(
        "fate-core", "hero@far Will 2 Fight 0", "brute@near Fight 6 Provoke 0", "near - far"
    )
    (found,) = threats(table.state, PLAYERS)
    (strike,) = found.strikes
    assert (strike.zone, strike.moves) == ("far", True)
    assert strike.odds is not None
    assert strike.odds.skill == "Fight"
    told = threat_lines(table.state, PLAYERS, [found])[0]
    assert " could go to far and attack " in told


def test_the_likeliest_to_fall_come_first_and_are_told_in_sentences() -> None:
    state = load_game("street-fight").new_initial_state()
    found = threats(state, PLAYERS)
    assert {one.fighter for one in found} == {"toughs-one", "toughs-two", "trained", "og", "teran"}
    for one in found:
        feared = [(strike.out or 0.0, strike.hit or 0.0) for strike in one.strikes]
        assert feared == sorted(feared, reverse=True)
    said = threat_lines(state, PLAYERS, found)
    assert any("could attack Cynere with" in one and "hit" in one for one in said)
    assert all(one.endswith(".") and one[0].isupper() for one in said)
    assert found[0].as_dict()["strikes"][0]["hit"] == found[0].strikes[0].hit


def test_those_who_could_do_the_same_are_told_together() -> None:
    state = load_game("scenarios/lizardfolk-camp.yaml").new_initial_state()
    while state.node() != N_TURN:
        state = state.child(state.legal_actions()[0])
    found = [one for one in threats(state, PLAYERS) if one.fighter.startswith("archer")]
    told = [words for one in found for words in threat_lines(state, PLAYERS, [one])]
    apart = [one for one in told if " attack " in one]
    together = [one for one in threat_lines(state, PLAYERS, found) if " attack " in one]
    assert len(found) == 2
    assert len(apart) == sum(len(one.strikes) for one in found) == 2 * len(together) > 0
    for said in together:
        assert said.startswith("West Archer and East Archer could each ")
        assert sum(one.partition(" could ")[2] == said.partition(" each ")[2] for one in apart) == 2


def test_where_they_could_get_to_and_strike_is_told() -> None:
    """The surest ways first, those that hardly ever succeed not at all."""
    state = load_game("lizardfolk-camp").new_initial_state()
    found = {one.fighter: one for one in threats(state, PLAYERS)}
    *_, archer = threat_lines(state, PLAYERS, [found["archer-east"]])
    assert archer == (
        "East Archer could get to the Lake, West Clifftop, Brink of the Falls, Lake Shore (by a "
        "roll, 19%) and the Camp (by a roll, 19%), and strike into Sparse Trees, the Clearing, "
        "Lake Shore, the Ravine, Rock Pillar and the Camp from afar."
    )  # both of these are two zones off, on ground without obstacles
    ways = {one.zone: one for one in found["archer-east"].reaches}
    assert (ways["lake"].free, round(ways["camp"].chance or 0, 2)) == (True, 0.19)
    assert 0 < (ways["clearing"].chance or 0) < TOLD
    assert (
        threat_lines(
            state, PLAYERS, [replace(found["archer-east"], reaches=(), covers=(), strikes=())]
        )
        == ()
    )


@pytest.mark.parametrize("name", PAIRS)
def test_what_is_hidden_changes_no_threat(name: str) -> None:
    pair, compared = twins(name), 0
    for moment in battle(pair, 1):
        if moment.plain.current_player() != CHANCE and compared < 15:
            compared += 1
            assert threats(moment.plain, pair.side) == threats(moment.full, pair.side)
    assert compared > 2


def test_nobody_threatens_once_it_is_over_and_in_other_games() -> None:
    state, rng, seen = load_game("duel").new_initial_state(), Random(1), Seen()
    assert len(threats(state, PLAYERS)) == len(threats(state, GM)) == 1
    while not state.is_terminal():
        state.apply_action(choose(state, rng, seen))
    assert threats(state, PLAYERS) == ()
    game: Any = read_file("one-question").game()
    assert threats(game.new_initial_state(), PLAYERS) == ()
