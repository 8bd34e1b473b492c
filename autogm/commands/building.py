"""Telling a person that kernels are being compiled, and how far that is: a bar on a terminal, elsewhere
a line now and then.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from autogm.commands.frame import console, progress
from autogm.game.building import Progress, reported_to

BETWEEN_LINES = 10.0  # seconds


@contextmanager
def told() -> Iterator[None]:
    """Tell it while this lasts."""
    teller = _Teller()
    try:
        with reported_to(teller.tell):
            yield
    finally:
        teller.end()


class _Teller:
    """Tells what there is to tell, and nothing while there is nothing."""

    def __init__(self) -> None:
        self._began = self._last = 0.0
        self._bar: Any = None
        self._task: Any = None

    def tell(self, found: Progress) -> None:
        """How far it is."""
        now = time.monotonic()
        if not self._began:
            self._began = now
            progress(
                "Compiling what this needs for this machine, once for each version."
                if found.ours
                else "Another autogm is compiling what this needs."
            )
        if self._on_terminal():
            self._move(found)
        elif now - self._last >= BETWEEN_LINES:
            if self._last:
                progress(f"compiled {found.done} of {found.parts} parts")
            self._last = now
        if found.ours and found.done >= found.parts:
            self.end()

    def end(self) -> None:
        """Say that it is over, if it had begun."""
        if self._bar is not None:
            self._bar.stop()
            self._bar = None
        if self._began:
            progress(f"Compiled in {time.monotonic() - self._began:.0f} s.")
            self._began = self._last = 0.0

    def _on_terminal(self) -> bool:
        return console(stderr=True).is_terminal

    def _move(self, found: Progress) -> None:
        from rich.progress import BarColumn, TextColumn, TimeElapsedColumn
        from rich.progress import Progress as Bar

        if self._bar is None:
            self._bar = Bar(
                TextColumn("compiling"),
                BarColumn(),
                TextColumn("{task.percentage:>3.0f}%"),
                TimeElapsedColumn(),
                console=console(stderr=True),
                transient=True,
            )
            self._task = self._bar.add_task("", total=found.parts)
            self._bar.start()
        self._bar.update(self._task, completed=found.done, total=found.parts)
