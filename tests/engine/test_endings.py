"""How a conflict ends: objectives, ways out, the exchange limit (H7)."""

from __future__ import annotations

from typing import Any

import pytest

from autogm.engine import codes
from tests.engine.acting import FACES, acting
from tests.table import Table, scene


@pytest.mark.rule("H7")
def test_the_last_side_standing_wins() -> None:
    table = acting("fate-core").choose("attack", target="foe").dice(FACES[1], FACES[0])
    assert table.state.winner is None
    assert table.choose("be taken out").state.winner == "players"


@pytest.mark.rule("H7")
def test_those_still_to_come_keep_a_conflict_going() -> None:
    table = scene("fate-core", "hero Notice 1", "foe; late arrives=3", pool=0).turn("hero")
    table.choose("attack", target="foe").dice(FACES[1], FACES[0]).choose("be taken out")
    assert table.state.winner is None
    assert table.turn("late").state.exchange == 3


@pytest.mark.rule("H7")
def test_holding_a_zone() -> None:
    goal = {"players": [{"do": "hold", "zone": "gate", "exchanges": 2}]}
    table = scene("fate-core", "hero@gate Notice 1", "foe@yard", "gate - yard", objectives=goal)
    table.turn("hero").passes().turn("foe").passes()
    assert table.state.winner is None
    table.turn("foe").choose("move", zone="gate").settle().passes()
    table.turn("foe").choose("move", zone="yard").settle().passes()
    table.turn("foe").passes()
    assert table.state.winner == "players", "alone there at the end of two exchanges in a row"
    assert table.state.exchange == 4


@pytest.mark.rule("H7")
def test_surviving_taking_out_and_getting_out() -> None:
    survive = {"gm": [{"do": "survive", "exchanges": 2}]}
    table = scene("fate-core", "hero", "foe", objectives=survive).turn("hero").passes().turn("foe")
    table.passes().turn("hero").passes().settle()
    while not table.state.is_terminal():
        table.passes()
    assert (table.state.winner, table.state.exchange) == ("gm", 2)

    boss = {"players": [{"do": "take out", "who": ["boss"]}]}
    table = scene("fate-core", "hero Notice 1", "thug; boss", objectives=boss, pool=0).turn("hero")
    table.choose("attack", target="boss").choose("concede", target="boss")
    assert table.state.winner == "players"

    chief = {"players": [{"do": "take out", "who": ["chief"]}]}
    table = scene("fate-core", "hero Notice 1", "chief; chief-guard", objectives=chief, pool=0)
    table.turn("hero").choose("attack", target="chief").choose("concede", target="chief")
    assert table.state.winner == "players", "a name that begins alike is another's"

    flight = {"players": [{"do": "get out", "who": ["a", "b"], "number": 2}]}
    exits = {"door": {"exit": True}}
    players = "a@door Notice 2; b@door Notice 1; c@hall"
    table = scene("fate-core", players, "foe@hall", "door - hall", objectives=flight, zone=exits)
    table.turn("a").choose("leave")
    assert table.state.winner is None
    assert table.turn("b").choose("leave").state.winner == "players"


def flight(players: str = "a@door Notice 2; b@hall Notice 1", **fields: Any) -> Table:
    """It is the turn of a hero who stands at the way out."""
    ground = fields.pop("ground", "door - hall")
    goal = {"players": [{"do": "get out", "who": ["a"]}]}
    return scene(
        "fate-core",
        players,
        fields.pop("gm", "foe@hall"),
        ground,
        objectives=goal,
        zone={"door": {"exit": True}},
        pool=0,
        **fields,
    ).turn("a")


@pytest.mark.rule("H7", "Z3")
@pytest.mark.parametrize(
    ("ground", "difficulty"), [("door [Rubble] - hall", 2), ("door [Rubble] - hall [Ice]", 2)]
)
def test_a_hindered_way_out_is_an_overcome(ground: str, difficulty: int) -> None:
    """Two for the adverse aspect of the exit's zone; no other zone is passed."""
    table = flight(ground=ground).choose("leave")
    assert table.difficulty == difficulty
    table.dice("+ + + 0").settle()
    assert table.state.winner == "players"
    table = flight(ground=ground).choose("leave").dice("- - 0 0")
    table.choose("name cost", cost="a consequence").choose("fail").settle()
    assert table.here("a")
    assert table.zone("a") == "door"


