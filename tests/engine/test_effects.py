"""Invokes for an effect: what a row of the scenario offers instead of +2 or a reroll (A15)."""

from __future__ import annotations

from typing import Any

import pytest

from autogm.engine.state import State
from autogm.rules.doubts import doubts
from tests.seen.test_seen import position, read
from tests.table import Table, scene


@pytest.mark.rule("A15", "E4", "N3")
def test_an_invoke_for_a_zone_wide_attack() -> None:
    """A pillar pushed over hurts a swarm that outweighs everyone."""
    pillar = {"text": "Wobbly Pillar", "free": {"players": 1}, "actions": ["attack"]}
    blast = {"aspect": "Wobbly Pillar", "does": "zone attack", "skill": "Forceful", "range": 0}
    table = scene(
        "war-of-ashes",
        "olivia Quick 1 Forceful 2 fate_points=0",
        "bats type=swarm size=big; rats type=swarm size=small",
        aspects=[pillar],
        effects=[blast],
    )
    table.turn("olivia")
    assert not table.offers("attack")
    table.choose("effect", zone="here").dice("+ 0 0 0", "0 0 0 0", "- - - -")
    assert table.free("Wobbly Pillar") == (0, 0, 0)
    assert [one["who"] for one in table.all("hit")] == ["bats", "rats"]
    assert len(table.all("roll")) == 3, "one attack roll, each target defends"


@pytest.mark.rule("A15")
def test_an_invoke_for_an_effect_hurts_what_it_says_it_hurts() -> None:
    jeers = {"text": "A Jeering Crowd", "actions": ["attack"]}
    blast = {
        "aspect": "A Jeering Crowd",
        "does": "zone attack",
        "skill": "Rapport",
        "harm": "mental",
    }
    table = scene(
        "fate-core",
        "hero Notice 1 Rapport 3 fate_points=1",
        "foe",
        aspects=[jeers],
        effects=[blast],
        pool=0,
    )
    table.turn("hero").choose("effect", payer="hero").dice("0 0 0 0", "+ + 0 0")
    table.choose("absorb", box=1)
    assert (table.stress("foe"), table.stress("foe", 1)) == ([], [1])
    assert table.points("hero") == 0


@pytest.mark.rule("A15", "Z2")
def test_invokes_for_a_move_and_a_hindrance() -> None:
    stair = {"text": "A Hidden Stair", "free": {"players": 1}, "actions": ["move"]}
    stew = {"text": "A Wonderful Smell", "free": {"players": 1}, "actions": ["create"]}
    effects = [
        {"aspect": "A Hidden Stair", "does": "move"},
        {"aspect": "A Wonderful Smell", "does": "hinder", "range": 1},
    ]
    table = scene(
        "war-of-ashes",
        "hero@cave Quick 1 fate_points=0",
        "foe@cave",
        "cave - rocks [Rockfall]",
        aspects=[stair, stew],
        effects=effects,
        pool=0,
    )
    table.turn("hero").choose("effect", effect=1, target="foe").choose(
        "effect", effect=0, zone="rocks"
    )
    assert table.zone("hero") == "rocks", "hindered or not"
    assert table.offers("sprint", zone="cave"), "it is no action"
    table.turn("foe")
    assert not table.offers("move")
    table.turn("foe")
    assert not table.offers("move", zone="rocks"), "hindered ground"
    assert table.offers("sprint", zone="rocks")


BOULDERS = {"text": "Boulders", "actions": ["attack"], "helps": "bearer", "adverse": False}


def dropping(ground: str, where: str, on: str | None, **fields: Any) -> Table:
    """A hero whose turn it is at `where`, with boulders in the zone `on` (None: of the scene) and
    foes in each zone."""
    boulders = {**BOULDERS, **fields.pop("boulders", {})}
    row = {"aspect": "Boulders", "does": "zone attack", "skill": "Fight", **fields.pop("row", {})}
    names = [name for name in "abcd" if name in ground.split()]
    foes = "; ".join(f"{name}foe@{name}" for name in names)
    places = {"zone": {on: {"aspect": boulders}}} if on else {"aspects": [boulders]}
    fields["rules"] = {"rituals": True, **fields.get("rules", {})}
    table = scene("fate-core", f"hero@{where} Notice 3 Fight 2 fate_points=2", foes, ground,
                  effects=[row], pool=0, **places, **fields)  # fmt: skip
    return table.turn("hero")


@pytest.mark.rule("A15")
@pytest.mark.parametrize(("where", "anywhere", "usable"), [
    ("b", False, True), ("a", False, True), ("c", False, False), ("d", False, False),
    ("d", True, True),
])  # fmt: skip
def test_where_the_aspect_of_a_zone_is_used_from(where: str, anywhere: bool, usable: bool) -> None:
    """From its zone and those with an open edge to it, unless the row says otherwise: from c one
    cannot go to b, only the other way."""
    table = dropping("a - b > c - d", where, "b", row={"anywhere": anywhere})
    assert table.offers("effect") is usable


@pytest.mark.rule("A15")
def test_boulders_are_in_reach_of_the_camp_and_not_of_the_lake() -> None:
    """Ssarak stands in the camp, from which one can climb to where they lie; had it gone to the
    lake instead, it could not use them."""
    steps = [one.get("verb") for one in read("boulders-and-footwork")["steps"]]
    state = position("boulders-and-footwork", steps.index("effect"))
    assert "effect" in {state.game.describe(state, one).verb for one in state.legal_actions()}
    record, words = state.record[0], state.game.words
    who, lake = words.fighters.index("ssarak"), words.zones.index("lake")
    record["present_in"][record["zone"][who]] &= ~(1 << who)
    record["present_in"][lake] |= 1 << who
    record["zone"][who] = lake
    moved = State(state.game, state.record)
    assert "effect" not in {moved.game.describe(moved, one).verb for one in moved.legal_actions()}


