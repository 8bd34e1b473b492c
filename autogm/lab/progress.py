"""Progress on stderr: moving on a terminal, a line now and then elsewhere."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event, Thread

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from autogm.view.words.grammar import counted

EVERY = 10.0
"""Seconds between lines where there is no terminal."""


@contextmanager
def battle_progress(
    total: int, tell: Callable[[str], None], every: float = EVERY
) -> Iterator[Callable[[int], None]]:
    """Progress over `total` battles; what it yields is told how many more are done. It is a bar on
    a terminal; elsewhere `tell` gets a line every so many seconds."""
    console = Console(stderr=True)
    if not console.is_terminal:
        over = 0

        def advance(more: int) -> None:
            nonlocal over
            over += more

        with _lines(lambda seconds: progress_words(over, total, seconds), tell, every):
            yield advance
        return
    columns = (TextColumn("battles"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task("battles", total=total)
        yield lambda done: bar.update(task, advance=done)


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


def progress_words(done: int, total: int, seconds: float) -> str:
    """How far a simulation is, and how much longer it takes at that pace."""
    words = f"{done:,} of {counted_battles(total)} after {duration(seconds)}"
    if not done:
        return words
    return f"{words}; about {duration(seconds / done * (total - done))} more"


def counted_battles(number: int) -> str:
    """So many battles."""
    return f"{number:,} battle{'' if number == 1 else 's'}"


def duration(seconds: float) -> str:
    """A time in words, in the unit that fits: `40 seconds`, `25 minutes`, `three hours`."""
    for unit, size in (("hour", 3600.0), ("minute", 60.0)):
        if seconds >= 1.5 * size:
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
        with console.status(words) as status:
            yield status.update
        return

    if tell is None:
        yield lambda _: None
        return

    def change(now: str) -> None:
        nonlocal words
        words = now

    with _lines(lambda seconds: f"{words}, after {duration(seconds)}", tell, every):
        yield change
