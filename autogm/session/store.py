"""Where games in progress are kept: one SQLite file in the user's data folder. Each step is a
transaction of its own that is on the disk before it counts, so that whatever ends the program, all
that was acknowledged is there again. Several programs may use the file; a game that one of them has
gone on with is refused to the others until they look again.
"""

from __future__ import annotations

import json
import os
import secrets
import sqlite3
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import RLock
from typing import Any

from platformdirs import user_data_path

from autogm.session.errors import KeptElsewhereError
from autogm.session.saved import Saved, SavedEntry, SaveError, export_text, saved_of
from autogm.session.session import Session
from autogm.session.steps import Change

LAYOUT = 2
"""The number of the tables' layout, `user_version` of the file; the first did not say who won."""
FILE = "games.sqlite"
WAIT = 10.0
"""Seconds for which another program that writes is waited for."""

FOLDER_FROM = "AUTOGM_DATA_DIR"
"""The variable of the environment that names another data folder."""


def data_folder() -> Path:
    """The folder of this user in which what is kept stays."""
    chosen = os.environ.get(FOLDER_FROM)
    return Path(chosen) if chosen else user_data_path("autogm", appauthor=False)


TABLES = """
CREATE TABLE games (
    id TEXT PRIMARY KEY, head TEXT NOT NULL, here INTEGER NOT NULL, tip INTEGER NOT NULL,
    changes INTEGER NOT NULL, made REAL NOT NULL, changed REAL NOT NULL,
    winner TEXT NOT NULL DEFAULT ''
);
CREATE TABLE entries (
    game TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE, number INTEGER NOT NULL,
    entry TEXT NOT NULL, PRIMARY KEY (game, number)
) WITHOUT ROWID;
"""
SINCE_FIRST = "ALTER TABLE games ADD COLUMN winner TEXT NOT NULL DEFAULT ''"


class StoreError(RuntimeError):
    """Something that could not be kept or found: what, and why. Nothing has changed."""


@dataclass(frozen=True)
class Listed:
    """A game that is kept, as lists show it: its id, what it is called, the name of the file that
    says what game it is, its kind, who sits where, how many entries it has, and when it was begun
    and gone on with last, in seconds since 1970. `winner` is who has won, a side or undecided,
    empty while it goes on; `damage` says why it cannot be read. `persons` are the keys of the seats
    on which persons sit; `unlisted` is as `Saved` has it."""

    id: str
    title: str
    file: str
    kind: str
    seats: dict[str, str]
    entries: int
    made: float
    changed: float
    winner: str = ""
    damage: str = ""
    persons: frozenset[str] = frozenset()
    unlisted: bool = False


