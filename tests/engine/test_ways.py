"""Ways that are seldom taken: round a hard edge, far along a line of sight, at a swarm."""

from __future__ import annotations

import pytest

from tests.engine.acting import FACES
from tests.table import scene

FIRST = {"first": "players"}


@pytest.mark.rule("Z3", "Z6")
@pytest.mark.parametrize(("most", "difficulty"), [(1, 6), (2, 2), (3, 2)])
def test_a_way_round_a_hard_edge_passes_no_more_zones_than_a_move_may(
    most: int, difficulty: int
) -> None:
    """Straight on 6; round by b one zone more, at 2."""
    hard = [{"between": ["a", "c"], "difficulty": 6}]
    table = scene(
        "war-of-ashes", "hero@a Quick 1", "foe@c", "a - b - c", edges=hard,
        rules={"max_zones_moved": most}, turn_order=FIRST,
    )  # fmt: skip
    table.turn("hero").choose("sprint", zone="c")
    assert table.difficulty == difficulty


@pytest.mark.rule("A14")
@pytest.mark.parametrize("before", [0, 12, 14, 15, 16, 17, 20])
@pytest.mark.parametrize(("here", "there"), [("", ""), (" [Fog]", ""), (" [Fog]", " [Smoke]")])
def test_the_line_of_sight_is_the_same_wherever_it_lies(before: int, here: str, there: str) -> None:
    """Two zones away 3, and 2 more for each that hides something; as many zones as there may be are
    numbered before them."""
    others = "".join(f"z{n}; " for n in range(before))
    line = f"far? - b{there} - a{here}" if before % 2 else f"a{here} - b{there} - far?"
    table = scene("war-of-ashes", "olivia@a Quick 1", "orc@a", others + line, turn_order=FIRST)
    table.turn("olivia").choose("explore")
    assert table.difficulty == 3 + 2 * bool(here) + 2 * bool(there)


@pytest.mark.rule("N3", "W4", "M3")
@pytest.mark.parametrize(
    ("gm", "charged"),
    [
        ("bats@b type=swarm size=big", True),
        ("bats@b type=swarm size=big; orc@b", False),
        ("bats@b type=swarm size=small; orc@b", True),
        ("bats@b type=swarm size=huge", False),
    ],
)
def test_a_swarm_is_charged_unless_it_outweighs_the_charger_twice(gm: str, charged: bool) -> None:
    """The hero counts for two: as much as a big swarm, less than that and an orc."""
    table = scene("war-of-ashes", "hero@a Quick 1 weight=1", gm, "a - b", turn_order=FIRST)
    assert table.turn("hero").offers("charge", target="bats") is charged


@pytest.mark.rule("N5", "M7", "Z3")
@pytest.mark.parametrize("equipment", [False, True])
def test_only_what_was_in_the_hand_is_knocked_out_of_it(equipment: bool) -> None:
    """Skates that are equipment go with the sword; sure feet stay."""
    sword = {"name": "Sword", "does": "weapon", "amount": 1, "equipment": True}
    feet = {"name": "Sure Feet", "does": "ignore-terrain", "equipment": equipment}
    table = scene(
        "war-of-ashes", "hero@a Quick 1 boxes=4", "foe@a Forceful 3", "a - b [Icy Ground]",
        sheets={"hero": {"stunts": [sword, feet]}}, turn_order=FIRST,
    )  # fmt: skip
    assert table.turn("hero").offers("move", zone="b")
    table.turn("foe").choose("attack", target="hero").dice(FACES[1], FACES[-1])
    table.absorb().choose("disarm")
    assert table.turn("hero").offers("move", zone="b") is not equipment


@pytest.mark.rule("H7", "H5")
@pytest.mark.parametrize("zone", ["a", "b", "c"])
def test_what_a_fighter_carried_lies_where_it_fell(zone: str) -> None:
    """The thief picks it up there, and is taken out."""
    fragile = {"boxes": 0, "consequences": {"mild": 0, "moderate": 0, "severe": 0}}
    table = scene(
        "accelerated", f"hero@{zone} Quick 1 Forceful 3", f"thief@{zone} Quick 3; foe@{zone}",
        "a - b - c", zone={"a": {"exit": True}}, item={"name": "The Idol", "zone": zone},
        objectives={"gm": [{"do": "get out", "item": True}]}, sheets={"thief": fragile},
        turn_order={"skill": "Quick"}, pool=0,
    )  # fmt: skip
    table.turn("thief").choose("grab").dice("+ + + +").settle()
    assert not table.turn("hero").offers("grab")
    table.choose("attack", target="thief").dice("+ + + 0", "- - - -").settle()
    assert table.out("thief")
    assert table.last("item")["zone"] == zone
    assert table.turn("foe").offers("grab")
