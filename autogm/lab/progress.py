"""Progress on stderr: moving on a terminal, a line now and then elsewhere."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import pairwise
from threading import Event, Lock, Thread

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    Task,
    TaskID,
    TextColumn,
)
from rich.text import Text

from autogm.view.words.grammar import counted, counted_of

EVERY = 10.0
"""Seconds between lines where there is no terminal."""
KEPT = 3
"""The least number of moments that a pace is judged by."""


class Pace:
    """How fast battles go, and how much longer the rest of `total` takes, by a clock in seconds.
    What counts is the last third of the time, so that the estimate follows when battles come to
    take longer. While some are under way the time left shrinks, until they take longer than any of
    those that count."""

    def __init__(self, total: int, clock: Callable[[], float] = time.monotonic) -> None:
        self.total, self.done = total, 0
        self._clock = clock
        self._told = [(clock(), 0)]

    def advance(self, more: int) -> None:
        """So many more are done."""
        self.done += more
        self._told.append((self._clock(), self.done))
        late = _late(self._told[0][0], self._told[-1][0])
        while len(self._told) > KEPT and self._told[2][0] <= late:
            del self._told[1]  # the first is the beginning

    @property
    def seconds(self) -> float:
        """The time since the beginning."""
        return self._clock() - self._told[0][0]

    def left(self) -> float | None:
        """How many seconds the rest takes; None before the first is done."""
        told = list(self._told)  # as it is now: another thread may add to it meanwhile
        (began, _), (last, over) = told[0], told[-1]
        if not over:
            return None
        place = max(n for n, (when, _) in enumerate(told[:-1]) if when <= _late(began, last))
        later = told[place:]
        spent, done = last - later[0][0], over - later[0][1]
        longest = max(one[0] - before[0] for before, one in pairwise(later))
        since = self._clock() - last
        overdue = max(0.0, since - longest)
        return max(0.0, (spent + overdue) / done * (self.total - over) - (since - overdue))


def _late(began: float, last: float) -> float:
    """When the last third of the time began, up to the last that was done."""
    return last - (last - began) / 3


class Going:
    """How far battles are, to be told: called with how many more are done, by any thread; `expect`
    says that another number of them is expected in all."""

    def __init__(self, pace: Pace, bar: Progress | None = None, task: TaskID | None = None) -> None:
        self._pace, self._bar, self._task = pace, bar, task
        self._one_at_a_time = Lock()

    def __call__(self, more: int) -> None:
        """So many more are done."""
        with self._one_at_a_time:
            self._pace.advance(more)
        if self._bar is not None and self._task is not None:
            self._bar.update(self._task, advance=more)

    def expect(self, total: int) -> None:
        """So many are done in the end, as far as one knows."""
        self._pace.total = total
        if self._bar is not None and self._task is not None:
            self._bar.update(self._task, total=total)


@contextmanager
def battle_progress(
    total: int, tell: Callable[[str], None], every: float = EVERY, what: str = "battle"
) -> Iterator[Going]:
    """Progress over `total` battles, or `what` else is counted; what it yields is told how many
    more are done. It is a bar on a terminal; elsewhere `tell` gets a line every so many seconds."""
    console, pace = Console(stderr=True), Pace(total)
    if not console.is_terminal:
        with _lines(lambda _: progress_words(pace, what), tell, every):
            yield Going(pace)
        return
    columns = (TextColumn(f"{what}s"), BarColumn(), MofNCompleteColumn(), _Left(pace))
    with Progress(*columns, console=console, transient=True) as bar:
        yield Going(pace, bar, bar.add_task(what, total=total))


class _Left(ProgressColumn):
    """How much longer it takes."""

    max_refresh = 0.5

    def __init__(self, pace: Pace) -> None:
        super().__init__()
        self._pace = pace

    def render(self, task: Task) -> Text:
        """In words."""
        return Text(left_words(self._pace))


@contextmanager
def _lines(
    words: Callable[[float], str], tell: Callable[[str], None], every: float
) -> Iterator[None]:
    """Lines about the seconds passed, from a thread of their own, so that they come whatever takes
    its time."""
    began, over = time.monotonic(), Event()

    def say() -> None:
        while not over.wait(every):
            tell(words(time.monotonic() - began))

    teller = Thread(target=say, daemon=True)
    teller.start()
    try:
        yield
    finally:
        over.set()
        teller.join()


def progress_words(pace: Pace, what: str = "battle") -> str:
    """How far a simulation is, and how much longer it takes at that pace."""
    words = f"{pace.done:,} of {counted_battles(pace.total, what)} after {duration(pace.seconds)}"
    left = left_words(pace)
    return f"{words}; {left}" if left else words


def left_words(pace: Pace) -> str:
    """How much longer it takes; nothing where that is not known yet."""
    left = pace.left()
    return "" if left is None else f"about {duration(left)} more"


def counted_battles(number: int, what: str = "battle") -> str:
    """So many battles, or what else is counted."""
    return counted_of(number, what)


def duration(seconds: float) -> str:
    """A time in words, in the unit that fits: `40 seconds`, `25 minutes`, `three hours`."""
    for unit, size in (("hour", 3600.0), ("minute", 60.0)):
        if seconds >= 2 * size:
            return f"{counted(round(seconds / size))} {unit}s"
    whole = max(1, round(seconds))
    return f"{counted(whole)} second{'' if whole == 1 else 's'}"


@contextmanager
def status_line(
    words: str, tell: Callable[[str], None] | None = None, every: float = EVERY
) -> Iterator[Callable[[str], None]]:
    """A line that says what is being done; calling what it yields changes the line. Off a terminal
    `tell`, if there is one, gets it every so many seconds."""
    console = Console(stderr=True)
    if console.is_terminal:
        with console.status(Text(words)) as status:
            yield lambda now: status.update(Text(now))
        return

    if tell is None:
        yield lambda _: None
        return

    def change(now: str) -> None:
        nonlocal words
        words = now

    with _lines(lambda seconds: f"{words}, after {duration(seconds)}", tell, every):
        yield change
