"""What is hidden from players is never sent to them, whatever they ask for."""

from __future__ import annotations

import html
import re
import time
from collections.abc import Iterator

import pytest
from starlette.testclient import TestClient

from autogm.engine.state import State
from autogm.model.library import shipped
from autogm.session.history import ROOT
from autogm.table.access import PLAYERS, Access
from autogm.table.battle import Battle
from autogm.table.battles import Battles
from autogm.table.gallery import read_item
from autogm.view.by_hand import standing_on
from autogm.view.snapshot import board_of
from tests.page.battles import begin, choose, offered, quick, settled


def _sent(client: TestClient, battle: Battle) -> str:
    """Everything that a browser is sent about a battle."""
    base, at = f"/battles/{battle.name}", battle.session.here
    paths = (
        "",
        "/now",
        f"/now?after={ROOT}&at_once=1",
        "/history",
        f"/odds?at={at}",
        "/threats",
        f"/coach?at={at}&level=fair",
        *(f"/why?entry={one.number}" for one in battle.session.history.entries),
        *(f"/why-not?at={at}&{one}" for one in _pointed(battle)),
        "/log.md",
        "/recap.md",
        "/story.html",
    )
    return "\n".join(html.unescape(client.get(base + path).text) for path in paths)


def _pointed(battle: Battle) -> Iterator[str]:
    """What can be pointed at, also what is hidden, by whoever writes an address."""
    board = board_of(battle.session.state)
    for kind, keys in (("zone", board.zones), ("fighter", board.fighters)):
        yield from (f"{kind}={one.id}" for one in keys)


def _unexplored(state: State) -> set[str]:
    """What the ground reveals that nobody has explored yet."""
    shown = {one.id for one in board_of(state).zones if one.unexplored}
    zones = state.game.encounter.scenario.zones.items()
    return {zone.reveals.text for key, zone in zones if key in shown and zone.reveals is not None}


@pytest.mark.parametrize("name", sorted(shipped()))
def test_nothing_hidden_is_ever_sent_to_the_players(
    client: TestClient, battles: Battles, access: Access, name: str
) -> None:
    found = client.get("/scenarios/" + name).text
    public = html.unescape(found)  # a side may be called after somebody who comes later
    battle = begin(client, battles, name, side__gm=quick(name))
    client.cookies.clear()
    client.get(f"/enter/{access.token(PLAYERS)}")
    for turn in range(2):
        session = battle.session
        if session.waits().on != "choice":
            break
        state = session.state
        if isinstance(state, State):
            board = board_of(state)
            secret = {one.name for one in board.fighters if one.hidden_from == "players"}
            standing = [one for _, _, aspects in standing_on(board) for one in aspects]
            secret |= {one.text for one in standing if one.hidden_from == "players"}
            secret |= _unexplored(state)
            told = _sent(client, battle)
            assert not [one for one in secret if one in told and one not in public]
            assert "?view=all" not in told
        assert choose(client, battle, turn % len(offered(battle).options)) == 200
        settled(battles, battle.name)


def test_whoever_plays_alone_is_shown_no_more_than_the_players(
    client: TestClient, battles: Battles
) -> None:
    battle = begin(client, battles, "harbour-run", side__gm="brawler")
    alone, everything = (
        client.get(f"/battles/{battle.name}{view}").text for view in ("", "?view=all")
    )
    hidden = [one.name for one in board_of(battle.session.state).fighters if one.hidden_from]
    assert hidden
    for name in hidden:
        assert f"<bdi>{name}</bdi>" not in alone
        assert f"<bdi>{name}</bdi>" in everything


def test_what_somebody_may_not_see_cannot_be_asked_for(
    client: TestClient, battles: Battles, access: Access
) -> None:
    battle = begin(client, battles, "duel", side__gm="person")
    base = f"/battles/{battle.name}"
    client.cookies.clear()
    client.get(f"/enter/{access.token(PLAYERS)}")
    assert 'data-view="players"' in client.get(f"{base}?view=all").text
    assert client.get(f"{base}/save").status_code == 403
    assert client.post(f"{base}/removal").status_code == 403
    for deed in ("title", "go", "dice-of"):
        sent = client.post(f"{base}/{deed}", data={"title": "x", "to": "0"})
        assert sent.status_code == 422
    assert client.get(f"/battles/{'x' * 12}").status_code == 404
    assert client.get("/battles/../../etc/passwd").status_code == 404


