"""The worked examples of groups that act as one, from the open texts."""

from __future__ import annotations

import pytest

from tests.table import scene


@pytest.mark.rule("EX-SRD-1", "N4")
def test_three_thugs() -> None:
    """Three thugs of Fight 1 attack at 3; one falls, then at 2."""
    table = scene(
        "fate-core", "hero Fight 2 Notice 1", "thugs Fight 1 type=group members=3 boxes=0"
    )
    table.turn("hero").choose("attack", target="thugs")
    table.dice("+ + 0 0", "0 0 0 0")
    assert table.totals == [4, 3], "they defend with each other's help too"
    assert table.result == (1, "succeeds")
    assert table.members("thugs") == 2
    table.turn("thugs").choose("attack", target="hero")
    table.dice("0 0 0 0", "0 0 0 0")
    assert table.totals[2:] == [2, 2]

    table = scene("fate-core", "hero", "thugs Fight 1 Notice 1 type=group members=3 boxes=0")
    table.turn("thugs").choose("attack", target="hero")
    table.dice("0 0 0 0", "0 0 0 0")
    assert table.totals[0] == 3


@pytest.mark.rule("EX-SRD-2", "N4", "W1")
def test_six_sailors() -> None:
    """Six one-box sailors: four boxes, weight 6, and no bonus for their number."""
    table = scene("war-of-ashes", "rolf", "sailors Forceful 2 Quick 1 type=group members=6 boxes=1")
    assert table.game.encounter.fighters[1].boxes == {"physical": 4}
    assert table.weight("here") == (1, 6)
    table.turn("sailors").choose("attack", target="rolf")
    table.dice("0 0 0 0")
    assert table.last("roll") == {
        "who": "sailors", "sum": 2, "faces": [0, 0, 0, 0], "replaced": 2, "rating": 2, "bonus": 0,
        "total": 4,
    }  # fmt: skip
