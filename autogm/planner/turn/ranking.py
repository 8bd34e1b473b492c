"""Which of several choices is the best: by worth, and among those of equal worth, but for rounding,
the first legal one. Which of equals is taken in its place, `ties` tells.
"""

from __future__ import annotations

import math

from autogm.engine.codes import PLAYERS
from autogm.game.kernels import kernel
from autogm.planner.evaluation.scratch import Work

SAME = 1e-9
"""Steps of utility that tell choices apart; a smaller difference is a matter of rounding."""


def rank(side: int, worth: float, place: int) -> tuple[int, int]:
    """The sort key of the legal action number `place` with utility `worth`, where `side` chooses:
    the best comes first."""
    sign = 1.0 if side == PLAYERS else -1.0
    return round(-sign * worth / SAME), place


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
