"""A game told step by step says what its whole story says."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

from autogm.agents.roster import seats
from autogm.engine.game import load_game
from autogm.game.registry import read_file
from autogm.lab.replay import replay
from autogm.view.story import story_to
from autogm.view.telling import Telling


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
