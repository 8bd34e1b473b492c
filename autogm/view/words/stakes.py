"""How much one choice has over another in a game of any kind, as people are told it: as a share of
what is at stake for who chooses, from its worst end to its best.
"""

from __future__ import annotations

from typing import Any

AS_GOOD = 0.005
"""Choices of which one is worth more by a smaller share of the stakes are said to be as good."""


def at_stake(game: Any, side: int) -> float:
    """What lies between the worst and the best end for a side, by the game's word where it says
    that (`EndingsNamed` of the contract), else by its bound."""
    if hasattr(game, "at_stake"):
        return float(game.at_stake(side)) or 1.0
    return 2.0 * float(game.max_utility) or 1.0


def of_the_stakes(game: Any, side: int, worth: float) -> str:
    """A difference of what choices are worth to a side, in words."""
    share = 100 * worth / at_stake(game, side)
    return f"{share:.{1 if share < 1.95 else 0}f}% of the stakes"
