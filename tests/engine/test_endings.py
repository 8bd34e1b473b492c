"""Conceding, and how a conflict ends (H6, H7)."""

from __future__ import annotations

from typing import Any

import pytest

from autogm.engine import codes
from tests.engine.acting import FACES, acting
from tests.table import Table, scene


@pytest.mark.rule("H6", "T4")
def test_who_may_concede_when() -> None:
    """After an action is declared and before its dice, first the acting, then the other side."""
    table = scene("fate-core", "hero Notice 1; friend", "foe; other", pool=0)
    table.turn("hero")
    assert not table.offers("concede")
    table.choose("attack", target="foe")
    assert (table.node, table.state.side()) == (codes.N_CONCEDE, "players")
    assert table.values("concede", "target") == ["hero", "friend"]
    table.passes()
    assert table.state.side() == "gm"
    assert table.values("concede", "target") == ["foe", "other"]
    table.passes().dice("+ 0 0 0", "0 0 0 0")
    assert table.node == codes.N_ABSORB
    assert not table.offers("concede"), "never between roll and absorption"


@pytest.mark.rule("H6")
def test_conceding_pays_for_consequences_and_keeps_the_interrupted_action() -> None:
    table = scene("fate-core", "hero fate_points=1; friend", "foe Notice 1 Fight 2; other", pool=0)
    table.turn("foe").choose("attack", target="hero").dice("0 0 0 0", "0 0 0 0")
    table.choose("absorb", consequences=(0,)).turn("foe")
    table.choose("attack", target="hero").choose("concede", target="hero")
    assert not table.here("hero")
    assert not table.out("hero") or table.all("taken out") == []
    assert table.owed("hero") == 1 + 1 + 1, "one, one for the consequence, and what it had"
    assert table.state.actor() == "foe"
    assert table.offers("attack", target="friend"), "the interrupted action is not spent"


@pytest.mark.rule("H6")
def test_others_may_concede_and_the_action_goes_on() -> None:
    table = scene("fate-core", "hero Notice 1; friend", "foe; other", pool=0)
    table.turn("hero").choose("attack", target="foe").choose("concede", target="friend")
    table.choose("concede", target="other")
    table.dice("0 0 0 0", "0 0 0 0")
    assert table.last("result")["outcome"] == "ties"


@pytest.mark.rule("H6", "E4")
def test_an_action_with_nobody_left_to_do_it_to_is_not_spent() -> None:
    burst = {"hero": {"attacks": {"Shoot": {"area": True, "range": 1}}}}
    table = scene("fate-core", "hero@a Shoot 1 Notice 1", "foe@b; other@a", "a - b", sheets=burst)
    table.turn("hero").choose("attack everyone", zone="b").choose("concede", target="foe")
    assert table.state.actor() == "hero"
    assert table.offers("attack", target="other")
    weak = {"text": "Marked", "on": "enemy", "difficulty": 1}
    table = scene("fate-core", "hero Notice 1", "foe; other", templates=[weak])
    table.turn("hero").choose("create", aspect="Marked", on="foe").choose("concede", target="foe")
    assert not table.stands("Marked", on="foe")
    assert table.offers("attack", target="other")


@pytest.mark.rule("H6", "Z4")
@pytest.mark.parametrize("concedes", [False, True])
def test_a_free_move_is_not_spent_on_a_blocker_who_concedes(concedes: bool) -> None:
    table = scene("fate-core", "hero@a Notice 1", "foe@b; other@c", "a - b - c", pool=0)
    table.turn("hero").choose("move", zone="b").choose("block", target="foe").choose("go on")
    if concedes:
        table.choose("concede", target="foe")
        assert table.offers("move", zone="b"), "neither the move nor the action is spent"
        assert table.offers("sprint", zone="c")
    else:
        table.dice("0 0 0 0", "+ + 0 0")
        assert not table.settle().offers("move"), "failing has used up both"


@pytest.mark.rule("H6", "Z4")
def test_a_free_move_made_before_stays_spent() -> None:
    """Only the sprint is interrupted: the hero has moved from a to b."""
    table = scene("fate-core", "hero@a Notice 1", "foe@c; other@d", "a - b - c - d", pool=0)
    table.turn("hero").choose("move", zone="b").choose("sprint", zone="c")
    table.choose("block", target="foe").choose("go on").choose("concede", target="foe")
    assert not table.offers("move")
    assert table.offers("sprint", zone="c")


