"""The search beyond the current turn: a beam. The choices that look best one turn deep are expanded
turn by turn, most promising first, with all dice by their chances, until the budget is spent. The
node budget counts positions, those found in the transposition table as if they were new, so that
the same budget gives the same choice anywhere; a time limit may end the search sooner. Every
finished expansion counts: there is an answer at any time.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace

from autogm.engine.codes import PLAYERS, V_CONCEDE
from autogm.engine.pack import verb_of
from autogm.engine.state import State
from autogm.planner.search.threads import NodeBudget, SearchThreads
from autogm.planner.turn.ranking import rank
from autogm.planner.turn.tactician import Tactician

WIDTHS = (8, 5, 4, 3)
"""The number of choices that are expanded one, two, three … turns further."""
EXPANDED = 10
"""The number of choices that are expanded to the end of the current turn."""


@dataclass(frozen=True)
class Line:
    """A choice: the number of the legal action, its utility, and how many turns after the current
    one it was to be expanded: fewer where the conflict ends before, and in each only along what
    looks best. If other lines were expanded further, the utility is corrected by the mean change
    of those."""

    place: int
    worth: float
    turns: int


@dataclass(frozen=True)
class Thought:
    """What a search found: its lines, best first, how many positions it took, and the numbers of
    the legal actions that were only estimated. Their worth is the static estimate, corrected by the
    mean change of those that were expanded."""

    lines: tuple[Line, ...]
    positions: int
    estimated: frozenset[int] = frozenset()

    @property
    def best(self) -> Line:
        """The line to take."""
        return self.lines[0]


def search(
    tactician: Tactician,
    state: State,
    budget: int,
    deepest: int = len(WIDTHS),
    seconds: float | None = None,
    also: Sequence[int] = (),
    search_threads: SearchThreads | None = None,
) -> Thought:
    """Weigh the choices of a state as deep as the budget of positions allows, at most `deepest`
    turns after the current one. First all are estimated, and those that look best (`EXPANDED`) are
    expanded to the end of the current turn, which is finished whatever it takes. The legal actions
    number `also` are expanded as far as the best ones. Search threads of the tactician expand lines
    side by side; within a budget the result is the same. Whoever concedes has no more turns, so
    that the same number of turns reaches further past the other fighters; a concession therefore
    has to look good both at this depth and one turn less deep.

    Raises:
        ValueError: for a budget or a time limit that is not above zero.
    """
    if budget <= 0 or (seconds is not None and seconds <= 0):
        raise ValueError("a search needs a budget above zero")
    search_threads = search_threads or SearchThreads(tactician)
    node_budget = NodeBudget(budget, seconds)
    side, worths = state.current_player(), tactician.expand(state, EXPANDED)
    expanded = tactician.expanded(len(worths))
    lines = _ranked([Line(place, float(one), 0) for place, one in enumerate(worths)], side)
    former = dict(enumerate(worths))
    concessions = {
        place for place, action in enumerate(state.legal_actions()) if verb_of(action) == V_CONCEDE
    }
    node_budget.pay(tactician.positions, tactician.looked, time.perf_counter() - node_budget.began)
    for turns in range(1, deepest + 1):
        width = WIDTHS[min(turns, len(WIDTHS)) - 1]
        first = [line for nth, line in enumerate(lines) if nth < width or line.place in also]
        deeper: list[Line] = []
        found = search_threads.expand(state, [line.place for line in first], turns, node_budget)
        for told, line in zip(found, first, strict=False):
            worth, both = told, (told, float(former[line.place]))
            former[line.place] = told
            if line.place in concessions:
                worth = min(both) if side == PLAYERS else max(both)
                lines = _ranked([_at_most(one, line.place, worth, side) for one in lines], side)
            deeper.append(Line(line.place, worth, turns))
        if len(deeper) < 2:
            break
        lines = _merged(lines, deeper, side)
        if len(deeper) < len(first):
            break
    estimated = (line.place for line in lines if not (line.turns or expanded[line.place]))
    return Thought(tuple(lines), node_budget.spent, frozenset(estimated))


def _at_most(line: Line, place: int, worth: float, side: int) -> Line:
    """The line, with a worth that is at most as good, for the side that chooses, as what its choice
    turned out to be."""
    if line.place != place:
        return line
    return replace(
        line, worth=min(line.worth, worth) if side == PLAYERS else max(line.worth, worth)
    )


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


def _ranked(lines: list[Line], side: int) -> list[Line]:
    """The lines, best for the side that chooses first."""
    return sorted(lines, key=lambda line: rank(side, line.worth, line.place))
