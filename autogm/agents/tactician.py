"""The tactician looks one turn ahead, by the static estimate (`planner.turn.tactician`). It takes
the choice that is worth most, and of equal ones what `planner.turn.ties` says. It draws no random
numbers. What it reports of its choice is what that comes to if it is expanded to the end of its
turn, and what it says of the others is corrected by as much as that differs.
"""

from __future__ import annotations

from collections.abc import Callable
from math import isnan
from typing import Any

import numpy as np

from autogm.agents.base import Decision, RandomSource
from autogm.agents.choose import TACTICIAN
from autogm.agents.evaluators import Evaluators
from autogm.agents.tempered import temper_facts
from autogm.engine.codes import PLAYERS
from autogm.engine.game import Game
from autogm.engine.state import State
from autogm.game.rows import rows
from autogm.planner.temper.names import USUAL, Temperament, split
from autogm.planner.temper.sway import swayed, swayed_at
from autogm.planner.temper.tables import tempers_of
from autogm.planner.turn.ranking import rank
from autogm.planner.turn.tactician import NO_LIMIT, Evaluator, Tactician, weigh
from autogm.planner.turn.ties import first_of_equals_at
from autogm.planner.turn.weighing import LEAD, TO_THE_END

Array = np.ndarray[Any, Any]
LINES = 5


def look(tactician: Tactician, state: State) -> Array:
    """What each legal action is worth to a tactician, none left out: what it does not look at is by
    the static estimate, and below what it takes."""
    worths = tactician.quick_estimate(state)
    unseen = np.isnan(worths)
    if unseen.any():
        sign = 1.0 if state.current_player() == PLAYERS else -1.0
        best = np.nanmax(sign * worths) - LEAD
        worths[unseen] = sign * np.minimum(sign * tactician.estimate(state)[unseen], best)
    return worths


def first_choice(tactician: Tactician, state: State) -> int:
    """The number of the legal action that a tactician without a temper takes."""
    estimates, side = tactician.quick_estimate(state), state.current_player()
    seen = np.flatnonzero(~np.isnan(estimates)).tolist()
    best = min(seen, key=lambda place: rank(side, float(estimates[place]), place))
    return tactician.first_of_equals(state, estimates, best)


class TacticianAgent:
    """Weighs every choice by its expected utility at the end of the turn."""

    number, entries = TACTICIAN, (weigh, first_of_equals_at, swayed_at)

    def __init__(
        self,
        name: str = "tactician",
        temperament: Temperament = USUAL,
        thinker: Callable[[Game], Tactician] = Tactician,
    ) -> None:
        """`thinker` makes what weighs the choices of a game."""
        self.name, self.temperament = name, temperament
        self._evaluators = Evaluators(lambda game: (thinker(game), tempers_of(game, temperament)))

    def decide(self, state: State, source: RandomSource) -> Decision:
        """The best choice one turn deep."""
        tactician, tempers = self._evaluators.of(state.game)
        estimates = tactician.quick_estimate(state)
        side, legal = state.current_player(), state.legal_actions()
        looked = [place for place in range(len(legal)) if not isnan(estimates[place])]
        order = sorted(looked, key=lambda place: rank(side, float(estimates[place]), place))
        best = tactician.first_of_equals(state, estimates, order[0])
        order.sort(key=lambda place: place != best)
        sign = 1.0 if side == PLAYERS else -1.0
        worth = tactician.deepen(state, best, TO_THE_END, NO_LIMIT)
        change = worth - estimates[best]
        worths = sign * np.minimum(sign * (estimates + change), sign * worth)
        worths[best] = worth
        chosen = swayed(state, tactician.parameters, tempers, estimates, best)
        if chosen == best:
            return Decision(legal[best], _facts(state, legal, worths, order, best))
        costs = abs(float(estimates[best] - estimates[chosen]))
        order.insert(0, order.pop(order.index(chosen)))
        facts = _facts(state, legal, worths, order, best)
        temper = temper_facts(state, self.temperament, legal[chosen], legal[best], costs)
        return Decision(legal[chosen], facts | {"temper": temper})

    def evaluator(self, game: Game) -> Evaluator:
        """The evaluator that `consider` uses in a game on this thread."""
        tactician, tempers = self._evaluators.of(game)
        return tactician.evaluator._replace(tempers=rows(tempers))


def tactician(name: str) -> TacticianAgent:
    """The tactician with a full name, such as `tactician:cruel`."""
    return TacticianAgent(name, split(name.partition(":")[2])[1])


def _facts(
    state: State, legal: list[int], worths: Array, order: list[int], best: int
) -> dict[str, Any]:
    """Why the first of the legal actions in `order` was taken, and those next to it: all were only
    estimated but number `best`, which was expanded to the end of the turn."""
    describe = state.game.describe
    lines = [
        {
            "action": describe(state, legal[place]).as_dict(),
            "value": float(worths[place]),
            "followed": place == best,
        }
        for place in order[:LINES]
    ]
    action = lines[0]["action"]
    return {"by": "tactician", "choices": len(legal), "action": action, "lines": lines}
