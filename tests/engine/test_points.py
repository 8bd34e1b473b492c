"""The economy of fate points, and compels (F1-F9, X1)."""

from __future__ import annotations

from typing import Any

import pytest

from autogm.engine import codes
from autogm.model.faults import ScenarioError
from tests.seen.test_seen import position
from tests.table import Table, scene

HOT = {"text": "Hot-Headed", "kind": "trouble"}
ATTACKS = {"actions": ["attack", "defend"], "helps": "both"}


def compelled(
    ruleset: str, effect: str, players: str = "hero fate_points=2", **fields: Any
) -> Table:
    """A conflict in which the hero is hot-headed, at the start of its turn, with the offer made."""
    compel = {"victim": "hero", "aspect": "Hot-Headed", "effect": effect}
    compel |= {name: fields.pop(name) for name in ("skill",) if name in fields}
    if "to" in fields:
        compel["zone"] = fields.pop("to")
    table = scene(
        ruleset,
        players,
        fields.pop("gm", "foe"),
        fields.pop("ground", "here"),
        sheets={"hero": {"aspects": [HOT]}},
        compels=[compel],
        **fields,
    )
    return table.until("compel").choose("compel", compel=0)


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


@pytest.mark.rule("F3", "X1", "T4")
def test_accepting_brings_a_point_at_once_and_the_complication() -> None:
    table = compelled("fate-core", "lose action")
    assert (table.node, table.state.side()) == (codes.N_ANSWER, "players")
    table.choose("accept")
    assert table.points("hero") == 3
    assert table.points("gm") == 1, "the GM's compels cost the GM nothing"
    assert table.state.actor() != "hero" or not table.offers("attack")


@pytest.mark.rule("F3", "X1")
def test_refusing_costs_a_point() -> None:
    table = compelled("fate-core", "lose action").choose("refuse")
    assert table.points("hero") == 1
    assert table.offers("attack")


@pytest.mark.rule("F3")
def test_who_has_none_cannot_refuse() -> None:
    table = compelled("fate-core", "lose action", "hero fate_points=0")
    assert table.points("hero") == 1, "accepting was all that was left"
    assert [one["accepted"] for one in table.all("answer")] == [True]


@pytest.mark.rule("F3", "F5")
def test_declining_is_free_in_minifate_and_the_pool_pays() -> None:
    table = compelled("minifate", "lose action", "hero fate_points=0", pool=1)
    table.choose("refuse")
    assert table.points("hero") == 0
    table = compelled("minifate", "lose action", "hero fate_points=0", pool=1).choose("accept")
    assert (table.points("hero"), table.points("gm")) == (1, 0)
    table = compelled("minifate", "lose action", "hero fate_points=0", pool=0).choose("accept")
    assert (table.points("hero"), table.points("gm")) == (1, 0), "an empty pool: from the supply"


@pytest.mark.rule("F3")
def test_no_compels_in_a_tactical_phase() -> None:
    with pytest.raises(ScenarioError, match="P3"):
        compelled("autarch", "lose action")


@pytest.mark.rule("F3")
@pytest.mark.parametrize("accepts", [True, False])
def test_a_player_stakes_a_point(accepts: bool) -> None:
    compel = {"victim": "foe", "aspect": "Hot-Headed", "effect": "lose action"}
    table = scene(
        "fate-core",
        "hero Notice 1 fate_points=2",
        "foe",
        pool=1,
        sheets={"foe": {"aspects": [HOT]}},
        compels=[compel],
    )
    table.turn("hero").passes()
    table.choose("compel", compel=0, payer="hero")
    assert table.points("hero") == 1
    table.choose("accept" if accepts else "refuse")
    assert (table.points("hero"), table.points("gm")) == ((1, 2) if accepts else (2, 0))


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


@pytest.mark.rule("F6", "F5")
@pytest.mark.parametrize("taken", [True, False])
def test_a_twist_of_a_roll(taken: bool) -> None:
    shot = {"text": "A One in a Million Shot", "actions": []}
    twist = {"victim": "hero", "aspect": "A One in a Million Shot", "effect": "twist"}
    table = scene(
        "minifate",
        "hero Shoot 2 Agility 1 fate_points=0",
        "foe",
        aspects=[shot],
        compels=[twist],
        pool=1,
    )
    table.turn("hero").choose("attack", target="foe").dice("+ + + +", "0 0 0 0")
    table.choose("compel", compel=0).choose("accept" if taken else "refuse")
    assert (table.points("hero"), table.points("gm")) == ((1, 0) if taken else (0, 1))
    assert bool(table.all("hit")) is not taken, "the twist replaces the gain"
    assert table.free("A One in a Million Shot") == ((0, 1, 0) if taken else (0, 0, 0))
    assert not table.all("boost"), "there are none in minifate"


