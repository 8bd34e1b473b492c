"""Progress on stderr, on a terminal only."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn


@contextmanager
def battle_progress(total: int) -> Iterator[Callable[[int], None] | None]:
    """A bar over `total` battles; what it yields is told how many more are done."""
    console = Console(stderr=True)
    if not console.is_terminal:
        yield None
        return
    columns = (TextColumn("battles"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task("battles", total=total)
        yield lambda done: bar.update(task, advance=done)


@contextmanager
def status_line(words: str) -> Iterator[Callable[[str], None]]:
    """A line that says what is being done; what it yields changes it."""
    console = Console(stderr=True)
    if not console.is_terminal:
        yield lambda _: None
        return
    with console.status(words) as status:
        yield status.update