class Store:
    """The games in one file."""

    def __init__(self, path: Path) -> None:
        """Open a file, or make it.

        Raises:
            StoreError: where it cannot be opened, is no such file, or was made by a newer version.
        """
        self.path = path
        self._lock = RLock()
        with self._told("opened"):
            path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            self._base = sqlite3.connect(
                path, timeout=WAIT, isolation_level=None, check_same_thread=False
            )
        try:
            self._begin()
        except BaseException:
            self.close()
            raise

    def _begin(self) -> None:
        """Make sure that the file is one of games, of this layout."""
        with self._told("opened"):
            self._base.execute("PRAGMA foreign_keys = ON")
            layout = self._layout()
            if layout:
                self._check("games" in self._tables())
        if layout > LAYOUT:
            raise StoreError(
                f"{self.path} was made by a newer version of autogm (layout {layout}; this one "
                f"reads up to {LAYOUT})"
            )
        with self._told("opened"):
            if layout < LAYOUT:
                self._make()
            self._base.execute("PRAGMA journal_mode = WAL")
            self._base.execute("PRAGMA synchronous = FULL")

    def _layout(self) -> int:
        """Which layout the file has, 0 where nothing is in it yet."""
        return int(self._base.execute("PRAGMA user_version").fetchone()[0])

    def _tables(self) -> list[str]:
        return [one for (one,) in self._base.execute("SELECT name FROM sqlite_master")]

    def _check(self, is_ours: bool) -> None:
        if not is_ours:
            raise StoreError(f"{self.path} is a database of something else than autogm's games")

    def _make(self) -> None:
        """Make the tables, or those of the first layout into those of this one."""
        with self._writing():
            layout = self._layout()
            self._check(bool(layout) or not self._tables())
            for statement in {0: TABLES, 1: SINCE_FIRST}.get(layout, "").split(";"):
                self._base.execute(statement)
            self._base.execute(f"PRAGMA user_version = {LAYOUT}")

    def close(self) -> None:
        """Close the file."""
        self._base.close()

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    # Games

    def add(self, saved: Saved, winner: str = "") -> str:
        """Keep a new game, with who has won it where it is over; returns its id.

        Raises:
            StoreError: where it cannot be kept.
        """
        name, now = secrets.token_urlsafe(9), time.time()
        rows = [(name, one.number, one.model_dump_json()) for one in saved.entries]
        with self._told("kept"), self._writing():
            self._base.execute(
                "INSERT INTO games VALUES (?, ?, ?, ?, 0, ?, ?, ?)",
                (name, _head(saved), saved.here, saved.tip, now, now, winner),
            )
            self._base.executemany("INSERT INTO entries VALUES (?, ?, ?)", rows)
        return name

    def read(self, game: str) -> Saved:
        """A game as data.

        Raises:
            KeyError: where there is none of that id.
            SaveError: where what is kept of it is damaged.
            StoreError: where the file cannot be read.
        """
        return self._read(game)[0]

    def salvaged(self, game: str) -> str:
        """What is left of a game that cannot be read, as the text of one file: all that is kept of
        it if that is sound, else the sound entries in their order, and the rest as it stands.

        Raises:
            KeyError: where there is none of that id.
            StoreError: where the file cannot be read.
        """
        try:
            return export_text(self.read(game))
        except SaveError as error:
            head, rows = self._rows(game)
            fault = str(error)
        left: dict[str, Any] = {"autogm": "what is left of a game", "fault": fault}
        left["head"] = _sound(head[0])
        if isinstance(left["head"], dict):
            left["head"].pop("origin", None)  # where it was read, on this machine
        left["entries"] = [_sound(row) for row in rows]
        return json.dumps(left, ensure_ascii=False, indent=1)

    def open(self, game: str) -> Session:
        """A game to go on with; each of its steps is kept before it counts.

        Raises:
            KeyError: where there is none of that id.
            SaveError, ScenarioError, SeatError, PlayError: as `Session`.
            StoreError: where the file cannot be read.
        """
        saved, changes = self._read(game)
        return Session(saved, _Keeper(self, game, changes))

    def remove(self, game: str) -> None:
        """Forget a game.

        Raises:
            KeyError: where there is none of that id.
            StoreError: where the file cannot be written.
        """
        with self._told("removed"), self._writing():
            if not self._base.execute("DELETE FROM games WHERE id = ?", (game,)).rowcount:
                raise KeyError(game)

    def listed(self) -> list[Listed]:
        """Every game, those gone on with last first.

        Raises:
            StoreError: where the file cannot be read.
        """
        with self._told("read"), self._lock:
            rows = self._base.execute(
                "SELECT id, head, made, changed, winner, (SELECT count(*) FROM entries WHERE game "
                "= id) FROM games ORDER BY changed DESC, id"
            ).fetchall()
        return [_listed(*row) for row in rows]

    def _read(self, game: str) -> tuple[Saved, int]:
        (head, here, tip, changes), rows = self._rows(game)
        try:
            data = json.loads(head)
            data["entries"] = [json.loads(entry) for entry in rows]
        except (ValueError, TypeError) as error:
            raise SaveError(f"what is kept of it is damaged: {error}") from None
        return saved_of({**data, "here": here, "tip": tip}), int(changes)

    def _rows(self, game: str) -> tuple[tuple[str, int, int, int], list[str]]:
        with self._told("read"), self._reading():
            found = self._base.execute(
                "SELECT head, here, tip, changes FROM games WHERE id = ?", (game,)
            ).fetchone()
            rows = self._base.execute(
                "SELECT entry FROM entries WHERE game = ? ORDER BY number", (game,)
            ).fetchall()
        if found is None:
            raise KeyError(game)
        return found, [entry for (entry,) in rows]

    def keep(self, game: str, changes: int, change: Change) -> None:
        """Keep a change of a game that has changed so many times before.

        Raises:
            KeptElsewhereError: where it has changed since, or is there no more.
            StoreError: where it cannot be kept.
        """
        with self._told("kept"), self._writing():
            done = self._base.execute(
                "UPDATE games SET here = ?, tip = ?, changes = changes + 1, changed = ?, "
                "winner = coalesce(?, winner) WHERE id = ? AND changes = ?",
                (change.here, change.tip, time.time(), change.winner, game, changes),
            )
            if not done.rowcount:
                raise KeptElsewhereError("the game has been gone on with elsewhere; open it again")
            if change.entry is not None:
                entry = SavedEntry.of(change.entry)
                self._base.execute(
                    "INSERT INTO entries VALUES (?, ?, ?)",
                    (game, entry.number, entry.model_dump_json()),
                )
            if change.head:
                (head,) = self._base.execute("SELECT head FROM games WHERE id = ?", (game,))
                saved = saved_of(json.loads(head[0]))
                written = _head(saved.model_copy(update=dict(change.head)))
                try:
                    saved_of(json.loads(written))
                except SaveError as error:  # who keeps that cannot read the game any more
                    raise StoreError(f"{game} could not be kept: {error}") from None
                self._base.execute("UPDATE games SET head = ? WHERE id = ?", (written, game))

    def _reading(self) -> AbstractContextManager[None]:
        """One look at the file: nothing changes between two questions."""
        return self._transaction("BEGIN")

    def _writing(self) -> AbstractContextManager[None]:
        """One change of the file: all of it, or nothing."""
        return self._transaction("BEGIN IMMEDIATE")

    @contextmanager
    def _transaction(self, begin: str) -> Iterator[None]:
        with self._lock:
            self._base.execute(begin)
            try:
                yield
                self._base.execute("COMMIT")
            except BaseException:
                if self._base.in_transaction:
                    self._base.execute("ROLLBACK")
                raise

    @contextmanager
    def _told(self, what: str) -> Iterator[None]:
        """Tells what has failed in words."""
        try:
            yield
        except (sqlite3.Error, OSError) as error:
            raise StoreError(f"{self.path} could not be {what}: {error}") from error


