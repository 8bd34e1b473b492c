"""Dice, opposition and outcomes (D1-D5)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from autogm.model.faults import ScenarioError
from autogm.rules.breaches import rung
from tests.table import Table, scene


def chances(table: Table) -> list[Fraction]:
    """The chances of the pending sums, lowest first."""
    return [
        Fraction(chance).limit_denominator(81)
        for _, chance in table.to_dice().state.chance_outcomes()
    ]


@pytest.mark.rule("D1")
def test_four_fate_dice() -> None:
    table = scene("fate-core", "hero Notice 1", "foe").turn("hero").choose("attack", target="foe")
    wanted = [1, 4, 10, 16, 19, 16, 10, 4, 1]
    assert chances(table) == [Fraction(ways, 81) for ways in wanted]


@pytest.mark.rule("D2")
def test_one_d6_minus_another() -> None:
    table = scene("autarch", "hero Notice 1", "foe", rules={"dice": "d6-d6"})
    table.turn("hero").choose("attack", target="foe")
    assert chances(table) == [Fraction(6 - abs(k), 36) for k in range(-5, 6)]
    table.dice("6 1", "3 3")
    assert table.totals == [5, 0]
    with pytest.raises(ScenarioError, match="D2"):
        scene("autarch", "hero", "foe", rules={"dice": "d6-d6", "weight": True})


@pytest.mark.rule("D3")
@pytest.mark.parametrize(
    ("rating", "name"),
    [
        (-3, "-3"),
        (-2, "Terrible (-2)"),
        (-1, "Poor (-1)"),
        (0, "Mediocre (+0)"),
        (1, "Average (+1)"),
        (2, "Fair (+2)"),
        (3, "Good (+3)"),
        (4, "Great (+4)"),
        (5, "Superb (+5)"),
        (6, "Fantastic (+6)"),
        (7, "Epic (+7)"),
        (8, "Legendary (+8)"),
        (9, "+9"),
    ],
)
def test_the_ladder(rating: int, name: str) -> None:
    assert rung(rating) == name


@pytest.mark.rule("D4")
def test_passive_and_active_opposition() -> None:
    wall = {"text": "Wall", "actions": ["defend"], "difficulty": 4}
    table = scene(
        "fate-core", "hero Athletics 2 Fight 1 Notice 1", "foe Athletics 2", aspects=[wall]
    )
    table.turn("hero").choose("overcome", aspect="Wall")
    assert table.difficulty == 4
    assert table.dice("+ + + 0").result == (1, "succeeds")
    table.turn("hero").choose("attack", target="foe").dice("+ 0 0 0", "0 0 0 -")
    assert table.result == (1, "succeeds"), "1 + 1 against 2 - 1"


@pytest.mark.rule("D5")
@pytest.mark.parametrize(
    ("ruleset", "dice", "outcome"),
    [
        ("fate-core", "- 0 0 0", "fails"),
        ("fate-core", "0 0 0 0", "ties"),
        ("fate-core", "+ + 0 0", "succeeds"),
        ("fate-core", "+ + + 0", "succeeds with style"),
        ("minifate", "+ 0 0 0", "succeeds"),
        ("minifate", "+ + 0 0", "succeeds with style"),
    ],
)
def test_outcomes(ruleset: str, dice: str, outcome: str) -> None:
    table = scene(ruleset, "hero", "foe").turn("hero").choose("attack", target="foe")
    assert table.dice(dice, "0 0 0 0").result[1] == outcome


@pytest.mark.rule("D5", "C3", "C4", "K4")
def test_meeting_a_number_succeeds_in_minifate_and_an_attack_has_to_beat() -> None:
    smoke = {"text": "Smoke", "on": "zone", "skills": ["Tinker"], "difficulty": 0}
    hard = {"text": "Storm", "on": "scene", "skills": ["Tinker"], "difficulty": 6}
    table = scene("minifate", "hero", "foe", templates=[smoke, hard])
    table.turn("hero").choose("create", aspect="Smoke")
    assert table.difficulty == 0
    assert table.dice("0 0 0 0").totals == [0], "a missing skill counts 0"
    assert table.settle().free("Smoke") == (1, 0, 0)
    assert table.turn("hero").choose("create", aspect="Storm").difficulty == 6
    table.dice("0 0 0 0").turn("hero").choose("attack", target="foe")
    table.dice("0 0 0 0", "0 0 0 0").settle()
    assert table.all("hit") == []
