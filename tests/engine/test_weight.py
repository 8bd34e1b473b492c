"""Weight (W1-W6)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.acting import FACES
from tests.table import Table, scene


def facing(own: int, theirs: int, **fields: Any) -> Table:
    """A hero of one weight attacks a foe of another."""
    table = scene(
        "war-of-ashes", f"hero Quick 1 weight={own}", f"foe weight={theirs}", pool=0, **fields
    )
    return table.turn("hero").choose("attack", target="foe")


@pytest.mark.rule("W1")
def test_weights_are_added_up_in_each_zone() -> None:
    table = scene(
        "war-of-ashes", "a@x Quick 1; b@x weight=2; c@y", "d@x weight=4; e@x type=minion", "x - y"
    )
    assert (table.weight("x"), table.weight("y")) == ((3, 5), (1, 0))
    table.turn("a").choose("move", zone="y").settle()
    assert (table.weight("x"), table.weight("y")) == ((2, 5), (2, 0))


@pytest.mark.rule("W2")
@pytest.mark.parametrize(
    ("own", "theirs", "attack", "defence"),
    [
        (1, 1, 0, 0),
        (2, 1, 1, 0),
        (3, 2, 0, 0),
        (3, 1, 1, 0),
        (4, 1, 2, 0),
        (8, 1, 2, 0),
        (8, 4, 1, 0),
        (1, 2, 0, 1),
        (1, 4, 0, 2),
        (2, 8, 0, 2),
        (4, 0, 2, 0),
        (1, 0, 2, 0),
    ],
)
def test_thresholds(own: int, theirs: int, attack: int, defence: int) -> None:
    table = facing(own, theirs)
    assert table.replaced == attack
    assert table.dice(FACES[0]).replaced == defence


@pytest.mark.rule("W2", "W3")
def test_replaced_dice_are_the_worst_and_again_after_a_reroll() -> None:
    dim = {"text": "Dim", "actions": ["attack"], "helps": "both"}
    table = facing(2, 1, aspects=[dim]).dice("- - 0 +", "0 0 0 0")
    assert table.all("roll")[0]["sum"] == 1 + 0 - 1 + 1
    table.choose("invoke", payer="hero", mode="reroll")
    assert table.replaced == 1
    assert table.dice("- - - -").last("reroll")["sum"] == -2


@pytest.mark.rule("W2")
@pytest.mark.parametrize(
    ("rolls", "replaced"), [(["attack", "defend"], 0), (["attack", "create"], 1)]
)
def test_other_rolls_where_the_scenario_says_so(rolls: list[str], replaced: int) -> None:
    table = scene(
        "war-of-ashes", "hero Quick 1 weight=2", "foe", rules={"weight_rolls": rolls}, pool=0
    )
    table.turn("hero").choose("create", aspect="Off Balance", on="foe")
    assert table.replaced == replaced


@pytest.mark.rule("W2", "D2")
def test_weight_may_be_switched_off() -> None:
    assert facing(8, 1, weight=False).replaced == 0


@pytest.mark.rule("W4")
@pytest.mark.parametrize(
    ("foes", "attack", "defence"), [(1, 1, 0), (2, 0, 0), (4, 0, 1), (8, 0, 2)]
)
def test_a_charge_doubles_the_chargers_weight(foes: int, attack: int, defence: int) -> None:
    table = scene("war-of-ashes", "hero@a Quick 1", f"foe@b weight={foes}", "a - b", pool=0)
    table.turn("hero").choose("charge", target="foe")
    assert table.replaced == attack
    assert table.dice(FACES[-4]).replaced == defence
    table.dice("0 0 0 0").settle()
    table.turn("foe").choose("attack", target="hero")
    assert table.replaced == {1: 0, 2: 1, 4: 2, 8: 2}[foes], "for that one attack"


@pytest.mark.rule("W5")
@pytest.mark.parametrize(("counts", "replaced"), [(False, 0), (True, 2)])
def test_attacks_between_zones(counts: bool, replaced: int) -> None:
    bow = {"hero": {"attacks": {"Careful": {"range": 1}}}}
    table = scene(
        "war-of-ashes",
        "hero@a Quick 1 weight=4",
        "foe@b",
        "a - b",
        sheets=bow,
        rules={"weight_across_zones": counts},
        pool=0,
    )
    table.turn("hero").choose("attack", target="foe")
    assert table.replaced == replaced


@pytest.mark.rule("W6", "N4")
def test_authority_weighs_in_a_debate() -> None:
    table = scene(
        "war-of-ashes",
        "monarch Careful 1 weight=8",
        "lord weight=2 Careful 0",
        kind="social",
        pool=0,
    )
    table.turn("monarch").choose("attack", target="lord")
    assert table.replaced == 2
    commons = "crowd type=group members=6"
    for kind, weight in (("social", 1), ("physical", 6)):
        assert scene("war-of-ashes", "hero", commons, kind=kind).weight("here") == (1, weight)
