"""What something is worth to a side, and how much one choice has over another, in any game, as
people are told it: as a share of what is at stake for that side, from its worst end (0%) to its
best (100%). What a file counts besides, such as points kept, comes on top of that.
"""

from __future__ import annotations

from typing import Any

from autogm.engine.stake_bounds import stake_bounds
from autogm.engine.state import State
from autogm.game.contract import PLAYERS

AS_GOOD = 0.005
"""Choices of which one is worth more by a smaller share of the stakes are said to be as good."""
PLAYERS_WIN, GM_WINS = 1, 2
"""Where the stakes of a conflict say what the ends are worth."""


def worst_and_best(game: Any, side: int) -> tuple[float, float]:
    """What the worst and the best end are worth to a side, the best always more: in a conflict a
    plain defeat and a plain victory, unless who wins is all the same; else by the game's word where
    it says that (`EndingsNamed` of the contract), or by its bound."""
    if hasattr(game, "worst_and_best"):
        worst, best = game.worst_and_best(side)
    elif isinstance(game.new_initial_state(), State):
        worst, best = stake_bounds(game.scene[0])
        if counts_victory(game):
            worth = game.scene[0]["win_value"]
            worst, best = float(worth[GM_WINS]), float(worth[PLAYERS_WIN])
        worst, best = (worst, best) if side == PLAYERS else (-best, -worst)
    else:
        worst, best = -float(game.max_utility), float(game.max_utility)
    return (worst, best) if best > worst else (worst, worst + 1.0)


def at_stake(game: Any, side: int) -> float:
    """What lies between the worst and the best end for a side."""
    worst, best = worst_and_best(game, side)
    return best - worst


def share_of_stakes(game: Any, side: int, worth: float) -> float:
    """What something is worth to a side, from 0 for its worst end to 1 for its best."""
    worst, best = worst_and_best(game, side)
    return (worth - worst) / (best - worst)


def of_the_stakes(game: Any, side: int, worth: float) -> str:
    """A difference of what choices are worth to a side, in words; what a file counts besides the
    endings may make it more than lies between the worst of them and the best."""
    share = 100 * worth / at_stake(game, side)
    if share >= 100.5:
        return "more than all of the stakes"
    return f"{share:.{1 if share < 1.95 else 0}f}% of the stakes"


def stakes_explained(game: Any, whom: str) -> str:
    """What shares of the stakes are shares of for a side that is called so, as a sentence."""
    ends = "the worst ending", "the best"
    if isinstance(game.new_initial_state(), State) and counts_victory(game):
        ends = "a defeat", "a victory"
    return (
        f"The stakes go from {ends[0]} for {whom}, 0%, to {ends[1]}, 100%; what else the file's "
        "stakes count, such as points kept, comes on top and may lead above 100%; people and "
        "points lost may lead below 0%."
    )


def counts_victory(game: Any) -> bool:
    """Whether it matters in a conflict who wins."""
    worth = game.scene[0]["win_value"]
    return float(worth[PLAYERS_WIN]) > float(worth[GM_WINS])
