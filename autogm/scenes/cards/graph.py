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
from autogm.game.kinds import Floats, Ints, IntTable, Kinds, Shorts
from autogm.game.rows import cells, rows
from autogm.scenes.cards.codes import DICE_PENDING, GM_PHASES
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
# Indices of `marks`: states expanded, states found, edges found, how many states may be found.
EXPANDED, FOUND, EDGES, MOST = range(4)


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
    values: Floats,
    marks: Ints,
) -> bool:
    """Expand states until all are, or enough are found (answers True), or an array is full.
    `words` are those of the scratch records `states`. `values` (room,) are written for ends, and
    for states that are left open."""
    scene, log = scenes[0], logs[0]
    while marks[EXPANDED] < marks[FOUND] and marks[FOUND] < marks[MOST]:
        here, edge = marks[EXPANDED], marks[EDGES]
        room = marks[FOUND] + MAX_ACTIONS
        if room > keys.shape[0] or edge + MAX_ACTIONS > edges.shape[0] or 2 * room > table.shape[0]:
            return False
        for column in range(words.shape[1]):
            words[0, column] = keys[here, column]
        state = states[0]
        count = legal(scene, state, buffers[0])
        branches = count
        if count == 0:
            kinds[here] = OVER
            values[here] = stake(scene, state)
        elif count == DICE_PENDING:
            kinds[here] = DICE
            branches = OUTCOMES
        else:
            kinds[here] = GM_CHOOSES if (GM_PHASES >> state.phase) & 1 else PLAYERS_CHOOSE
        for branch in range(branches):
            states[1] = states[0]
            action = branch if count == DICE_PENDING else buffers[0].action[branch]
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
    if marks[FOUND] + 1 > starts.shape[0]:
        return False
    for place in range(marks[EXPANDED], marks[FOUND]):
        for column in range(words.shape[1]):
            words[0, column] = keys[place, column]
        over = states[0].winner != 0
        kinds[place] = OVER if over else OPEN
        values[place] = stake(scene, states[0]) if over else estimate(scene, states[0])
        starts[place + 1] = marks[EDGES]
    return True


class CardGraph(StateGraph):
    """The graph of a card scene from a state on: at most about `most` states are found, what is not
    expanded then is open."""

    def __init__(self, root: CardState, most: int) -> None:
        self.game = root.game
        self._scratch = np.zeros(2, STATE)
        self._words = self._scratch.view(np.int64).reshape(2, WORDS)
        self._keys = np.zeros((1, WORDS), np.int64)
        self._keys[0] = root.record.view(np.int64)
        self.kinds = np.zeros(1, np.int8)
        self.starts = np.zeros(1, np.int64)
        self.edges = np.zeros(0, np.int32)
        self.values = np.zeros(1)
        self.chances = np.array([self.game.scene[0]["chances"]])
        marks = np.array([0, 1, 0, most])
        logs = np.zeros(1, LOG)
        self._grow(min(2 * most, 1 << 12) + MAX_ACTIONS, 1 << 14, 1)
        buffers = np.zeros(2, BUFFER)
        while not explore(
            self.game.scene_rows, rows(self._scratch), cells(self._words), rows(buffers),
            rows(logs), cells(self._keys), cells(self._table), cells(self.kinds),
            cells(self.starts), cells(self.edges), cells(self.values), cells(marks),
        ):  # fmt: skip
            found, edges = int(marks[FOUND]), int(marks[EDGES])
            states = len(self.kinds) * (2 if 2 * found + MAX_ACTIONS > len(self.kinds) else 1)
            more = 2 if 2 * edges + MAX_ACTIONS > len(self.edges) else 1
            self._grow(states, more * len(self.edges), found)
        found, edges = int(marks[FOUND]), int(marks[EDGES])
        self.kinds, self.starts = self.kinds[:found], self.starts[: found + 1]
        self.edges, self.values = self.edges[:edges], self.values[:found]

    def _grow(self, states: int, edges: int, found: int) -> None:
        """Arrays of that size, with what the present ones hold.

        Raises:
            TooLargeError: if they would take more memory than may be used.
        """
        if states * (8 * WORDS + 17 + 16) + 4 * edges > MOST_BYTES:
            raise TooLargeError(f"there are more than {found:,} states, too many to store")
        self._keys = _larger(self._keys, states)
        self.kinds, self.values = _larger(self.kinds, states), _larger(self.values, states)
        self.starts, self.edges = _larger(self.starts, states + 1), _larger(self.edges, edges)
        self._table = np.full(1 << (2 * states - 1).bit_length(), NOWHERE, np.int32)
        hash_again(cells(self._keys), cells(self._table), found)

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


def _larger(array: Array, size: int) -> Array:
    """The same array with room for more."""
    if len(array) >= size:
        return array
    grown = np.zeros((size, *array.shape[1:]), array.dtype)
    grown[: len(array)] = array
    return grown
