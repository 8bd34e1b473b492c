"""CP-SAT's answers beside all sets of edits there are."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import numpy as np
import pytest

from autogm.lab.tune.choosing import Effects, cheapest
from autogm.lab.tune.knobs import Edits


def made(seed: int) -> Effects:
    """Five knobs with up to four values each, and what pairs of some of them add."""
    draw = np.random.default_rng(seed)
    edits = [(knob, value) for knob in range(5) for value in range(int(draw.integers(1, 5)))]
    costs = {one: float(draw.integers(1, 5)) for one in edits}
    adds = {one: float(draw.normal(0, 0.5)) for one in edits}
    pairs = [pair for pair in combinations(edits, 2) if pair[0][0] != pair[1][0]]
    picked = [pairs[int(one)] for one in draw.integers(0, len(pairs), 6)]
    return Effects(costs, adds, {pair: float(draw.normal(0, 0.3)) for pair in picked})


def every(effects: Effects, most: int) -> Iterator[Edits]:
    for number in range(1, most + 1):
        for edits in combinations(sorted(effects.costs), number):
            if len({knob for knob, _ in edits}) == number:
                yield edits


def sum_of(effects: Effects, edits: Edits) -> float:
    return sum(effects.adds[one] for one in edits) + sum(
        adds for pair, adds in effects.together.items() if set(pair) <= set(edits)
    )


def cost(effects: Effects, edits: Edits) -> float:
    return sum(effects.costs[one] for one in edits)


@pytest.mark.parametrize("seed", range(12))
def test_the_cheapest_of_all_sets_that_are_near_enough(seed: int) -> None:
    effects = made(seed)
    gap, within = 0.8, 0.06
    above: list[Edits] = []
    for _ in range(3):
        near = [
            one
            for one in every(effects, 3)
            if abs(sum_of(effects, one) - gap) <= within
            and not any(set(other) <= set(one) for other in above)
        ]
        found = cheapest(effects, gap, within, 3, not_above=above)
        if not near:
            assert found is None
            return
        assert found is not None
        assert cost(effects, found) == min(cost(effects, one) for one in near)
        assert abs(sum_of(effects, found) - gap) <= within + 1e-3
        above.append(found)


@pytest.mark.parametrize("seed", range(6))
def test_the_nearest_where_none_is_near_enough(seed: int) -> None:
    effects = made(seed)
    found = cheapest(effects, 9.0, None, 2)
    assert found is not None
    best = max(sum_of(effects, one) for one in every(effects, 2))
    assert sum_of(effects, found) == pytest.approx(best, abs=1e-3)


def test_what_was_tried_is_not_chosen_again_but_what_contains_it_may_be() -> None:
    effects = Effects({(0, 0): 1.0, (1, 0): 1.0}, {(0, 0): 1.0, (1, 0): 0.01}, {})
    assert cheapest(effects, 1.0, 0.1, 2) == ((0, 0),)
    assert cheapest(effects, 1.0, 0.1, 2, not_again=[((0, 0),)]) == ((0, 0), (1, 0))
    assert cheapest(effects, 1.0, 0.1, 2, not_above=[((0, 0),)]) is None
