"""Search threads: lines expanded side by side, each on a thread of its own. The threads share
parameters and a transposition table, so that none repeats another's work. Results are taken in the
order in which they were asked for, and only as many as the budget would have allowed one thread
that expands them all in turn. So any number of search threads makes the same choice within the same
node budget; only with a time limit do more threads reach farther.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from functools import partial
from queue import SimpleQueue
from typing import NamedTuple

from autogm.engine.state import State
from autogm.planner.turn.tactician import NO_LIMIT, Tactician

SLOW, ENOUGH = 100_000.0, 1_000
"""At least `SLOW` positions a second are assumed until `ENOUGH` were expanded to measure the
speed."""


@dataclass
class BeamBudget:
    """What a search may still take: positions, and, of those not in the transposition table, as
    many as one thread expands until its seconds are over, at the speed measured so far."""

    budget: int
    seconds: float | None = None
    began: float = field(default_factory=time.perf_counter)
    spent: int = 0
    looked: int = 0
    thought: float = 0.0

    def room(self) -> int:
        """How many positions are left."""
        return self.budget - self.spent

    def looks(self) -> int:
        """How many positions one thread may still expand."""
        if self.seconds is None:
            return NO_LIMIT
        speed = self.looked / self.thought if self.looked >= ENOUGH else SLOW
        return int(speed * (self.seconds - (time.perf_counter() - self.began)))

    def pay(self, positions: int, looked: int, seconds: float) -> None:
        """Count positions taken, and the seconds that one thread spent on them."""
        self.spent, self.looked = self.spent + positions, self.looked + looked
        self.thought += seconds

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing left for another line."""
        return min(self.room(), self.looks()) <= 0


class Look(NamedTuple):
    """The utility of a line, the positions it took with those of the transposition table counted,
    how many of them were expanded, in how many seconds, and whether that was within the time
    limit."""

    worth: float
    positions: int
    looked: int
    seconds: float
    in_time: bool


class SearchThreads:
    """A tactician and, for more than one thread, as many partners as it takes, for one search at a
    time."""

    def __init__(self, tactician: Tactician, threads: int = 1) -> None:
        self._all = [tactician, *(tactician.partner() for _ in range(threads - 1))]
        self._pool = ThreadPoolExecutor(threads) if threads > 1 else None
        self._idle: SimpleQueue[Tactician] = SimpleQueue()
        for one in self._all:
            self._idle.put(one)

    def expand(
        self, state: State, places: Sequence[int], turns: int, node_budget: BeamBudget
    ) -> Iterator[float]:
        """The utilities of the legal actions number `places`, `turns` turns after their own, in
        that order, each paid from the node budget. Ends before the first that the budget does not
        cover."""
        asked: list[Future[Look]] = []
        calls = [partial(self._look, state, place, turns, node_budget) for place in places]
        try:
            if self._pool and not node_budget.is_empty:
                asked.extend(self._pool.submit(call) for call in calls)
            for take in [one.result for one in asked] or calls:
                if node_budget.is_empty:
                    return
                look = take()
                whole = look.in_time and look.positions <= node_budget.room()
                node_budget.pay(min(look.positions, node_budget.room()), look.looked, look.seconds)
                if not whole:
                    return
                if asked:
                    self._allow(node_budget.room())
                yield look.worth
        finally:
            self._end(asked)

    def _look(self, state: State, place: int, turns: int, node_budget: BeamBudget) -> Look:
        """Expand one line with an idle tactician. The node budget left now is at least what will be
        left when its turn to pay comes."""
        tactician, looks, began = self._idle.get(), node_budget.looks(), time.perf_counter()
        try:
            worth = tactician.deepen(state, place, turns, node_budget.room(), looks)
            seconds = time.perf_counter() - began
            in_time = tactician.looked <= looks
            return Look(worth, tactician.positions, tactician.looked, seconds, in_time)
        finally:
            self._idle.put(tactician)

    def _allow(self, positions: int) -> None:
        """Let no thread take more than `positions`: a line that is not paid for yet may take at
        most what is left."""
        for tactician in self._all:
            tactician.allow(positions)

    def _end(self, asked: Sequence[Future[Look]]) -> None:
        """Begin none of these any more, and wait for those that were begun."""
        if not asked:
            return
        begun = [one for one in asked if not one.cancel()]
        self._allow(0)
        wait(begun)
        self._allow(NO_LIMIT)
