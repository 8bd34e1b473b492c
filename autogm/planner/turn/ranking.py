"""Which of several choices is the best: by what they come to, and of those that come to the same,
but for rounding, the first legal one.
"""

from __future__ import annotations

import math

from autogm.engine.codes import PLAYERS
from autogm.game.kernels import kernel
from autogm.planner.evaluation.scratch import Work

SAME = 1e-9
"""Steps of u that tell choices apart; what differs by less is a matter of rounding."""


def rank(side: int, worth: float, place: int) -> tuple[int, int]:
    """What to sort the legal action number `place` by, which comes to u `worth`, where `side`
    chooses: the best comes first."""
    sign = 1.0 if side == PLAYERS else -1.0
    return round(-sign * worth / SAME), place


@kernel
def best_of(work: Work, count: int, side: int) -> int:
    """The number of the first choice that `rank` sorts the first `count` of `worths` by, where
    `side` chooses."""
    sign = 1.0 if side == PLAYERS else -1.0
    chosen, most = 0, -math.inf
    for place in range(count):
        worth = round(sign * work.worths[place] / SAME)
        if worth > most:
            chosen, most = place, 1.0 * worth
    return chosen
