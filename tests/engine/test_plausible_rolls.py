"""State lines in the middle of a roll: what the roll is about has to exist. Each field is tried at
the last number that there is, and at the one after it."""

from __future__ import annotations

from typing import Any

import pytest

from autogm.engine import codes
from tests.engine.acting import FACES
from tests.table import Table, scene

FIRST = {"first": "players"}
GROUND = "a - b - c [Icy Ground] - far?"


def before_dice(verb: str, **fields: Any) -> Table:
    """The hero's dice for an action are pending; there are four zones and three fighters."""
    hurl = {"aspect": "Boulders", "does": "move"}
    table = scene(
        "war-of-ashes", "hero@b Quick 1; friend@b", "foe@b boxes=4", GROUND, pool=0,
        turn_order=FIRST, aspects=[{"text": "Boulders", "free": {"players": 1}}], effects=[hurl],
    )  # fmt: skip
    return table.turn("hero").choose(verb, **fields).to_dice()


def reads(table: Table, **fields: int) -> bool:
    """Whether a state with these fields changed is read as one that could be."""
    state = table.state.clone()
    for name, value in fields.items():
        state.record[0][name] = value
    try:
        return table.game.deserialize(table.game.serialize(state)) == state
    except ValueError:
        return False


@pytest.mark.parametrize(
    ("verb", "fields", "field", "last"),
    [
        ("create", {"aspect": "The Tide Is Turning"}, "roll_argument", "slots"),
        ("sprint", {"zone": "c"}, "roll_argument", "zones"),
        ("attack", {"target": "foe"}, "roll_target", "fighters"),
        ("attack", {"target": "foe"}, "roll_actor", "actors"),
        ("attack", {"target": "foe"}, "exchange", "exchanges"),
        ("attack", {"target": "foe"}, "roll_skill", "skills"),
    ],
)
def test_what_a_roll_is_about_exists(
    verb: str, fields: dict[str, str], field: str, last: str
) -> None:
    table = before_dice(verb, **fields)
    row = table.game.scene[0]
    most = {
        "slots": int(row["slots"]) - 1,
        "zones": 3,
        "fighters": 3,
        "actors": 2,
        "exchanges": int(row["exchanges"]),
        "skills": 5,
    }[last]
    assert reads(table)
    assert reads(table, **{field: most})
    assert not reads(table, **{field: most + 1})
    assert not reads(table, **{field: -1})


def test_outside_is_for_whoever_leaves_the_field() -> None:
    assert reads(before_dice("sprint", zone="c"), roll_argument=codes.OUTSIDE)
    assert not reads(before_dice("sprint", zone="c"), roll_argument=codes.OUTSIDE - 1)
    create = before_dice("create", aspect="The Tide Is Turning")
    assert not reads(create, roll_argument=codes.OUTSIDE + 40)


def test_only_hidden_ground_is_explored() -> None:
    table = before_dice("create", aspect="The Tide Is Turning")
    explored = int(table.game.scene[0]["zone_explore"][3])
    assert reads(table, roll_verb=codes.V_EXPLORE, roll_argument=explored)
    assert not reads(table, roll_verb=codes.V_EXPLORE)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("roll_flags", codes.R_AREA),
        ("roll_flags", codes.R_CHARGE),
        ("roll_verb", codes.V_MOVE),
        ("roll_verb", codes.V_PASS),
        ("roll_target", 0),
        ("winner", 1),
        ("depth", 1),
    ],
)
def test_a_roll_fits_together(field: str, value: int) -> None:
    assert not reads(before_dice("attack", target="foe"), **{field: value})


@pytest.mark.parametrize("fighter", [0, 1, 2])
def test_who_stands_where_fits_the_sums_of_each_zone(fighter: int) -> None:
    table = before_dice("attack", target="foe")
    state = table.state.clone()
    assert int(state.record[0]["zone"][fighter]) == 1
    state.record[0]["zone"][fighter] = 2
    with pytest.raises(ValueError, match="`present_in` is not what it sums up"):
        table.game.deserialize(table.game.serialize(state))


@pytest.mark.parametrize("dice", [FACES[0], FACES[4]])
def test_what_hinders_is_counted_by_zone(dice: str) -> None:
    table = before_dice("attack", target="foe").dice(dice)
    for zone in range(4):
        state = table.state.clone()
        state.record[0]["adverse"][zone] += 1
        with pytest.raises(ValueError, match="`adverse` is not what it sums up"):
            table.game.deserialize(table.game.serialize(state))


@pytest.mark.rule("Z4")
def test_a_blocked_step_leads_into_a_zone_that_exists() -> None:
    table = scene("fate-core", "hero@a Notice 1", "foe@b", "a - b - c", pool=0)
    table.turn("hero").choose("move", zone="b")
    assert table.node == codes.N_BLOCK
    top = int(table.state.record[0]["depth"]) - 1
    number = int(table.state.record[0]["pending"][top, 3])
    assert number & codes.ZONE_MASK == 1
    for zone, possible in ((1, True), (3, False), (62, False)):
        state = table.state.clone()
        state.record[0]["pending"][top, 3] = number & ~codes.ZONE_MASK | zone
        try:
            read = table.game.deserialize(table.game.serialize(state)) == state
        except ValueError:
            read = False
        assert read is possible, zone
