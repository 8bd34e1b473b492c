"""Which of several choices is the best: by worth, and among those of equal worth, but for rounding,
the first legal one.
"""

from __future__ import annotations

import math

from autogm.engine.codes import PLAYERS, V_ABSORB
from autogm.engine.pack import verb_of
from autogm.engine.records import Buffer
from autogm.game.kernels import kernel
from autogm.planner.evaluation.scratch import BEYOND, Work

SAME = 1e-9
"""Steps of utility that tell choices apart; a smaller difference is a matter of rounding."""


def rank(side: int, worth: float, place: int) -> tuple[int, int]:
    """The sort key of the legal action number `place` with utility `worth`, where `side` chooses:
    the best comes first."""
    sign = 1.0 if side == PLAYERS else -1.0
    return round(-sign * worth / SAME), place


@kernel
def nudge_absorbing(work: Work, buffer: Buffer, count: int, side: int) -> None:
    """Let the later of equal ways to take a hit look a little better: those with larger boxes and
    smaller consequences, which keep more for one great hit, and heal sooner (H2); to be taken out
    is none of them."""
    sign = 1.0 if side == PLAYERS else -1.0
    for place in range(count):
        if verb_of(buffer.action[place]) == V_ABSORB and abs(work.worths[place]) < BEYOND:
            work.worths[place] = work.worths[place] + sign * 2 * SAME * place


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
