"""The DuckDB file that battles are stored in: its tables, runs and their rows, and what is wrong
with a file that cannot be used, in a sentence. One program at a time writes to it.

A run is what was asked for: the texts of a scenario, seed, agents, start, how much is kept, and the
version of the program. All of them stand in `runs` as they are; nothing is found by a hash of the
program's insides, which an edit would change.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from autogm.lab.records import TABLES, Batch, Column, Lists
from autogm.lab.store.jobs import Job
from autogm.model.source import STORE, STORE_AT

if TYPE_CHECKING:
    import duckdb

SCHEMA = 5
"""The number of the tables' layout, which `store` keeps; raised when a table changes."""
MEMORY = "256MB"
"""What DuckDB keeps in memory at most, however much is stored."""
STORED = "What was stored is there; make room, and the same command goes on"
"""What a full disk means for battles that are being stored."""

RUNS = """
CREATE TABLE store (schema INTEGER NOT NULL, made_by VARCHAR NOT NULL);
CREATE TABLE runs (
    run INTEGER PRIMARY KEY, title VARCHAR NOT NULL, name VARCHAR NOT NULL, kind VARCHAR NOT NULL,
    file VARCHAR NOT NULL, scenario VARCHAR NOT NULL, files VARCHAR NOT NULL,
    agents VARCHAR NOT NULL, players VARCHAR NOT NULL, gm VARCHAR NOT NULL, seed BIGINT NOT NULL,
    start VARCHAR, level VARCHAR NOT NULL, version VARCHAR NOT NULL,
    asked BIGINT NOT NULL, done BIGINT NOT NULL, begun TIMESTAMP NOT NULL, stored TIMESTAMP NOT NULL
);
CREATE TABLE roster (
    run INTEGER NOT NULL, number SMALLINT NOT NULL, fighter VARCHAR NOT NULL,
    name VARCHAR NOT NULL, side VARCHAR NOT NULL, player_character BOOLEAN NOT NULL,
    part_of VARCHAR
);
CREATE TABLE zones (run INTEGER NOT NULL, number SMALLINT NOT NULL, zone VARCHAR NOT NULL,
    name VARCHAR NOT NULL);
"""
RUN_COLUMNS = {
    "run": "its number in this file",
    "title": "what the scenario calls itself",
    "name": "what the variant is called, such as «gm.pool=3»; `as it is` for the file itself",
    "kind": "the kind of game",
    "file": "the name of the scenario's file",
    "scenario": "its text",
    "files": "the texts of everything that it refers to and itself, by path, as JSON",
    "agents": "who was asked to play",
    "players": "who played for the players",
    "gm": "who played for the GM",
    "seed": "the seed of the dice",
    "start": "the line of the state that was played on from; NULL: the beginning",
    "level": "how much is kept: fighters, exchanges or decisions, each with those before",
    "version": "the version of autogm that played",
    "asked": "battles that were asked for",
    "done": "battles that are stored: numbers 0 up to this",
    "begun": "when the run began (UTC)",
    "stored": "when battles were stored last (UTC)",
}
EXPORTED = ("runs", "roster", "zones", *TABLES)
"""The tables that a designer reads."""
FIRST_COLUMN = "run"
"""What each of them begins with."""


class StoreError(RuntimeError):
    """A store that cannot be used, and why; nothing was changed. `bad_input` says whether it is a
    wrong file, or something that failed."""

    def __init__(self, says: str, *, bad_input: bool = True) -> None:
        super().__init__(says)
        self.bad_input = bad_input


