"""Aspects in play: scopes, refreshing, removal, ground, room for free invokes, what is hidden
(A9-A13, A16, A17)."""

from __future__ import annotations

import pytest

from autogm.engine.codes import HERE, HIDDEN_PLAYERS
from autogm.rules.doubts import doubts
from tests.table import scene

BOTH = {"actions": ["attack", "defend"], "helps": "both"}


@pytest.mark.rule("A9", "C2")
def test_targets_of_scopes() -> None:
    """Permanent 5, mission 4, phase 3; in a conflict aspects are for the phase."""
    plan = {"text": "A Plan", "on": "scene", "skills": ["Tactics"]}
    table = scene("autarch", "hero Notice 1", "foe", templates=[plan])
    assert table.game.encounter.ruleset.scopes is not None
    assert table.game.encounter.ruleset.scopes.model_dump() == {
        "permanent": 5,
        "mission": 4,
        "phase": 3,
    }
    assert table.turn("hero").choose("create", aspect="A Plan").difficulty == 3


@pytest.mark.rule("A10")
@pytest.mark.parametrize(("scope", "difficulty"), [("permanent", 5), ("mission", 4), ("phase", 3)])
@pytest.mark.parametrize(("shifts", "free"), [(-1, 0), (0, 1), (1, 1), (3, 2)])
def test_refreshing_by_scope(scope: str, difficulty: int, shifts: int, free: int) -> None:
    """A tie or success raises the free invokes to at least one, style to at least two."""
    ally = {"text": "Sworn Allies", "scope": scope, **BOTH}
    table = scene("autarch", f"hero Tactics {difficulty + shifts} Notice 1", "foe", aspects=[ally])
    table.turn("hero").choose("create", aspect="Sworn Allies").choose("use", skill="Tactics")
    assert table.difficulty == difficulty
    table.dice("0 0 0 0").settle()
    assert table.free("Sworn Allies") == (free, 0, 0)


@pytest.mark.rule("A9", "A10")
@pytest.mark.parametrize(
    ("written", "difficulty"),
    [
        ({}, 5),
        ({"kind": "high concept"}, 5),
        ({"kind": "trouble"}, 5),
        ({"kind": "situation"}, 3),
        ({"scope": "mission"}, 4),
    ],
)
def test_what_is_on_a_sheet_is_permanent(written: dict[str, str], difficulty: int) -> None:
    """Whose sheet it is, and whether it has a file of its own, does not matter. An advantage that
    somebody brings into the conflict is no part of the sheet."""
    sheet = {"aspects": ["Captain of the Scouts", {"text": "Out for Blood", **written, **BOTH}]}
    table = scene(
        "autarch", "hero Tactics 4 Notice 2", "foe Tactics 4 Notice 1", sheets={"foe": sheet}
    )
    for name in ("hero", "foe"):
        table.turn(name).choose("create", aspect="Out for Blood", on="foe")
        assert table.difficulty == difficulty
        table.dice("0 0 0 0").settle()


@pytest.mark.rule("A10")
def test_refreshing_does_not_add_to_what_is_there() -> None:
    ally = {"text": "Sworn Allies", "free": {"players": 2}, **BOTH}
    table = scene("autarch", "hero Tactics 3 Notice 1", "foe", aspects=[ally])
    table.turn("hero").choose("create", aspect="Sworn Allies").dice("+ 0 0 0").settle()
    assert table.free("Sworn Allies") == (2, 0, 0)


@pytest.mark.rule("A10")
def test_refreshing_an_aspect_on_an_enemy_is_passive() -> None:
    flanked = {"text": "Flanked", "on": "enemy", "skills": ["Stealth"]}
    table = scene("autarch", "hero Stealth 4 Notice 1", "ogre", templates=[flanked])
    table.turn("hero").choose("create", aspect="Flanked").dice("0 0 0 0", "+ 0 0 0").settle()
    assert table.free("Flanked", on="ogre") == (2, 0, 0)
    table.turn("hero").choose("create", aspect="Flanked")
    assert table.difficulty == 3


@pytest.mark.rule("A9", "A11")
def test_its_maker_opposes_the_removal_with_what_made_it() -> None:
    """A thief's hiding is opposed by his Stealth, and stands until it is overcome."""
    hiding = {"text": "Hiding in the Shadows", "on": "self", "skills": ["Stealth"]}
    table = scene("autarch", "thief Stealth 4 Athletics 1 Notice 1", "guard", templates=[hiding])
    table.turn("thief").choose("create", aspect="Hiding in the Shadows").dice("0 0 0 0")
    for _ in range(3):
        table.turn("guard").choose("overcome", aspect="Hiding in the Shadows", on="thief")
        table.dice("0 0 0 0", "0 0 0 0").settle()
        assert table.all("skill")[-1] == {"who": "thief", "skill": "Stealth", "answering": True}
        assert table.stands("Hiding in the Shadows", on="thief")
    table.turn("guard").choose("overcome", aspect="Hiding in the Shadows", on="thief")
    table.dice("+ + + 0", "- - 0 0").settle()
    assert not table.stands("Hiding in the Shadows", on="thief")


