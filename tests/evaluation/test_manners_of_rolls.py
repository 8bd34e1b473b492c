"""Manners of rolling, spending and ending: each is counted where it is shown, and not where what
looks alike has a reason.
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.evaluation.recorded import Recorded, recorded

ATTACKS = {"actions": ["attack", "defend"], "helps": "both"}
DIM = {"text": "Dim Light", **ATTACKS}
MIST = {"text": "Mist", "actions": ["create"], "skills": ["Notice"], "helps": "both"}
ZERO = ("0 0 0 0", "0 0 0 0")
STRONG = "Fight 5 Athletics 5"


def fight(players: str = "hero Notice 1", gm: str = "foe", **fields: Any) -> Recorded:
    """A hero whose turn it is, and a foe; without points unless a test says so."""
    points = fields.pop("points", 0)
    fields = {"pool": 0, "turn_order": {"first": "players"}, **fields}
    ground = fields.pop("ground", "here")
    table = recorded("fate-core", f"{players} fate_points={points}", gm, ground, **fields)
    table.turn("hero")
    return table


# Chances


@pytest.mark.parametrize(("rating", "odd"), [(2, 0), (9, 1)])
def test_a_roll_with_next_to_no_chance(rating: int, odd: int) -> None:
    friend = "friend Notice 1 fate_points=0; hero Notice 1"
    table = fight(friend, f"foe Fight {rating} Athletics {rating}")
    table.choose("attack", target="foe")
    table.rest()
    assert table.seen("hopeless") == (odd, 1)


def test_it_has_a_chance_with_free_invokes_or_points_and_no_fault_without_a_choice() -> None:
    friend = "friend Notice 1 fate_points=0; hero Notice 1"
    helped = fight(friend, f"foe {STRONG}", aspects=[{**DIM, "free": {"players": 2}}])
    helped.choose("attack", target="foe")
    helped.rest()
    assert helped.seen("hopeless") == (0, 1)
    unhelped = fight(friend, f"foe {STRONG}", aspects=[DIM])
    unhelped.choose("attack", target="foe")
    unhelped.rest()
    assert unhelped.seen("hopeless") == (1, 1)
    paid = fight(friend, f"foe {STRONG}", aspects=[DIM], points=1)
    paid.choose("attack", target="foe").dice(*ZERO).choose("invoke", mode="+2")
    paid.rest()
    assert paid.seen("hopeless") == (0, 1)
    alone = fight("hero Notice 1", f"foe {STRONG}")
    alone.choose("attack", target="foe")
    alone.rest()
    assert alone.seen("hopeless") == (0, 1), "nobody is there to be helped"


# Skills


SKILLED = "hero Fight 3 Shoot 1 Provoke 1 Athletics 1 Notice 1"


def test_a_worse_skill_for_the_same_deed() -> None:
    table = fight(SKILLED)
    table.choose("attack", target="foe").choose("use", skill="Shoot")
    assert table.seen("worse-skill") == (1, 1)
    assert table.who("worse-skill") == ["hero"]


def test_a_worse_answer() -> None:
    for skill, odd in (("Athletics", 1), ("Fight", 0)):
        table = fight(SKILLED, "foe Fight 3")
        table.turn("foe").choose("attack", target="hero").choose("use", skill="Fight")
        table.choose("use", skill=skill)
        assert table.seen("worse-skill") == (odd, 2)
        assert table.who("worse-skill") == ["hero"] * odd


@pytest.mark.parametrize("skill", ["Fight", "Provoke"])
def test_the_best_skill_and_one_for_another_deed_are_no_fault(skill: str) -> None:
    """Provoking harms the mind."""
    table = fight(SKILLED)
    table.choose("attack", target="foe").choose("use", skill=skill)
    assert table.seen("worse-skill") == (0, 1)


@pytest.mark.parametrize(("free", "odd"), [(2, 0), (0, 1)])
def test_a_skill_that_more_can_be_invoked_with_is_not_worse(free: int, odd: int) -> None:
    far = {**DIM, "skills": ["Shoot"], "free": {"players": free}}
    table = fight(SKILLED, aspects=[far])
    table.choose("attack", target="foe").choose("use", skill="Shoot")
    assert table.seen("worse-skill") == (odd, 1)


# Invokes


def struck(*dice: str, **fields: Any) -> Recorded:
    """The hero has attacked, and the duel is open."""
    light = {**DIM, "free": {"players": 2}}
    table = fight(aspects=[light], **fields)
    table.choose("attack", target="foe").dice(*(dice or ZERO))
    return table


@pytest.mark.parametrize(
    ("own", "answer", "number", "odd"),
    [
        ("- - - -", "+ 0 0 0", 1, 1),  # by 5 and then by 3 it fails with a boost for the foe
        ("- - - -", "+ 0 0 0", 2, 0),  # by 1 it fails without
        ("- - 0 0", "0 0 0 0", 1, 0),  # ties at last
        ("- 0 0 0", "0 0 0 0", 1, 0),  # fails, and then succeeds
        ("+ 0 0 0", "0 0 0 0", 1, 0),  # a hit of three instead of one
    ],
)
def test_an_invoke_that_changes_nothing(own: str, answer: str, number: int, odd: int) -> None:
    table = struck(own, answer)
    for _ in range(number):
        table.choose("invoke free", aspect="Dim Light", mode="+2")
    table.rest()
    assert table.seen("wasted-invoke") == (odd, number)


def test_shifts_more_than_it_takes_are_thrown_away() -> None:
    """A foe without a box falls to three shifts as to five; a main one takes them otherwise."""
    for foe, odd in (("foe type=nameless boxes=0", 1), ("foe", 0)):
        table = struck("+ + + 0", "0 0 0 0", gm=foe)
        table.choose("invoke free", aspect="Dim Light", mode="+2")
        table.rest()
        assert table.seen("wasted-invoke") == (odd, 1), foe


def test_an_invoke_that_the_other_side_answers_has_cost_it_one() -> None:
    light = {**DIM, "free": {"players": 1, "gm": 1}}
    table = fight(aspects=[light])
    table.choose("attack", target="foe").dice("+ 0 0 0", "0 0 0 0")
    table.choose("invoke free", mode="+2").choose("invoke free", mode="+2")
    table.rest()
    assert table.seen("wasted-invoke") == (0, 2)
    for own, odd in (("- - - -", 1), ("+ 0 0 0", 0)):
        late = fight(aspects=[{**DIM, "free": {"gm": 1}}])
        late.choose("attack", target="foe").dice(own, "0 0 0 0").choose("invoke free", mode="+2")
        late.rest()
        assert late.seen("wasted-invoke") == (odd, 1), "it failed anyway"


def test_an_invoke_that_forestalls_an_answer_is_not_thrown_away() -> None:
    """A foe without a box falls to three shifts, unless two invokes make that a miss."""
    for free, odd in (({"players": 1, "gm": 2}, 0), ({"players": 1}, 1)):
        table = fight(gm="foe type=nameless boxes=0", aspects=[{**DIM, "free": free}])
        table.choose("attack", target="foe").dice("+ + + 0", "0 0 0 0")
        table.choose("invoke free", mode="+2").rest()
        assert table.seen("wasted-invoke") == (odd, 1), free


def test_a_hit_that_leaves_its_target_fewer_ways_to_absorb_it_is_not_thrown_away() -> None:
    """Five shifts are absorbed in other ways than three."""
    table = fight(aspects=[{**DIM, "free": {"players": 1}}])
    table.choose("attack", target="foe").dice("+ + + 0", "0 0 0 0")
    table.choose("invoke free", mode="+2")
    hit = table.state.legal_actions()
    table.rest()
    assert table.seen("wasted-invoke") == (0, 1)
    smaller = fight(aspects=[{**DIM, "free": {"players": 1}}])
    smaller.choose("attack", target="foe").dice("+ + + 0", "0 0 0 0").passes()
    assert hit != smaller.state.legal_actions()


def test_a_point_where_a_free_invoke_was_kept() -> None:
    table = struck(points=2)
    table.choose("invoke", mode="+2")
    table.rest()
    assert table.seen("dearer-payment") == (1, 1)


def test_a_point_besides_all_that_is_free_and_the_cheaper_way_are_no_fault() -> None:
    for first, then in (("invoke", "invoke free"), ("invoke free", "invoke")):
        table = fight(aspects=[{**DIM, "free": {"players": 1}}], points=1)
        table.choose("attack", target="foe").dice(*ZERO)
        table.choose(first, mode="+2").choose(then, mode="+2")
        table.rest()
        assert table.seen("dearer-payment")[0] == 0
    cheap = struck(points=1)
    cheap.choose("invoke free", mode="+2")
    cheap.rest()
    assert cheap.seen("dearer-payment") == (0, 1)


def test_a_point_that_an_enemy_gets_back() -> None:
    trouble = {"foe": {"aspects": [{"text": "Vain", "kind": "trouble"}]}}
    for owed in (True, False):
        table = fight(aspects=[DIM], sheets=trouble, points=1)
        table.choose("attack", target="foe").dice(*ZERO)
        table.choose("invoke", owed=owed, mode="+2")
        table.rest()
        assert table.seen("dearer-payment") == (int(owed), 1)


def made(*dice: str, number: int = 1, points: int = 2) -> Recorded:
    """The hero makes an advantage with 1 against 0 and pays for so many invokes."""
    smoke = {"text": "Smoke", "on": "zone", "difficulty": 0, "skills": ["Notice"]}
    mist = [{**MIST, "text": text} for text in ("Mist", "Fog")]
    table = fight(
        aspects=mist, templates=[smoke], points=points, ground="here - there", gm="foe@there"
    )
    table.choose("create", aspect="Smoke", on="here").dice(*(dice or ZERO[:1]))
    for _ in range(number):
        table.choose("invoke", payer="hero", mode="+2")
    table.rest()
    return table


@pytest.mark.parametrize(
    ("dice", "number", "odd"),
    [
        ("+ 0 0 0", 1, 1),  # a success is made one with style
        ("+ 0 0 0", 0, 0),
        ("- - 0 0", 1, 0),  # a failure is made a success
        ("- - 0 0", 2, 1),  # … and then one with style
        ("- - - -", 1, 1),  # it fails all the same
    ],
)
def test_points_for_one_more_free_invoke(dice: str, number: int, odd: int) -> None:
    assert made(dice, number=number).seen("paid-preparation") == (odd, max(1, number))


def test_points_in_an_attack_prepare_nothing() -> None:
    table = struck(points=1)
    table.choose("invoke", mode="+2")
    table.rest()
    assert table.seen("paid-preparation") == (0, 0)


# Endings


def test_conceding_unhurt() -> None:
    table = fight()
    table.choose("attack", target="foe").choose("concede", target="foe")
    assert table.seen("unhurt-concession") == (1, 1)
    assert table.who("unhurt-concession") == ["foe"]


def test_conceding_hurt() -> None:
    table = fight("hero Fight 2 Notice 1")
    table.choose("attack", target="foe").dice("0 0 0 0", "- 0 0 0")
    table.settle_duel().absorb()
    table.rest()
    table.turn("hero").choose("attack", target="foe").choose("concede", target="foe")
    assert table.seen("unhurt-concession") == (0, 1)


def lost(points: int, pool: int, spends: bool = False) -> Recorded:
    """The GM's only fighter is taken out by the hero, at whose attack the GM may spend a point."""
    table = fight(
        "hero Fight 5 Notice 1", "foe type=nameless boxes=0", points=points, pool=pool,
        aspects=[DIM],
    )  # fmt: skip
    table.choose("attack", target="foe").dice(*ZERO)
    if spends:
        table.choose("invoke", payer="gm", mode="+2")
    table.rest()
    assert table.state.winner == "players"
    return table


