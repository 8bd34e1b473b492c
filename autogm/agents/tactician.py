"""The tactician: looks one turn ahead, exactly (`planner.tactician`), and takes what comes to most.
Of choices that come to the same it takes the first. It draws no lots.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from autogm.agents.base import Decision, RandomSource
from autogm.agents.minds import Minds
from autogm.engine.codes import PLAYERS
from autogm.engine.game import State
from autogm.planner.tactician import Tactician

Array = np.ndarray[Any, Any]
SAME = 1e-9
LINES = 5


class TacticianAgent:
    """Weighs every choice by what it can be expected to come to by the end of the turn."""

    name = "tactician"

    def __init__(self) -> None:
        self._minds = Minds(Tactician)

    def decide(self, state: State, source: RandomSource) -> Decision:
        """The best choice one turn deep."""
        worths = self._minds.of(state.game).weigh(state)
        sign = 1.0 if state.current_player() == PLAYERS else -1.0
        legal = state.legal_actions()
        order = sorted(range(len(legal)), key=lambda place: -sign * worths[place])
        best = min(place for place in order if abs(worths[place] - worths[order[0]]) < SAME)
        there = state.clone()
        return Decision(legal[best], lambda: _told(there, legal, worths, order, best))


def _told(
    state: State, legal: list[int], worths: Array, order: list[int], best: int
) -> tuple[str, dict[str, Any]]:
    """Why the legal action number `best` was taken, and the first of those in `order`."""
    describe = state.game.describe
    lines = [
        {"action": describe(state, legal[place]).as_dict(), "value": float(worths[place])}
        for place in order[:LINES]
    ]
    words = describe(state, legal[best])
    reason = f"{words} comes to u = {worths[best]:+.3f} by the end of the turn"
    rest = [place for place in order if place != best]
    if rest:
        second = describe(state, legal[rest[0]])
        reason += f"; next best, {second}: {worths[rest[0]]:+.3f}"
    return reason, {"choices": len(legal), "action": words.as_dict(), "lines": lines}
