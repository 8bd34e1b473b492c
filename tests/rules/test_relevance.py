"""What aspects speak to and what knacks cover, judged by their words (A8, A12, A13, N2, Z3, Z4)."""

from __future__ import annotations

from typing import Any

import pytest

from autogm.model.aspect import Aspect, FreeInvokes
from autogm.model.aspect_uses import Template
from autogm.model.character import Knack
from autogm.model.words import AspectKind, Circumstance, RollKind
from autogm.rules.relevance import ALL_ROLLS, judge_aspect, judge_knack, judge_template
from autogm.rules.ruleset import RING
from autogm.rules.rulesets import ruleset
from autogm.rules.shipped import shipped

KNOWN_SKILLS = {skill for name in ("fate-core", "accelerated", "autarch", "minifate")
                for skill in ruleset(name).skills}  # fmt: skip


@pytest.mark.rule("A8", "Z3")
@pytest.mark.parametrize(
    "text",
    [
        "Ankle-Deep Mud",
        "Marshy Terrain",
        "Swamp",
        "Icy Ground",
        "Gaping Cliff Edge",
        "Fog-Shrouded Chasm",
        "Heaps of Rubble",
        "Rocks and Boulders",
        "Thicket",
        "Narrow Ravine",
        "Steep Slope",
        "Waterfall",
        "Cold Lake",
        "Farmhouse on Fire",
        "Avalanche!",
        "Rockfall",
    ],
)
def test_adverse_ground(text: str) -> None:
    """Z3, and Z4: whoever stands in the way may make use of it."""
    judged = judge_aspect(Aspect(text=text), "zone")
    assert judged.adverse
    assert judged.helps_against
    assert "oppose" in judged.actions
    assert any("hinders movement" in why for why in judged.why)


@pytest.mark.parametrize(
    "text", ["Open Field", "Kitchen", "Tundra Plain", "Sparse Trees", "Foredeck", "No Mud Here"]
)
def test_ground_that_hinders_nobody(text: str) -> None:
    assert not judge_aspect(Aspect(text=text), "zone").adverse


def test_ground_without_telling_words_helps_anyone_in_every_roll() -> None:
    judged = judge_aspect(Aspect(text="Kitchen"), "zone")
    assert judged.helps_bearer
    assert judged.helps_against
    assert judged.actions == ALL_ROLLS
    assert judged.skills is None
    assert len(judged.why) == 1


@pytest.mark.rule("A8")
@pytest.mark.parametrize(
    ("text", "bearer", "against", "actions"),
    [
        ("Stacked Crates", True, False, {"defend", "create"}),
        ("Balcony", True, False, {"attack", "defend"}),
        ("Narrow Doorway", True, False, {"defend", "oppose"}),
        ("Slippery Tiles", False, True, ALL_ROLLS),
        ("Thick Fog", True, True, {"defend", "create", "move"}),
        ("Moonless Night", True, True, {"defend", "create", "move"}),
    ],
)
def test_telling_words(text: str, bearer: bool, against: bool, actions: set[RollKind]) -> None:
    judged = judge_aspect(Aspect(text=text), "zone")
    assert (judged.helps_bearer, judged.helps_against) == (bearer, against)
    assert judged.actions == actions


def test_several_groups_add_up() -> None:
    judged = judge_aspect(Aspect(text="Icy Ledge"), "zone")
    assert (judged.helps_bearer, judged.helps_against) == (True, True)
    assert judged.actions == ALL_ROLLS
    assert len(judged.why) == 2


@pytest.mark.rule("A13")
@pytest.mark.parametrize(
    ("text", "tags"),
    [
        ("Icy Ground", {"flying"}),
        ("Marshy Terrain", {"flying", "swamp"}),
        ("Cold Lake", {"flying", "swimming"}),
        ("Buffeting Winds", set()),
        ("Kitchen", set()),
    ],
)
def test_ground_spares_those_it_makes_no_sense_for(text: str, tags: set[str]) -> None:
    """A13."""
    assert judge_aspect(Aspect(text=text), "zone").spares == tags


