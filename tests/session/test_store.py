"""Kept games: every acknowledged step is there again after any end of the program, two programs do
not overwrite each other, and what cannot be kept or read is told.
"""

from __future__ import annotations

import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from autogm.session.begun import begin
from autogm.session.errors import SessionError, StaleError
from autogm.session.saved import SaveError
from autogm.session.seats import Seat, SeatError
from autogm.session.store import LAYOUT, Store, StoreError
from tests.session.test_session import play, seats
from tests.soak import times

ROOT_OF_TESTS = Path(__file__).parents[2]
KILLS = times(5, 1000, briefly=2)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "data" / "games.sqlite"


def kept(store: Store, name: str = "street-fight") -> str:
    return store.add(begin(name, seats(None, "brawler")))


def test_a_game_is_there_again_as_it_was_left(path: Path) -> None:
    with Store(path) as store:
        game = kept(store)
        session = store.open(game)
        play(session, Random(1), 6)
        session.undo()
        session.rename("Tuesday")
        session.seat("gm", Seat(person="Bo"))
        session.roll_own(("gm",))
        left = session.saved
    with Store(path) as store:
        assert store.read(game) == left
        again = store.open(game)
        assert again.state == session.state
        again.redo()
        (row,) = store.listed()
    assert (row.id, row.title, row.file, row.entries) == (
        game, "Tuesday", "street-fight.yaml", len(left.entries),
    )  # fmt: skip
    assert row.seats == {"players": "Ada", "gm": "Bo"}
    assert row.made <= row.changed


def test_after_kill_9_every_acknowledged_step_is_there(path: Path) -> None:
    rng = Random(4)
    with Store(path) as store:
        game = kept(store)
    for _ in range(KILLS):
        with subprocess.Popen(
            [sys.executable, "-m", "tests.session.killed", str(path), game],
            cwd=ROOT_OF_TESTS, stdout=subprocess.PIPE, text=True,
        ) as run:  # fmt: skip
            assert run.stdout is not None
            first = run.stdout.readline()
            time.sleep(rng.random() * 0.2)
            run.kill()
            said = [first, *run.stdout]
        here, entries, line = [one for one in said if one.endswith("\n")][-1].split()
        with Store(path) as store:
            session = store.open(game)
            assert len(session.history) >= int(entries)
            session.go(int(here))
            assert session.game.serialize(session.state) == line


def test_a_game_that_is_over_is_listed_with_who_has_won(path: Path) -> None:
    with Store(path) as store:
        game = store.add(begin("duel", seats("brawler", "brawler"), 3))
        session = store.open(game)
        assert not store.listed()[0].winner
        while session.go_on() is not None:
            pass
        assert store.listed()[0].winner == session.state.winner != ""
        session.rename("Over")
        assert store.listed()[0].winner == session.state.winner
        session.go(session.history[session.here].parent)
        assert not store.listed()[0].winner
        assert session.go_on() is not None  # the same again
        assert store.listed()[0].winner == session.state.winner


def test_a_file_of_the_first_layout_is_gone_on_with(path: Path) -> None:
    """That layout did not say who had won."""
    with Store(path) as store:
        game = store.add(begin("duel", seats("brawler", "brawler"), 3))
        session = store.open(game)
        left = session.go_on(), session.saved
    with sqlite3.connect(path) as base:
        base.execute("ALTER TABLE games DROP COLUMN winner")
        base.execute("PRAGMA user_version = 1")
    base.close()
    for _ in range(2):
        with Store(path) as store:
            assert store.read(game) == left[1]
    with Store(path) as store:
        session = store.open(game)
        while session.go_on() is not None:
            pass
        assert store.listed()[0].winner == session.state.winner


def test_nothing_is_kept_that_could_not_be_read_again(path: Path) -> None:
    nobody = Seat.model_construct(person=None, agent=None, leaves=("costs",))
    with Store(path) as store:
        session = store.open(kept(store))
        before = session.saved
        with pytest.raises(StoreError, match="a person's or an agent's"):
            session.seat("players", nobody)
        session.rename("Tuesday")
        assert session.saved == before.model_copy(update={"title": "Tuesday"})
    with pytest.raises(SeatError, match="only a person leaves choices"):
        Seat(agent="brawler").changed(leaves=("costs",))


