"""Conceding, and what an action that it interrupts gives back (H6)."""

from __future__ import annotations

import pytest

from autogm.engine import codes
from tests.engine.acting import acting
from tests.seen.test_seen import position, read
from tests.table import scene


@pytest.mark.rule("H6", "T4")
def test_who_may_concede_when() -> None:
    """After an action is declared and before its dice, first the acting, then the other side."""
    table = scene("fate-core", "hero Notice 1; friend", "foe; other", pool=0)
    table.turn("hero")
    assert not table.offers("concede")
    table.choose("attack", target="foe").choose("use", skill="Fight")
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
    table.choose("attack", target="hero").choose("concede", target="hero").settle()
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
    table.turn("hero").choose("attack everyone", zone="b").choose("concede", target="foe").settle()
    assert table.state.actor() == "hero"
    assert table.offers("attack", target="other")
    weak = {"text": "Marked", "on": "enemy", "difficulty": 1}
    table = scene("fate-core", "hero Notice 1", "foe; other", templates=[weak])
    table.turn("hero").choose("create", aspect="Marked", on="foe")
    table.choose("concede", target="foe").settle()
    assert not table.stands("Marked", on="foe")
    assert table.offers("attack", target="other")


@pytest.mark.rule("H6", "Z4")
@pytest.mark.parametrize("concedes", [False, True])
def test_a_free_move_is_not_spent_on_a_blocker_who_concedes(concedes: bool) -> None:
    table = scene("fate-core", "hero@a Notice 1", "foe@b; other@c", "a - b - c", pool=0)
    table.turn("hero").choose("move", zone="b").choose("block", target="foe").choose("go on")
    if concedes:
        table.choose("concede", target="foe").settle()
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
    table.choose("block", target="foe").choose("go on").choose("concede", target="foe").settle()
    assert not table.offers("move")
    assert table.offers("sprint", zone="c")


@pytest.mark.rule("H6")
def test_each_is_asked_once_in_scenario_order() -> None:
    table = scene("fate-core", "hero Notice 1; friend; third", "foe; other; last", pool=0)
    table.turn("hero").choose("attack", target="other").choose("use", skill="Fight")
    assert table.values("concede", "target") == ["hero", "friend", "third"]
    table.choose("concede", target="friend")
    assert (table.state.side(), table.values("concede", "target")) == ("players", ["third"])
    table.choose("concede", target="third")
    assert table.state.side() == "gm", "nobody is left of the acting side to be asked"
    table.choose("concede", target="foe")
    assert table.values("concede", "target") == ["other", "last"]
    table.passes()
    assert table.node in (codes.N_DEFEND, codes.N_DICE)


@pytest.mark.rule("H6")
def test_one_concession_may_cover_several() -> None:
    """Those who are asked after the one whose concession interrupts the action may go with it."""
    table = scene("fate-core", "hero Notice 1", "foe; other; last", pool=0)
    table.turn("hero").choose("attack", target="foe").choose("concede", target="foe")
    assert (table.state.side(), table.values("concede", "target")) == ("gm", ["other", "last"])
    table.choose("concede", target="last")
    assert (table.state.actor(), table.node) == ("hero", codes.N_TURN)
    assert table.offers("attack", target="other")
    assert [one["who"] for one in table.all("concedes")] == ["foe", "last"]


@pytest.mark.rule("H6")
def test_nobody_is_asked_once_a_concession_has_decided_the_conflict() -> None:
    boss = {"players": [{"do": "take out", "who": ["boss"]}]}
    table = scene("fate-core", "hero Notice 1", "boss; other", objectives=boss, pool=0)
    table.turn("hero").choose("attack", target="boss").choose("concede", target="boss")
    assert table.state.winner == "players"


@pytest.mark.rule("H6")
def test_the_turn_of_an_actor_who_concedes_is_over() -> None:
    table = scene("fate-core", "hero Notice 1; friend", "foe; other", pool=0)
    table.turn("hero").choose("attack", target="foe").choose("concede", target="hero")
    assert table.values("concede", "target") == ["friend"], "the rest of its side may go with it"
    table.passes()
    assert table.state.side() != "gm" or table.node != codes.N_CONCEDE, "nothing is declared now"
    assert not table.here("hero")
    assert table.all("roll") == []
    assert table.settle().state.actor() != "hero"


@pytest.mark.rule("H6", "M3")
def test_the_move_of_an_interrupted_charge_returns() -> None:
    rules = {"maneuvers": ["charge"]}
    table = scene("war-of-ashes", "hero@a Quick 1", "foe@b; other@b", "a - b", rules=rules, pool=0)
    table.turn("hero").choose("charge", target="foe").choose("concede", target="foe").settle()
    assert table.zone("hero") == "a"
    assert table.offers("move", zone="b")
    table.choose("charge", target="other").dice("0 0 0 0", "0 0 0 0").settle()
    assert table.zone("hero") == "b"
    assert table.state.actor() != "hero" or not table.offers("move"), "it is made now"