@pytest.mark.rule("A8")
@pytest.mark.parametrize(
    ("field", "value", "settled"),
    [
        ("adverse", False, False),
        ("helps", "against", (False, True)),
        ("helps", "bearer", (True, False)),
        ("actions", ("attack",), {"attack"}),
        ("skills", ("Sneaky",), {"Sneaky"}),
        ("spares", (), set()),
        ("spares", ("ghost",), {"ghost"}),
    ],
)
def test_what_is_written_goes_first(field: str, value: Any, settled: Any) -> None:
    judged = judge_aspect(Aspect.model_validate({"text": "Icy Ledge", field: value}), "zone")
    found = (judged.helps_bearer, judged.helps_against) if field == "helps" else None
    assert (found if field == "helps" else getattr(judged, field)) == settled


def test_nothing_is_explained_where_everything_was_written() -> None:
    whole = Aspect(text="Icy Ledge", helps="both", actions=("attack",), adverse=True)
    assert judge_aspect(whole, "zone").why == ()


@pytest.mark.parametrize("text", ["Aether Storm", "The Neighbours Have Seen the Fire"])
def test_scenes_hinder_nobody_by_their_words(text: str) -> None:
    judged = judge_aspect(Aspect(text=text), "situation")
    assert not judged.adverse
    assert judged.helps_bearer
    assert judged.helps_against
    assert judged.actions == ALL_ROLLS


def test_scenes_speak_to_the_rolls_of_their_words() -> None:
    assert judge_aspect(Aspect(text="Moonless Night"), "situation").actions < ALL_ROLLS


@pytest.mark.parametrize(
    ("text", "kind", "helps_bearer"),
    [
        ("Knight of the Realm", "high concept", True),
        ("Child of the Swamp", "character", True),
        ("Sworn to the Queen", "trouble", False),
        ("Cowardly Without Backup", "character", False),
        ("Vulnerable Belly", "character", False),
        ("Not Afraid of Anyone", "character", True),
        ("Never Reckless, Not Cowardly", "character", True),
    ],
)
def test_character_aspects(text: str, kind: AspectKind, helps_bearer: bool) -> None:
    judged = judge_aspect(Aspect(text=text), kind)
    assert (judged.helps_bearer, judged.helps_against) == (helps_bearer, not helps_bearer)
    assert judged.actions == ALL_ROLLS
    assert not judged.adverse
    assert judged.why


def test_free_invokes_are_the_aspects_own_or_those_given() -> None:
    """A4, A12."""
    given = FreeInvokes(open=1)
    assert judge_aspect(Aspect(text="Yard"), "zone", given).free == given
    own = Aspect(text="Yard", free=FreeInvokes(gm=2))
    assert judge_aspect(own, "zone", given).free == FreeInvokes(gm=2)
    assert judge_aspect(Aspect(text="Yard"), "zone").free == FreeInvokes()


@pytest.mark.parametrize(
    ("fields", "bearer", "against"),
    [
        ({"on": "enemy"}, False, True),
        ({"on": "ally"}, True, False),
        ({"on": "self"}, True, False),
        ({"on": "enemy", "helps": "both"}, True, True),
        ({"on": "scene"}, True, True),
    ],
)
def test_templates(fields: dict[str, Any], bearer: bool, against: bool) -> None:
    """C1."""
    judged = judge_template(Template(text="Off Balance", **fields))
    assert (judged.helps_bearer, judged.helps_against) == (bearer, against)
    assert judged.actions == ALL_ROLLS
    assert judged.free == FreeInvokes()


def test_templates_on_zones_are_judged_by_their_words_unless_written() -> None:
    assert judge_template(Template(text="Burning Oil", on="zone")).adverse
    assert not judge_template(Template(text="Burning Oil", on="zone", adverse=False)).adverse
    assert judge_template(Template(text="Kitchen", on="zone", adverse=True)).adverse


