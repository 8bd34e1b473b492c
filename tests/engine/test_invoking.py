"""Invoking aspects: who, with what, when (A1-A8)."""

from __future__ import annotations

import pytest

from autogm.engine import codes
from tests.table import Table, scene

ATTACKS = {"actions": ["attack", "defend"], "helps": "both"}
DIM = {"text": "Dim Light", **ATTACKS}
DUST = {"text": "Dust in the Air", **ATTACKS}


def blow(table: Table, *dice: str) -> Table:
    """The hero attacks the foe; the dice have fallen, and the duel is open."""
    return table.turn("hero").choose("attack", target="foe").dice(*(dice or ("0 0 0 0",) * 2))


@pytest.mark.rule("A1")
@pytest.mark.parametrize("kind", ["scene", "zone"])
def test_an_aspect_is_true_for_everyone(kind: str) -> None:
    where = (
        {"aspects": [DIM]}
        if kind == "scene"
        else {"zone": {"here": {"aspect": {**DIM, "free": {}}}}}
    )
    table = scene("fate-core", "hero Notice 1 fate_points=1", "foe", **where)
    blow(table)
    assert table.offers("invoke", payer="hero")
    assert table.passes().offers("invoke", payer="gm")


@pytest.mark.rule("A1", "F4")
@pytest.mark.parametrize(
    ("aspect", "payer"),
    [
        ({"text": "Duellist", "kind": "high concept"}, "hero"),
        ({"text": "Vain", "kind": "trouble"}, "gm"),
        ({"text": "Sworn to the Crown"}, "hero"),
    ],
)
def test_a_characters_own_aspects_help_it_and_its_trouble_others(
    aspect: object, payer: str
) -> None:
    table = scene(
        "fate-core", "hero Notice 1 fate_points=1", "foe", sheets={"hero": {"aspects": [aspect]}}
    )
    blow(table)
    if payer == "gm":
        assert table.state.side() == "gm", "the hero has nothing to invoke"
    assert table.values("invoke", "payer") == [payer]
    assert table.values("invoke", "owed") == [payer == "gm"]


@pytest.mark.rule("A2")
@pytest.mark.parametrize(
    ("ruleset", "helps"),
    [
        ("fate-core", True),
        ("accelerated", True),
        ("war-of-ashes", True),
        ("autarch", False),
        ("minifate", False),
    ],
)
def test_invoking_for_an_ally(ruleset: str, helps: bool) -> None:
    players = "hero Notice 1 Quick 1 Agility 1 fate_points=1; friend fate_points=1"
    if ruleset in ("accelerated", "war-of-ashes"):
        players = players.replace("Notice 1 ", "").replace("Agility 1 ", "")
    elif ruleset == "fate-core":
        players = players.replace("Quick 1 Agility 1 ", "")
    table = scene(ruleset, players, "foe; bystander", aspects=[DIM], rules={"weight": False})
    blow(table)
    assert table.values("invoke", "payer") == (["hero", "friend"] if helps else ["hero"])


@pytest.mark.rule("A2")
@pytest.mark.parametrize(("ruleset", "raises"), [("fate-core", True), ("autarch", False)])
def test_raising_passive_opposition(ruleset: str, raises: bool) -> None:
    mud = {"text": "Mud", "actions": ["oppose"], "helps": "both", "difficulty": 2}
    table = scene(ruleset, "hero Notice 1 Athletics 2", "foe", aspects=[mud])
    table.turn("hero").choose("overcome", aspect="Mud").dice("+ 0 0 0")
    if raises:
        table.choose("invoke", payer="gm")
        assert not table.offers("invoke", mode="reroll"), "opposition without dice rerolls nothing"
        assert table.result == (-1, "fails")
    else:
        assert table.result == (1, "succeeds")


@pytest.mark.rule("A2", "F8")
def test_a_reroll_of_all_own_dice() -> None:
    table = scene("fate-core", "hero Notice 1 fate_points=1", "foe", aspects=[DIM], pool=0)
    blow(table, "- - - -", "0 0 0 0").choose("invoke", mode="reroll").dice("+ 0 0 0")
    assert table.points("hero") == 0
    assert table.result == (1, "succeeds")


