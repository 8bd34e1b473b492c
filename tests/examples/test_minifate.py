"""The worked examples of MiniFate, played with their dice."""

from __future__ import annotations

import pytest

from tests.table import scene


@pytest.mark.rule("EX-MIN-1", "C3", "D5")
def test_a_burning_warehouse() -> None:
    """Dice `+ - + +` = +2, Shoot 2, against 1: 4, by 3: style, two free invokes."""
    inferno = {"text": "Billowing Inferno", "on": "zone", "skills": ["Shoot"], "difficulty": 1}
    table = scene("minifate", "naka Shoot 2", "thug", templates=[inferno])
    table.turn("naka").choose("create", aspect="Billowing Inferno")
    table.dice("+ - + +")
    assert table.totals == [4]
    assert table.result == (3, "succeeds with style")
    assert table.free("Billowing Inferno") == (2, 0, 0)


@pytest.mark.rule("EX-MIN-2", "K4", "H3", "D4")
def test_the_treacherous_helmsman() -> None:
    """Attack `+ 0 - +` = 1, Fight 1: 2; defence `- 0 - 0` = -2, Agility 1: -1; a hit of 3."""
    table = scene("minifate", "naka Agility 1", "helmsman Fight 1 Agility 2")
    table.turn("helmsman").choose("attack", target="naka")
    table.dice("+ 0 - +", "- 0 - 0")
    assert table.totals == [2, -1]
    assert table.last("hit")["shifts"] == 3
    table.choose("absorb", box=3)
    assert table.stress("naka") == [3]
    assert table.boosts("naka") == (0, 0)


@pytest.mark.rule("EX-MIN-3", "A2", "F4")
def test_lost_my_boat_in_a_game_of_cards() -> None:
    """Margin -1, an invoke for +2: success; the point goes to the GM at once."""
    sheets = {"tor": {"aspects": ["Lost My Boat in a Game of Cards"]}}
    impounded = {"text": "Off Our Backs", "on": "enemy", "skills": ["Persuasion"]}
    table = scene(
        "minifate", "tor Persuasion 1 Agility 1 fate_points=1", "clerk", sheets=sheets,
        templates=[impounded], pool=1,
    )  # fmt: skip
    table.turn("tor").choose("create", aspect="Off Our Backs", on="clerk")
    table.dice("- - 0 0", "0 0 0 0")
    table.choose("invoke", payer="tor", mode="+2")
    assert table.points("tor") == 0
    assert table.points("gm") == 2
    assert table.result == (1, "succeeds")
    assert table.free("Off Our Backs", on="clerk") == (1, 0, 0)
