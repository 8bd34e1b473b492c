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
from autogm.agents.tempered import temper_facts
from autogm.engine.game import Game, new_buffer
from autogm.engine.layout import LOG
from autogm.engine.state import State
from autogm.game.rows import rows
from autogm.planner.estimate.transpositions import TABLE
from autogm.planner.evaluation.parameters import parameters_of
from autogm.planner.evaluation.scratch import LINE, WORK
from autogm.planner.policy.preferred import preferred_at
from autogm.planner.policy.tables import policy_of
from autogm.planner.temper.names import USUAL, Temperament, split
from autogm.planner.temper.sway import swayed_by_scores_at
from autogm.planner.temper.tables import tempers_of
from autogm.planner.turn.tactician import Evaluator


def evaluator_of(game: Game, temperament: Temperament = USUAL) -> Evaluator:
    """The parameters, the policy and the tempers of a game; there is no scratch, since nothing is
    followed."""
    parameters = parameters_of(game)
    nothing = {kind: np.zeros(0, kind) for kind in (LINE, LOG, WORK, TABLE)}
    parts: tuple[Any, ...] = (
        nothing[LINE], nothing[LOG], parameters, nothing[WORK], nothing[TABLE],
        policy_of(game, parameters), tempers_of(game, temperament),
    )  # fmt: skip
    return Evaluator(*(rows(one) for one in parts))


class SkirmisherAgent:
    """Takes what the policy prefers."""

    number, entries = SKIRMISHER, (preferred_at, swayed_by_scores_at)

    def __init__(self, name: str = "skirmisher", temperament: Temperament = USUAL) -> None:
        self.name, self.temperament = name, temperament
        self._evaluators = Evaluators(lambda game: evaluator_of(game, temperament))

    def decide(self, state: State, source: RandomSource) -> Decision:
        """The choice of the highest score."""
        evaluator, legal = self._evaluators.of(state.game), state.legal_actions()
        scenes, states, describe = state.game.scene_rows, rows(state.record), state.game.describe
        parameters, policies, buffer = evaluator.all_parameters, evaluator.policies, new_buffer()
        chosen = preferred = int(preferred_at(scenes, states, parameters, policies, buffer))
        tempers = evaluator.tempers
        swayed = int(swayed_by_scores_at(scenes, states, parameters, tempers, policies, buffer))
        facts: dict[str, Any] = {"by": "skirmisher", "choices": len(legal)}
        if swayed not in (-1, preferred):
            chosen = swayed
            facts["temper"] = temper_facts(state, self.temperament, chosen, preferred)
        return Decision(chosen, facts | {"action": describe(state, chosen).as_dict()})

    def evaluator(self, game: Game) -> Evaluator:
        """The evaluator that `skirmish` uses in a game on this thread."""
        return self._evaluators.of(game)


def skirmisher(name: str) -> SkirmisherAgent:
    """The skirmisher with a full name, such as `skirmisher:cruel`."""
    return SkirmisherAgent(name, split(name.partition(":")[2])[1])
