"""Which of several choices is the best: by worth, and among those of equal worth, but for rounding,
the first legal one.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import TYPE_CHECKING

from autogm.engine.codes import N_ABSORB, N_TAKE_COST, PLAYERS, V_BE_TAKEN_OUT, VERB_SHIFT
from autogm.engine.pack import verb_of
from autogm.engine.records import Buffer, State
from autogm.engine.stack import kind_at
from autogm.game.kernels import kernel
from autogm.planner.evaluation.scratch import Work

if TYPE_CHECKING:
    from autogm.engine.state import State as AnyState

SAME = 1e-9
"""Steps of utility that tell choices apart; a smaller difference is a matter of rounding."""

COST_LESS = (N_ABSORB, N_TAKE_COST)
"""Nodes at which the later of equal choices costs less: of ways to take a hit the later have larger
boxes and smaller consequences, which keep more for one great hit and heal sooner (H2; to be taken
out, the very last, is no such way); and failing comes after paying for nothing (O3)."""


def rank(side: int, worth: float, place: int) -> tuple[int, int]:
    """The sort key of the legal action number `place` with utility `worth`, where `side` chooses:
    the best comes first."""
    sign = 1.0 if side == PLAYERS else -1.0
    return round(-sign * worth / SAME), place


def cheapest(state: AnyState, worths: Mapping[int, float], best: int) -> int:
    """The number of the cheapest of those that are as good as the best, by what legal actions are
    worth (`COST_LESS`; `cheaper` for who asks from Python)."""
    if state.node() not in COST_LESS:
        return best
    legal, most = state.legal_actions(), round(worths[best] / SAME)
    equal = [place for place, worth in worths.items() if round(worth / SAME) == most]
    able = [place for place in equal if legal[place] >> VERB_SHIFT != V_BE_TAKEN_OUT]
    return max([best, *able])


@kernel
def best_of(work: Work, count: int, side: int) -> int:
    """The number of the best of the first `count` of `worths`, by `rank`, where `side` chooses."""
    sign = 1.0 if side == PLAYERS else -1.0
    chosen, most = 0, -math.inf
    for place in range(count):
        worth = round(sign * work.worths[place] / SAME)
        if worth > most:
            chosen, most = place, 1.0 * worth
    return chosen


@kernel
def cheaper(state: State, buffer: Buffer, work: Work, count: int, best: int) -> int:
    """The number of the cheapest of those that are as good as the best (`COST_LESS`)."""
    if kind_at(state) not in COST_LESS:
        return best
    most = round(work.worths[best] / SAME)
    for place in range(best + 1, count):
        if verb_of(buffer.action[place]) != V_BE_TAKEN_OUT:
            if round(work.worths[place] / SAME) == most:
                best = place
    return best
