"""Backward induction over games of any kind: by hand, and what is not taken."""

from __future__ import annotations

from typing import Any

import pytest

from autogm.game.graph import CircleError, TooLargeError
from autogm.planner.solving.expectimax import expectimax
from tests.game.contest import Contest, ContestFile


def contest(goal: int, exchanges: int) -> Contest:
    return Contest(ContestFile(kind="contest", title="Contest", goal=goal, exchanges=exchanges))


def test_the_last_exchange_by_hand() -> None:
    """Both have to be bold, to one victory: the players reach it once in three, and once in three
    the GM does. In the last third the GM rolls as they did: once in three it wins, once it gives
    the victory to them."""
    solved = expectimax(contest(1, 1).new_initial_state(), 100)
    assert solved.value == pytest.approx(0, abs=1e-15)
    assert (solved.decisions, solved.dice) == (0, 2)
    assert solved.ends == 5


def test_a_choice_is_what_is_best_for_its_side() -> None:
    """To one victory in two exchanges: steady, the players have won two times in three and bold
    once; what is left is the GM's, for whom the same holds."""
    solved = expectimax(contest(1, 2).new_initial_state(), 1000)
    root = solved.root
    first, second = solved.choices(root)
    assert root.game.describe(root, first[0]).verb == "be steady"
    assert first[1] == solved.value > second[1]
    after = 2 / 3 - 1 / 3 * (2 / 3 - 1 / 3 * 0)  # the last exchange is worth nothing
    assert solved.value == pytest.approx(after, abs=1e-12)


def test_more_states_than_allowed() -> None:
    with pytest.raises(TooLargeError, match="more than 20 states"):
        expectimax(contest(3, 4).new_initial_state(), 20)


def test_circles_are_refused() -> None:
    class Round(Contest):
        def after(self, at: Any, what: Any) -> Any:
            return self.first()

    game = Round(ContestFile(kind="contest", title="Round"))
    with pytest.raises(CircleError, match="leads back to it"):
        expectimax(game.new_initial_state(), 1000)
