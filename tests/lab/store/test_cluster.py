"""The same job on a real cluster of two worker processes, one of which is killed while it plays:
what is stored is what one thread here stores.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
import warnings
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import pytest

from autogm.lab.records import TABLES
from autogm.lab.store.base import Store, StoreError
from autogm.lab.store.jobs import ready
from autogm.lab.store.storing import cluster, store_battles, threads
from tests.lab.store.jobs import job_for

try:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        import distributed
except ImportError:
    distributed = None  # type: ignore[assignment]

needs_dask = pytest.mark.skipif(
    distributed is None, reason="DASK IS NOT INSTALLED: pip install 'autogm[dask]'; nothing tested"
)
STARTS_WITHIN = 60.0
quiet = pytest.mark.filterwarnings("ignore")  # of Dask's own, about sockets of whom we kill


@contextmanager
def process(*arguments: str, **own: str) -> Iterator[subprocess.Popen[bytes]]:
    """A process of the cluster, with settings of its own, ended in the end."""
    settings = {
        **os.environ,
        "DASK_DISTRIBUTED__ADMIN__LOG_LENGTH": "10",
        "PYTHONPATH": os.pathsep.join(sys.path),  # the code that is tested, from wherever it is run
        **own,
    }
    one = subprocess.Popen(
        [sys.executable, "-m", *arguments], env=settings,
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    try:
        yield one
    finally:
        one.kill()
        one.wait(10)


@contextmanager
def cluster_of(
    folder: Path, number: int, **settings: str
) -> Iterator[tuple[str, list[subprocess.Popen[bytes]]]]:
    """A scheduler and so many workers of one thread each, with settings of their own."""
    where = folder / "scheduler.json"
    scheduler = ("distributed.cli.dask_scheduler", "--scheduler-file", str(where), "--port", "0",
                 "--host", "127.0.0.1", "--no-dashboard", "--no-show")  # fmt: skip
    worker = ("distributed.cli.dask_worker", "--scheduler-file", str(where), "--nthreads", "1",
              "--no-nanny", "--no-dashboard", "--local-directory", str(folder))  # fmt: skip
    with process(*scheduler):
        until = time.monotonic() + STARTS_WITHIN
        while not where.exists() or not where.stat().st_size:
            assert time.monotonic() < until, "no scheduler came up"
            time.sleep(0.05)
        with ExitStack() as all_of_them:
            made = [all_of_them.enter_context(process(*worker, **settings)) for _ in range(number)]
            address = json.loads(where.read_text())["address"]
            client: Any = cast("Any", distributed.Client)(address, timeout=30, set_as_default=False)
            client.wait_for_workers(number, timeout=STARTS_WITHIN)
            client.close()
            yield address, made


def all_rows(store: Store) -> dict[str, list[tuple[Any, ...]]]:
    """Everything that is stored of battles."""
    return {table: store.ask(f"SELECT * FROM {table} ORDER BY ALL") for table in TABLES}


@needs_dask
@quiet
@pytest.mark.long
def test_a_killed_worker_changes_nothing(tmp_path: Path) -> None:
    job, count = job_for("duel", "brawler", level="exchanges"), 6_000
    with Store(tmp_path / "here.duckdb") as store:
        store_battles(store, job, ready(job), count, name="here", workers=threads(1))
        here = all_rows(store)
    with (
        cluster_of(tmp_path, 2) as (address, both),
        cluster(address) as workers,
        Store(tmp_path / "there.duckdb") as store,
    ):
        assert workers.number == 2
        told: list[int] = []

        def kill_one(more: int) -> None:
            told.append(more)
            if len(told) == 1:
                os.kill(both[0].pid, signal.SIGKILL)

        done = store_battles(
            store, job, ready(job), count, name="there", workers=workers, progress=kill_one
        )
        assert both[0].wait(10) == -signal.SIGKILL
        assert (done.done, done.played) == (count, count)
        assert all_rows(store) == here


@needs_dask
@quiet
def test_a_scheduler_that_does_not_answer_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("autogm.lab.store.cluster.ANSWERS_WITHIN", 1)
    with (
        pytest.raises(StoreError, match=r"no scheduler answers at tcp://127\.0\.0\.1:9"),
        cluster("tcp://127.0.0.1:9"),
    ):
        pass


@needs_dask
@quiet
@pytest.mark.long
def test_a_cluster_of_one_thread_plays_and_is_given_up_once_it_is_gone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its worker has spent the time that the battles took; without it nothing is waited for."""
    monkeypatch.setattr("autogm.lab.store.cluster.GIVEN_UP_AFTER", 2.0)
    job = job_for("duel", "brawler")
    with (
        cluster_of(tmp_path, 1) as (address, [worker]),
        cluster(address) as workers,
        Store(tmp_path / "there.duckdb") as store,
    ):
        before = spent_by(worker.pid)
        made, stored = ready(job), 20_000
        store_battles(store, job, made, stored, name="there", workers=workers)
        assert spent_by(worker.pid) > before

        def kill_it(_: int) -> None:
            worker.kill()

        with pytest.raises(StoreError, match=r"gave up .* the same command goes on") as told:
            store_battles(
                store, job, made, 50 * stored, name="there", workers=workers, progress=kill_it
            )
        assert not told.value.bad_input
        [(kept,)] = store.ask("SELECT count(*) FROM battles")
        assert stored <= kept < 50 * stored


def spent_by(pid: int) -> int:
    """How many ticks of the processor a process has spent by itself."""
    return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[11])


@needs_dask
@quiet
def test_what_a_worker_raises_is_told_in_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    job = job_for("duel", "brawler")
    wrong = replace(job, agents="nobody-there")
    with (
        cluster_of(tmp_path, 1) as (address, _),
        cluster(address) as workers,
        Store(tmp_path / "there.duckdb") as store,
        pytest.raises(StoreError, match=r"the cluster gave up \(\w+: .*nobody-there"),
    ):
        store_battles(store, wrong, ready(job), 2_000, name="there", workers=workers)


@pytest.mark.parametrize("address", ["tls://127.0.0.1:8786", "ucx://127.0.0.1:8786"])
def test_only_tcp_leads_to_a_cluster(address: str) -> None:
    with pytest.raises(StoreError, match="are reached by tcp"), cluster(address):
        pass
