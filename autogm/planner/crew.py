"""Lines followed side by side, each on a thread of its own. Those who follow them share a judge and
a table of what is known, so that nobody looks at what another has seen; what they find is taken in
the order in which it was asked, and as much of it as the budget would have allowed one who had
followed all of them one after another. So a crew of any size comes to the same choice within the
same budget; only a time limit reaches farther with more threads.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from functools import partial
from queue import SimpleQueue
from typing import NamedTuple

from autogm.engine.game import State
from autogm.planner.tactician import NO_LIMIT, Tactician

SLOW, ENOUGH = 100_000.0, 1_000
"""Positions that are looked at in a second at least, as long as not enough of them were to tell."""


@dataclass
class Purse:
    """What a search may still take: positions, and of those that are not known as many as its
    threads will look at within its seconds."""

    budget: int
    seconds: float | None
    threads: int
    began: float = field(default_factory=time.perf_counter)
    spent: int = 0
    looked: int = 0

    def room(self) -> int:
        """How many positions are left."""
        return self.budget - self.spent

    def looks(self) -> int:
        """How many may be looked at on one thread from now on."""
        if self.seconds is None:
            return NO_LIMIT
        passed = time.perf_counter() - self.began
        speed = self.looked / passed / self.threads if self.looked >= ENOUGH else SLOW
        return int(speed * (self.seconds - passed))

    def pay(self, positions: int, looked: int) -> None:
        """Count what was taken."""
        self.spent, self.looked = self.spent + positions, self.looked + looked


class Look(NamedTuple):
    """What a line comes to (u), how many positions that took, known ones counted, how many were
    really looked at, and whether no more than might have been."""

    worth: float
    positions: int
    looked: int
    in_time: bool


class Crew:
    """A tactician and, for more than one thread, as many partners as it takes."""

    def __init__(self, tactician: Tactician, threads: int = 1) -> None:
        self.threads = threads
        self._all = [tactician, *(tactician.partner() for _ in range(threads - 1))]
        self._pool = ThreadPoolExecutor(threads) if threads > 1 else None
        self._idle: SimpleQueue[Tactician] = SimpleQueue()
        for one in self._all:
            self._idle.put(one)

    def follow(
        self, state: State, places: Sequence[int], turns: int, purse: Purse
    ) -> Iterator[float]:
        """What the legal actions number `places` come to (u), `turns` turns after their own, in
        that order, each paid from the purse. Ends before the first that there is not enough for."""
        calls = [partial(self._look, state, place, turns, purse) for place in places]
        asked = [self._pool.submit(call) for call in calls] if self._pool else []
        try:
            for take in [one.result for one in asked] or calls:
                if min(purse.room(), purse.looks()) <= 0:
                    return
                look = take()
                whole = look.in_time and look.positions <= purse.room()
                purse.pay(min(look.positions, purse.room()), look.looked)
                if not whole:
                    return
                for tactician in self._all if asked else ():
                    tactician.limit(purse.room())
                yield look.worth
        finally:
            self._end(asked)

    def _look(self, state: State, place: int, turns: int, purse: Purse) -> Look:
        """Follow one line with whoever is idle. What is left in the purse now is at least what will
        be when its turn to pay has come."""
        tactician, looks = self._idle.get(), purse.looks()
        try:
            worth = tactician.deepen(state, place, turns, purse.room(), looks)
            found = Look(worth, tactician.positions, tactician.looked, tactician.looked <= looks)
        finally:
            self._idle.put(tactician)
        return found

    def _end(self, asked: Sequence[Future[Look]]) -> None:
        """Begin none of these any more, and wait until all have ended that were begun."""
        begun = [one for one in asked if not one.cancel()]
        if not all(one.done() for one in begun):
            for tactician in self._all:
                tactician.limit(0)
        wait(begun)
