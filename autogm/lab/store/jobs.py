"""A job: battles of one scenario as plain data that any process can rebuild and play. Battles have
their own dice by number, so that it makes no difference who plays which of them, or how often a
part has to be played again because its worker died.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from threading import Lock
from typing import Any, NamedTuple

import numpy as np

from autogm.agents.base import Agent
from autogm.agents.playing import Recording, play_chunk
from autogm.agents.roster import seats
from autogm.game.contract import GM, PLAYERS, WINNERS
from autogm.game.plays import read_kept
from autogm.game.registry import CONFLICT, ReadFile
from autogm.lab.records import LEVELS, Batch, Lists, decisions_of, lists_of, rows_of
from autogm.lab.simulate import MOST_MEASURED, part_size
from autogm.model.version import version

PLAYS = 25
"""Plays of a part of a game that is no conflict."""


class JobError(RuntimeError):
    """A part that could not be played where it was sent, and why."""


@dataclass(frozen=True)
class Job:
    """What is played: the texts of the scenario by their paths, the first the scenario itself; who
    plays, as it was written; the seed; the line of the state that is played on from; how much is
    kept (`autogm.lab.records.LEVELS`); the version of the program that plays."""

    files: tuple[tuple[str, str], ...]
    agents: str | None
    seed: int
    start: str | None
    level: str
    version: str


class Ready(NamedTuple):
    """A job made ready to be played in this process."""

    found: ReadFile
    game: Any
    agents: tuple[Agent, Agent]
    start: Any
    lists: Lists

    @property
    def is_conflict(self) -> bool:
        """Whether it is a conflict, which compiled loops record."""
        return self.found.kind.name == CONFLICT


_lock = Lock()


def ready(job: Job) -> Ready:
    """The game and agents of a job, rebuilt from its texts; kept for the next part.

    Raises:
        JobError: where this process runs another version of the program.
    """
    if job.version != version():
        raise JobError(
            f"a worker runs autogm {version()}, and this is {job.version}: install the same version"
        )
    with _lock:
        return _made(job)


@lru_cache(maxsize=8)
def _made(job: Job) -> Ready:
    found = read_kept(dict(job.files))
    game: Any = found.game()
    conflict = found.kind.name == CONFLICT
    encounter = found.content if conflict else None
    players = seats(job.agents, found.kind.name, encounter)
    start = None if job.start is None else game.deserialize(job.start)
    return Ready(found, game, players, start, lists_of(game))


def size_of_parts(made: Ready) -> int:
    """How many battles a part has: of a conflict as many as where nothing is stored, so that
    whoever looks until enough is known looks as often."""
    return part_size(made.agents) if made.is_conflict else PLAYS


def parts(first: int, last: int, size: int) -> Iterator[tuple[int, int]]:
    """Battles `first` up to `last` in parts that begin at multiples of their size, wherever a run
    was interrupted."""
    while first < last:
        until = min(last, (first // size + 1) * size)
        yield first, until
        first = until


def play_part(job: Job, first: int, last: int) -> Batch:
    """The rows of battles `first` up to `last`, in any process.

    Raises:
        JobError: as `ready`.
    """
    made = ready(job)
    if made.is_conflict:
        keeps = Recording.ENDS if job.level == LEVELS[0] else Recording.EXCHANGES
        played = play_chunk(
            made.game, job.seed, first, last, made.agents, made.start,
            last <= MOST_MEASURED, keeps, reused=True,
        )  # fmt: skip
        batch = rows_of(made.game, played, job.level)
    else:
        batch = {"battles": _plays(made, job, first, last)}
    if job.level == "decisions":
        numbers = range(first, last)
        batch["decisions"] = decisions_of(made.game, job.seed, numbers, made.agents, made.start)
    return batch


def _plays(made: Ready, job: Job, first: int, last: int) -> dict[str, Any]:
    """A row for each play of a game of any kind, by the contract alone."""
    from autogm.lab.playouts import plays_of

    plays = plays_of(made.game, job.seed, first, last, made.agents, made.start)
    number = last - first
    none = np.full(number, -1)
    return {
        "battle": np.arange(first, last),
        "winner": np.array([WINNERS.index(one.winner) for one in plays]),
        "ending": np.array([one.ending or None for one in plays], object),
        "objective": none,
        "exchanges": none,
        "choices": np.array([one.steps for one in plays]),
        "rolls": none,
        "worth": np.array([one.worths[PLAYERS] for one in plays], float),
        "gm_worth": np.array([one.worths[GM] for one in plays], float),
        "luck_worth": np.full(number, np.nan),
        "fallen": np.zeros(number, int),
        "pool_gained": none,
        "pool_left": none,
    }