@pytest.mark.rule("F6", "K4", "C3")
@pytest.mark.parametrize(
    ("action", "dice", "offered"),
    [
        ({"verb": "attack", "target": "foe"}, "+ 0 0 0", True),
        ({"verb": "attack", "target": "foe"}, "0 0 0 0", False),
        ({"verb": "attack", "target": "mailed"}, "+ 0 0 0", False),
        ({"verb": "attack", "target": "mailed"}, "+ + 0 0", True),
        ({"verb": "create", "aspect": "Off Balance", "on": "foe"}, "0 0 0 0", True),
        ({"verb": "create", "aspect": "Off Balance", "on": "foe"}, "- 0 0 0", False),
        ({"verb": "create", "aspect": "Dim", "on": "scene"}, "+ + 0 0", True),
        ({"verb": "create", "aspect": "Dim", "on": "scene"}, "+ 0 0 0", False),
        ({"verb": "create", "aspect": "Worn Out", "on": "mailed"}, "- 0 0 0", False),
        ({"verb": "overcome", "aspect": "Dim", "on": "scene"}, "+ + 0 0", True),
        ({"verb": "overcome", "aspect": "Dim", "on": "scene"}, "+ 0 0 0", False),
    ],
)
def test_a_twist_needs_a_gain_to_replace(action: dict[str, Any], dice: str, offered: bool) -> None:
    """A tied attack and one that armour takes up bring nothing, nor does a failure; what it gives
    the other side is no gain either."""
    twist = {"victim": "hero", "aspect": "Unlucky", "effect": "twist"}
    mail = {"name": "Mail", "does": "armour", "amount": 1}
    table = scene(
        "minifate", "hero Agility 0 fate_points=0", "foe; mailed",
        aspects=[{"text": "Unlucky", "actions": []},
                 {"text": "Dim", "actions": [], "difficulty": 2}],
        templates=[{"text": "Off Balance", "on": "enemy", "difficulty": 0}],
        sheets={"mailed": {"stunts": [mail], "aspects": [{"text": "Worn Out", "actions": []}]}},
        rules={"existing_fail_gives": True, "advantage_difficulty": 2},
        actions=["attack", "create", "refresh", "overcome", "compel"],
        compels=[twist], pool=1,
    )  # fmt: skip
    table.turn("hero").choose(**action).dice(dice)
    while table.settle_duel().state.current_player() == codes.CHANCE:
        table.dice("0 0 0 0")
    assert table.offers("compel") is offered


@pytest.mark.rule("F6")
def test_a_tie_that_brings_nothing_is_not_twisted() -> None:
    state = position("a-twist-of-nothing")
    verbs = {state.game.describe(state, one).verb for one in state.legal_actions()}
    assert "compel" not in verbs


@pytest.mark.rule("F6", "F4", "F3")
@pytest.mark.parametrize("taken", [True, False])
def test_a_twist_of_the_gms_roll_is_paid_by_a_player(taken: bool) -> None:
    """In the closed loop the pool's point comes out of a purse, never out of the supply."""
    twist = {"victim": "foe", "aspect": "Overconfident", "effect": "twist"}
    table = scene(
        "minifate",
        "hero fate_points=1; poor fate_points=0",
        "foe Shoot 2 Agility 1",
        aspects=[{"text": "Overconfident", "actions": []}],
        compels=[twist],
        rules={"player_compels_stake": False},
        pool=0,
    )
    table.turn("foe").choose("attack", target="hero").dice("+ + + +", "0 0 0 0")
    assert table.values("compel", "payer") == ["hero"]
    table.choose("compel", compel=0).choose("accept" if taken else "refuse")
    assert (table.points("hero"), table.points("gm")) == ((0, 1) if taken else (1, 0))
    drawn = [one["count"] for one in table.all("point") if one["from"] == "supply"]
    back = [one["count"] for one in table.all("point") if one["to"] == "supply"]
    assert sum(drawn) == sum(back), "whatever is staked arrives somewhere"


