"""Words that mean harm are words on every page of a battle, and in every file that it gives."""

from __future__ import annotations

import re
import time

import pytest
from starlette.testclient import TestClient

from autogm.table.battle import Battle
from autogm.table.battles import Battles
from autogm.view.markdown import from_markdown
from tests.page.battles import PATIENCE, begin, choose, settled
from tests.page.hostile import TEXTS, scenario
from tests.page.test_dropping import Seen, drop

PAGES = ("", "?view=players", "/history", "/review", "/story.html", "/by-hand")
LONG = "<b>" * 33_000
"""A hundred thousand letters."""


def _played(client: TestClient, battles: Battles, text: str) -> Battle:
    """A battle, a few choices on, in which everything is called so."""
    status, said = drop(client, scenario(text).encode())
    assert status == 201, said
    name = str(said["page"]).rpartition("/")[2]
    battle = begin(client, battles, name, side__gm="brawler")
    for _ in range(3):
        if battle.session.waits().on != "choice":
            break
        assert choose(client, battle, 0) == 200
        settled(battles, battle.name)
    return battle


def _seen(client: TestClient, address: str) -> Seen:
    """A page, waited for where it says that it looks again."""
    end = time.monotonic() + PATIENCE
    while 'http-equiv="refresh"' in (text := client.get(address).text):
        assert time.monotonic() < end
        time.sleep(0.02)
    return Seen(text)


@pytest.mark.parametrize("name", TEXTS)
def test_a_battle_shows_it_as_text(client: TestClient, battles: Battles, name: str) -> None:
    """What its pages consist of does not depend on what somebody wrote."""
    text = " ".join(TEXTS[name].split())
    plain, battle = (_played(client, battles, one) for one in ("harmless", TEXTS[name]))
    for page in PAGES:
        seen = _seen(client, f"/battles/{battle.name}{page}")
        assert seen.tags == _seen(client, f"/battles/{plain.name}{page}").tags, page
        assert not [key for key, _ in seen.given if key.startswith("on")]
        assert text in " ".join(seen.text.split())


@pytest.mark.parametrize("name", TEXTS)
def test_files_hold_it_as_text(client: TestClient, battles: Battles, name: str) -> None:
    battle = _played(client, battles, TEXTS[name])
    for file in ("log.md", "recap.md"):
        told = client.get(f"/battles/{battle.name}/{file}").text
        assert " ".join(TEXTS[name].split()) in " ".join(from_markdown(told).split())
        assert not re.search(r"(?<!\\)[<>`]", told)


def test_what_is_far_too_long_changes_nothing(client: TestClient, battles: Battles) -> None:
    battle = begin(client, battles, "duel", side__gm="brawler")
    base, session = f"/battles/{battle.name}", battle.session
    before = (session.here, session.title, client.get(base).text)
    aspect = {"at": str(session.here), "part": "aspect", "text": LONG, "on": "court"}
    for address, form, status, says in (
        (f"{base}/title", {"title": LONG}, 413, "No form of this page holds so much."),
        ("/battles", {"scenario": LONG}, 413, "No form of this page holds so much."),
        (f"{base}/by-hand", aspect, 422, "the text is too long: at most 120 characters"),
    ):
        answer = client.post(address, data=form)
        assert answer.status_code == status
        assert says in Seen(answer.text).text
    long_aspect = scenario("x").replace('aspects: ["x"]\nsides', f'aspects: ["{LONG}"]\nsides')
    status, said = drop(client, long_aspect.encode())
    assert status == 422
    assert "at most 120 characters" in str(said)
    assert (session.here, session.title, client.get(base).text) == before
