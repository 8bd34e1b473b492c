"""The economy of fate points (F1-F9)."""

from __future__ import annotations

import pytest

from tests.table import scene

HOT = {"text": "Hot-Headed", "kind": "trouble"}
ATTACKS = {"actions": ["attack", "defend"], "helps": "both"}


@pytest.mark.rule("F1")
@pytest.mark.parametrize(("stunts", "points"), [(0, 3), (3, 3), (4, 2), (5, 1)])
def test_player_characters_start_with_refresh(stunts: int, points: int) -> None:
    some = [{"name": f"Stunt {n}", "does": "bonus", "skills": ["Lore"]} for n in range(stunts)]
    table = scene("fate-core", "hero", "foe", sheets={"hero": {"stunts": some}})
    assert table.points("hero") == points


@pytest.mark.rule("F1", "N1")
def test_or_with_what_the_scenario_says() -> None:
    table = scene("autarch", "hero; friend fate_points=5", "foe fate_points=4")
    assert (table.points("hero"), table.points("friend")) == (3, 5), "three a mission"
    assert table.points("gm") == 3, "the others draw on the pool"


@pytest.mark.rule("F2")
def test_the_gms_pool() -> None:
    assert scene("fate-core", "a; b; c type=supporting", "foe").points("gm") == 2
    assert scene("minifate", "a; b; c", "foe").points("gm") == 3
    assert scene("autarch", "a; b", "foe", pool=4).points("gm") == 4
    overran = {"budget": 5, "rolls": 7}
    assert scene("autarch", "a; b", "foe", pool=4, narrative=overran).points("gm") == 6


@pytest.mark.rule("F4")
@pytest.mark.parametrize(
    ("ruleset", "owed"), [("fate-core", 1), ("accelerated", 1), ("autarch", 0)]
)
def test_what_is_invoked_against_a_character_is_owed_to_it(ruleset: str, owed: int) -> None:
    table = scene(
        ruleset,
        "hero fate_points=1",
        "foe Notice 1" if ruleset != "accelerated" else "foe Quick 1",
        sheets={"hero": {"aspects": [HOT]}},
        pool=2,
    )
    table.turn("foe").choose("attack", target="hero").dice("0 0 0 0", "0 0 0 0")
    table.choose("invoke", payer="gm", mode="+2")
    assert (table.points("hero"), table.owed("hero"), table.points("gm")) == (1, owed, 1)


@pytest.mark.rule("F4")
def test_ground_and_ones_own_aspects_owe_nobody() -> None:
    dim = {"text": "Dim Light", **ATTACKS}
    table = scene("fate-core", "hero Notice 1 fate_points=1", "foe", aspects=[dim], pool=1)
    table.turn("hero").choose("attack", target="foe").dice("0 0 0 0", "0 0 0 0")
    table.choose("invoke", payer="hero", mode="+2").choose("invoke", payer="gm", mode="+2")
    assert (table.owed("hero"), table.owed("gm")) == (0, 0)


@pytest.mark.rule("F4", "F8")
def test_a_point_spent_in_the_closed_loop_is_the_other_sides() -> None:
    dim = {"text": "Dim Light", **ATTACKS}
    table = scene(
        "minifate",
        "hero Agility 1 fate_points=1; friend fate_points=0",
        "foe",
        aspects=[dim],
        pool=0,
    )
    table.turn("hero").choose("attack", target="foe").dice("0 0 0 0", "0 0 0 0")
    table.choose("invoke", payer="hero", mode="+2")
    assert (table.points("hero"), table.points("gm")) == (0, 1)
    table.choose("invoke", payer="gm", mode="+2")
    assert (table.points("hero"), table.points("gm")) == (1, 0), "back to whom it was used on"


@pytest.mark.rule("F5")
@pytest.mark.parametrize("allowed", [True, False])
def test_paying_for_an_aspect(allowed: bool) -> None:
    smoke = {"text": "Thick Smoke", "on": "zone", "declare": True, "skills": ["Tinker"]}
    table = scene("minifate", "hero Agility 1 fate_points=1", "foe", templates=[smoke], pool=1)
    table.turn("hero").choose("declare", aspect="Thick Smoke", payer="hero")
    assert table.state.side() == "gm", "the GM may refuse"
    table.choose("allow" if allowed else "deny")
    assert table.stands("Thick Smoke") is allowed
    assert (table.points("hero"), table.points("gm")) == ((0, 2) if allowed else (1, 1))
    assert table.free("Thick Smoke") == (0, 0, 0)
    table.turn("foe")
    if not allowed:
        table.choose("declare", aspect="Thick Smoke", payer="gm")
        assert table.stands("Thick Smoke"), "the GM asks nobody"
        assert (table.points("hero"), table.points("gm")) == (2, 0)


@pytest.mark.rule("F7", "N5")
def test_points_for_a_story_detail_and_for_stunts() -> None:
    detail = {"text": "A Loose Brick", "on": "zone", "declare": True}
    second_wind = {"name": "Second Wind", "does": "clear-box", "limit": "point"}
    table = scene(
        "fate-core",
        "hero Notice 1 fate_points=2",
        "foe Fight 1",
        pool=0,
        rules={"declare": "aspect"},
        templates=[detail],
        sheets={"hero": {"stunts": [second_wind]}},
    )
    table.turn("hero").choose("declare", aspect="A Loose Brick").choose("allow")
    assert table.points("hero") == 1
    table.turn("foe").choose("attack", target="hero").dice("0 0 0 0", "0 0 0 0")
    table.choose("absorb", box=1).turn("hero").choose("stunt", stunt=0)
    assert table.points("hero") == 0
    assert table.stress("hero") == []


@pytest.mark.rule("F8")
def test_every_point_is_accounted_for() -> None:
    """Each step of a table is checked against the log; here is what it comes to at the end."""
    compel = {"victim": "hero", "aspect": "Hot-Headed", "effect": "lose action"}
    table = scene(
        "fate-core",
        "hero fate_points=2",
        "foe Notice 1",
        compels=[compel],
        pool=2,
        sheets={"hero": {"aspects": [HOT]}},
    )
    table.turn("foe").choose("attack", target="hero").dice("0 0 0 0", "0 0 0 0")
    table.choose("invoke", payer="gm", mode="+2")
    table.choose("absorb", box=2)
    table.choose("compel", compel=0).choose("accept")
    table.turn("foe").choose("attack", target="hero").choose("concede", target="hero")
    drawn = sum(one["count"] for one in table.all("point") if one["from"] == "supply")
    back = sum(one["count"] for one in table.all("point") if one["to"] == "supply")
    end = table.points("hero") + table.points("gm") + table.owed("hero") + table.owed("gm")
    assert end == 2 + 2 + drawn - back
    assert {one["reason"] for one in table.all("point")} == {
        "an invoke",
        "an invoke against them",
        "accepting a compel",
        "conceding",
        "leaving the scene",
    }


@pytest.mark.rule("F9", "A15")
def test_gm_actions_that_cost_points_are_rows_of_the_scenario() -> None:
    gate = {"text": "Reinforced Gate", "actions": ["oppose"], "side": "gm"}
    shut = {"aspect": "Reinforced Gate", "does": "hinder", "range": 1, "side": "gm"}
    table = scene("autarch", "hero", "foe Notice 1", aspects=[gate], effects=[shut], pool=1)
    table.turn("foe").choose("effect", payer="gm", target="hero")
    assert table.points("gm") == 0
    table.turn("hero")
    assert not table.offers("effect")
