"""What is shown and given away of a battle that was played: its review, its story, its recap."""

from __future__ import annotations

import html
import re
import time
from threading import Event

import pytest
from starlette.testclient import TestClient

from autogm.planner.levels import BY_NAME, DEFAULT
from autogm.session.saved import import_text
from autogm.session.seats import Seat
from autogm.table.battles import Battles
from autogm.table.looking_back import BATTLES, look_back, looking_back
from autogm.view.snapshot import board_of
from autogm.view.words.sides import WON
from tests.page.battles import PATIENCE, assisted, begin, choose, quick, settled


@pytest.mark.parametrize("name", ["duel", "party-crashers"])
def test_a_battle_is_looked_back_at(client: TestClient, battles: Battles, name: str) -> None:
    agent = quick(name)
    battle = begin(client, battles, name, side__players=agent, side__gm=agent)
    address, end = f"/battles/{battle.name}/review", time.monotonic() + PATIENCE
    while "http-equiv" in (text := client.get(address).text):
        assert time.monotonic() < end
        time.sleep(0.05)
    if name == "duel":
        assert "reappraisal" in text
        assert 'class="line" points="0.0,' in text
        assert "Play on from here" in text
    assert "In figures" in text or "no conflict" in text


def test_who_plays_on_from_there_is_asked_where_agents_had_played(
    client: TestClient, battles: Battles
) -> None:
    """Agents alone would play the same again, at once."""
    battle = begin(client, battles, "duel", side__players="brawler", side__gm="brawler")
    end = battle.session.here
    chosen = next(step for step in battle.session.steps() if step.entry.by == "players")
    before = chosen.entry.parent
    path = f"/battles/{battle.name}/go"
    assert client.post(path, data={"to": str(before)}).status_code == 303
    waits = settled(battles, battle.name).session.waits()
    assert (waits.on, waits.seat, battle.session.here) == ("choice", "players", before)
    assert battle.session.seats.seats["gm"].agent == "brawler"
    assert client.post(path, data={"to": str(end)}).status_code == 303
    assert battle.session.waits().on == "nothing"


@pytest.mark.parametrize("view", ["players", "gm", ""])
def test_who_plays_on_sits_where_they_look_from_or_last_chose(
    client: TestClient, battles: Battles, view: str
) -> None:
    """Not where it happens to be somebody's choice; what came later is not taken along."""
    battle = begin(client, battles, "duel", side__gm="brawler")
    assert choose(client, battle, 0) == 200
    settled(battles, battle.name)
    battle.do(lambda session: session.seat("players", Seat(agent="brawler")))
    settled(battles, battle.name)
    theirs = [one.entry.parent for one in battle.session.steps() if one.entry.by == "gm"]
    path = f"/battles/{battle.name}/branch?view={view}"
    done = client.post(path, data={"to": str(theirs[0])}, follow_redirects=False)
    name = done.headers["location"].rpartition("/")[2].partition("?")[0]
    apart = settled(battles, name).session
    sits = "gm" if view == "gm" else "players"
    assert apart.seats.persons() == [("players", "gm").index(sits)]
    assert apart.waits().on == "choice"
    if sits == "gm":
        assert apart.here == theirs[0]
        assert len(apart.history) == len(apart.history.line(apart.here)) - 1


def test_a_battle_that_is_looked_back_at_stays_as_it_is(
    client: TestClient, battles: Battles
) -> None:
    """Who plays on from one of its moments does so in a battle of its own."""
    battle = begin(client, battles, "duel", side__players="brawler", side__gm="brawler")
    end, title = battle.session.here, battle.session.title
    chosen = next(step for step in battle.session.steps() if step.entry.by == "players")
    path = f"/battles/{battle.name}/branch"
    form = {"to": str(chosen.entry.parent), "once": "clicked"}
    done = client.post(path, data=form, follow_redirects=False)
    assert done.status_code == 303
    twice = client.post(path, data=form, follow_redirects=False)
    assert twice.headers["location"] == done.headers["location"]
    name = done.headers["location"].rpartition("/")[2]
    assert name != battle.name
    apart = settled(battles, name).session
    assert (apart.here, apart.title) == (chosen.entry.parent, f"{title}, played on")
    assert (apart.waits().on, apart.waits().seat) == ("choice", "players")
    assert (battle.session.here, battle.session.waits().on) == (end, "nothing")
    assert client.post(path, data={"to": "nowhere"}).status_code == 422


def test_who_plays_on_from_before_somebody_came_has_no_seat_for_them(
    client: TestClient, battles: Battles
) -> None:
    battle = assisted(client, battles)
    form = {"at": str(battle.session.here), "part": "newcomer", "side": "players", "zone": "mouth",
            "called": "Mira", "shipped": "deliah"}  # fmt: skip
    assert client.post(f"/battles/{battle.name}/by-hand", data=form).status_code == 303
    seat = {"key": "mira", "who": "brawler"}
    assert client.post(f"/battles/{battle.name}/seats", data=seat).status_code == 303
    came = battle.session.here
    for place, there in ((0, False), (came, True)):
        done = client.post(f"/battles/{battle.name}/branch", data={"to": str(place)},
                           follow_redirects=False)  # fmt: skip
        assert done.status_code == 303
        apart = settled(battles, done.headers["location"].rpartition("/")[2].partition("?")[0])
        assert ("mira" in apart.session.seats.seats) is there


