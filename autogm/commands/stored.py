"""Storing the battles of `simulate` (`--out`), on this machine or a cluster, and the command
`export`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from autogm.commands.frame import (
    DONE,
    InputError,
    RunError,
    check_takes_files,
    progress,
    tell,
    terminable,
    unwritten,
)

if TYPE_CHECKING:
    from autogm.lab.store.base import Store, StoreError
    from autogm.lab.store.jobs import Job, Ready
    from autogm.lab.store.storing import Stored, Workers

STORES = (".duckdb", ".ddb", ".db")
"""How the files are called that battles are stored in, and read from."""


class Level(StrEnum):
    """How much is stored."""

    fighters = "fighters"
    exchanges = "exchanges"
    decisions = "decisions"


class Backend(StrEnum):
    """Who plays."""

    threads = "threads"
    dask = "dask"


class Format(StrEnum):
    """What tables are written as."""

    parquet = "parquet"
    csv = "csv"


Out = Annotated[
    Path | None,
    typer.Option(
        "--out",
        metavar="STORE",
        help="Store the battles, row by row, in a DuckDB file such as runs.duckdb; the same "
        "command goes on where it was stopped.",
        show_default=False,
    ),
]
Rows = Annotated[
    Level | None,
    typer.Option(
        "--rows",
        help="With --out, what is stored: a row for each battle and fighter, also for each "
        "exchange, also for each decision.",
        show_default="exchanges",
    ),
]
Where = Annotated[
    Backend | None,
    typer.Option("--backend", help="With --out, who plays.", show_default="threads"),
]
Scheduler = Annotated[
    str | None,
    typer.Option(
        "--scheduler",
        metavar="ADDRESS",
        help="With --backend dask, the cluster: tcp://192.168.0.5:8786.",
        show_default=False,
    ),
]


@dataclass(frozen=True)
class Storing:
    """What the command line says of storing."""

    out: Path | None = None
    rows: Level | None = None
    backend: Backend | None = None
    scheduler: str | None = None
    workers: int | None = None

    def check(self, scenarios: Sequence[Path]) -> None:
        """Refuses what does not go together, and to store battles in what is played.

        Raises:
            InputError: naming it.
        """
        given = {"rows": self.rows, "backend": self.backend, "scheduler": self.scheduler}
        for name, said in given.items():
            if said is not None and self.out is None:
                raise InputError(
                    f"--{name} is for stored battles: say where with --out runs.duckdb"
                )
        if self.backend is Backend.dask and self.scheduler is None:
            raise InputError("--backend dask needs --scheduler ADDRESS, such as tcp://host:8786")
        if self.backend is Backend.dask and self.workers is not None:
            raise InputError("--workers are threads here; a cluster has its own: leave it out")
        if self.scheduler is not None and self.backend is not Backend.dask:
            raise InputError("--scheduler is of a cluster: say --backend dask, too")
        if self.out is not None:
            _check_out(self.out, scenarios)

    def counted(
        self, texts: Mapping[str, str], names: Mapping[str, str], number: int, seed: int,
        start: str | None, *, name: str = "as it is", each: bool = False,
        until: float | None = None,
    ) -> tuple[Any, int]:  # fmt: skip
        """A scenario played and stored, `until` the players' share is known to so much: what the
        store then says of it (None: nothing is stored), and the exit code; with who won `each`
        battle.

        Raises:
            InputError: as `opened`.
            RunError: where something fails.
        """
        from autogm.agents.battles import MAX_BATTLES
        from autogm.lab.store.counted import playouts_of, simulation_of

        if number > MAX_BATTLES:
            raise InputError(
                f"a run has at most {MAX_BATTLES:,} battles, not {number:,}; another seed makes "
                "another run"
            )
        job = job_of(texts, names, seed, start, self.rows or Level.exchanges)
        with opened(self) as (store, workers):
            done, made, seconds, leave = stored(store, workers, job, number, name, until)
            if not done.done:
                return None, leave
            if made.is_conflict:
                found = simulation_of(
                    store, done.run, job, made, done.told, seconds, each=each, z=done.z
                )
                asked = number if until is None or leave != DONE else found.battles
                return replace(found, asked=asked, played=done.played), leave
            return playouts_of(store, done.run, job, made, number, seconds), leave


def _check_out(out: Path, scenarios: Sequence[Path]) -> None:
    """Refuses to store battles in what is played, or under a name that no store has.

    Raises:
        InputError: saying what would do.
    """
    from autogm.model.library import find

    if any(find(one).resolve() == out.resolve() for one in scenarios):
        raise InputError(f"--out: {out} is what is played; name a file such as runs.duckdb")
    if out.suffix.lower() not in STORES:
        right = out.with_suffix(".duckdb")
        raise InputError(f"--out stores battles in a DuckDB file: write --out {right}")
    if not out.exists() and out.parent.is_dir():
        check_takes_files(out.parent)


def job_of(
    files: Mapping[str, str], names: Mapping[str, str], seed: int, start: str | None, rows: Level
) -> Job:
    """What is played, as plain data; agents by their full names."""
    from autogm.lab.store.jobs import Job
    from autogm.model.version import version

    agents = ",".join(f"{who}={name}" for who, name in names.items())
    return Job(tuple(files.items()), agents, seed, start, rows.value, version())


def of_store(error: StoreError) -> InputError | RunError:
    """What to raise where a store cannot be used."""
    return (InputError if error.bad_input else RunError)(str(error))


@contextmanager
def opened(asked: Storing) -> Iterator[tuple[Store, Workers]]:
    """The store that battles go to, and who plays.

    Raises:
        InputError: for a file that is no store, or of another version, and a scheduler that does
            not answer.
        RunError: where something fails.
    """
    from autogm.lab.store.base import Store, StoreError
    from autogm.lab.store.storing import cluster, threads

    assert asked.out is not None
    try:
        with Store(asked.out) as store:
            if asked.backend is Backend.dask:
                with cluster(asked.scheduler or "") as workers:
                    yield store, workers
            else:
                yield store, threads(asked.workers)
    except StoreError as error:
        raise of_store(error) from None


def stored(
    store: Store, workers: Workers, job: Job, number: int, name: str, until: float | None = None
) -> tuple[Stored, Ready, float, int]:
    """Battles played and stored with progress on stderr: the run, the game, the seconds that it
    took, and the exit code.

    Raises:
        RunError: where a worker cannot play.
    """
    import time

    from autogm.commands.counting import expected
    from autogm.lab.progress import battle_progress, counted_battles
    from autogm.lab.store.jobs import JobError, ready
    from autogm.lab.store.storing import store_battles

    made = ready(job)
    began, leave = time.perf_counter(), DONE
    with terminable() as stopped, battle_progress(expected(number, until), progress) as told:
        try:
            found = store_battles(
                store,
                job,
                made,
                number,
                name=name,
                workers=workers,
                progress=told,
                until=until,
                expects=(lambda _: None) if until is None else told.expect,
            )
        except JobError as error:
            raise RunError(str(error)) from None
        if found.interrupted:
            leave = stopped()
    seconds = time.perf_counter() - began
    before = found.done - found.played
    if before:
        went = "all of them" if before >= number else counted_battles(before)
        tell("stored", f"{went} before; {counted_battles(found.played)} played now", "dim")
    if leave != DONE:
        tell(
            "interrupted",
            f"{counted_battles(found.done)} of {number:,} are stored in {store.path}; the same "
            "command goes on",
            "bold red",
        )
    else:
        tell("stored", f"run {found.run} in {store.path}", "green")
    return found, made, seconds, leave


def export(
    store: Annotated[
        Path, typer.Argument(metavar="STORE", help="A file that `simulate --out` made.")
    ],
    to: Annotated[
        Path,
        typer.Option("--to", metavar="FOLDER", help="The folder that the tables are written to."),
    ],
    form: Annotated[
        Format, typer.Option("--format", help="What the tables are written as.")
    ] = Format.parquet,
) -> None:
    """Write the tables of stored battles as Parquet or CSV, a file for each."""
    from autogm.lab.store.base import Store, StoreError

    if to.exists() and not to.is_dir():
        raise InputError(f"--to: {to} is a file; name a folder for the tables")
    try:
        with Store(store, read_only=True) as found:
            try:
                to.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise InputError(f"--to: {to} cannot be made: {error.strerror}") from None
            counted = found.export(to, form.value)
    except StoreError as error:
        raise of_store(error) from None
    except OSError as error:
        raise unwritten(Path(error.filename or to), error) from None
    rows = ", ".join(f"{number:,} {name}" for name, number in counted.items() if number)
    tell("written", f"{rows or 'empty tables'} to {to}", "green")
