"""Who sits where in a battle at the table, what each is asked, and who stands in for whom."""

from __future__ import annotations

import re
from typing import Any

import pytest
from starlette.testclient import TestClient

from autogm.agents.base import Decision
from autogm.engine.codes import N_CONCEDE, N_TURN
from autogm.engine.state import State
from autogm.session.errors import StaleError
from autogm.session.seats import Seat
from autogm.session.thought import Thought
from autogm.table.access import OF, PLAYERS, Access
from autogm.table.battles import Battles
from autogm.table.deeds import ask_about
from autogm.table.viewers import Viewer
from tests.page.battles import begin, choose, options, settled


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
    assert sent(key="rolf", who="planner:protects=grandmaster") == 422
    assert sent(key="nobody", who="person") == 422
    assert sent(key="players", who="brawler") == 303
    assert settled(battles, battle.name).session.state.is_terminal()
    assert re.search("has won|nobody has won", client.get(base).text, re.IGNORECASE)


def test_what_one_is_asked_can_be_chosen(client: TestClient, battles: Battles) -> None:
    battle = begin(client, battles, "street-fight", side__gm="brawler")
    base = f"/battles/{battle.name}"
    assert 'name="skills" checked' in client.get(base).text
    assert 'name="conceding" checked' not in client.get(base).text
    others = {"invokes": "on", "key": "gm"}
    assert client.post(f"{base}/asking", data=others).status_code == 409
    asked = {"invokes": "on", "conceding": "on", "key": "players"}
    assert client.post(f"{base}/asking", data=asked).status_code == 303
    settled(battles, battle.name)
    seat = battle.session.seats.seats["players"]
    assert (seat.leaves, seat.conceding) == (("skills", "blocks", "costs"), True)
    shown = client.get(base).text
    assert 'name="skills" checked' not in shown
    assert 'name="invokes" checked' in shown
    assert 'name="conceding" checked' in shown


def test_who_has_given_a_seat_away_meanwhile_changes_nothing_about_it(
    client: TestClient, battles: Battles
) -> None:
    """Whoever sends something may have sat there when it was sent, and not when it is done."""
    battle = begin(client, battles, "lizardfolk-camp", side__gm="person")
    viewer, key = Viewer(0, frozenset({"players"}), owner=False), battle.session.waits().seat
    assert key == "players"
    deed = ask_about(battle, viewer, {"key": key})
    battle._busy = True  # so that the agent does not choose before it is done
    battle.do(lambda session: session.seat(key, Seat(agent="brawler")))
    with pytest.raises(StaleError, match="an agent sits there now"):
        battle.do(deed)
    assert battles.store.open(battle.name).seats.seats[key] == Seat(agent="brawler")
