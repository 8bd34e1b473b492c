"""Plays the battles of a job that are not stored yet and stores them, a transaction every second or
two, here or on a cluster. Parts are stored in the order of their battles: what is stored is always
a beginning of the run, wherever it ends.
"""

from __future__ import annotations

import time
import warnings
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from typing import Any

import numpy as np

from autogm.agents.seated import names_of_agents
from autogm.analysis.intervals import Z95
from autogm.analysis.looks import Looks
from autogm.game.building import cores
from autogm.lab.records import Batch
from autogm.lab.store.base import Store, StoreError
from autogm.lab.store.cluster import cluster_client, play_parts
from autogm.lab.store.jobs import Job, Ready, parts, play_part, size_of_parts

PER_WORKER = 16
"""Parts for each worker that are under way at most before they are stored: what memory is needed
depends on that, and not on how many battles there are."""
ROWS, SECONDS = 400_000, 2.0
"""So many rows, or after so many seconds, are stored at a time."""
COURSE = ("choices", "fallen", "exchanges", "rolls")
"""Columns of `battles` that tell whether a battle went the same way again."""


@dataclass(frozen=True)
class Stored:
    """A run as it stands: its number, how many battles are stored, and how many were played now.
    `interrupted` says that fewer are stored than were asked for; `told` is how many of them answer
    the question, and `z` how many standard errors their intervals take."""

    run: int
    done: int
    played: int
    interrupted: bool = False
    told: int = 0
    z: float = Z95


@dataclass(frozen=True)
class Workers:
    """Who plays: so many threads here, or those of a cluster's workers, by its client."""

    number: int
    client: Any = None


@contextmanager
def cluster(address: str) -> Iterator[Workers]:
    """The workers of a Dask cluster by the address of its scheduler.

    Raises:
        StoreError: where Dask is not installed, or no scheduler or worker answers.
    """
    with cluster_client(address) as (client, number):
        yield Workers(number, client)


def threads(number: int | None) -> Workers:
    """So many threads here, or one for each core."""
    return Workers(number or cores())


def enter(store: Store, job: Job, made: Ready, asked: int, name: str) -> tuple[int, int]:
    """The run of a job in a store, and how many of its battles are stored already."""
    title = getattr(made.game, "title", "") or job.files[0][0]
    cast: list[Sequence[Any]] = []
    zones: list[Sequence[Any]] = []
    if made.is_conflict:
        encounter = made.game.encounter
        cast = [
            (number, one.id, one.name, one.side, one.is_player_character, one.part_of)
            for number, one in enumerate(encounter.fighters)
        ]
        named = {one: zone.name or one for one, zone in encounter.scenario.zones.items()}
        zones = [(n, one, named.get(one, one)) for n, one in enumerate(made.game.words.zones)]
    names = names_of_agents(made.agents)
    return store.run_of(
        job, asked, title=title, name=name, kind=made.found.kind.name, agents=names,
        cast=cast, zones=zones,
    )  # fmt: skip


def store_battles(
    store: Store,
    job: Job,
    made: Ready,
    asked: int,
    *,
    name: str,
    workers: Workers,
    progress: Callable[[int], None] | None = None,
    until: float | None = None,
    expects: Callable[[int], None] = lambda _: None,
) -> Stored:
    """Play those battles below number `asked` that the store does not have, and store them. With
    `until`, fewer where half the interval of the players' share is that narrow before: it is
    looked at as battles are stored (`autogm.analysis.looks`), also at those that are stored
    already, so that a run which was interrupted ends where it would have ended; `expects` is told
    how many battles it will take, as far as one knows. Before anything is added to a run, its last
    battle is played again: a program that calls itself the same version may play otherwise.

    Raises:
        StoreError: where they cannot be written, a worker fails for good, or what is stored was
            played otherwise. What was stored before is there.
    """
    run, before = enter(store, job, made, asked, name)
    if 0 < before < asked:
        check_alike(store, run, job, made, before - 1, "Nothing was added; name another file")
    writer = _Writer(store, run, made, before)
    if progress is not None and before:
        progress(min(before, asked))
    looks = None if until is None else Looks(until)
    if looks is not None:
        for _, last in parts(0, min(before, asked), size_of_parts(made)):
            if looks.due(last) and looks.enough(_won(store, run, last), last):
                return Stored(run, before, 0, told=last, z=looks.z)
    won = 0 if looks is None else _won(store, run, before)
    told = asked
    try:
        with ThreadPoolExecutor(1) as pool:
            try:
                played = _played(job, made, before, asked, workers)
                for last, batch in played:
                    writer.take(pool, last, batch)
                    if progress is not None:
                        progress(last - writer.told)
                    writer.told = last
                    won += int((batch["battles"]["winner"] == 0).sum())
                    if looks is not None and looks.enough(won, last):
                        played.close()
                        told = last
                        break
                    if looks is not None:
                        expects(min(asked, looks.expected(won, last)))
            finally:
                writer.finish(pool)
    except KeyboardInterrupt:
        stored, interrupted = writer.done, True
    else:
        stored, interrupted = max(before, writer.done), False
    z = Z95 if looks is None else looks.z
    return Stored(run, stored, writer.done - before, interrupted, min(told, stored), z)


