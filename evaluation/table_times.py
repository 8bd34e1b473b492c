"""How quick the table is: `python -m evaluation.table_times [--choices N] [--tables N]
[--agents WHO] [--seed S] [--json]`.

The page is served in a process of its own, and asked as a browser asks it. One person plays four
against eight: of each choice are timed the answer to the click, until the board that it changed is
there, and until the person is asked again; beside the last stands what the thoughts of the agent
between them took. Where there is a Chromium, the same battle is clicked in it: timed is what the
person sees, from the click to the first picture of the changed page. Then as many people as there
are tables sit at one table each and choose at the same time: the answers to their clicks are timed,
and the memory of the server with all these battles open is read. The weight of the page is what a
browser loads for a battle, in bytes and requests.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlencode, urlsplit
from urllib.request import HTTPCookieProcessor, OpenerDirector, Request, build_opener

from evaluation.arguments import count
from evaluation.tables import console, plain_table
from evaluation.timed import Times
from tests.page.browsing import browser, missing, person

HERE = Path(__file__).resolve().parent / "scenarios"
SCENE = HERE / "four-against-eight.yaml"
CHOICES, TABLES, SEED = 25, 10, 1
AGENTS = "planner:great"
PATIENCE = 120.0
LOADED = re.compile(r'(?:href|src)="(/static/[^"]+)"')
IMPORTED = re.compile(r'from "(/static/[^"]+)"')


@dataclass(frozen=True)
class TableTimes:
    """Milliseconds: of one person's clicks until they are answered, until the changed board is
    there, until that person is asked again, and of the agent's thoughts between; of clicks in a
    browser until the change is seen (None without a browser); of clicks at all tables at once.
    Bytes and requests of a battle's page; the server's memory in MB with one battle
    open and with all."""

    acknowledged: Times
    board: Times
    asked_again: Times
    thoughts: Times
    seen: Times | None
    at_once: Times
    weight: int
    requests: int
    memory_of_one: float
    memory_of_all: float
    tables: int


class Person:
    """Somebody at a browser."""

    def __init__(self, link: str) -> None:
        self.address = "{0.scheme}://{0.netloc}".format(urlsplit(link))
        self._opener: OpenerDirector = build_opener(HTTPCookieProcessor(CookieJar()))
        self._opener.addheaders = [("Origin", self.address)]
        self.ask(link)

    def ask(self, path: str, form: dict[str, str] | None = None) -> tuple[str, str]:
        """What an address answers, and where that was in the end."""
        url = path if path.startswith("http") else self.address + path
        data = None if form is None else urlencode(form).encode()
        request = Request(url, data, {"accept": "application/json"} if data else {})
        with self._opener.open(request, timeout=PATIENCE) as answer:
            return answer.read().decode(), answer.url

    def begin(self, scenario: str, agent: str, seed: int) -> str:
        """Begins a battle; its address."""
        form = {"scenario": scenario, "side.gm": agent, "seed": str(seed)}
        return urlsplit(self.ask("/battles", form)[1]).path

    def settled(self, battle: str, after: str = "") -> tuple[str, str]:
        """The page of a battle once it asks, and where it stands; empty where it is over."""
        query = f"?after={after}&at_once=1" if after else ""
        with self._opener.open(f"{self.address}{battle}/events", timeout=PATIENCE) as events:
            for line in events:
                if not line.startswith(b"data: "):
                    continue
                text, _ = self.ask(f"{battle}/now{query}")
                here = re.search(r'data-here="(\d+)"', text)
                assert here is not None
                if 'class="choice"' in text:
                    return text, here[1]
                if "/review?" in text:
                    return "", here[1]
        raise RuntimeError("the table was closed")


@contextmanager
def served(data: Path, file: Path) -> Iterator[tuple[str, int]]:
    """The link of a table at a scenario, and the number of its process."""
    command = [sys.executable, "-m", "autogm", "play", str(file), "--no-browser", "--port", "0"]
    with subprocess.Popen(
        command,
        env={**os.environ, "AUTOGM_DATA_DIR": str(data)},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as process:
        try:
            assert process.stdout is not None
            yield process.stdout.readline().strip(), process.pid
        finally:
            process.send_signal(signal.SIGINT)


def measure(choices: int, tables: int, agent: str, seed: int) -> TableTimes:
    """All of it."""
    with tempfile.TemporaryDirectory() as folder, served(Path(folder), SCENE) as (link, process):
        person = Person(link)
        scenario = person.ask(link)[1].rpartition("/")[2]
        first = person.begin(scenario, agent, seed)
        clicks, boards, again = _alone(person, first, choices)
        weight, requests = _weight(person, first)
        one = _memory(process)
        thoughts = _thoughts(Path(folder), first.rpartition("/")[2])
        seen = None
        if missing() is None:
            seen = Times.of(_seen(link, person.begin(scenario, agent, seed), choices))
        battles = [person.begin(scenario, agent, seed + n) for n in range(1, tables + 1)]
        at_once = _together(link, battles)
        return TableTimes(
            Times.of(clicks), Times.of(boards), Times.of(again), Times.of(thoughts),
            seen, Times.of(at_once), weight, requests, one, _memory(process), tables,
        )  # fmt: skip


def _alone(person: Person, battle: str, choices: int) -> tuple[list[float], ...]:
    """The times of a person who always takes the first choice."""
    clicks: list[float] = []
    boards: list[float] = []
    again: list[float] = []
    text, here = person.settled(battle)
    while text and len(clicks) < choices:
        began = time.perf_counter()
        person.ask(f"{battle}/choices", {"at": here, "choice": "0"})
        clicks.append(1000 * (time.perf_counter() - began))
        person.ask(f"{battle}/now?after={here}")
        boards.append(1000 * (time.perf_counter() - began))
        text, here = person.settled(battle, here)
        again.append(1000 * (time.perf_counter() - began))
    return clicks, boards, again


CHANGED = """() => new Promise((done) => {
  const now = document.querySelector("#now");
  const began = performance.now();
  const told = () => requestAnimationFrame(() => setTimeout(() => done(performance.now() - began)));
  const watch = new MutationObserver(() => { watch.disconnect(); told(); });
  watch.observe(now, { attributes: true, attributeFilter: ["data-here"] });
  document.querySelector('#choices [name=choice][value="0"]').click();
})"""
"""Clicks the first choice; the milliseconds until a picture of what came of it has been drawn."""
ASKED = '#battle:not(.waiting) #choices [name=choice][value="0"], #now[data-over]'
"""What is there once a person is asked again, or it is over."""


def _seen(link: str, battle: str, choices: int) -> list[float]:
    """The times of somebody who sits at a browser and always clicks the first choice."""
    found: list[float] = []
    with browser() as made, person(made, link) as page:
        page.goto(urlsplit(link)._replace(path=battle).geturl())
        while len(found) < choices:
            page.wait_for_selector(ASKED, timeout=1000 * PATIENCE)
            if page.query_selector("#choices") is None:
                break
            found.append(page.evaluate(CHANGED))
    return found


def _thoughts(data: Path, battle: str) -> list[float]:
    """What the agent's thoughts of a kept battle take, in milliseconds, thought again in turn."""
    from autogm.session.session import Session
    from autogm.session.store import FILE, Store

    with Store(data / FILE) as store:
        saved = store.read(battle)
    session = Session(saved)
    found = []
    for step in list(session.steps()):
        session.go(step.entry.parent)
        thought = session.thought()
        if thought is not None:
            began = time.perf_counter()
            thought.decide()
            found.append(1000 * (time.perf_counter() - began))
    return found


