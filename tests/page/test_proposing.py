"""Agents who propose to the GM of a real table what the NPCs do."""

from __future__ import annotations

import time

import pytest
from starlette.testclient import TestClient

from autogm.agents.base import Decision
from autogm.session.seats import Seat
from autogm.session.thought import Thought
from autogm.table.asides import THINKING
from autogm.table.battles import Battles
from tests.page.battles import PATIENCE, begin, pass_on


def test_a_proposal_is_made_and_taken_with_its_reasons(
    client: TestClient, battles: Battles
) -> None:
    battle = begin(client, battles, "duel", assist="on", side__gm="tactician")
    assert battle.session.own_dice == ("players",)
    gm = next(iter(one for one in battle.session.seats.seats.values() if one.proposer))
    assert gm.person == "the GM"
    battle.do(pass_on)
    end = time.monotonic() + PATIENCE
    while battle.proposal() is None:
        assert time.monotonic() < end
        time.sleep(0.01)
    proposed = battle.proposal()
    assert isinstance(proposed, Decision)
    page = client.get(f"/battles/{battle.name}").text
    assert "Proposed by the <bdi>tactician</bdi>" in page
    number = page.partition('class="proposal"')[2].partition('value="')[2].partition('"')[0]
    data = {"at": str(battle.session.here), "choice": number}
    assert client.post(f"/battles/{battle.name}/choices", data=data).status_code == 303
    taken = [one for one in battle.session.steps() if one.entry.asked][-1]
    assert taken.action == proposed.action
    assert taken.decision is not None
    off = client.post(f"/battles/{battle.name}/proposer", data={"who": ""})
    assert off.status_code == 303
    assert battle.proposal() is None


def test_who_plays_the_gms_side_proposes_unless_another_is_chosen(
    client: TestClient, battles: Battles
) -> None:
    """With nobody to propose, the opponent stays where it sits."""
    battle = begin(client, battles, "duel", side__gm="brawler")
    base, seats = f"/battles/{battle.name}", battle.session.seats.seats

    def offered() -> str:
        told = client.get(base).text.partition('id="proposer"')[2]
        return told.partition("</select>")[0]

    assert '<option value="brawler" selected>' in offered()
    assert "nobody proposes" not in offered()
    refused = client.post(f"{base}/proposer", data={"who": ""})
    assert refused.status_code == 422
    assert "say who is to" in refused.text
    assert battle.session.seats.seats == seats
    assert client.post(f"{base}/proposer", data={"who": "brawler"}).status_code == 303
    assert battle.session.seats.seats["gm"] == Seat(person="the GM", proposer="brawler")
    assert '<option value="">nobody proposes' in offered()
    assert client.post(f"{base}/proposer", data={"who": ""}).status_code == 303
    assert battle.session.seats.seats["gm"] == Seat(person="the GM")


def test_that_a_proposal_is_still_thought_about_is_said(
    client: TestClient, battles: Battles, monkeypatch: pytest.MonkeyPatch
) -> None:
    battle = begin(client, battles, "duel", side__gm="person")
    assert THINKING not in client.get(f"/battles/{battle.name}").text
    battle = begin(client, battles, "duel", assist="on", side__gm="tactician")
    battle.do(pass_on)
    monkeypatch.setattr(battle.beside, "later", lambda *work, **more: None)
    assert THINKING in client.get(f"/battles/{battle.name}").text


def test_nobody_who_cannot_think_is_asked_to_propose(client: TestClient, battles: Battles) -> None:
    answer = client.post("/battles", data={"scenario": "duel", "assist": "on", "side.gm": "person"})
    assert answer.status_code == 422
    assert "is to propose" in answer.text


def test_a_proposer_that_fails_is_not_begun_anew_by_everybody_who_looks(
    client: TestClient, battles: Battles, monkeypatch: pytest.MonkeyPatch
) -> None:
    battle = begin(client, battles, "duel", assist="on", side__gm="tactician")
    tries = list[int]()

    def fails(*_: object, **__: object) -> Decision:
        tries.append(1)
        raise RuntimeError("no idea")

    monkeypatch.setattr(Thought, "decide", fails)
    battle.do(pass_on)
    end = time.monotonic() + PATIENCE
    while not isinstance(battle.proposal(), str):
        assert time.monotonic() < end
        time.sleep(0.01)
    for _ in range(20):
        assert battle.proposal() == "tactician has failed (RuntimeError: no idea)"
    assert len(tries) == 1
    battle.forget_trouble()
    assert battle.proposal() is None