def check_alike(store: Store, run: int, job: Job, made: Ready, battle: int, then_what: str) -> None:
    """Play a battle that is stored again.

    Raises:
        StoreError: where it goes otherwise; it ends with `then_what`.
    """
    played = play_part(job, battle, battle + 1)["battles"]
    now = (made.lists.winners[int(played["winner"][0])], *(int(played[one][0]) for one in COURSE))
    columns = ", ".join(f"coalesce({one}, -1)" for one in COURSE)
    [then] = store.ask(
        f"SELECT winner, {columns} FROM battles WHERE run = ? AND battle = ?", [run, battle]
    )
    if now != then:
        raise StoreError(
            f"run {run} of {store.path} was played by a program that plays otherwise than this "
            f"one, though both call themselves autogm {job.version}: battle {battle} goes another "
            f"way now. {then_what}"
        )


def _won(store: Store, run: int, last: int) -> int:
    """How many battles below number `last` the players have won."""
    [(won,)] = store.ask(
        "SELECT count(*) FROM battles WHERE run = ? AND battle < ? AND winner = 'players'",
        [run, last],
    )
    return int(won)


class _Writer:
    """Collects parts and stores them while others are played. Once something could not be stored,
    nothing is that comes after it: what is stored is a beginning of the run."""

    def __init__(self, store: Store, run: int, made: Ready, done: int) -> None:
        self.done = self.told = done
        self._store, self._run, self._made = store, run, made
        self._waiting: list[tuple[int, Batch]] = []
        self._rows, self._since = 0, time.monotonic()
        self._under_way: Future[None] | None = None
        self._failed = False

    def take(self, pool: ThreadPoolExecutor, last: int, batch: Batch) -> None:
        """The next part, up to battle `last`."""
        self._waiting.append((last, batch))
        self._rows += sum(len(columns["battle"]) for columns in batch.values())
        if self._rows >= ROWS or time.monotonic() - self._since >= SECONDS:
            self._write(pool)

    def finish(self, pool: ThreadPoolExecutor) -> None:
        """Store what is left."""
        if self._waiting and not self._failed:
            self._write(pool)
        self._settle()

    def _write(self, pool: ThreadPoolExecutor) -> None:
        self._settle()
        parts, self._waiting = self._waiting, []
        self._rows, self._since = 0, time.monotonic()
        self._under_way = pool.submit(self._add, parts)

    def _add(self, parts: Sequence[tuple[int, Batch]]) -> None:
        last = parts[-1][0]
        try:
            joined = _joined([batch for _, batch in parts])
            self._store.add(self._run, joined, self._made.lists, self.done, last)
        except BaseException:
            self._failed = True
            raise
        self.done = last

    def _settle(self) -> None:
        """Wait for what is being stored; an interrupt meanwhile leaves that to be waited for.

        Raises:
            StoreError: where it could not be stored.
        """
        if self._under_way is not None:
            self._under_way.result()
            self._under_way = None


def _joined(batches: Sequence[Batch]) -> Batch:
    return {
        table: {
            column: np.concatenate([one[table][column] for one in batches])
            for column in batches[0][table]
        }
        for table in batches[0]
    }


def _played(
    job: Job, made: Ready, first: int, last: int, workers: Workers
) -> Generator[tuple[int, Batch]]:
    """The parts of the battles, played, in order; each with the number after its last battle."""
    rest = parts(first, last, size_of_parts(made))
    while todo := list(islice(rest, PER_WORKER * workers.number)):
        played = _window(job, todo, workers)
        try:
            for (_, until), batch in zip(todo, played, strict=True):
                yield until, batch
        finally:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # about parts that were begun already
                played.close()


def _window(job: Job, todo: Sequence[tuple[int, int]], workers: Workers) -> Generator[Batch]:
    """Parts that are played at the same time, in order."""
    if workers.client is not None:
        return play_parts(workers.client, job, todo)
    if workers.number == 1 or len(todo) == 1:
        return (play_part(job, first, last) for first, last in todo)
    from joblib import Parallel, delayed

    calls = (delayed(play_part)(job, first, last) for first, last in todo)
    found: Generator[Batch] = Parallel(workers.number, backend="threading", return_as="generator")(
        calls
    )
    return found
