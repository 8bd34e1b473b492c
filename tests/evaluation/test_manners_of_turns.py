"""Manners of using a turn: each is counted where it is shown, and not where what looks alike has a
reason.
"""

from __future__ import annotations

import pytest

from tests.evaluation.recorded import Recorded, recorded

FIRST = {"turn_order": {"first": "players"}, "pool": 0}
BARRELS = {"text": "Barrels", "on": "zone", "difficulty": 0, "skills": ["Quick"]}
WALL = {"text": "A Wall of Crates", "actions": [], "difficulty": 0}


def brawl(gm: str = "foe@b", ground: str = "a - b - c", **fields: object) -> Recorded:
    """A hero in a, whose turn it is, and a foe."""
    players = str(fields.pop("players", "hero@a Quick 2 fate_points=0"))
    table = recorded("war-of-ashes", players, gm, ground, **{**FIRST, **fields})
    table.turn("hero")
    return table


@pytest.mark.parametrize(("answer", "odd"), [("stay", 1), ("go on", 0)])
def test_a_move_that_is_blocked_and_given_up(answer: str, odd: int) -> None:
    table = brawl("foe@a").choose("move", zone="b")
    assert isinstance(table, Recorded)
    table.choose("block", target="foe").choose(answer)
    assert table.seen("blocked") == (odd, 1)
    assert table.who("blocked") == ["hero"] * odd


def test_who_is_blocked_and_acts_has_lost_nothing() -> None:
    table = brawl("foe@a").choose("move", zone="b")
    table.choose("block", target="foe").choose("stay").choose("attack", target="foe")
    table.rest()
    assert table.seen("blocked") == (0, 1)


def test_a_move_called_off_for_want_of_an_action_was_given_up() -> None:
    table = brawl("foe@a", templates=[BARRELS])
    table.choose("create", aspect="Barrels", on="a")
    table.rest().choose("move", zone="b").choose("block", target="foe")
    table.settle()
    assert table.seen("blocked") == (1, 1)
    let_through = brawl("foe@a")
    let_through.choose("move", zone="b").passes()
    assert let_through.seen("blocked") == (0, 1)


def walk(table: Recorded, *zones: str) -> Recorded:
    """The hero's moves, one each turn."""
    for zone in zones:
        table.turn("hero").choose("move", zone=zone).settle()
        table.passes()
    return table


def test_walking_to_and_fro() -> None:
    assert walk(brawl("foe@c"), "b", "a").seen("to-and-fro") == (1, 2)
    assert walk(brawl("foe@c"), "b", "a", "b").seen("to-and-fro") == (2, 3)
    assert walk(brawl("foe@c", "a - b - c; a - d"), "b", "a", "d").seen("to-and-fro") == (1, 3)


def test_going_back_is_no_fault_with_a_deed_between_or_long_after() -> None:
    table = walk(brawl("foe@b; other@c"), "b")
    table.turn("hero").choose("attack", target="foe")
    table.rest().choose("move", zone="a").settle()
    assert table.seen("to-and-fro") == (0, 2)
    table = walk(brawl("foe@c"), "b")
    table.turn("hero").passes()
    assert walk(table, "a").seen("to-and-fro") == (0, 2)


def test_idle_beside_an_enemy() -> None:
    table = brawl("foe@a")
    table.passes()
    assert table.seen("idle") == (1, 1)
    assert table.who("idle") == ["hero"]


def test_not_idle_who_acts_or_can_reach_or_hurt_nobody() -> None:
    table = brawl("foe@a")
    table.choose("attack", target="foe")
    table.rest().passes()
    assert table.seen("idle") == (0, 1)
    far = brawl("foe@c")
    far.passes()
    assert far.seen("idle") == (0, 0)
    hard = brawl("foe@a Forceful 9 Careful 9 Clever 9 Flashy 9 Quick 9 Sneaky 9")
    hard.passes()
    assert hard.seen("idle") == (0, 1), "next to no chance to hit"


def test_an_empty_turn_leads_nowhere() -> None:
    table = brawl("foe@c", "a - b - c; a - d")
    table.passes()
    assert table.seen("empty-turn") == (1, 1)
    away = walk(brawl("foe@c", "a - b - c; a - d"), "d")
    assert away.seen("empty-turn")[0] == 1


def test_a_step_nearer_is_not_empty_nor_is_a_deed_or_a_goal() -> None:
    assert walk(brawl("foe@c"), "b").seen("empty-turn") == (0, 1)
    table = brawl("foe@c")
    table.choose("create", aspect="Favourable Ground", on="a")
    table.rest().passes()
    assert table.seen("empty-turn") == (0, 1)
    holds = {"players": [{"do": "hold", "zone": "a", "exchanges": 5}]}
    kept = brawl("foe@c", objectives=holds)
    kept.passes()
    assert kept.seen("empty-turn") == (0, 1)
    lasting = brawl("foe@c", objectives={"players": [{"do": "survive", "exchanges": 5}]})
    lasting.passes()
    assert lasting.seen("empty-turn") == (0, 0)


