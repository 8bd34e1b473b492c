"""Which of several choices is the best: by what they come to, and of those that come to the same,
but for rounding, the first legal one.
"""

from __future__ import annotations

from autogm.engine.codes import PLAYERS

SAME = 1e-9
"""Steps of u that tell choices apart; what differs by less is a matter of rounding."""


def rank(side: int, worth: float, place: int) -> tuple[int, int]:
    """What to sort the legal action number `place` by, which comes to u `worth`, where `side`
    chooses: the best comes first."""
    sign = 1.0 if side == PLAYERS else -1.0
    return round(-sign * worth / SAME), place