@pytest.mark.rule("F6", "F5")
def test_no_twist_without_a_point_for_it() -> None:
    twist = {"victim": "hero", "aspect": "Unlucky", "effect": "twist"}
    table = scene(
        "minifate",
        "hero Shoot 2 Agility 1",
        "foe",
        aspects=[{"text": "Unlucky", "actions": []}],
        compels=[twist],
        rules={"compel_from_supply": False},
        pool=0,
    )
    table.turn("hero").choose("attack", target="foe").dice("+ + + +", "0 0 0 0")
    assert not table.settle_duel().offers("compel")


@pytest.mark.rule("F3", "F4")
def test_refusing_in_a_closed_loop_pays_the_other_side() -> None:
    table = compelled("minifate", "lose action", rules={"compel_refusal_cost": 1}, pool=0)
    table.choose("refuse")
    assert (table.points("hero"), table.points("gm")) == (1, 1)


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


@pytest.mark.rule("X1")
def test_a_compel_may_demand_an_attack_on_the_nearest() -> None:
    ground, gm = "a - b - c", "near@b; far@c"
    table = compelled("fate-core", "attack nearest", "hero@a Shoot 2", gm=gm, ground=ground)
    table.choose("accept")
    assert table.to_dice().last("action")["action"] == {"verb": "attack", "target": "near"}


@pytest.mark.rule("X1")
def test_no_compel_brings_attacks_into_a_conflict_without_them() -> None:
    hot = {"victim": "hero", "aspect": "Hot-Headed", "effect": "attack nearest"}
    table = scene(
        "fate-core",
        "hero Notice 1 Shoot 1",
        "foe",
        sheets={"hero": {"aspects": [HOT]}},
        compels=[hot],
        actions=["create", "compel"],
    )
    assert table.node == codes.N_TURN, "it could not be obeyed"
    assert not table.offers("attack")


@pytest.mark.rule("X1", "Z2")
@pytest.mark.parametrize(("effect", "zone"), [("move toward", "b"), ("move away", "z")])
def test_a_compel_may_demand_a_move(effect: str, zone: str) -> None:
    ground = "z - a - b - c"
    table = compelled("fate-core", effect, "hero@a", gm="foe@c Notice 1", ground=ground, to="c")
    table.choose("accept")
    assert table.zone("hero") == zone, "the one step that does it"
    assert not table.offers("move")


@pytest.mark.rule("X1")
def test_a_compel_may_put_a_skill_out_or_help_the_other_side() -> None:
    table = compelled("fate-core", "skill out", "hero@here Fight 3 Notice 1", skill="Fight")
    table.choose("accept")
    table.turn("hero").choose("attack", target="foe")
    assert table.values("use", "skill") == ["Provoke", "Shoot"]
    table = compelled("fate-core", "free invoke").choose("accept")
    assert table.free("Hot-Headed") == (0, 1, 0)


@pytest.mark.rule("X1")
def test_each_aspect_once_a_scene_and_one_offer_an_exchange() -> None:
    rows = [
        {"victim": "hero", "aspect": text, "effect": "free invoke"}
        for text in ("Hot-Headed", "Vain")
    ]
    rows.append({**rows[0], "effect": "lose action"})
    table = scene(
        "fate-core",
        "hero Notice 1",
        "foe",
        compels=rows,
        sheets={"hero": {"aspects": [HOT, {"text": "Vain", "kind": "trouble"}]}},
    )
    assert table.values("compel", "compel") == [0, 1, 2]
    table.choose("compel", compel=0).choose("accept")
    assert table.offers("attack"), "one an exchange"
    table.passes().until("compel")
    assert table.values("compel", "compel") == [1], "each aspect once a scene"


@pytest.mark.rule("X1")
@pytest.mark.parametrize(
    ("effect", "players", "ground", "possible"),
    [
        ("attack nearest", "hero@a Notice 1 Shoot 1", "a - b - c", True),
        ("attack nearest", "hero@a Notice 1 Shoot 1", "a - b - d - c", False),
        ("move toward", "hero@a Notice 1", "a - b - c", True),
        ("move toward", "hero@a Notice 1", "a - b [Rubble] - c", False),
        ("move toward", "hero@c Notice 1", "a - b - c", False),
        ("move away", "hero@b Notice 1", "a - b - c", True),
        ("move away", "hero@a Notice 1", "a - b - c", False),
        ("lose action", "hero@a Notice 1", "a - b - c", True),
    ],
)
def test_no_compel_that_cannot_be_obeyed(
    effect: str, players: str, ground: str, possible: bool
) -> None:
    """Nobody within two zones of a bow, rubble in the way, nowhere nearer or farther to go."""
    compel = {"victim": "hero", "aspect": "Hot-Headed", "effect": effect}
    if effect.startswith("move"):
        compel["zone"] = "c"
    sheets = {"hero": {"aspects": [HOT]}}
    table = scene("fate-core", players, "foe@c", ground, sheets=sheets, compels=[compel])
    assert table.state.actor() == "hero"
    assert (table.node == codes.N_COMPEL) is possible


