"""Every state that can follow on one of a card scene, found once each by expanding one after the
other: what a solver sweeps through (`autogm.game.graph.StateGraph`). A state is kept as the words
of its record. Rolls are counted, so that nothing leads back.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from autogm.game.graph import (
    DICE,
    GM_CHOOSES,
    OPEN,
    OVER,
    PLAYERS_CHOOSE,
    StateGraph,
    TooLargeError,
)
from autogm.game.kernels import entry, kernel
from autogm.game.kinds import FloatTable, Ints, IntTable, Kinds, Shorts
from autogm.game.rows import cells, rows
from autogm.scenes.cards.codes import DICE_PENDING, GM_PHASES, WHO
from autogm.scenes.cards.estimate import estimate
from autogm.scenes.cards.layout import BUFFER, LOG, MAX_ACTIONS, OUTCOMES, STATE
from autogm.scenes.cards.outcomes import stake
from autogm.scenes.cards.records import Buffers, Logs, Scenes, States
from autogm.scenes.cards.state import CardState
from autogm.scenes.cards.step import apply, legal

Array = np.ndarray[Any, Any]
WORDS = STATE.itemsize // 8
NOWHERE = -1
MIX, LOW_BITS = 0x21F0AAAD, 0xFFFFFFFF
MOST_BYTES = 12 << 30
MOST_STATES = 60_000_000
SAMPLES = 8  # open states whose next roll says how large that of all will be
# Why exploring paused.
DONE, GROW, TOO_MANY = range(3)
# Indices of `marks`: states expanded, states found, edges found, states left open; how many states
# may be found; the roll at which states are left open.
EXPANDED, FOUND, EDGES, LEFT_OPEN, MOST, ROLLS = range(6)


@kernel
def hash_words(words: IntTable, row: int) -> int:
    """A hash of a record's words."""
    digest = np.int64(0)
    for column in range(words.shape[1]):
        word = words[row, column]
        digest = ((digest ^ (word & LOW_BITS)) & LOW_BITS) * MIX
        digest = (digest ^ (digest >> 31)) & LOW_BITS
        digest = ((digest ^ ((word >> 32) & LOW_BITS)) & LOW_BITS) * MIX
        digest = (digest ^ (digest >> 31)) & LOW_BITS
    return int(digest)


@kernel
def slot_of(keys: IntTable, table: Shorts, words: IntTable, row: int) -> int:
    """Where in the table a record stands, or the free slot where it belongs."""
    slots = table.shape[0] - 1
    slot = hash_words(words, row) & slots
    while table[slot] != NOWHERE:
        other = table[slot]
        same = True
        for column in range(words.shape[1]):
            if keys[other, column] != words[row, column]:
                same = False
                break
        if same:
            return slot
        slot = (slot + 1) & slots
    return slot


@entry
def place_of(keys: IntTable, table: Shorts, words: IntTable) -> int:
    """The number of the state in row 0 of `words`, or `NOWHERE`."""
    return table[slot_of(keys, table, words, 0)]


@entry
def hash_again(keys: IntTable, table: Shorts, found: int) -> None:
    """Write the places of all states found into an empty table."""
    for place in range(found):
        table[slot_of(keys, table, keys, place)] = place


@entry
def explore(
    scenes: Scenes,
    states: States,
    words: IntTable,
    buffers: Buffers,
    logs: Logs,
    keys: IntTable,
    table: Shorts,
    kinds: Kinds,
    starts: Ints,
    edges: Shorts,
    values: FloatTable,
    marks: Ints,
) -> int:
    """Expand states until all are but those at which roll number `marks[ROLLS]` is to be tried,
    which are left open; answers `DONE`, or why it paused: an array is full, or there are more
    states than wanted. `words` are those of the scratch records `states`; `values` (room, 2) are
    written for ends and open states."""
    scene, log = scenes[0], logs[0]
    while marks[EXPANDED] < marks[FOUND]:
        if marks[FOUND] > marks[MOST]:
            return TOO_MANY
        here, edge = marks[EXPANDED], marks[EDGES]
        room = marks[FOUND] + MAX_ACTIONS
        if room > keys.shape[0] or edge + MAX_ACTIONS > edges.shape[0] or 2 * room > table.shape[0]:
            return GROW
        for column in range(words.shape[1]):
            words[0, column] = keys[here, column]
        state = states[0]
        branches, dice = 0, False
        if state.phase == WHO and state.rolls >= marks[ROLLS]:
            kinds[here] = OPEN
            values[here, 0], values[here, 1] = estimate(scene, state)
            marks[LEFT_OPEN] += 1
        else:
            branches = legal(scene, state, buffers[0])
            dice = branches == DICE_PENDING
            if branches == 0:
                kinds[here] = OVER
                for side in range(2):
                    values[here, side] = stake(scene, state, side)
            elif dice:
                kinds[here], branches = DICE, OUTCOMES
            else:
                gm = (GM_PHASES >> state.phase) & 1
                kinds[here] = GM_CHOOSES if gm else PLAYERS_CHOOSE
        for branch in range(branches):
            states[1] = states[0]
            action = branch if dice else buffers[0].action[branch]
            apply(scene, states[1], action, buffers[1], log)
            slot = slot_of(keys, table, words, 1)
            target = table[slot]
            if target == NOWHERE:
                target = marks[FOUND]
                table[slot] = target
                for column in range(words.shape[1]):
                    keys[target, column] = words[1, column]
                marks[FOUND] = target + 1
            edges[edge] = target
            edge += 1
        marks[EDGES] = edge
        marks[EXPANDED] = here + 1
        starts[here + 1] = edge
    return DONE


