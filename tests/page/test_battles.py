"""Battles over the addresses that a browser uses: what is done to them is what a session does, each
person is told what they may know, and what is refused changes nothing."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from rich.text import Text
from starlette.testclient import TestClient

from autogm.game.kernels import INTERPRETED, Kernel, entries_below
from autogm.rules.rulebook import rule_ids
from autogm.session.begun import needed
from autogm.session.history import ROOT
from autogm.session.seats import Seat
from autogm.session.store import StoreError
from autogm.table import asides
from autogm.table.access import PLAYERS, Access
from autogm.table.battle import Battle
from autogm.table.battles import Battles
from autogm.table.feed import lines_of
from autogm.table.past import branches
from autogm.table.viewers import Viewer
from tests.page.battles import SIX, begin, choose, offered, quick, settled
from tests.page.test_dropping import Seen


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
        given = [one.action for one in offered(clicked).options]
        assert choose(client, clicked, given.index(wanted)) == 200
        settled(battles, clicked.name)
    assert [one.entry.data for one in session.steps()] == theirs
    assert session.state == played.session.state


@pytest.mark.skipif(INTERPRETED, reason="nothing is compiled")
@pytest.mark.parametrize("name", ["lizardfolk-camp", "guild-debate"])
def test_what_pages_call_is_compiled_before_anything_is_chosen(
    client: TestClient, battles: Battles, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    battle, called, call = begin(client, battles, name), set[str](), Kernel.__call__

    def noted(self: Kernel, *arguments: Any) -> Any:
        called.add(self.name)
        return call(self, *arguments)

    monkeypatch.setattr(Kernel, "__call__", noted)
    for turn in range(12):
        if battle.session.waits().on != "choice":
            break
        for aside in ("now", "odds", "coach", "threats", "history", "review"):
            assert client.get(f"/battles/{battle.name}/{aside}").status_code == 200
        choose(client, battle, turn % len(offered(battle).options))
        settled(battles, battle.name)
    assert len(called) > 10
    assert called <= {one.name for entry in needed(battle.session) for one in entries_below(entry)}


def test_marks_of_lines_lead_to_what_their_rules_say(
    client: TestClient, battles: Battles, access: Access
) -> None:
    """For whoever has a seat."""
    battle = begin(client, battles, "duel", side__gm="brawler")
    choose(client, battle, 0)
    client.cookies.clear()
    client.get(f"/enter/{access.token(PLAYERS)}")
    told = client.get(f"/battles/{settled(battles, battle.name).name}").text
    marks = set(re.findall(r'href="/rules#([\w-]+)" target="rules" title="([^"]+)"', told))
    assert "D4" in {name for name, _ in marks}
    assert not re.search(r"\([A-Z]\d+\)</span>", told)
    page = client.get("/rules").text
    assert all(f'id="{name}"' in page for name in rule_ids())
    assert all(says.partition("`")[0] in page for _, says in marks)


def test_rules_are_searched_by_words_and_ids(client: TestClient) -> None:
    page = client.get("/rules", params={"search": "free invokes h5"}).text
    assert '<div id="H5">' in page
    assert not re.search(r'<div id="(?!H5)', page)  # no rule speaks of free invokes of h5
    page = client.get("/rules", params={"search": "boxes"}).text
    ids = re.findall(r'<div id="([\w-]+)">', page)
    assert 1 < len(ids) < len(rule_ids())
    assert "H1" in ids
    assert page.index(">Harm</h2>") < page.index('<div id="H1">')
    page = client.get("/rules", params={"search": "<zzz>"}).text
    assert "No rules speak of <bdi>&lt;zzz&gt;</bdi>" in page


def test_scripts_are_told_in_their_own_form_what_is_refused(
    client: TestClient, battles: Battles, access: Access
) -> None:
    battle, headers = begin(client, battles, "duel"), {"accept": "application/json"}

    def says(path: str) -> tuple[int, str]:
        answer = client.get(path, headers=headers)
        return answer.status_code, answer.json()["says"]

    assert says("/battles/nowhere/now")[0] == 404
    battles.store._base.execute("UPDATE games SET head = '{}' WHERE id = ?", (battle.name,))
    battles._open.clear()
    status, told = says(f"/battles/{battle.name}/now")
    assert (status, told.partition(":")[0]) == (409, "This battle cannot be opened")
    client.cookies.clear()
    client.get(f"/enter/{access.token(PLAYERS)}")
    assert says("/scenarios/duel") == (403, "This is the GM's. Your seat is another one.")


def test_a_battle_that_is_opened_again_takes_no_change_for_an_earlier_one(
    client: TestClient, battles: Battles
) -> None:
    battle = begin(client, battles, "duel")
    before = battle.change
    assert f'data-change="{before}"' in client.get(f"/battles/{battle.name}/now").text
    battles._open.clear()
    again = settled(battles, battle.name)
    assert again.number == battle.number
    assert again.change != before
    assert battle.change == before


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


def test_where_another_program_has_gone_on_the_battle_is_looked_at_again(
    client: TestClient, battles: Battles
) -> None:
    """Also where that has come back to what it was, and where the battle is there no more."""
    battle = begin(client, battles, "duel")
    assert choose(client, battle, 0) == 200
    settled(battles, battle.name)
    other = battles.store.open(battle.name)
    other.undo()
    other.redo()
    assert choose(client, battle, 0) == 409
    assert choose(client, settled(battles, battle.name), 0) == 200
    settled(battles, battle.name)
    battles.store.remove(battle.name)
    assert choose(client, battle, 0) == 409
    assert battle.closed
    assert client.get(f"/battles/{battle.name}").status_code == 404


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


def test_dice_of_ones_own(client: TestClient, battles: Battles) -> None:
    battle = begin(client, battles, "duel", dice__players="own")
    choose(client, battle, 0)
    settled(battles, battle.name)
    while battle.session.waits().on == "choice":
        choose(client, battle, 0)
        settled(battles, battle.name)
    assert battle.session.waits().on == "dice"
    base, at = f"/battles/{battle.name}", str(battle.session.here)
    assert "Which dice fell for <bdi>" in client.get(base).text
    assert "you are asked for these dice when you come back." in client.get(base).text
    battle.do(lambda session: session.seat("players", Seat(agent="brawler")))
    assert "<bdi>brawler</bdi> chooses for them" in client.get(base).text
    battle.do(lambda session: session.seat("players", Seat(person="you")))
    told = client.get(f"{base}/odds?at={at}").json()["dice"]
    assert told["words"].startswith("Ilse's Quick against Bruno's Forceful: ")
    assert [dice for dice, _, _ in told["lines"]][::8] == ["−4", "+4"]
    assert client.get(f"{base}/odds?at=99999").json() == {"gone_on": True}
    wrongs = ("9", "x", "+0-", "3 5", "=a2")
    for wrong in ({}, {"die1": "7"}, {"die1": "+"}, *({"typed": one} for one in wrongs)):
        assert client.post(f"{base}/dice", data={"at": at, **wrong}).status_code == 422
    faces = {f"die{number}": "+" for number in range(1, 5)}
    assert client.post(f"{base}/dice", data={"at": at, **faces}).status_code == 303
    entry = next(step.entry for step in battle.session.steps() if step.entry.number > int(at))
    assert entry.data == {"dice": [1, 1, 1, 1]}
    assert entry.asked
    for typed, data in (("+0-+", {"dice": [1, 0, -1, 1]}), ("−2", {"sum": -2}), ("=3", {"sum": 3})):
        battle.do(lambda session: session.go(int(at)))
        assert client.post(f"{base}/dice", data={"at": at, "typed": typed}).status_code == 303
        entry = next(step.entry for step in battle.session.steps() if step.entry.number > int(at))
        assert entry.data == data


def test_what_is_told_beside_a_choice(client: TestClient, battles: Battles) -> None:
    battle = begin(client, battles, "duel")
    base, at = f"/battles/{battle.name}", battle.session.here
    odds = client.get(f"{base}/odds?at={at}").json()["odds"]
    chances = [one for one in odds.values() if one.get("succeeds") is not None]
    assert any(0 < one["succeeds"] < 1 for one in chances)
    assert all(
        one["invoked"] or one["invoked_succeeds"] == pytest.approx(one["succeeds"], abs=0.01)
        for one in chances
    )
    coach = client.get(f"{base}/coach?at={at}").json()
    assert coach["says"]
    assert coach["lines"][0]["choice"] is not None
    for wrong in ("grand", "great:positions=1", "mediocre:positions=1000000000"):
        assert client.get(f"{base}/coach?at={at}&level={wrong}").status_code == 422
    threats = client.get(f"{base}/threats").json()["threats"]
    assert threats[0]["fighter"] == "bruno"
    assert client.get(f"{base}/odds?at=99999").json() == {"gone_on": True}
    why_not = client.get(f"{base}/why-not?at={at}&fighter=ilse").json()["told"]
    assert why_not[0]["rule"] == "E1"
    why_not = client.get(f"{base}/why-not?at={at}&aspect=Wet Flagstones").json()["told"]
    assert len({one["says"] for one in why_not}) == len(why_not)
    assert why_not[0]["rule"] == "A2"
    assert why_not[0]["about"] == "Invoking it"
    assert client.get(f"{base}/why?entry=1").status_code == 422


def test_what_is_told_of_a_choice_is_not_kept_for_the_next_one(
    client: TestClient, battles: Battles, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody may choose just when the odds are asked for."""
    battle = begin(client, battles, "duel", side__gm="person")
    base, at, meant = f"/battles/{battle.name}", battle.session.here, asides._moment

    def overtaken(*asked: Any) -> Any:
        found = meant(*asked)
        battle.do(lambda session: session.take(session.state.legal_actions()[-1]))
        return found

    with monkeypatch.context() as patch:
        patch.setattr(asides, "_moment", overtaken)
        assert client.get(f"{base}/odds?at={at}").json()["odds"]
        here = settled(battles, battle.name).session.here
        assert client.get(f"{base}/coach?at={here}").json()["says"]
    kept = battle.beside._answers
    assert {key[:2] for key in kept} == {("odds", at), ("coach", here)}