@pytest.mark.rule("A11", "O1")
@pytest.mark.parametrize(
    ("ruleset", "fields", "difficulty"),
    [
        ("fate-core", {}, 2),
        ("fate-core", {"free": {"players": 1, "open": 1}}, 6),
        ("fate-core", {"difficulty": 5, "free": {"gm": 2}}, 5),
        ("minifate", {"difficulty": 0}, 0),
        ("minifate", {"difficulty": 6, "free": {"gm": 2}}, 6),
    ],
)
def test_the_difficulty_of_a_removal(
    ruleset: str, fields: dict[str, object], difficulty: int
) -> None:
    table = scene(
        ruleset,
        "hero",
        "foe Notice 3 Agility 3" if ruleset == "minifate" else "foe Notice 3",
        aspects=[{"text": "Smoke", "actions": [], **fields}],
    )
    assert table.turn("foe").choose("overcome", aspect="Smoke").difficulty == difficulty


@pytest.mark.rule("A11")
def test_the_free_invokes_of_a_removed_aspect_vanish() -> None:
    smoke = {"text": "Smoke", **BOTH, "free": {"players": 1, "open": 1}}
    table = scene("fate-core", "hero", "foe Notice 1 Athletics 5", aspects=[smoke], pool=0)
    table.turn("foe").choose("overcome", aspect="Smoke").dice("+ + 0 0").settle()
    assert not table.stands("Smoke")
    assert table.free("Smoke") == (0, 0, 0)


@pytest.mark.rule("A12")
def test_a_ruleset_may_say_how_many_free_invokes_ground_has() -> None:
    zone = {"here": {"aspect": {"text": "Crates"}}}
    for number in (0, 1, 2):
        rules = {"zone_free_invokes": number}
        table = scene("war-of-ashes", "hero", "foe", zone=zone, rules=rules)
        assert table.free("Crates") == (0, 0, number)


@pytest.mark.rule("A13", "Z3")
def test_flyers_ignore_icy_ground() -> None:
    ground = "yard - ice [Icy Ground]"
    for tags, free in (("[]", False), ("[flying]", True)):
        table = scene("war-of-ashes", f"hero@yard Quick 1 tags={tags}", "foe@yard", ground)
        table.turn("hero")
        assert table.offers("move", zone="ice") is free
        assert table.offers("sprint", zone="ice") is not free


@pytest.mark.rule("A13")
def test_swamp_dwellers_are_not_mired() -> None:
    for tags, offered in (("[]", True), ("[swamp]", False)):
        table = scene(
            "fate-core",
            "hero Notice 1 fate_points=1",
            f"foe tags={tags}",
            "here [Marshy Terrain]",
            pool=0,
        )
        table.turn("hero").choose("attack", target="foe").dice("0 0 0 0", "0 0 0 0")
        assert table.offers("invoke", payer="hero") is offered


@pytest.mark.rule("A17", "A4", "C1")
def test_an_aspect_has_room_for_so_many_free_invokes() -> None:
    """Two for each side and two open ones; what it has more, or would get, is lost."""
    full = {"text": "Dim", "actions": ["attack"], "free": {"players": 3, "gm": 1, "open": 9}}
    table = scene("fate-core", "hero Notice 2 fate_points=0", "foe Notice 3", aspects=[full],
                  rules={"free_invoke_cap": 2}, pool=0)  # fmt: skip
    assert table.free("Dim") == (2, 1, 2)
    assert not table.turn("hero").offers("create", aspect="Dim"), "no room for another"
    table.turn("foe").choose("create", aspect="Dim").dice("+ + + +").settle()
    assert table.all("result")[-1]["outcome"] == "succeeds with style"
    assert table.free("Dim") == (2, 2, 2)


@pytest.mark.rule("A17")
def test_it_is_told_of_free_invokes_that_are_lost() -> None:
    full = {"text": "Dim", "free": {"players": 5, "open": 4}}
    table = scene("fate-core", "hero", "foe", aspects=[full])
    warned = [one for one in doubts(table.game.encounter) if "A17" in one.message]
    assert [(one.path, one.value) for one in warned] == [(("aspects", 0, "free", "players"), "5")]


@pytest.mark.rule("A17", "A5")
def test_a_boost_without_room_is_lost() -> None:
    table = scene("fate-core", "hero Fight 2 Notice 1 fate_points=0", "foe",
                  rules={"free_invoke_cap": 1}, pool=0)  # fmt: skip
    for _ in range(2):
        table.turn("hero").choose("attack", target="foe").dice("0 0 0 0", "+ + 0 0")
        table.settle_duel()
    assert table.boosts("foe") == (1, 0)


