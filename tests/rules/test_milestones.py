"""Milestones and recovery (N7, H4)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from autogm.model.character import Character
from autogm.model.stunt import Stunt
from autogm.model.words import Severity
from autogm.rules.milestones import (
    End,
    MilestoneError,
    buy_stunt,
    raise_cap,
    raise_refresh,
    raise_skill,
    recovered,
    rename_aspect,
    swap_ratings,
)
from autogm.rules.rulesets import ruleset

CORE = ruleset("fate-core")
SKILLS = {"Fight": 3, "Notice": 2, "Athletics": 2, "Will": 1, "Lore": 1, "Stealth": 1}
ANNA = Character.model_validate(
    {"name": "Anna", "skills": SKILLS, "aspects": ["Blade for Hire", "Owes the Guild"]}
)


def trick(number: int) -> Stunt:
    """A stunt among several."""
    return Stunt(name=f"Trick {number}", does="bonus", skills=("Fight",))


@pytest.mark.rule("N7", "H4")
@pytest.mark.parametrize(
    ("end", "left"),
    [("scene", ("moderate", "severe")), ("session", ("severe",)), ("scenario", ())],
)
def test_consequences_heal(end: End, left: tuple[Severity, ...]) -> None:
    assert recovered(("mild", "moderate", "severe"), end) == left


@pytest.mark.rule("N7")
def test_a_minor_milestone() -> None:
    assert swap_ratings(ANNA, "Fight", "Will").skills == {**SKILLS, "Fight": 1, "Will": 3}
    renamed = rename_aspect(ANNA, "Owes the Guild", "The Guild Owes Me")
    assert [one.text for one in renamed.aspects] == ["Blade for Hire", "The Guild Owes Me"]
    assert len(buy_stunt(ANNA, trick(1), CORE).stunts) == 1
    assert ANNA.skills == SKILLS, "a sheet is never changed in place"


@pytest.mark.rule("N7", "N6", "F1")
def test_a_significant_milestone() -> None:
    assert raise_skill(ANNA, "Crafts", CORE).skills["Crafts"] == 1
    assert raise_skill(ANNA, "Crafts", CORE).model_copy().refresh is None
    with pytest.raises(MilestoneError, match="pyramid"):
        raise_skill(raise_skill(ANNA, "Notice", CORE), "Will", CORE)
    with pytest.raises(MilestoneError, match="significant"):
        raise_skill(ANNA, "Crafts", CORE, "minor")
    full = ANNA.model_copy(update={"stunts": tuple(trick(n) for n in range(3))})
    assert buy_stunt(full, trick(3), CORE, "significant").refresh == 2
    with pytest.raises(MilestoneError, match="significant"):
        buy_stunt(full, trick(3), CORE, "minor")
    poor = full.model_copy(update={"refresh": 1})
    with pytest.raises(MilestoneError, match="at least 1"):
        buy_stunt(poor, trick(3), CORE, "significant")


@pytest.mark.rule("N7")
def test_a_major_milestone() -> None:
    assert raise_refresh(ANNA, CORE).refresh == 4
    assert rename_aspect(ANNA, "Blade for Hire", "Captain", "major").aspects[0].text == "Captain"
    steep = ANNA.model_copy(update={"skills": {"Fight": 4, "Lore": 4, **dict.fromkeys("abc", 4)}})
    with pytest.raises(MilestoneError, match="cap"):
        raise_skill(steep, "Fight", ruleset("autarch"))
    assert raise_skill(steep, "Fight", ruleset("autarch"), cap=raise_cap()).skills["Fight"] == 5


@pytest.mark.rule("N7")
@pytest.mark.parametrize(
    "step",
    [
        lambda: rename_aspect(ANNA, "Blade for Hire", "Captain", "significant"),
        lambda: raise_refresh(ANNA, CORE, "significant"),
        lambda: raise_cap(milestone="minor"),
        lambda: rename_aspect(ANNA, "Nobody", "Somebody"),
        lambda: swap_ratings(ANNA, "Fight", "Drive"),
        lambda: buy_stunt(
            ANNA.model_copy(update={"stunts": (trick(0),) * 5}), trick(5), CORE, "major"
        ),
    ],
)
def test_steps_that_are_not_allowed(step: Callable[[], object]) -> None:
    with pytest.raises(MilestoneError):
        step()