@pytest.mark.parametrize(
    "facts",
    [
        {"by": "tactician"},
        {"by": "planner", "solved": 1, "lines": []},
        {"by": "tactician", "lines": [{"action": {"verb": "fly"}, "value": "x", "followed": 1}]},
        {"by": ["odd"], "temper": 3},
        {"by": "mcts", "action": {}},
    ],
)
def test_facts_that_no_agent_has_are_told_as_the_choice_alone(
    client: TestClient, battles: Battles, facts: dict[str, Any]
) -> None:
    """As those of a save may be, that another version has written or somebody has changed."""
    battle = begin(client, battles, "duel", side__gm="brawler")
    for _ in range(2):
        choose(client, battle, 0)
        settled(battles, battle.name)
    saved = client.get(f"/battles/{battle.name}/save").json()
    theirs = [one for one in saved["entries"] if one["facts"]]
    assert theirs
    for one in theirs:
        one["facts"] = facts
    page = client.post("/saves", content=json.dumps(saved)).json()["page"]
    for view in ("all", "players"):
        told = client.get(f"{page}/why?entry={theirs[0]['number']}&view={view}")
        assert told.status_code == 200
        assert told.json()["says"]
        assert client.get(f"{page}/log.md?view={view}").status_code == 200


@pytest.mark.parametrize("entry", ["²", "-1", "x", "", "9" * 20])
def test_what_is_no_entry_has_no_reason(client: TestClient, battles: Battles, entry: str) -> None:
    battle = begin(client, battles, "duel")
    asked = client.get(f"/battles/{battle.name}/why", params={"entry": entry})
    assert asked.status_code == 422


