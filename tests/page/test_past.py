"""The history of a battle as its page tells it: every choice once, beside the battle, and as far as
this version can follow it."""

from __future__ import annotations

import re
from threading import Thread

import pytest
from starlette.testclient import TestClient

from autogm.session.history import ROOT, Entry
from autogm.table import past
from autogm.table.battle import Battle
from autogm.table.battles import Battles
from autogm.table.past import branches
from autogm.table.viewers import Viewer
from autogm.view.telling import Telling
from tests.page.battles import PATIENCE, begin, choose, settled

OWNER = Viewer(None, frozenset(), owner=True)


def parted(client: TestClient, battles: Battles) -> Battle:
    """A battle of two branches."""
    battle = begin(client, battles, "duel", side__gm="brawler")
    first = battle.session.here
    for number in (0, 1):
        battle.do(lambda session: session.go(first))
        assert choose(client, battle, number) == 200
        settled(battles, battle.name)
    return battle


def test_each_choice_is_told_once(
    client: TestClient, battles: Battles, monkeypatch: pytest.MonkeyPatch
) -> None:
    battle = parted(client, battles)
    found = branches(battle, OWNER)
    assert [one.current for one in found] == [True, False]
    first, second = ({one.entry for one in branch.choices} for branch in found)
    assert first
    assert second
    assert not first & second
    history, told = battle.session.history, []
    assert first | second == {one.number for one in history.entries if one.asked}

    class Counted(Telling):
        def step(self, *given: object) -> list[object]:  # type: ignore[override]
            told.append(given)
            return super().step(*given)  # type: ignore[arg-type, return-value]

    monkeypatch.setattr(past, "Telling", Counted)
    assert branches(battle, OWNER) == found
    assert not told
    assert choose(client, battle, 0) == 200
    settled(battles, battle.name)
    later = branches(battle, OWNER)
    assert len(told) == len(history.line(history.tip)) - 1  # the other branch is not told again
    assert later[0].choices[: len(found[0].choices)] == found[0].choices
    assert later[1] == found[1]


def test_a_battle_goes_on_while_its_history_is_told(
    client: TestClient, battles: Battles, monkeypatch: pytest.MonkeyPatch
) -> None:
    battle, tell = parted(client, battles), past._tell

    def goes_on(*given: object) -> past.ToldLine:
        deed = Thread(target=battle.do, args=(lambda session: session.go(ROOT),))
        deed.start()
        deed.join(PATIENCE)
        assert not deed.is_alive()
        return tell(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(past, "_tell", goes_on)
    assert len(branches(battle, OWNER)) == 2
    assert battle.session.here == ROOT


def test_a_branch_is_told_as_far_as_this_version_can_follow_it(
    client: TestClient, battles: Battles
) -> None:
    battle = parted(client, battles)
    history, whole = battle.session.history, branches(battle, OWNER)
    number, on = history.next_number(), whole[1].end
    history.add(Entry(number, on, {"verb": "of a later version"}, "players", asked=True))
    found = branches(battle, OWNER)
    assert found[0] == whole[0]
    assert (found[1].end, found[1].choices) == (number, whole[1].choices)
    assert found[1].fault
    page = client.get(f"/battles/{battle.name}/history").text
    assert "It cannot be told further" in page


def test_the_past_is_told_by_exchanges(client: TestClient, battles: Battles) -> None:
    battle = begin(client, battles, "duel", side__gm="brawler")
    while battle.session.waits().on == "choice":
        assert choose(client, battle, 0) == 200
        settled(battles, battle.name)
    told = branches(battle, OWNER)[0]
    exchanges = [one for one, _ in told.exchanges()]
    assert len(exchanges) > 1
    assert exchanges == sorted(set(exchanges), key=lambda one: one or 0)
    assert [one for _, made in told.exchanges() for one in made] == list(told.choices)
    text = client.get(f"/battles/{battle.name}/history").text
    assert re.findall(r"<h3>Exchange (\d+)</h3>", text) == [str(one) for one in exchanges]


def test_what_came_before_the_first_choice_is_told_once(
    client: TestClient, battles: Battles
) -> None:
    battle = begin(client, battles, "duel", side__players="brawler", side__gm="person")
    first = battle.session.here
    for number in (0, 1):
        battle.do(lambda session: session.go(first))
        assert choose(client, battle, number) == 200
        settled(battles, battle.name)
    found = branches(battle, OWNER)
    assert [bool(one.opening) for one in found] == [True, False]
    page = client.get(f"/battles/{battle.name}/history").text
    assert page.count("Before the first choice") == 1
    assert all(words in page.replace("&#39;", "'") for words in found[0].opening)
