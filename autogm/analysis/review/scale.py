"""How people are told what something is worth to a side: the chance that it wins, draws counted
half, where victory is all there is; else the share of what is at stake for it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from autogm.engine.state import State
from autogm.game.contract import GM, PLAYERS
from autogm.model.words import SIDES
from autogm.planner.solving.solver import victory_alone
from autogm.view.figures import in_points
from autogm.view.words.names import names_of
from autogm.view.words.sides import CALLED
from autogm.view.words.stakes import stakes_explained, worst_and_best


class Scale:
    """The scale of one game for a side. `chances` says whether its worths are chances of victory,
    `sides` and `many` are what its sides are called, and which of these speak of several."""

    def __init__(self, game: Any, side: int = PLAYERS) -> None:
        self._game = game
        self.conflict = isinstance(game.new_initial_state(), State)
        self.chances = self.conflict and victory_alone(game)
        self._worst, self._best = (-1.0, 1.0) if self.chances else worst_and_best(game, side)
        called = names_of(game.encounter).sides if self.conflict else CALLED
        self.sides = tuple(called[SIDES[one]] for one in (PLAYERS, GM))
        self.side = self.sides[side]
        self.many: frozenset[str] = (
            names_of(game.encounter).many if self.conflict else frozenset({CALLED["players"]})
        )

    def value(self, utility: float) -> float:
        """A utility to the side, as a number of this scale: a chance, or a share of the stakes,
        which may be below 0 or above 1."""
        return (utility - self._worst) / (self._best - self._worst)

    def change(self, utility: float) -> float:
        """A difference of utilities, as a difference of this scale."""
        return utility / (self._best - self._worst)

    def told(self, utility: float) -> str:
        """A utility to the side, in words."""
        share = self.value(utility)
        if self.chances and 0.0 < share < 0.005:
            return "under 1%"
        return "over 99%" if self.chances and 0.995 <= share < 1.0 else self.label(share)

    def points(self, utility: float) -> str:
        """A difference of utilities in percentage points, with its sign."""
        return in_points(self.change(utility))

    def is_told(self, utility: float) -> bool:
        """Whether a difference is large enough to show."""
        return self.points(utility) != "0.0"

    def label(self, value: float) -> str:
        """A number of this scale, at the side of a chart."""
        return f"{round(100 * value)}%".replace("-", "−")

    def reach(self, values: Sequence[float]) -> tuple[float, float]:
        """From where to where a chart of numbers of this scale goes."""
        return min(0.0, *values), max(1.0, *values)

    def size(self, utility: float) -> str:
        """How large a difference is, in words."""
        points = round(abs(100 * self.change(utility)))
        if not self.chances:
            return f"{points or 'less than 1'}% of the stakes"
        if points < 1:
            return "less than a point"
        return "one point" if points == 1 else f"{points} points"

    @property
    def of(self) -> str:
        """What the numbers of this scale are shares of, as the end of a phrase; nothing where they
        are chances."""
        return "" if self.chances else " of the stakes"

    @property
    def unit(self) -> str:
        """What differences are told in, and what that means."""
        if self.chances:
            return "percentage points of the chance to win"
        return "percentage points of what is at stake"

    @property
    def explained(self) -> str:
        """What the numbers are shares of, as a sentence; nothing where they are chances."""
        return "" if self.chances else stakes_explained(self._game, self.side)