@pytest.mark.rule("A3")
def test_a_reroll_keeps_bonuses_and_takes_another_aspect_each_time() -> None:
    third = {"text": "Cheering Crowd", **ATTACKS}
    table = scene(
        "fate-core", "hero Notice 1 fate_points=9", "foe", aspects=[DIM, DUST, third], pool=0
    )
    blow(table, "- - 0 0", "0 0 0 0").choose("invoke", mode="+2")
    table.choose("invoke", mode="reroll").dice("- 0 0 0")
    table.choose("invoke", mode="reroll").dice("+ 0 0 0")
    assert table.all("reroll")[-1]["sum"] == 1
    assert table.result == (3, "succeeds with style"), (
        "the +2 stays; three aspects are three invokes"
    )
    assert table.points("hero") == 6


@pytest.mark.rule("A3", "A6")
def test_both_sides_may_invoke_the_same_aspect() -> None:
    table = scene("fate-core", "hero Notice 1 fate_points=3", "foe", aspects=[DIM], pool=3)
    blow(table).choose("invoke", payer="hero", mode="+2").choose("invoke", payer="gm", mode="+2")
    assert table.result == (0, "ties")
    assert (table.points("hero"), table.points("gm")) == (2, 2)


@pytest.mark.rule("A3", "A4")
def test_free_invokes_stack_with_a_point() -> None:
    ready = {**DIM, "free": {"players": 1, "open": 1}}
    table = scene("fate-core", "hero Notice 1 fate_points=3", "foe", aspects=[ready], pool=0)
    blow(table)
    for _ in range(2):
        table.choose("invoke free", aspect="Dim Light", mode="+2")
    table.choose("invoke", mode="+2")
    assert table.result == (6, "succeeds with style")
    assert table.free("Dim Light") == (0, 0, 0)
    assert table.stands("Dim Light"), "an aspect without free invokes stays"


@pytest.mark.rule("A4", "C1")
def test_an_advantage_is_its_makers_sides() -> None:
    smoke = {"text": "Smoke", "on": "zone", "skills": ["Crafts"], "difficulty": 0, **ATTACKS}
    table = scene("fate-core", "hero Notice 1 fate_points=0", "foe", templates=[smoke], pool=0)
    table.turn("hero").choose("create", aspect="Smoke").dice("+ 0 0 0").settle()
    assert table.free("Smoke") == (1, 0, 0)
    table.turn("foe").choose("attack", target="hero").dice("0 0 0 0", "0 0 0 0")
    assert table.state.side() == "players", "the foe has nothing to invoke"
    assert table.offers("invoke free", aspect="Smoke")


@pytest.mark.rule("A4", "A12")
def test_ground_has_an_open_free_invoke_for_whoever_is_first() -> None:
    for first in ("hero", "foe"):
        zone = {"here": {"aspect": {"text": "Crates", **ATTACKS}}}
        zone["here"]["aspect"].pop("free", None)
        table = scene(
            "fate-core",
            f"hero {'Notice 1' if first == 'hero' else ''} fate_points=0",
            f"foe {'Notice 1' if first == 'foe' else ''}",
            zone=zone,
            pool=0,
        )
        assert table.free("Crates") == (0, 0, 1)
        other = "foe" if first == "hero" else "hero"
        table.turn(first).choose("attack", target=other).dice("0 0 0 0", "0 0 0 0")
        table.choose("invoke free", aspect="Crates", mode="+2")
        assert table.free("Crates") == (0, 0, 0)
        assert table.last("invoke")["how"] == "an open free invoke"
        assert table.result == (2, "succeeds")


@pytest.mark.rule("A5", "K1")
def test_a_boost_is_used_once_by_its_side_and_without_points() -> None:
    table = scene("fate-core", "hero Notice 1 fate_points=3", "foe", pool=3)
    blow(table).settle()
    assert table.boosts("foe") == (1, 0)
    blow(table)
    assert not table.offers("invoke"), "no point invokes a boost"
    table.choose("invoke free", mode="+2").settle()
    assert table.boosts("foe") == (0, 0)
    assert not table.stands("a boost against Foe"), "gone once used"
    assert table.result == (2, "succeeds")


@pytest.mark.rule("A5")
def test_a_boost_is_gone_after_its_invoke() -> None:
    """What happened stands in its order."""
    table = scene("fate-core", "hero Notice 1", "foe")
    blow(table).settle()
    blow(table).choose("invoke free", mode="+2")
    told = [one.kind for one in table.log if one.kind in ("boost", "invoke", "aspect gone")]
    assert told == ["boost", "invoke", "aspect gone"]


