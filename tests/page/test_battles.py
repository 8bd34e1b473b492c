"""Battles over the addresses that a browser uses: what is done to them is what a session does, each
person is told what they may know, and what is refused changes nothing."""

from __future__ import annotations

import html
import re
import time
from pathlib import Path
from random import Random
from typing import Any

import pytest
from rich.text import Text
from starlette.testclient import TestClient

from autogm.agents.base import Decision
from autogm.engine.codes import N_CONCEDE, N_TURN
from autogm.engine.state import State
from autogm.model.library import shipped
from autogm.session.begun import begin as session_begin
from autogm.session.history import ROOT
from autogm.session.seats import Seat
from autogm.session.store import StoreError
from autogm.session.thought import Thought
from autogm.table.access import OF, PLAYERS, Access
from autogm.table.asides import branches
from autogm.table.battles import Battle, Battles
from autogm.table.feed import lines_of
from autogm.table.viewers import Viewer
from autogm.view.snapshot import board_of
from tests.page.test_dropping import Seen
from tests.session.test_saved import mangle
from tests.soak import times

PATIENCE = 60.0
SIX = ("duel", "undercrypt", "autarch-skirmish", "aether-storm", "bat-ruins", "the-vault")
"""One scenario of each ruleset of conflicts, and one of cards."""


def quick(name: str) -> str:
    """An agent that decides at once."""
    return "frugal" if "scenes" in shipped()[name].parts else "brawler"


def begin(client: TestClient, battles: Battles, name: str, **form: str) -> Battle:
    """A battle that was begun on the page of a scenario."""
    fields = {key.replace("__", "."): value for key, value in form.items()}
    answer = client.post("/battles", data={"scenario": name, "seed": "3", **fields})
    assert answer.status_code == 303, answer.text
    return settled(battles, answer.headers["location"].rpartition("/")[2])


def settled(battles: Battles, name: str) -> Battle:
    """A battle that waits for a person, or is over."""
    battle, end = battles.get(name), time.monotonic() + PATIENCE
    while battle.session.waits().on == "program" and not battle.trouble:
        assert time.monotonic() < end
        time.sleep(0.005)
    return battle


def choose(client: TestClient, battle: Battle, number: int, **more: str) -> int:
    """Sends a choice by its number; the status of the answer."""
    data = {"at": str(battle.session.here), "choice": str(number), **more}
    address = f"/battles/{battle.name}/choices"
    headers = {"accept": "application/json"}
    return client.post(address, data=data, headers=headers).status_code


def options(client: TestClient, battle: Battle) -> list[Any]:
    """The choices on the page."""
    given = Seen(client.get(f"/battles/{battle.name}/now").text).given
    return [one for one in given if one == ("name", "choice")]


@pytest.mark.parametrize("name", SIX)
def test_a_battle_that_is_clicked_is_the_one_that_agents_play(
    client: TestClient, battles: Battles, name: str
) -> None:
    """The table adds no rule of its own: the same choices bring the same dice and states."""
    agent = quick(name)
    played = begin(client, battles, name, side__players=agent, side__gm=agent)
    assert played.session.state.is_terminal()
    theirs = [one.entry.data for one in played.session.steps()]
    clicked = begin(client, battles, name, side__players="person", side__gm="person")
    session = clicked.session
    while session.waits().on == "choice":
        wanted = theirs[len(session.history.line(session.here)) - 1]
        offered = [one.action for one in _offer(clicked).options]
        assert choose(client, clicked, offered.index(wanted)) == 200
        settled(battles, clicked.name)
    assert [one.entry.data for one in session.steps()] == theirs
    assert session.state == played.session.state


def _offer(battle: Battle) -> Any:
    from autogm.view.options import offer

    waits = battle.session.waits()
    assert waits.side is not None
    return offer(battle.session.state, waits.side)


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
        "/log.md",
        "/story.html",
    )
    return "\n".join(html.unescape(client.get(base + path).text) for path in paths)


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
            standing = [*board.aspects, *(a for zone in board.zones for a in zone.aspects)]
            secret |= {one.text for one in standing if one.hidden_from == "players"}
            told = _sent(client, battle)
            assert not [one for one in secret if one in told and one not in public]
            assert "?view=all" not in told
        assert choose(client, battle, turn % len(_offer(battle).options)) == 200
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