class Store:
    """A file of stored battles, open."""

    def __init__(self, path: Path, *, read_only: bool = False) -> None:
        """Open a store, or begin one.

        Raises:
            StoreError: for a file that is none, is of another version, is in use, or cannot be
                written.
        """
        self.path = path
        _check_file(path, read_only)
        with self._told("opened"):
            self._base = _connect(path, read_only)
        try:
            with self._told("opened"):
                self._check_schema(read_only)
        except BaseException:
            self._base.close()
            raise

    def _check_schema(self, read_only: bool) -> None:
        tables = {name for (name,) in self._base.execute("SHOW TABLES").fetchall()}
        if not tables and not read_only:
            self._make()
            return
        if "store" not in tables:
            raise StoreError(f"{self.path} is a database, and no store of battles of autogm")
        schema, made_by = self._base.execute("SELECT schema, made_by FROM store").fetchall()[0]
        if schema != SCHEMA:
            raise StoreError(
                f"{self.path} is a store of layout {schema}, made by autogm {made_by}; this "
                f"version reads layout {SCHEMA}: name another file, or export it with that version"
            )

    def _make(self) -> None:
        from autogm.model.version import version

        with self._writing():
            for statement in RUNS.split(";")[:-1]:
                self._base.execute(statement)
            for name, columns in TABLES.items():
                said = ", ".join(f"{one.name} {one.sql}" for one in columns)
                self._base.execute(f"CREATE TABLE {name} ({said})")
                for one in columns:
                    self._comment(f"{name}.{one.name}", one.says)
            for column, says in RUN_COLUMNS.items():
                self._comment(f"runs.{column}", says)
            self._base.execute("INSERT INTO store VALUES (?, ?)", [SCHEMA, version()])

    def _comment(self, column: str, says: str) -> None:
        quoted = says.replace("'", "''")
        self._base.execute(f"COMMENT ON COLUMN {column} IS '{quoted}'")

    def close(self) -> None:
        """Close the file."""
        self._base.close()

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    @contextmanager
    def _told(self, what: str, path: Path | None = None, full: str = STORED) -> Iterator[None]:
        """What DuckDB says is wrong with this file or another, as a `StoreError`; `full` says what
        to do where the disk is."""
        import duckdb

        try:
            yield
        except duckdb.Error as error:
            raise _store_error(path or self.path, what, error, full) from None

    @contextmanager
    def _writing(self) -> Iterator[None]:
        """A transaction: all of it is stored, or nothing."""
        self._base.execute("BEGIN")
        try:
            yield
        except BaseException:
            with suppress(Exception):  # what went wrong first is what is told
                self._base.execute("ROLLBACK")
            raise
        self._base.execute("COMMIT")

    def run_of(
        self, job: Job, asked: int, *, title: str, name: str, kind: str,
        agents: Mapping[str, str], cast: Sequence[Sequence[Any]], zones: Sequence[Sequence[Any]],
    ) -> tuple[int, int]:  # fmt: skip
        """The number of the run of a job, and how many of its battles are stored; a new run where
        there is none. More battles may be asked for than before."""
        files = json.dumps(dict(job.files), ensure_ascii=False)
        same = (files, job.agents or "", job.seed, job.start, job.level, job.version)
        with self._told("written"), self._writing():
            found = self._base.execute(
                "SELECT run, done FROM runs WHERE files = ? AND agents = ? AND seed = ? AND "
                "start IS NOT DISTINCT FROM ? AND level = ? AND version = ?",
                list(same),
            ).fetchall()
            if found:
                run, done = found[0]
                self._base.execute(
                    "UPDATE runs SET asked = greatest(asked, ?) WHERE run = ?", [asked, run]
                )
                return int(run), int(done)
            run = int(
                self._base.execute("SELECT coalesce(max(run), 0) + 1 FROM runs").fetchall()[0][0]
            )
            file, text = job.files[0]
            players, gm = agents["players"], agents["gm"]
            self._base.execute(
                "INSERT INTO runs VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, ?, ?)",
                [run, title, name, kind, file, text, files, job.agents or "", players, gm,
                 job.seed, job.start, job.level, job.version, asked, _now(), _now()],
            )  # fmt: skip
            for table, rows in (("roster", cast), ("zones", zones)):
                for row in rows:
                    marks = ", ".join("?" * (len(row) + 1))
                    self._base.execute(f"INSERT INTO {table} VALUES ({marks})", [run, *row])
            return run, 0

    def add(self, run: int, batch: Batch, lists: Lists, first: int, last: int) -> None:
        """Store rows of the battles from number `first` to below `last`, all of them or none.

        Raises:
            StoreError: where the disk is full, or the file cannot be written.
            ValueError: where other battles than those below `first` are stored of the run.
        """
        with self._told("written"), self._writing():
            found = self._base.execute(
                "UPDATE runs SET done = ?, stored = ? WHERE run = ? AND done = ?",
                [last, _now(), run, first],
            ).fetchall()
            if found != [(1,)]:
                raise ValueError(f"run {run} does not end with battle {first}")
            for table, columns in batch.items():
                if len(columns["battle"]):
                    self._insert(run, TABLES[table], table, columns, lists)

    def _insert(
        self, run: int, columns: Sequence[Column], table: str, found: Mapping[str, Any],
        lists: Lists,
    ) -> None:  # fmt: skip
        """Rows into a table; places in lists become the names that they stand for."""
        batch = {name: np.ascontiguousarray(one) for name, one in found.items()}
        selected = [str(run)]
        for one in columns[1:]:
            numbers = batch[one.name].dtype != object
            if one.of and numbers:
                names = ", ".join(f"'{_quoted(name)}'" for name in getattr(lists, one.of))
                selected.append(f"([{names}])[{one.name} + 1]")
            elif one.sql == "DOUBLE":
                selected.append(f"CASE WHEN isnan({one.name}) THEN NULL ELSE {one.name} END")
            elif one.name in MAY_BE_NOTHING and numbers:
                selected.append(f"nullif({one.name}, -1)")
            else:
                selected.append(one.name)
        self._base.register("batch", batch)
        try:
            self._base.execute(f"INSERT INTO {table} SELECT {', '.join(selected)} FROM batch")
        finally:
            with suppress(Exception):  # fails after a failure, which is what is told
                self._base.unregister("batch")

    def ask(self, query: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        """The rows that answer a query."""
        with self._told("read"):
            return self._base.execute(query, list(values)).fetchall()

    def columns(self, query: str, values: Sequence[Any] = ()) -> dict[str, Any]:
        """The columns that answer a query, as arrays: where there is a row a battle."""
        with self._told("read"):
            found: dict[str, Any] = self._base.execute(query, list(values)).fetchnumpy()
            return found

    def export(self, folder: Path, form: str) -> dict[str, int]:
        """Write every table into a folder as Parquet or CSV; how many rows each has. All of them
        are written, or none where one cannot be.

        Raises:
            StoreError: where they cannot be written, or a file of one of these names is no table
                that was exported.
            OSError: as writing does.
        """
        counted = {}
        options = "FORMAT parquet, COMPRESSION zstd" if form == "parquet" else "FORMAT csv, HEADER"
        targets = {table: folder / f"{table}.{form}" for table in EXPORTED}
        parts = {table: folder / f".{table}-{os.getpid()}.part" for table in EXPORTED}
        for path in targets.values():
            if path.exists() and not self._is_exported(path, form):
                raise StoreError(
                    f"{path} is there and is no table of stored battles; name another folder"
                )
        try:
            for table, part in parts.items():
                with self._told("written", targets[table], "Make room, and export again"):
                    target = _quoted(str(part))
                    self._base.execute(f"COPY (SELECT * FROM {table}) TO '{target}' ({options})")
                    [(counted[table],)] = self.ask(f"SELECT count(*) FROM {table}")
            for table, part in parts.items():
                part.replace(targets[table])
        finally:
            for part in parts.values():
                part.unlink(missing_ok=True)
        return counted

    def _is_exported(self, path: Path, form: str) -> bool:
        """Whether a file is a table that was exported: all begin with the number of the run."""
        import duckdb

        if not path.is_file():
            return False
        first = f"{FIRST_COLUMN},".encode()
        if form == "csv":
            with path.open("rb") as file:
                return file.read(len(first)) == first
        try:
            columns = self._base.execute("SELECT name FROM parquet_schema(?)", [str(path)])
            return (FIRST_COLUMN,) in columns.fetchall()[:2]  # behind the name of the whole
        except duckdb.Error:
            return False


MAY_BE_NOTHING = frozenset(
    {"exchanges", "exchange", "objective", "rolls", "pool_gained", "pool_left"}
)
"""Columns of whole numbers in which −1 stands for nothing."""


def _quoted(text: str) -> str:
    return text.replace("'", "''")


def _connect(path: Path, read_only: bool) -> duckdb.DuckDBPyConnection:
    import duckdb

    return duckdb.connect(
        str(path),
        read_only=read_only,
        config={"memory_limit": MEMORY, "threads": 2, "preserve_insertion_order": True},
    )


def _now() -> datetime:
    """The time (UTC), as a column without a zone keeps it."""
    return datetime.now(UTC).replace(tzinfo=None)


def _check_file(path: Path, read_only: bool) -> None:
    """Refuses what is there and is no database, so that nothing is ever written over."""
    if not path.exists():
        if read_only:
            raise StoreError(f"{path}: there is no such file")
        if not path.parent.is_dir():
            raise StoreError(f"{path}: there is no folder {path.parent}")
        return
    if path.is_dir():
        raise StoreError(f"{path} is a folder; name a file such as {path / 'runs.duckdb'}")
    try:
        with path.open("rb") as file:
            start = file.read(STORE_AT + len(STORE))
    except OSError as error:
        raise StoreError(f"{path} cannot be opened: {error.strerror}") from None
    if not start and not read_only:  # as somebody leaves it who ends while it is made
        path.unlink()
    elif start[STORE_AT:] != STORE:
        raise StoreError(
            f"{path} is there and is no DuckDB file; battles are stored in a file of their own, "
            "such as runs.duckdb"
        )


def _store_error(path: Path, what: str, error: Exception, full: str = STORED) -> StoreError:
    """What DuckDB says, for whoever reads it; `full` is what to do where the disk is."""
    says = " ".join(str(error).split())
    low = says.lower()
    if "lock" in low and "conflicting" in low:
        return StoreError(f"{path} is in use by another program; wait for it, or name another file")
    if any(word in low for word in ("no space left", "disk full", "file too large", "quota")):
        return StoreError(
            f"{path} cannot be {what}: the disk is full. {full}",
            bad_input=False,
        )
    bad = "permission denied" in low or "read-only" in low or "serialization" in low
    return StoreError(f"{path} cannot be {what}: {says}", bad_input=bad)