@pytest.mark.rule("A15")
@pytest.mark.parametrize(("on", "range_", "zones"), [
    ("b", 0, ["b"]), ("b", 1, ["a", "b", "c"]), (None, 0, ["a"]), (None, 1, ["a", "b"]),
])  # fmt: skip
def test_range_counts_from_the_zone_of_the_aspect(
    on: str | None, range_: int, zones: list[str]
) -> None:
    """From the user's own where the aspect is no zone's. Boulders of another zone do not fall on
    the user's own head unless they reach it."""
    table = dropping("a - b - c - d", "a", on, row={"range": range_})
    assert sorted(set(table.values("effect", "zone"))) == zones


@pytest.mark.rule("A15", "A8", "A13")
@pytest.mark.parametrize(("does", "actions", "skills", "spares", "usable"), [
    ("zone attack", ["attack"], None, [], True),
    ("zone attack", ["defend"], None, [], False),
    ("zone attack", ["attack"], ["Shoot"], [], False),
    ("zone attack", ["attack"], None, ["flyer"], False),
    ("move", ["move"], None, [], True),
    ("move", ["attack"], None, [], False),
    ("hinder", ["oppose"], None, [], True),
    ("hinder", ["create"], None, [], True),
    ("hinder", ["move"], None, [], False),
    ("lethal", ["attack"], None, [], True),
    ("lethal", ["move"], None, [], False),
])  # fmt: skip
def test_the_aspect_speaks_to_the_effect_and_to_its_user(
    does: str, actions: list[str], skills: list[str] | None, spares: list[str], usable: bool
) -> None:
    boulders = {"actions": actions, "spares": spares} | ({"skills": skills} if skills else {})
    row = {"does": does, "range": 1} | ({"skill": None} if does != "zone attack" else {})
    table = dropping("a - b", "a", "a", boulders=boulders, row=row,
                     sheets={"hero": {"tags": ["flyer"]}})  # fmt: skip
    assert table.offers("effect") is usable


@pytest.mark.rule("A15", "A8")
@pytest.mark.parametrize(("bearer", "helps", "usable"), [
    ("hero", "bearer", True), ("hero", "against", False), ("friend", "both", False),
    ("foe", "against", True), ("foe", "bearer", False),
])  # fmt: skip
def test_whose_aspect_is_used_for_an_effect(bearer: str, helps: str, usable: bool) -> None:
    tricks = {"text": "Full of Tricks", "actions": ["create"], "helps": helps}
    table = scene(
        "fate-core", "hero Notice 3 fate_points=1; friend fate_points=0", "foe", pool=0,
        sheets={bearer: {"aspects": [tricks]}},
        effects=[{"aspect": "Full of Tricks", "does": "hinder"}],
    )  # fmt: skip
    assert table.turn("hero").offers("effect") is usable


@pytest.mark.rule("A15")
@pytest.mark.parametrize("does", ["move", "hinder", "lethal", "zone attack"])
def test_an_effect_is_declared_with_the_action(does: str) -> None:
    row = {"does": does, "range": 1} | ({"skill": None} if does != "zone attack" else {})
    boulders = {"actions": ["attack", "move", "create"]}
    table = dropping("a - b", "a", None, boulders=boulders, row=row)
    assert table.offers("effect")
    table.choose("attack", target="afoe").dice("0 0 0 0", "+ + + +").settle()
    assert not table.offers("effect"), "the action is over"


@pytest.mark.rule("A15", "A3")
@pytest.mark.parametrize("free", [False, True])
def test_a_paid_effect_is_its_sides_paid_invoke_of_the_aspect(free: bool) -> None:
    """The roll is raised by the aspect again only by a free invoke; another effect with the same
    action is not paid for with it either. The other side may pay for it all the same."""
    boulders = {"actions": ["attack", "create", "defend"], "helps": "both",
                "free": {"players": int(free)}}  # fmt: skip
    table = dropping("a", "a", None, boulders=boulders)
    assert table.offers("effect", payer="hero")
    table.choose("effect", payer=None if free else "hero").dice("0 0 0 0", "0 0 0 0")
    assert table.offers("invoke") is free
    assert not table.offers("invoke free")


@pytest.mark.rule("A15")
def test_it_is_told_of_effects_that_nobody_can_use() -> None:
    pillar = {"text": "A Pillar", "actions": ["defend"]}
    blast = {"aspect": "A Pillar", "does": "zone attack", "skill": "Fight"}
    table = scene("fate-core", "hero", "foe", aspects=[pillar], effects=[blast])
    warned = [one.path for one in doubts(table.game.encounter) if "A15" in one.message]
    assert warned == [("effects", 0, "aspect")]


@pytest.mark.rule("A15", "A3")
def test_an_effect_before_the_action_is_paid_for_once_with_it() -> None:
    """The attack that follows is not raised by it for a point, whoever was hindered; in the next
    turn it is."""
    smell = {"text": "A Smell", "actions": ["attack", "create"]}
    table = scene(
        "fate-core", "hero Notice 3 Fight 1 fate_points=3", "one; two", pool=0, aspects=[smell],
        effects=[{"aspect": "A Smell", "does": "hinder"}],
    ).turn("hero")  # fmt: skip
    table.choose("effect", target="one")
    assert not table.offers("effect"), "nor for the other"
    table.choose("attack", target="one").dice("0 0 0 0", "0 0 0 0")
    assert not table.offers("invoke")
    table.settle().absorb()
    table.turn("one").turn("hero").choose("attack", target="one").dice("0 0 0 0", "0 0 0 0")
    assert table.offers("invoke", payer="hero")
