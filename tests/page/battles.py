"""Battles over the addresses that a browser uses: begun, and played by numbers of choices."""

from __future__ import annotations

import time
from typing import Any

from starlette.testclient import TestClient

from autogm.model.library import shipped
from autogm.session.session import Session
from autogm.session.steps import Step
from autogm.table.battle import Battle
from autogm.table.battles import Battles
from autogm.view.options import Offer, offer
from tests.page.test_dropping import Seen

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


def offered(battle: Battle) -> Offer:
    """What is asked of whoever chooses now."""
    waits = battle.session.waits()
    assert waits.side is not None
    return offer(battle.session.state, waits.side)


def assisted(client: TestClient, battles: Battles, name: str = "ravine-ambush") -> Battle:
    """A battle of a real table."""
    return begin(client, battles, name, side__gm="brawler", assist="on")


def pass_on(session: Session) -> Step:
    """Whoever's turn it is lets it go by."""
    legal = session.state.legal_actions()
    named = [session.game.entry(session.state, one).get("verb") for one in legal]
    return session.take(legal[named.index("pass")])
