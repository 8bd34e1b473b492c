"""Scenarios with their rulesets applied: faults all at once, pools, zones, templates, files."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from autogm.model.aspect import FreeInvokes
from autogm.model.faults import Fault, ScenarioError
from autogm.model.words import ROLL_KINDS
from autogm.rules.encounter import Encounter
from autogm.rules.loading import load, settle

Play = Callable[..., Encounter]
SHIPPED = sorted((Path(__file__).parents[2] / "scenarios").glob("*.yaml"))


def faults(play: Play, ruleset: str, **fields: Any) -> tuple[Fault, ...]:
    """The faults of a scenario."""
    with pytest.raises(ScenarioError) as caught:
        play(ruleset, **fields)
    return caught.value.faults


@pytest.mark.rule("F2")
@pytest.mark.parametrize("ruleset", ["fate-core", "accelerated", "war-of-ashes", "minifate"])
def test_the_pool_is_one_for_each_player_character(play: Play, ruleset: str) -> None:
    """F2."""
    ally = {"zone": "yard", "type": "supporting"}
    sides = {"players": {"fighters": {"hero": {"zone": "yard"}, "two": {"zone": "yard"},
                                      "ally": ally}},
             "gm": {"fighters": {"foe": {"zone": "yard", "type": "main"}}}}  # fmt: skip
    assert play(ruleset, sides=sides).pool == 2
    assert play(ruleset, gm={"pool": 7}).pool == 7


@pytest.mark.rule("F2")
@pytest.mark.parametrize(("rolls", "pool"), [(4, 5), (6, 5), (8, 7)])
def test_the_narrative_phase_that_overran_pays_the_gm(play: Play, rolls: int, pool: int) -> None:
    """F2."""
    narrative = {"budget": 6, "rolls": rolls}
    assert play("autarch", gm={"pool": 5}, narrative=narrative).pool == pool


@pytest.mark.rule("A12", "A14")
def test_zones_start_with_an_open_free_invoke(play: Play) -> None:
    """A12, A14."""
    zones = {
        "yard": {"aspect": "Yard"},
        "gate": {"aspect": {"text": "Gate", "free": {"gm": 1}}},
        "dark": {"unexplored": True, "reveals": "Pit"},
        "deep": {"unexplored": True},
    }
    edges = [["yard", "gate"], ["gate", "dark"], ["dark", "deep"]]
    settled = play("war-of-ashes", zones=zones, edges=edges).zone_aspects
    assert settled["yard"].free == FreeInvokes(open=1)
    assert settled["gate"].free == FreeInvokes(gm=1)
    assert settled["dark"].free == settled["deep"].free == FreeInvokes()
    assert settled["dark"].text == "Pit"
    changed = play("war-of-ashes", rules={"zone_free_invokes": 0})
    assert changed.zone_aspects["yard"].free == FreeInvokes()


def test_ratings_are_complete(play: Play) -> None:
    for ruleset in ("fate-core", "war-of-ashes", "minifate"):
        encounter = play(ruleset)
        wanted = {(kind, skill) for kind in ROLL_KINDS for skill in encounter.skills}
        assert all(set(fighter.ratings) == wanted for fighter in encounter.fighters)


def test_switches_set_the_ruleset(play: Play) -> None:
    """W1, R1."""
    assert play("fate-core", weight=True).ruleset.weight
    assert not play("war-of-ashes", weight=False).ruleset.weight
    assert play("accelerated", roar=True).ruleset.roar
    (fault,) = faults(play, "fate-core", roar=True)
    assert (fault.field, "R3" in fault.message) == ("roar", True)
    (fault,) = faults(play, "war-of-ashes", weight=True, rules={"weight": False})
    assert fault.field == "rules.weight"


def test_overrides(play: Play) -> None:
    rules = {"absorb": "single", "attacks": {"Fight": {"range": 1}}}
    encounter = play("fate-core", rules=rules, hero={"skills": {"Fight": 1}})
    assert encounter.ruleset.absorb == "single"
    assert encounter.fighters[0].attacks[0].range == 1
    (fault,) = faults(play, "fate-core", rules={"absorp": "single"})
    assert (fault.field, fault.suggestion) == ("rules.absorp", "absorb")
    (fault,) = faults(play, "fate-core", rules={"absorb": "doubled"})
    assert fault.allowed == ("combined", "single")


def test_social_conflicts(play: Play) -> None:
    """T1, Z1."""
    debate = play("fate-core", kind="social")
    assert debate.initiative == ("Empathy", "Rapport", "Will")
    assert "Rapport" in debate.ruleset.move_skills
    assert play("fate-core").initiative == ("Notice", "Athletics", "Physique")
    kept = play("fate-core", kind="social", rules={"move_skills": ["Lore"]})
    assert kept.ruleset.move_skills == ("Lore",)


def test_the_scenarios_skill_decides_turn_order_first(play: Play) -> None:
    """T1."""
    order = play("minifate", turn_order={"skill": "Fight"}).initiative
    assert order == ("Fight", "Agility")


def test_unknown_skills_get_the_nearest_name(play: Play) -> None:
    found = faults(
        play,
        "fate-core",
        hero={"skills": {"Figth": 2}},
        foe={"stunts": [{"name": "Edge", "does": "bonus", "skills": ["Atletics"]}]},
        aspects=[{"text": "Rain", "skills": ["Shoots"]}],
        templates=[{"text": "Dazed", "on": "enemy", "skills": ["Provok"]}],
        turn_order={"skill": "Notise"},
        effects=[{"aspect": "Rain", "does": "zone attack", "skill": "Shot"}],
    )
    suggestions = {fault.suggestion for fault in found}
    assert suggestions == {"Fight", "Athletics", "Shoot", "Provoke", "Notice"}
    assert len(found) == 6


def test_a_free_list_of_skills_takes_those_on_sheets(play: Play) -> None:
    """C4."""
    encounter = play("minifate", hero={"skills": {"Piloting": 2, "Agilty": 1}})
    assert encounter.skills[-2:] == ("Piloting", "Agilty")
    assert encounter.fighters[0].ratings["overcome", "Piloting"] == 2
    assert encounter.fighters[1].ratings["overcome", "Piloting"] == 0
    (warning,) = encounter.warnings
    assert "did you mean `Agility`" in warning
    (fault,) = faults(play, "minifate", turn_order={"skill": "Wit"})
    assert fault.field == "turn_order.skill"


def test_more_skills_than_fit(play: Play) -> None:
    sheet = {"skills": {f"Art {chr(97 + n) * 4}": 1 for n in range(20)}}
    assert any("24" in fault.message for fault in faults(play, "autarch", hero=sheet))


@pytest.mark.parametrize(
    ("ruleset", "verb", "field"),
    [
        ("fate-core", "push", "maneuvers"),
        ("accelerated", "charge", "maneuvers"),
        ("fate-core", "declare", "declare"),
        ("autarch", "concede", "concede"),
        ("autarch", "compel", "compels"),
        ("minifate", "help", "teamwork"),
        ("minifate", "block", "blocking"),
        ("fate-core", "recover", "boost_maneuvers"),
        ("fate-core", "grab", "item"),
        ("fate-core", "effect", "effects"),
        ("fate-core", "divide", "group"),
        ("war-of-ashes", "divide", "group: teamwork"),
    ],
)
def test_verbs_without_a_rule(play: Play, ruleset: str, verb: str, field: str) -> None:
    (fault,) = faults(play, ruleset, actions=["attack", verb])
    assert fault.field == "actions[1]"
    assert f"`{field}" in fault.message


def test_verbs_with_their_rules(play: Play) -> None:
    actions = ["attack", "push", "pull", "charge", "full defense", "full attack", "recover", "help"]
    assert play("war-of-ashes", actions=actions).scenario.actions == tuple(actions)


def test_compels_where_there_are_none(play: Play) -> None:
    """P3, F6, F5."""
    compel = {"victim": "hero", "aspect": "Yard", "effect": "lose action"}
    twist = {**compel, "effect": "twist"}
    assert faults(play, "autarch", compels=[compel])[0].field == "compels[0]"
    assert faults(play, "fate-core", compels=[twist])[0].field == "compels[0].effect"
    assert play("minifate", compels=[compel, twist])
    declared = [{"text": "Smoke", "on": "zone", "declare": True}]
    assert faults(play, "fate-core", templates=declared)[0].field == "templates[0].declare"
    assert play("minifate", templates=declared)


def test_effects_that_are_off(play: Play) -> None:
    """E4, R7."""
    ritual = {"aspect": "Yard", "does": "lethal"}
    assert faults(play, "fate-core", effects=[ritual])[0].field == "effects[0].does"
    assert play("fate-core", effects=[ritual], rules={"rituals": True})
    blast = {"aspect": "Yard", "does": "zone attack", "skill": "Shoot"}
    off = {"area_attacks": False}
    assert faults(play, "fate-core", effects=[blast], rules=off)[0].field == "effects[0].does"
    assert play("fate-core", effects=[blast])


def test_templates_are_the_scenarios_or_the_rulesets(play: Play) -> None:
    """C1."""
    default = play("fate-core")
    assert [one.template for one in default.templates] == list(default.ruleset.templates)
    assert play("fate-core", templates=[]).templates == ()
    (own,) = play("fate-core", templates=[{"text": "Dazed", "on": "enemy"}]).templates
    assert own.aspect.helps_against


def test_knacks_that_cover_nothing_are_warned_of(play: Play) -> None:
    """A8, N2."""
    warnings = play("accelerated", foe={"type": "minion", "skilled_at": ["gardening"]}).warnings
    assert any("gardening" in warning for warning in warnings)


def test_all_faults_come_at_once(play: Play) -> None:
    found = faults(
        play,
        "fate-core",
        rules={"absorp": "single", "style_at": "high"},
        hero={"skills": {"Figth": 2}, "boxes": 3},
        foe={"type": "group"},
        actions=["push"],
    )
    assert len(found) == 6


def test_copies_are_spread_out(play: Play) -> None:
    encounter = play("fate-core", foe={"type": "nameless", "copies": 3})
    assert [one.id for one in encounter.fighters] == ["hero", "foe-1", "foe-2", "foe-3"]


TEXT = """title: A brawl
ruleset: fate-core
rules:
  absorp: single