def test_hostile_names_are_text(client: TestClient, battles: Battles) -> None:
    battle = begin(client, battles, "duel")
    name = "<script>alert(1)</script>\u202e\"'"
    assert client.post(f"/battles/{battle.name}/title", data={"title": name}).status_code == 303
    for path in (f"/battles/{battle.name}", "/", f"/battles/{battle.name}/history"):
        seen = Seen(client.get(path).text)
        assert "alert(1)" in seen.text or path.endswith("history")
        assert not any("alert(1)" in (value or "") for key, value in seen.given if key != "value")
    assert client.post(f"/battles/{battle.name}/title", data={"title": " "}).status_code == 422


def test_what_lies_on_a_table_of_cards_has_reasons_too(
    client: TestClient, battles: Battles
) -> None:
    battle = begin(client, battles, "party-crashers", side__gm="frugal")
    base = f"/battles/{battle.name}/why-not?at={battle.session.here}"

    def told(query: str) -> list[dict[str, str]]:
        found: list[dict[str, str]] = client.get(f"{base}&{query}").json()["told"]
        return found

    assert told("aspect=Swanky") == [
        {
            "about": "Invoking it",
            "says": "No roll is being made: aspects are invoked once somebody tries something.",
            "rule": "G3",
        }
    ]
    assert told("aspect=A+Suspicious+Officer") == []  # it is hidden
    assert told("about=intention+bluff") == []  # it is among the choices
    assert told("about=ending+inside")[0]["rule"] == "G5"
    assert told("about=ending+nowhere") == told("about=") == []


