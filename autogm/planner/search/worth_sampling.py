"""Which choices of a state are sampled (`rollouts`): those that are nearly as good as the best at
the end of their turn, of all kinds, but for preparing that stands behind passing and rolls that
come to the same as it.
"""

from __future__ import annotations

from collections.abc import Sequence

from autogm.engine.codes import (
    N_ORDER,
    N_TAKE_COST,
    N_TURN,
    PLAYERS,
    V_CREATE,
    V_HELP,
    V_OVERCOME,
    V_PASS,
)
from autogm.engine.kinds import ROLLS
from autogm.engine.pack import verb_of
from autogm.engine.state import State
from autogm.game.kernels import plain
from autogm.planner.search.beam import Line
from autogm.planner.turn.ranking import SAME

SAMPLED = (N_TURN, N_ORDER, N_TAKE_COST)
"""Where choices are sampled: on a turn; where it is chosen whose turn comes; and whether to succeed
at a cost, of which what a turn ends with says next to nothing (evaluation/HISTORY.md, «What costs
come to»). All others are within a roll, or answers, which a tactician expands exactly, or compels,
roars and concessions, which it weighs by the end of the turn."""
NEAR = 0.15
"""Choices that are sampled are behind the best by less than this at the end of the turn, in halves
of what lies between losing and winning…"""
MOST_FOLLOWED = 12
"""… and are so many at most, the best of every verb first."""
PREPARING = (V_CREATE, V_HELP, V_OVERCOME)
"""What only serves what comes later. What there is to explore or discover may be worth more than is
known before."""


def worth_sampling(state: State, lines: Sequence[Line], swing: float) -> list[Line]:
    """Those to be sampled of the lines of a state, which are in order, best first; `swing` is half
    of what lies between losing and winning. None where nothing is sampled."""
    if state.node() not in SAMPLED:
        return []
    verbs = [int(plain(verb_of)(one)) for one in state.legal_actions()]
    sign = 1.0 if state.current_player() == PLAYERS else -1.0
    near = [line for line in lines if sign * (lines[0].worth - line.worth) < NEAR * swing]
    return _of_all_kinds(_doing_something(near, verbs), verbs)[:MOST_FOLLOWED]


def _doing_something(lines: Sequence[Line], verbs: Sequence[int]) -> list[Line]:
    """Lines without preparing that stands behind passing, and without rolls that come to the same,
    where passing is among them: nearly all change nothing or have next to no chance, and samples
    would tell them from passing by luck (evaluation/HISTORY.md, «What samples do not tell»)."""
    passing = next((n for n, line in enumerate(lines) if verbs[line.place] == V_PASS), None)
    if passing is None:
        return list(lines)

    def does(number: int) -> bool:
        verb = verbs[lines[number].place]
        if verb in PREPARING and number > passing:
            return False
        same = abs(lines[number].worth - lines[passing].worth) < SAME
        return verb not in ROLLS or not same

    return [line for number, line in enumerate(lines) if does(number)]


def _of_all_kinds(lines: Sequence[Line], verbs: Sequence[int]) -> list[Line]:
    """Lines that are in order, best first: the best of each verb, then the second of each, and so
    on."""
    met, turns = dict[int, int](), list[tuple[int, int]]()
    for number, line in enumerate(lines):
        verb = verbs[line.place]
        turns.append((met.get(verb, 0), number))
        met[verb] = met.get(verb, 0) + 1
    return [lines[number] for _, number in sorted(turns)]
