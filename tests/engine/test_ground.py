"""Zones and movement (Z1-Z6)."""

from __future__ import annotations

from typing import Any

import pytest

from autogm.engine import codes
from tests.engine.acting import FACES
from tests.seen.test_seen import position
from tests.table import Table, scene

EDGE = {"text": "Gaping Edge", "helps": "against", "actions": ["oppose"], "adverse": False,
        "free": {"gm": 1}}  # fmt: skip


def mover(ground: str, gm: str = "foe@z", ruleset: str = "war-of-ashes", **fields: Any) -> Table:
    """It is the turn of a hero in zone a, who moves at 0."""
    first = {"war-of-ashes": "Quick 0", "autarch": "Notice 1", "minifate": "Agility 0"}.get(
        ruleset, "Notice 1"
    )
    order = {"first": "players"}
    table = scene(
        ruleset, f"hero@a {first} fate_points=0", gm, ground, pool=0, turn_order=order, **fields
    )
    return table.turn("hero")


@pytest.mark.rule("Z1", "Z2")
def test_one_free_move_to_an_adjacent_zone() -> None:
    table = mover("a - b - c - z")
    assert table.values("move", "zone") == ["b"]
    table.choose("move", zone="b")
    assert table.zone("hero") == "b"
    assert not table.offers("move"), "one a turn"
    assert table.offers("create"), "and no action"


@pytest.mark.rule("Z1")
def test_every_zone_has_an_aspect_or_is_unexplored() -> None:
    with pytest.raises(ValueError, match="unexplored"):
        scene("war-of-ashes", "hero@a", "foe@a", zone={"a": {"aspect": None}})
    with pytest.raises(ValueError, match="unexplored"):
        scene("war-of-ashes", "hero", "foe", zone={"b": {}}, edges=[["here", "b"]])


@pytest.mark.rule("Z1")
def test_zones_of_a_debate_are_abstract_ground() -> None:
    table = scene(
        "fate-core",
        "jusipio@architects Rapport 2 Empathy 1",
        "meloria@merchants",
        "architects - council - merchants [Debris]",
        kind="social",
    )
    table.turn("jusipio").choose("move", zone="council")
    table.turn("jusipio").choose("sprint", zone="merchants").to_dice()
    assert table.last("skill")["skill"] in ("Rapport", "Contacts")


@pytest.mark.rule("Z2")
@pytest.mark.parametrize("after", [True, False])
def test_the_free_move_before_or_after_the_action(after: bool) -> None:
    table = mover("a - b - z", "foe@a; other@z", rules={"move_before_or_after": after})
    table.choose("create", aspect="Favourable Ground", on="a").dice("+ + 0 0").settle()
    offered = table.state.actor() == "hero" and table.offers("move", zone="b")
    assert offered is after


@pytest.mark.rule("Z3", "T3")
@pytest.mark.parametrize(
    ("ground", "zone", "difficulty"),
    [
        ("a - b [Icy]; b - z", "b", 2),
        ("a [Icy] - b; b - z", "b", 2),
        ("a [Icy] - b [Boulders] - z", "b", 4),
        ("a - b - c - z", "c", 2),
        ("a - b [Icy] - c - z", "c", 4),
        ("a - b - c - d - z", "d", 4),
    ],
)
def test_hindered_and_longer_moves(ground: str, zone: str, difficulty: int) -> None:
    table = mover(ground).choose("sprint", zone=zone)
    assert table.difficulty == difficulty
    table.dice("+ + + +")
    if difficulty == 4:
        table.choose("name cost", cost="a boost").choose("pay the cost")
    assert table.zone("hero") == zone
    assert table.state.actor() != "hero" or not table.offers("create"), "it used up the action"


@pytest.mark.rule("Z3", "T3")
@pytest.mark.parametrize(("zone", "difficulty"), [("c", 0), ("d", 2), ("e", 4)])
def test_the_zone_of_a_free_move_before_does_not_count(zone: str, difficulty: int) -> None:
    """Only the zones of the longer move itself are counted."""
    table = mover("a - b - c - d - e - z").choose("move", zone="b").choose("sprint", zone=zone)
    assert table.difficulty == difficulty