def test_two_programs_do_not_overwrite_each_other(path: Path) -> None:
    with Store(path) as one, Store(path) as other:
        game = kept(one)
        first, second = one.open(game), other.open(game)
        play(first, Random(1), 1)
        before = second.saved
        with pytest.raises(StaleError, match="elsewhere"):
            second.rename("mine")
        assert second.saved == before
        assert one.read(game) == first.saved
        assert other.open(game).state == first.state


def test_removing_forgets_a_game_and_no_other(path: Path) -> None:
    with Store(path) as store:
        game, other = kept(store), kept(store)
        store.remove(game)
        assert [one.id for one in store.listed()] == [other]
        for ask in (store.read, store.open, store.remove):
            with pytest.raises(KeyError):
                ask(game)


def test_a_file_of_a_newer_version_is_refused_and_left_alone(path: Path) -> None:
    with Store(path) as store:
        kept(store)
    with sqlite3.connect(path) as base:
        base.execute(f"PRAGMA user_version = {LAYOUT + 1}")
    base.close()
    before = path.read_bytes()
    with pytest.raises(StoreError, match="newer version"):
        Store(path)
    assert path.read_bytes() == before


def test_what_is_no_such_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    path.write_bytes(b"not a database at all, but long enough to be looked at" * 40)
    with pytest.raises(StoreError, match="could not be opened"):
        Store(path)
    with pytest.raises(StoreError, match="could not be opened"):
        Store(tmp_path)


@pytest.mark.parametrize("layout", [0, 1, LAYOUT, 99])
def test_a_database_of_something_else_is_refused_and_left_alone(path: Path, layout: int) -> None:
    path.parent.mkdir(parents=True)
    with closing(sqlite3.connect(path)) as other:
        other.execute("CREATE TABLE mine (number INTEGER)")
        other.execute(f"PRAGMA user_version = {layout}")
    before = path.read_bytes()
    with pytest.raises(StoreError, match="something else"):
        Store(path)
    assert path.read_bytes() == before


def test_a_damaged_game_is_listed_as_such_and_the_others_are_read(path: Path) -> None:
    with Store(path) as store:
        game, other = kept(store), kept(store)
    with sqlite3.connect(path) as base:
        base.execute("UPDATE games SET head = '{\"title\": 3' WHERE id = ?", (game,))
    base.close()
    with Store(path) as store:
        rows = {one.id: one for one in store.listed()}
        assert rows[game].damage
        assert not rows[other].damage
        with pytest.raises(SaveError, match="damaged"):
            store.open(game)
        store.open(other)


def test_a_full_disk_takes_no_choice(path: Path) -> None:
    with Store(path) as store:
        game = kept(store)
        session = store.open(game)
        pages = store._base.execute("PRAGMA page_count").fetchone()[0]
        store._base.execute(f"PRAGMA max_page_count = {pages}")

        def fill() -> None:
            for seed in range(500):
                play(session, Random(seed), 1)
                session.undo()

        with pytest.raises(StoreError, match="could not be kept: database or disk is full"):
            fill()
        left = session.saved
        store._base.execute(f"PRAGMA max_page_count = {pages + 1000}")
        assert store.read(game) == left
        fill()
        assert store.read(game) == session.saved


def test_random_sessions_are_what_is_kept_of_them(path: Path) -> None:
    rng = Random(8)
    with Store(path) as store:
        game = kept(store, "duel")
        session = store.open(game)
        for _ in range(150):
            try:
                match rng.randrange(5):
                    case 0:
                        session.undo(session.here)
                    case 1:
                        session.redo(session.here)
                    case 2:
                        session.go(
                            rng.choice([0, *(one.number for one in session.history.entries)])
                        )
                    case _:
                        play(session, rng, 2)
            except SessionError:
                pass
            assert store.read(game) == session.saved
        assert store.open(game).state == session.state
