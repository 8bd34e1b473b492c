"""How a scene is likely to end: against a walk along the choices that both sides keep to."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import pytest

from autogm.analysis.prospects import STILL_OPEN, compared_in_words, ends_in_words, whose_ends
from autogm.game.contract import CHANCE, PLAYERS
from autogm.game.registry import read_file
from autogm.planner.solving.expectimax import Solved, look_ahead


def walked(found: Solved, state: Any, chance: float, met: dict[str, float]) -> dict[str, float]:
    """The chances of ends by the kind of ending, as the file has it."""
    if state.is_terminal():
        kept = state.game.settled.endings[int(state.record[0]["ending"])]
        met["bargain" if kept.kind == "bargain" else kept.side] += chance
    elif state.current_player() == CHANCE:
        for outcome, share in state.chance_outcomes():
            walked(found, state.child(outcome), chance * share, met)
    else:
        walked(found, state.child(found.kept(state)), chance, met)
    return met


@pytest.mark.parametrize("name", ["one-question", "the-trial"])
def test_ends_are_those_of_best_play(name: str) -> None:
    game: Any = read_file(name).game()
    root = game.as_known_to(game.new_initial_state(), PLAYERS)
    found, compared = look_ahead(root, 100_000), 0
    assert not found.open
    for action in root.legal_actions():
        after = root.child(action)
        told = whose_ends(found, found.graph.place(after))
        assert told == pytest.approx(dict(walked(found, after, 1.0, defaultdict(float))))
        assert list(told.values()) == sorted(told.values(), reverse=True)
        compared += len(told) > 1
    assert compared


def test_what_was_not_looked_at_is_open() -> None:
    game: Any = read_file("the-vault").game()
    found = look_ahead(game.new_initial_state(), 2_000)
    assert found.open
    told = whose_ends(found, 0)
    assert sum(told.values()) == pytest.approx(1.0)
    assert told[STILL_OPEN] > 0


def test_words_leave_out_what_hardly_happens_and_what_is_mostly_open() -> None:
    said = ends_in_words({"players": 0.9974, "bargain": 0.0026})
    assert said == "an ending of the players >99%"
    assert ends_in_words({"gm": 1.0}) == "an ending of the GM 100%"
    assert ends_in_words({STILL_OPEN: 0.6, "players": 0.4}) == ""
    said = ends_in_words({"players": 0.7, STILL_OPEN: 0.3})
    assert said == "an ending of the players 70%, not yet seen how 30%"


def test_choices_side_by_side_tell_how_they_end_or_none_does() -> None:
    sure, likely, unseen = {"gm": 1.0}, {"players": 0.8, "gm": 0.2}, {STILL_OPEN: 0.9, "gm": 0.1}
    both = ["an ending of the GM 100%", "an ending of the players 80%, an ending of the GM 20%"]
    assert compared_in_words([sure, likely]) == both
    assert compared_in_words([sure, unseen]) == ["", ""]


def test_what_is_at_stake_is_what_the_file_says() -> None:
    game: Any = read_file("party-crashers").game()
    assert [game.worst_and_best(side) for side in (0, 1)] == [(-1, 1), pytest.approx((-0.5, 0.6))]
