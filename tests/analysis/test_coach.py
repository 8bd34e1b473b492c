"""Coaching: the planner's own choice first, what others cost, and nothing hidden."""

from __future__ import annotations

from typing import Any

import pytest

from autogm.analysis.advice import advise
from autogm.analysis.coach import SHOWN, coach
from autogm.analysis.counsel import sentence
from autogm.engine.codes import CHANCE, N_TURN
from autogm.engine.game import load_game
from autogm.game.registry import read_file
from autogm.planner.levels import setting
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
    assert found.lines[0].told == ""
    costs = [one.costs for one in found.lines]
    assert len(found.lines) <= SHOWN
    assert costs[1:] == [advice.choices[0].value - one.value for one in advice.choices[1:SHOWN]]
    assert found.sentence.startswith(sentence(advice))


def test_what_is_hidden_changes_no_coaching() -> None:
    pair, compared = twins("an aspect"), 0
    for moment in battle(pair, 2):
        if moment.plain.current_player() == pair.side and compared < 4:
            compared += 1
            assert coach(moment.plain, pair.side, LEVEL) == coach(moment.full, pair.side, LEVEL)
    assert compared == 4


def test_games_that_can_be_looked_through_are_coached_exactly() -> None:
    game: Any = read_file("one-question").game()
    state = game.new_initial_state()
    while state.current_player() == CHANCE:
        state.apply_action(state.legal_actions()[0])
    found = coach(state, state.current_player(), LEVEL)
    assert found.exact
    assert found.lines[0].costs == 0
    assert all(one.costs >= 0 for one in found.lines)