@pytest.mark.rule("Z3", "T3")
def test_the_free_move_stays_available_after_a_longer_one() -> None:
    table = mover("a - b - c - d - z").choose("sprint", zone="c")
    assert table.difficulty == 2
    table.dice("+ + + 0").settle_duel().choose("move", zone="d")
    assert table.zone("hero") == "d"


@pytest.mark.rule("Z3")
def test_a_guard_who_has_stepped_before_meets_one_adverse_zone() -> None:
    """The kept battle: from the clearing, where it has gone freely, into the lake, whose depth
    hinders it."""
    kept = position("a-surcharge-by-order").record[0]
    assert (kept["roll_verb"], kept["roll_against"]) == (codes.V_SPRINT, 2)


@pytest.mark.rule("Z3", "H7")
def test_the_way_out_costs_no_more_after_a_free_move() -> None:
    flight = {"players": [{"do": "get out", "who": ["hero"]}]}
    table = mover("a - b - z", zone={"b": {"exit": True}}, objectives=flight)
    assert table.choose("move", zone="b").choose("leave").difficulty == 0


@pytest.mark.rule("Z3")
@pytest.mark.parametrize(("most", "zones"), [(1, "b"), (2, "bc"), (3, "bcd")])
def test_a_move_crosses_no_more_zones_than_the_ruleset_says(most: int, zones: str) -> None:
    rules = {"max_zones_moved": most}
    table = mover("a [Icy] - b - c - d - z", rules=rules)
    assert table.values("sprint", "zone") == list(zones)
    with pytest.raises(ValueError, match="max_zones_moved"):
        mover("a - b - c - z", rules={"max_zones_moved": 4})


@pytest.mark.rule("Z3")
def test_the_easiest_of_several_ways_counts() -> None:
    """By the ice 2 for the zone and 2 for the ice; round it by two zones 4; through mud more."""
    table = mover("a - ice [Icy] - z; a - b - c - z", "foe@z", rules={"blocking": False})
    assert table.choose("sprint", zone="z").difficulty == 4
    table = mover("a - ice [Icy] - z; a - b - z", "foe@z", rules={"blocking": False})
    assert table.choose("sprint", zone="z").difficulty == 2


@pytest.mark.rule("Z3")
def test_created_aspects_hinder_too() -> None:
    table = mover(
        "a - b - z",
        "foe@a; other@z",
        templates=[{"text": "Oil", "on": "zone", "adverse": True, "difficulty": 0}],
    )
    table.choose("create", aspect="Oil", on="a").dice("+ 0 0 0")
    table.turn("hero")
    assert not table.offers("move", zone="b")
    assert table.choose("sprint", zone="b").difficulty == 2


@pytest.mark.rule("Z4")
@pytest.mark.parametrize(
    ("where", "able"), [("a", True), ("b", True), ("c", True), ("d", True), ("z", False)]
)
def test_enemies_at_the_start_on_the_way_and_at_the_end_can_block(where: str, able: bool) -> None:
    table = mover("a - b - c - d - z", f"foe@{where}; far@z").choose("sprint", zone="d")
    assert table.values("block", "target") == (["foe"] if able else [])
    rules = {"blocking": False}
    table = mover("a - b - c - d - z", f"foe@{where}", rules=rules).choose("sprint", zone="d")
    assert table.difficulty == 4, "nobody is asked"


@pytest.mark.rule("Z4")
@pytest.mark.parametrize(("where", "able"), [("a", True), ("b", True), ("c", False)])
def test_a_free_move_is_blocked_from_where_it_begins_and_ends(where: str, able: bool) -> None:
    table = mover("a - b - c", f"foe@{where}").choose("move", zone="b")
    assert table.offers("block") is able


@pytest.mark.rule("Z4")
def test_a_block_makes_the_move_opposed_instead() -> None:
    """The ground's difficulty counts no more, only the blocker's roll."""
    table = mover("a [Icy] - b [Boulders] - c - z", "foe@b").choose("sprint", zone="c")
    table.choose("block", target="foe").choose("go on").dice("+ 0 0 0", "0 0 0 0")
    assert [one["who"] for one in table.all("roll")] == ["hero", "foe"]
    assert table.result == (1, "succeeds")
    assert table.zone("hero") == "c", "success crosses all"
    assert not table.offers("create"), "the move was the action"


