"""Moves that an enemy blocks (Z4)."""

from __future__ import annotations

import pytest

from autogm.engine import codes
from tests.engine.moving import EDGE, mover
from tests.seen.test_seen import position
from tests.table import scene


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


@pytest.mark.rule("Z4")
def test_paths_repeat_no_zone() -> None:
    """Round by c and back there is no second way to b, whoever stands where."""
    table = mover("a - b [Icy]; a - c; b - z", "foe@b").choose("sprint", zone="b")
    assert table.node == codes.N_BLOCK
    table = mover("a - b; b - c; c - b; c - z", "foe@b").choose("sprint", zone="c")
    assert table.node == codes.N_BLOCK


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
