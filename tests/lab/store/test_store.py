"""The store: what goes in comes out, in one go or in pieces, and after any kill; what is wrong with
a file is told.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from autogm.lab.playouts import play_many
from autogm.lab.records import TABLES
from autogm.lab.simulate import simulate
from autogm.lab.store import storing
from autogm.lab.store.base import Store, StoreError
from autogm.lab.store.counted import playouts_of, simulation_of
from autogm.lab.store.jobs import Job, JobError, parts, play_part, ready
from autogm.lab.store.storing import Stored, store_battles, threads
from tests.lab.store.jobs import job_for
from tests.soak import times

COUNT = 1_300
PLAYER = """
import sys
from pathlib import Path
from autogm.lab.store import storing
from autogm.lab.store.base import Store
from autogm.lab.store.jobs import ready
from tests.lab.store.jobs import job_for
storing.ROWS = 1
job = job_for("duel", "brawler")
with Store(Path(sys.argv[1])) as store:
    storing.store_battles(
        store, job, ready(job), int(sys.argv[2]), name="", workers=storing.threads(1)
    )
"""


def put(store: Store, job: Job, count: int, workers: int = 1) -> Stored:
    return store_battles(store, job, ready(job), count, name="test", workers=threads(workers))


def rows(store: Store) -> dict[str, list[tuple[Any, ...]]]:
    return {name: store.ask(f"SELECT * FROM {name} ORDER BY ALL") for name in TABLES}


@pytest.mark.parametrize(("name", "agents"), [("duel", "brawler"), ("bat-ruins", "tactician")])
def test_what_is_stored_counts_as_what_is_simulated(tmp_path: Path, name: str, agents: str) -> None:
    job, count = job_for(name, agents), 60
    made = ready(job)
    with Store(tmp_path / "a.duckdb") as store:
        run = put(store, job, count + 7, workers=2).run
        found = simulation_of(store, run, job, made, count, 0, each=True)
    plain = simulate(made.game, count, job.seed, made.agents, measures=True)
    assert found.winners == plain.winners
    assert found.lengths == plain.lengths
    assert found.luck is not None
    assert plain.luck is not None
    assert found.luck.sum(axis=1) == pytest.approx(plain.luck.sum(axis=1), abs=1e-9)
    assert found.course is not None
    assert plain.course is not None
    assert np.array_equal(found.course, plain.course, equal_nan=True)
    told, expected = found.as_dict(), plain.as_dict()
    for one in (told, expected):
        del one["seconds"], one["battles_per_second"]
    assert told == expected


def test_pieces_are_one_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    job = job_for("duel", "brawler")
    with Store(tmp_path / "whole.duckdb") as store:
        put(store, job, COUNT)
        whole = rows(store)
    monkeypatch.setattr(storing, "ROWS", 1)
    with Store(tmp_path / "pieces.duckdb") as store:
        assert put(store, job, 17) == Stored(1, 17, 17, told=17)
        assert put(store, job, 700, workers=2) == Stored(1, 700, 683, told=700)
    with Store(tmp_path / "pieces.duckdb") as store:
        assert put(store, job, COUNT) == Stored(1, COUNT, 600, told=COUNT)
        assert put(store, job, COUNT) == Stored(1, COUNT, 0, told=COUNT)
        assert rows(store) == whole
        other = job_for("duel", "brawler", seed=2)
        assert put(store, other, 10).run == 2
        assert store.ask("SELECT count(*) FROM battles") == [(COUNT + 10,)]


@pytest.mark.long
def test_a_kill_at_any_moment_loses_no_more_than_what_was_under_way(tmp_path: Path) -> None:
    job, count, path = job_for("duel", "brawler"), 12_000, tmp_path / "killed.duckdb"
    with Store(tmp_path / "whole.duckdb") as store:
        put(store, job, count)
        whole = rows(store)
    chance, kept, kills = random.Random(4), [0], 0
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    for _ in range(times(5, briefly=2)):
        one = subprocess.Popen(
            [sys.executable, "-c", PLAYER, str(path), str(count)], env=environment,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        try:
            until, before = time.monotonic() + 60, path.stat().st_size if path.exists() else 0
            wal = path.with_name(path.name + ".wal")
            while one.poll() is None and time.monotonic() < until:  # until it has begun to write
                if wal.exists() or (path.stat().st_size if path.exists() else 0) > before:
                    break
                time.sleep(0.005)
            time.sleep(chance.random() * 0.4)
        finally:
            one.kill()
            one.wait(10)
        kills += one.returncode != 0
        with Store(path) as store:
            told = store.ask("SELECT done FROM runs")
            done = int(told[0][0]) if told else 0
            for table in ("battles", "fighters", "exchanges"):
                numbers = store.ask(f"SELECT count(DISTINCT battle), max(battle) FROM {table}")
                assert numbers == [(done, done - 1 if done else None)]
        kept.append(done)
    assert kills
    assert kept == sorted(kept)
    with Store(path) as store:
        assert put(store, job, count).played == count - kept[-1]
        assert rows(store) == whole


def test_parts_begin_where_they_would_have(tmp_path: Path) -> None:
    assert list(parts(0, 1100, 500)) == [(0, 500), (500, 1000), (1000, 1100)]
    assert list(parts(499, 1100, 500)) == [(499, 500), (500, 1000), (1000, 1100)]
    assert list(parts(5, 5, 500)) == []


def test_scenes_are_stored_as_far_as_the_contract_goes(tmp_path: Path) -> None:
    job = job_for("royal-court", "random", level="exchanges")
    scene = job_for("party-crashers", "frugal", level="decisions")
    assert ready(job).is_conflict
    made = ready(scene)
    assert not made.is_conflict
    with Store(tmp_path / "a.duckdb") as store:
        run = put(store, scene, 30).run
        found = playouts_of(store, run, scene, made, 30, 0).as_dict()
        [(choices,)] = store.ask("SELECT count(*) FROM decisions")
        assert choices > 30
    plain = play_many(made.game, 30, scene.seed, made.agents).as_dict()
    for one in (found, plain):
        del one["seconds"]
        one["value"], one["steps"] = round(one["value"], 9), round(one["steps"], 9)
        one["worth"] = {side: round(worth, 9) for side, worth in one["worth"].items()}
    assert plain["worth"]["players"] - plain["worth"]["gm"] == pytest.approx(plain["value"])
    assert found == plain


def test_an_empty_file_becomes_a_store(tmp_path: Path) -> None:
    """Somebody who ends while a store is made may leave it so."""
    empty = tmp_path / "runs.duckdb"
    empty.touch()
    with pytest.raises(StoreError, match="is no DuckDB file"):
        Store(empty, read_only=True)
    with Store(empty) as store:
        assert store.ask("SELECT count(*) FROM runs") == [(0,)]


def test_files_that_are_no_store_stay_as_they_are(tmp_path: Path) -> None:
    text = tmp_path / "notes.duckdb"
    text.write_text("not a database at all")
    with pytest.raises(StoreError, match="is no DuckDB file"):
        Store(text)
    assert text.read_text() == "not a database at all"
    with pytest.raises(StoreError, match="is a folder"):
        Store(tmp_path)
    with pytest.raises(StoreError, match="there is no folder"):
        Store(tmp_path / "none" / "a.duckdb")
    import duckdb

    foreign = tmp_path / "foreign.duckdb"
    with duckdb.connect(str(foreign)) as base:
        base.execute("CREATE TABLE mine (a INTEGER)")
    with pytest.raises(StoreError, match="no store of battles"):
        Store(foreign)


def test_another_layout_is_named(tmp_path: Path) -> None:
    import duckdb

    path = tmp_path / "a.duckdb"
    Store(path).close()
    with duckdb.connect(str(path)) as base:
        base.execute("UPDATE store SET schema = 99, made_by = '7.1'")
    with pytest.raises(StoreError, match=r"layout 99, made by autogm 7\.1; this version reads"):
        Store(path)


def test_workers_of_another_version_are_refused() -> None:
    job = job_for("duel", "brawler")
    with pytest.raises(JobError, match="install the same version"):
        play_part(replace(job, version="0.0"), 0, 1)


FULL = """
import resource, sys
from pathlib import Path
from autogm.lab.store import storing
from autogm.lab.store.base import Store, StoreError
from autogm.lab.store.jobs import ready
from tests.lab.store.jobs import job_for
job = job_for("duel", "brawler")
path = Path(sys.argv[1])
with Store(path) as store:
    storing.store_battles(store, job, ready(job), 500, name="", workers=storing.threads(1))
