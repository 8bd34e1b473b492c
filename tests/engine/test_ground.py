"""Zones and movement (Z1-Z3, Z5, Z6)."""

from __future__ import annotations

import pytest

from autogm.engine import codes
from autogm.engine.movement import easiest_way
from autogm.game.rows import rows
from tests.engine.acting import FACES
from tests.engine.moving import EDGE, mover
from tests.seen.test_seen import position
from tests.table import scene


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


@pytest.mark.rule("Z3", "A2")
def test_passive_opposition_is_raised_by_the_terrain_passed_through_too() -> None:
    table = mover("a - b - c - z", zone={"b": {"aspect": EDGE}}).choose("sprint", zone="c")
    table.dice("+ + + +")
    table.choose("invoke free", aspect="Gaping Edge", on="b", mode="+2")
    assert table.result == (0, "ties")


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


@pytest.mark.rule("Z6")
def test_two_one_way_edges_lead_there_and_back_each_at_its_difficulty() -> None:
    there, back = (
        {"between": pair, "one_way": True, "difficulty": number}
        for number, pair in ((1, ["a", "b"]), (3, ["b", "a"]))
    )
    zone = {"b": {"aspect": {"text": "B", "actions": [], "free": {}}}}
    for edges in ([there, back], [back, there]):
        table = mover("a - z", edges=edges, zone=zone)
        assert table.choose("sprint", zone="b").difficulty == 1
        record, zones = table.game.compiled.scene[0], table.game.encounter.zones
        a, b = zones.index("a"), zones.index("b")
        assert (record["hops"][a, b], record["hops"][b, a]) == (1, 1)
        assert record["edge_difficulty"][b, a] == 3


@pytest.mark.rule("Z6", "E2")
def test_lines_of_sight() -> None:
    for sight, offered in ((True, True), (False, False)):
        wall = [{"between": ["a", "z"], "barrier": True, "sight": sight}]
        table = scene("fate-core", "hero@a Shoot 1 Notice 1", "foe@z", "a - b - c - z", edges=wall)
        assert table.turn("hero").offers("attack", target="foe") is offered


@pytest.mark.rule("Z3")
def test_a_way_through_two_zones_whatever_their_order() -> None:
    """2 for each zone past the first; the zone named after the start is the second on the way."""
    table = scene(
        "fate-core", "hero@a Notice 3", "foe@d", "a; b; c; d; a - c; c - b; b - d", pool=0
    )
    table.turn("hero").choose("sprint", zone="d")
    assert table.difficulty == 4


@pytest.mark.rule("Z3")
def test_as_many_zones_as_there_may_be() -> None:
    """The last of 32 hinders as any other does."""
    names = [f"z{n}" for n in range(32)]
    ice = {"text": "Ice", "adverse": True, "free": {"open": 0}}
    table = scene("fate-core", "hero@z30 Notice 3", "foe@z0", " - ".join(names),
                  zone={"z31": {"aspect": ice}}, pool=0)  # fmt: skip
    table.turn("hero").choose("sprint", zone="z31")
    assert table.difficulty == 2


@pytest.mark.rule("Z3", "Z4")
def test_of_ways_as_hard_the_one_past_the_guards_is_the_worse() -> None:
    """Though an aspect may be invoked against the other; such decide between two that are guarded
    alike, and of equal ones it is the first."""
    crowd = {"text": "A Crowd", "actions": ["oppose"], "helps": "against", "adverse": False,
             "free": {"open": 0}}  # fmt: skip
    table = scene("fate-core", "hero@a Notice 3", "foe@d",
                  "a - right - d; a - left - d", zone={"left": {"aspect": crowd}})  # fmt: skip
    table.turn("hero")
    row, record = table.game.scene_rows[0], table.state.record
    left, right, end = (table.game.words.zones.index(name) for name in ("left", "right", "d"))
    assert easiest_way(row, rows(record)[0], 0, end, 0, 0) == (2, right + 1)
    assert easiest_way(row, rows(record)[0], 0, end, 1 << right, 0) == (2, left + 1)
    assert easiest_way(row, rows(record)[0], 0, end, 1 << right | 1 << left, 0) == (2, right + 1)
