"""The price of a consequence that is taken to succeed (`planner.evaluation.overcoming`)."""

from __future__ import annotations

from typing import Any

import pytest

from autogm.engine.state import State
from autogm.planner.evaluation.parameters import CONSEQUENCE_PRICE
from autogm.planner.turn.tactician import Tactician
from tests.planner.roots import ONLY_BLOWS, at_a_cost

FREE = 0.0
LONG_SPEARS = {**ONLY_BLOWS, "Fight": {"range": 1, "harm": "physical", "against": ["Fight"]}}


def weighed(state: State, price: float) -> tuple[float, float]:
    """What paying and failing are worth where a consequence counts so much beyond the value."""
    tactician = Tactician(state.game)
    tactician.parameters["consequence"] = price
    pays, fails = tactician.weigh(state)
    return float(pays), float(fails)


def test_it_counts_beyond_the_value_as_far_as_the_conflict_is_open() -> None:
    state = at_a_cost().state
    (usual, fails), (calm, as_before) = weighed(state, CONSEQUENCE_PRICE), weighed(state, FREE)
    assert fails == as_before
    assert calm - usual == pytest.approx(CONSEQUENCE_PRICE * (1.0 - calm**2))
    assert calm - usual > 0.1


def test_who_has_ground_to_reach_takes_it_by_the_value_alone() -> None:
    """The other side's aim changes nothing."""
    does = {"do": "hold", "zone": "hall", "exchanges": 2}
    state = at_a_cost(objectives={"players": [does]}).state
    assert weighed(state, CONSEQUENCE_PRICE) == weighed(state, FREE)
    state = at_a_cost(objectives={"gm": [does]}).state
    assert weighed(state, CONSEQUENCE_PRICE)[0] < weighed(state, FREE)[0]


@pytest.mark.parametrize(
    ("limit", "attacks", "priced"),
    [(10, ONLY_BLOWS, True), (9, ONLY_BLOWS, False), (9, LONG_SPEARS, True)],
)
def test_who_ends_a_stand_off_takes_it_by_the_value_alone(
    limit: int, attacks: dict[str, Any], priced: bool
) -> None:
    """As the seventh exchange begins a third of nine is left, but not of ten. Who reaches an enemy
    from where it stands ends none."""
    state = at_a_cost(exchanges=limit, rules={"attacks": attacks}).state
    state.record["exchange"] = 7
    paid, free = weighed(state, CONSEQUENCE_PRICE)[0], weighed(state, FREE)[0]
    assert (paid < free) is priced


def test_what_a_tie_costs_counts_by_its_value() -> None:
    state = at_a_cost("0 0 0 +").choose("name cost", cost="stress").state
    assert weighed(state, CONSEQUENCE_PRICE) == weighed(state, FREE)
