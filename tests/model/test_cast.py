"""Character files merged into fighters, and copies."""

from __future__ import annotations

from pathlib import Path

import pytest

from autogm.model.cast import read_character
from autogm.model.faults import ScenarioError
from autogm.model.scenario import Fighter
from tests.model.examples import CAMP, changed, fault, faults, read, write

ANNA = """\
name: Anna of the Ford
aspects: [River Guide]
skills: {Athletics: 4, Fight: 1}
tags: [swimmer]
refresh: 2
"""
REFERRED = changed(
    ("        zone: camp", "        character: people/anna.yaml\n        zone: camp")
)


def anna(folder: Path, text: str = REFERRED) -> Fighter:
    return read(folder, text).scenario.sides.players.fighters["anna"]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    write(tmp_path, ANNA, "people/anna.yaml")
    return tmp_path


def test_a_character_file_is_read_and_checked_alone(folder: Path) -> None:
    character, source = read_character(folder / "people/anna.yaml")
    assert (character.name, character.refresh) == ("Anna of the Ford", 2)
    assert source.find(("refresh",)).place.line == 5
    with pytest.raises(ScenarioError) as caught:
        read_character(write(folder, ANNA.replace("refresh", "refesh"), "people/anna.yaml"))
    assert [(f.line, f.suggestion) for f in caught.value.faults] == [(5, "refresh")]


def test_a_fighter_has_what_its_character_file_says(folder: Path) -> None:
    assert anna(folder).name == "Anna of the Ford"
    assert anna(folder).tags == ("swimmer",)


def test_a_fighters_own_fields_override_whole_fields(folder: Path) -> None:
    assert anna(folder).skills == {"Fight": 3}
    assert [aspect.text for aspect in anna(folder).aspects] == ["Bold as Brass"]


def test_a_fighter_without_a_name_is_called_by_its_id(tmp_path: Path) -> None:
    scenario = read(tmp_path, changed(("anna:", "old_anna-bold:"))).scenario
    assert scenario.sides.players.fighters["old_anna-bold"].name == "Old anna bold"


def test_faults_of_a_character_file_are_told_with_its_lines(folder: Path) -> None:
    write(folder, ANNA.replace("Fight: 1", "Fight: strong"), "people/anna.yaml")
    found = fault(folder, REFERRED)
    assert (found.file.name, found.line) == ("anna.yaml", 3)
    assert found.field == "skills.Fight"


def test_faults_of_scenario_and_characters_come_together_and_once(folder: Path) -> None:
    write(folder, ANNA + "colour: red\n", "people/anna.yaml")
    both = changed(
        ("      anna:", "      berta: {character: people/anna.yaml, zone: camp}\n      anna:"),
        ("zone: ford", "zone: frod"),
        base=REFERRED,
    )
    assert [one.file.name for one in faults(folder, both)] == ["scenario.yaml", "anna.yaml"]


def test_what_comes_from_a_character_file_is_located_there(folder: Path) -> None:
    reading = read(folder, REFERRED)
    field = "sides.players.fighters.anna.tags[0]"
    assert reading.locate(field) == (4, 8)
    assert reading.fault(field, "no").file.name == "anna.yaml"
    assert reading.fault("sides.players.fighters.anna.skills.Fight", "no").line == 15


@pytest.mark.parametrize(
    ("reference", "says"),
    [
        ("/etc/passwd", "relative"),
        ("C:/people/anna.yaml", "relative"),
        (r"\\server\share\anna.yaml", "relative"),
        ("../anna.yaml", "in the scenario's folder"),
        ("people/../../anna.yaml", "in the scenario's folder"),
        ("link/anna.yaml", "in the scenario's folder"),
        ("people", "a folder"),
        ('"nul\\0"', "not text"),
    ],
)
def test_references_stay_inside_the_scenarios_folder(
    folder: Path, reference: str, says: str
) -> None:
    inner = folder / "inner"
    write(folder, ANNA, "anna.yaml")
    write(inner, ANNA, "people/anna.yaml")
    (inner / "link").symlink_to(folder)
    text = REFERRED.replace("people/anna.yaml", f"{reference} # HERE")
    found = [one for one in faults(inner, text) if says in one.message]
    assert len(found) == 1
    assert found[0].field == "sides.players.fighters.anna.character"


def test_a_misspelt_file_name_gets_the_nearest_one(folder: Path) -> None:
    text = REFERRED.replace("people/anna.yaml", "people/ana.yaml # HERE")
    found = fault(folder, text)
    assert found.suggestion == "people/anna.yaml"
    assert "no such file" in found.message


def test_a_reference_that_is_not_text_is_a_fault(folder: Path) -> None:
    text = REFERRED.replace("people/anna.yaml", "[anna] # HERE")
    assert "should be text" in fault(folder, text).message


def test_copies_are_fighters_of_their_own(tmp_path: Path) -> None:
    gm = read(tmp_path, CAMP).scenario.sides.gm
    assert list(gm.fighters) == ["raider-1", "raider-2"]
    assert [one.name for one in gm.fighters.values()] == ["Raider 1", "Raider 2"]
    named = changed(("copies: 2", "copies: 2, name: Reaver"))
    names = [one.name for one in read(tmp_path, named).scenario.sides.gm.fighters.values()]
    assert names == ["Reaver 1", "Reaver 2"]


def test_copies_stand_where_their_original_stood(tmp_path: Path) -> None:
    text = changed(
        ("      raider:", "      first: {type: main, zone: ford}\n      raider:"),
        ("copies: 2}", "copies: 2}\n      last: {type: main, zone: ford}"),
    )
    order = list(read(tmp_path, text).scenario.sides.gm.fighters)
    assert order == ["first", "raider-1", "raider-2", "last"]


def test_naming_the_original_means_all_copies(tmp_path: Path) -> None:
    text = changed(
        (
            "edges:",
            "objectives:\n  players: [{do: take out, who: [raider]}]\n"
            "compels:\n  - {victim: anna, aspect: Bold as Brass, effect: lose action}\n"
            "  - {victim: raider, aspect: Cold Water, effect: lose action}\nedges:",
        )
    )
    reading = read(tmp_path, text)
    scenario = reading.scenario
    assert scenario.objectives.players[0].who == ("raider-1", "raider-2")
    assert [one.victim for one in scenario.compels] == ["anna", "raider-1", "raider-2"]
    assert reading.locate("compels[2].victim") == reading.locate("compels[1].victim")


def test_one_copy_can_be_named(tmp_path: Path) -> None:
    text = changed(("edges:", "objectives: {players: [{do: take out, who: [raider-2]}]}\nedges:"))
    assert read(tmp_path, text).scenario.objectives.players[0].who == ("raider-2",)


def test_copies_that_would_take_another_fighters_id_are_a_fault(tmp_path: Path) -> None:
    text = changed(("copies: 2}", "copies: 2} # HERE\n      raider-2: {type: main, zone: ford}"))
    assert "`raider-2`" in fault(tmp_path, text).message


def test_a_fault_of_a_copied_fighter_is_told_once(tmp_path: Path) -> None:
    assert fault(tmp_path, changed(("zone: ford", "zone: frod"))).suggestion == "ford"
