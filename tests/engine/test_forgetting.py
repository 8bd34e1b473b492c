"""Equal futures have equal bytes: what no later rule can read is zero, on whichever of two paths
the same position was reached."""

from __future__ import annotations

from typing import Any

import pytest

from autogm.engine import codes
from tests.conformance.futures import differences
from tests.table import Table, scene

HOT = {"text": "Hot-Headed", "actions": []}
ZERO, STYLE, HIGH = "0 0 0 0", "+ + + +", "- - - -"


def same(first: Table, second: Table) -> list[str]:
    """The fields in which two tables' states differ."""
    bytes_of = (first.state.record.tobytes(), second.state.record.tobytes())
    return differences(first.game, *bytes_of)


def attacking(skill: str, heavy: tuple[str, ...] = ()) -> Table:
    """A hit with style by one of two equal skills, which an aspect tells apart."""
    table = scene(
        "war-of-ashes",
        "hero@a Forceful 2 Clever 2 Quick 2 fate_points=0",
        "foe@a boxes=6",
        "a - b",
        aspects=[{"text": "Riddles", "actions": ["create"], "skills": ["Clever"]}],
        sheets={"hero": {"attacks": {one: {"heavy": True} for one in heavy}}},
        rules={"weight": False},
        pool=0,
    )
    table.turn("hero").choose("attack", target="foe").choose("use", skill=skill)
    return table.dice(STYLE, HIGH).settle_duel()


@pytest.mark.parametrize("absorbed", [False, True])
def test_style_asks_no_more_which_skill_it_was(absorbed: bool) -> None:
    """Where neither weapon is heavy, or both are, bytes are equal; else knocking back is not."""
    for heavy in ((), ("Forceful", "Clever")):
        tables = [attacking(skill, heavy) for skill in ("Forceful", "Clever")]
        for table in tables:
            if absorbed:
                table.absorb()
        assert same(*tables) == []
    one, other = (attacking(skill, ("Clever",)).absorb() for skill in ("Forceful", "Clever"))
    assert (one.offers("knock back"), other.offers("knock back")) == (False, True)
    assert same(one, other) != []


def compelled(effects: tuple[str, str], taken: int, **fields: Any) -> Table:
    """A hero that has accepted one of two compels out of one aspect, on its turn."""
    rows: list[dict[str, Any]] = [
        {"victim": "hero", "aspect": "Hot-Headed", "effect": effect} for effect in effects
    ]
    for row in rows:
        if row["effect"] == "skill out":
            row["skill"] = "Sneaky"
        elif row["effect"].startswith("move"):
            row["zone"] = "a"
    table = scene(
        "war-of-ashes",
        "hero@b Forceful 2 Quick 3",
        "foe@b boxes=6",
        "a - b",
        sheets={"hero": {"aspects": [HOT]}},
        compels=rows,
        rules={"weight": False},
        pool=0,
        **fields,
    )
    return table.until("compel").choose("compel", compel=taken).choose("accept")


@pytest.mark.rule("X1")
def test_a_spent_action_leaves_no_demand_behind() -> None:
    """The hero attacks the foe beside it either way."""
    tables = [compelled(("attack nearest", "skill out"), taken) for taken in range(2)]
    for table in tables:
        if table.offers("attack"):
            table.choose("attack", target="foe")
        table.dice(ZERO, STYLE).settle()
    assert same(*tables) == []


@pytest.mark.rule("O3", "Z4")
def test_a_cost_is_about_who_goes_where() -> None:
    """Nobody asks any more who blocked the way."""
    table = scene("fate-core", "hero@a Notice 1", "foe@b", "a - b - c", pool=0)
    table.turn("hero").choose("move", zone="b").choose("block", target="foe").choose("go on")
    table.dice(ZERO, ZERO).settle()
    assert table.node == codes.N_NAME_COST
    record = table.state.record[0]
    assert (record["roll_target"], record["roll_flags"], record["roll_skill"]) == (0, 0, 0)
    assert table.choose("name cost", cost="a boost").choose("pay the cost").zone("hero") == "b"


@pytest.mark.rule("Z4", "T3")
@pytest.mark.parametrize("after", [False, True])
def test_who_has_acted_was_not_made_to_stand(after: bool) -> None:
    """Of two heroes one was blocked and stayed, the same foe being in the way: where nobody moves
    after acting, nobody asks which; else it keeps the second from moving on."""
    tables = []
    for blocked in ("one", "two"):
        table = scene(
            "fate-core",
            "one@a Notice 3; two@a Notice 2 Fight 2",
            "foe@a Notice 0",
            "a - b",
            rules={"weight": False, "move_before_or_after": after},
            pool=0,
        )
        for hero in ("one", "two"):
            table.turn(hero)
            if hero == blocked:
                table.choose("move", zone="b").choose("block", target="foe").choose("stay")
        tables.append(table.choose("attack", target="foe").dice("+ + 0 0", ZERO).settle_duel())
    assert after == (same(*tables) != [])
    moves = [table.absorb().state.actor() == "two" for table in tables]
    assert moves == [after, False]


@pytest.mark.rule("Z3", "A6")
def test_the_way_of_a_move_is_asked_in_its_duel_alone() -> None:
    table = scene("fate-core", "hero@a Notice 1", "foe@c", "a - b - c - d", pool=0)
    table.turn("hero").choose("sprint", zone="c").dice(ZERO).settle_duel()
    assert int(table.state.record[0]["roll_way"]) == 0
    assert table.node == codes.N_NAME_COST
    attack = scene("fate-core", "hero Notice 3 Fight 3", "foe", pool=0).turn("hero")
    attack.choose("attack", target="foe").dice(ZERO, ZERO).settle_duel()
    assert attack.node in (codes.N_ABSORB, codes.N_BONUS)
    assert int(attack.state.record[0]["roll_way"]) == 0
