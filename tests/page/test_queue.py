"""Many tables at once: agents think in turns, a thought for each table, and who waits sees it."""

from __future__ import annotations

import threading
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import pytest
from starlette.testclient import TestClient

from autogm.agents.base import Decision
from autogm.session.thought import Thought
from autogm.table.battles import Battles
from tests.page.battles import PATIENCE, begin, settled

TABLES = 5


def test_no_table_thinks_twice_while_another_waits(
    client: TestClient, battles: Battles, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One thought at a time, so that none is overtaken by chance."""
    goes_on, order, decide = threading.Event(), list[int](), Thought.decide
    monkeypatch.setattr(battles, "_pool", ThreadPoolExecutor(1))

    def noted(thought: Thought) -> Decision:
        order.append(thought.source.seed)
        assert goes_on.wait(PATIENCE)
        return decide(thought)

    monkeypatch.setattr(Thought, "decide", noted)
    seeds = [str(101 + number) for number in range(TABLES)]
    form = {"scenario": "duel", "side.players": "brawler", "side.gm": "brawler"}
    names = [
        client.post("/battles", data=form | {"seed": seed}).headers["location"].rpartition("/")[2]
        for seed in seeds
    ]
    waiting = [client.get(f"/battles/{name}").text for name in names]
    assert all("thinking…" in one for one in waiting), "also where no thought has begun"
    end = time.monotonic() + PATIENCE
    while not order:
        assert time.monotonic() < end
        time.sleep(0.005)
    goes_on.set()
    for name in names:
        assert settled(battles, name).session.state.is_terminal()
    assert set(order) == set(map(int, seeds))
    least, so_far = min(Counter(order).values()), Counter[int]()
    assert least > 1
    for seed in order[: TABLES * least]:
        so_far[seed] += 1
        assert so_far[seed] <= 1 + min(so_far[int(one)] for one in seeds)


def test_whoever_chooses_is_answered_while_all_others_think(
    client: TestClient, battles: Battles, monkeypatch: pytest.MonkeyPatch
) -> None:
    goes_on, decide = threading.Event(), Thought.decide

    def held(thought: Thought) -> Decision:
        assert goes_on.wait(PATIENCE)
        return decide(thought)

    mine = begin(client, battles, "duel", side__gm="person")
    monkeypatch.setattr(Thought, "decide", held)
    form = {"scenario": "duel", "side.players": "brawler", "side.gm": "brawler"}
    for number in range(TABLES):
        client.post("/battles", data=form | {"seed": str(number)})
    before = mine.session.here
    data = {"at": str(before), "choice": "0"}
    assert client.post(f"/battles/{mine.name}/choices", data=data).status_code == 303
    assert mine.session.here > before
    goes_on.set()