store = Store(path)
resource.setrlimit(resource.RLIMIT_FSIZE, (path.stat().st_size + 20_000,) * 2)
try:
    storing.store_battles(store, job, ready(job), 20_000, name="", workers=storing.threads(1))
except StoreError as error:
    print(error)
    sys.exit(0 if not error.bad_input else 3)
sys.exit(4)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="no such limit there")
def test_a_full_disk_loses_nothing_that_was_stored(tmp_path: Path) -> None:
    path = tmp_path / "full.duckdb"
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    one = subprocess.run(
        [sys.executable, "-c", FULL, str(path)], env=environment, capture_output=True,
        text=True, timeout=120, check=False,
    )  # fmt: skip
    assert "the disk is full" in one.stdout, one.stdout + one.stderr
    with Store(path) as store:
        assert store.ask("SELECT done >= 500 FROM runs") == [(True,)]
        assert whole(store)
        job = job_for("duel", "brawler")
        assert put(store, job, 1_000).done >= 1_000
        assert whole(store)


def whole(store: Store) -> bool:
    """Whether what a run has is a beginning of it."""
    [(done,)] = store.ask("SELECT done FROM runs")
    return store.ask("SELECT battle FROM battles ORDER BY 1") == [(one,) for one in range(done)]


def test_after_what_could_not_be_stored_nothing_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not even what would have had room: the next run would go on behind a gap."""
    monkeypatch.setattr(storing, "ROWS", 1)
    job, add = job_for("duel", "brawler"), Store.add
    with Store(tmp_path / "runs.duckdb") as store:
        put(store, job, 500)

        def full(*given: Any) -> None:
            monkeypatch.setattr(Store, "add", add)
            raise StoreError("the disk is full", bad_input=False)

        monkeypatch.setattr(Store, "add", full)
        with pytest.raises(StoreError, match="the disk is full"):
            put(store, job, 5_000)
        assert store.ask("SELECT done FROM runs") == [(500,)]
        assert whole(store)
        assert put(store, job, 5_000).done == 5_000
        assert whole(store)


@pytest.mark.parametrize("change", ["choices = choices + 1", "winner = 'undecided'"])
def test_what_was_played_otherwise_is_not_gone_on_with(tmp_path: Path, change: str) -> None:
    """By a program of the same version, as one that is being worked on."""
    job = job_for("duel", "brawler")
    with Store(tmp_path / "runs.duckdb") as store:
        put(store, job, 40)
        store.ask(f"UPDATE battles SET {change} WHERE battle = 39")
        before = rows(store)
        with pytest.raises(StoreError, match=r"plays otherwise than this one.* battle 39 "):
            put(store, job, 60)
        assert rows(store) == before
        assert put(store, job, 40).played == 0, "what is there can be read"


def test_a_scene_is_gone_on_with(tmp_path: Path) -> None:
    job = job_for("one-question", "frugal")
    with Store(tmp_path / "runs.duckdb") as store:
        put(store, job, 30)
        assert put(store, job, 60).played == 30


def test_battles_are_stored_once(tmp_path: Path) -> None:
    job = job_for("duel", "brawler")
    made = ready(job)
    with Store(tmp_path / "runs.duckdb") as store:
        run = put(store, job, 500).run
        with pytest.raises(ValueError, match=rf"run {run} does not end with battle 0"):
            store.add(run, play_part(job, 0, 500), made.lists, 0, 500)
        assert whole(store)