@pytest.mark.rule("H6", "N4")
def test_members_of_a_group_keep_an_interrupted_attack() -> None:
    table = scene("fate-core", "a; b; c", "thugs type=group members=3 Notice 1 boxes=0")
    table.turn("thugs").choose("attack", target="a", members=1).choose("concede", target="a")
    assert table.values("attack", "members", target="b") == [1, 2, 3]
    assert table.offers("create")


@pytest.mark.rule("H6", "M4")
def test_an_interrupted_action_does_not_end_full_defense() -> None:
    table = scene("war-of-ashes", "hero Quick 1", "foe; other")
    table.turn("hero").choose("full defense").dice("+ 0 0 0")
    table.turn("hero").choose("attack", target="foe").choose("concede", target="foe")
    assert table.stands("Hero's Full Defense")
    table.choose("attack", target="other").dice("0 0 0 0")
    assert not table.stands("Hero's Full Defense")


@pytest.mark.rule("H6")
@pytest.mark.parametrize("ruleset", ["minifate", "autarch"])
def test_nobody_concedes_there(ruleset: str) -> None:
    table = acting(ruleset).choose("attack", target="foe")
    assert table.node == codes.N_DICE


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


@pytest.mark.rule("H6", "N5", "H9")
@pytest.mark.parametrize("limit", ["conflict", "point"])
def test_a_stunt_of_an_interrupted_action_is_not_used(limit: str) -> None:
    """A lethal blow that its victim gives way to, and then one whose dice fall."""
    blow = {"name": "Blow", "does": "lethal", "skills": ["Fight"], "limit": limit}
    sheets = {"hero": {"stunts": [blow]}}
    table = scene("fate-core", "hero Notice 1 fate_points=1", "foe; other; third", sheets=sheets)
    table.turn("hero").choose("attack", target="foe").choose("use", skill="Fight", lethal=True)
    table.choose("concede", target="foe")
    assert table.points("hero") == 1
    table.choose("attack", target="other").choose("use", skill="Fight", lethal=True)
    table.dice("+ + 0 0", "0 0 0 0")
    assert [one["stunt"] for one in table.all("stunt")] == ["Blow"]
    assert table.points("hero") == (0 if limit == "point" else 1)
    table.absorb().turn("hero").choose("attack", target="third")
    assert not table.offers("use", lethal=True)


@pytest.mark.rule("H6", "N5")
def test_a_swap_of_an_interrupted_action_is_not_used() -> None:
    swap = {"name": "Feint", "does": "swap", "skills": ["Deceive"], "instead_of": "Fight"}
    sheets = {"hero": {"stunts": [{**swap, "actions": ["attack"], "limit": "conflict"}]}}
    table = scene("fate-core", "hero Notice 1 Deceive 2", "foe; other", sheets=sheets)
    table.turn("hero").choose("attack", target="foe").choose("use", skill="Deceive")
    table.choose("concede", target="foe").choose("attack", target="other")
    table.choose("use", skill="Deceive").dice("0 0 0 0", "0 0 0 0")
    table.settle_duel().absorb().turn("hero").choose("attack", target="other")
    assert not table.offers("use", skill="Deceive")


@pytest.mark.rule("N5", "F8")
def test_stunts_called_on_together_need_a_point_each() -> None:
    swap = {"name": "Feint", "does": "swap", "skills": ["Deceive"], "instead_of": "Fight"}
    blow = {"name": "Blow", "does": "lethal", "skills": ["Deceive"], "limit": "point"}
    stunts = [{**swap, "actions": ["attack"], "limit": "point"}, blow]
    for points in (1, 2):
        hero = f"hero Notice 1 Deceive 2 fate_points={points}"
        table = scene("fate-core", hero, "foe", sheets={"hero": {"stunts": stunts}}).turn("hero")
        table.choose("attack", target="foe")
        assert table.values("use", "lethal", skill="Deceive") == [False, True][:points]
