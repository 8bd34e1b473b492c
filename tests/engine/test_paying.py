"""What a point is paid for (A3, A15, F4): which aspect is named, and what counts as paid."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.acting import FACES
from tests.table import Table, scene

FIRST = {"first": "players"}


@pytest.mark.rule("A3", "F4")
@pytest.mark.parametrize("ruleset", ["fate-core", "autarch", "war-of-ashes"])
def test_every_aspect_that_is_paid_for_is_named_once(ruleset: str) -> None:
    """One of the scene, one on the foe's sheet, one of the ground: three points, three names."""
    skill = "Forceful" if ruleset == "war-of-ashes" else "Fight"
    dust = {"text": "Dust", "actions": ["attack"], "free": {"open": 0}}
    proud = {"text": "Proud", "helps": "against", "actions": ["attack"]}
    ice = {"text": "Ice", "actions": ["attack"], "adverse": False, "free": {"open": 0}}
    table = scene(
        ruleset, f"hero@a {skill} 1 fate_points=3", "foe@a", "a - b", aspects=[dust], pool=0,
        sheets={"foe": {"aspects": [proud]}}, zone={"a": {"aspect": ice}}, turn_order=FIRST,
    )  # fmt: skip
    table.turn("hero").choose("attack", target="foe").dice(FACES[0], FACES[0])
    while table.offers("invoke", mode="+2"):
        table._apply(table.legal("invoke", mode="+2")[0])
        if table.state.side() == "gm" and table.offers("pass"):
            table.passes()
    assert sorted(one["aspect"] for one in table.all("invoke")) == ["Dust", "Ice", "Proud"]
    assert table.points("hero") == 0
    owed = {"fate-core": 1, "autarch": 0, "war-of-ashes": 1}
    assert table.owed("gm") == owed[ruleset]


def blasting(**fields: Any) -> Table:
    """A hero with two points has just paid one of them for an attack on all in the zone."""
    pillar = {"text": "Wobbly Pillar", "actions": ["attack"], "free": {"open": 0}}
    dust = {"text": "Dust", "actions": ["attack"], "free": {"open": 0}}
    blast = {"aspect": "Wobbly Pillar", "does": "zone attack", "skill": "Forceful", "range": 0}
    table = scene(
        "war-of-ashes", "hero@a Quick 1 Forceful 2 fate_points=2", "foe@a; far@b; other@b", "a - b",
        aspects=[pillar, dust], effects=[blast], pool=0, turn_order=FIRST, **fields,
    )  # fmt: skip
    return table.turn("hero").choose("effect", payer="hero", zone="a")


@pytest.mark.rule("A15", "A3")
def test_an_aspect_that_an_effect_was_paid_with_is_that_rolls_paid_one() -> None:
    """The other is named, and there is no third."""
    table = blasting().dice(FACES[0])
    table._apply(table.legal("invoke", mode="reroll")[0]).dice(FACES[0], FACES[0])
    assert table.last("invoke")["aspect"] == "Dust"
    assert table.points("hero") == 0
    again = blasting().dice(FACES[0], FACES[0])
    again._apply(again.legal("invoke", mode="+2")[0])
    assert again.last("invoke")["aspect"] == "Dust"
    assert not again.offers("invoke")


@pytest.mark.rule("A15", "H6", "A3")
def test_what_a_concession_interrupts_was_not_paid_for() -> None:
    """The one foe there concedes: the point comes back, and the aspect may be invoked for the
    attack that follows instead."""
    table = blasting(sheets={"hero": {"attacks": {"Forceful": {"range": 1}}}})
    table.choose("concede", target="foe")
    assert table.points("hero") == 2
    table.choose("attack", target="far").dice(FACES[0], FACES[0])
    named = []
    while table.offers("invoke", mode="+2"):
        table._apply(table.legal("invoke", mode="+2")[0])
        named.append(table.last("invoke")["aspect"])
        if table.state.side() == "gm" and table.offers("pass"):
            table.passes()
    assert sorted(named) == ["Dust", "Wobbly Pillar"]


@pytest.mark.rule("A15", "A3")
def test_an_aspect_that_a_move_was_paid_with_is_paid_for_the_attack_after_it() -> None:
    """The hero swings across on the chain, and attacks: the chain counts no second time by a point,
    and the dust is named."""
    chain = {"text": "Chain", "actions": ["attack", "move"], "free": {"open": 0}}
    dust = {"text": "Dust", "actions": ["attack"], "free": {"open": 0}}
    swing = {"aspect": "Chain", "does": "move"}
    table = scene(
        "war-of-ashes", "hero@a Quick 1 Forceful 2 fate_points=3", "foe@b", "a - b", pool=0,
        aspects=[chain, dust], effects=[swing], turn_order=FIRST,
    ).turn("hero")  # fmt: skip
    table.choose("effect", payer="hero", zone="b")
    assert table.zone("hero") == "b"
    table.choose("attack", target="foe").dice(FACES[0], FACES[0])
    named = []
    while table.offers("invoke", mode="+2"):
        table._apply(table.legal("invoke", mode="+2")[0])
        named.append(table.last("invoke")["aspect"])
    assert named == ["Dust"]


@pytest.mark.rule("H6", "F4", "A15")
@pytest.mark.parametrize("more", range(3))
def test_what_was_owed_for_an_effect_comes_back_whatever_stands_before_it(more: int) -> None:
    """The foe's aspect has another number by each aspect of somebody before."""
    proud = {"text": "Proud", "actions": ["attack", "move", "create"], "helps": "both"}
    hinder = {"aspect": "Proud", "does": "zone attack", "skill": "Fight"}
    others = [f"Aspect {n}" for n in range(more)]
    table = scene(
        "fate-core", "hero Notice 3 Fight 1 fate_points=1", "foe; other", pool=0,
        sheets={"foe": {"aspects": [*others, proud]}}, effects=[hinder],
    )  # fmt: skip
    table.turn("hero").choose("effect", payer="hero", zone="here")
    assert (table.points("hero"), table.owed("gm")) == (0, 1)
    table.choose("concede", target="hero")
    assert table.owed("gm") == 0


@pytest.mark.rule("H6", "A3", "A15")
def test_nothing_stays_of_an_attack_on_a_zone_that_a_concession_has_interrupted() -> None:
    table = blasting().choose("concede", target="foe")
    record = table.settle().state.record[0]
    assert (table.state.actor(), table.points("hero")) == ("hero", 2)
    names = [one for one in record.dtype.names or () if one.startswith("roll_")]
    assert [one for one in names if record[one].any()] == []
