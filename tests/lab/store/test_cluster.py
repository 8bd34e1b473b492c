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
from contextlib import contextmanager
from pathlib import Path
from typing import Any

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
def process(*arguments: str) -> Iterator[subprocess.Popen[bytes]]:
    """A process of the cluster, ended in the end."""
    settings = {
        **os.environ,
        "DASK_DISTRIBUTED__ADMIN__LOG_LENGTH": "10",
        "PYTHONPATH": os.pathsep.join(sys.path),  # the code that is tested, from wherever it is run
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
def cluster_of_two(folder: Path) -> Iterator[tuple[str, list[subprocess.Popen[bytes]]]]:
    """A scheduler and two workers of one thread each."""
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
        with process(*worker) as one, process(*worker) as two:
            address = json.loads(where.read_text())["address"]
            made: Any = distributed.Client
            client = made(address, timeout=30, set_as_default=False)
            client.wait_for_workers(2, timeout=STARTS_WITHIN)
            client.close()
            yield address, [one, two]


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
        cluster_of_two(tmp_path) as (address, both),
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
    monkeypatch.setattr("autogm.lab.store.storing.ANSWERS_WITHIN", 1)
    with (
        pytest.raises(StoreError, match=r"no scheduler answers at tcp://127\.0\.0\.1:9"),
        cluster("tcp://127.0.0.1:9"),
    ):
        pass