@pytest.mark.rule("H7", "Z2", "Z3")
def test_leaving_is_the_free_move_or_an_action() -> None:
    table = flight("a@hall Notice 2; b@hall Notice 1")
    assert not table.offers("leave")
    table.choose("move", zone="door").settle()
    assert table.choose("leave").difficulty == 0, "the free move is made, and does not count"
    table = flight().choose("create", aspect="The Tide Is Turning")
    table.dice("+ + 0 0").settle()
    assert table.choose("leave").state.winner == "players", "before or after the action"


@pytest.mark.rule("H7", "Z4")
def test_the_way_out_may_be_blocked() -> None:
    table = flight(gm="foe@door; far@hall").choose("leave")
    assert table.values("block", "target") == ["foe"], "who stands at the exit"
    assert table.passes().state.winner == "players"
    table = flight(gm="foe@door; other@door").choose("leave").choose("block", target="foe")
    assert table.choose("stay").offers("create"), "it keeps its action"
    assert not table.offers("leave")
    table = flight(gm="foe@door").choose("leave").choose("block", target="foe").choose("go on")
    table.dice("+ 0 0 0", "0 0 0 0")
    assert table.state.winner == "players"


@pytest.mark.rule("H7", "Z4", "Z5", "O3")
def test_getting_out_at_a_minor_cost_leaves_an_enemy_a_boost() -> None:
    table = flight(gm="foe@door").choose("leave").choose("block", target="foe").choose("go on")
    table.dice("0 0 0 0", "0 0 0 0").choose("name cost", cost="a boost")
    table.choose("pay the cost")
    assert table.state.winner == "players"
    assert table.last("boost")["who"] == "foe"


WANTED = {"do": "get out", "item": True}


def theft(**objectives: Any) -> Table:
    """An enemy has just walked out with the item."""
    table = scene(
        "fate-core", "hero@hall Notice 1; friend@hall", "thief@door Notice 3; foe@hall",
        "door - hall", pool=0, zone={"door": {"exit": True}}, objectives=objectives,
        item={"name": "The Idol", "zone": "door"},
    )  # fmt: skip
    table.turn("thief").choose("grab").dice("+ + 0 0").settle()
    assert table.state.record[0]["item"] == codes.ITEM_CARRIED + table._index("thief")
    return table.choose("leave").settle()


@pytest.mark.rule("H7")
def test_an_item_counts_for_the_side_that_carries_it_out() -> None:
    """Whoever does so for the other side has put it out of reach, and the conflict goes on."""
    table = theft(players=[WANTED])
    assert table.state.winner is None
    assert not table.here("thief")
    table.turn("hero").choose("move", zone="door").settle()
    assert not table.offers("grab")
    assert table.choose("leave").settle().state.winner is None
    assert theft(players=[WANTED], gm=[WANTED]).state.winner == "gm"
    escape = {"do": "get out", "who": ["thief"]}
    assert theft(players=[WANTED], gm=[escape]).state.winner == "gm"


@pytest.mark.rule("H7")
def test_the_exchange_limit_is_undecided() -> None:
    table = scene("fate-core", "hero", "foe", exchanges=2)
    while not table.state.is_terminal():
        table.passes()
    assert (table.state.winner, table.state.exchange) == ("undecided", 2)


def test_no_zero_is_negative() -> None:
    """An undecided end is worth nothing to either side, and looks like it."""
    table = scene("accelerated", "hero", "foe", exchanges=1).turn("hero").passes()
    assert repr(table.state.returns()) == "(0.0, 0.0)", "not over yet"
    table.turn("foe").passes()
    assert table.state.winner == "undecided"
    assert repr(table.state.returns()) == "(0.0, 0.0)"