def test_each_seat_chooses_for_itself(client: TestClient, battles: Battles, access: Access) -> None:
    battle = begin(client, battles, "duel", side__gm="person")
    assert battle.session.waits().seat == "players"
    client.cookies.clear()
    link = f"/enter/{access.token(f'gm{OF}{battle.name}')}"
    assert client.get(link).headers["location"] == f"/battles/{battle.name}"
    assert not options(client, battle)
    assert choose(client, battle, 0) == 409
    client.cookies.clear()
    client.get(f"/enter/{access.token(f'nobody{OF}{battle.name}')}")
    assert client.get(f"/battles/{battle.name}").status_code == 403
    client.cookies.clear()
    client.get(f"/enter/{access.token(PLAYERS)}")
    assert options(client, battle)
    assert choose(client, battle, 0) == 200


def test_a_request_that_comes_twice_is_done_once(client: TestClient, battles: Battles) -> None:
    battle = begin(client, battles, "duel")
    data = {"at": str(battle.session.here), "choice": "0", "once": "a-name"}
    address, headers = f"/battles/{battle.name}/choices", {"accept": "application/json"}
    assert client.post(address, data=data, headers=headers).status_code == 200
    after = len(settled(battles, battle.name).session.history)
    assert client.post(address, data=data, headers=headers).status_code == 200
    assert len(battle.session.history) == after
    data["once"] = "another"
    assert client.post(address, data=data, headers=headers).status_code == 409
    assert len(battle.session.history) == after


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"choice": "0"},
        {"choice": "99"},
        {"choice": "-1"},
        {"choice": "x"},
        {"choice": "9" * 99},
    ],
)
def test_choices_that_are_none_change_nothing(
    client: TestClient, battles: Battles, data: dict[str, str]
) -> None:
    battle = begin(client, battles, "duel")
    here = battle.session.here
    if "choice" in data and data["choice"] != "0":
        data["at"] = str(here)
    assert client.post(f"/battles/{battle.name}/choices", data=data).status_code in (409, 422)
    assert battle.session.here == here


def test_taking_back_and_doing_again(client: TestClient, battles: Battles) -> None:
    battle = begin(client, battles, "duel")
    base, before = f"/battles/{battle.name}", battle.session.state
    assert choose(client, battle, 0) == 200
    settled(battles, battle.name)
    after, here = battle.session.state, battle.session.here
    assert client.post(f"{base}/undo", data={"at": str(here)}).status_code == 303
    assert battle.session.state == before
    again = Seen(client.get(f"{base}/now?after={here}").text)
    assert ("data-reset", None) in again.given
    assert client.post(f"{base}/undo", data={"at": "999"}).status_code == 409
    assert client.post(f"{base}/redo", data={"at": str(battle.session.here)}).status_code == 303
    assert battle.session.state == after
    page = client.get(f"{base}/history").text
    assert "Back to before it" in page
    assert client.post(f"{base}/go", data={"to": "0"}).status_code == 303
    assert battle.session.here == ROOT


def test_a_battle_goes_as_a_file_to_another_table(client: TestClient, battles: Battles) -> None:
    battle = begin(client, battles, "duel")
    choose(client, battle, 0)
    settled(battles, battle.name)
    text = client.get(f"/battles/{battle.name}/save")
    assert "attachment" in text.headers["content-disposition"]
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
    for _ in range(times(60, 1000)):
        there = len(battles.store.listed())
        answer = client.post("/saves", content=mangle(rng, text).encode("utf-8", "surrogatepass"))
        if answer.status_code == 201:
            page = answer.json()["page"]
            assert client.get(page).status_code == 200
            assert client.post(f"{page}/removal").status_code == 303
        else:
            assert answer.status_code == 422
            assert answer.json()["faults"][0]["says"]
            refused += 1
        assert len(battles.store.listed()) == there
    assert refused > 20
    assert battle.session.state == state
    huge = b'{"autogm": "game", "files": {"a.yaml": "' + b"x" * 21_000_000 + b'"}}'
    answer = client.post("/saves", content=huge)
    assert answer.status_code == 422
    assert "the most that is read" in answer.json()["faults"][0]["says"]
    ten = client.post("/saves", content=huge[:40] + huge[40:10_000_040] + huge[-3:])
    assert ten.status_code == 422
    assert len(battles.store.listed()) == 1


