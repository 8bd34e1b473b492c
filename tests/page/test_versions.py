"""A conflict with a stronger or weaker opposition than is written: what the page offers, what is
begun, and that nothing hidden is given away by it."""

from __future__ import annotations

import html
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from autogm.game.plays import read_kept, read_noted
from autogm.model.library import find_sheet, shipped
from autogm.model.variants import read_changes, with_changes
from autogm.table.battles import Battles
from autogm.table.gallery import read_item
from autogm.table.known import Version, shipped_hardness
from autogm.table.seating import new_battle

VERSIONS = [
    pytest.param(name, number, id=f"{name}-{number}")
    for name, known in shipped_hardness().items()
    for number in range(len(known.versions))
]


@pytest.mark.parametrize(("name", "number"), VERSIONS)
def test_a_version_can_be_played_and_breaks_no_more_rules(name: str, number: int) -> None:
    version = shipped_hardness()[name].versions[number]
    found, files = read_noted(shipped()[name])
    changed = read_kept(with_changes(files, read_changes(version.changes)))
    assert changed.content.scenario != found.content.scenario
    assert changed.game().new_initial_state().legal_actions()
    breaches = [one.field for one in changed.content.notes if one.breach]
    assert len(breaches) <= len([one for one in found.content.notes if one.breach])
    assert version.words


def test_they_are_the_easiest_first_and_apart_from_what_is_written() -> None:
    assert VERSIONS
    for known in shipped_hardness().values():
        shares = [one.share for one in known.versions]
        assert shares == sorted(shares, reverse=True)
        assert all(abs(one - known.share) > 0.05 for one in shares)


def test_the_page_offers_them_and_tells_players_nothing_of_what_is_changed(
    client: TestClient,
) -> None:
    name = next(one for one, known in shipped_hardness().items() if known.versions)
    versions = shipped_hardness()[name].versions
    players = html.unescape(client.get(f"/scenarios/{name}").text)
    everything = html.unescape(client.get(f"/scenarios/{name}?for=all").text)
    for number, one in enumerate(versions):
        assert f'<option value="{number}">' in players
        assert one.briefly in players
        assert all(words in everything and words not in players for words in one.words)
        assert one.changes not in players


def test_a_battle_is_begun_with_what_is_chosen(client: TestClient, battles: Battles) -> None:
    name, known = next(one for one in shipped_hardness().items() if one[1].versions)
    answer = client.post("/battles", data={"scenario": name, "version": "0", "side.gm": "brawler"})
    assert answer.status_code == 303
    battle = battles.get(answer.headers["location"].rsplit("/", 1)[1])
    changes = read_changes(known.versions[0].changes)
    wanted = read_kept(with_changes(read_noted(shipped()[name])[1], changes)).content
    assert battle.session.state.game.encounter.scenario == wanted.scenario
    assert battle.session.saved.title == f"{wanted.scenario.title} ({known.versions[0].word})"
    plain = client.post("/battles", data={"scenario": name, "version": "", "side.gm": "brawler"})
    written = battles.get(plain.headers["location"].rsplit("/", 1)[1]).session
    assert written.state.game.encounter.scenario.title == written.saved.title


def test_of_other_heroes_nothing_is_known_of_how_hard_it_is(battles: Battles) -> None:
    item = read_item("bat-ruins", shipped()["bat-ruins"])
    kept = battles.heroes.keep(find_sheet(Path("rolf")).read_text("utf-8"))
    new = new_battle(item, {"version": "0", f"hero.{kept.id}": "on", "side.gm": "brawler"})
    made = battles.store.read(battles.begin(new))
    assert made.title == item.title


@pytest.mark.parametrize("said", ["9", "-1", "x"])
@pytest.mark.parametrize("known", [True, False])
def test_a_version_that_is_not_there_is_told_at_its_field(
    client: TestClient, said: str, known: bool
) -> None:
    """Also where none is known any more, as the file was changed since."""
    name = "the-vault"
    if known:
        name = next(one for one, known in shipped_hardness().items() if known.versions)
    answer = client.post("/battles", data={"scenario": name, "version": said})
    assert answer.status_code == 422
    assert 'id="fault-version"' in answer.text


def test_copies_that_are_more_sit_with_the_others(battles: Battles) -> None:
    """Three guards are written, and five are there; the seat is that of all guards."""
    item = read_item("lizardfolk-camp", shipped()["lizardfolk-camp"])
    form = {"side.players": "brawler", "side.gm": "brawler", "fighter.guard": "skirmisher"}
    for copies in (2, 5):
        more = Version(f"gm.fighters.guard.copies={copies}", ("more",), "hard", 0.3, 0.2, 0.4)
        new = new_battle(item, form)
        made = battles.store.read(battles.begin(type(new)(**{**vars(new), "version": more})))
        guards = {one for one, seat in made.seats.items() if seat.agent == "skirmisher"}
        assert guards == {f"guard-{number + 1}" for number in range(copies)}
