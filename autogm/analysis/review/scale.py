"""How people are told what something is worth to a side: the chance that it wins, draws counted
half, where victory is all there is; else by utility.
"""

from __future__ import annotations

from typing import Any

from autogm.engine.state import State
from autogm.game.contract import GM, PLAYERS
from autogm.model.words import SIDES
from autogm.planner.solving.solver import victory_alone
from autogm.view.words.names import names_of
from autogm.view.words.sides import CALLED


class Scale:
    """The scale of one game. `chances` says whether its worths are chances of victory, `sides`
    and `many` are what its sides are called, and which of these speak of several."""

    def __init__(self, game: Any) -> None:
        self.conflict = isinstance(game.new_initial_state(), State)
        self.chances = self.conflict and victory_alone(game)
        called = names_of(game.encounter).sides if self.conflict else CALLED
        self.sides = tuple(called[SIDES[side]] for side in (PLAYERS, GM))
        self.many: frozenset[str] = (
            names_of(game.encounter).many if self.conflict else frozenset({CALLED["players"]})
        )

    def value(self, utility: float) -> float:
        """A utility to a side, as a number of this scale."""
        return (1 + utility) / 2 if self.chances else utility

    def change(self, utility: float) -> float:
        """A difference of utilities, as a difference of this scale."""
        return utility / 2 if self.chances else utility

    def told(self, utility: float) -> str:
        """A utility to a side, in words."""
        if not self.chances:
            return f"{utility + 0.0:+.2f}"
        share = self.value(utility)
        if 0.0 < share < 0.005:
            return "under 1%"
        return "over 99%" if 0.995 <= share < 1.0 else f"{share:.0%}"

    def points(self, utility: float) -> str:
        """A difference of utilities, with its sign."""
        change = self.change(utility)
        if not self.chances:
            return f"{change + 0.0:+.2f}"
        return f"{round(100 * change, 1) + 0.0:+.1f}"

    def is_told(self, utility: float) -> bool:
        """Whether a difference is large enough to show."""
        return self.points(utility) not in ("+0.0", "-0.0", "+0.00", "-0.00")

    def label(self, value: float) -> str:
        """A number of this scale, at the side of a chart."""
        return f"{value:.0%}" if self.chances else f"{value + 0.0:+.2f}"

    def size(self, utility: float) -> str:
        """How large a difference is, in words."""
        change = abs(self.change(utility))
        if not self.chances:
            return f"{change:.2f}"
        points = round(100 * change)
        if points < 1:
            return "less than a point"
        return "one point" if points == 1 else f"{points} points"

    @property
    def unit(self) -> str:
        """What differences are told in."""
        return "percentage points of the chance to win" if self.chances else "utility"
