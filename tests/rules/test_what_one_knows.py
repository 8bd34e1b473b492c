"""What a sheet says of attacks and boxes (E2, E5, H1, N2, N5), and whom ground hinders at first."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from autogm.rules.encounter import SettledFighter
from autogm.rules.judgements import judgements
from tests.rules.test_judgements import settled

Make = Callable[..., SettledFighter]


@pytest.mark.rule("E5")
@pytest.mark.parametrize(
    ("sheet", "known"),
    [
        ({"skills": {"Fight": 1}}, {"Fight"}),
        ({"skills": {"Shoot": 1}}, {"Fight", "Shoot"}),
        ({"skills": {"Provoke": 2}}, {"Fight", "Provoke"}),
        ({"skills": {"Fight": 1}, "attacks": {"Shoot": {"range": 1}}}, {"Fight", "Shoot"}),
        ({"skills": {}}, {"Fight"}),
    ],
)
def test_what_a_sheet_speaks_of(hero: Make, sheet: dict[str, Any], known: set[str]) -> None:
    """What reaches the own zone alone anybody can; the rest has to be on the sheet."""
    attacks = hero("fate-core", **sheet).attacks
    assert {one.skill for one in attacks if one.skilled} == known


@pytest.mark.rule("E5", "E2")
@pytest.mark.parametrize(
    ("sheet", "reach"),
    [
        ({"skills": {"Fight": 1}}, {"Fight": 0, "Shoot": 0, "Provoke": 1}),
        ({"skills": {"Shoot": 1}}, {"Fight": 0, "Shoot": 2, "Provoke": 1}),
        (
            {"skills": {}, "attacks": {"Shoot": {"range": 1}}},
            {"Fight": 0, "Shoot": 1, "Provoke": 1},
        ),
    ],
)
def test_who_may_shoot_beyond_the_own_zone(
    hero: Make, sheet: dict[str, Any], reach: dict[str, int]
) -> None:
    """Provoke needs nothing."""
    assert {one.skill: one.range for one in hero("fate-core", **sheet).attacks} == reach


@pytest.mark.rule("N5", "H1")
@pytest.mark.parametrize(("amount", "boxes"), [(1, 3), (2, 4), (-1, 1), (-2, 0), (-3, 0)])
def test_a_stunt_adds_boxes_or_takes_them(hero: Make, amount: int, boxes: int) -> None:
    """Of two; below none there is nothing."""
    stunt = {"name": "Hide", "does": "extra-box", "amount": amount, "harm": "physical"}
    assert hero("fate-core", stunts=[stunt]).boxes == {"physical": boxes, "mental": 2}


@pytest.mark.rule("A8", "Z3")
def test_ground_hinders_from_the_start_who_stands_on_it_and_nobody_else(tmp_path: Path) -> None:
    """Anna on the planks; the bats, who would be hindered too, are up the mast."""
    encounter = settled(tmp_path, (", tags: [flying]", ""))
    planks = next(one for one in judgements(encounter) if one.text == "Slippery Planks")
    assert planks.says.endswith("it hinders Anna from the start")


@pytest.mark.rule("A8", "Z3")
def test_who_comes_later_is_not_hindered_from_the_start(tmp_path: Path) -> None:
    late = ("skills: {Forceful: 3}", "skills: {Forceful: 3}\n        arrives: 2")
    other = ("  gm:", "      bert: {zone: mast}\n  gm:")
    encounter = settled(tmp_path, late, other)
    planks = next(one for one in judgements(encounter) if one.text == "Slippery Planks")
    assert "from the start" not in planks.says