def test_who_leaves_in_the_middle_of_a_roll_is_stood_in_for(
    client: TestClient, battles: Battles
) -> None:
    battle = begin(client, battles, "duel", side__gm="brawler")
    choose(client, battle, 0)
    settled(battles, battle.name)
    assert isinstance(battle.session.state, State)
    assert battle.session.state.node() not in (N_TURN, N_CONCEDE)  # the dice lie on the table
    here, line = battle.session.here, battle.session.history.line(battle.session.here)
    battles._open.clear()  # nobody looks on any more
    again = battles.get(battle.name)
    assert again.session.here == here
    data = {"key": "players", "who": "brawler"}
    assert client.post(f"/battles/{battle.name}/seats", data=data).status_code == 303
    over = settled(battles, battle.name).session
    assert over.state.is_terminal()
    assert over.history.line(over.here)[: len(line)] == line


def test_a_full_disk_takes_no_choice(
    client: TestClient, battles: Battles, monkeypatch: pytest.MonkeyPatch
) -> None:
    battle = begin(client, battles, "duel")
    here = battle.session.here

    def full(*_: Any) -> None:
        raise StoreError("games.sqlite could not be kept: the disk is full")

    with monkeypatch.context() as patch:
        patch.setattr(battles.store, "keep", full)
        assert choose(client, battle, 0) == 507
    assert battle.session.here == here
    assert choose(client, battle, 0) == 200


def test_an_agent_that_fails_gives_its_seat_to_a_person(
    client: TestClient, battles: Battles, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: Any) -> Decision:
        raise RuntimeError("no idea")

    monkeypatch.setattr(Thought, "decide", fails)
    battle = begin(client, battles, "duel", side__gm="brawler")
    for _ in range(9):
        if battle.trouble:
            break
        choose(client, battle, 0)
        settled(battles, battle.name)
    assert "no idea" in client.get(f"/battles/{battle.name}").text
    assert battle.session.seats.seats["gm"].person is not None
    assert client.post(f"/battles/{battle.name}/again").status_code == 303
    assert battle.session.waits().on == "choice"


def test_dice_of_ones_own(client: TestClient, battles: Battles) -> None:
    battle = begin(client, battles, "duel", dice__players="own")
    choose(client, battle, 0)
    settled(battles, battle.name)
    while battle.session.waits().on == "choice":
        choose(client, battle, 0)
        settled(battles, battle.name)
    assert battle.session.waits().on == "dice"
    base, at = f"/battles/{battle.name}", str(battle.session.here)
    assert "Which dice fell?" in client.get(base).text
    for wrong in ({}, {"sum": "9"}, {"sum": "x"}, {"die1": "7"}, {"die1": "+"}):
        assert client.post(f"{base}/dice", data={"at": at, **wrong}).status_code == 422
    faces = {f"die{number}": "+" for number in range(1, 5)}
    assert client.post(f"{base}/dice", data={"at": at, **faces}).status_code == 303
    entry = next(step.entry for step in battle.session.steps() if step.entry.number > int(at))
    assert entry.data == {"dice": [1, 1, 1, 1]}
    assert entry.asked


def test_what_is_told_beside_a_choice(client: TestClient, battles: Battles) -> None:
    battle = begin(client, battles, "duel")
    base, at = f"/battles/{battle.name}", battle.session.here
    odds = client.get(f"{base}/odds?at={at}").json()["odds"]
    assert any(0 < one["succeeds"] < 1 for one in odds.values() if one["succeeds"] is not None)
    coach = client.get(f"{base}/coach?at={at}").json()
    assert coach["says"]
    assert coach["lines"][0]["choice"] is not None
    assert client.get(f"{base}/coach?at={at}&level=grand").status_code == 422
    threats = client.get(f"{base}/threats").json()["threats"]
    assert threats[0]["fighter"] == "bruno"
    assert client.get(f"{base}/odds?at=99999").json() == {"gone_on": True}
    why_not = client.get(f"{base}/why-not?at={at}&fighter=ilse").json()["told"]
    assert why_not[0]["rule"] == "E1"
    why_not = client.get(f"{base}/why-not?at={at}&aspect=Wet Flagstones").json()["told"]
    assert why_not[0]["rule"] == "A2"
    assert why_not[0]["about"] == "Invoking it"
    assert client.get(f"{base}/why?entry=1").status_code == 422