@pytest.mark.rule("Z4", "A8")
def test_the_blocker_may_invoke_the_terrain_of_every_zone_on_the_way() -> None:
    """Where the move begins, what it passes through, and where it ends; nowhere else."""
    for spot, offered in (("a", True), ("b", True), ("c", True), ("z", False)):
        ground = "; ".join(
            f"{zone} [Gaping Edge]" if zone == spot else zone for zone in ("a", "b", "c", "z")
        )
        table = mover(f"{ground}; a - b - c - z", "foe@b", zone={spot: {"aspect": EDGE}})
        table.choose("sprint", zone="c").choose("block", target="foe").choose("go on")
        table.dice("+ 0 0 0", "0 0 0 0")
        assert table.offers("invoke free", aspect="Gaping Edge", on=spot) is offered


@pytest.mark.rule("Z3", "A2")
def test_passive_opposition_is_raised_by_the_terrain_passed_through_too() -> None:
    table = mover("a - b - c - z", zone={"b": {"aspect": EDGE}}).choose("sprint", zone="c")
    table.dice("+ + + +")
    table.choose("invoke free", aspect="Gaping Edge", on="b", mode="+2")
    assert table.result == (0, "ties")


@pytest.mark.rule("Z4")
def test_paths_repeat_no_zone() -> None:
    """Round by c and back there is no second way to b, whoever stands where."""
    table = mover("a - b [Icy]; a - c; b - z", "foe@b").choose("sprint", zone="b")
    assert table.node == codes.N_BLOCK
    table = mover("a - b; b - c; c - b; c - z", "foe@b").choose("sprint", zone="c")
    assert table.node == codes.N_BLOCK


@pytest.mark.rule("Z3", "Z4")
def test_the_mover_chooses_between_an_easier_way_and_one_that_nobody_holds() -> None:
    """Through b is shorter by a zone than through c and d; b is held."""
    ground = "a - b - e; a - c - d - e; e - z"
    table = mover(ground, "foe@b; far@z").choose("sprint", zone="e")
    assert table.values("sprint", "by") == [("b",), ("c", "d")]
    table.choose("sprint", by=("c", "d"))
    assert table.node != codes.N_BLOCK
    assert table.difficulty == 4
    table = mover(ground, "foe@b; far@z").choose("sprint", zone="e").choose("sprint", by=("b",))
    assert table.values("block", "target") == ["foe"]
    assert table.passes().difficulty == 2
    table = mover(ground, "foe@d; far@z").choose("sprint", zone="e")
    assert table.node not in (codes.N_WAY, codes.N_BLOCK), "the easier one is not held"
    assert table.difficulty == 2
    table = mover(ground, "foe@b; other@d; far@z").choose("sprint", zone="e")
    assert table.values("sprint", "by") == [("b",), ("c", "d")], "another enemy, a harder way"
    table = mover("a - b - e; a - c - e; e - z", "foe@b; other@c; far@z").choose("sprint", zone="e")
    assert table.values("sprint", "by") == [("b",), ("c",)], "as hard, past another enemy"


@pytest.mark.rule("Z3", "A16")
@pytest.mark.parametrize("hidden", [False, True])
def test_a_way_round_what_waits_there_is_offered_unless_it_is_hidden(hidden: bool) -> None:
    """An aspect on which the other side has a free invoke is worth going round, if it is known."""
    edge = {**EDGE, "hidden_from": "players"} if hidden else EDGE
    table = mover("a - b - e; a - c - d - e; e - z", zone={"b": {"aspect": edge}})
    table.choose("sprint", zone="e")
    assert table.offers("sprint", by=("c", "d")) is not hidden
    rules = {"blocking": False, "invoke_for_opposition": False}
    table = mover("a - b - e; a - c - d - e; e - z", zone={"b": {"aspect": EDGE}}, rules=rules)
    assert table.choose("sprint", zone="e").difficulty == 2, "nobody can invoke it"


