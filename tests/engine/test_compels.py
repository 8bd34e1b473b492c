"""Compels: who offers, who pays, and how what is accepted binds (F3, X1)."""

from __future__ import annotations

from typing import Any

import pytest

from autogm.engine import codes
from autogm.model.faults import ScenarioError
from tests.table import Table, scene

HOT = {"text": "Hot-Headed", "kind": "trouble"}


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


@pytest.mark.rule("F3", "F4")
def test_refusing_in_a_closed_loop_pays_the_other_side() -> None:
    table = compelled("minifate", "lose action", rules={"compel_refusal_cost": 1}, pool=0)
    table.choose("refuse")
    assert (table.points("hero"), table.points("gm")) == (1, 1)


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


@pytest.mark.rule("X1", "A16")
@pytest.mark.parametrize(
    ("hidden_from", "sides"),
    [(None, ["gm", "players"]), ("gm", ["players"]), ("players", ["gm"])],
)  # fmt: skip
def test_nobody_compels_by_what_is_hidden_from_the_own_side(
    hidden_from: str | None, sides: list[str]
) -> None:
    """The hero may be compelled, by the GM or else by itself."""
    hot = {**HOT, "hidden_from": hidden_from}
    compel = {"victim": "hero", "aspect": "Hot-Headed", "effect": "lose action"}
    table = scene(
        "fate-core", "hero Notice 1", "foe", sheets={"hero": {"aspects": [hot]}}, compels=[compel]
    )
    asked = []
    while table.node == codes.N_COMPEL:
        asked.append(table.state.side())
        table.passes()
    assert asked == sides