@pytest.mark.rule("H6", "Z4")
@pytest.mark.parametrize("concedes", [False, True])
def test_the_block_of_an_interrupted_move_returns(concedes: bool) -> None:
    """The mover itself concedes, and so its blocker may block the next one."""
    table = scene("fate-core", "hero@a Notice 2; friend@a Notice 1", "foe@b; far@c", "a - b - c")
    table.turn("hero").choose("move", zone="b").choose("block", target="foe").choose("go on")
    if concedes:
        table.choose("concede", target="hero")
    else:
        table.dice("- - - -", "0 0 0 0").settle_duel()
        table.choose("name cost", cost="a consequence").choose("fail")
    table.turn("friend").choose("move", zone="b")
    assert table.offers("block", target="foe") is concedes


@pytest.mark.rule("H6", "Z3", "Z4")
def test_a_longer_move_that_is_interrupted_may_be_made_again() -> None:
    """Its blocker concedes on the way by b; the action and the free move are still there."""
    table = scene(
        "fate-core", "hero@a Notice 1; pal@a", "foe@b; far@c; third@d", "a - b - c; a - d; d - c"
    ).turn("hero")  # fmt: skip
    table.choose("sprint", zone="c").choose("sprint", zone="c", by=("b",))
    table.choose("block", target="foe").choose("go on").choose("concede", target="foe").settle()
    assert (table.state.actor(), table.node) == ("hero", codes.N_TURN)
    assert table.state.record[0]["roll_way"] == 0
    assert table.offers("move", zone="b")
    assert table.offers("sprint", zone="c")


@pytest.mark.rule("H6", "X1")
def test_a_compelled_move_is_owed_again_where_it_is_interrupted() -> None:
    hot = {"victim": "hero", "aspect": "Hot-Headed", "effect": "move toward", "zone": "b"}
    sheets = {"hero": {"aspects": [{"text": "Hot-Headed", "actions": []}]}}
    table = scene(
        "fate-core", "hero@a Notice 1", "foe@a; other@b", "a - b; a - c", sheets=sheets,
        compels=[hot], pool=1,
    )  # fmt: skip
    table.choose("compel").choose("accept")
    table.choose("block", target="foe").choose("go on").choose("concede", target="foe").settle()
    assert table.zone("hero") == "b", "nothing but the move is legal, so it is made"


@pytest.mark.rule("H6", "A15", "F8")
@pytest.mark.parametrize("paid", ["a free invoke", "an open one", "a point"])
def test_what_an_interrupted_action_was_paid_with_returns(paid: str) -> None:
    free = {"a free invoke": {"players": 1}, "an open one": {"open": 1}}.get(paid, {"open": 0})
    stones = {"text": "Loose Stones", "actions": ["attack"], "free": free}
    table = scene(
        "fate-core", "hero@a Notice 1 fate_points=1", "foe@a; far@b", "a - b", aspects=[stones],
        effects=[{"aspect": "Loose Stones", "does": "zone attack", "skill": "Fight"}], pool=0,
    )  # fmt: skip
    table.turn("hero")
    before = (table.points("hero"), table.free("Loose Stones"))
    payer = "hero" if paid == "a point" else None
    table.choose("effect", zone="a", payer=payer)
    assert (table.points("hero"), table.free("Loose Stones")) != before
    table.choose("concede", target="foe").settle()
    assert (table.points("hero"), table.free("Loose Stones")) == before
    assert (table.state.actor(), table.node) == ("hero", codes.N_TURN)


@pytest.mark.rule("H6", "A15")
def test_what_was_paid_for_an_action_that_goes_on_is_spent() -> None:
    stones = {"text": "Loose Stones", "actions": ["attack"], "free": {"players": 1}}
    table = scene(
        "fate-core", "hero@a Notice 1; friend@a", "foe@a; other@a", "a - b", aspects=[stones],
        effects=[{"aspect": "Loose Stones", "does": "zone attack", "skill": "Fight"}], pool=0,
    )  # fmt: skip
    table.turn("hero").choose("effect", zone="a", payer=None).choose("concede", target="friend")
    table.choose("concede", target="other").dice("0 0 0 0")
    assert table.free("Loose Stones") == (0, 0, 0)


@pytest.mark.rule("H6", "A15", "F4")
def test_a_point_owed_for_an_interrupted_action_is_owed_no_more() -> None:
    grudge = {"text": "Old Grudge", "actions": ["attack"], "helps": "both"}
    sheets = {"hero": {"aspects": [grudge]}}
    table = scene(
        "fate-core", "hero@a; friend@b", "foe@a Notice 1; far@b", "a - b", sheets=sheets,
        effects=[{"aspect": "Old Grudge", "does": "zone attack", "skill": "Fight"}],
        stakes="careful", pool=1,
    )  # fmt: skip
    table.turn("foe").choose("effect", zone="a", payer="gm")
    assert (table.points("gm"), table.owed("hero")) == (0, 1)
    table.choose("concede", target="hero").settle()
    assert table.points("gm") == 1
    assert table.last("point")["reason"] in ("an action interrupted", "leaving the scene")
    assert table.owed("hero") == 1 + 3, "for conceding, and what it had; nothing for the invoke"


