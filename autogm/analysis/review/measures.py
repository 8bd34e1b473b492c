"""What a review measures with: what a state is worth to either side, what the choice or the dice
that were taken there lead to, and what would have been best. A conflict is measured by a level of
the planner, and exactly where that solves it; any other game by its graph, exactly where it is
small enough, else as far ahead as can be looked. Of a level only the budget counts: whoever reviews
does not err as weak levels do, nor count a draw for less than it is worth.

The estimate ranks states better than it says how likely victory is. Where battles that were played
on from some states say that (`playing_on`), the estimates of each exchange are moved by as many
log-odds as that of the state at its beginning was off, and those of exchanges between two that were
measured by what lies between. How far a state is moved depends on its exchange alone.

What a state is worth depends on the state and on what was solved so far, and dice are taken by all
their outcomes: so what dice bring has exactly the mean zero, whatever the estimate.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, log
from typing import Any, NamedTuple, Protocol

import numpy as np

from autogm.agents.ahead import STATES_A_POSITION
from autogm.analysis.alike import apart
from autogm.engine.codes import N_CONCEDE
from autogm.engine.state import State
from autogm.game.contract import CHANCE, GM, PLAYERS
from autogm.game.graph import CircleError, TooLargeError, worths
from autogm.planner.levels import DEFAULT, Level
from autogm.planner.planner import Planner
from autogm.planner.search.beam import EXPANDED, FIGHT_ON, Line
from autogm.planner.solving.expectimax import Solved, look_ahead
from autogm.planner.solving.solutions import lasts
from autogm.planner.solving.solver import Solution, victory_alone
from autogm.view.words.stakes import at_stake

UNCOMPILED = 20_000
"""States of a game that does not lay its graph out that are gone through at most."""
CHAINED = 2
"""Rolls in a row that are taken by all their outcomes. Of a further one, as where several answer an
attack on a whole zone, the middle outcome stands for all until that roll is looked at itself."""
LEAST_CHANCE = 1e-6
"""Chances that are nearer to 0 or 1 are estimates of what is as good as certain."""
KEPT = 8
"""Solved graphs that are kept, for plays that stay within them."""


class UnmeasuredError(ValueError):
    """A game that cannot be measured: why."""


class Utility(NamedTuple):
    """What something is worth to the players and to the GM."""

    players: float
    gm: float

    def plus(self, other: Utility) -> Utility:
        """The sum, for each side."""
        return Utility(self.players + other.players, self.gm + other.gm)

    def less(self, other: Utility) -> Utility:
        """The difference, for each side."""
        return Utility(self.players - other.players, self.gm - other.gm)


NOTHING = Utility(0.0, 0.0)


class Look(NamedTuple):
    """One look at a state from which something was taken: what the state is worth, with best play
    of both sides or before the dice; what that which was taken leads to, for a choice never more to
    the side that made it; the action that is best (None for dice); and whether it is exact."""

    worth: Utility
    after: Utility
    best: int | None
    exact: bool


class Measure(Protocol):
    """Looks at the states of a game, and of the games as which its sides know it."""

    @property
    def name(self) -> str:
        """What it is, as it follows «measured by»."""

    def worth(self, state: Any) -> Utility:
        """What a state is worth, without looking at its choices one by one.

        Raises:
            UnmeasuredError: for a game that cannot be measured.
        """

    def look(self, state: Any, taken: int) -> Look:
        """A look at a state from which an action, or an outcome of dice, was taken.

        Raises:
            UnmeasuredError: for a game that cannot be measured.
        """


def measure_for(
    state: Any, level: Level = DEFAULT, chances: Sequence[tuple[State, float]] = ()
) -> Measure:
    """What the states of such a game are measured with. `chances` are those of the players to win
    from some states on, one of an exchange, draws counted half, as battles that were played on show
    them (none: not known).

    Raises:
        ValueError: for a chance that is not between 0 and 1, for one of a game in which victory is
            not all there is, and for two of one exchange.
    """
    if chances:
        if not isinstance(state, State) or not victory_alone(state.game):
            raise ValueError(
                "a chance says what a game is worth only where victory is all there is"
            )
        for _, chance in chances:
            if not 0.0 < chance < 1.0:
                raise ValueError(
                    f"a chance that was measured lies between 0 and 1, not at {chance}"
                )
    if not isinstance(state, State):
        return GraphMeasure(level)
    found = LevelMeasure(level)
    if chances:
        found.move(chances)
    return found


SET_BY_BATTLES = ", set to what battles played on from the beginnings of exchanges showed"
"""What is said of estimates that were moved; what is solved is not."""


class LevelMeasure:
    """Measures conflicts. Where nothing is solved, a state is worth what the best choice is
    expected to come to at the end of the turn under way, all dice by their chances. A choice has
    given away what the level holds the best one to be ahead, or what a second look at the states
    that both lead to does, whichever is less: the best of many estimates is mostly overrated. One
    that the level cannot tell apart from the best has given nothing away (`apart`)."""

    def __init__(self, level: Level = DEFAULT) -> None:
        self.name = f"the planner at the level {level.name}"
        self._budget = level.budget
        self._planners: dict[Any, Planner] = {}
        self._solutions: list[Solution] = []
        self._worths: dict[State, float] = {}
        self._shifts: dict[int, float] = {}

    def move(self, chances: Sequence[tuple[State, float]]) -> None:
        """Move the estimates of each exchange, by as many log-odds as that of a state of it is off
        from its chance of a victory of the players.

        Raises:
            ValueError: for two states of one exchange.
        """
        if len({exchange_of(state) for state, _ in chances}) < len(chances):
            raise ValueError("of one exchange one chance can be measured")
        shifts = {
            exchange_of(state): _log_odds(2 * chance - 1) - _log_odds(self._worth(state, 0))
            for state, chance in chances
        }
        self._shifts = dict(sorted(shifts.items()))
        self._worths.clear()
        self.name += SET_BY_BATTLES

    def worth(self, state: State) -> Utility:
        """What a state is worth."""
        return _zero_sum(self._worth(state, 0))

    def look(self, state: State, taken: int) -> Look:
        """A look at a state from which something was taken."""
        planner = self._planner(state)
        if state.current_player() == CHANCE:
            solution = planner.solved(state)
            if solution is not None:
                return self._solved(state, taken, solution)
            after = self._worth(state.child(taken), 1)  # as where the mean was taken
            return Look(_zero_sum(self._worth(state, 0)), _zero_sum(after), None, False)
        thought, solution = planner.think(state)
        if solution is not None:
            return self._solved(state, taken, solution)
        legal = state.legal_actions()
        best = legal[thought.best.place]
        worth, lost = self._worth(state, 0), 0.0
        side = state.current_player()
        sign = 1.0 if side == PLAYERS else -1.0
        if taken != best:
            place = legal.index(taken)
            lines = {line.place: line for line in thought.lines}
            if place not in lines:  # a quick estimate leaves some out
                budget = self._budget.positions
                worth_of_it = planner.tactician.deepen(state, place, 0, budget)
                lines[place] = Line(place, worth_of_it, 0)
            line = lines[place]
            needed = apart(thought.best, line, at_stake(state.game, side))
            if sign * (thought.best.worth - line.worth) >= needed:
                behind = self._moved(thought.best.worth, state) - self._moved(line.worth, state)
                again = self._worth(state.child(best), 0) - self._worth(state.child(taken), 0)
                lost = max(0.0, min(sign * behind, sign * again))
        return Look(_zero_sum(worth), _zero_sum(worth - sign * lost), best, False)

    def _solved(self, state: State, taken: int, solution: Solution) -> Look:
        """A look at a state that was solved."""
        self._keep(solution)
        after = dict(solution.choices(state))
        if state.current_player() == CHANCE:
            worth = sum(chance * after[one] for one, chance in state.chance_outcomes())
            return Look(_zero_sum(worth), _zero_sum(after[taken]), None, True)
        best = solution.act(state)
        return Look(_zero_sum(after[best]), _zero_sum(after[taken]), best, True)

    def _worth(self, state: State, rolls: int) -> float:
        """What a state in the middle of so many rolls is worth to the players."""
        player = state.current_player()
        if state.is_terminal():
            return state.returns()[PLAYERS]
        exact = self._exact(state)
        if exact is not None:
            return exact
        if player == CHANCE:
            outcomes = state.chance_outcomes()
            if rolls >= CHAINED:
                return self._worth(state.child(outcomes[len(outcomes) // 2][0]), rolls)
            return sum(
                chance * self._worth(state.child(one), rolls + 1) for one, chance in outcomes
            )
        if state not in self._worths:
            self._worths[state.clone()] = self._moved(self._estimate(state), state)
        return self._worths[state]

    def _estimate(self, state: State) -> float:
        """What a choice is expected to come to at the end of the turn under way. Where somebody may
        concede, that is for fighting on."""
        tactician, budget = self._planner(state).tactician, self._budget.positions
        if state.node() == N_CONCEDE:
            return tactician.deepen(state, FIGHT_ON, 0, budget)
        worths = tactician.expand(state, EXPANDED, budget)
        return float(np.nanmax(worths) if state.current_player() == PLAYERS else np.nanmin(worths))

    def _moved(self, utility: float, state: State) -> float:
        """An estimate that was made of a state, moved."""
        if not self._shifts:
            return utility
        shift = float(np.interp(exchange_of(state), [*self._shifts], [*self._shifts.values()]))
        return 2 / (1 + exp(-_log_odds(utility) - shift)) - 1

    def _exact(self, state: State) -> float | None:
        """What a state is worth by what was solved, if it is in that."""
        left = int(state.game.scene[0]["exchanges"]) - max(0, state.exchange - 1)
        for one in self._solutions:
            if one.game is state.game and lasts(one, left):
                try:
                    return float(one.values[one.space.place(state)])
                except KeyError:
                    continue
        return None

    def _keep(self, solution: Solution) -> None:
        if solution not in self._solutions:
            self._solutions = [solution, *self._solutions[: KEPT - 1]]

    def _planner(self, state: State) -> Planner:
        planner = self._planners.get(state.game)
        if planner is None:
            planner = self._planners[state.game] = Planner(state.game, self._budget)
            planner.tactician.parameters["contempt"] = 0.0
        return planner


class GraphMeasure:
    """Measures games that never come back to a state, by backward induction."""

    def __init__(self, level: Level = DEFAULT) -> None:
        self._most = STATES_A_POSITION * level.budget.positions
        self._kept: list[Solved] = []
        self._open = False

    @property
    def name(self) -> str:
        """What it is, as it follows «measured by»."""
        return f"backward induction{' as far ahead as can be looked' if self._open else ''}"

    def worth(self, state: Any) -> Utility:
        """What a state is worth.

        Raises:
            UnmeasuredError: for a game that comes back to a state, or is too large and does not lay
                out a part of its graph.
        """
        if state.is_terminal():
            return Utility(*worths(state))
        solved = self._solved(state)
        return Utility(*map(float, solved.values[solved.graph.place(state)]))

    def look(self, state: Any, taken: int) -> Look:
        """A look at a state from which something was taken.

        Raises:
            UnmeasuredError: as `worth`.
        """
        solved = self._solved(state)
        graph, exact = solved.graph, solved.open == 0
        place = graph.place(state)
        below = graph.edges[graph.starts[place] : graph.starts[place + 1]]
        legal, side = state.legal_actions(), state.current_player()
        after = Utility(*map(float, solved.values[below[legal.index(taken)]]))
        if side == CHANCE:
            looks = [Utility(*map(float, solved.values[child])) for child in below]
            return Look(_mean(state.chance_outcomes(), looks), after, None, exact)
        best = solved.kept(state)
        most = Utility(*map(float, solved.values[below[legal.index(best)]]))
        return Look(most, most if after[side] > most[side] else after, best, exact)

    def _solved(self, state: Any) -> Solved:
        for place, one in enumerate(self._kept):
            if one.root.game is state.game and one.knows(state):
                self._kept.insert(0, self._kept.pop(place))
                return one
        try:
            found = look_ahead(state, self._most if hasattr(state.game, "graph") else UNCOMPILED)
        except (TooLargeError, CircleError) as error:
            raise UnmeasuredError(f"a game like this cannot be measured: {error}") from None
        if found.open:
            self._open = True
        else:
            self._kept = [found, *self._kept[: KEPT - 1]]
        return found


def exchange_of(state: State) -> int:
    """The exchange that a state is in; what comes before the first belongs to it."""
    return max(1, state.exchange)


def _log_odds(utility: float) -> float:
    """The log-odds of a victory of the players, short of certainty."""
    chance = min(1 - LEAST_CHANCE, max(LEAST_CHANCE, (1 + utility) / 2))
    return log(chance / (1 - chance))


def _zero_sum(utility: float) -> Utility:
    return Utility(utility + 0.0, 0.0 - utility)


def _mean(outcomes: Sequence[tuple[int, float]], worth: Sequence[Utility]) -> Utility:
    """What dice are worth, from what each outcome is."""
    chances = [chance for _, chance in outcomes]
    players, gm = (
        sum(chance * one[side] for chance, one in zip(chances, worth, strict=True))
        for side in (PLAYERS, GM)
    )
    return Utility(players, gm)
