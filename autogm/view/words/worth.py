"""What one choice has over another, as people are told it: in percentage points of a chance to win.
Where more than victory is at stake, these are the points that would be worth as much.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from autogm.game.contract import PLAYERS
from autogm.planner.solving.solver import victory_alone
from autogm.view.words.stakes import at_stake, counts_victory

if TYPE_CHECKING:
    from autogm.engine.game import Game


class Worth:
    """Tells differences in the utility of one game. `victory` says whether nothing but victory is
    at stake, so that they are differences of chances."""

    def __init__(self, game: Game) -> None:
        self.victory = victory_alone(game)
        self._whole = at_stake(game, PLAYERS)
        self._counts_victory = counts_victory(game)
        self._of = "a chance to win" if self._counts_victory else "all that is at stake"

    def points(self, worth: float) -> float:
        """A difference in utility in percentage points."""
        return 100 * worth / self._whole

    def told(self, worth: float) -> str:
        """The same in words."""
        points = self.points(worth)
        number = f"{points:.1f}" if points < 1.95 else f"{points:.0f}"
        said = "a percentage point" if number == "1.0" else f"{number} percentage points"
        return said if self.victory else f"{said} of {self._of}"

    def better(self, worth: float, than: str) -> str:
        """That something is better by so much than something else, as it follows «is»."""
        if self.victory:
            return f"{self.told(worth)} better than {than}"
        return f"better than {than}, {self.by(worth)}"

    def worse(self, worth: float) -> str:
        """That something is worse by so much, as it follows «is»."""
        if self.victory:
            return f"{self.told(worth)} worse"
        return f"worse, {self.by(worth)}"

    def by(self, worth: float) -> str:
        """By how much things are apart where more than victory is at stake. Who has as good as won
        or lost the conflict still plays for the rest, of which no chance of winning is left."""
        much = self.cost(worth)
        return f"by {much}" if self._counts_victory else f"by as much as {much}"

    def cost(self, worth: float) -> str:
        """What that much is, as it follows «it costs»."""
        told = self.told(worth)
        return f"what {told} would be worth" if self._counts_victory else told

    def note(self) -> str:
        """What the points stand for, where that is not plain; else nothing."""
        if self.victory:
            return ""
        return (
            f"More than victory is at stake: choices are told apart by the percentage points of "
            f"{self._of} that would be worth as much. "
        )
