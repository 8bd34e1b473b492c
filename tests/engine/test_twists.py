"""Twists of a roll: a compel that takes its gain away (F6)."""

from __future__ import annotations

from typing import Any

import pytest

from autogm.engine import codes
from tests.seen.test_seen import position
from tests.table import scene


@pytest.mark.rule("F6", "F5")
@pytest.mark.parametrize("taken", [True, False])
def test_a_twist_of_a_roll(taken: bool) -> None:
    shot = {"text": "A One in a Million Shot", "actions": []}
    twist = {"victim": "hero", "aspect": "A One in a Million Shot", "effect": "twist"}
    table = scene(
        "minifate",
        "hero Shoot 2 Agility 1 fate_points=0",
        "foe",
        aspects=[shot],
        compels=[twist],
        pool=1,
    )
    table.turn("hero").choose("attack", target="foe").dice("+ + + +", "0 0 0 0")
    table.choose("compel", compel=0).choose("accept" if taken else "refuse")
    assert (table.points("hero"), table.points("gm")) == ((1, 0) if taken else (0, 1))
    assert bool(table.all("hit")) is not taken, "the twist replaces the gain"
    assert table.free("A One in a Million Shot") == ((0, 1, 0) if taken else (0, 0, 0))
    assert not table.all("boost"), "there are none in minifate"


@pytest.mark.rule("F6", "K4", "C3")
@pytest.mark.parametrize(
    ("action", "dice", "offered"),
    [
        ({"verb": "attack", "target": "foe"}, "+ 0 0 0", True),
        ({"verb": "attack", "target": "foe"}, "0 0 0 0", False),
        ({"verb": "attack", "target": "mailed"}, "+ 0 0 0", False),
        ({"verb": "attack", "target": "mailed"}, "+ + 0 0", True),
        ({"verb": "create", "aspect": "Off Balance", "on": "foe"}, "0 0 0 0", True),
        ({"verb": "create", "aspect": "Off Balance", "on": "foe"}, "- 0 0 0", False),
        ({"verb": "create", "aspect": "Dim", "on": "scene"}, "+ + 0 0", True),
        ({"verb": "create", "aspect": "Dim", "on": "scene"}, "+ 0 0 0", False),
        ({"verb": "create", "aspect": "Worn Out", "on": "mailed"}, "- 0 0 0", False),
        ({"verb": "overcome", "aspect": "Dim", "on": "scene"}, "+ + 0 0", True),
        ({"verb": "overcome", "aspect": "Dim", "on": "scene"}, "+ 0 0 0", False),
    ],
)
def test_a_twist_needs_a_gain_to_replace(action: dict[str, Any], dice: str, offered: bool) -> None:
    """A tied attack and one that armour takes up bring nothing, nor does a failure; what it gives
    the other side is no gain either."""
    twist = {"victim": "hero", "aspect": "Unlucky", "effect": "twist"}
    mail = {"name": "Mail", "does": "armour", "amount": 1}
    table = scene(
        "minifate", "hero Agility 0 fate_points=0", "foe; mailed",
        aspects=[{"text": "Unlucky", "actions": []},
                 {"text": "Dim", "actions": [], "difficulty": 2}],
        templates=[{"text": "Off Balance", "on": "enemy", "difficulty": 0}],
        sheets={"mailed": {"stunts": [mail], "aspects": [{"text": "Worn Out", "actions": []}]}},
        rules={"existing_fail_gives": True, "advantage_difficulty": 2},
        actions=["attack", "create", "refresh", "overcome", "compel"],
        compels=[twist], pool=1,
    )  # fmt: skip
    table.turn("hero").choose(**action).dice(dice)
    while table.settle_duel().state.current_player() == codes.CHANCE:
        table.dice("0 0 0 0")
    assert table.offers("compel") is offered


@pytest.mark.rule("F6")
def test_a_tie_that_brings_nothing_is_not_twisted() -> None:
    state = position("a-twist-of-nothing")
    verbs = {state.game.describe(state, one).verb for one in state.legal_actions()}
    assert "compel" not in verbs


@pytest.mark.rule("F6", "F4", "F3")
@pytest.mark.parametrize("taken", [True, False])
def test_a_twist_of_the_gms_roll_is_paid_by_a_player(taken: bool) -> None:
    """In the closed loop the pool's point comes out of a purse, never out of the supply."""
    twist = {"victim": "foe", "aspect": "Overconfident", "effect": "twist"}
    table = scene(
        "minifate",
        "hero fate_points=1; poor fate_points=0",
        "foe Shoot 2 Agility 1",
        aspects=[{"text": "Overconfident", "actions": []}],
        compels=[twist],
        rules={"player_compels_stake": False},
        pool=0,
    )
    table.turn("foe").choose("attack", target="hero").dice("+ + + +", "0 0 0 0")
    assert table.values("compel", "payer") == ["hero"]
    table.choose("compel", compel=0).choose("accept" if taken else "refuse")
    assert (table.points("hero"), table.points("gm")) == ((0, 1) if taken else (1, 0))
    drawn = [one["count"] for one in table.all("point") if one["from"] == "supply"]
    back = [one["count"] for one in table.all("point") if one["to"] == "supply"]
    assert sum(drawn) == sum(back), "whatever is staked arrives somewhere"


@pytest.mark.rule("F6", "F5")
def test_no_twist_without_a_point_for_it() -> None:
    twist = {"victim": "hero", "aspect": "Unlucky", "effect": "twist"}
    table = scene(
        "minifate",
        "hero Shoot 2 Agility 1",
        "foe",
        aspects=[{"text": "Unlucky", "actions": []}],
        compels=[twist],
        rules={"compel_from_supply": False},
        pool=0,
    )
    table.turn("hero").choose("attack", target="foe").dice("+ + + +", "0 0 0 0")
    assert not table.settle_duel().offers("compel")


@pytest.mark.rule("F6", "A16")
@pytest.mark.parametrize(
    ("hidden_from", "offered"), [(None, True), ("players", True), ("gm", False)]
)
def test_no_twist_by_what_is_hidden_from_who_would_offer_it(
    hidden_from: str | None, offered: bool
) -> None:
    table = scene(
        "minifate", "hero Shoot 2 Agility 1", "foe", pool=1,
        aspects=[{"text": "Unlucky", "actions": [], "hidden_from": hidden_from}],
        compels=[{"victim": "hero", "aspect": "Unlucky", "effect": "twist"}],
    )  # fmt: skip
    table.turn("hero").choose("attack", target="foe").dice("+ + + +", "0 0 0 0")
    assert (table.node == codes.N_TWIST) is offered
