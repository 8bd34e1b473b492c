"""The skirmisher does at once what the tactician would mostly do after thinking: it takes the
choice that a learned policy prefers (`planner.policy`), and looks at nothing that follows. It draws
no random numbers. For thousands of battles, and for telling what a quick opponent would do.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from autogm.agents.base import Decision, RandomSource
from autogm.agents.choose import SKIRMISHER
from autogm.agents.evaluators import Evaluators
from autogm.engine.game import Game, new_buffer
from autogm.engine.layout import LOG
from autogm.engine.state import State
from autogm.game.rows import rows
from autogm.planner.evaluation.parameters import parameters_of
from autogm.planner.evaluation.scratch import LINE, WORK
from autogm.planner.policy.preferred import preferred_at
from autogm.planner.policy.tables import policy_of
from autogm.planner.turn.tactician import Evaluator
from autogm.planner.turn.transpositions import TABLE


def evaluator_of(game: Game) -> Evaluator:
    """The parameters and the policy of a game; there is no scratch, since nothing is followed."""
    parameters = parameters_of(game)
    nothing = {kind: np.zeros(0, kind) for kind in (LINE, LOG, WORK, TABLE)}
    parts: tuple[Any, ...] = (
        nothing[LINE], nothing[LOG], parameters, nothing[WORK], nothing[TABLE],
        policy_of(game, parameters),
    )  # fmt: skip
    return Evaluator(*(rows(one) for one in parts))


class SkirmisherAgent:
    """Takes what the policy prefers."""

    name, number, entries = "skirmisher", SKIRMISHER, (preferred_at,)

    def __init__(self) -> None:
        self._evaluators = Evaluators(evaluator_of)

    def decide(self, state: State, source: RandomSource) -> Decision:
        """The choice of the highest score."""
        evaluator, legal = self._evaluators.of(state.game), state.legal_actions()
        scenes, states = state.game.scene_rows, rows(state.record)
        chosen = int(
            preferred_at(scenes, states, evaluator.all_parameters, evaluator.policies, new_buffer())
        )
        action = state.game.describe(state, chosen).as_dict()
        return Decision(chosen, {"by": self.name, "choices": len(legal), "action": action})

    def evaluator(self, game: Game) -> Evaluator:
        """The evaluator that `skirmish` uses in a game on this thread."""
        return self._evaluators.of(game)


def skirmisher(name: str) -> SkirmisherAgent:
    """The only skirmisher."""
    return SkirmisherAgent()
