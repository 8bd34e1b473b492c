"""Overrides by a scenario, and the combinations that can't be played."""

from __future__ import annotations

from typing import Any

import pytest

from autogm.model.words import ConflictKind
from autogm.rules.ruleset import Ruleset
from autogm.rules.rulesets import FIXED, RULESETS, RulesetError, merge, override, ruleset, suited

OTHERS: dict[str, Any] = {
    "one_track": True,
    "dice": "d6-d6",
    "style_at": 2,
    "skills": ("Swords", *ruleset("fate-core").skills),
    "advantage_tie": "boost",
    "advantage_fail": "nothing",
    "overcome_fail": "fails",
    "overcome_tie": "boost",
    "attack_tie": "nothing",
    "boost_maneuvers": ("footwork",),
    "defend_style_boost": ("attack",),
    "attacks": {"Shoot": {"range": 4}},
    "advantage_defence": {"Crafts": ("Notice",)},
    "overcome_skills": ("Lore",),
    "move_skills": ("Drive",),
    "oppose_skills": ("Drive",),
    "social": None,
    "teamwork": "any",
    "tracks": "two",
    "track_skills": {"mental": "Lore"},
    "absorb": "single",
    "consequences": {"severe": 8},
    "nameless": {"good": {"boxes": 3}},
    "group": "boxes",
    "spread": (3, 2, 1),
    "move_fail": "fails",
    "move_tie": "succeeds",
    "weight_ratio": (3, 6),
    "weight_rolls": ("attack",),
    "maneuvers": ("push",),
    "initiative": {"physical": ("Shoot",)},
    "npcs": "each",
    "scopes": {"permanent": 6, "mission": 4, "phase": 2},
    "declare": "aspect",
    "templates": ({"text": "Smoke", "on": "zone"},),
    "free_invoke_cap": 2,
    "advantage_opposed": "nobody",
}
"""A value other than Fate Core's for every field that is not a plain switch or number."""

CHANGEABLE = [name for name in Ruleset.model_fields if name not in FIXED]
NEEDS: dict[str, dict[str, Any]] = {
    "refresh_aspects": {"scopes": OTHERS["scopes"]},
    "roar": {},
    "closed_loop": {"owed_invokes": False},
    "compels": {},
}


def changed_value(name: str) -> Any:
    """A value that Fate Core does not have in that field."""
    if name in OTHERS:
        return OTHERS[name]
    before = getattr(ruleset("fate-core"), name)
    return (not before) if isinstance(before, bool) else before + 1


@pytest.mark.parametrize("name", [n for n in CHANGEABLE if n not in ("box_values", "roar")])
def test_every_field_can_be_overridden(name: str) -> None:
    base = ruleset("fate-core")
    changed = override(base, {name: changed_value(name), **NEEDS.get(name, {})})
    assert getattr(changed, name) != getattr(base, name)
    untouched = set(CHANGEABLE) - {name, *NEEDS.get(name, {})}
    assert all(getattr(changed, other) == getattr(base, other) for other in untouched)


def test_tables_are_merged_entry_by_entry() -> None:
    changes = {"attacks": {"Shoot": {"range": 3}, "Provoke": None, "Lore": {"against": ["Will"]}}}
    attacks = override(ruleset("fate-core"), changes).attacks
    assert (attacks["Shoot"].range, attacks["Shoot"].against) == (3, ("Athletics",))
    assert "Provoke" not in attacks
    assert attacks["Lore"].against == ("Will",)
    assert attacks["Fight"] == ruleset("fate-core").attacks["Fight"]


def test_merging_leaves_the_base_alone() -> None:
    base = {"table": {"one": 1, "two": 2}}
    assert merge(base, {"table": {"one": None}, "new": 3}) == {"table": {"two": 2}, "new": 3}
    assert base == {"table": {"one": 1, "two": 2}}


def test_unknown_fields_get_the_nearest_name() -> None:
    with pytest.raises(RulesetError) as caught:
        override(ruleset("fate-core"), {"weigth": True, "srd-tie": True})
    assert [p.suggestion for p in caught.value.problems] == ["weight", "srd_tie"]


@pytest.mark.parametrize("name", FIXED)
def test_names_are_not_rules(name: str) -> None:
    with pytest.raises(RulesetError):
        override(ruleset("fate-core"), {name: "other"})


def test_all_faults_of_an_override_are_found_at_once() -> None:
    changes = {
        "weigth": True,
        "style_at": "two",
        "teamwork": "nobody",
        "attacks": {"Fight": {"rnage": 1}},
    }
    with pytest.raises(RulesetError) as caught:
        override(ruleset("fate-core"), changes)
    paths = {problem.path for problem in caught.value.problems}
    wanted = {("weigth",), ("style_at",), ("teamwork",), ("attacks", "Fight", "rnage")}
    assert wanted <= paths


