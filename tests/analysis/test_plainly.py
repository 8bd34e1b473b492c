"""What people are told of games of any kind: at dice, at the end, where something is hidden."""

from __future__ import annotations

from typing import Any

import pytest

from autogm.agents.roster import seats
from autogm.analysis.plainly import HiddenError, sentence, state_lines, weigh
from autogm.game.contract import CHANCE, GM, PLAYERS
from autogm.lab.playouts import StoppedPlaying, play_many
from tests.game.contest import Contest, ContestFile

FILE = ContestFile(kind="contest", title="Contest", goal=1, exchanges=2)


class Secret(Contest):
    """A contest in which the players do not see the GM's victories."""

    def known_to(self, at: Any, side: int) -> dict[str, Any]:
        return at._asdict() if side == GM else {"own": at.players, "left": at.left}


def test_there_is_nothing_to_choose_for_dice_and_at_the_end() -> None:
    state = Contest(FILE).new_initial_state().child(0)
    assert state.current_player() == CHANCE
    assert sentence(weigh(state, 5, 1)).startswith("Dice come next")
    end = state.child(2)
    assert sentence(weigh(end, 5, 1)) == "The players have won."
    assert [line.plain for line in state_lines(end)][-1] == "The players have won."
    assert sentence(weigh(state.child(0), 5, 1)) == "The GM has won."


def test_what_is_hidden_is_not_given_away() -> None:
    first = Secret(FILE.model_copy(update={"goal": 2})).new_initial_state()
    with pytest.raises(HiddenError, match="from the players here, which advice would give away"):
        weigh(first, 5, 1)
    second = first.child(1).child(2)
    assert weigh(second, 5, 1).choices, "the GM knows all"
    lines = [line.plain for line in state_lines(second)]
    assert lines.index("The players know:") < lines.index("  own: 1") < lines.index("The GM knows:")
    shown = [line.plain for line in state_lines(second, "players")]
    assert shown[1:3] == ["  own: 1", "  left: 2"]
    assert not any("gm" in line for line in shown)
    assert shown[-1] == "The GM may choose."
    assert lines[-1] == "The GM may be bold or be steady."
    with pytest.raises(ValueError, match="hidden from the players"):
        second.game.events(second, 0, to=PLAYERS)
    assert second.game.events(second, 0, to=GM) == second.game.events(second, 0)


def test_plays_that_are_over_are_counted_when_it_is_interrupted() -> None:
    def interrupt(more: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(StoppedPlaying) as stop:
        play_many(Contest(FILE), 9, 1, seats(None, "contest"), progress=interrupt)
    assert (stop.value.found.battles, stop.value.found.asked) == (1, 9)
