"""The solved conflicts that agents are measured on: all can be read and are small, none is won from
the start; the smallest are solved anew and compared with the table.
"""

from __future__ import annotations

import re

import pytest

from autogm.engine.game import load_game
from evaluation.loss import CONFLICTS, HERE, MOST_STATES, PERFECT, loss, solved
from tests.evaluation.conflicts_table import read, row

TABLE = read()
SMALLEST = sorted(TABLE, key=lambda name: TABLE[name][0])[:5]
RULESETS = {"fate-core", "accelerated", "war-of-ashes", "autarch", "minifate"}


def test_every_conflict_stands_in_the_table_and_is_small_and_open() -> None:
    assert tuple(TABLE) == CONFLICTS
    assert len(CONFLICTS) >= 15
    for states, value in TABLE.values():
        assert 1_000 <= states <= MOST_STATES
        assert abs(float(value)) <= 0.6


def test_every_conflict_can_be_read_and_says_what_it_demands() -> None:
    scenarios = {name: load_game(HERE / f"{name}.yaml").encounter.scenario for name in CONFLICTS}
    assert all(one.shows and one.shows.endswith(".") for one in scenarios.values())
    assert len({one.title for one in scenarios.values()}) == len(CONFLICTS)
    assert {one.ruleset for one in scenarios.values()} == RULESETS


def test_the_results_tell_of_the_conflicts_as_they_are() -> None:
    text = (HERE.parent / "RESULTS.md").read_text(encoding="utf-8")
    told = dict(re.findall(r"^ ([a-z-]+) +([+-]\d\.\d{4}) ", text, re.MULTILINE))
    assert told == {name: f"{float(value):+.4f}" for name, (_, value) in TABLE.items()}


@pytest.mark.parametrize("name", SMALLEST)
def test_the_smallest_are_solved_to_what_the_table_says(name: str) -> None:
    found = solved(name)
    assert row(found) == TABLE[name]
    assert found.high - found.low < 1e-6  # no longer limit would change anything
    perfect = loss(found, name, PERFECT)
    for seat in (perfect.players, perfect.gm):
        assert abs(seat.battle) < 1e-6
        assert seat.decision < 1e-3  # a thousandth of a thousandth
        assert seat.optimal == pytest.approx(1.0)
