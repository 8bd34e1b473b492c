"""The data of the rulesets agrees with itself and with the texts it stands for."""

from __future__ import annotations

import pytest

from autogm.rules.ruleset import RING, Ruleset
from autogm.rules.rulesets import RULESETS, lineage, named_skills, ruleset, table
from autogm.rules.shipped import shipped
from autogm.rules.tables import rules_of

SECTIONS = {
    "D": 5,
    "A": 17,
    "F": 9,
    "C": 6,
    "O": 3,
    "K": 6,
    "E": 4,
    "H": 9,
    "N": 8,
    "Z": 6,
    "W": 6,
    "M": 9,
    "T": 4,
    "R": 7,
    "X": 1,
    "P": 4,
}
"""How many rules the digest has under each letter."""

RULE_IDS = {f"{letter}{number + 1}" for letter, n in SECTIONS.items() for number in range(n)}
TABLES = (*RULESETS, "core")
EACH = pytest.mark.parametrize("name", RULESETS)


@pytest.mark.parametrize("name", TABLES)
def test_tables_know_only_fields(name: str) -> None:
    assert set(shipped(name)) - {"extends"} <= set(Ruleset.model_fields) - {"id"}


@EACH
def test_tables_say_only_what_is_different(name: str) -> None:
    parent = table(lineage(name)[1])
    own = {key: value for key, value in shipped(name).items() if key not in ("extends", "source")}
    assert [key for key, value in own.items() if key in parent and parent[key] == value] == []


def test_the_core_is_whole() -> None:
    assert set(shipped("core")) == set(Ruleset.model_fields) - {"id"}


@EACH
def test_skills_that_tables_name_are_in_the_list(name: str) -> None:
    rules = ruleset(name)
    assert [skill for _, skill in named_skills(rules) if skill not in rules.skills] == []


@EACH
def test_every_skill_can_be_defended_against(name: str) -> None:
    rules = ruleset(name)
    assert all(row.against for row in rules.attacks.values())
    assert rules.advantage_defence["default"]


@pytest.mark.parametrize("field", sorted(set(Ruleset.model_fields) - {"id"}))
def test_fields_say_what_they_do_and_by_which_rules(field: str) -> None:
    assert Ruleset.model_fields[field].description
    assert set(rules_of(field)) <= RULE_IDS
    if field not in ("title", "source", "skills"):
        assert rules_of(field)


@EACH
def test_every_ruleset_rolls_and_recovers_alike(name: str) -> None:
    """D1, H4, R1, M4, M5, M7: what no edition changes."""
    rules = ruleset(name)
    assert rules.dice == "4dF"
    assert rules.consequences == {"mild": 2, "moderate": 4, "severe": 6}
    assert rules.roar_difficulty == rules.full_defense_difficulty == rules.rearm_difficulty == 2
    assert rules.full_attack_difficulty == 2
    assert rules.refresh == 3


def test_fate_core() -> None:
    """C1, C5, O1, K1, K5, E1, E2, E3, H1, N6, T1."""
    rules = ruleset("fate-core")
    assert len(rules.skills) == 18
    assert rules.attacks["Fight"].against == ("Fight", "Athletics")
    assert rules.attacks["Fight"].range == 0
    assert (rules.attacks["Shoot"].range, rules.attacks["Shoot"].against) == (2, ("Athletics",))
    provoke = rules.attacks["Provoke"]
    assert (provoke.range, provoke.harm, provoke.against) == (1, "mental", ("Will",))
    assert rules.advantage_defence["Deceive"] == ("Will",)
    assert rules.advantage_tie == "free invoke"
    assert rules.advantage_fail == "maker chooses"
    assert rules.existing_fail_gives
    assert (rules.overcome_fail, rules.overcome_tie) == ("serious cost", "minor cost")
    assert rules.attack_tie == "boost"
    assert rules.attack_style_boost
    assert set(rules.defend_style_boost) == {"attack", "create"}
    assert (rules.teamwork, rules.group, rules.tracks) == ("skill", "teamwork", "by skill")
    assert (rules.advantage_opposed, rules.advantage_per_free_invoke) == ("nearby", 2)
    assert rules.pyramid
    assert rules.spread == (4, 3, 3, 2, 2, 2, 1, 1, 1, 1)
    assert rules.initiative.physical == ("Notice", "Athletics", "Physique")
    assert rules.initiative.mental == ("Empathy", "Rapport", "Will")
    assert (rules.style_at, rules.absorb, rules.concede) == (3, "combined", True)
    assert not rules.weight
    assert not rules.maneuvers