def test_seats_change_in_mid_battle(client: TestClient, battles: Battles) -> None:
    battle = begin(client, battles, "lizardfolk-camp", side__gm="brawler")
    base = f"/battles/{battle.name}"

    def sent(**data: str) -> int:
        return int(client.post(f"{base}/seats", data=data).status_code)

    assert sent(key="rolf", who="brawler") == 303
    assert battle.session.seats.seats["rolf"].agent == "brawler"
    assert sent(key="rolf", who="") == 303
    assert "rolf" not in battle.session.seats.seats
    assert sent(key="rolf", who="grandmaster") == 422
    assert sent(key="nobody", who="person") == 422
    assert sent(key="players", who="brawler") == 303
    assert settled(battles, battle.name).session.state.is_terminal()
    assert re.search("has won|nobody has won", client.get(base).text, re.IGNORECASE)


def test_hostile_names_are_text(client: TestClient, battles: Battles) -> None:
    battle = begin(client, battles, "duel")
    name = "<script>alert(1)</script>\u202e\"'"
    assert client.post(f"/battles/{battle.name}/title", data={"title": name}).status_code == 303
    for path in (f"/battles/{battle.name}", "/", f"/battles/{battle.name}/history"):
        seen = Seen(client.get(path).text)
        assert "alert(1)" in seen.text or path.endswith("history")
        assert not any("alert(1)" in (value or "") for key, value in seen.given if key != "value")
    assert client.post(f"/battles/{battle.name}/title", data={"title": " "}).status_code == 422


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


def test_nothing_played_is_nothing_to_look_back_at(client: TestClient, battles: Battles) -> None:
    battle = begin(client, battles, "duel")
    address, end = f"/battles/{battle.name}/review", time.monotonic() + PATIENCE
    while "http-equiv" in (text := client.get(address).text):
        assert time.monotonic() < end
        time.sleep(0.02)
    assert "Nothing has been played yet." in text


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
    base.execute("UPDATE games SET head = 'none' WHERE id = ?", (battle.name,))
    assert "Have what is left" in client.get("/").text
    assert client.get(f"/battles/{battle.name}/save").json()["head"] == "none"
    assert client.post(f"/battles/{battle.name}/removal").status_code == 303
    assert "Have what is left" not in client.get("/").text


def test_a_story_for_the_players_holds_what_they_know_and_a_map_of_each_exchange(
    client: TestClient, battles: Battles
) -> None:
    battle = begin(client, battles, "ravine-ambush", side__players="brawler", side__gm="brawler")
    base, exchanges = f"/battles/{battle.name}", battle.session.state.exchange
    whole = client.get(f"{base}/story.html?view=all")
    assert "attachment" in whole.headers["content-disposition"]
    assert whole.text.count("<svg") == exchanges + 1
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


def test_aspects_of_cards_have_no_reasons(client: TestClient, battles: Battles) -> None:
    battle = begin(client, battles, "party-crashers", side__gm="frugal")
    query = f"at={battle.session.here}&aspect=Swanky"
    assert client.get(f"/battles/{battle.name}/why-not?{query}").json() == {"told": []}


def _offer_words(battle: Battle, see: int | None) -> list[str]:
    viewer = Viewer(see, frozenset({"players"}), owner=True)
    return [" ".join(one.words) for _, _, made in branches(battle, viewer) for one in made]


def test_the_history_says_in_words_what_was_chosen(client: TestClient, battles: Battles) -> None:
    battle = begin(client, battles, "lizardfolk-camp", side__gm="brawler")
    for _ in range(5):
        assert choose(client, battle, 0) == 200
        settled(battles, battle.name)
    told = _offer_words(battle, 0)
    assert any("chooses" in one or "choose " in one for one in told)
    assert not [one for one in told if "(zone" in one or one in ("pass", "Exchange 1")]
    theirs = _offer_words(battle, 1)
    assert "The players chose something that is not told." in theirs
    assert not [one for one in theirs if " choose " in one or " chooses " in one]


def test_the_question_why_stands_beside_what_was_done() -> None:
    told = [Text("(Bruno holds back.)"), Text("Exchange 2", style="bold")]
    assert [one.decided for one in lines_of(told, 3, decided=True)] == [True, False]
    assert [one.decided for one in lines_of(told[1:], 3, decided=True)] == [True]
