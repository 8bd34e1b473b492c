"""The best of several choices, and which of those that are worth the same."""

from __future__ import annotations

import numpy as np
import pytest

from autogm.engine.codes import GM, PLAYERS
from autogm.game.rows import rows
from autogm.planner.evaluation.scratch import WORK
from autogm.planner.turn.ranking import best_of, rank


@pytest.mark.parametrize(("side", "order"), [(PLAYERS, [1, 3, 0, 2]), (GM, [2, 0, 1, 3])])
def test_the_best_of_its_side_comes_first_and_of_equals_the_first(
    side: int, order: list[int]
) -> None:
    worths = [0.1, 0.3, -0.2, 0.3 + 1e-12]
    assert sorted(range(4), key=lambda place: rank(side, worths[place], place)) == order
    work = np.zeros(1, WORK)
    work["worths"][0, :6] = *worths, 9.0, -9.0
    assert best_of(rows(work)[0], 4, side) == order[0]
    assert rank(side, 0.3, 1) != rank(side, 0.3 + 1e-6, 1)