@pytest.mark.rule("A5", "H5")
def test_boosts_go_with_their_subject() -> None:
    table = scene("fate-core", "hero Notice 1", "foe type=minion boxes=0; other")
    blow(table).settle()
    assert table.boosts("foe") == (1, 0)
    blow(table, "+ 0 0 0", "0 0 0 0").settle()
    assert table.out("foe")
    assert table.boosts("foe") == (0, 0)
    assert not table.stands("a boost against Foe")


@pytest.mark.rule("A5")
def test_a_boost_that_costs_a_shift_may_be_declined() -> None:
    table = scene(
        "fate-core", "hero Notice 1 Fight 3", "foe", rules={"style_boost_costs_shift": True}
    )
    blow(table).choose("pass")
    assert table.last("hit")["shifts"] == 3
    assert table.boosts("foe") == (0, 0)


@pytest.mark.rule("A6", "T4")
def test_the_duel_of_invokes() -> None:
    table = scene("fate-core", "hero Notice 1 fate_points=3", "foe", aspects=[DIM, DUST], pool=3)
    blow(table)
    assert (table.node, table.state.side()) == (codes.N_DUEL, "players"), "the acting side first"
    table.passes()
    table.choose("invoke", payer="gm", mode="+2")
    assert table.state.side() == "players", "an invoke reopens the duel"
    table.choose("invoke", payer="hero", mode="+2")
    assert table.state.side() == "gm", "one invoke at a time"
    table.passes()
    assert table.state.side() == "players"
    table.passes()
    assert table.last("result")["shifts"] == 0, "two passes in a row end it"


@pytest.mark.rule("A6", "N1", "F2")
def test_who_pays() -> None:
    table = scene(
        "autarch",
        "hero Notice 1 fate_points=2; friend fate_points=2",
        "foe; other",
        aspects=[DIM],
        pool=2,
    )
    blow(table).choose("invoke", payer="hero", mode="+2").choose("invoke", payer="gm", mode="+2")
    assert (table.points("hero"), table.points("friend"), table.points("gm")) == (1, 2, 1)


@pytest.mark.rule("A7", "H2")
def test_a_consequence_helps_against_its_bearer() -> None:
    table = scene("fate-core", "hero Fight 2 Notice 1 fate_points=1", "foe", pool=1)
    blow(table, "+ + 0 0", "0 0 0 0").choose("absorb", box=2, consequences=(0,))
    assert table.free("Foe's mild consequence") == (1, 0, 0)
    assert not any(one["how"] == "a free invoke" for one in table.all("invoke")), (
        "not on the same roll"
    )
    table.turn("foe").choose("attack", target="hero").dice("0 0 0 0", "0 0 0 0")
    assert table.state.side() == "players", "its bearer gets nothing out of it"
    assert table.offers("invoke free", aspect="Foe's mild consequence", mode="+2")
    table.choose("invoke", payer="hero", owed=True, mode="+2")
    assert table.owed("gm") == 1
    table.choose("invoke free", aspect="Foe's mild consequence", mode="+2")
    assert table.result[0] == -2 - 4


@pytest.mark.rule("A8")
def test_an_aspect_speaks_to_the_rolls_it_is_about() -> None:
    perch = {"text": "High Perch", "actions": ["attack"], "skills": ["Shoot"], "helps": "both"}
    table = scene(
        "fate-core", "hero Fight 1 Shoot 1 Notice 1 fate_points=1", "foe", aspects=[perch], pool=1
    )
    table.turn("hero").choose("attack", target="foe").choose("use", skill="Fight")
    table.dice("0 0 0 0", "+ 0 0 0").settle()
    assert table.all("pass") == [], "nobody had anything to invoke"
    table.turn("hero").choose("attack", target="foe").choose("use", skill="Shoot")
    table.dice("0 0 0 0", "0 0 0 0")
    assert table.offers("invoke", payer="hero")


@pytest.mark.rule("A8")
def test_ground_helps_or_hinders_those_who_stand_in_it() -> None:
    mud = {"text": "Mud", "helps": "against", "actions": ["attack"], "adverse": False}
    for where, offered in (("far", False), ("near", True)):
        zone = {where: {"aspect": {**mud, "free": {}}}}
        table = scene("fate-core", "hero@far Shoot 2 Notice 1", "foe@near", "far - near", zone=zone)
        table.turn("hero").choose("attack", target="foe").dice("0 0 0 0", "0 0 0 0")
        assert table.offers("invoke") is offered, f"mud {where}, where the target is near"
