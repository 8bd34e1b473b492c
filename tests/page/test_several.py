"""Several persons at one table: each chooses at their own seat, leaves it to an agent and sits down
again, and nobody takes what is another's to choose without being told.
"""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from starlette.testclient import TestClient

from autogm.agents.base import RandomSource
from autogm.agents.roster import agent
from autogm.model.words import SIDES
from autogm.session.session import Session
from autogm.table.access import GM, OF, PLAYERS, Access
from autogm.table.app import application
from autogm.table.battle import Battle
from autogm.table.battles import Battles
from autogm.table.shelf import Shelf
from tests.page.battles import begin, choose, settled

ADDRESS = "http://192.168.0.7:8423"
Enter = Callable[[str], TestClient]


@pytest.fixture
def enter(shelf: Shelf, battles: Battles) -> Enter:
    """Has somebody come by the link of a seat from another machine of the network."""
    access = Access(bytes(32), "0.0.0.0", 8423)
    app = application(access, shelf, battles)

    def entered(seat: str) -> TestClient:
        made = TestClient(app, base_url=ADDRESS, follow_redirects=False)
        assert made.get(f"/enter/{access.token(seat)}").status_code == 303
        made.headers["origin"] = ADDRESS
        return made

    return entered


def until_asked(battle: Battle, battles: Battles, seat: str) -> None:
    """Plays on, by whoever is asked, until that seat is."""

    def deed(session: Session) -> object:
        source = RandomSource(1, 0, session.here)
        return session.take(agent("brawler").decide(session.state, source).action)

    for _ in range(300):
        settled(battles, battle.name)
        waits = battle.session.waits()
        if waits.seat == seat:
            return
        assert waits.on == "choice"
        battle.do(deed)  # type: ignore[arg-type]
    raise AssertionError(f"{seat} was never asked")


def test_whoever_leaves_is_played_for_and_sits_down_again(enter: Enter, battles: Battles) -> None:
    owner = enter(GM)
    battle = begin(owner, battles, "lizardfolk-camp", fighter__rolf="person", side__gm="brawler")
    rolf, others = enter(f"rolf{OF}{battle.name}"), enter(f"players{OF}{battle.name}")
    base = f"/battles/{battle.name}"
    assert "You sit on the seat of <bdi>Rolf</bdi>" in rolf.get(base).text
    away = {"key": "rolf", "who": "brawler"}
    assert others.post(f"{base}/seats", data=away).status_code == 422, "it is not theirs to give"
    assert rolf.post(f"{base}/seats", data={"key": "players", "who": "brawler"}).status_code == 422
    assert rolf.post(f"{base}/seats", data=away).status_code == 303
    assert battle.session.seats.seats["rolf"].agent == "brawler"
    assert "is played by <bdi>brawler</bdi>" in rolf.get(base).text
    assert rolf.post(f"{base}/seats", data={"key": "rolf", "who": "person"}).status_code == 303
    assert battle.session.seats.seats["rolf"].person is not None
    until_asked(battle, battles, "rolf")
    assert 'class="choice' in rolf.get(base).text


def test_whoever_is_seated_with_their_side_looks_on_and_sits_down_again(
    enter: Enter, battles: Battles
) -> None:
    owner = enter(GM)
    battle = begin(owner, battles, "lizardfolk-camp", fighter__rolf="person", side__gm="brawler")
    rolf, base = enter(f"rolf{OF}{battle.name}"), f"/battles/{battle.name}"
    with_side = {"key": "rolf", "who": ""}
    assert rolf.post(f"{base}/seats", data=with_side).status_code == 422, "it would be shut out"
    assert owner.post(f"{base}/seats", data=with_side).status_code == 303
    page = rolf.get(base)
    assert page.status_code == 200
    assert "is played with its side" in page.text
    assert 'class="choice' not in page.text
    assert f'href="{base}"' in rolf.get("/").text
    assert rolf.post(f"{base}/seats", data={"key": "rolf", "who": "person"}).status_code == 303
    assert battle.session.seats.seats["rolf"].person is not None


def test_whoever_leaves_a_seat_leaves_it_to_somebody_that_pages_offer(
    enter: Enter, battles: Battles
) -> None:
    """Whoever could think for hours would think for all tables."""
    owner = enter(GM)
    battle = begin(owner, battles, "lizardfolk-camp", fighter__rolf="person", side__gm="brawler")
    rolf, base = enter(f"rolf{OF}{battle.name}"), f"/battles/{battle.name}"
    for who in ("planner:great:positions=900000000", "planner:mediocre:threads=64", "nobody"):
        assert rolf.post(f"{base}/seats", data={"key": "rolf", "who": who}).status_code == 422
        assert battle.session.seats.seats["rolf"].person is not None
    offered = {"key": "rolf", "who": "planner:fair"}
    assert rolf.post(f"{base}/seats", data=offered).status_code == 303


def test_why_a_battle_cannot_be_opened_is_told_to_the_owner_alone(
    enter: Enter, battles: Battles
) -> None:
    """A fault names what is hidden, and where the store lies."""
    owner = enter(GM)
    battle, other = (begin(owner, battles, "duel", side__gm="brawler") for _ in range(2))
    base = f"/battles/{battle.name}"
    battles.store._base.execute("UPDATE games SET head = replace(head, 'skills:', 'brno:')")
    battles._open.clear()
    assert "brno" in owner.get(base).text
    for seat, status in ((f"players{OF}{battle.name}", 409), (f"players{OF}{other.name}", 403)):
        for path in ("", "/now", "/log.md", "/odds"):
            told = enter(seat).get(base + path)
            assert told.status_code == status
            assert "brno" not in told.text


