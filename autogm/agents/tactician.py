"""The tactician looks one turn ahead: at every choice by the static estimate, and exactly at those
that look best (`planner.turn.tactician`). It takes the choice that is worth most, and of equal ones
the first. It draws no random numbers.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from autogm.agents.base import Decision, RandomSource
from autogm.agents.choose import EXPANDED, TACTICIAN
from autogm.agents.evaluators import Evaluators
from autogm.engine.game import Game
from autogm.engine.state import State
from autogm.planner.turn.choices import AHEAD
from autogm.planner.turn.ranking import rank
from autogm.planner.turn.tactician import Evaluator, Tactician, weigh

Array = np.ndarray[Any, Any]
LINES = 5


def look(tactician: Tactician, state: State) -> Array:
    """What each legal action is worth, as `consider` sees it."""
    return tactician.expand(state, EXPANDED, AHEAD * float(tactician.parameters[0]["swing"]))


class TacticianAgent:
    """Weighs every choice by its expected utility at the end of the turn."""

    name, number, entries = "tactician", TACTICIAN, (weigh,)

    def __init__(self) -> None:
        self._evaluators = Evaluators(Tactician)

    def decide(self, state: State, source: RandomSource) -> Decision:
        """The best choice one turn deep."""
        evaluator = self._evaluators.of(state.game)
        worths = look(evaluator, state)
        expanded = evaluator.expanded(len(worths))
        side, legal = state.current_player(), state.legal_actions()
        order = sorted(range(len(legal)), key=lambda place: rank(side, float(worths[place]), place))
        return Decision(legal[order[0]], _facts(state, legal, worths, expanded, order))

    def evaluator(self, game: Game) -> Evaluator:
        """The evaluator that `consider` uses in a game on this thread."""
        return self._evaluators.of(game).evaluator


def tactician(name: str) -> TacticianAgent:
    """The only tactician."""
    return TacticianAgent()


def _facts(
    state: State, legal: list[int], worths: Array, expanded: Array, order: list[int]
) -> dict[str, Any]:
    """Why the first of the legal actions in `order` was taken, and those next to it, which were
    expanded to the end of the turn or only estimated."""
    describe = state.game.describe
    lines = [
        {
            "action": describe(state, legal[place]).as_dict(),
            "value": float(worths[place]),
            "followed": bool(expanded[place]),
        }
        for place in order[:LINES]
    ]
    action = lines[0]["action"]
    return {"by": "tactician", "choices": len(legal), "action": action, "lines": lines}
