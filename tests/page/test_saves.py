"""Saves over the addresses that a browser uses: a battle as a file, mangled ones, damaged ones, and
a scenario that has changed since.
"""

from __future__ import annotations

import re
from datetime import datetime
from pathlib import Path
from random import Random

import pytest
from starlette.testclient import TestClient

from autogm.model.library import shipped
from autogm.session.begun import begin as session_begin
from autogm.session.seats import Seat
from autogm.table.answers import when
from autogm.table.battles import Battles
from tests.page.battles import begin, choose, settled
from tests.session.test_saved import mangle
from tests.soak import times


def named(title: str) -> str:
    """A title of plain letters as the name of a file."""
    return title.lower().replace(",", "").replace("'", "-").replace(" ", "-")


def test_a_battle_goes_as_a_file_to_another_table(client: TestClient, battles: Battles) -> None:
    battle = begin(client, battles, "duel")
    choose(client, battle, 0)
    settled(battles, battle.name)
    text = client.get(f"/battles/{battle.name}/save")
    called = text.headers["content-disposition"]
    assert called == f"attachment; filename*=utf-8''{named(battle.session.title)}.autogm.json"
    answer = client.post("/saves", content=text.content)
    assert answer.status_code == 201
    other = settled(battles, answer.json()["page"].rpartition("/")[2])
    assert other.name != battle.name
    assert other.session.state == battle.session.state
    there = len(battles.store.listed())
    for wrong in (b"", b"{", b"[]", text.content[:-9], b'{"autogm": "game", "files": {}}'):
        answer = client.post("/saves", content=wrong)
        assert answer.status_code == 422
        assert answer.json()["faults"]
    assert len(battles.store.listed()) == there
    assert client.post(f"/battles/{other.name}/removal").status_code == 303
    assert client.get(f"/battles/{other.name}").status_code == 404


def test_mangled_saves_are_refused_with_a_message_or_played(
    client: TestClient, battles: Battles
) -> None:
    battle = begin(client, battles, "duel", side__gm="brawler")
    for _ in range(2):
        choose(client, battle, 0)
        settled(battles, battle.name)
    text, state, rng = (
        client.get(f"/battles/{battle.name}/save").text,
        battle.session.state,
        Random(7),
    )
    refused = 0
    for _ in range(times(300, 10_000)):
        there = len(battles.store.listed())
        answer = client.post("/saves", content=mangle(rng, text).encode("utf-8", "surrogatepass"))
        if answer.status_code == 201:
            page = answer.json()["page"]
            assert client.get(page).status_code == 200
            assert client.get(f"{page}/history").status_code == 200
            for entry in range(1, 6):
                assert client.get(f"{page}/why?entry={entry}").status_code in (200, 422)
            assert client.post(f"{page}/removal").status_code == 303
        else:
            assert answer.status_code == 422
            assert answer.json()["faults"][0]["says"]
            refused += 1
        assert len(battles.store.listed()) == there
    assert refused > 100
    assert battle.session.state == state
    huge = b'{"autogm": "game", "files": {"a.yaml": "' + b"x" * 21_000_000 + b'"}}'
    answer = client.post("/saves", content=huge)
    assert answer.status_code == 422
    assert "the most that is read" in answer.json()["faults"][0]["says"]
    ten = client.post("/saves", content=huge[:40] + huge[40:10_000_040] + huge[-3:])
    assert ten.status_code == 422
    assert len(battles.store.listed()) == 1


def test_a_changed_scenario_is_told_and_the_battle_goes_on_with_its_own(
    client: TestClient, battles: Battles, tmp_path: Path
) -> None:
    file = tmp_path / "own.yaml"
    text = shipped()["duel"].read_text(encoding="utf-8")
    file.write_text(text.replace("Bruno", "Bertram"), encoding="utf-8")
    seats = {"players": Seat(person="a"), "gm": Seat(agent="brawler")}
    name = battles.store.add(session_begin(file, seats))
    assert "has changed" not in client.get(f"/battles/{name}").text
    file.write_text(text, encoding="utf-8")
    battles._open.clear()
    page = client.get(f"/battles/{name}?view=all").text
    assert "has changed since the battle was begun" in page
    assert "Bertram" in page
    assert "+" in page.partition("What is different")[2]
    saved = client.get(f"/battles/{name}/save").text
    assert str(tmp_path) not in saved


def test_a_save_says_nothing_of_which_file_is_read_here(
    client: TestClient, battles: Battles, tmp_path: Path
) -> None:
    """Neither a file of this machine, whose lines the page would tell, nor standard input."""
    text = client.get(f"/battles/{begin(client, battles, 'duel').name}/save").json()
    (tmp_path / "secret.txt").write_text("a secret", encoding="utf-8")
    for origin in (str(tmp_path / "secret.txt"), "<stdin>", "//host/share"):
        answer = client.post("/saves", json={**text, "origin": origin})
        battle = battles.get(answer.json()["page"].rpartition("/")[2])
        assert not battle.session.saved.origin
        assert "a secret" not in client.get(f"/battles/{battle.name}?view=all").text


def test_what_is_left_of_a_damaged_battle_is_a_file(client: TestClient, battles: Battles) -> None:
    battle = begin(client, battles, "duel", side__gm="brawler")
    choose(client, battle, 0)
    settled(battles, battle.name)
    base = battles.store._base
    base.execute("UPDATE entries SET entry = '{half' WHERE number = 2")
    battles._open.clear()
    refused = client.get(f"/battles/{battle.name}")
    assert refused.status_code == 409
    assert f'action="/battles/{battle.name}/removal"' in refused.text
    left = client.get(f"/battles/{battle.name}/save").json()
    assert "{half" in left["entries"]
    assert left["head"]["title"] == battle.session.title
    assert battle.session.saved.origin
    assert battle.session.saved.origin not in str(left)
    base.execute("UPDATE games SET head = 'none' WHERE id = ?", (battle.name,))
    assert "Have what is left" in client.get("/").text
    assert client.get(f"/battles/{battle.name}/save").json()["head"] == "none"
    assert client.post(f"/battles/{battle.name}/removal").status_code == 303
    assert "Have what is left" not in client.get("/").text


@pytest.mark.parametrize(
    ("then", "said"),
    [
        (datetime(2026, 11, 24, 16, 45), "today at 16:45"),
        (datetime(2026, 11, 23, 23, 5), "yesterday at 23:05"),
        (datetime(2026, 3, 1, 9, 0), "1 March"),
        (datetime(2025, 12, 31, 9, 0), "31 December 2025"),
    ],
)
def test_the_gallery_says_when_a_battle_was_gone_on_with(then: datetime, said: str) -> None:
    now = datetime(2026, 11, 24, 18, 0)
    assert when(then.timestamp(), now.timestamp()) == said


def test_battles_of_one_name_are_told_apart_by_when(client: TestClient, battles: Battles) -> None:
    begin(client, battles, "duel", side__players="person", side__gm="brawler")
    assert re.search(r"\d+ steps?, today at \d\d:\d\d; ", client.get("/").text)
