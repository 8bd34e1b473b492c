"""The player that the other rooms meet: it plays perfectly where what is left of a conflict can be
solved within its budget, and looks as far ahead as its budget allows where not.
"""

from __future__ import annotations

from dataclasses import dataclass

from autogm.engine.game import Game, State
from autogm.planner.search import Line, Thought, search
from autogm.planner.solving.solver import Solution, TooLargeError, solve
from autogm.planner.tactician import Tactician

MOST_FAILURES = 4096
KEPT_SOLUTIONS = 8


@dataclass(frozen=True)
class Budget:
    """What a choice may cost: `positions` looked at by the search, at most `turns` further turns,
    and `states` of a conflict that is solved instead. Counted and not timed, so that the same
    budget gives the same choice anywhere."""

    positions: int = 40_000
    turns: int = 4
    states: int = 30_000


class Planner:
    """Chooses in one game. The last solutions are kept, for battles that stay within them."""

    def __init__(self, game: Game, budget: Budget) -> None:
        self.game = game
        self.budget = budget
        self.tactician = Tactician(game)
        self._solutions: list[Solution] = []
        self._failed: set[bytes] = set()

    def think(self, state: State) -> tuple[Thought, Solution | None]:
        """The lines of a state where somebody chooses, the best first, and the solution that they
        come from, if what is left could be solved."""
        solution = self._solved(state)
        if solution is None:
            return search(self.tactician, state, self.budget.positions, self.budget.turns), None
        legal = state.legal_actions()
        best = legal.index(solution.act(state))
        sign = 1.0 if state.current_player() == 0 else -1.0
        lines = [Line(place, worth, 0) for place, (_, worth) in enumerate(solution.choices(state))]
        lines.sort(key=lambda line: (line.place != best, -sign * line.worth))
        return Thought(tuple(lines), solution.states), solution

    def _solved(self, state: State) -> Solution | None:
        """A solution that has the state; none where there are too many states. What failed is not
        tried again before somebody is hurt or leaves."""
        for number, known in enumerate(self._solutions):
            if _holds(known, state):
                self._solutions.insert(0, self._solutions.pop(number))
                return known
        harm = _harm(state)
        if harm in self._failed:
            return None
        try:
            found = solve(self.game, max_states=self.budget.states, start=state)
        except TooLargeError:
            if len(self._failed) > MOST_FAILURES:
                self._failed.clear()
            self._failed.add(harm)
            return None
        self._solutions = [found, *self._solutions[: KEPT_SOLUTIONS - 1]]
        return found


def _holds(solution: Solution, state: State) -> bool:
    try:
        solution.space.place(state)
    except KeyError:
        return False
    return True


def _harm(state: State) -> bytes:
    """Who is there and what everybody has taken."""
    fields = ("present", "stress", "wounds", "members")
    return b"".join(state.record[name].tobytes() for name in fields)
