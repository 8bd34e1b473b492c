"""Looking further ahead: the choices that look best one turn deep are followed turn by turn, all
dice by their chances, the most promising first, until the budget is spent. A budget counts
positions, so that the same budget gives the same choice anywhere; a time limit may end it sooner.
Whatever was finished counts: there is an answer at any time.
"""

from __future__ import annotations

import time
from dataclasses import dataclass

from autogm.engine.codes import PLAYERS
from autogm.engine.game import State
from autogm.planner.tactician import Tactician

WIDTHS = (8, 5, 4, 3)
"""How many choices are followed one, two, three … turns further."""
SAME = 1e-9


@dataclass(frozen=True)
class Line:
    """A choice: the number of the legal action, the u it comes to, and how many turns after its
    own were looked at."""

    place: int
    worth: float
    turns: int


@dataclass(frozen=True)
class Thought:
    """What a search found: its lines, the best first, and how many positions it looked at."""

    lines: tuple[Line, ...]
    positions: int

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
) -> Thought:
    """Weigh the choices of a state as deep as the budget of positions allows, at most `deepest`
    turns after their own.

    Raises:
        ValueError: for a budget or a time limit that is not above zero.
    """
    if budget <= 0 or (seconds is not None and seconds <= 0):
        raise ValueError("a search needs a budget above zero")
    began = time.perf_counter()
    sign = 1.0 if state.current_player() == PLAYERS else -1.0
    worths = tactician.weigh(state)
    lines = _ranked([Line(place, float(one), 0) for place, one in enumerate(worths)], sign)
    spent = len(lines)
    for turns in range(1, deepest + 1):
        deeper: list[Line] = []
        for line in lines[: WIDTHS[min(turns, len(WIDTHS)) - 1]]:
            if spent >= budget or (seconds and time.perf_counter() - began > seconds):
                break
            worth, positions = tactician.deepen(state, line.place, turns, budget - spent)
            whole = positions <= budget - spent
            spent += positions
            if not whole:
                break
            deeper.append(Line(line.place, worth, turns))
        if len(deeper) < 2:
            break
        seen = {line.place for line in deeper}
        lines = [*_ranked(deeper, sign), *(line for line in lines if line.place not in seen)]
        if spent >= budget:
            break
    return Thought(tuple(lines), spent)


def _ranked(lines: list[Line], sign: float) -> list[Line]:
    """The best for whoever chooses first; of equal ones the first legal one."""
    return sorted(lines, key=lambda line: (round(-sign * line.worth / SAME), line.place))
