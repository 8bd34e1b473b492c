"""Zones, fighters and aspects that are named must be there."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.model.examples import changed, fault, faults, marked_line, read


@pytest.mark.parametrize(
    ("old", "new", "field", "suggestion"),
    [
        ("[camp, ford]", "[camp, frod] # HERE", "edges[0][1]", "ford"),
        (
            "[camp, ford]",
            "{between: [camp, frod], difficulty: 2} # HERE",
            "edges[0].between[1]",
            "ford",
        ),
        ("zone: camp", "zone: cmap # HERE", "sides.players.fighters.anna.zone", "camp"),
        (
            "edges:",
            "objectives: {gm: [{do: hold, zone: cmp}]} # HERE\nedges:",
            "objectives.gm[0].zone",
            "camp",
        ),
        (
            "edges:",
            "objectives: {gm: [{do: take out, who: [ana]}]} # HERE\nedges:",
            "objectives.gm[0].who[0]",
            "anna",
        ),
        (
            "edges:",
            "compels: [{victim: radier-2, aspect: Cold Water, effect: lose action}] # HERE\nedges:",
            "compels[0].victim",
            "raider-2",
        ),
        (
            "edges:",
            "compels: [{victim: anna, aspect: Cold Water, effect: move away, zone: fjord}]"
            " # HERE\nedges:",
            "compels[0].zone",
            "ford",
        ),
        (
            "edges:",
            "compels: [{victim: anna, aspect: Cold Watr, effect: lose action}] # HERE\nedges:",
            "compels[0].aspect",
            "Cold Water",
        ),
        (
            "edges:",
            "effects: [{aspect: cold water, does: move}] # HERE\nedges:",
            "effects[0].aspect",
            "Cold Water",
        ),
        (
            "        skills:",
            "        stunts: [{name: Sure, does: free-invoke, aspect: Bold as Bras}] # HERE\n"
            "        skills:",
            "sides.players.fighters.anna.stunts[0].aspect",
            "Bold as Brass",
        ),
    ],
)
def test_names_that_are_nowhere_get_the_nearest_one(
    tmp_path: Path, old: str, new: str, field: str, suggestion: str
) -> None:
    found = [one for one in faults(tmp_path, changed((old, new))) if one.suggestion]
    assert [(one.field, one.suggestion) for one in found] == [(field, suggestion)]
    assert found[0].line == marked_line(changed((old, new)))


def test_an_unknown_item_zone(tmp_path: Path) -> None:
    text = changed(
        (
            "edges:",
            "item: {name: Chest, zone: fort} # HERE\n"
            "objectives: {gm: [{do: get out, item: true}]}\nedges:",
        )
    )
    found = fault(tmp_path, text)
    assert (found.field, found.suggestion) == ("item.zone", "ford")
    assert found.allowed == ("camp", "ford")


@pytest.mark.parametrize(
    "aspect", ["Bold as Brass", "Trampled Mud", "Under the Ice", "Gathering Dusk", "Off Balance"]
)
def test_aspects_of_people_zones_scene_and_templates_can_be_named(
    tmp_path: Path, aspect: str
) -> None:
    text = changed(
        ("exit: true}", "exit: true}\n  deep: {unexplored: true, reveals: Under the Ice}"),
        ("- [camp, ford]", "- [camp, ford]\n  - [ford, deep]"),
        (
            "edges:",
            "aspects: [Gathering Dusk]\ntemplates: [{text: Off Balance, on: enemy}]\n"
            f"compels: [{{victim: anna, aspect: {aspect}, effect: lose action}}]\nedges:",
        ),
    )
    assert read(tmp_path, text).scenario.compels[0].aspect == aspect


def test_a_ritual_may_name_an_aspect_that_the_roar_makes(tmp_path: Path) -> None:
    """R7."""
    ritual = "effects: [{aspect: Blood and Thunder, does: lethal}]"
    assert read(tmp_path, changed(("edges:", f"{ritual}\nroar: true\nedges:"))).faults == ()
    found = fault(tmp_path, changed(("edges:", f"{ritual} # HERE\nroar: false\nedges:")))
    assert found.field == "effects[0].aspect"


def test_a_stunt_can_name_only_its_bearers_own_aspects(tmp_path: Path) -> None:
    stunt = "stunts: [{name: Sure, does: free-invoke, aspect: Bold as Brass}]"
    text = changed(("copies: 2", f"aspects: [Grim], {stunt} # HERE\n        , copies: 2"))
    found = fault(tmp_path, text)
    assert found.field == "sides.gm.fighters.raider.stunts[0].aspect"
    assert found.allowed == ("Grim",)