@pytest.mark.rule("X1", "A15")
def test_whoever_is_hindered_is_not_compelled_to_move() -> None:
    net = {"text": "A Net", "actions": ["oppose"], "free": {"gm": 1, "open": 0}}
    throw = {"aspect": "A Net", "does": "hinder", "range": 2, "side": "gm"}
    flee = {"victim": "hero", "aspect": "Hot-Headed", "effect": "move away", "zone": "c"}
    table = scene(
        "fate-core",
        "hero@b",
        "foe@c Notice 1",
        "a - b - c",
        sheets={"hero": {"aspects": [HOT]}},
        aspects=[net],
        effects=[throw],
        compels=[flee],
        pool=0,
    )
    table.turn("foe").choose("effect", target="hero").passes()
    assert (table.state.actor(), table.node) == ("hero", codes.N_TURN)
    assert not table.offers("move")


@pytest.mark.rule("X1", "A4")
def test_no_compel_for_an_invoke_that_there_is_no_room_for() -> None:
    full = {**HOT, "free": {"gm": 4}}
    compel = {"victim": "hero", "aspect": "Hot-Headed", "effect": "free invoke"}
    for aspect, possible in ((HOT, True), (full, False)):
        sheets = {"hero": {"aspects": [aspect]}}
        table = scene("fate-core", "hero Notice 1", "foe", sheets=sheets, compels=[compel])
        assert (table.node == codes.N_COMPEL) is possible


PINNED = {"text": "Pinned Down", "on": "enemy", "skills": ["Shoot"]}
CLIMB = ["move", "attack", "create", "overcome", "sprint", "block", "compel"]


@pytest.mark.rule("X1")
def test_what_is_accepted_binds_where_the_forbidden_skill_is_the_only_one() -> None:
    for answer in ("accept", "refuse"):
        table = compelled(
            "fate-core", "skill out", "hero@a Shoot 3 Notice 1 fate_points=2", gm="foe@a",
            ground="a - b", skill="Shoot", templates=[PINNED],
        )  # fmt: skip
        table.choose(answer)
        assert table.node == codes.N_TURN
        assert table.offers("create", aspect="Pinned Down") is (answer == "refuse")
        assert table.offers("pass"), "nothing is demanded"
    table.turn("foe").turn("hero")
    assert table.offers("create", aspect="Pinned Down"), "until the turn ends"


@pytest.mark.rule("X1", "Z4")
@pytest.mark.parametrize("answer", ["accept", "refuse"])
def test_it_binds_whoever_is_blocked_and_whoever_goes_far(answer: str) -> None:
    rules = {"move_skills": ["Athletics"]}
    table = compelled(
        "fate-core", "skill out", "hero@a Notice 1 fate_points=2", gm="foe@b", skill="Athletics",
        ground="a - b - c", actions=CLIMB, rules=rules,
    )  # fmt: skip
    table.choose(answer)
    assert table.offers("sprint") is (answer == "refuse")
    table.choose("move", zone="b").choose("block", target="foe")
    assert table.offers("go on") is (answer == "refuse")


@pytest.mark.rule("X1", "H6", "E1")
def test_defence_and_concession_stay_free() -> None:
    table = compelled("fate-core", "skill out", "hero Fight 3 Notice 1", skill="Fight")
    table.choose("accept").choose("attack", target="foe").choose("use", skill="Shoot")
    assert table.offers("concede", target="hero")
    table.dice("0 0 0 0", "0 0 0 0").turn("foe").choose("attack", target="hero")
    assert "Fight" in table.answers()


