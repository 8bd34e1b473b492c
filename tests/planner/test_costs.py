"""What a consequence that is taken to succeed counts (`planner.evaluation.overcoming.dread`)."""

from __future__ import annotations

import pytest

from autogm.engine.state import State
from autogm.planner.evaluation.parameters import GRAVE
from autogm.planner.turn.tactician import Tactician
from tests.planner.roots import at_a_cost

CALM = 0.0


def weighed(state: State, grave: float) -> tuple[float, float]:
    """What paying and failing are worth where a consequence counts so much beyond the value."""
    tactician = Tactician(state.game)
    tactician.parameters["grave"] = grave
    pays, fails = tactician.weigh(state)
    return float(pays), float(fails)


def test_it_counts_beyond_the_value_as_far_as_the_conflict_is_open() -> None:
    state = at_a_cost().state
    (usual, fails), (calm, as_before) = weighed(state, GRAVE), weighed(state, CALM)
    assert fails == as_before
    assert calm - usual == pytest.approx(GRAVE * (1.0 - calm**2))
    assert calm - usual > 0.1


def test_all_that_is_had_by_it_may_still_be_worth_it() -> None:
    """As much as it counts, who could only lose otherwise pays."""
    assert weighed(at_a_cost().state, CALM)[0] > weighed(at_a_cost().state, 2 * GRAVE)[0] > -1.0


def test_what_a_tie_costs_counts_by_its_value() -> None:
    state = at_a_cost("0 0 0 +").choose("name cost", cost="stress").state
    assert weighed(state, GRAVE) == weighed(state, CALM)
