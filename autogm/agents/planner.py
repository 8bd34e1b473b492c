"""The planner as an agent of one level: it plays perfectly what can be solved and searches the rest
(`planner.planner`). It draws no random numbers.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from autogm.agents.ahead import LookingAhead
from autogm.agents.base import Decision, RandomSource
from autogm.agents.evaluators import Evaluators
from autogm.agents.tempered import temper_facts
from autogm.engine.state import State
from autogm.planner.levels import Level, setting
from autogm.planner.planner import ENTRIES, Planner
from autogm.planner.reasons import Reasons, reasons_for
from autogm.planner.search.beam import Thought
from autogm.planner.temper.names import USUAL, Temperament, split
from autogm.planner.temper.sway import swayed, swayed_at
from autogm.planner.temper.tables import tempers_of
from autogm.planner.turn.ranking import rank

LINES = 5


class PlannerAgent:
    """Looks as far ahead as its budget allows."""

    entries = (*ENTRIES, swayed_at)

    def __init__(self, name: str, level: Level, temperament: Temperament = USUAL) -> None:
        self.name, self.level, self.temperament = name, level, temperament
        self._evaluators = Evaluators(lambda game: Planner(game, level.budget, level.misjudgement))
        self._tempers = Evaluators(lambda game: tempers_of(game, temperament))
        self._ahead = LookingAhead(level)

    def decide(self, state: Any, source: RandomSource) -> Decision:
        """The choice that looks best to its level, within the budget."""
        if not isinstance(state, State):
            return self._ahead.decide(state, source)
        planner = self._evaluators.of(state.game)
        thought, solution = planner.think(state)
        legal, there = state.legal_actions(), state.clone()
        best, thought = thought.best, self._swayed(state, planner, thought)

        def study() -> dict[str, Any]:
            return _studied(reasons_for(planner, there, thought, solution))

        facts = _facts(state, legal, thought, solution is not None, self.level.name)
        chosen = thought.best
        if chosen is not best:
            costs = abs(best.worth - chosen.worth)
            facts["temper"] = temper_facts(
                state, self.temperament, legal[chosen.place], legal[best.place], costs
            )
        return Decision(legal[chosen.place], facts, study)

    def _swayed(self, state: State, planner: Planner, thought: Thought) -> Thought:
        """The thought with the line first that temper takes, of those whose worths can be compared:
        those expanded to the end of the turn, or all where every one is only estimated. What is
        worth more than the best was misjudged, and temper sees no clearer."""
        worths = np.full(len(state.legal_actions()), np.nan)
        alike = all(line.place in thought.estimated for line in thought.lines)
        tempers, best, side = self._tempers.of(state.game), thought.best, state.current_player()
        for line in thought.lines:
            misjudged = rank(side, line.worth, 0) < rank(side, best.worth, 0)
            if not misjudged and (alike or line.place not in thought.estimated):
                worths[line.place] = line.worth
        if np.isnan(worths[best.place]):
            return thought
        place = swayed(state, planner.tactician.parameters, tempers, worths, best.place)
        lines = sorted(thought.lines, key=lambda line: line.place != place)
        return replace(thought, lines=tuple(lines))


def _studied(found: Reasons) -> dict[str, Any]:
    """What takes longer than the choice itself: the odds of each line's roll (None where it leads
    to none), what a fate point is worth to the side that chooses (None: there is none to spend),
    and the principal line. Worths are utilities u: the stake of the players less the stake of the
    GM, +1 a sure win, -1 a sure loss."""
    return {
        "odds": [one.odds.as_dict() if one.odds else None for one in found.lines[:LINES]],
        "point": found.point,
        "line": [state.game.describe(state, action).as_dict() for state, action in found.principal],
    }


def _facts(
    state: State, legal: list[int], thought: Thought, solved: bool, level: str
) -> dict[str, Any]:
    """Why the best line of a thought was taken, and the lines next to it: for each, how many turns
    after its own it was expanded at most, in how many `samples` it was played on instead, with the
    standard error (`error`, of u) of what those say, and whether its own was `followed` to the end
    or only estimated; and `estimate`, the chance that good play comes to what a graph estimates."""
    lines = [
        {
            "action": state.game.describe(state, legal[line.place]).as_dict(),
            "value": line.worth,
            "turns": line.turns,
            "samples": line.samples,
            "error": line.error,
            "followed": line.place not in thought.estimated,
        }
        for line in thought.lines[:LINES]
    ]
    return {
        "by": "planner",
        "level": level,
        "choices": len(legal),
        "action": lines[0]["action"],
        "solved": solved,
        "estimate": thought.estimate,
        "positions": thought.positions,
        "lines": lines,
    }


def planner(name: str) -> PlannerAgent:
    """The planner with a full name, such as `planner:great:positions=5000`."""
    level, temperament = split(name.partition(":")[2])
    return PlannerAgent(name, setting(level), temperament)
