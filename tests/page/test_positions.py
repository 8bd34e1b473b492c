"""A position as text: taken as it stands at a real table, given as a file, and begun from."""

from __future__ import annotations

import html

import pytest
from starlette.testclient import TestClient

from autogm.table.battle import Battle
from autogm.table.battles import Battles
from autogm.table.shelf import Shelf
from tests.page.battles import assisted, begin
from tests.page.test_by_hand import board, send

POSITION = "scenario: duel\nexchange: 3\nfighters: {bruno: {stress: {physical: [1]}}}\n"


def test_the_whole_position_is_taken_as_text_and_given_as_a_file(
    client: TestClient, battles: Battles
) -> None:
    battle = assisted(client, battles, "duel")
    form = {"at": str(battle.session.here), "part": "text", "position": POSITION}
    assert send(client, battle, **form)[0] == 303
    assert board(battle).exchange == 3
    given = client.get(f"/battles/{battle.name}/position.yaml")
    assert given.status_code == 200
    again = begin(client, battles, "duel", side__gm="brawler", assist="on", position=given.text)
    assert again.session.state == battle.session.state


@pytest.mark.parametrize(
    ("position", "says"),
    [("fighters: {nobody: {}}", "no fighter is called"), ("scenario: undercrypt", "undercrypt")],
)
def test_a_battle_begins_from_no_position_with_faults(
    client: TestClient, battles: Battles, position: str, says: str
) -> None:
    form = {"scenario": "duel", "side.gm": "brawler", "position": position}
    answer = client.post("/battles", data=form)
    assert answer.status_code == 422
    assert says in html.unescape(answer.text)
    assert position in html.unescape(answer.text)
    assert not battles.store.listed()


def test_the_position_of_the_command_line_stands_in_the_form(
    client: TestClient, shelf: Shelf
) -> None:
    shelf.positions["duel"] = POSITION
    try:
        assert POSITION.strip() in html.unescape(client.get("/scenarios/duel").text)
    finally:
        del shelf.positions["duel"]


def test_a_scene_of_cards_is_set_as_text(client: TestClient, battles: Battles) -> None:
    battle = assisted_scene(client, battles)
    page = client.get(f"/battles/{battle.name}/by-hand")
    assert page.status_code == 200
    text = client.get(f"/battles/{battle.name}/position.yaml")
    assert text.status_code == 200
    form = {"at": str(battle.session.here), "part": "text", "position": text.text}
    assert "nothing would change" in send(client, battle, **form)[1].lower()
    status, said = send(client, battle, **{**form, "part": "aspect", "text": "Fog", "on": "x"})
    assert status == 422
    assert "Only conflicts" in said


def assisted_scene(client: TestClient, battles: Battles) -> Battle:
    return begin(client, battles, "party-crashers", side__gm="frugal", assist="on")
