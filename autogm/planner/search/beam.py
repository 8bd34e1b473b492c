"""The search beyond the current turn: a beam. The choices that look best one turn deep are expanded
turn by turn, most promising first, with all dice by their chances, until the budget is spent. The
node budget counts positions, those found in the transposition table as if they were new, so that
the same budget gives the same choice anywhere; a time limit may end the search sooner. There is an
answer at any time: a depth counts once two choices have been expanded to it.
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass, replace
from math import isnan

import numpy as np

from autogm.engine.codes import N_CONCEDE, PLAYERS
from autogm.engine.state import State
from autogm.planner.search.threads import BeamBudget, SearchThreads
from autogm.planner.turn.conceding import ERROR
from autogm.planner.turn.ranking import rank
from autogm.planner.turn.tactician import NO_LIMIT, Tactician
from autogm.planner.turn.weighing import TO_THE_END

WIDTHS = (8, 5, 4, 3)
"""The number of choices that are expanded one, two, three … turns further."""
FIGHT_ON = 0
"""The number of the legal action that is no concession, where somebody may concede."""
EXPANDED = 10
"""The number of choices that are expanded to the end of the current turn."""


@dataclass(frozen=True)
class Line:
    """A choice: the number of the legal action, its utility, and how many turns after the current
    one it was to be expanded: fewer where the conflict ends before, and in each only along what
    looks best. If other lines were expanded further, the utility is corrected by the mean change
    of those. A line that was played out instead (`rollouts`) has the number of its `samples`, and
    the standard error of what they say of its utility."""

    place: int
    worth: float
    turns: int
    samples: int = 0
    error: float = 0.0


@dataclass(frozen=True)
class Thought:
    """What a search found: its lines, best first, how many positions it took, and the numbers of
    the legal actions that were only estimated. Their worth is the static estimate, corrected by the
    mean change of those that were expanded. `estimate` is the chance that good play comes to what a
    graph only estimates; None where no graph was searched."""

    lines: tuple[Line, ...]
    positions: int
    estimated: frozenset[int] = frozenset()
    estimate: float | None = None

    @property
    def best(self) -> Line:
        """The line to take."""
        return self.lines[0]


def at_once(tactician: Tactician, state: State) -> Thought:
    """The choices of a state by the static estimate alone, to the end of the current turn, as a
    tactician goes by them; those that it does not look at are no lines. One that is better than all
    others without being weighed is weighed here, to tell what it is worth."""
    side, worths = state.current_player(), tactician.quick_estimate(state)
    seen = lines_of(side, worths)
    if len(seen) == 1:
        worth = tactician.deepen(state, seen[0].place, TO_THE_END, NO_LIMIT)
        seen = [replace(seen[0], worth=worth)]
    estimated = frozenset(line.place for line in seen)
    return untied(tactician, state, Thought(tuple(seen), tactician.positions, estimated))


def only(tactician: Tactician, state: State, action: int) -> Thought:
    """The thought of who has but one legal action in mind; what it is worth is said by the state as
    it is."""
    place = state.legal_actions().index(action)
    worth = tactician.deepen(state, place, TO_THE_END, NO_LIMIT)
    return Thought((Line(place, worth, 0),), tactician.positions)


def untied(tactician: Tactician, state: State, thought: Thought) -> Thought:
    """The same thought with that of the best lines first, of several that are equal and were looked
    at alike, which is to be taken (`planner.turn.ties`)."""
    worths, best = np.full(len(state.legal_actions()), np.nan), thought.best
    for one in thought.lines:
        if (one.turns, one.samples) == (best.turns, best.samples):
            if (one.place in thought.estimated) == (best.place in thought.estimated):
                worths[one.place] = one.worth
    first = tactician.first_of_equals(state, worths, best.place)
    return replace(thought, lines=tuple(sorted(thought.lines, key=lambda one: one.place != first)))


def search(
    tactician: Tactician,
    state: State,
    budget: int,
    deepest: int = len(WIDTHS),
    seconds: float | None = None,
    search_threads: SearchThreads | None = None,
) -> Thought:
    """Weigh the choices of a state as deep as the budget of positions allows, at most `deepest`
    turns after the current one. First all are estimated, and those that look best (`EXPANDED`) are
    expanded to the end of the current turn, which is finished whatever it takes. Search threads of
    the tactician expand lines side by side; within a budget the result is the same. A concession
    has to beat fighting on at every depth, by more than the estimate errs there
    (`planner.turn.conceding`).

    Raises:
        ValueError: for a budget or a time limit that is not above zero.
    """
    if budget <= 0 or (seconds is not None and seconds <= 0):
        raise ValueError("a search needs a budget above zero")
    search_threads = search_threads or SearchThreads(tactician)
    node_budget = BeamBudget(budget, seconds)
    if state.node() == N_CONCEDE:
        return _concessions(tactician, state, node_budget, deepest, search_threads)
    side, worths = state.current_player(), tactician.expand(state, EXPANDED)
    expanded = tactician.expanded(len(worths))
    lines = lines_of(side, worths)
    node_budget.pay(tactician.positions, tactician.looked, time.perf_counter() - node_budget.began)
    if len(lines) == 1:  # there is nothing to tell apart
        deepest = 0
    for turns in range(1, deepest + 1):
        width = WIDTHS[min(turns, len(WIDTHS)) - 1]
        first = lines[:width]
        found = search_threads.expand(state, [line.place for line in first], turns, node_budget)
        deeper = [Line(line.place, u, turns) for u, line in zip(found, first, strict=False)]
        if len(deeper) < 2:
            break
        lines = _merged(lines, deeper, side)
        if len(deeper) < len(first):
            break
    estimated = (line.place for line in lines if not (line.turns or expanded[line.place]))
    return Thought(tuple(lines), node_budget.spent, frozenset(estimated))


def _concessions(
    tactician: Tactician,
    state: State,
    node_budget: BeamBudget,
    deepest: int,
    search_threads: SearchThreads,
) -> Thought:
    """Weigh fighting on and the concessions that may beat it. The worth of a concession is that of
    fighting on and the least that it was ahead of it at any depth, less the error there; one that
    is not ahead any more is expanded no further."""
    side, worths = state.current_player(), tactician.expand(state, EXPANDED)
    sign = 1.0 if side == PLAYERS else -1.0
    expanded = tactician.expanded(len(worths))
    node_budget.pay(tactician.positions, tactician.looked, time.perf_counter() - node_budget.began)
    stands, reached = float(worths[FIGHT_ON]), dict.fromkeys(range(len(worths)), 0)
    ahead = {place: sign * (float(worths[place]) - stands) for place in reached}
    hopes = [place for place in reached if expanded[place] and place != FIGHT_ON]
    for turns in range(1, deepest + 1):
        hopes = [place for place in hopes if ahead[place] > 0.0]
        if not hopes:
            break
        places = [FIGHT_ON, *hopes]
        found = list(search_threads.expand(state, places, turns, node_budget))
        if len(found) < 2:
            break
        stands, reached[FIGHT_ON] = found[0], turns
        errs = ERROR * tactician.doubt(state, stands)
        for place, u in zip(hopes, found[1:], strict=False):
            reached[place] = turns
            ahead[place] = min(ahead[place], sign * (u - stands) - errs)
        if len(found) < len(places):
            break
    lines = [Line(place, stands + sign * ahead[place], reached[place]) for place in reached]
    estimated = frozenset(place for place in reached if not expanded[place])
    return Thought(tuple(_ranked(lines, side)), node_budget.spent, estimated)


def _merged(lines: list[Line], deeper: list[Line], side: int) -> list[Line]:
    """All lines, with deeper ones in place of those they come from. The best is always a deeper
    one. A line that was not expanded so far is corrected by the mean change of those that were, and
    ranked by that."""
    seen = {line.place: line for line in deeper}
    before = [line.worth for line in lines if line.place in seen]
    change = (sum(line.worth for line in deeper) - sum(before)) / len(deeper)
    best = _ranked(deeper, side)[0]
    others = [
        seen.get(line.place, Line(line.place, line.worth + change, line.turns))
        for line in lines
        if line.place != best.place
    ]
    return [best, *_ranked(others, side)]


def lines_of(side: int, worths: Iterable[float]) -> list[Line]:
    """The choices that a tactician has looked at, best for the side that chooses first; `worths` by
    legal action are not a number for the others."""
    seen = [Line(place, float(one), 0) for place, one in enumerate(worths) if not isnan(one)]
    return _ranked(seen, side)


def _ranked(lines: list[Line], side: int) -> list[Line]:
    """The lines, best for the side that chooses first."""
    return sorted(lines, key=lambda line: rank(side, line.worth, line.place))
