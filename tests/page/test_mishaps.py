"""What goes wrong in the middle of something: what was kept by then is told and gone on with, and
nobody goes on from where a battle stands no more.
"""

from __future__ import annotations

import re
import threading
from typing import Any

import pytest
from starlette.testclient import TestClient

from autogm.agents.base import Decision
from autogm.session.history import ROOT
from autogm.session.seats import Seat
from autogm.session.session import Session
from autogm.session.thought import Thought
from autogm.table.battles import Battles
from autogm.table.feed import Feed
from autogm.view.telling import Telling
from tests.page.battles import begin, choose, settled

SCRIPT = {"accept": "application/json"}


@pytest.mark.parametrize("how", ["go", "branch"])
def test_a_battle_of_agents_whose_dice_were_rolled_by_hand_is_gone_back_to(
    client: TestClient, battles: Battles, how: str
) -> None:
    agents = {"side__players": "brawler", "side__gm": "brawler"}
    battle = begin(client, battles, "duel", dice__players="own", dice__gm="own", **agents)
    assert battle.session.waits().on == "dice"
    answer = client.post(
        f"/battles/{battle.name}/dice?view=all",
        data={"at": str(battle.session.here), "typed": "+0-+"},
    )
    assert answer.status_code == 303
    settled(battles, battle.name)
    answer = client.post(f"/battles/{battle.name}/{how}?view=all", data={"to": str(ROOT)})
    assert answer.status_code == 303, answer.text
    name = answer.headers["location"].partition("?")[0].rpartition("/")[2]
    there = settled(battles, name)
    assert there.session.seats.persons()
    assert there.feed(None).here == there.session.here


def test_what_a_deed_had_changed_when_it_failed_is_told(
    client: TestClient, battles: Battles
) -> None:
    battle = begin(client, battles, "duel", side__gm="brawler")
    choose(client, battle, 0)
    settled(battles, battle.name)
    change = battle.change

    def fails(session: Session) -> None:
        session.go(ROOT)
        raise RuntimeError("in the middle")

    with pytest.raises(RuntimeError):
        battle.do(fails)
    assert battle.session.here == ROOT
    assert battle.change != change
    assert settled(battles, battle.name).feed(None).here == battle.session.here


def test_what_cannot_be_told_is_kept_and_gone_on_with(
    client: TestClient, battles: Battles, monkeypatch: pytest.MonkeyPatch
) -> None:
    battle = begin(client, battles, "duel", side__gm="brawler")
    battle.feed(None)
    told = Telling.step

    def fails(*_: Any) -> Any:
        monkeypatch.setattr(Telling, "step", told)
        raise RuntimeError("no words")

    here = battle.session.here
    monkeypatch.setattr(Telling, "step", fails)
    with pytest.raises(RuntimeError):
        choose(client, battle, 0)
    after = settled(battles, battle.name)
    assert after.session.here > here
    assert after.session.waits().on != "program"
    assert after.feed(None).all().lines == Feed(after.session, None).all().lines


def test_a_thought_that_comes_after_a_battle_was_closed_counts_no_more(
    client: TestClient, battles: Battles, monkeypatch: pytest.MonkeyPatch
) -> None:
    battle = begin(client, battles, "duel", side__gm="brawler")
    thinks, goes_on, decide = threading.Event(), threading.Event(), Thought.decide

    def slowly(thought: Thought) -> Decision:
        thinks.set()
        goes_on.wait(30)
        return decide(thought)

    monkeypatch.setattr(Thought, "decide", slowly)
    battle.do(lambda session: session.seat("players", Seat(agent="brawler")))
    assert thinks.wait(30)
    here = battle.session.here
    battle.close()
    battles._open.clear()
    goes_on.set()
    again = settled(battles, battle.name)
    assert again is not battle
    assert battle.session.here == here
    assert again.session.state.is_terminal()
    assert not again.trouble


def test_whoever_sits_down_where_somebody_sits_changes_nothing(
    client: TestClient, battles: Battles
) -> None:
    battle = begin(client, battles, "duel", side__gm="brawler")
    seat = Seat(person="Ada", leaves=("skills",), conceding=True, proposer="brawler")
    battle.do(lambda session: session.seat("players", seat))
    data = {"key": "players", "who": "person"}
    assert client.post(f"/battles/{battle.name}/seats", data=data).status_code == 303
    assert battle.session.seats.seats["players"] == seat


def test_trouble_is_forgotten_for_everybody(client: TestClient, battles: Battles) -> None:
    battle = begin(client, battles, "duel", side__gm="brawler")
    battle.trouble, change = "something", battle.change
    assert client.post(f"/battles/{battle.name}/again").status_code == 303
    assert not battle.trouble
    assert battle.change != change


def test_trouble_names_nobody_who_is_hidden(client: TestClient, battles: Battles) -> None:
    battle = begin(client, battles, "harbour-run", side__gm="brawler")
    session = battle.session
    shown = client.get(f"/battles/{battle.name}?view=players").text
    there = set(re.findall(r'data-fighter="([\w-]+)"', shown))
    hidden = next(one for one in session.seats.fighters() if one not in there)
    battle.trouble = f"brawler, who played `{hidden}`, has failed"
    address = f"/battles/{battle.name}/now?view="
    assert hidden not in client.get(f"{address}players").text
    assert "an agent has failed" in client.get(f"{address}players").text
    assert battle.trouble in client.get(f"{address}all").text
    battle.trouble = "the disk is full"
    assert battle.trouble in client.get(f"{address}players").text


@pytest.mark.parametrize(
    ("deed", "form"),
    [("seats", {"key": "gm", "who": ""}), ("dice", {"die1": "", "die2": "+"})],
)
def test_forms_that_no_page_has_are_answered_in_plain_words(
    client: TestClient, battles: Battles, deed: str, form: dict[str, str]
) -> None:
    own = {"side__gm": "person", "dice__players": "own", "dice__gm": "own"}
    battle = begin(client, battles, "duel", **own)
    if deed == "dice":
        choose(client, battle, 0)
        assert settled(battles, battle.name).session.waits().on == "dice"
    data = {"at": str(battle.session.here), **form}
    answer = client.post(f"/battles/{battle.name}/{deed}?view=all", data=data, headers=SCRIPT)
    assert answer.status_code == 422
    assert not re.search("pydantic|invalid literal|Traceback", answer.text)


def test_a_hero_who_is_gone_is_no_hero(client: TestClient, battles: Battles) -> None:
    form = {"scenario": "lizardfolk-camp", "seed": "3", "hero.no-such-hero": "on"}
    before = len(battles.store.listed())
    answer = client.post("/battles", data=form)
    assert answer.status_code == 422
    assert "is not kept any more" in answer.text
    assert len(battles.store.listed()) == before