class CardGraph(StateGraph):
    """The graph of a card scene from a state on, as many whole rolls of it as have no more than
    `most` states, and at least the roll at hand: what comes after these is open. A further roll
    is not begun where it would probably have too many."""

    def __init__(self, root: CardState, most: int) -> None:
        """Expand what follows on `root`.

        Raises:
            TooLargeError: where the roll at hand alone has more than `MOST_STATES` states.
        """
        self.game = root.game
        self._scratch = np.zeros(2, STATE)
        self._words = self._scratch.view(np.int64).reshape(2, WORDS)
        rolls = int(root.record[0]["rolls"]) + 1
        laid = self._laid_out(root, rolls, MOST_STATES)
        if laid is None:
            raise TooLargeError(f"there are more than {MOST_STATES:,} states up to the next roll")
        for_each = 0.0  # how many states each open one has brought
        while laid is not None:
            self._keep(laid)
            found, left = int(laid.marks[FOUND]), int(laid.marks[LEFT_OPEN])
            if not left or found + left * (for_each or self._brought(rolls)) > most:
                break
            rolls += 1
            laid = self._laid_out(root, rolls, most)
            if laid is not None:
                for_each = (int(laid.marks[FOUND]) - found) / left

    def _brought(self, rolls: int) -> float:
        """How many states the next roll of an open one has, by the mean of some."""
        places = np.flatnonzero(self.kinds == OPEN)
        some = places[np.linspace(0, len(places) - 1, min(SAMPLES, len(places))).astype(int)]
        laid = [self._laid_out(self.state(int(one)), rolls + 1, MOST_STATES) for one in some]
        return sum(int(one.marks[FOUND]) for one in laid if one is not None) / len(laid)

    def _laid_out(self, root: CardState, rolls: int, most: int) -> _Arrays | None:
        """The arrays of a graph up to that roll; none where it has more states than that."""
        made = _Arrays(root, rolls, most)
        buffers, logs = np.zeros(2, BUFFER), np.zeros(1, LOG)
        paused = GROW
        while paused == GROW:
            paused = explore(
                self.game.scene_rows, rows(self._scratch), cells(self._words), rows(buffers),
                rows(logs), cells(made.keys), cells(made.table), cells(made.kinds),
                cells(made.starts), cells(made.edges), cells(made.values), cells(made.marks),
            )  # fmt: skip
            if paused == GROW:
                made.grow()
        return made if paused == DONE else None

    def _keep(self, made: _Arrays) -> None:
        found, edges = int(made.marks[FOUND]), int(made.marks[EDGES])
        self._keys, self._table = made.keys, made.table
        self.kinds, self.starts = made.kinds[:found], made.starts[: found + 1]
        self.edges, self.values = made.edges[:edges], made.values[:found]
        self.chances = np.array([self.game.scene[0]["chances"]])

    def place(self, state: CardState) -> int:
        """The number of a state.

        Raises:
            KeyError: for one that was not found.
        """
        self._words[0] = state.record.view(np.int64)
        found = int(place_of(cells(self._keys), cells(self._table), cells(self._words)))
        if found == NOWHERE:
            raise KeyError("this state is not in the graph")
        return found

    def state(self, place: int) -> CardState:
        """A state by its number."""
        return CardState(self.game, self._keys[place].copy().view(STATE))


class _Arrays:
    """The arrays that `explore` fills, with room to spare."""

    def __init__(self, root: CardState, rolls: int, most: int) -> None:
        self.marks = np.array([0, 1, 0, 0, most, rolls])
        self.keys = np.zeros((1, WORDS), np.int64)
        self.keys[0] = root.record.view(np.int64)
        self.kinds, self.values = np.zeros(1, np.int8), np.zeros((1, 2))
        self.starts, self.edges = np.zeros(2, np.int64), np.zeros(0, np.int32)
        self._allocate(1 << 10, 1 << 12)

    def grow(self) -> None:
        """Make room for more.

        Raises:
            TooLargeError: if that took more memory than may be used.
        """
        states, edges = len(self.kinds), len(self.edges)
        if 2 * (int(self.marks[FOUND]) + MAX_ACTIONS) > states:
            states *= 2
        if 2 * (int(self.marks[EDGES]) + MAX_ACTIONS) > edges:
            edges *= 2
        self._allocate(states, edges)

    def _allocate(self, states: int, edges: int) -> None:
        found = int(self.marks[FOUND])
        if states * (8 * WORDS + 41) + 4 * edges > MOST_BYTES:
            raise TooLargeError(f"there are more than {found:,} states, too many to store")
        self.keys = _larger(self.keys, states)
        self.kinds, self.values = _larger(self.kinds, states), _larger(self.values, states)
        self.starts, self.edges = _larger(self.starts, states + 1), _larger(self.edges, edges)
        self.table = np.full(1 << (2 * states - 1).bit_length(), NOWHERE, np.int32)
        hash_again(cells(self.keys), cells(self.table), found)


def _larger(array: Array, size: int) -> Array:
    """The same array with room for more."""
    if len(array) >= size:
        return array
    grown = np.zeros((size, *array.shape[1:]), array.dtype)
    grown[: len(array)] = array
    return grown