def test_the_gm_dies_rich() -> None:
    assert lost(2, 3).seen("gm-dies-rich") == (3, 3)
    assert lost(2, 3, spends=True).seen("gm-dies-rich") == (2, 3)
    assert lost(2, 3).seen("players-die-rich") == (0, 0), "they have won"


def test_the_players_die_rich() -> None:
    """What somebody who is taken out had is left over too."""
    table = fight(
        "hero Notice 1", "foe Fight 9", points=2, pool=1,
        sheets={"hero": {"consequences": {"mild": 0, "moderate": 0, "severe": 0}}},
    )  # fmt: skip
    table.turn("foe").choose("attack", target="hero")
    table.rest()
    if table.state.winner is None:
        table.choose("be taken out")
    assert table.state.winner == "gm"
    assert table.seen("players-die-rich") == (2, 2)
    assert table.seen("gm-dies-rich") == (0, 0)


def test_free_invokes_left_over() -> None:
    light = {**DIM, "free": {"players": 2, "gm": 1}}
    for used, left in ((0, 3), (1, 2)):
        table = fight("hero Fight 5 Notice 1", "foe type=nameless boxes=0", aspects=[light])
        table.choose("attack", target="foe").dice(*ZERO)
        for _ in range(used):
            table.choose("invoke free", mode="+2")
        table.rest()
        assert table.state.winner == "players"
        assert table.seen("invokes-left") == (left, 3)


