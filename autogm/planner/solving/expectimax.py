"""Small games of any kind solved exactly by backward induction: a choice is worth what is best for
the side that makes it, dice the mean of what they lead to, an end what it returns.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from math import fsum
from typing import Any

from autogm.game.contract import CHANCE, PLAYERS
from autogm.game.graph import Branch, upwards


@dataclass
class Solved:
    """What every state below `root` is worth to the players with best play of both sides, and how
    many of them are choices, dice and ends."""

    root: Any
    values: dict[Any, float] = field(default_factory=dict)
    decisions: int = 0
    dice: int = 0
    ends: int = 0
    seconds: float = 0.0

    @property
    def value(self) -> float:
        """What `root` is worth to the players."""
        return self.values[self.root]

    def choices(self, state: Any) -> list[tuple[int, float]]:
        """Each legal action of a state with what it is worth to the players, best for the side that
        chooses first; of equals, the lower action."""
        sign = 1 if state.current_player() == PLAYERS else -1
        found = [(action, self.values[state.child(action)]) for action in state.legal_actions()]
        return sorted(found, key=lambda one: (-sign * one[1], one[0]))


def expectimax(root: Any, most: int) -> Solved:
    """Solve everything that can follow on a state.

    Raises:
        TooLargeError: where there are more than `most` states.
        CircleError: where a state follows on itself.
    """
    began, found = time.perf_counter(), Solved(root)
    for state, _, below in upwards(root, most):
        found.values[state] = _worth(found, state, below)
    found.seconds = time.perf_counter() - began
    return found


def _worth(found: Solved, state: Any, below: list[Branch]) -> float:
    if not below:
        found.ends += 1
        return float(state.returns()[0])
    if state.current_player() == CHANCE:
        found.dice += 1
        return fsum(one.chance * found.values[one.key] for one in below)
    found.decisions += 1
    best = max if state.current_player() == PLAYERS else min
    return best(found.values[one.key] for one in below)
