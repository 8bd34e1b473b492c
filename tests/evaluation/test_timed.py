"""Times that are added up by the turns they belong to. No test asserts a time."""

from __future__ import annotations

import time

from autogm.agents.playing import play_chunk
from autogm.agents.roster import agent
from autogm.engine.codes import N_ORDER
from autogm.model.words import SIDES
from evaluation.planner_speed import positions_of
from evaluation.timed import Times, Watched, whose_turn
from evaluation.tournament import Field


def test_choices_are_added_up_by_turns() -> None:
    """Of each fighter of its own side one time an exchange, however many its choices."""
    game = Field("the-bridge").game
    watched = Watched(agent("tactician"), time.monotonic() + 60)
    play_chunk(game, 1, 0, 1, (agent("brawler"), watched))
    gm = {place for place, one in enumerate(game.encounter.fighters) if one.side == "gm"}
    assert len(watched.turns) > 2
    assert {fighter for _, _, fighter in watched.turns} <= gm
    assert all(spent > 0 for spent in watched.turns.values())


def test_nothing_counts_after_the_last_moment_once_a_turn_has() -> None:
    game = Field("the-bridge").game
    watched = Watched(agent("tactician"), time.monotonic() - 1)
    play_chunk(game, 1, 0, 1, (agent("brawler"), watched))
    assert len(watched.turns) == 1


def test_an_answer_in_somebody_elses_turn_is_of_no_turn_of_ones_own() -> None:
    game = Field("crossed-blades").game
    whose = set()
    for state in positions_of(game, 1, 40):
        for action in state.legal_actions():
            turn = whose_turn(state, action)
            whose.add(turn)
            if turn is not None:
                assert game.encounter.fighters[turn].side == SIDES[state.current_player()]
    assert None in whose
    assert len(whose) == 3


def test_who_acts_next_is_decided_in_the_turn_that_begins_with_it() -> None:
    game = Field("eight-streets").game
    orders = [one for one in positions_of(game, 1, 200, 1) if one.node() == N_ORDER]
    assert orders
    for state in orders:
        legal = state.legal_actions()
        ids = [game.describe(state, action).target or "" for action in legal]
        chosen = [whose_turn(state, action) for action in legal]
        assert chosen == [game.words.fighters.index(one) for one in ids]


def test_times_tell_the_middle_and_the_end() -> None:
    assert Times.of([1.0, 5.0, 2.0, 4.0, 3.0]) == Times(3.0, 4.8, 5.0, 5)
