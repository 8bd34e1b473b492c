"""The worked examples of Wrath of the Autarch, played with their dice."""

from __future__ import annotations

import pytest

from tests.table import scene

BERRIES = {"text": "Restorative Red Berries", "on": "scene", "skills": ["Nature"], "difficulty": 5}
FLANKED = {"text": "Flanked", "on": "scene", "skills": ["Tactics"]}


@pytest.mark.rule("EX-AUT-1", "A9", "C2", "D4")
def test_a_permanent_aspect() -> None:
    """Nature 5, dice +2: 7 against 5 succeeds, one free invoke."""
    table = scene("autarch", "gwynnet Nature 5", "foe", templates=[BERRIES])
    table.turn("gwynnet").choose("create", aspect="Restorative Red Berries")
    table.dice("+ + 0 0")
    assert table.totals == [7]
    assert table.result == (2, "succeeds")
    assert table.free("Restorative Red Berries") == (1, 0, 0)


@pytest.mark.rule("EX-AUT-2", "A11", "O2")
def test_two_free_invokes_make_removal_hard() -> None:
    """An aspect with two free invokes has an opposition of 6."""
    smoke = {"text": "Smoke", "actions": ["create"], "free": {"players": 2}}
    table = scene("autarch", "hero", "foe Athletics 4 Notice 5", aspects=[smoke])
    table.turn("foe").choose("overcome", aspect="Smoke")
    table.dice("+ + 0 0")
    assert table.result == (0, "ties")
    assert table.stands("Smoke")

    table = scene("autarch", "hero", "foe Athletics 5 Notice 5", aspects=[smoke])
    table.turn("foe").choose("overcome", aspect="Smoke")
    table.dice("+ + 0 0")
    assert table.result == (1, "succeeds")
    assert not table.stands("Smoke")
    assert table.free("Smoke") == (0, 0, 0)


@pytest.mark.rule("EX-AUT-3", "H2", "H4", "A7")
def test_a_box_and_a_consequence() -> None:
    """Three shifts of an ogre's club: the second box absorbs 2, a minor consequence the last."""
    table = scene("autarch", "catrin", "ogre Fighting 1 Notice 1")
    table.turn("ogre").choose("attack", target="catrin")
    table.dice("0 0 0 0", "0 0 0 0")
    table.choose("absorb", box=1)
    table.turn("ogre").choose("attack", target="catrin")
    table.dice("+ + 0 0", "0 0 0 0")
    assert table.result == (3, "succeeds with style")
    table.choose("absorb", box=2, consequences=(0,))
    assert table.stress("catrin") == [1, 2]
    assert table.wounds("catrin") == ["mild"]
    assert table.free("Catrin's mild consequence") == (0, 1, 0)


@pytest.mark.rule("EX-AUT-6", "A3", "F8")
def test_two_free_invokes_and_a_fate_point() -> None:
    """Two free invokes and one fate point on one aspect: +6."""
    perch = {"text": "Ambush Perch", "actions": ["attack"], "free": {"players": 2}}
    table = scene("autarch", "hero Notice 1 fate_points=3", "foe", aspects=[perch])
    table.turn("hero").choose("attack", target="foe")
    table.dice("0 0 0 0", "0 0 0 0")
    for _ in range(2):
        table.choose("invoke free", aspect="Ambush Perch", mode="+2")
    table.choose("invoke", payer="hero", mode="+2")
    assert not table.offers("invoke"), "with points one aspect counts once"
    assert table.result == (6, "succeeds with style")
    assert table.points("hero") == 2
