"""Sheets that break a rule of sheets, and those that cannot be played (N3, N6)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from autogm.model.faults import ScenarioError
from autogm.rules.encounter import Encounter, SettledFighter
from autogm.rules.ruleset import RING

GOOD_SHEET: dict[str, Any] = {
    "aspects": ["Knight", "Sworn to the Queen", "Old Soldier", "Horse Lover", "Loud Voice"],
    "skills": {
        "Fight": 4,
        "Athletics": 3,
        "Physique": 3,
        "Will": 2,
        "Notice": 2,
        "Rapport": 2,
        "Drive": 1,
        "Lore": 1,
        "Crafts": 1,
        "Shoot": 1,
    },
}
STUNTS = [{"name": f"Stunt {number}", "does": "lethal", "limit": "session"} for number in range(6)]

BREACHES: list[tuple[dict[str, Any], list[str]]] = [
    ({}, []),
    ({"aspects": GOOD_SHEET["aspects"][:3]}, ["5 aspects, not 3"]),
    ({"aspects": [*GOOD_SHEET["aspects"], "Sixth"]}, ["5 aspects, not 6"]),
    ({"skills": {**GOOD_SHEET["skills"], "Empathy": 1}}, ["+4 +3 +3 +2 +2 +2 +1 +1 +1 +1, not"]),
    (
        {"skills": {"Fight": 3, "Will": 3, "Lore": 2}},
        ["2 at Good (+3) stand on 1 at Fair (+2), 1 at Fair (+2) stand on 0", "starting sheet"],
    ),
    ({"refresh": 4}, ["refresh is at most 3, not 4"]),
    ({"refresh": 0}, ["refresh is at least 1"]),
    ({"stunts": STUNTS[:5], "refresh": 2}, ["refresh is at most 1, not 2"]),
    ({"stunts": STUNTS}, ["at most 5 stunts, not 6"]),
]


@pytest.mark.rule("N6")
@pytest.mark.parametrize(("changes", "wanted"), BREACHES)
def test_every_breach_of_a_sheet_is_reported(
    play: Callable[..., Encounter], changes: dict[str, Any], wanted: list[str]
) -> None:
    """N6, F1: as warnings, and as faults where the scenario is strict."""
    foe = {"type": "nameless", "skills": {"Fight": 1}}
    sheet = {**GOOD_SHEET, **changes}
    warnings = play("fate-core", hero=sheet, foe=foe).warnings
    assert len(warnings) == len(wanted)
    assert all(any(part in warning for warning in warnings) for part in wanted)
    if wanted:
        with pytest.raises(ScenarioError) as caught:
            play("fate-core", hero=sheet, foe=foe, strict=True)
        assert len(caught.value.faults) == len(wanted)
    else:
        play("fate-core", hero=sheet, foe=foe, strict=True)


@pytest.mark.rule("N6")
def test_approaches_of_a_starting_sheet(play: Callable[..., Encounter]) -> None:
    """N6."""
    foe = {"type": "minion"}
    good = dict(zip(RING, (0, 1, 1, 3, 2, 2), strict=True))
    sheet = {"aspects": GOOD_SHEET["aspects"], "skills": good}
    assert play("accelerated", hero=sheet, foe=foe).warnings == ()
    bad = {**sheet, "skills": {**good, "Careful": 1}}
    (warning,) = play("accelerated", hero=bad, foe=foe).warnings
    assert "not +3 +2 +2 +1 +1 +1" in warning


@pytest.mark.parametrize(
    ("sheet", "part"),
    [
        ({"type": "nameless", "boxes": 3}, "at most 2 boxes"),
        ({"type": "minion", "consequences": {"mild": 1}}, "takes no consequences"),
        ({"type": "nameless", "quality": "fair", "skills": {"Fight": 4}}, "peaks at Fair (+2)"),
    ],
)
def test_minor_npcs_that_have_too_much(
    play: Callable[..., Encounter], sheet: dict[str, Any], part: str
) -> None:
    """N2."""
    (warning,) = play("fate-core", hero=GOOD_SHEET, foe=sheet).warnings
    assert part in warning


@pytest.mark.rule("N3")
def test_a_single_weightless_creature_is_no_fighter(play: Callable[..., Encounter]) -> None:
    """N3."""
    warnings = play("war-of-ashes", foe={"type": "minion", "weight": 0}).warnings
    assert any("weight 0" in warning for warning in warnings)


@pytest.mark.parametrize(
    ("ruleset", "sheet", "part"),
    [
        ("fate-core", {"type": "group"}, "needs `members`"),
        ("fate-core", {"boxes": 4}, "here it is `tracks`"),
        ("accelerated", {"tracks": {"mental": 2}}, "a single track"),
        (
            "fate-core",
            {"stunts": [{"name": "Vast", "does": "extra-box", "amount": 8}],
             "tracks": {"physical": 6}},
            "at most 12",
        ),
        (
            "fate-core",
            {"stunts": [{"name": "Famous", "does": "free-invoke", "aspect": "Kinght"}],
             "aspects": ["Knight"]},
            "Did you mean `Knight`",
        ),
    ],
)  # fmt: skip
def test_sheets_that_cannot_be_played(
    foe: Callable[..., SettledFighter], ruleset: str, sheet: dict[str, Any], part: str
) -> None:
    with pytest.raises(ScenarioError, match=part.replace("`", ".")):
        foe(ruleset, **sheet)
