"""What people are told of games of any kind: at dice, at the end, where something is hidden."""

from __future__ import annotations

from typing import Any

import pytest

from autogm.agents.roster import seats
from autogm.analysis.plainly import HiddenError, sentence, state_lines, weigh
from autogm.game.contract import CHANCE
from autogm.lab.playouts import StoppedPlaying, play_many
from tests.game.contest import Contest, ContestFile

FILE = ContestFile(kind="contest", title="Contest", goal=1, exchanges=2)


class Secret(Contest):
    """A contest in which nobody sees the other's victories."""

    def known_to(self, at: Any, side: int) -> dict[str, Any]:
        return {"own": at[side], "left": at.left}


def test_there_is_nothing_to_choose_for_dice_and_at_the_end() -> None:
    state = Contest(FILE).new_initial_state().child(0)
    assert state.current_player() == CHANCE
    assert sentence(weigh(state, 5, 1)).startswith("Dice come next")
    end = state.child(2)
    assert sentence(weigh(end, 5, 1)) == "The players have won."
    assert [line.plain for line in state_lines(end)][-1] == "The players have won."
    assert sentence(weigh(state.child(0), 5, 1)) == "The GM has won."


def test_what_is_hidden_is_not_given_away() -> None:
    state = Secret(FILE).new_initial_state().child(0).child(1)
    assert weigh(state, 5, 1).choices, "as long as both see the same there is nothing to give away"
    hidden = Secret(FILE.model_copy(update={"goal": 2})).new_initial_state().child(1).child(2)
    with pytest.raises(HiddenError, match="would give away"):
        weigh(hidden, 5, 1)
    lines = [line.plain for line in state_lines(hidden)]
    assert "The players know:" in lines
    assert [one for one in lines if "own" in one] == ["  own: 1", "  own: 0"]
    assert [line.plain for line in state_lines(hidden, "gm")][1:3] == ["  own: 0", "  left: 2"]


def test_plays_that_are_over_are_counted_when_it_is_interrupted() -> None:
    def interrupt(more: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(StoppedPlaying) as stop:
        play_many(Contest(FILE), 9, 1, seats(None, "contest"), progress=interrupt)
    assert (stop.value.found.battles, stop.value.found.asked) == (1, 9)