def test_a_screen_for_the_players_shows_nothing_that_the_gm_is_asked(
    client: TestClient, battles: Battles
) -> None:
    """Neither the choices nor what is proposed, nor the odds of it."""
    battle = begin(client, battles, "harbour-run", assist="on", side__gm="brawler")
    base, session = f"/battles/{battle.name}", battle.session
    while session.waits().seat != "gm":
        number = len(offered(battle).options) - 1
        assert choose(client, battle, number) == 200
        settled(battles, battle.name)
    while battle.proposal() is None:
        time.sleep(0.01)
    assert "Proposed by the <bdi>brawler</bdi>" in client.get(base).text
    query = f"at={session.here}&view=players"
    for page in (f"{base}?view=players", f"{base}/now?view=players"):
        told = client.get(page).text
        assert f'href="{base}?view=all"' in told
        assert 'name="choice"' not in told
        assert "Proposed by" not in told
        assert "What I am asked" not in told
    for what in ("odds", "coach", "why-not"):
        assert client.get(f"{base}/{what}?{query}").json() == {"gone_on": True}
    data = {"at": str(session.here), "choice": "0"}
    assert client.post(f"{base}/choices?view=players", data=data).status_code == 409
    assert client.post(f"{base}/choices?view=gm", data=data).status_code == 303


def test_a_page_shows_no_more_after_what_was_done_on_it(
    client: TestClient, battles: Battles
) -> None:
    battle = begin(client, battles, "duel", side__gm="person")
    base, here = f"/battles/{battle.name}", battle.session.here
    for page in (base, f"{base}/now", f"{base}/history", f"{base}/review"):
        told = client.get(page, params={"view": "players"}).text
        actions = re.findall(r'<form method="post" action="([^"]*)"', told)
        assert all(one.endswith(("?view=players", "/removal")) for one in actions)
    data = {"at": str(here), "choice": "0", "title": "x", "to": "0", "key": "gm", "who": "person"}
    for deed in ("choices", "undo", "redo", "title", "seats", "dice-of", "go", "branch", "again"):
        done = client.post(f"{base}/{deed}?view=players", data=data)
        assert done.headers["location"].endswith("?view=players"), deed
        data["at"] = str(settled(battles, battle.name).session.here)
    for wrong in ("branch", "go", "title"):
        refused = client.post(f"{base}/{wrong}?view=players", data={})
        assert f'href="{base}?view=players"' in refused.text


@pytest.mark.parametrize("name", ["harbour-run", "loading-bay", "hold-the-bridge"])
def test_a_recap_for_the_players_names_nobody_who_is_hidden(
    client: TestClient, battles: Battles, access: Access, name: str
) -> None:
    """Neither in the file nor on the page of the review, whatever is asked for."""
    public = html.unescape(client.get("/scenarios/" + name).text)
    battle = begin(client, battles, name, side__gm=quick(name))
    assert choose(client, battle, 0) == 200
    settled(battles, battle.name)
    secret = {one.name for one in board_of(battle.session.state).fighters if one.hidden_from}
    secret = {one for one in secret if one not in public}
    assert secret
    base = f"/battles/{battle.name}"
    client.cookies.clear()
    client.get(f"/enter/{access.token(PLAYERS)}")
    for view in ("", "?view=players", "?view=all"):
        answer = client.get(f"{base}/recap.md{view}")
        told = html.unescape(answer.text + client.get(f"{base}/review{view}").text)
        assert answer.status_code == 200
        assert not [one for one in secret if one in told]


TELL_TALE = {
    "autarch-diplomacy": ("soldier", "troops"),
    "guild-debate": ("barbarian", "ford"),
    "lizardfolk-camp": ("hidden", "hiding", "crouch", "camouflage", "eyes of archers"),
    "royal-court": ("forge", "forgery", "seal"),
    "street-fight": ("knives", "from the roof", "on the roof", "from above"),
    "moonrise-ritual": ("third name", "wrong"),
    "party-crashers": ("officer", "suspicious"),
    "rooftop-chase": ("gutter", "rotten"),
    "the-trial": ("letter", "hand"),
    "the-vault": ("plate", "second door"),
}
"""Words that would give away what is hidden from the players in each scenario that ships."""


def test_the_prose_that_players_see_gives_nothing_hidden_away() -> None:
    """The gallery and the page of a scenario show its first comment and what it shows."""
    hides = set()
    for name, path in shipped().items():
        text = path.read_text("utf-8")
        if "hidden: true" in text or "hidden_from: players" in text:
            hides.add(name)
    assert hides == set(TELL_TALE)
    for one in (read_item(name, path) for name, path in shipped().items()):
        prose = " ".join((one.title, one.shows, *one.situation)).casefold()
        assert not [word for word in TELL_TALE.get(one.id, ()) if word in prose], one.id