def test_finished_battles_stand_apart_from_those_to_go_on_with(
    client: TestClient, battles: Battles
) -> None:
    names = {
        kept: begin(client, battles, "duel", side__players=who, side__gm="brawler").name
        for kept, who in (("Go on with", "person"), ("Finished", "brawler"))
    }
    text = client.get("/").text
    parts = dict(re.findall(r'<h2 id="kept-\d">([^<]*)</h2>(.*?)</section>', text, re.DOTALL))
    assert parts.keys() == names.keys()
    for heading, name in names.items():
        assert set(re.findall(r"/battles/([\w-]+)", parts[heading])) == {name}
    assert f"/battles/{names['Finished']}/review" in parts["Finished"]
    winner = WON[battles.get(names["Finished"]).session.winner]
    assert f"{winner};" in parts["Finished"]
    saved = client.get(f"/battles/{names['Finished']}/save").content
    taken_in = battles.add(import_text(saved))
    client.post(f"/battles/{names['Finished']}/removal")
    finished = client.get("/").text.partition("Finished</h2>")[2]
    assert f"/battles/{taken_in}/review" in finished


def test_what_has_happened_is_markdown(client: TestClient, battles: Battles) -> None:
    battle = begin(client, battles, "undercrypt", side__players="brawler", side__gm="brawler")
    lines = client.get(f"/battles/{battle.name}/log.md").text.splitlines()
    assert "## Exchange 1" in lines
    turns = [line for line in lines if line.startswith("### ")]
    assert turns
    assert lines.index("## Exchange 1") < lines.index(turns[0])
    assert {line[:2] for line in lines if line} == {"# ", "##", "- "}
    assert all(line == " ".join(line.split()) for line in lines)


def test_nothing_played_is_nothing_to_look_back_at(client: TestClient, battles: Battles) -> None:
    battle = begin(client, battles, "duel")
    address, end = f"/battles/{battle.name}/review", time.monotonic() + PATIENCE
    while "http-equiv" in (text := client.get(address).text):
        assert time.monotonic() < end
        time.sleep(0.02)
    assert "Nothing has been played yet." in text


@pytest.mark.parametrize("count", [0, 4])
def test_a_review_tells_how_much_of_it_is_done(
    client: TestClient, battles: Battles, count: int
) -> None:
    battle = begin(client, battles, "duel", side__players="brawler", side__gm="brawler")
    shares = list[float]()
    assert not look_back(battle, None, count, None, shares.append).fault
    assert shares == sorted(shares)
    assert 0.0 < shares[0] < 0.5
    assert shares[-1] <= 1.0
    end = battle.session.here
    battle.beside.tell_share(("review", end, None, 0, "great"), 0.345)  # as while it is worked out
    held = Event()
    waiting = [battle.reviewer.submit(held.wait) for _ in range(3)]
    try:
        text = client.get(f"/battles/{battle.name}/review?view=all").text
        assert "Every choice is looked at again: 34% of it so far." in text
    finally:
        held.set()
    assert all(one.result() for one in waiting)
    assert looking_back(battle, None, wait=True) is not None
    assert battle.beside.share(("review", end, None, 0, "great")) is None


def test_a_review_is_of_the_place_where_it_was_asked_for_and_keeps_nobody_from_thinking(
    client: TestClient, battles: Battles
) -> None:
    battle = begin(client, battles, "duel", side__players="brawler", side__gm="brawler")
    end, held = battle.session.here, Event()
    waiting = [battle.reviewer.submit(held.wait) for _ in range(3)]
    try:
        assert looking_back(battle, None) is None
        battle.do(lambda session: session.seat("players", Seat(person="a")))
        battle.do(lambda session: session.go(0))
        assert looking_back(battle, None) is None
        other = begin(client, battles, "duel", side__players="brawler", side__gm="brawler")
        assert other.session.waits().on == "nothing"
    finally:
        held.set()
    assert all(one.result() for one in waiting)
    found = looking_back(battle, None, wait=True)
    assert found is not None
    assert found.fault == "Nothing has been played yet."
    battle.do(lambda session: session.go(end))
    found = looking_back(battle, None, wait=True)
    assert found is not None
    assert not found.fault


