"""The planner as an agent of one level: it plays perfectly what can be solved and searches the rest
(`planner.planner`). It draws no random numbers.
"""

from __future__ import annotations

from typing import Any

from autogm.agents.base import Decision, RandomSource
from autogm.agents.evaluators import Evaluators
from autogm.agents.wording import Words
from autogm.engine.game import State
from autogm.planner.levels import Level, setting
from autogm.planner.planner import ENTRIES, Planner
from autogm.planner.reasons import Reasons, reasons_for
from autogm.planner.search.beam import Line, Thought

LINES = 5


class PlannerAgent:
    """Looks as far ahead as its budget allows."""

    entries = ENTRIES

    def __init__(self, name: str, level: Level) -> None:
        self.name = name
        self.level = level
        self._evaluators = Evaluators(lambda game: Planner(game, level.budget, level.misjudgement))

    def decide(self, state: State, source: RandomSource) -> Decision:
        """The choice that looks best to its level, within the budget."""
        planner = self._evaluators.of(state.game)
        thought, solution = planner.think(state)
        legal, there = state.legal_actions(), state.clone()

        def tell() -> tuple[str, dict[str, Any]]:
            return _told(there, legal, thought, solution is not None, self.level.name)

        def study() -> dict[str, Any]:
            plan = None if solution else planner.joint_plan(there)
            joint = {"joint": plan.as_dict(there.game) if plan else None}
            return _studied(reasons_for(planner, there, thought, solution)) | joint

        return Decision(legal[thought.best.place], tell, study)


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


def _told(
    state: State, legal: list[int], thought: Thought, solved: bool, level: str
) -> tuple[str, dict[str, Any]]:
    """Why the best line of a thought was taken, and the lines next to it: for each, how many turns
    after its own it was expanded at most, and whether its own was `followed` to the end or only
    estimated. For the next best it is said where that differs."""
    best, words = thought.best, Words(state)

    def how_far(line: Line) -> str:
        return words.estimated() if line.place in thought.estimated else words.followed(line.turns)

    reason = words.brings(legal[best.place], best.worth, exact=solved)
    reason += ", with best play of both sides" if solved else how_far(best)
    if len(thought.lines) > 1:
        second = thought.lines[1]
        reason += words.beside(legal[second.place], second.worth)
        reason += how_far(second) if how_far(second) != how_far(best) else ""
    lines = [
        {
            "action": state.game.describe(state, legal[line.place]).as_dict(),
            "value": line.worth,
            "turns": line.turns,
            "followed": line.place not in thought.estimated,
        }
        for line in thought.lines[:LINES]
    ]
    return f"{reason}.", {
        "level": level,
        "choices": len(legal),
        "action": state.game.describe(state, legal[best.place]).as_dict(),
        "solved": solved,
        "positions": thought.positions,
        "lines": lines,
    }


def planner(name: str) -> PlannerAgent:
    """The planner with a full name, such as `planner:great:positions=5000`."""
    return PlannerAgent(name, setting(name.partition(":")[2]))
