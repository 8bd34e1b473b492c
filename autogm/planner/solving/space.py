"""The graph of a conflict that is to be solved: every state that can follow, found by expanding one
after the other (`solving.store`).
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence

import numpy as np

from autogm.engine.game import Game, new_buffer
from autogm.engine.layout import LOG
from autogm.engine.records import Buffers, Logs, Scenes, States
from autogm.engine.state import State
from autogm.game.kernels import entry
from autogm.game.kinds import Floats, Ints, IntTable, Kinds, Raw, Shorts
from autogm.game.rows import rows
from autogm.planner.solving.store import (
    DONE,
    EDGES,
    EXPANDED,
    FOUND,
    GROW,
    MAX_BYTES,
    MAX_STATES,
    MOST,
    WIDEN,
    StateStore,
    expand_state,
    larger,
    too_large,
)

WORTH_TELLING = 5.0  # seconds until the limit is reached


@entry
def explore(
    scenes: Scenes,
    states: States,
    raw: Raw,
    words: IntTable,
    buffers: Buffers,
    logs: Logs,
    base: Ints,
    outside: Ints,
    varying: Shorts,
    keys: IntTable,
    table: Shorts,
    kinds: Kinds,
    starts: Ints,
    edges: Shorts,
    stakes: Floats,
    marks: Ints,
) -> int:
    """Expand states until all are expanded, an array is full, or a byte outside of the keys
    differs.

    `scenes[0]` never reaches its exchange limit, `scenes[1]` is always at it. `raw` (4, bytes) and
    `words` (4, bytes / 8) are views of the scratch `states`: 0 is expanded, 1 its child, 2 the
    child of a conflict that ends with this exchange. `keys` (states, columns) holds the bytes at
    `varying`; `outside` is the mask of all others, cleared where a child differs from `base`.
    `starts` (states + 1) and `edges` list children, those in the next exchange as -2 - child.
    `stakes` (states) is what an end is worth and, for the first states of an exchange, what ending
    before it is worth.
    """
    while marks[EXPANDED] < marks[FOUND]:
        if marks[FOUND] > marks[MOST]:
            return GROW
        here = marks[EXPANDED]
        paused = expand_state(
            scenes, states, raw, words, buffers, logs, base, outside, varying, keys, table, kinds,
            edges, stakes, marks, here,
        )  # fmt: skip
        if paused != DONE:
            return paused
        marks[EXPANDED] = here + 1
        starts[here + 1] = marks[EDGES]
    return DONE


class StateSpace(StateStore):
    """The graph of a conflict.

    `kinds` (states,) is what each state is; `starts` (states + 1,) and `edges` give the children of
    state i, `edges[starts[i]:starts[i + 1]]`, in the order of its legal actions or of the outcomes
    that can happen, those in the next exchange as -2 - child; `stakes` (states,) is the utility of
    an end and, for the first states of an exchange, of a conflict that ended before it. State 0 is
    the first.
    """

    def __init__(
        self,
        game: Game,
        max_states: int = MAX_STATES,
        max_bytes: int = MAX_BYTES,
        say: Callable[[str], None] = lambda _: None,
        start: State | None = None,
        growth: Sequence[tuple[int, float]] = (),
    ) -> None:
        """Find every state that can follow `start` (None: the conflict's first). `growth` has pairs
        of a number and a share; the search for states is given up early once more than that number
        is found and less than that share of it is expanded.

        Raises:
            TooLargeError: for more than `max_states` states or `max_bytes` bytes, or one that was
                given up.
        """
        self._began = time.perf_counter()
        self._most = max_states
        self.starts = np.zeros(1, np.int64)
        super().__init__(game, start, max_states, max_bytes)
        for found, share in growth:
            self._explore_to(min(found, max_states), share, say)
        self._explore_to(max_states, math.inf, say)
        self.states = int(self._marks[FOUND])
        self.kinds = self.kinds[: self.states]
        self.starts = self.starts[: self.states + 1]
        self.edges = self.edges[: int(self._marks[EDGES])]
        self.stakes = self.stakes[: self.states]
        self.seconds = time.perf_counter() - self._began

    def _allocate(self, states: int, edges: int) -> None:
        super()._allocate(states, edges)
        self.starts = larger(self.starts, states + 1)

    def _explore_to(self, most: int, share: float, say: Callable[[str], None]) -> None:
        """Explore until all states are found, or more than `most`.

        Raises:
            TooLargeError: if less than that share of them is expanded by then.
        """
        self._marks[MOST] = most
        buffers, logs = new_buffer(2), rows(np.zeros(1, LOG))
        while True:
            paused = explore(
                rows(self._scenes), rows(self._scratch), self._raw, self._words, buffers, logs,
                self._base, self._outside, self._varying, self._keys, self._table, self.kinds,
                self.starts, self.edges, self.stakes, self._marks,
            )  # fmt: skip
            found = int(self._marks[FOUND])
            if paused != WIDEN and found > most:
                say(self._so_far())
                if int(self._marks[EXPANDED]) >= share * found:
                    return
                reason = f"too few of them followed ({self._followed():.0%}) to come to an end soon"
                if share == math.inf:
                    reason = f"at most {most:,} may be stored"
                raise too_large(found, reason)
            if paused == DONE:
                return
            if paused == GROW:
                say(self._so_far())
            self._make_room(paused)

    def _so_far(self) -> str:
        """How far exploring is."""
        found = int(self._marks[FOUND])
        words = f"{found:,} states found, {self._followed():.0%} of them followed"
        left = (self._most - found) * (time.perf_counter() - self._began) / found
        if left < WORTH_TELLING:
            return words
        return f"{words}; at that pace {self._most:,} are found in {left:,.0f} s more"

    def _followed(self) -> float:
        """The share of the states found that have been expanded."""
        return int(self._marks[EXPANDED]) / int(self._marks[FOUND])