def test_a_page_that_waits_for_a_review_keeps_to_its_place_while_the_battle_goes_on(
    client: TestClient, battles: Battles
) -> None:
    battle = begin(client, battles, "duel", side__gm="brawler")
    assert choose(client, battle, 0) == 200
    place = settled(battles, battle.name).session.here
    address = f"/battles/{battle.name}/review"
    waiting = re.search(r'http-equiv="refresh" content="2; url=([^"]+)"', client.get(address).text)
    assert waiting is not None
    again = html.unescape(waiting[1])
    assert again.endswith(f"to={place}")
    assert choose(client, battle, 0) == 200
    settled(battles, battle.name)
    found = looking_back(battle, None, to=place, wait=True)
    looking_back(battle, None, wait=True)
    text = client.get(again).text
    assert found is not None
    assert html.escape(f"to {found.ends[1]} at the end") in text
    assert "It stands elsewhere now" in text
    assert "It stands elsewhere now" not in client.get(address).text
    assert "It stands elsewhere now" not in client.get(f"{address}?to=999999").text


def test_the_recap_is_that_of_the_review(client: TestClient, battles: Battles) -> None:
    """Of the same place, and measured alike."""
    battle = begin(client, battles, "duel", side__players="brawler", side__gm="brawler")
    base, here = f"/battles/{battle.name}", battle.session.here
    for battled in (False, True):
        found = looking_back(battle, None, battled, wait=True)
        assert found is not None
        more = f"&battles={BATTLES}" if battled else ""
        text = client.get(f"{base}/review?view=all&to={here}{more}").text
        address = html.unescape(re.findall(r'href="([^"]*recap.md[^"]*)"', text)[0])
        assert client.get(address).text == found.recap
    estimated = looking_back(battle, None, wait=True)
    played = looking_back(battle, None, True, wait=True)
    assert estimated is not None
    assert played is not None
    assert estimated.recap != played.recap
    assert client.get(f"{base}/recap.md?to=999999").status_code == 404


def test_another_level_judges_where_it_is_asked_to(client: TestClient, battles: Battles) -> None:
    battle = begin(client, battles, "street-fight", side__gm="brawler")
    for _ in range(3):
        assert choose(client, battle, 0) == 200
        settled(battles, battle.name)
    address = f"/battles/{battle.name}/review?view=all"
    for level in (BY_NAME["good"], DEFAULT):
        found = looking_back(battle, None, level=level, wait=True)
        assert found is not None
        assert f"the planner at the level {level.name}" in found.measured
        shown = client.get(f"{address}&level={level.name}").text
        assert found.measured in html.unescape(shown)
        assert f"<option selected>{level.name}</option>" in shown
        recap = html.unescape(re.findall(r'href="([^"]*recap.md[^"]*)"', shown)[0])
        assert ("level=" in recap) == (level != DEFAULT)
        assert client.get(recap).text == found.recap
    assert "<option selected>great</option>" in client.get(f"{address}&level=godlike").text


def test_a_review_that_fails_says_so_and_is_begun_again(
    client: TestClient, battles: Battles, monkeypatch: pytest.MonkeyPatch
) -> None:
    battle = begin(client, battles, "duel", side__players="brawler", side__gm="brawler")

    def fails(*_: object) -> None:
        raise MemoryError("too long")

    with monkeypatch.context() as patch:
        patch.setattr("autogm.table.looking_back.look_back", fails)
        refused = client.get(f"/battles/{battle.name}/recap.md")
        assert refused.status_code == 409
        assert "could not be looked back at (MemoryError: too long)" in refused.text
    assert client.get(f"/battles/{battle.name}/recap.md").status_code == 200


def test_a_story_for_the_players_holds_what_they_know_and_a_map_of_each_exchange(
    client: TestClient, battles: Battles
) -> None:
    battle = begin(client, battles, "ravine-ambush", side__players="brawler", side__gm="brawler")
    base, exchanges = f"/battles/{battle.name}", battle.session.state.exchange
    whole = client.get(f"{base}/story.html?view=all")
    assert "attachment" in whole.headers["content-disposition"]
    assert whole.text.count("<svg") == exchanges + 1
    for number, after in enumerate(whole.text.split("</svg>")[2:-1], 2):
        words = re.sub(r"<[^>]+>|\s+", " ", after).split()
        assert words[:2] == ["Exchange", str(number)], "nothing of the exchange before is told here"
    theirs = client.get(f"{base}/story.html?view=players").text
    told = html.unescape(whole.text)
    assert all(one.name in told for one in board_of(battle.session.beginning).fighters)
    assert "As the players may know it." in theirs
    assert len(theirs) < len(whole.text)
    assert "src=" not in whole.text
    assert "href=" not in whole.text


def test_a_recap_is_a_file_of_what_a_side_knew(client: TestClient, battles: Battles) -> None:
    battle = begin(client, battles, "duel", side__players="brawler", side__gm="brawler")
    theirs = client.get(f"/battles/{battle.name}/recap.md?view=gm").text
    assert theirs.startswith("# A Duel at Dawn\n")
    assert "From what the GM" in theirs
    empty = begin(client, battles, "duel")
    answer = client.get(f"/battles/{empty.name}/recap.md")
    assert answer.status_code == 409
    assert "Nothing has been played yet." in answer.text