@pytest.mark.rule("Z3", "Z4")
def test_a_way_that_another_beats_in_everything_is_not_offered() -> None:
    """The direct edge, as hard as going round, meets nobody in between."""
    edge = {"between": ["a", "e"], "difficulty": 2}
    table = mover("a - b - e - z; a - c - e", "foe@b; far@z", edges=[edge])
    table.choose("sprint", zone="e")
    assert table.node not in (codes.N_WAY, codes.N_BLOCK)
    assert table.difficulty == 2
    edge = {"between": ["a", "e"], "difficulty": 4}
    table = mover("a - b - e - z; a - c [Icy] - e", "foe@b; far@z", edges=[edge])
    assert table.choose("sprint", zone="e").values("sprint", "by") == [None, ("b",)]
    table.choose("sprint", by=None)
    assert table.difficulty == 4


@pytest.mark.rule("Z4")
def test_the_other_side_names_one_able_enemy_each_once_an_exchange() -> None:
    friends = scene(
        "war-of-ashes", "hero@a Quick 2; friend@a Quick 1", "foe@a; other@b", "a - b", pool=0
    )
    friends.turn("hero").choose("move", zone="b")
    assert friends.state.side() == "gm"
    assert friends.values("block", "target") == ["foe", "other"]
    friends.choose("block", target="foe").choose("stay")
    friends.turn("friend").choose("move", zone="b")
    assert friends.values("block", "target") == ["other"], "each blocks once an exchange"
    friends.passes()
    assert friends.zone("friend") == "b"
    friends.turn("foe").turn("hero").choose("move", zone="b")
    assert friends.values("block", "target") == ["foe", "other"], "anew in the next exchange"


@pytest.mark.rule("Z4")
def test_the_players_block_the_gms_moves() -> None:
    table = scene("war-of-ashes", "hero@a Quick 1; friend@b", "foe@a Quick 2", "a - b", pool=0)
    table.turn("foe").choose("move", zone="b")
    assert table.state.side() == "players"
    assert table.values("block", "target") == ["hero", "friend"]


@pytest.mark.rule("Z4", "T3")
def test_who_calls_a_blocked_move_off_keeps_the_action_and_moves_no_more() -> None:
    table = mover("a - b - z; a - c", "foe@a", rules={"maneuvers": ["charge"]})
    table.choose("move", zone="b").choose("block", target="foe").choose("stay")
    assert table.zone("hero") == "a"
    assert table.offers("attack", target="foe"), "the action is kept"
    for verb in ("move", "sprint", "charge", "leave"):
        assert not table.offers(verb), "for this turn"
    table = mover("a - b - c - z", "foe@b").choose("sprint", zone="c")
    table.choose("block", target="foe").choose("stay")
    assert (table.offers("create"), table.offers("move")) == (True, False)


@pytest.mark.rule("Z4")
def test_with_the_action_spent_a_blocked_move_is_called_off() -> None:
    table = mover("a - b - z", "foe@a")
    table.choose("create", aspect="Favourable Ground", on="a").dice("+ + 0 0").settle()
    table.choose("move", zone="b").choose("block", target="foe")
    assert not table.offers("go on")
    assert table.zone("hero") == "a"


@pytest.mark.rule("Z4")
@pytest.mark.parametrize("chosen", ["stay", "go on"])
def test_a_block_is_used_whatever_the_mover_does(chosen: str) -> None:
    friends = scene(
        "war-of-ashes", "hero@a Quick 2; friend@a Quick 1", "foe@a; far@z", "a - b - z", pool=0
    )
    friends.turn("hero").choose("move", zone="b").choose("block", target="foe").choose(chosen)
    if chosen == "go on":
        friends.dice("+ + + 0", "0 0 0 0")
    friends.turn("friend").choose("move", zone="b").settle()
    assert friends.zone("friend") == "b"


@pytest.mark.rule("Z4", "Z5")
@pytest.mark.parametrize(("pays", "ends"), [(True, "c"), (False, "a")])
def test_who_fails_against_a_block_pays_or_stays_at_the_start(pays: bool, ends: str) -> None:
    table = mover("a - b - c - z", "foe@b; far@z").choose("sprint", zone="c")
    table.choose("block", target="foe").choose("go on").dice("0 0 0 0", "+ 0 0 0")
    assert table.result == (-1, "fails")
    table.choose("name cost", cost="a consequence").choose("pay the cost" if pays else "fail")
    assert table.zone("hero") == ends