def _offer_words(battle: Battle, see: int | None) -> list[str]:
    viewer = Viewer(see, frozenset({"players"}), owner=True)
    return [
        " ".join((one.chosen, *one.came))
        for made in branches(battle, viewer)
        for one in made.choices
    ]


def test_the_history_says_in_words_what_was_chosen(client: TestClient, battles: Battles) -> None:
    battle = begin(client, battles, "lizardfolk-camp", side__gm="brawler")
    for _ in range(5):
        assert choose(client, battle, 0) == 200
        settled(battles, battle.name)
    told = _offer_words(battle, 0)
    whose = re.compile("[A-Z][^:]*: [a-z]")
    assert told
    assert all(whose.match(one) for one in told)
    assert not [one for one in told if "(zone" in one or one in ("pass", "Exchange 1")]
    theirs = _offer_words(battle, 1)
    assert any("The players chose something that is not told" in one for one in theirs)
    assert not any(whose.match(one) for one in theirs)


def test_the_question_why_stands_beside_what_was_done() -> None:
    told = [Text("(Bruno holds back.)"), Text("Exchange 2", style="bold")]
    assert [one.why for one in lines_of(told, 3, decided=True)] == [3, None]
    assert [one.why for one in lines_of(told[1:], 3, decided=True)] == [None]
    more = [*told, Text("Olivia attacks."), Text("Bruno answers.")]
    assert [one.why for one in lines_of(more, 3, decided=True, before=2)] == [2, None, 3, None]
    assert [one.why for one in lines_of(told, 3, decided=False, before=2)] == [2, None]
    assert [one.why for one in lines_of(told, 3, decided=True, before=2)] == [3, None]
    attack = more[1:]
    assert [one.why for one in lines_of(attack, 3, decided=True, before=2)] == [None, 3, None]


def test_pointing_at_an_aspect_out_of_reach_says_so(client: TestClient, battles: Battles) -> None:
    battle = begin(client, battles, "lizardfolk-camp", side__gm="brawler")
    base = f"/battles/{battle.name}"
    for _ in range(4):
        if "what to do this turn" in offered(battle).question:
            break
        assert choose(client, battle, 0) == 200
        settled(battles, battle.name)
    asked = f"{base}/why-not?at={battle.session.here}&aspect=Commanding Height"
    told = {one["about"]: (one["says"], one["rule"]) for one in client.get(asked).json()["told"]}
    assert told["Taking advantage of it"] == ("That is out of reach from here.", "E2")
    assert told["Invoking it"][1] == "A2"
    assert len(told) == 2  # getting rid of it would say the same
