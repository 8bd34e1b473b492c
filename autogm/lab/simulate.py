"""Many battles of one conflict, from its beginning or from a state on: who wins how often, how long
it takes, what it costs. The same seed gives the same numbers with any number of workers, since
every battle has dice of its own.
"""

from __future__ import annotations

import time
import warnings
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

import numpy as np

from autogm.agents import battles, counting
from autogm.agents.base import Agent
from autogm.agents.choose import BRAWLER, RANDOM
from autogm.agents.playing import Chunk, Recording, check_start, numbers_of, play_chunk
from autogm.agents.seated import names_of_agents
from autogm.analysis.intervals import Z95, Mean, Share, mean_of, wilson
from autogm.analysis.looks import Looks
from autogm.analysis.luck import controls
from autogm.analysis.outcomes import Outcomes
from autogm.analysis.pairs import Results
from autogm.analysis.verdict import Heroes, Verdict, verdict
from autogm.engine.codes import POOL, UNDECIDED_WIN
from autogm.engine.event_names import REASONS
from autogm.engine.game import Game
from autogm.engine.layout import TALLIES
from autogm.engine.state import State
from autogm.game.building import cores
from autogm.game.loop import OUTSIDE
from autogm.lab.ends import Ends, ends_of, heroes_in, heroes_of, still_here
from autogm.model.words import SEVERITIES, SIDES

CHUNK, THINKING_CHUNK, ASKED_CHUNK = 500, 8, 1
"""Battles per chunk: for agents who do not think; for those who do so in kernels; and for others,
who may take minutes for one battle."""
MOST_MEASURED = 10_000
"""Battles of which the course is kept, so that memory does not grow with all of them."""
Array = np.ndarray[Any, Any]


@dataclass(frozen=True)
class FighterCount:
    """What happened to one fighter over all battles. Means are per battle: `boxes` of stress
    that it marked, `hits` that it dealt, `damage` their shifts. `hero`: it is one of
    `Simulation.heroes`; `here`: it has not gone for good before the first battle begins."""

    id: str
    name: str
    side: str
    hero: bool
    here: bool
    taken_out: Share
    conceded: Share
    left: Share
    boxes: Mean
    consequences: dict[str, Mean]
    hits: Mean
    damage: Mean
    points_spent: dict[str, Mean]
    points_gained: Mean

    def as_dict(self) -> dict[str, Any]:
        """As plain data."""
        return {
            "name": self.name,
            "side": self.side,
            "hero": self.hero,
            "taken_out": self.taken_out.as_dict(),
            "conceded": self.conceded.as_dict(),
            "left": self.left.as_dict(),
            "boxes": self.boxes.as_dict(),
            "consequences": _plain(self.consequences),
            "hits": self.hits.as_dict(),
            "damage": self.damage.as_dict(),
            "points_spent": _plain(self.points_spent),
            "points_gained": self.points_gained.as_dict(),
        }


@dataclass(frozen=True, kw_only=True)
class Simulation(Outcomes):
    """The counts of a simulation; `pool` is what the GM's pool was spent on, per battle. Only what
    came after the first state is counted; `exchanges` are numbered from the beginning of the
    conflict: quantiles, and the mean with its interval. `heroes` are those of the players' side who
    could still be taken out, if there are any; `winners` has the number of the side that won each
    battle, `lengths` the exchange in which it ended. Where battles were measured, `luck` and
    `course` are what `autogm.agents.measured` noted of the first of them; `sides` has the number of
    the side of each whose luck it is. Intervals take `z` standard errors: more than usual where one
    has looked often (`autogm.analysis.looks`). `seconds` went by while so many were `played` (None:
    all of them)."""

    exchanges: dict[str, float | None]
    heroes: Heroes | None
    fighters: tuple[FighterCount, ...]
    pool: dict[str, Mean]
    seconds: float
    z: float = Z95
    played: int | None = field(default=None, compare=False)
    winners: bytes = field(default=b"", repr=False, compare=False)
    lengths: bytes = field(default=b"", repr=False, compare=False)
    sides: tuple[int, ...] = field(default=(), repr=False, compare=False)
    luck: Array | None = field(default=None, repr=False, compare=False)
    course: Array | None = field(default=None, repr=False, compare=False)

    @property
    def verdict(self) -> Verdict:
        """How hard the conflict is for the players."""
        return verdict(self.wins["players"], self.undecided, self.battles, self.heroes, self.z)

    @property
    def results(self) -> Results:
        """Who won each battle, with the luck of its dice where all were measured."""
        if self.luck is None or len(self.luck) != len(self.winners):
            return Results(self.winners)
        return Results(self.winners, controls(self.luck, self.sides))

    @property
    def battles_per_second(self) -> float | None:
        """Battles per second of wall-clock time, all workers together; none where none was played
        in that time, since all were stored."""
        played = self.battles if self.played is None else self.played
        return played / self.seconds if played and self.seconds > 0 else None

    def as_dict(self) -> dict[str, Any]:
        """As plain data."""
        pace = self.battles_per_second
        return {
            **self.ends(),
            "verdict": self.verdict.as_dict(),
            "heroes": None if self.heroes is None else self.heroes.as_dict(),
            "exchanges": self.exchanges,
            "fighters": {one.id: one.as_dict() for one in self.fighters},
            "pool": _plain(self.pool),
            "seconds": round(self.seconds, 6),
            "battles_per_second": None if pace is None else round(pace, 1),
        }


