"""The worked examples of War of Ashes, played with their dice."""

from __future__ import annotations

import pytest

from tests.table import Table, scene


def lookout(olivia: str) -> Table:
    """Olivia peers into what lies behind the fog."""
    reveals = {"far": {"reveals": "Fog-Shrouded Chasm"}}
    ground = "camp - pass [Fog] - far?"
    table = scene("war-of-ashes", f"olivia@{olivia} Careful 2", "orc@camp", ground, zone=reveals)
    return table.turn("olivia").choose("explore", aspect="Fog-Shrouded Chasm")


@pytest.mark.rule("EX-WOA-1", "A14")
def test_what_hides_in_the_fog() -> None:
    """1 + 2 for the Fog + 2 for being two zones away = 5; one zone nearer 3, and a result of 4
    succeeds with one free invoke."""
    assert lookout("camp").difficulty == 5
    table = lookout("pass")
    assert table.difficulty == 3
    table.dice("+ + 0 0")
    assert table.totals == [4]
    assert table.result == (1, "succeeds")
    assert table.stands("Fog-Shrouded Chasm", on="far")
    assert table.free("Fog-Shrouded Chasm") == (1, 0, 0)
    assert table.stands("Fog", on="pass"), "the aspect of another zone stays"


@pytest.mark.rule("EX-WOA-2", "Z3")
def test_out_of_the_ice_into_the_boulders() -> None:
    """Both zones adverse: 4."""
    table = scene(
        "war-of-ashes", "olivia@open", "archer@cliff", "open [Icy] - cover [Boulders] - cliff"
    )
    table.turn("olivia")
    assert not table.offers("move", zone="cover")
    assert table.choose("sprint", zone="cover").difficulty == 4


@pytest.mark.rule("EX-WOA-3", "Z3")
def test_out_of_the_avalanche() -> None:
    """Two adverse aspects and one extra zone: 6."""
    ground = "snow [Avalanche!] - rocks [Rockfall] - plain [Tundra Plain] - camp"
    table = scene("war-of-ashes", "rolf@snow", "orc@camp", ground)
    assert table.turn("rolf").choose("sprint", zone="plain").difficulty == 6


@pytest.mark.rule("EX-WOA-4", "Z4", "Z5", "O3")
def test_up_the_slope_against_javelins() -> None:
    """A tie: Rolf succeeds at a minor cost, and the bandits get a boost."""
    ground = "path [Narrow Mountain Path] - slope [Sparsely Wooded Slope]"
    table = scene("war-of-ashes", "rolf@path Quick 2", "bandits@slope Quick 1", ground)
    table.turn("rolf").choose("move", zone="slope")
    table.choose("block", target="bandits").choose("go on")
    table.dice("0 0 0 0", "+ 0 0 0")
    assert table.result == (0, "ties")
    table.choose("name cost", cost="a boost").choose("pay the cost")
    assert table.zone("rolf") == "slope"
    assert table.boosts("rolf") == (1, 0)
    assert table.state.actor() == "bandits", "the move was the action, so the turn is over"


@pytest.mark.rule("EX-WOA-5", "EX-WOA-6", "W2", "W3", "W1")
def test_deliah_against_the_city_guards() -> None:
    """`0 0 - +` with one [+]: `0 0 + +` = 2; `0 - + -` with two: `0 + + +` = 3."""
    guards = (
        "guard Quick 1 type=minion copies=2 boxes=0; "
        "more Quick 1 type=minion copies=4 boxes=0 arrives=2"
    )
    table = scene("war-of-ashes", "deliah Forceful 3", guards)
    table.turn("guard-1").choose("attack", target="deliah")
    assert table.replaced == 1
    table.dice("0 0 - +")
    assert table.last("roll")["sum"] == 2
    table.dice("+ + 0 0")
    table.turn("deliah").choose("attack", target="guard-1")
    table.dice("0 0 0 0", "0 0 0 0")
    assert table.out("guard-1")
    table.turn("guard-2")
    assert table.weight("here") == (1, 5), "reinforcements show up"
    table.choose("attack", target="deliah")
    assert table.replaced == 2
    table.dice("0 - + -")
    assert table.last("roll")["sum"] == 3


@pytest.mark.rule("EX-WOA-7", "W2")
def test_four_against_four_lizardmen() -> None:
    """Four against four: none; after two fall, the four have one [+] from the next roll."""
    heroes = "rolf Quick 3; olivia Quick 2; deliah Quick 1; hireling type=minion"
    table = scene("war-of-ashes", heroes, "lizard type=minion copies=4 boxes=0")
    for name, target in (("rolf", "lizard-1"), ("olivia", "lizard-2")):
        table.turn(name).choose("attack", target=target)
        assert table.replaced == 0
        table.dice("+ 0 0 0", "0 0 0 0")
        assert table.out(target)
    table.turn("deliah").choose("attack", target="lizard-3")
    assert table.replaced == 1


@pytest.mark.rule("EX-WOA-8", "EX-WOA-11", "M3", "W4", "K2", "K5")
def test_rolf_charges_the_foredeck() -> None:
    """One charging into two: nobody outweighs. The pirates win by 3 or more: two boosts for them,
    and a failed attack's stress for Rolf."""
    pirates = "pirate@foredeck Quick 2 type=minion copies=2"
    table = scene("war-of-ashes", "rolf@deck Forceful 2 Quick 1", pirates, "deck - foredeck")
    table.turn("rolf").choose("charge", target="pirate-1")
    table.settle()
    assert table.weight("foredeck") == (1, 2)
    assert table.replaced == 0
    table.dice("- - 0 0")
    assert table.replaced == 0
    table.dice("+ 0 0 0")
    assert table.result == (-3, "fails")
    assert table.boosts("rolf") == (2, 0)
    assert table.stress("rolf") == [1]
    assert table.zone("rolf") == "foredeck"


@pytest.mark.rule("EX-WOA-9", "M8")
def test_out_past_rocky_ground() -> None:
    """Footwork: one zone, though the rocks would have hindered the move."""
    table = scene(
        "war-of-ashes", "deliah@edge Quick 3", "crocodile@edge", "edge - upland [Rocky Upland]"
    )
    table.turn("deliah")
    assert not table.offers("move", zone="upland")
    table.choose("attack", target="crocodile").dice("0 0 0 0", "0 0 0 0")
    table.choose("absorb", box=3).choose("footwork", zone="upland")
    assert table.zone("deliah") == "upland"
    assert table.boosts("crocodile") == (0, 0), "instead of the boost"


@pytest.mark.rule("EX-WOA-10", "R3", "R4")
@pytest.mark.parametrize(
    ("approach", "roars"),
    [("Careful", True), ("Clever", True), ("Sneaky", True),
     ("Flashy", False), ("Forceful", False), ("Quick", False)],
)  # fmt: skip
def test_olivia_roars_with_careful(approach: str, roars: bool) -> None:
    """Careful allows Careful, Sneaky, Clever."""
    table = scene("war-of-ashes", "olivia Careful 3", "marcus", roar=True)
    table.choose("roar", target="olivia", skill="Careful").dice("0 0 0 0")
    assert table.stands("Olivia's Roar")
    table.turn("olivia").choose("attack", target="marcus").choose("use", skill=approach)
    table.dice("0 0 0 0")
    assert table.stands("Olivia's Roar") is roars