@pytest.mark.rule("A16", "C1")
@pytest.mark.parametrize(
    ("dice", "found", "free"),
    [("- 0 0 0", False, 0), ("0 0 0 0", True, 0), ("+ 0 0 0", True, 1), ("+ + + 0", True, 2)],
)
def test_a_hidden_aspect(dice: str, found: bool, free: int) -> None:
    trap = {"text": "A Trapdoor", **BOTH, "hidden_from": "players"}
    table = scene("fate-core", "hero Notice 2 fate_points=1", "foe", aspects=[trap], pool=1)
    table.turn("hero").choose("attack", target="foe").dice("0 0 0 0", "0 0 0 0")
    assert table.state.side() == "gm", "who does not know of it cannot invoke it"
    assert table.offers("invoke", payer="gm")
    table.settle().turn("hero").choose("discover", aspect="A Trapdoor").dice(dice).settle()
    assert bool(table.all("discovers")) is found
    assert table.free("A Trapdoor") == (free, 0, 0)
    table.turn("hero").choose("attack", target="foe").dice("0 0 0 0", "0 0 0 0")
    assert table.offers("invoke", payer="hero") is found


@pytest.mark.rule("A16", "C1", "A7")
def test_advantages_on_new_and_existing_aspects() -> None:
    table = scene(
        "fate-core", "hero Notice 2 Fight 2 fate_points=0", "foe", aspects=["Dim"], pool=0
    )
    table.turn("hero")
    assert {"Off Balance", "Dim"} <= set(table.values("create", "aspect"))
    assert "Foe's mild consequence" not in table.values("create", "aspect"), "not taken yet"
    table.choose("attack", target="foe").dice("0 0 0 0", "0 0 0 0")
    table.choose("absorb", box=0, consequences=(0,)).turn("hero")
    table.choose("create", aspect="Foe's mild consequence").dice("0 0 0 0", "0 0 0 -").settle()
    assert table.free("Foe's mild consequence") == (3, 0, 0), "one with it, two for style"


@pytest.mark.rule("A16", "C1")
def test_the_gm_finds_out_what_is_hidden_from_it() -> None:
    """And what is hidden from the players stays so."""
    trap = {"text": "A Trapdoor", **BOTH, "hidden_from": "gm", "free": {"open": 0}}
    door = {"text": "A Back Door", **BOTH, "hidden_from": "players", "free": {"open": 0}}
    table = scene("fate-core", "hero", "foe Notice 3 Fight 1", aspects=[trap, door], pool=1)
    table.turn("foe").choose("discover", aspect="A Trapdoor").dice("0 0 0 0").settle()
    here = {text: int(table.state.record[0]["here"][next(table._slots(text, None))])
            for text in ("A Trapdoor", "A Back Door")}  # fmt: skip
    assert here == {"A Trapdoor": HERE, "A Back Door": HERE | HIDDEN_PLAYERS}


@pytest.mark.rule("A13", "A8")
@pytest.mark.parametrize("flyer", ["hero", "friend", ""])
def test_an_aspect_of_the_scene_spares_whom_its_tag_names(flyer: str) -> None:
    """Whatever number it has in the scenario."""
    mud = {"text": "Mud", "helps": "against", "actions": ["attack"], "spares": ["flyer"],
           "free": {"open": 0}}  # fmt: skip
    sheets = {flyer: {"tags": ["flyer"]}} if flyer else {}
    for target in ("hero", "friend"):
        table = scene("fate-core", "hero; friend", "foe Notice 3 Fight 1", aspects=[mud],
                      sheets=sheets, pool=1)  # fmt: skip
        table.turn("foe").choose("attack", target=target).dice("0 0 0 0", "0 0 0 0")
        assert table.offers("invoke", payer="gm") is (target != flyer)


@pytest.mark.rule("Z3")
def test_what_hinders_in_the_whole_scene_is_of_no_zone() -> None:
    rain = {"text": "Heavy Rain", "on": "scene", "adverse": True, "actions": ["attack"]}
    table = scene("fate-core", "hero@a Notice 3", "foe@a", "a - b", templates=[rain], pool=0)
    table.turn("hero").choose("create", aspect="Heavy Rain").dice("+ + 0 0").settle()
    assert table.stands("Heavy Rain")
    assert not table.state.record[0]["adverse"].any()
    assert table.turn("hero").offers("move", zone="b")


@pytest.mark.rule("A7")
def test_nobody_makes_an_advantage_of_its_own_consequence() -> None:
    table = scene("fate-core", "hero Notice 3 Fight 1", "foe Notice 2", pool=0)
    table.turn("hero").choose("attack", target="foe").dice("+ 0 0 0", "0 0 0 0")
    table.choose("absorb", box=0, consequences=(0,)).turn("foe")
    assert "Foe's mild consequence" not in table.values("create", "aspect")
    assert "Foe's mild consequence" in table.turn("hero").values("create", "aspect")