def test_accelerated() -> None:
    """C1, C5, K5, E1, E2, E3, H1, N4, N6, T1."""
    rules = ruleset("accelerated")
    assert rules.approaches
    assert rules.ring == RING
    assert not rules.existing_fail_gives
    assert (rules.advantage_opposed, rules.advantage_per_free_invoke) == ("nearby", 2)
    assert set(rules.defend_style_boost) == {"attack", "create", "overcome", "move"}
    assert all(row.range == 0 and row.against == RING for row in rules.attacks.values())
    assert set(rules.attacks) == set(RING)
    assert (rules.one_track, rules.tracks) == (True, "three")
    assert (rules.teamwork, rules.group) == ("any", "boxes")
    assert rules.spread == (3, 2, 2, 1, 1, 0)
    assert rules.initiative.physical == ("Quick", "Forceful")
    assert rules.initiative.ambush[0] == "Sneaky"
    assert not rules.attack_fail_stress


def test_war_of_ashes() -> None:
    """K2, M-B, N4, W2, W5, M1-M5, R1, R7: what it adds to Accelerated."""
    rules = ruleset("war-of-ashes")
    assert rules.approaches
    assert rules.attack_fail_stress
    assert rules.existing_fail_gives
    assert rules.advantage_opposed == "nearby"
    assert set(rules.boost_maneuvers) == {"knock back", "disarm", "footwork"}
    assert set(rules.maneuvers) == {"push", "pull", "charge", "full defense", "full attack"}
    assert rules.group == "boxes and weight"
    assert rules.weight
    assert rules.weight_ratio == (2, 4)
    assert set(rules.weight_rolls) == {"attack", "defend"}
    assert not rules.weight_across_zones
    assert not rules.roar
    assert rules.rituals


def test_autarch() -> None:
    """A2, A9, A10, A11, D5, F2, F4, C2, O2, K3, K5, H1, H2, H6, P3."""
    rules = ruleset("autarch")
    assert rules.scopes is not None
    assert (rules.scopes.permanent, rules.scopes.mission, rules.scopes.phase) == (5, 4, 3)
    assert rules.refresh_aspects
    assert rules.advantage_opposed == "nobody"
    assert rules.removal_opposed
    assert (rules.removal_difficulty, rules.removal_per_free_invoke) == (2, 2)
    assert not rules.invoke_for_ally
    assert not rules.invoke_for_opposition
    assert not rules.owed_invokes
    assert not rules.compels
    assert not rules.concede
    assert rules.tie_succeeds_passive
    assert (rules.advantage_tie, rules.advantage_fail) == ("boost", "aspect without invoke")
    assert (rules.overcome_fail, rules.overcome_tie) == ("fails", "boost")
    assert (rules.attack_tie, rules.defend_style_boost) == ("boost", ("attack",))
    assert (rules.pool_per_player, rules.pool_per_overrun) == (0, 1)
    assert (rules.tracks, rules.one_track, rules.absorb) == ("two", False, "combined")
    assert {"Nature", "Investigation", "Science", "Society", "Fighting", "Will"} <= {*rules.skills}


def test_minifate() -> None:
    """D5, A2, A11, F2, F3, F4, F5, F6, C3, C4, K4, K5, H1, H3, H6."""
    rules = ruleset("minifate")
    assert rules.style_at == 2
    assert rules.tie_succeeds_passive
    assert rules.closed_loop
    assert rules.advantage_opposed == "nobody"
    assert not rules.owed_invokes
    assert rules.declare == "aspect"
    assert rules.compel_refusal_cost == 0
    assert rules.twists
    assert rules.advantage_tie == "free invoke"
    assert rules.advantage_fail == "nothing"
    assert rules.attack_tie == "nothing"
    assert not rules.attack_style_boost
    assert not rules.defend_style_boost
    assert not rules.overcome_style_boost
    assert (rules.one_track, rules.tracks, rules.absorb) == (True, "three", "single")
    assert not rules.concede
    assert not rules.blocking
    assert not rules.maneuvers
    assert rules.any_skill
    assert rules.attacks["Fight"].against == ("Fight", "Agility")
    assert rules.attacks["Shoot"].against == ("Agility",)
    assert rules.pool_per_player == 1
