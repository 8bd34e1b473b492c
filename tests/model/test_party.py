"""Scenarios with heroes of somebody's own."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from autogm.game.plays import read_kept, read_noted
from autogm.model.faults import ScenarioError
from autogm.model.library import find_sheet, sheets, shipped
from autogm.model.party import blaming_sheets, fresh_id, sheet_in, sheet_of, with_party

MIRA: dict[str, Any] = {
    "name": "Mira",
    "aspects": ["Smith of the Lower Town"],
    "skills": {"Forceful": 3},
}


def fighters(name: str, party: list[dict[str, Any]]) -> dict[str, str]:
    """The ids and names of the players' side with a party."""
    _, files = read_noted(shipped()[name])
    encounter = read_kept(with_party(files, party)).content
    return {one.id: one.name for one in encounter.fighters if one.side == "players"}


def test_sheets_take_the_places_of_the_heroes() -> None:
    deliah = sheet_in(sheets()["deliah"]).data
    assert fighters("ravine-ambush", [MIRA, deliah, {**MIRA, "name": "Jo"}]) == {
        "olivia": "Mira",
        "rolf": "Deliah",
        "deliah": "Jo",
    }


def test_further_ones_have_ids_of_their_own_and_fewer_are_fewer() -> None:
    four = [MIRA, MIRA, {**MIRA, "name": "Jo"}, {**MIRA, "name": "Jo"}]
    assert list(fighters("ravine-ambush", four)) == ["olivia", "rolf", "deliah", "jo"]
    assert list(fighters("ravine-ambush", [MIRA])) == ["olivia"]


def test_allies_stay() -> None:
    before = read_noted(shipped()["lizardfolk-camp"])[0].content
    allies = {
        one.id for one in before.fighters if one.side == "players" and not one.is_player_character
    }
    assert allies
    assert allies < set(fighters("lizardfolk-camp", [MIRA]))


def test_sheets_for_another_ruleset_are_told_of_in_a_line_each() -> None:
    party = [sheet_in(find_sheet(Path(one))) for one in ("cynere", "zird")]
    _, files = read_noted(shipped()["lizardfolk-camp"])
    texts = with_party(files, [one.data for one in party])
    with pytest.raises(ScenarioError) as error, blaming_sheets(texts, party):
        read_kept(texts)
    assert [one.file for one in error.value.faults] == [one.path for one in party]
    for one in error.value.faults:
        assert "is not an approach of War of Ashes, nor are" in one.message


@pytest.mark.parametrize("name", [n for n, p in shipped().items() if p.parent.name == "scenarios"])
def test_every_conflict_takes_a_party_of_its_ruleset(name: str) -> None:
    found, files = read_noted(shipped()[name])
    skills = found.content.skills
    party: list[dict[str, Any]] = [
        {"name": f"Hero {n}", "aspects": ["Somebody New"], "skills": {skills[0]: 2, skills[1]: 1}}
        for n in range(sum(one.is_player_character for one in found.content.fighters))
    ]
    try:
        made: Any = read_kept(with_party(files, party)).game()
    except ScenarioError as error:
        pytest.fail(str([one.says for one in error.faults]))
    heroes = [one.name for one in made.encounter.fighters if one.is_player_character]
    assert heroes[: len(party)] == [str(one["name"]) for one in party] or not party


def test_a_sheet_with_faults_and_a_file_without_heroes_are_refused() -> None:
    with pytest.raises(ScenarioError, match="name"):
        sheet_of("skills: {Quick: 2}")
    with pytest.raises(ScenarioError, match="no heroes"):
        with_party({"x.yaml": "title: Nothing\n"}, [MIRA])


def test_a_fault_of_a_hero_stands_in_its_sheet(tmp_path: Path) -> None:
    sheet = tmp_path / "mira.yaml"
    sheet.write_text("name: Mira\naspects: [Smith]\nskills:\n  Figth: 3\n", encoding="utf-8")
    _, files = read_noted(shipped()["street-fight"])
    mira, jo = sheet_in(sheet), {**MIRA, "name": "Jo", "skills": {"Fight": 2, "Forceful": 3}}
    texts = with_party(files, [mira.data, jo])
    with pytest.raises(ScenarioError) as raised, blaming_sheets(texts, [mira, "Jo"]):
        read_kept(texts)
    first, second = raised.value.faults
    assert (first.file, first.line, first.field) == (sheet, 4, "skills.Figth")
    assert first.suggestion == "Fight"
    assert (str(second.file), second.line, second.field) == (
        "the sheet of Jo", 0, "skills.Forceful",
    )  # fmt: skip


def test_what_a_smaller_party_leaves_without_anybody_is_a_fault_of_the_scenario() -> None:
    _, files = read_noted(shipped()["street-fight"])
    texts = with_party(files, [{**MIRA, "skills": {"Fight": 2}}])
    name = next(iter(texts))
    texts[name] = texts[name].replace("exchanges:", "exchangse:")
    with pytest.raises(ScenarioError) as raised, blaming_sheets(texts, ["Mira"]):
        read_kept(texts)
    assert [(str(one.file), one.line) for one in raised.value.faults] == [("street-fight.yaml", 0)]


def test_ids_are_made_of_names() -> None:
    assert fresh_id("Hob the Miller", {"hob-the-miller"}) == "hob-the-miller-2"
    assert fresh_id("Ø", set()) == "newcomer"


def test_what_is_said_of_heroes_who_make_way_is_left_out() -> None:
    """Both have to get out; the one hero who comes has to, and nobody else is asked for."""
    files = read_noted(shipped()["mountain-path"])[1]
    found = read_kept(with_party(files, [sheet_in(sheets()["rolf"]).data]))
    before = read_noted(shipped()["mountain-path"])[0].content.scenario.objectives
    after = found.content.scenario.objectives
    assert len(before.players[0].who) == 2
    assert after.players[0].who == before.players[0].who[:1]
    assert found.game().new_initial_state().legal_actions()