def _together(link: str, battles: Sequence[str]) -> list[float]:
    """The times of clicks at all tables at once, three each."""
    found: list[float] = []
    ready = threading.Barrier(len(battles))

    def sit(battle: str) -> None:
        person = Person(link)
        text, here = person.settled(battle)
        for _ in range(3):
            ready.wait(PATIENCE)
            if not text:
                continue
            began = time.perf_counter()
            try:
                person.ask(f"{battle}/choices", {"at": here, "choice": "0"})
            except HTTPError as error:
                if error.code != 409:  # the battle has gone on meanwhile
                    raise
            found.append(1000 * (time.perf_counter() - began))
            text, here = person.settled(battle, here)

    sitting = [threading.Thread(target=sit, args=(one,)) for one in battles]
    for one in sitting:
        one.start()
    for one in sitting:
        one.join()
    return found


def _weight(person: Person, battle: str) -> tuple[int, int]:
    """The bytes and the number of what a browser loads for a battle."""
    page, _ = person.ask(battle)
    waiting, loaded = list(dict.fromkeys(LOADED.findall(page))), {battle: len(page.encode())}
    while waiting:
        path = waiting.pop()
        if path in loaded:
            continue
        text, _ = person.ask(path)
        loaded[path] = len(text.encode())
        waiting.extend(IMPORTED.findall(text))
    return sum(loaded.values()), len(loaded)


def _memory(process: int) -> float:
    """The memory that a process holds, in MB (Linux)."""
    text = Path(f"/proc/{process}/status").read_text(encoding="ascii")
    found = re.search(r"VmRSS:\s+(\d+) kB", text)
    assert found is not None
    return int(found[1]) / 1024


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m evaluation.table_times", description=__doc__)
    parser.add_argument("--choices", type=count, default=CHOICES)
    parser.add_argument("--tables", type=count, default=TABLES)
    parser.add_argument("--agents", default=AGENTS)
    parser.add_argument("--seed", type=count, default=SEED)
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args(arguments)
    found = measure(asked.choices, asked.tables, asked.agents, asked.seed)
    if asked.json:
        print(json.dumps(asdict(found)))
        return 0
    title = f"{asked.agents}, four against eight, seed {asked.seed}; milliseconds"
    table = plain_table(title, "what", "median", "95%", "longest", "of")
    rows: dict[str, Times] = {
        "click answered": found.acknowledged,
        "board changed": found.board,
        "asked again": found.asked_again,
        "a thought of the agent": found.thoughts,
        **({} if found.seen is None else {"change seen in a browser": found.seen}),
        f"click answered, {found.tables} tables at once": found.at_once,
    }
    for name, times in rows.items():
        figures = (times.median, times.most, times.longest)
        table.add_row(name, *(f"{one:.0f}" for one in figures), str(times.number))
    out: Any = console()
    out.print(table)
    out.print(f"The page of a battle: {found.weight:,} bytes in {found.requests} requests.")
    out.print(
        f"The server's memory: {found.memory_of_one:.0f} MB with one battle, "
        f"{found.memory_of_all:.0f} MB with {found.tables + 1}."
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