@pytest.mark.rule("X1")
@pytest.mark.parametrize("effect", ["attack nearest", "move toward"])
def test_where_a_legal_choice_fulfils_it_passing_is_none(effect: str) -> None:
    """The one step there is happens by itself."""
    for answer in ("accept", "refuse"):
        table = compelled(
            "fate-core", effect, "hero@a Shoot 1 Notice 1 fate_points=1", gm="foe@c; other@c",
            ground="a - b - c", **({"to": "c"} if effect.startswith("move") else {}),
        )  # fmt: skip
        table.choose(answer)
        bound = bool(table.all("moves")) or not table.offers("pass")
        assert bound is (answer == "accept")


@pytest.mark.rule("X1")
@pytest.mark.parametrize(
    ("effect", "fields", "offered"),
    [
        ("lose action", {"actions": ["move", "attack", "compel"]}, False),
        ("lose action", {"actions": ["move", "attack", "create", "compel"]}, True),
        ("skill out", {"skill": "Fight", "actions": ["move", "attack", "compel"]}, False),
        ("skill out", {"skill": "Lore", "actions": ["move", "create", "compel"]}, True),
    ],
)
def test_an_offer_takes_a_legal_choice_away(
    effect: str, fields: dict[str, Any], offered: bool
) -> None:
    """There is nobody to attack within reach, and advantages can be created anywhere."""
    compel = {"victim": "hero", "aspect": "Hot-Headed", "effect": effect}
    compel |= {key: fields.pop(key) for key in ("skill",) if key in fields}
    table = scene(
        "fate-core", "hero@a Notice 1", "foe@c", "a - b - c", sheets={"hero": {"aspects": [HOT]}},
        compels=[compel], **fields,
    )  # fmt: skip
    assert (table.node == codes.N_COMPEL) is offered


@pytest.mark.rule("X1")
def test_refused_offers_count_as_made() -> None:
    table = compelled("fate-core", "lose action", "hero Notice 1 fate_points=2").choose("refuse")
    assert table.node == codes.N_TURN, "nor is there another in this exchange"
    table.turn("foe").passes()
    assert (table.state.actor(), table.node) == ("hero", codes.N_TURN)


def offered(ruleset: str, players: str, gm: str = "foe", **fields: Any) -> Table:
    """The hero may be compelled by two aspects."""
    rows = [
        {"victim": victim, "aspect": text, "effect": "lose action"}
        for victim, text in (("hero", "Hot-Headed"), ("hero", "Vain"), ("foe", "Cruel"))
    ]
    aspects = [HOT, {"text": "Vain", "kind": "trouble"}]
    cruel = [{"text": "Cruel", "kind": "trouble"}]
    return scene(
        ruleset, players, gm, compels=rows,
        sheets={"hero": {"aspects": aspects}, "foe": {"aspects": cruel}}, **fields,
    )  # fmt: skip


@pytest.mark.rule("X1", "F3")
@pytest.mark.parametrize(
    ("ruleset", "first"), [("fate-core", "Notice"), ("accelerated", "Quick"),
                           ("war-of-ashes", "Quick")],
)  # fmt: skip
def test_the_gm_offers_first_and_then_oneself(ruleset: str, first: str) -> None:
    table = offered(ruleset, f"hero@a {first} 1 fate_points=0", ground="a - b", gm="foe@a")
    assert (table.node, table.state.side()) == (codes.N_COMPEL, "gm")
    table.passes()
    assert (table.node, table.state.side()) == (codes.N_COMPEL, "players")
    assert table.values("compel", "payer") == [None]
    table.choose("compel", compel=1)
    assert table.points("hero") == 1, "usable at once, and no answer is needed"
    assert table.node == codes.N_TURN
    assert not table.offers("attack")
    again = offered(ruleset, f"hero {first} 1 fate_points=2").choose("compel", compel=0)
    assert again.choose("refuse").node == codes.N_TURN, "one an exchange"


@pytest.mark.rule("X1")
def test_self_compels_are_those_of_player_characters_in_some_rulesets() -> None:
    table = offered("minifate", "hero Agility 1", turn_order={"first": "players"})
    assert table.state.side() == "gm"
    assert table.passes().node == codes.N_TURN
    npcs = offered("fate-core", "hero fate_points=0", "foe Notice 1", pool=3)
    assert (npcs.state.actor(), npcs.node) == ("foe", codes.N_TURN), "nobody can stake a point"
    staked = offered("fate-core", "hero fate_points=1", "foe Notice 1", pool=3)
    assert (staked.node, staked.state.side()) == (codes.N_COMPEL, "players"), "opponents may"
    assert staked.passes().node == codes.N_TURN
