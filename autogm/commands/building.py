"""Kernels and the person who waits for them: what a command needs is compiled before it goes on,
with a bar on a terminal and a line now and then elsewhere. What would be over sooner than that,
such as telling one battle of brawlers, is played interpreted, and compiling goes on in the
background.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from pkgutil import walk_packages
from typing import Any

from autogm.commands.frame import console, progress
from autogm.game.building import (
    Progress,
    build,
    build_ahead,
    build_in_background,
    is_built,
    reported_to,
    seconds_to_build,
)
from autogm.game.kernels import KERNELS, Kernel, interpret, runs_interpreted
from autogm.game.registry import kinds

COMPILED = ("autogm.agents", "autogm.engine", "autogm.planner", "autogm.scenes")
"""Packages that have kernels."""

BETWEEN_LINES = 10.0  # seconds
INTERPRETED_BATTLE = 0.013
"""Seconds that a battle of brawlers takes interpreted, by the square of its fighters: two of them
fight for a twentieth of a second, eleven for one and a half."""


def prepare(entries: Sequence[Any], shortcut: float | None = None) -> None:
    """Have entries compiled. `shortcut` says how many seconds what they are needed for would take
    interpreted; where compiling takes longer, they are left to another process."""
    if runs_interpreted() or is_built(entries):
        return
    if shortcut is not None and shortcut < seconds_to_build(entries):
        found = build_in_background(entries)
        far = "" if found.ours else f" ({found.done} of {found.parts} parts are done)"
        progress(
            f"Compiling for this machine goes on in the background{far}, once for each version; "
            "this is played without it meanwhile."
        )
        interpret()
        return
    with told():
        build(entries)


def prepare_everything() -> None:
    """Have all compiled that anything here may call."""
    if runs_interpreted():
        return
    with told():
        build_ahead(every_entry())


def every_entry() -> list[Kernel]:
    """The entries of this package and of the kinds of games that were installed beside it, in the
    order of their names."""
    for package in COMPILED:
        found = import_module(package)
        for one in walk_packages(found.__path__, f"{package}."):
            import_module(one.name)
    games = {kind.game.partition(":")[0] for kind in kinds().values()}
    for module in games:
        import_module(module)
    roots = {"autogm", *(module.partition(".")[0] for module in games)}
    ours = (one for name, one in sorted(KERNELS.items()) if name.partition(".")[0] in roots)
    return [one for one in ours if one.is_entry]


@contextmanager
def told() -> Iterator[None]:
    """Tell the person whatever is compiled while this lasts."""
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
                else "Another autogm is compiling for this machine; this one waits for it."
            )
        if console(stderr=True).is_terminal:
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