zones:
  yard: {aspect: Yard}
sides:
  players:
    fighters:
      hero:
        zone: yard
        skills: {Figth: 1}
  gm:
    fighters:
      foe: {zone: cellar, type: nameless, copies: 2, skills: {Shot: 1}}
"""


def test_faults_of_files_have_their_lines(tmp_path: Path) -> None:
    """Faults of the model and of the ruleset come together."""
    file = tmp_path / "brawl.yaml"
    file.write_text(TEXT, encoding="utf-8")
    with pytest.raises(ScenarioError) as caught:
        load(file)
    lines = [(fault.line, fault.suggestion) for fault in caught.value.faults]
    assert {(4, "absorb"), (12, "Fight"), (15, "Shoot")} <= set(lines)
    assert any("cellar" in fault.message for fault in caught.value.faults)
    assert len(lines) == 4


def test_warnings_of_files_have_their_lines(tmp_path: Path) -> None:
    file = tmp_path / "brawl.yaml"
    good = TEXT.replace("absorp", "absorb").replace("Figth", "Fight").replace("Shot", "Shoot")
    file.write_text(good.replace("cellar", "yard"), encoding="utf-8")
    encounter = load(file)
    assert encounter.source == file
    assert all(warning.startswith(f"{file}:") for warning in encounter.warnings)
    assert len(encounter.warnings) == 2


@pytest.mark.parametrize("file", SHIPPED, ids=lambda file: file.stem)
def test_shipped_scenarios_settle(file: Path) -> None:
    encounter = load(file)
    assert all(fighter.attacks for fighter in encounter.fighters)
    assert set(encounter.zone_aspects) == set(encounter.scenario.zones)
    again = settle(encounter.scenario)
    assert again.fighters == encounter.fighters


def sides(*gm: tuple[str, dict[str, Any]], hero: str | None = None) -> dict[str, Any]:
    """A hero against those."""
    return {
        "players": {"fighters": {"hero": {"zone": "yard", "name": hero}}},
        "gm": {"fighters": {name: {"zone": "yard", "type": "main", **one} for name, one in gm}},
    }


def test_copies_know_what_they_were_made_of(play: Play) -> None:
    """Ids may have hyphens of their own."""
    there = sides(("chief", {}), ("chief-guard", {}), ("dog", {"copies": 2}), ("dog-pack", {}))
    fighters = play("fate-core", sides=there).fighters
    assert [(one.id, one.origin) for one in fighters] == [
        ("hero", "hero"),
        ("chief", "chief"),
        ("chief-guard", "chief-guard"),
        ("dog-1", "dog"),
        ("dog-2", "dog"),
        ("dog-pack", "dog-pack"),
    ]


def test_fighters_of_one_name_are_told_apart(play: Play) -> None:
    """By numbers, as copies are, in the order of the file; and which is which is told."""
    there = sides(
        ("gate", {"name": "The Guard"}),
        ("wall", {"name": "the guard"}),
        ("dogs", {"name": "Dog", "copies": 2}),
        ("hounds", {"name": "Dog", "copies": 2}),
        ("cat", {"name": "Cat 1"}),
        hero="Cat",
    )
    encounter = play("fate-core", sides=there)
    names = [one.name for one in encounter.fighters]
    assert names == [
        "Cat",
        "The Guard 1",
        "the guard 2",
        "Dog 1",
        "Dog 2",
        "Dog 3",
        "Dog 4",
        "Cat 1",
    ]
    told = [one for one in encounter.warnings if "are called" in one]
    assert told[1] == (
        "sides.gm.fighters.wall.name: others are called `the guard` too; here this one is "
        "`the guard 2`"
    )
    assert len(told) == 6


def test_fighters_of_one_name_beside_one_that_has_the_number(play: Play) -> None:
    there = sides(("a", {"name": "Dog"}), ("b", {"name": "Dog"}), ("c", {"name": "Dog 1"}))
    names = [one.name for one in play("fate-core", sides=there).fighters[1:]]
    assert names == ["Dog 2", "Dog 3", "Dog 1"]


def test_zones_of_one_name_are_told_apart(play: Play) -> None:
    """A zone without a name goes by its id."""
    zones = {
        "yard": {"aspect": "Wet Stones"},
        "wall": {"name": "Yard", "aspect": "High Up"},
        "shed": {"name": "The Shed", "aspect": "Dark"},
    }
    encounter = play("fate-core", zones=zones, edges=[["yard", "wall"], ["wall", "shed"]])
    names = [zone.name for zone in encounter.scenario.zones.values()]
    assert names == ["yard 1", "Yard 2", "The Shed"]
    assert [one for one in encounter.warnings if "are called" in one] == [
        "zones.yard.name: others are called `yard` too; here this one is `yard 1`",
        "zones.wall.name: others are called `Yard` too; here this one is `Yard 2`",
    ]