@pytest.mark.parametrize(
    ("text", "actions", "skills"),
    [
        ("fighting with boarding axes", {"attack", "defend"}, {"Forceful", "Quick"}),
        ("biting", {"attack", "defend"}, {"Forceful", "Quick"}),
        ("shooting javelins", {"attack"}, {"Careful", "Quick"}),
        ("climbing in the rigging", {"move", "oppose"}, {"Forceful", "Quick"}),
        ("sneaking", {"create", "move"}, {"Careful", "Sneaky"}),
        ("planning", {"create", "overcome"}, {"Careful", "Clever"}),
        ("scaring innocent people", {"attack", "create"}, {"Flashy", "Forceful"}),
    ],
)
def test_knacks(text: str, actions: set[str], skills: set[str]) -> None:
    """N2."""
    (one,) = judge_knack(Knack(text=text), RING)
    assert (one.actions, one.skills, one.when) == (actions, skills, "always")
    assert one.sure
    assert text in one.why


@pytest.mark.parametrize(
    ("text", "when"),
    [
        ("Fighting when outnumbered", "outnumbered"),
        ("fighting alone", "alone"),
        ("Ganging up", "outnumbering"),
        ("ambushing", "first exchange"),
    ],
)
def test_knacks_in_a_circumstance(text: str, when: Circumstance) -> None:
    assert {one.when for one in judge_knack(Knack(text=text), RING)} == {when}


def test_knacks_take_the_skills_that_the_conflict_knows() -> None:
    (core,) = judge_knack(Knack(text="fighting"), ruleset("fate-core").skills)
    assert core.skills == {"Fight"}
    (strange,) = judge_knack(Knack(text="fighting"), ("Valour", "Guile"))
    assert strange.skills is None
    assert strange.covers("attack", "Guile")


def test_knacks_of_several_groups() -> None:
    covered = judge_knack(Knack(text="Flying, biting"), RING)
    assert {action for one in covered for action in one.actions} >= {"attack", "move"}


def test_knacks_that_nobody_understands_cover_nothing_and_say_so() -> None:
    (one,) = judge_knack(Knack(text="basket weaving"), RING)
    assert not one.sure
    assert not one.actions
    assert "basket weaving" in one.why


def test_knacks_as_written() -> None:
    written = Knack(text="fighting", actions=("defend",), skills=("Careful",))
    (one,) = judge_knack(written, RING)
    assert (one.actions, one.skills, one.why) == ({"defend"}, {"Careful"}, "")
    (all_rolls,) = judge_knack(Knack(text="fighting", skills=("Careful",)), RING)
    assert all_rolls.actions == ALL_ROLLS


@pytest.mark.parametrize("text", ["Everything else", "Anything that isn’t flying or biting"])
def test_everything_else(text: str) -> None:
    (one,) = judge_knack(Knack(text=text), RING)
    assert one.rest


def test_the_words_of_the_table_are_plain_and_its_skills_exist() -> None:
    table = shipped("relevance")
    groups = [*table["aspects"], *table["knacks"], table["weaknesses"]]
    words = [word for group in groups for word in group["words"]]
    assert all(word == word.lower() and word.strip() == word for word in words)
    assert {s for group in table["knacks"] for s in group["skills"]} <= KNOWN_SKILLS
    assert all(len(set(group["words"])) == len(group["words"]) for group in groups)


@pytest.mark.rule("A8")
@pytest.mark.parametrize(
    ("written", "says"),
    [
        ({}, "it hides what lies in it and beyond it; it helps anyone in create, defend and move"),
        ({"actions": ["create"]},
         "it hides what lies in it and beyond it; it helps anyone in create"),
        ({"helps": "bearer"},
         "it hides what lies in it and beyond it; it helps those in it in create, defend and move"),
        ({"helps": "both", "actions": ["create"]}, "it hides what lies in it and beyond it"),
        ({"actions": []}, "it hides what lies in it and beyond it; it helps anyone in no roll"),
        ({"helps": "both", "actions": ["create"], "hides": False}, None),
    ],
)  # fmt: skip
def test_what_is_written_of_a_zone_is_not_told_as_inferred(
    written: dict[str, Any], says: str | None
) -> None:
    found = judge_aspect(Aspect(text="Dark Corners", **written), "zone")
    said = f"«Dark Corners» hides whoever is in it («dark»): {says}."
    assert found.why == (() if says is None else (said,))
