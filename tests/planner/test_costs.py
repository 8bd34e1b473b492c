"""The price of a consequence that is taken to succeed (`planner.evaluation.overcoming`)."""

from __future__ import annotations

import pytest

from autogm.engine.state import State
from autogm.planner.evaluation.parameters import CONSEQUENCE_PRICE
from autogm.planner.turn.tactician import Tactician
from tests.planner.roots import NO_CONSEQUENCES, at_a_cost, fight

FREE = 0.0


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


@pytest.mark.parametrize(("limit", "priced"), [(8, True), (7, False)])
def test_a_way_is_worth_it_once_more_than_half_of_the_exchanges_are_over(
    limit: int, priced: bool
) -> None:
    state = at_a_cost(exchanges=limit).state
    state.record["exchange"] = 5
    paid, free = weighed(state, CONSEQUENCE_PRICE)[0], weighed(state, FREE)[0]
    assert (paid < free) is priced


def test_to_remove_an_aspect_it_counts_as_much_at_the_end() -> None:
    """A stand-off is ended by who moves, and only the price of a move falls away."""
    wall = {"text": "A Wall of Crates", "actions": ["defend"], "difficulty": 2}
    hurt = {"tracks": {"physical": 2, "mental": 0}, "consequences": {**NO_CONSEQUENCES, "mild": 1}}
    table = fight(
        "ann Fight 3 Athletics 1", "bob Fight 2", aspects=[wall], actions=["attack", "overcome"],
        exchanges=7, sheets={"ann": hurt},
    )  # fmt: skip
    state = table.turn("ann").choose("overcome", aspect=wall["text"]).dice("- - 0 0").settle().state
    state.record["exchange"] = 5
    assert weighed(state, CONSEQUENCE_PRICE)[0] < weighed(state, FREE)[0]


def test_what_a_tie_costs_counts_by_its_value() -> None:
    state = at_a_cost("0 0 0 +").choose("name cost", cost="stress").state
    assert weighed(state, CONSEQUENCE_PRICE) == weighed(state, FREE)
