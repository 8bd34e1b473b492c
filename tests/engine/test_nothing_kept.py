"""Nothing is kept that no later rule reads, so that equal futures are equal."""

from __future__ import annotations

import pytest

from tests.engine.acting import FACES
from tests.table import scene

FIRST = {"first": "players"}
HOT = {"text": "Hot-Headed", "kind": "trouble"}


@pytest.mark.rule("X1", "Z2")
@pytest.mark.parametrize(("effect", "ends"), [("move toward", "b"), ("move away", "z")])
def test_a_compelled_move_that_was_made_is_demanded_no_more(effect: str, ends: str) -> None:
    compel = {"victim": "hero", "aspect": "Hot-Headed", "effect": effect, "zone": "c"}
    table = scene("fate-core", "hero@a", "foe@c Notice 1", "z - a - b - c", compels=[compel],
                  sheets={"hero": {"aspects": [HOT]}})  # fmt: skip
    table.until("compel").choose("compel", compel=0).choose("accept")
    assert table.zone("hero") == ends
    record = table.state.record[0]
    assert (int(record["turn_toward"]), int(record["turn_away"])) == (0, 0)


@pytest.mark.rule("E4")
@pytest.mark.parametrize(("points", "first", "later"), [(1, 1, 0), (0, 0, 0)])
def test_the_dice_of_an_area_attack_are_kept_while_they_can_be_rolled_again(
    points: int, first: int, later: int
) -> None:
    """Before the first defence, with a point to do it; the point may still add two afterwards."""
    dust = {"text": "Dust", "actions": ["attack"], "free": {"open": 0}}
    table = scene("fate-core", f"hero Fight 1 Notice 1 fate_points={points}", "foe; other", pool=0,
                  aspects=[dust], sheets={"hero": {"attacks": {"Fight": {"area": True}}}},
                  turn_order=FIRST)  # fmt: skip
    table.turn("hero").choose("attack everyone", zone="here").dice(FACES[1])
    assert int(table.state.record[0]["die"][0]) == first
    table.dice(FACES[0])
    assert bool(table.offers("invoke", mode="+2")) is bool(points)
    assert int(table.state.record[0]["die"][0]) == later
