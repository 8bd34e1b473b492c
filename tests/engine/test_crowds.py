"""Aspects beyond the first 64: nothing that they do depends on how many others are numbered before
them."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.moving import EDGE
from tests.table import Table, scene

FIRST = {"first": "players"}
CROWDS = (0, 4, 8, 12)
"""How many stand far away: each has some eight aspects, boosts and consequences of its own."""


def crowded(ruleset: str, hero: str, gm: str, ground: str, crowd: int, **fields: Any) -> Table:
    """The hero's turn, with so many on each side who have no part in it, listed before all else."""
    whole = f"{ground}; afar"
    friends = "".join(f"friend{n}@afar; " for n in range(crowd))
    foes = "".join(f"idle{n}@afar; " for n in range(crowd))
    table = scene(
        ruleset, f"{friends}hero{hero}", f"{foes}{gm}", whole, turn_order=FIRST, **fields
    )  # fmt: skip
    slots = len(table.game.compiled.slots.slots)
    assert (slots > 64) is (crowd > 3)
    return table.turn("hero")


@pytest.mark.rule("Z3", "A2")
@pytest.mark.parametrize("crowd", CROWDS)
def test_the_terrain_passed_through(crowd: int) -> None:
    """A roll of 4 against 2 and an invoke of it ties; it can be gone round."""
    edge = {"b": {"aspect": EDGE}}
    table = crowded("war-of-ashes", "@a Quick 0 fate_points=0", "foe@z", "a - b - c - z", crowd,
                    zone=edge, pool=0)  # fmt: skip
    table.choose("sprint", zone="c").dice("+ + + +")
    table.choose("invoke free", aspect="Gaping Edge", on="b", mode="+2")
    assert table.result == (0, "ties")
    table = crowded("war-of-ashes", "@a Quick 0 fate_points=0", "foe@z",
                    "a - b - e; a - c - d - e; e - z", crowd, zone=edge, pool=0)  # fmt: skip
    assert table.choose("sprint", zone="e").values("sprint", "by") == [("b",), ("c", "d")]


@pytest.mark.rule("Z3")
@pytest.mark.parametrize("crowd", CROWDS)
def test_what_hinders(crowd: int) -> None:
    table = crowded("war-of-ashes", "@a Quick 1", "foe@z", "a - b [Icy Ground] - z", crowd)
    assert not table.offers("move", zone="b")
    assert table.choose("sprint", zone="b").difficulty == 2


@pytest.mark.rule("A3", "A4", "A5")
@pytest.mark.parametrize("crowd", CROWDS)
def test_what_is_invoked(crowd: int) -> None:
    """One of the scene by a point, one of the zone by its open invoke, one on the foe by the free
    invokes that were won."""
    dust = {"text": "Dust", "actions": ["attack"], "free": {"open": 0}}
    ice = {"text": "Ice", "actions": ["attack"], "adverse": False, "free": {"open": 1}}
    table = crowded("fate-core", "@a Fight 1 fate_points=1", "foe@a", "a", crowd, pool=0,
                    aspects=[dust], zone={"a": {"aspect": ice}})  # fmt: skip
    table.choose("create", aspect="Off Balance", on="foe").dice("+ + + +", "- 0 0 0").settle()
    assert table.free("Off Balance", on="foe") == (2, 0, 0)
    table.turn("hero").choose("attack", target="foe").dice("- - - -", "+ + + +")
    assert set(table.values("invoke free", "aspect")) == {"Off Balance", "Ice"}
    table.choose("invoke free", aspect="Ice", mode="+2")
    assert table.free("Ice", on="a") == (0, 0, 0)
    table.choose("invoke free", aspect="Off Balance", on="foe", mode="+2")
    assert table.free("Off Balance", on="foe") == (1, 0, 0)
    table._apply(table.legal("invoke", mode="+2")[0])
    assert table.last("invoke")["aspect"] == "Dust"


@pytest.mark.rule("A11", "A17")
@pytest.mark.parametrize("crowd", CROWDS)
def test_what_is_removed(crowd: int) -> None:
    smoke = {"text": "Smoke", "actions": ["attack"], "difficulty": 1, "free": {"gm": 2}}
    table = crowded("fate-core", "@a Notice 1", "foe@a", "a", crowd, pool=0, aspects=[smoke])
    table.choose("overcome", aspect="Smoke").dice("+ + 0 0").settle()
    assert not table.stands("Smoke")
    assert table.free("Smoke") == (0, 0, 0)


@pytest.mark.rule("A14", "A16")
@pytest.mark.parametrize("crowd", CROWDS)
def test_what_is_found(crowd: int) -> None:
    door = {"text": "Trapdoor", "hidden_from": "players", "side": "gm", "free": {"open": 0}}
    table = crowded("fate-core", "@a Notice 1 Investigate 3", "foe@a", "a", crowd, pool=0,
                    aspects=[door])  # fmt: skip
    table.choose("discover").dice("+ + + 0").settle()
    assert table.last("discovers")["aspect"] == "Trapdoor"