@pytest.mark.rule("Z4", "M3")
def test_charges_are_blocked_from_the_start_alone_and_called_off() -> None:
    rules = {"maneuvers": ["charge"]}
    table = mover("a - b - z", "foe@b; other@b", rules=rules).choose("charge", target="foe")
    assert table.node != codes.N_BLOCK
    assert table.zone("hero") == "b", "nobody at the end of it can stop it"
    table = mover("a - b - z", "foe@b; other@a", rules=rules).choose("charge", target="foe")
    assert table.values("block", "target") == ["other"]
    table.choose("block", target="other")
    assert (table.zone("hero"), table.state.actor()) == ("a", "hero")
    assert table.offers("attack", target="other"), "the action is kept"
    assert not table.offers("go on")
    assert not table.offers("charge")
    assert not table.offers("move")


@pytest.mark.rule("Z4", "M1", "M2", "M6", "M8")
@pytest.mark.parametrize("verb", ["push", "pull", "knock back", "footwork"])
def test_nobody_blocks_what_maneuvers_move(verb: str) -> None:
    heavy = {"hero": {"attacks": {"Forceful": {"heavy": True}}}}
    rules = {"maneuvers": ["push", "pull"], "boost_maneuvers": ["knock back", "footwork"]}
    table = mover("a - b - z", "foe@a boxes=9; other@a; far@b", rules=rules, sheets=heavy)
    if verb in ("push", "pull"):
        table.choose(verb, target="foe").dice("+ + + +", "- - - -").settle_duel()
        if verb == "push":
            table.choose("put", zone="b", follow=True)
    else:
        table.choose("attack", target="foe").choose("use", skill="Forceful", lethal=False)
        table.dice("+ + + +", "- - - -").settle_duel().absorb().choose(verb, zone="b")
    assert table.all("block") == []
    assert table.node != codes.N_BLOCK
    assert "b" in (table.zone("foe"), table.zone("hero"))


@pytest.mark.rule("Z4")
def test_whoever_holds_the_bridge_may_block_who_crosses_it() -> None:
    """The kept battle: three on the bridge, which Hallgerd passes through."""
    state = position("across-a-held-bridge")
    assert (state.node(), state.side()) == (codes.N_BLOCK, "players")
    blocks = [state.game.describe(state, one).target for one in state.legal_actions()]
    assert set(blocks) >= {"deliah", "rolf", "ntombi"}


@pytest.mark.rule("Z5", "O3")
@pytest.mark.parametrize(
    ("ruleset", "shifts", "arrives", "cost"),
    [
        ("war-of-ashes", 0, True, "a boost"),
        ("war-of-ashes", -1, True, "a consequence"),
        ("fate-core", -1, True, "a consequence"),
        ("autarch", -1, False, None),
        ("autarch", 0, False, None),
        ("minifate", 0, True, None),
        ("minifate", -1, False, None),
    ],
)
def test_ties_and_failures(ruleset: str, shifts: int, arrives: bool, cost: str | None) -> None:
    rules = {"hindrance": 0}
    table = mover("a [Icy] - b - z", ruleset=ruleset, rules=rules).choose("sprint", zone="b")
    table.dice(FACES[shifts])
    if cost is not None:
        table.choose("name cost", cost=cost).choose("pay the cost")
    assert table.zone("hero") == ("b" if arrives else "a")


@pytest.mark.rule("Z6")
def test_barriers_one_way_edges_and_edges_with_a_difficulty() -> None:
    table = mover(
        "a | z; a > b; b - z",
        edges=[{"between": ["a", "c"], "difficulty": 3}],
        zone={"c": {"aspect": {"text": "C", "actions": [], "free": {}}}},
    )
    assert table.values("move", "zone") == ["b"]
    assert table.choose("sprint", zone="c").difficulty == 3
    table = mover("a | z; a > b; b - z").choose("move", zone="b").settle()
    table.turn("foe").turn("hero")
    assert "a" not in table.values("move", "zone"), "one way"


@pytest.mark.rule("Z6", "E2")
def test_lines_of_sight() -> None:
    for sight, offered in ((True, True), (False, False)):
        wall = [{"between": ["a", "z"], "barrier": True, "sight": sight}]
        table = scene("fate-core", "hero@a Shoot 1 Notice 1", "foe@z", "a - b - c - z", edges=wall)
        assert table.turn("hero").offers("attack", target="foe") is offered