@pytest.mark.parametrize(
    ("base", "changes", "field", "rule"),
    [
        ("war-of-ashes", {"dice": "d6-d6"}, "dice", "D2"),
        ("fate-core", {"roar": True}, "roar", "R3"),
        ("fate-core", {"refresh_aspects": True}, "refresh_aspects", "A10"),
        ("minifate", {"compels": False}, "twists", "F6"),
        ("minifate", {"owed_invokes": True}, "owed_invokes", "F4"),
        ("war-of-ashes", {"weight_ratio": [4, 2]}, "weight_ratio", "W2"),
        ("fate-core", {"style_at": 0}, "style_at", "D5"),
        ("fate-core", {"advantage_defence": {"default": None}}, "advantage_defence", "E1"),
        ("fate-core", {"advantage_defence": {"Fight": []}}, "advantage_defence", "E1"),
        ("fate-core", {"attacks": {"Fight": {"against": []}}}, "attacks", "E1"),
        ("fate-core", {"initiative": {"mental": []}}, "initiative", "T1"),
        ("fate-core", {"free_invoke_cap": 0}, "free_invoke_cap", "C1"),
        ("fate-core", {"refresh": 0}, "refresh", "F1"),
        ("minifate", {"tracks": "by skill"}, "tracks", "H1"),
        ("fate-core", {"consequences": {"midl": 2}}, "consequences", "H4"),
        ("accelerated", {"attacks": dict.fromkeys(ruleset("accelerated").skills)}, "attacks", "E1"),
    ],
)
def test_what_does_not_go_together_is_refused_by_name(
    base: str, changes: dict[str, Any], field: str, rule: str
) -> None:
    with pytest.raises(RulesetError) as caught:
        override(ruleset(base), changes)
    (problem,) = caught.value.problems
    assert problem.path[0] == field
    assert f"({rule})" in problem.message


def test_skills_that_no_list_has_are_refused_with_the_nearest() -> None:
    with pytest.raises(RulesetError) as caught:
        override(ruleset("fate-core"), {"move_skills": ["Athlethics"]})
    (problem,) = caught.value.problems
    assert (problem.path, problem.suggestion) == (("move_skills",), "Athletics")


def test_a_free_list_of_skills_takes_any() -> None:
    rules = override(ruleset("minifate"), {"move_skills": ["Piloting"]})
    assert rules.move_skills == ("Piloting",)


@pytest.mark.parametrize("name", RULESETS)
@pytest.mark.parametrize(
    "changes",
    [{"weight": True}, {"maneuvers": ["push", "pull"]}, {"blocking": True}],
    ids=["weight", "maneuvers", "blocking"],
)
def test_the_battlefield_can_be_switched_on_everywhere(name: str, changes: dict[str, Any]) -> None:
    assert override(ruleset(name), changes).id == name


def test_roar_can_be_switched_on_with_approaches() -> None:
    assert override(ruleset("accelerated"), {"roar": True}).roar


def test_there_is_no_other_ruleset() -> None:
    with pytest.raises(RulesetError) as caught:
        ruleset("fate-cor")
    assert caught.value.problems[0].suggestion == "fate-core"
    with pytest.raises(RulesetError):
        ruleset("core")


@pytest.mark.parametrize("kind", ["social", "mental"])
def test_abstract_ground_takes_social_skills(kind: ConflictKind) -> None:
    """Z1."""
    rules = suited(ruleset("fate-core"), kind)
    assert "Rapport" in rules.move_skills
    assert "Athletics" not in rules.move_skills
    assert suited(ruleset("fate-core"), "physical") == ruleset("fate-core")
    assert suited(ruleset("accelerated"), kind) == ruleset("accelerated")


def test_what_was_written_stays_on_abstract_ground() -> None:
    written = override(ruleset("fate-core"), {"move_skills": ["Lore"]})
    rules = suited(written, "social", {"move_skills"})
    assert rules.move_skills == ("Lore",)
    assert "Rapport" in rules.oppose_skills


JUNK: list[Any] = [None, [], {}, "x", -1, 99, 1.5, True, ["x"], {"x": None}, {"x": {"y": [1]}}]


@pytest.mark.parametrize("name", CHANGEABLE)
def test_junk_is_refused_or_played(name: str) -> None:
    """Whatever stands in an override gives a ruleset or is refused by name, never anything else."""
    for base in RULESETS:
        for value in JUNK:
            try:
                assert override(ruleset(base), {name: value}).id == base
            except RulesetError:
                continue