def test_preparing_rather_than_attacking() -> None:
    table = brawl("foe@a")
    table.choose("create", aspect="Favourable Ground", on="a")
    table.rest().turn("foe").choose("attack", target="hero")
    assert table.seen("creates") == (1, 2)
    assert table.who("creates") == ["hero"]


def test_a_third_advantage_on_one_aspect() -> None:
    table = brawl("foe@c", templates=[BARRELS, {**BARRELS, "text": "Smoke"}])
    for _ in range(3):
        table.turn("hero").choose("create", aspect="Barrels", on="a")
        table.rest().passes()
    assert table.seen("third-advantage") == (1, 3)
    other = brawl("foe@c", templates=[BARRELS, {**BARRELS, "text": "Smoke"}])
    for aspect in ("Barrels", "Smoke", "Barrels"):
        other.turn("hero").choose("create", aspect=aspect, on="a")
        other.rest().passes()
    assert other.seen("third-advantage") == (0, 3)


def test_an_advantage_that_was_used_may_be_renewed() -> None:
    barrels = {**BARRELS, "actions": ["attack"], "helps": "both"}
    table = brawl("foe@a", templates=[barrels], rules={"advantage_difficulty": 0})
    for _ in range(2):
        table.turn("hero").choose("create", aspect="Barrels", on="a")
        table.rest().passes()
    table.turn("hero").choose("attack", target="foe").dice("0 0 0 0", "0 0 0 0")
    table.choose("invoke free", aspect="Barrels", on="a", mode="+2")
    table.rest().passes().turn("hero").choose("create", aspect="Barrels", on="a")
    assert table.seen("third-advantage") == (0, 3)


@pytest.mark.parametrize(("boxes", "odd"), [(0, 1), (2, 0)])
def test_an_advantage_where_an_attack_would_have_taken_out(boxes: int, odd: int) -> None:
    """With a lead of two a foe without boxes falls to five dice in six, one with two to few."""
    table = brawl(
        f"foe@a type=minion boxes={boxes}", players="hero@a Forceful 2 Quick 2 fate_points=0"
    )
    table.choose("create", aspect="Favourable Ground", on="a")
    assert table.seen("advantage-over-kill") == (odd, 1)


@pytest.mark.parametrize(("where", "odd"), [("a", 0), ("b", 0), ("c", 1)])
def test_a_guard_against_nobody(where: str, odd: int) -> None:
    """From b a step leads to the hero; from c two would."""
    table = brawl(f"foe@{where}")
    table.choose("full defense")
    assert table.seen("lonely-guard") == (odd, 1)


@pytest.mark.parametrize(
    ("wall", "odd"),
    [
        (WALL, 1),
        ({**WALL, "free": {"gm": 1}}, 0),
        ({**WALL, "free": {"open": 1}}, 0),
        ({**WALL, "free": {"players": 1}}, 1),
    ],
)
def test_getting_rid_of_what_does_nothing(wall: dict[str, object], odd: int) -> None:
    table = brawl("foe@a", aspects=[wall])
    table.choose("overcome", aspect="A Wall of Crates")
    assert table.seen("overcomes-nothing") == (odd, 1)


def test_what_hinders_is_worth_overcoming() -> None:
    table = brawl("foe@b", "a [Icy] - b")
    table.choose("overcome", aspect="Icy")
    assert table.seen("overcomes-nothing") == (0, 1)


def helped(skill: int) -> Recorded:
    """Somebody helps the hero, whose turn is then still to come."""
    table = recorded(
        "fate-core",
        f"helper Fight {skill} Notice 3 fate_points=0; hero Fight 2 Notice 1 fate_points=0",
        "foe", pool=0,
    )  # fmt: skip
    table.turn("helper").choose("help", target="hero")
    return table


def test_help_that_counts() -> None:
    table = helped(1)
    table.turn("hero").choose("attack", target="foe")
    table.rest()
    assert table.seen("unused-help") == (0, 1)


def test_help_for_who_does_not_roll_or_from_who_knows_nothing() -> None:
    late = helped(1)
    late.turn("foe").turn("helper").passes()
    assert late.seen("unused-help") == (1, 1)
    assert late.who("unused-help") == ["helper"]
    unable = helped(0)
    unable.turn("hero").choose("attack", target="foe")
    unable.rest()
    assert unable.seen("unused-help") == (1, 1)