@pytest.mark.parametrize(("exchanges", "odd"), [(1, 1), (0, 0)])
def test_undecided(exchanges: int, odd: int) -> None:
    if exchanges:
        table = fight(exchanges=1)
        table.passes()
        table.turn("foe").passes()
        assert table.state.winner == "undecided"
    else:
        table = lost(0, 0)
    assert table.seen("undecided") == (odd, 1)


def costly(wounds: int, answer: str, **fields: Any) -> Recorded:
    """A hero fails to get rid of a wall, and the GM names a consequence as the cost."""
    wall = {"text": "A Wall of Crates", "actions": [], "difficulty": 0}
    slots = {"consequences": {"mild": 1 - wounds, "moderate": 1, "severe": 0}}
    table = fight(aspects=[wall], sheets={"hero": slots}, **fields)
    table.choose("overcome", aspect="A Wall of Crates").dice("- 0 0 0")
    table.choose("name cost", cost="a consequence").choose(answer)
    return table


@pytest.mark.parametrize(
    ("wounds", "answer", "seen"),
    [
        (1, "pay the cost", (1, 1)),
        (1, "fail", (0, 1)),
        (0, "pay the cost", (0, 0)),  # a mild one
    ],
)
def test_a_grave_cost_for_a_trifle(wounds: int, answer: str, seen: tuple[int, int]) -> None:
    assert costly(wounds, answer).seen("grave-cost") == seen


def test_a_way_out_is_worth_a_grave_cost() -> None:
    slots = {"consequences": {"mild": 0, "moderate": 1, "severe": 0}}
    ground: dict[str, Any] = {
        "sheets": {"hero": slots},
        "ground": "a [Icy] - b; a - c",
        "gm": "foe@c",
    }
    for objectives, odd in (
        ({}, 1),
        ({"players": [{"do": "hold", "zone": "b", "exchanges": 5}]}, 0),
    ):
        table = fight("hero@a Notice 1", objectives=objectives, **ground)
        table.choose("sprint", zone="b").dice("0 0 0 0")
        table.choose("name cost", cost="a consequence").choose("pay the cost")
        assert table.seen("grave-cost") == (odd, 1)
