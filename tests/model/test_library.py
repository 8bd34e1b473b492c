"""The scenarios that ship: found by name from anywhere, and each says what it is good for."""

from __future__ import annotations

from pathlib import Path

import pytest

from autogm.model import library
from autogm.model.faults import ScenarioError
from autogm.model.reading import read_scenario

SCENARIOS = Path(__file__).parents[2] / "scenarios"


def test_every_scenario_that_ships_says_what_it_shows() -> None:
    found = library.described()
    wanted = {*SCENARIOS.glob("*.yaml"), *SCENARIOS.glob("scenes/*.yaml")}
    assert {one.path for one in found} == wanted
    assert all(one.title and one.shows for one in found)


@pytest.mark.parametrize("name", ["duel", "duel.yaml"])
def test_a_shipped_scenario_is_found_by_name(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert library.find(Path(name)) == SCENARIOS / "duel.yaml"
    (tmp_path / "duel.yaml").write_text("title: mine")
    found = library.find(Path(name))
    assert found == (Path(name) if name.endswith("yaml") else SCENARIOS / "duel.yaml")


@pytest.mark.parametrize("name", ["nothing", "nowhere/duel.yaml", "./nothing.yaml"])
def test_what_is_nowhere_is_left_to_whoever_reads_it(name: str) -> None:
    assert library.find(Path(name)) == Path(name)


def test_an_installed_package_has_them_inside(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "scenarios").mkdir()
    monkeypatch.setattr(library, "PACKAGE", tmp_path)
    library.folder.cache_clear()
    assert library.folder() == tmp_path / "scenarios"
    library.folder.cache_clear()


def test_a_sheet_is_found_by_name_however_it_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert library.find_sheet(Path("Olivia")) == SCENARIOS / "characters" / "olivia.yaml"


@pytest.mark.parametrize(
    ("name", "meant"),
    [("mil.yaml", "mill.yaml"), ("dual", "duel"), ("Olivi", "the sheet characters/olivia.yaml"),
     ("wharf", str(library.CONFLICTS / "wharf.yaml")), ("sub/mil.yaml", None), ("xyzzy", None)],
)  # fmt: skip
def test_what_is_not_there_names_what_is_near(
    name: str, meant: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mill.yaml").write_text("title: mine")
    says = library.not_there(Path(name))
    assert says.endswith(f"; did you mean {meant}?" if meant else " was tried")


def test_a_copy_of_a_scenario_that_ships_finds_its_characters_from_anywhere(tmp_path: Path) -> None:
    """Its own come first; a file that is nowhere is told as missing where it was looked for."""
    copy, ships = tmp_path / "mine.yaml", library.shipped()["bat-ruins"]
    text = ships.read_text("utf-8")
    copy.write_text(text, "utf-8")
    assert read_scenario(copy).scenario == read_scenario(ships).scenario
    (tmp_path / "characters").mkdir()
    own = library.sheets()["olivia"].read_text("utf-8").replace("name: Olivia", "name: Olga")
    (tmp_path / "characters" / "olivia.yaml").write_text(own, "utf-8")
    assert "Olga" in str(read_scenario(copy).scenario)
    copy.write_text(text.replace("characters/olivia.yaml", "characters/nobody.yaml"), "utf-8")
    with pytest.raises(ScenarioError, match="no such file"):
        read_scenario(copy)
