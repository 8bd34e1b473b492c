"""What is known of a conflict before it begins, where it depends on rules that play has too."""

from __future__ import annotations

from typing import Any

import pytest

from autogm.planner.evaluation.parameters import expected_shifts, parameters_of
from tests.table import scene

MEMBERS = 3


@pytest.mark.rule("N4", "E3")
@pytest.mark.parametrize(
    ("teamwork", "rating", "bonus"),
    [("any", 0, 2), ("any", 1, 2), ("skill", 0, 0), ("skill", 1, 2), ("none", 0, 2)],
)
def test_a_group_threatens_by_its_numbers_if_its_members_know_enough(
    teamwork: str, rating: int, bonus: int
) -> None:
    """Where teamwork goes by skill a member needs a rating of 1; elsewhere none."""
    gang = {"type": "group", "members": MEMBERS, "skills": {"Fight": rating}}
    game = scene(
        "fate-core", "ann Fight 2 Athletics 1", "bob", rules={"teamwork": teamwork},
        sheets={"bob": gang},
    ).game  # fmt: skip
    ann, bob = (game.words.fighters.index(name) for name in ("ann", "bob"))
    expected = expected_shifts("4dF", rating + bonus - 2)
    assert parameters_of(game)[0]["threat"][0, bob, ann] == pytest.approx(expected)


@pytest.mark.rule("N5")
@pytest.mark.parametrize(
    ("fields", "armed", "disarmed"),
    [
        ({}, 2, 2),
        ({"equipment": True}, 2, 0),
        ({"when": "outnumbered"}, 0, 0),
        ({"skills": ["Shoot"]}, 0, 0),
    ],
)
def test_weapons_that_always_count_make_a_threat(
    fields: dict[str, Any], armed: int, disarmed: int
) -> None:
    """Those in the hand, for the skill that hits."""
    axe = {"name": "Axe", "does": "weapon", "amount": 2, "skills": ["Fight"], **fields}
    game = scene(
        "fate-core", "ann Fight 2 Athletics 1", "bob Fight 2 Athletics 1",
        sheets={"bob": {"stunts": [axe]}}, actions=["attack"],
    ).game  # fmt: skip
    ann, bob = (game.words.fighters.index(name) for name in ("ann", "bob"))
    threat = parameters_of(game)[0]["threat"]
    for hands, more in ((0, armed), (1, disarmed)):
        assert threat[hands, bob, ann] == pytest.approx(expected_shifts("4dF", 0, more))