class _Keeper:
    """Keeps the changes of one game that is played."""

    def __init__(self, store: Store, game: str, changes: int) -> None:
        self._store, self._game, self._changes = store, game, changes

    def __call__(self, change: Change) -> None:
        self._store.keep(self._game, self._changes, change)
        self._changes += 1


def _head(saved: Saved) -> str:
    """What is kept of a game besides its history."""
    return saved.model_dump_json(exclude={"entries", "here", "tip"})


def _sound(text: str) -> Any:
    """The data of a text, or the text itself where it is none."""
    try:
        return json.loads(text)
    except (ValueError, TypeError):
        return str(text)


def _listed(game: str, head: str, made: float, changed: float, winner: str, entries: int) -> Listed:
    try:
        saved = saved_of(json.loads(head))
    except (ValueError, TypeError) as error:
        damage = str(error)
        return Listed(game, "a damaged game", "", "", {}, entries, made, changed, damage=damage)
    seats: dict[str, Any] = {key: one.name for key, one in saved.seats.items()}
    persons = frozenset(key for key, one in saved.seats.items() if one.person is not None)
    return Listed(
        game,
        saved.title,
        next(iter(saved.files)),
        saved.kind,
        seats,
        entries,
        made,
        changed,
        winner,
        persons=persons,
        unlisted=saved.unlisted,
    )