@pytest.mark.rule("H6", "A15", "A3")
@pytest.mark.parametrize("thrown", [False, True])
def test_a_point_paid_before_an_interrupted_action_stays_paid(thrown: bool) -> None:
    """A point puts the stones in somebody's way, then a free invoke drops them on the foe: what its
    concession gives back is the free invoke, and the side has paid for the aspect all the same."""
    stones = {"text": "Loose Stones", "actions": ["attack", "oppose"], "free": {"players": 1}}
    table = scene(
        "fate-core", "hero@a Notice 1 fate_points=2", "foe@a; far@b; last@b", "a - b",
        aspects=[stones], pool=0,
        effects=[
            {"aspect": "Loose Stones", "does": "zone attack", "skill": "Fight"},
            {"aspect": "Loose Stones", "does": "hinder", "range": 1},
        ],
    ).turn("hero")  # fmt: skip
    if thrown:
        table.choose("effect", target="far", payer="hero")
    table.choose("effect", zone="a", payer=None).choose("concede", target="foe").settle()
    assert (table.state.actor(), table.node) == ("hero", codes.N_TURN)
    assert table.free("Loose Stones") == (1, 0, 0)
    assert table.offers("effect", target="last", payer=None)
    assert table.offers("effect", target="last", payer="hero") is not thrown


@pytest.mark.rule("H6", "F2")
def test_the_pool_has_its_one_point_once_however_many_npcs_concede() -> None:
    table = scene("fate-core", "hero Notice 1; friend", "foe; other; third; last", pool=0)
    table.turn("hero").choose("attack", target="last")
    table.choose("concede", target="foe").choose("concede", target="other").passes()
    assert table.owed("gm") == 1
    table.dice("0 0 0 0", "0 0 0 0").settle().turn("friend").choose("attack", target="last")
    table.choose("concede", target="third")
    assert table.owed("gm") == 1, "once a conflict"


@pytest.mark.rule("H6", "O3")
def test_each_consequence_counts_for_npcs_and_players_alike() -> None:
    """Also one that was taken as a cost."""
    table = scene(
        "fate-core", "hero@a Notice 2 fate_points=0; friend@b", "foe@a Notice 1; far@b",
        "a [Icy] - b", pool=0,
    )  # fmt: skip
    table.turn("hero").choose("sprint", zone="b").dice("- 0 0 0")
    table.choose("name cost", cost="a consequence").choose("pay the cost")
    table.turn("foe").choose("sprint", zone="b").dice("- 0 0 0")
    table.choose("name cost", cost="a consequence").choose("pay the cost")
    table.turn("hero").choose("attack", target="foe").choose("concede", target="hero")
    assert table.owed("hero") == 2
    table.turn("friend").choose("attack", target="foe").choose("concede", target="foe")
    assert table.owed("gm") == 2


@pytest.mark.rule("H6")
def test_players_characters_have_a_point_each() -> None:
    players = "hero Notice 2 fate_points=0; friend fate_points=0; third"
    table = scene("fate-core", players, "foe; other", pool=0)
    table.turn("hero").choose("attack", target="foe")
    table.choose("concede", target="hero").choose("concede", target="friend")
    assert (table.owed("hero"), table.owed("friend")) == (1, 1)


@pytest.mark.rule("H6", "N2")
@pytest.mark.parametrize(
    ("sort", "points"),
    [
        ("type=main", 1), ("type=supporting", 1), ("type=nameless", 0),
        ("type=group members=3", 0),
    ],
)  # fmt: skip
def test_nameless_fighters_earn_the_pool_nothing(sort: str, points: int) -> None:
    table = scene("fate-core", "hero Notice 1", f"foe {sort}; other type=nameless", pool=0)
    table.turn("hero").choose("attack", target="other").choose("concede", target="foe")
    assert table.owed("gm") == points
    table.choose("concede", target="other")
    assert table.owed("gm") == points


@pytest.mark.rule("H6")
def test_the_goblins_who_give_up_earn_the_pool_nothing() -> None:
    """The kept battle: three slingers concede one by one."""
    state, kept = position("a-mob-concedes-by-parts", 2), read("a-mob-concedes-by-parts")
    for entry in kept["steps"][2:]:
        action = state.game.action_of(state, entry)
        kinds = [one.kind for one in state.game.events(state, action)]
        assert "concedes" in kinds
        assert "point" not in kinds
        state.apply_action(action)


@pytest.mark.rule("H6", "A15")
def test_the_pillar_wobbles_on_where_its_fall_is_interrupted() -> None:
    """The kept battle: the bats concede before the pillar falls on them."""
    state = position("an-action-interrupted")
    game = state.game
    slots = game.compiled.slots.slots
    pillars = [n for n, one in enumerate(slots) if "Wobbly Pillar" in one.texts]
    assert int(state.record[0]["free"][pillars].sum()) == 1
    assert (state.node(), state.actor()) == (codes.N_TURN, "rolf")


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
    table.choose("use", skill=table.values("use", "skill")[0])
    assert table.node == codes.N_DICE


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
