"""A game told step by step says what its whole story says."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import Any

import pytest

from autogm.agents.plain import played
from autogm.agents.roster import seats
from autogm.engine.game import load_game
from autogm.game.registry import read_file
from autogm.lab.replay import replay
from autogm.view.story import story_to
from autogm.view.telling import Telling, why


@pytest.mark.parametrize("to", [None, 0, 1])
@pytest.mark.parametrize("name", ["duel", "ravine-ambush", "autarch-skirmish", "street-fight"])
def test_step_by_step_is_the_whole_story(name: str, to: int | None) -> None:
    game = load_game(name)
    steps = list(replay(game, 3, 0, seats("brawler", encounter=game.encounter), to=to))
    told = ((one.game or game, one.events) for one in steps)
    whole = [line.plain for line in story_to(game, told, None, to)][1:]
    telling = Telling(steps[0].after, to)
    lines = telling.opening()
    for before, step in pairwise(steps):
        lines += telling.step(before.after, step.action, step.after)
    assert [line.plain for line in lines] == whole


def test_other_games_are_told_event_by_event() -> None:
    game = read_file("party-crashers").game()
    state, rng = game.new_initial_state(), Random(1)
    telling = Telling(state)
    lines = telling.opening()
    while not state.is_terminal():
        action = rng.choice(state.legal_actions())
        after = state.child(action)
        lines += telling.step(state, action, after)
        state = after
    assert len(lines) > 5
    assert all(line.plain.startswith("  ") for line in lines)


def test_why_says_what_it_is_worth_and_nothing_that_is_hidden() -> None:
    """The GM's reasons in a scene of cards, to the GM and to the players."""
    game: Any = read_file("party-crashers").game()
    state, hidden, told = game.new_initial_state(), "A Suspicious Officer", {0: "", 1: ""}
    for step in played(game, 3, 0, seats("planner", "aspect-cards")):
        known = hidden in str(game.observation(step.after, 0))
        if step.decision is not None and step.before.current_player() == 1:
            for side in told:
                said = why(step.before, step.decision, side)
                told[side] += said
                assert "worth" in said
                assert side == 1 or known or hidden not in said
        state = step.after
    assert state.is_terminal()
    assert hidden in told[1]
