"""A moment carried over into the conflict as a side knows it: field by field what it is in the same
conflict without what is hidden, or what the rules say of it.
"""

from __future__ import annotations

from typing import Any

import pytest

from autogm.engine import codes
from autogm.engine.actions import Action
from tests.table import Table, scene

WIRE = {"text": "A Tripwire", "actions": ["attack"], "side": "players", "hidden_from": "gm"}
KNIFE = {"text": "A Knife Behind His Back", "actions": ["attack"], "hidden_from": "players"}


def same_to(side: int, plain: Table, full: Table) -> None:
    """A side that does not know what the second has more knows just the first."""
    known = [one.game.as_known_to(one.state, side) for one in (plain, full)]
    assert known[1].game is not full.game, "something is hidden"
    assert known[1].record.tobytes() == plain.state.record.tobytes()
    assert known[0] == known[1]
    assert known[0].legal_actions() == known[1].legal_actions()


@pytest.mark.rule("H9", "T1")
def test_an_ambush_that_is_not_known_of_is_none() -> None:
    """That the first attack will be lethal is known from the first turn of an ambusher on."""
    order = {"ambush": "gm", "lethal_ambush": True, "first": "players"}
    table = scene("war-of-ashes", "hero Quick 1", "ole Sneaky 1 Forceful 1", turn_order=order)
    table.turn("hero")
    assert int(table.state.record[0]["ambush"]) == 1
    assert int(table.game.as_known_to(table.state, codes.PLAYERS).record[0]["ambush"]) == 0
    table.turn("ole")
    assert int(table.game.as_known_to(table.state, codes.PLAYERS).record[0]["ambush"]) == 1


@pytest.mark.rule("H6", "A16")
@pytest.mark.parametrize("left", ["thug@a Notice 1 type=nameless", "boss@a Notice 1"])
@pytest.mark.parametrize("worth", [{}, {"enemy_conceded": 0.5}])
def test_whether_the_pool_had_its_point_is_known_while_somebody_could_earn_it(
    left: str, worth: dict[str, float]
) -> None:
    """The foe has conceded, be that worth something of its own or not. A thug earns nothing, so
    that nobody asks, whoever is to come."""
    stakes = {"players": {"victory": 1.0, **worth}, "gm": {"victory": 1.0}}
    fights = [
        scene("fate-core", "hero@a Notice 3", f"{more}foe@a Notice 2; {left}", "a", pool=0,
              stakes=stakes)
        for more in ("", "zed@a Fight 4 arrives=6; ")
    ]  # fmt: skip
    for table in fights:
        table.turn("hero").choose("attack", target="foe").choose("concede", target="foe")
        table.turn("hero")
    assert int(fights[0].state.record[0]["yielded"]) == int("boss" in left)
    assert int(fights[1].state.record[0]["yielded"]) == 1
    same_to(codes.PLAYERS, *fights)


@pytest.mark.rule("F5", "A16")
@pytest.mark.parametrize("payer", ["rolf", "tove"])
def test_an_aspect_to_be_allowed_is_told_with_its_payer(payer: str) -> None:
    smoke = {"text": "Thick Smoke", "on": "zone", "declare": True}
    fights = [
        scene("minifate", "rolf Agility 3 fate_points=1; tove Agility 2 fate_points=1", "foe",
              templates=[smoke], pool=1, aspects=aspects)
        for aspects in ([], [WIRE])
    ]  # fmt: skip
    for table in fights:
        table.turn(payer).choose("declare", aspect="Thick Smoke", payer=payer)
        assert table.node == codes.N_GRANT
    known = fights[1].game.as_known_to(fights[1].state, codes.GM)
    told = [str(known.game.describe(known, one)) for one in known.legal_actions()]
    assert told == fights[0].choices()
    events = known.game.events(known, known.game.encode(Action("allow")))
    assert next(one.facts["from"] for one in events if one.kind == "point") == payer
    assert [one.facts["aspect"] for one in events if one.kind == "aspect"] == ["Thick Smoke"]


@pytest.mark.rule("H6")
def test_who_is_asked_next_to_concede_is_known() -> None:
    """The fourth of six is attacked and gone, two have passed: the next two may still follow, which
    is all that is left to do."""
    foes = "; ".join(f"foe{n} Notice 0" for n in range(1, 7))
    fights = [
        scene("fate-core", "hero Notice 3 Fight 1", foes, pool=0, aspects=aspects)
        for aspects in ([], [WIRE])
    ]
    for table in fights:
        table.turn("hero").choose("attack", target="foe4").choose("concede", target="foe4")
        assert table.node == codes.N_CONCEDE
        assert table.values("concede", "target") == ["foe5", "foe6"]
    known = fights[1].game.as_known_to(fights[1].state, codes.GM)
    told = [str(known.game.describe(known, one)) for one in known.legal_actions()]
    assert told == fights[0].choices()


@pytest.mark.rule("A15", "A16")
def test_an_effect_of_what_is_known_is_known_and_no_other() -> None:
    stones = {"text": "Boulders", "actions": ["attack"], "free": {"players": 1}}
    hurl: dict[str, Any] = {"aspect": "Boulders", "does": "hinder", "range": 1}
    stab: dict[str, Any] = {"aspect": KNIFE["text"], "does": "hinder", "range": 1}
    plain = scene("war-of-ashes", "hero Quick 3", "foe", aspects=[stones], effects=[hurl])
    for effects in ([stab, hurl], [hurl, stab]):
        full = scene(
            "war-of-ashes", "hero Quick 3", "foe", aspects=[stones, KNIFE], effects=effects
        )
        known = full.turn("hero").game.as_known_to(full.state, codes.PLAYERS)
        told = [str(known.game.describe(known, one)) for one in known.legal_actions()]
        assert known.game.encounter.scenario.effects == plain.game.encounter.scenario.effects
        assert told == plain.turn("hero").choices()
        assert any("Boulders" in one for one in told)


@pytest.mark.rule("A3", "A15")
def test_what_was_paid_for_in_a_turn_is_told_for_every_effect() -> None:
    """64 of them: each of sixteen for each of four zones' aspects of one name."""
    plain = {"text": "Rubble", "actions": ["attack"], "adverse": False}
    zones = {name: {"aspect": plain} for name in "abcd"}
    table = scene(
        "fate-core", "hero@a Notice 3", "foe@a", "a - b - c - d", zone=zones, aspects=[KNIFE],
        effects=[{"aspect": "Rubble", "does": "hinder", "range": n % 3} for n in range(16)],
    ).turn("hero")  # fmt: skip
    assert int(table.game.scene[0]["effects"]) == 64
    for row in range(64):
        state = table.state.clone()
        state.record[0]["turn_paid"] = (1 << row) - (1 << 64 if row == 63 else 0)
        known = state.game.as_known_to(state, codes.PLAYERS)
        assert known.game is not state.game
        assert known.record[0]["turn_paid"] == state.record[0]["turn_paid"]
