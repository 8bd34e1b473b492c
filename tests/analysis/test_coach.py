"""Coaching: the planner's own choice first, what others cost, and nothing hidden."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest

from autogm.analysis.advice import advise
from autogm.analysis.coach import SHOWN, _Compared, coach
from autogm.analysis.counsel import sentence
from autogm.engine.codes import CHANCE, N_DUEL, N_TURN
from autogm.engine.game import load_game
from autogm.engine.observation import opposed
from autogm.game.contract import PLAYERS
from autogm.game.registry import read_file
from autogm.planner.levels import setting
from autogm.view.words.grammar import gerund
from tests.conformance.plays import Seen, choose
from tests.twins import battle, twins

LEVEL = setting("good")


@pytest.mark.parametrize("name", ["duel", "street-fight"])
def test_the_best_is_what_the_level_advises(name: str) -> None:
    game = load_game(name)
    state = game.new_initial_state()
    while state.node() != N_TURN:
        state.apply_action(state.legal_actions()[0])
    side = state.current_player()
    found, advice = coach(state, side, LEVEL), advise(game, state, LEVEL, to=side)
    assert found.lines[0].words == advice.choices[0].words
    assert found.lines[0].costs == 0
    assert found.lines[0].told.partition(" (")[0] in ("the best", "among the best")
    costs = [one.costs for one in found.lines]
    assert len(found.lines) <= SHOWN
    assert costs[1:] == [advice.choices[0].value - one.value for one in advice.choices[1:SHOWN]]
    assert found.sentence.startswith(sentence(advice))


def test_ways_to_pay_for_the_same_are_one_choice() -> None:
    """Whoever is to invoke in a roll is told of more, of a new roll and of passing, each once."""
    game, told = load_game("ravine-ambush"), set[str]()
    state, rng, seen = game.new_initial_state(), Random(3), Seen()
    while not state.is_terminal() and len(told) < 3:
        side, choices = state.current_player(), state.legal_actions()
        if side != CHANCE and state.node() == N_DUEL and len(choices) > SHOWN:
            lines = coach(state, side, LEVEL).lines
            gains = [str(one.action.get("mode", one.action["verb"])) for one in lines]
            assert len(gains) == len(set(gains))
            advice = advise(game, state, LEVEL, to=side)
            assert lines[0].words == advice.choices[0].words
            told |= set(gains)
        state.apply_action(choose(state, rng, seen))
    assert told == {"pass", "+2", "reroll"}


def test_what_is_hidden_changes_no_coaching() -> None:
    pair, compared = twins("an aspect"), 0
    for moment in battle(pair, 2):
        if moment.plain.current_player() == pair.side and compared < 4:
            compared += 1
            assert coach(moment.plain, pair.side, LEVEL) == coach(moment.full, pair.side, LEVEL)
    assert compared == 4


@pytest.mark.parametrize("name", ["reinforcements", "a goal about reinforcements"])
def test_that_somebody_hidden_is_left_shows_in_no_coaching(name: str) -> None:
    """At the choices that come after the last enemy in sight has fallen."""
    pair, compared = twins(name), 0
    for moment in battle(pair, 1):
        if moment.plain.current_player() != pair.side:
            continue
        if not opposed(moment.plain, pair.side):
            compared += 1
            assert coach(moment.plain, pair.side, LEVEL) == coach(moment.full, pair.side, LEVEL)
    assert compared


def test_games_that_can_be_looked_through_are_coached_exactly() -> None:
    game: Any = read_file("one-question").game()
    state = game.new_initial_state()
    while state.current_player() == CHANCE:
        state.apply_action(state.legal_actions()[0])
    found = coach(state, state.current_player(), LEVEL)
    assert found.exact
    assert found.lines[0].costs == 0
    assert all(one.costs >= 0 for one in found.lines)


def first_choice(name: str) -> Any:
    """The first choice of the players in a scene of cards."""
    game: Any = read_file(name).game()
    state = game.new_initial_state()
    while state.current_player() != PLAYERS:
        state.apply_action(state.legal_actions()[0])
    return state


def test_scenes_are_coached_in_shares_of_the_stakes_and_ends() -> None:
    """The players' endings of that scene lie between 1 and -1."""
    state = first_choice("party-crashers")
    found = coach(state, PLAYERS, LEVEL)
    best, other, _ = found.lines
    assert best.told.startswith("the best (an ending of the players")
    assert other.told.startswith(f"{100 * other.costs / 2:.1f}% of the stakes less (an ending")
    assert [one.best for one in found.lines] == [True, False, False]
    assert f"better than {gerund(other.words)}, by {100 * other.costs / 2:.1f}%" in found.sentence
    assert not re.search(r"[+−-]\d", found.sentence)


def test_no_choice_is_the_best_where_nothing_differs() -> None:
    state = first_choice("party-crashers")
    turn_his_head = {"verb": "try", "character": "piper", "intention": "flirt"}
    state.apply_action(state.game.action_of(state, turn_his_head))
    found = coach(state, PLAYERS, LEVEL)
    assert len(found.lines) == SHOWN
    assert found.sentence.startswith("It makes no difference what is chosen here.")
    assert {one.told.partition(" (")[0] for one in found.lines} == {"as good as any other"}
    assert not any(one.best for one in found.lines)


def test_several_that_are_better_than_the_rest_are_all_marked() -> None:
    """Six choices of a turn of the same worth to whoever stands alone, and others that are not."""
    compared = _Compared([0.0, 0.004, 0.3], [0.01] * 3)
    lines = [compared.line(place, {}, "wait", "30%", "") for place in range(3)]
    assert [one.told for one in lines] == ["among the best", "among the best", "30% less"]
    assert [one.best for one in lines] == [True, True, False]
    alone = _Compared([0.0], [0.01]).line(0, {}, "wait", "", "")
    assert (alone.told, alone.best) == ("the best", True)
