"""What is worked out beside a battle while that may go on: odds, advice, reviews, proposals. Each
is worked out once for what was asked, kept for a while, and begun anew where it has failed.
"""

from __future__ import annotations

import threading
from collections import OrderedDict, defaultdict
from collections.abc import Callable
from concurrent.futures import Executor, Future
from typing import Any, TypeVar

from autogm.session.errors import StaleError

T = TypeVar("T")
Key = tuple[Any, ...]
"""What was asked; its first part is the kind of it."""
AT_ONCE_KEPT = 24
"""Answers that were worked out at once and are kept."""
WORKS_KEPT = 6
"""Results of a kind of work that are kept…"""
MOST_WAITING = 12
"""… and so much of a kind may be under way or wait."""


class Beside:
    """Works things out for one battle; threads may share it. `ring` is called when something is
    done that was begun for later."""

    def __init__(self, ring: Callable[[], None]) -> None:
        self._ring, self._lock = ring, threading.Lock()
        self._answers: OrderedDict[Key, Any] = OrderedDict()
        self._one_at_a_time: defaultdict[Any, threading.Lock] = defaultdict(threading.Lock)
        self._works: OrderedDict[Key, Future[Any]] = OrderedDict()
        self._shares: dict[Key, float] = {}

    def at_once(self, key: Key, work: Callable[[], T]) -> T:
        """What is worked out while somebody waits, one thing of its kind at a time."""
        with self._lock:
            alone = self._one_at_a_time[key[0]]
        with alone:
            with self._lock:
                if key in self._answers:
                    known: T = self._answers[key]
                    return known
            found = work()
            with self._lock:
                self._answers[key] = found
                while len(self._answers) > AT_ONCE_KEPT:
                    self._answers.popitem(last=False)
            return found

    def later(
        self, key: Key, work: Callable[[], T], by: Executor, *, wait: bool = False
    ) -> T | None:
        """What takes long to work out: None until it is there, unless somebody can wait for it. It
        is begun when it is first asked for. What fails is raised to who asks, and begun anew when
        it is asked for again.

        Raises:
            StaleError: where too much of its kind is waited for already.
        """
        with self._lock:
            found = self._works.get(key)
            begun = found is None
            if found is None:
                alike = [one for one in self._works if one[0] == key[0]]
                done = [one for one in alike if self._works[one].done()]
                if len(alike) - len(done) >= MOST_WAITING:
                    raise StaleError("much is being worked out here already; ask again in a while")
                for old in done[: max(0, len(alike) + 1 - WORKS_KEPT)]:
                    del self._works[old]
                found = self._works[key] = by.submit(work)
        if begun:  # whoever is rung may have to wait for somebody who asks here
            found.add_done_callback(lambda _: self._ring())
        if not (wait or found.done()):
            return None
        try:
            result: T = found.result()
        except Exception:
            with self._lock:
                if self._works.get(key) is found:
                    del self._works[key]
            raise
        return result

    def tell_share(self, key: Key, share: float | None) -> None:
        """Note how much is done of what is begun; None: nothing more of it is to be told."""
        with self._lock:
            if share is None:
                self._shares.pop(key, None)
            else:
                self._shares[key] = share

    def share(self, key: Key) -> float | None:
        """How much is done of what is under way and tells it; None for anything else."""
        with self._lock:
            return self._shares.get(key)