class Stopped(KeyboardInterrupt):
    """A simulation that was interrupted; `found` counts the battles before the first that was not
    over."""

    def __init__(self, found: Simulation) -> None:
        super().__init__(f"stopped after {found.battles} of {found.asked} battles")
        self.found = found


def simulate(
    game: Game,
    count: int,
    seed: int,
    agents: tuple[Agent, Agent],
    *,
    start: State | None = None,
    workers: int | None = None,
    progress: Callable[[int], None] | None = None,
    until: float | None = None,
    measures: bool = False,
    seen: Callable[[Chunk], None] | None = None,
    over: Callable[[], bool] | None = None,
    expects: Callable[[int], None] = lambda _: None,
) -> Simulation:
    """Play `count` battles on `workers` threads (all cores, if none are given), each from `start`
    on, or from the beginning. `progress` is told the number of battles of each finished part. With
    `until` fewer are played where half the interval of the players' share is that narrow before;
    intervals are then those of `autogm.analysis.looks`, which hold though one has looked often, and
    `expects` is told after each part how many battles it will take, as far as one knows. Where it
    `measures`, the luck of the dice and the course of the first `MOST_MEASURED` battles are noted;
    nobody plays otherwise for it. `seen` is shown each part in turn, recorded. `over` is asked
    after each part whether the time for more is over; what is asked for stays `count` then.

    Raises:
        ValueError: as `check`.
        Stopped: when it is interrupted and some battles are over.
    """
    check(game, count, start)
    size = part_size(agents)
    threads = max(1, min(workers or cores(), -(-count // size)))
    firsts = range(0, count, size)
    began = time.perf_counter()
    parts = [(first, min(first + size, count)) for first in firsts]
    done = _played(game, seed, parts, agents, start, threads, measures, seen is not None)
    luck, course = list[Array](), list[Array]()
    results = np.zeros((count, battles.RESULT_COLUMNS), np.int64)
    so_far = _SoFar()
    looks = None if until is None else Looks(until)

    def found(asked: int = count) -> Simulation:
        seconds, z = time.perf_counter() - began, Z95 if looks is None else looks.z
        sums = np.zeros(1, TALLIES)[0]
        sums["count"], sums["squares"] = so_far.tallies, so_far.squares
        ends = ends_of(results[: so_far.battles])
        counted = summary(game, seed, agents, start, ends, asked, sums, seconds, z)
        if measures:
            noted = slice(so_far.measured)
            counted = replace(counted, luck=np.concatenate(luck[noted]),
                              course=np.concatenate(course[noted]))  # fmt: skip
        return counted if start is None else replace(counted, state=game.serialize(start))

    try:
        for chunk in done:
            results[so_far.battles : so_far.battles + len(chunk.results)] = chunk.results
            if chunk.luck is not None and chunk.course is not None:
                luck.append(chunk.luck)
                course.append(chunk.course)
            so_far = so_far.and_then(chunk, len(course))
            if seen is not None:
                seen(chunk)
            if progress is not None:
                progress(len(chunk.results))
            known = looks is not None and looks.enough(so_far.won, so_far.battles)
            if known or (over is not None and over()):
                with warnings.catch_warnings():
                    warnings.simplefilter("ignore")  # about parts that were begun already
                    done.close()
                return found(so_far.battles if known else count)
            if looks is not None:
                expects(min(count, looks.expected(so_far.won, so_far.battles)))
    except KeyboardInterrupt:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # about parts that were played and not counted
            done.close()
        if not so_far.battles:
            raise
        raise Stopped(found()) from None
    return found()


def check(game: Game, count: int, start: State | None = None) -> None:
    """Whether so many battles can be played, from a state on or from the beginning.

    Raises:
        ValueError: for fewer than one battle, or more than `battles.MAX_BATTLES`; and for a start
            of another conflict, or one at which it is over.
    """
    if not 1 <= count <= battles.MAX_BATTLES:
        most = battles.MAX_BATTLES
        raise ValueError(f"between 1 and {most:,} battles can be played, not {count:,}")
    check_start(game, start)


class _SoFar(NamedTuple):
    """What the parts came to that are over: how many battles, how many of them the players won,
    their sums, and how many parts were measured. It is replaced as a whole, so that an interrupt
    leaves all of a part or nothing of it."""

    battles: int = 0
    won: int = 0
    tallies: Any = 0
    squares: Any = 0
    measured: int = 0

    def and_then(self, chunk: Chunk, measured: int) -> _SoFar:
        """With one more."""
        won = int((chunk.results[:, battles.R_WINNER] == 1).sum())
        return _SoFar(self.battles + len(chunk.results), self.won + won,
                      self.tallies + chunk.tallies, self.squares + chunk.squares,
                      measured)  # fmt: skip


def part_size(agents: tuple[Agent, Agent]) -> int:
    """How many battles are played at a time, between two looks at what they came to."""
    numbers = numbers_of(agents)
    if OUTSIDE in numbers:
        return ASKED_CHUNK
    return CHUNK if {RANDOM, BRAWLER}.issuperset(numbers) else THINKING_CHUNK


def _played(
    game: Game,
    seed: int,
    parts: Sequence[tuple[int, int]],
    agents: tuple[Agent, Agent],
    start: State | None,
    threads: int,
    measures: bool,
    recorded: bool,
) -> Generator[Chunk]:
    """Parts of the battles, counted, in order, and the first of them measured."""
    told = [(first, last, measures and last <= MOST_MEASURED) for first, last in parts]
    keeps = Recording.EXCHANGES if recorded else Recording.NOTHING
    if len(parts) == 1:
        return (play_chunk(game, seed, a, b, agents, start, noted, keeps) for a, b, noted in told)
    from joblib import Parallel, delayed  # a tenth of a second, for more than one part

    played: Generator[Chunk] = Parallel(n_jobs=threads, prefer="threads", return_as="generator")(
        delayed(play_chunk)(game, seed, first, last, agents, start, noted, keeps)
        for first, last, noted in told
    )
    return played


def summary(
    game: Game,
    seed: int,
    agents: tuple[Agent, Agent],
    start: State | None,
    ends: Ends,
    asked: int,
    sums: Any,
    seconds: float,
    z: float = Z95,
) -> Simulation:
    """A simulation from how its battles ended and the sums of what they counted (`TALLIES`)."""
    count = int(ends.number.sum())
    winners, exchanges = ends.winners, ends.exchanges
    total, squares = (int((ends.number * one).sum()) for one in (exchanges, exchanges * exchanges))
    quantiles = {name: ends.quantile(int(name[1:]) / 100)
                 for name in ("p10", "p25", "p50", "p75", "p90")}  # fmt: skip
    alone = len(winners) == count
    here = still_here(game, start)
    heroes = heroes_of(game.encounter, here)
    return Simulation(
        battles=count,
        asked=asked,
        seed=seed,
        agents=names_of_agents(agents),
        wins={
            "players": wilson(ends.count(winners == 1), count, z),
            "gm": wilson(ends.count(winners == 2), count, z),
        },
        undecided=wilson(ends.count(winners == UNDECIDED_WIN), count, z),
        exchanges={**quantiles, **mean_of(total, squares, count, z).as_dict()},
        heroes=heroes_in(game, heroes, ends, z),
        fighters=tuple(
            _fighter(game, index, _Row(sums, index, count, z), index in heroes, index in here)
            for index, one in enumerate(game.encounter.fighters)
            if one.part_of is None
        ),
        pool=_Row(sums, POOL, count, z).spent(),
        seconds=seconds,
        z=z,
        winners=winners.astype(np.int8).tobytes() if alone else b"",
        lengths=exchanges.astype(np.uint8).tobytes() if alone else b"",
        sides=tuple(SIDES.index(one.side) for one in game.encounter.fighters),
    )


@dataclass(frozen=True)
class _Row:
    """The counts of one fighter, or of the GM's pool, over a number of battles; its intervals take
    `z` standard errors."""

    sums: Any
    who: int
    battles: int
    z: float

    def share(self, column: int) -> Share:
        """The share of battles in which something happened that can happen once."""
        return wilson(int(self.sums["count"][self.who, column]), self.battles, self.z)

    def mean(self, column: int) -> Mean:
        """How often something happened in a battle."""
        total, squares = (int(self.sums[name][self.who, column]) for name in ("count", "squares"))
        return mean_of(total, squares, self.battles, self.z)

    def spent(self) -> dict[str, Mean]:
        """Points spent, by what on."""
        return {
            words: self.mean(counting.T_SPENT + reason)
            for reason, words in REASONS.items()
            if self.sums["count"][self.who, counting.T_SPENT + reason]
        }


def _fighter(game: Game, index: int, row: _Row, hero: bool, here: bool) -> FighterCount:
    fighter = game.encounter.fighters[index]
    severities = enumerate(SEVERITIES)
    return FighterCount(
        id=fighter.id,
        name=fighter.name,
        side=fighter.side,
        hero=hero,
        here=here,
        taken_out=row.share(counting.T_OUT),
        conceded=row.share(counting.T_CONCEDED),
        left=row.share(counting.T_LEFT),
        boxes=row.mean(counting.T_BOXES),
        consequences={name: row.mean(counting.T_MILD + n) for n, name in severities},
        hits=row.mean(counting.T_HITS),
        damage=row.mean(counting.T_DAMAGE),
        points_spent=row.spent(),
        points_gained=row.mean(counting.T_GAINED),
    )


def _plain(means: dict[str, Mean]) -> dict[str, dict[str, float | None]]:
    return {name: one.as_dict() for name, one in means.items()}