def test_the_browser_of_the_owner_stays_theirs(enter: Enter, battles: Battles) -> None:
    owner = enter(GM)
    battle = begin(owner, battles, "duel", side__gm="brawler")
    kept = Access(bytes(32), "0.0.0.0", 8423)
    led = owner.get(f"/enter/{kept.token(f'players{OF}{battle.name}')}")
    assert led.headers["location"] == f"/battles/{battle.name}?view=players"
    assert owner.get("/heroes").status_code == 200


def test_links_of_a_page_for_the_players_are_of_those_they_know(
    enter: Enter, battles: Battles
) -> None:
    owner = enter(GM)
    for name, theirs in (("lizardfolk-camp", "rolf"), ("harbour-run", "dockers")):
        seats = {f"fighter__{theirs}": "person", "side__gm": "person"}
        battle = begin(owner, battles, name, **seats)
        base, side = f"/battles/{battle.name}", SIDES[battle.session.seats.side_of(theirs)]
        links = re.compile(rf"/enter/([\w-]+){OF}{battle.name}\.")
        shown = {
            view: {*links.findall(owner.get(f"{base}?view={view}").text)}
            for view in ("all", "players")
        }
        assert shown["all"] == {*SIDES, theirs}
        assert shown["players"] == ({"players", theirs} if side == "players" else {"players"})


def test_what_went_wrong_is_told_to_the_owner_alone(enter: Enter, battles: Battles) -> None:
    owner = enter(GM)
    battle = begin(owner, battles, "duel", side__gm="brawler")
    players, base = enter(f"players{OF}{battle.name}"), f"/battles/{battle.name}"
    battle.trouble = "the disk is full: /home/somebody"
    assert "/home/somebody" in owner.get(base).text
    assert "/home/somebody" not in players.get(base).text
    assert "whoever has started the program is told" in players.get(base).text


def test_dice_of_ones_own_are_taken_back_by_who_rolled_them(enter: Enter, battles: Battles) -> None:
    owner = enter(GM)
    battle = begin(owner, battles, "duel", dice__players="own", side__gm="person")
    players, gm = (enter(f"{key}{OF}{battle.name}") for key in ("players", "gm"))
    session, base = battle.session, f"/battles/{battle.name}"
    while session.waits().on == "choice":
        assert choose(owner, battle, 0) == 200
        settled(battles, battle.name)
    assert (session.waits().on, session.waits().side) == ("dice", 0)
    before = session.here
    fell = {"at": str(before), "typed": "+0-+"}
    assert players.post(f"{base}/dice", data=fell).status_code == 303
    for _ in range(2):
        here = {"at": str(settled(battles, battle.name).session.here)}
        assert session.history.before_asked() == before
        assert gm.post(f"{base}/undo", data=here).status_code == 422
        assert players.post(f"{base}/undo", data=here).status_code == 303
        assert session.here == before
        assert gm.post(f"{base}/redo", data={"at": str(before)}).status_code == 422
        assert players.post(f"{base}/redo", data={"at": str(before)}).status_code == 303


def test_whoever_could_choose_for_another_is_told(enter: Enter, battles: Battles) -> None:
    owner = enter(GM)
    battle = begin(owner, battles, "lizardfolk-camp", fighter__rolf="person", side__gm="brawler")
    rolf, others = enter(f"rolf{OF}{battle.name}"), enter(f"players{OF}{battle.name}")
    base, told = f"/battles/{battle.name}", "Whoever sits on the seat of <bdi>Rolf</bdi>"
    until_asked(battle, battles, "rolf")
    assert told not in rolf.get(base).text
    assert told in others.get(base).text
    assert told in owner.get(base).text
    until_asked(battle, battles, "players")
    assert not [one for one in (rolf, others, owner) if told in one.get(base).text]


def test_the_link_to_all_battles_leads_to_those_that_the_players_play(
    enter: Enter, battles: Battles
) -> None:
    """Neither to what the owner tries with agents, nor to what it plays on from a battle."""
    owner, players = enter(GM), enter(PLAYERS)
    played = begin(owner, battles, "duel", side__gm="brawler")
    trial = begin(owner, battles, "duel", side__players="brawler", side__gm="person")
    base = f"/battles/{played.name}"
    branch = owner.post(f"{base}/branch", data={"to": "0"}).headers["location"]
    listed = players.get("/").text
    assert f'href="{base}"' in listed
    assert players.get(base).status_code == 200
    for kept in (f"/battles/{trial.name}", branch):
        assert f'href="{kept}"' not in listed
        assert players.get(kept).status_code == players.get(f"{kept}/now").status_code == 403
    named = enter(f"players{OF}{branch.rpartition('/')[2]}")
    assert named.get(branch).status_code == 200
    assert f'href="{branch}"' in named.get("/").text
    assert "Leave the seat" in named.get(branch).text
    assert "Leave the seat" not in players.get(base).text, "nothing would lead back to it"
    away = {"key": "players", "who": "brawler"}
    assert players.post(f"{base}/seats", data=away).status_code == 422


def test_who_waits_for_a_battle_is_led_to_it(enter: Enter, battles: Battles) -> None:
    players, waiting = enter(PLAYERS), "/?waiting"
    for path in ("/", waiting):
        assert f'http-equiv="refresh" content="3; url={waiting}"' in players.get(path).text
    battle = begin(enter(GM), battles, "duel", side__gm="brawler")
    assert players.get(waiting).headers["location"] == f"/battles/{battle.name}"
    assert "http-equiv" not in players.get("/").text, "whoever comes back has the list"
    begin(enter(GM), battles, "duel", side__gm="brawler")
    assert players.get(waiting).status_code == 200
