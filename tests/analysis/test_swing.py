"""How open battles are, where the truth is known: a walk of which each step is a coin."""

from __future__ import annotations

from math import erf, sqrt
from typing import Any

import numpy as np

from autogm.analysis.swing import CLOSE, close_late, late_odds

STEPS = 9


def walks(number: int, seed: int, drift: float = 0.0) -> tuple[Any, Any, Any]:
    """Battles that the players win if a walk of nine normal steps ends above zero: who won, how
    long each lasted, and where it stood as each exchange began."""
    steps = np.random.default_rng(seed).normal(drift, 1.0, (number, STEPS))
    stood = np.hstack([np.zeros((number, 1)), np.cumsum(steps, axis=1)])
    course = np.full((number, 16, 2), np.nan)
    course[:, :STEPS, 0] = stood[:, :STEPS]
    course[:, :STEPS, 1] = 0.0
    return (stood[:, -1] > 0).astype(np.float64), np.full(number, STEPS), course


def test_what_is_close_after_two_thirds_is_what_the_exact_chances_say() -> None:
    """After six of nine steps the chance is that of three more steps: a normal tail."""
    won, lengths, course = walks(4000, 1)
    exact = np.array([0.5 * (1 + erf(x / sqrt(2 * 3))) for x in course[:, 6, 0]])
    close = (exact >= CLOSE) & (exact <= 1 - CLOSE)
    odds = late_odds(won, lengths, course, np.array([1.0, 0.0]))
    found = close_late(lengths, course, odds)
    assert (found == close).mean() > 0.95  # a logistic curve is not quite a normal one


def test_a_few_battles_are_told_by_what_is_so_in_general() -> None:
    won, lengths, course = walks(4000, 2)
    exact = np.array([0.5 * (1 + erf(x / sqrt(2 * 3))) for x in course[:, 6, 0]])
    close = (exact >= CLOSE) & (exact <= 1 - CLOSE)
    weights = np.array([1.6 / sqrt(3), 0.0])  # a logistic curve as steep as the normal one
    found = close_late(lengths, course, late_odds(won[:20], lengths[:20], course[:20], weights))
    assert abs(found.mean() - close.mean()) < 0.1
    found = close_late(lengths, course, late_odds(won[:0], lengths[:0], course[:0], weights))
    assert abs(found.mean() - close.mean()) < 0.02


def test_what_is_decided_from_the_beginning_is_not_close() -> None:
    won, lengths, course = walks(500, 3, drift=3.0)
    assert won.all()
    odds = late_odds(won, lengths, course, np.array([1.0, 0.0]))
    assert not close_late(lengths, course, odds).any()
