"""Stunts that one choice calls on together (N5, E4, H9), and a circumstance outside of rolls."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from autogm.engine.layout import LOG
from autogm.engine.nodes.roll import call_stunt
from autogm.game.kernels import INTERPRETED
from autogm.game.rows import rows
from tests.table import Table, scene

LETHAL = {"name": "Deadly", "does": "lethal", "limit": "point"}
SWAP = {
    "name": "Anatomist",
    "does": "swap",
    "skills": ["Lore"],
    "instead_of": "Fight",
    "actions": ["attack"],
}
SWEEP = {"name": "Sweep", "does": "area", "skills": ["Lore"]}
FACES, HIGH = "0 0 0 0", "+ + + +"


def stunted(*stunts: dict[str, Any], points: int, area: bool = False) -> Table:
    """A hero with Lore 4, Fight 1 and stunts, whose turn it is, with two foes before it."""
    sheet: dict[str, Any] = {"stunts": [*stunts], "fate_points": points}
    if area:
        sheet["attacks"] = {"Fight": {"area": True}}
    table = scene(
        "fate-core",
        "hero Lore 4 Fight 1 Notice 1",
        "foe; other",
        sheets={"hero": sheet},
        pool=0,
    )
    return table.turn("hero")


def stunts_used(table: Table) -> list[str]:
    """The names of the stunts called on, in order."""
    return [one["stunt"] for one in table.all("stunt")]


@pytest.mark.rule("N5", "H9", "F8")
@pytest.mark.parametrize(("points", "together"), [(1, False), (2, True)])
def test_what_stunts_cost_together_has_to_be_there(points: int, together: bool) -> None:
    """With one point Lore or a lethal Fight, with two a lethal attack by Lore."""
    table = stunted({**SWAP, "limit": "point"}, LETHAL, points=points)
    table.choose("attack", target="foe")
    assert table.offers("use", skill="Lore", lethal=False)
    assert table.offers("use", skill="Fight", lethal=True)
    assert table.offers("use", skill="Lore", lethal=True) is together
    if together:
        table.choose("use", skill="Lore", lethal=True).dice(FACES, HIGH)
        assert table.points("hero") == 0
        assert stunts_used(table) == ["Anatomist", "Deadly"]


@pytest.mark.rule("N5", "H9")
def test_another_stunt_serves_where_the_point_is_promised() -> None:
    once = {**LETHAL, "name": "Once", "limit": "scene"}
    table = stunted({**SWAP, "limit": "point"}, LETHAL, once, points=1)
    table.choose("attack", target="foe").choose("use", skill="Lore", lethal=True)
    table.dice(FACES, HIGH)
    assert stunts_used(table) == ["Anatomist", "Once"]
    assert table.points("hero") == 0


@pytest.mark.rule("N5", "E4")
def test_an_area_weapon_with_a_swap() -> None:
    """The weapon makes it an attack on the zone whatever skill swings it; another skill's sweep
    is not called on."""
    other = {**SWEEP, "skills": ["Notice"], "limit": "scene"}
    table = stunted({**SWAP, "limit": "scene"}, other, points=0, area=True)
    table.choose("attack everyone", zone="here").choose("use", skill="Lore")
    table.dice(FACES, HIGH).choose("take the boost").dice(HIGH)
    assert stunts_used(table) == ["Anatomist"]


@pytest.mark.rule("N5", "E4")
def test_a_sweep_with_a_swapped_skill_uses_both() -> None:
    table = stunted({**SWAP, "limit": "scene"}, {**SWEEP, "limit": "scene"}, points=0)
    table.choose("attack everyone", zone="here").dice(FACES, HIGH).choose("take the boost").dice(
        HIGH
    ).settle()
    assert stunts_used(table) == ["Anatomist", "Sweep"]
    table.turn("hero")
    assert not table.offers("attack everyone")
    table.choose("attack", target="foe")
    assert table.offers("use", skill="Fight")
    assert not table.offers("use", skill="Lore"), "the swap is used up"


@pytest.mark.rule("N5", "E4")
@pytest.mark.parametrize(("points", "able"), [(1, False), (2, True)])
def test_a_sweep_and_a_swap_for_a_point_each(points: int, able: bool) -> None:
    table = stunted({**SWAP, "limit": "point"}, {**SWEEP, "limit": "point"}, points=points)
    assert table.offers("attack everyone") is able
    if able:
        table.choose("attack everyone", zone="here").dice(FACES, HIGH).choose(
            "take the boost"
        ).dice(HIGH)
        assert table.points("hero") == 0


def test_no_stunt_is_no_stunt() -> None:
    if not INTERPRETED:
        pytest.skip("kernels that are compiled into others are called interpreted only")
    table = stunted(LETHAL, points=1)
    before = table.state.record.tobytes()
    views = rows(table.game.scene)[0], rows(table.state.record)[0], rows(np.zeros(1, LOG))[0]
    with pytest.raises(IndexError, match="negative index"):
        call_stunt(*views, 0, -1)
    assert table.state.record.tobytes() == before


@pytest.mark.rule("N5", "E1")
def test_a_skill_that_another_stands_in_for_is_not_pruned_away() -> None:
    """Nobody would dodge with Fight 1 and Athletics 3, but Lore stands in for Fight."""
    dodge = {**SWAP, "actions": ["defend"], "when": "first exchange"}
    table = scene(
        "fate-core",
        "hero Lore 4 Fight 1 Athletics 3",
        "foe Fight 1 Athletics 1 Notice 1",
        sheets={"hero": {"stunts": [dodge]}},
    )
    table.turn("foe").choose("attack", target="hero")
    assert {"Lore", "Athletics"} <= table.answers()


@pytest.mark.rule("N5", "Z3")
@pytest.mark.parametrize(
    ("when", "difficulty"), [("always", 0), ("after moving", 0), ("wounded", 2)]
)
def test_after_moving_holds_on_ones_own_turn(when: str, difficulty: int) -> None:
    """The second fighter of the scenario has moved and goes on over icy ground: 2 for the ice
    unless its stunt says otherwise."""
    skates = {"name": "Skates", "does": "ignore-terrain", "when": when}
    table = scene(
        "fate-core",
        "friend@a; hero@a Notice 2",
        "foe@d",
        "a - b - c [Icy Ground]; b - d",
        sheets={"hero": {"stunts": [skates]}},
    )
    table.turn("hero").choose("move", zone="b").choose("sprint", zone="c")
    assert table.difficulty == difficulty


@pytest.mark.rule("N5", "F8")
def test_stunts_called_on_together_need_a_point_each() -> None:
    swap = {"name": "Feint", "does": "swap", "skills": ["Deceive"], "instead_of": "Fight"}
    blow = {"name": "Blow", "does": "lethal", "skills": ["Deceive"], "limit": "point"}
    stunts = [{**swap, "actions": ["attack"], "limit": "point"}, blow]
    for points in (1, 2):
        hero = f"hero Notice 1 Deceive 2 fate_points={points}"
        table = scene("fate-core", hero, "foe", sheets={"hero": {"stunts": stunts}}).turn("hero")
        table.choose("attack", target="foe")
        assert table.values("use", "lethal", skill="Deceive") == [False, True][:points]
