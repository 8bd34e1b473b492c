"""States of a conflict, each stored once. If no rule reads the number of the exchange, it is left
out of the state, so that a conflict without an end in sight is still a finite graph. Edges into the
next exchange are marked, and within one exchange the graph has no cycles.

A state is kept as the bytes of its record that ever differ from the first state's. These are found
on the way: a state that differs elsewhere widens all keys by those bytes.

If nobody has a choice for a while, one step can pass several exchanges. Such a step leads to states
that only wait: the bytes of what comes after, marked with how many exchanges are still to pass.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from autogm.engine.codes import O_SURVIVE, W_FIRST_EXCHANGE
from autogm.engine.game import Game
from autogm.engine.layout import MAX_ACTIONS, STATE
from autogm.engine.records import Buffers, Logs, Scenes, States
from autogm.engine.stakes import stake
from autogm.engine.state import State
from autogm.engine.step import apply, legal
from autogm.game.graph import DICE, OVER, PLAYERS_CHOOSE, TooLargeError
from autogm.game.kernels import entry, kernel
from autogm.game.kinds import Floats, Ints, IntTable, Kinds, Raw, Shorts
from autogm.game.rows import copied

Array = np.ndarray[Any, Any]

MAX_STATES = 100_000_000
MAX_BYTES = 16 << 30
RECORD_WORDS = STATE.itemsize // 8
FOREVER = 500  # reached only where nobody can do anything to anybody any more
BYTES_A_STATE = 64  # besides its key: kind, start, stake, table, values, order
WAIT_BYTE = STATE.itemsize - 1  # of `spare`: exchanges to wait; 0 in every state of the game
UNUSED_BYTE = STATE.itemsize - 2  # of `spare`: always 0
STALLED = 255  # waits forever
ALL_BITS = 0xFF
WORD, MIX = 0xFFFFFFFF, 0x21F0AAAD

# What else a node is: dice count how many are replaced, and it may only wait.
WAITING = DICE + 3
NOWHERE = -1

# Why exploring paused.
DONE, GROW, WIDEN = range(3)
# Indices of `marks`: states expanded, states found, edges found; the last exchange by which states
# are distinguished; how many states may be found.
EXPANDED, FOUND, EDGES, LATEST, MOST = range(5)


@kernel
def write_key(raw: Raw, row: int, varying: Shorts, keys: IntTable, place: int) -> int:
    """Gather the varying bytes of scratch state `row` into `keys[place]`; returns their hash."""
    digest = np.int64(0)
    for column in range(keys.shape[1]):
        packed = np.int64(0)
        for byte in range(8):
            packed |= np.int64(raw[row, varying[8 * column + byte]]) << (8 * byte)
        keys[place, column] = packed
        digest = ((digest ^ (packed & WORD)) & WORD) * MIX
        digest = (digest ^ (digest >> 31)) & WORD
        digest = ((digest ^ ((packed >> 32) & WORD)) & WORD) * MIX
        digest = (digest ^ (digest >> 31)) & WORD
    return int(digest)


@kernel
def read_key(raw: Raw, row: int, varying: Shorts, keys: IntTable, place: int) -> None:
    """Write the varying bytes of `keys[place]` into scratch state `row`."""
    for column in range(keys.shape[1]):
        packed = keys[place, column]
        for byte in range(8):
            raw[row, varying[8 * column + byte]] = (packed >> (8 * byte)) & 255


@kernel
def find_key(keys: IntTable, table: Shorts, place: int, digest: int) -> int:
    """Where in the table the key at `place` stands, or the free slot where it belongs."""
    slots = table.shape[0] - 1
    slot = digest & slots
    while table[slot] != NOWHERE:
        other = table[slot]
        same = True
        for column in range(keys.shape[1]):
            if keys[other, column] != keys[place, column]:
                same = False
                break
        if same:
            return slot
        slot = (slot + 1) & slots
    return slot


@entry
def rehash(raw: Raw, varying: Shorts, keys: IntTable, table: Shorts, marks: Ints) -> None:
    """Write the places of all keys found so far into an empty table; scratch state 0 is used."""
    for place in range(marks[FOUND]):
        read_key(raw, 0, varying, keys, place)
        digest = write_key(raw, 0, varying, keys, place)
        table[find_key(keys, table, place, digest)] = place


@entry
def place_of(raw: Raw, varying: Shorts, keys: IntTable, table: Shorts, marks: Ints) -> int:
    """The number of scratch state 1, or `NOWHERE`."""
    found = marks[FOUND]
    return table[find_key(keys, table, found, write_key(raw, 1, varying, keys, found))]


@kernel
def expand_state(
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
    edges: Shorts,
    stakes: Floats,
    marks: Ints,
    here: int,
) -> int:
    """Find what follows on state `here`: write its kind and stake, append its children to `edges`
    and those met for the first time to the states found. Answers `DONE`, or why nothing is written
    that counts: an array is full, or a byte outside of the keys differs. Arguments as those of
    `explore`."""
    scene, log, edge = scenes[0], logs[0], marks[EDGES] + 0
    room = marks[FOUND] + MAX_ACTIONS + 1  # the last is where new keys are tried
    if room > keys.shape[0] or edge + MAX_ACTIONS > edges.shape[0] or 2 * room > table.shape[0]:
        return GROW
    for place in range(RECORD_WORDS):
        words[0, place] = base[place]
    read_key(raw, 0, varying, keys, here)
    state = states[0]
    wait = np.int64(raw[0, WAIT_BYTE])
    count = 1 if wait else legal(scene, state, buffers[0])
    if wait:
        kinds[here] = WAITING
    elif count == 0:
        kinds[here] = OVER
        stakes[here] = stake(scene, state)
    elif count > 0:
        kinds[here] = PLAYERS_CHOOSE + state.pending[state.depth - 1, 2]
    else:
        kinds[here] = DICE - 1 - count
    for branch in range(count if count >= 0 else scene.outcomes):
        action = branch
        if count > 0:
            action = buffers[0].action[branch]
        elif scene.dice[-1 - count, branch] <= 0:
            continue
        states[1] = states[0]
        child = states[1]
        passed = 1
        if wait:
            if wait == 1 and child.winner:
                passed = 0
            if wait < STALLED:
                raw[1, WAIT_BYTE] = wait - 1
        else:
            apply(scene, child, action, buffers[1], log)
            passed = child.exchange - state.exchange
            if child.exchange >= FOREVER:
                raw[1, WAIT_BYTE] = STALLED
            elif passed:
                raw[1, WAIT_BYTE] = passed if child.winner else passed - 1
            exchange = child.exchange
            child.exchange = min(exchange, marks[LATEST])
        strange = 0
        for place in range(RECORD_WORDS):
            strange |= (words[1, place] ^ base[place]) & outside[place]
        if strange:
            for place in range(RECORD_WORDS):
                outside[place] &= ~(words[1, place] ^ base[place])
            return WIDEN
        found = marks[FOUND]
        slot = find_key(keys, table, found, write_key(raw, 1, varying, keys, found))
        target = table[slot]
        if target == NOWHERE:
            target = found
            table[slot] = found
            stakes[found] = np.nan
            marks[FOUND] = found + 1
        if passed:
            if np.isnan(stakes[target]):
                if wait:
                    stakes[target] = stakes[here]
                else:
                    states[2] = states[0]
                    apply(scenes[1], states[2], action, buffers[1], log)
                    stakes[target] = stake(scene, states[2])
            target = -2 - target
        edges[edge] = target
        edge += 1
    marks[EDGES] = edge
    return DONE


def too_large(count: int, reason: str) -> TooLargeError:
    """That a conflict has more states than may be stored: `count` were found."""
    return TooLargeError(
        f"this conflict has too many states to solve: {count:,} found so far, {reason}", count
    )


class StateStore:
    """States of a conflict, each found once, with room for those still to be found: what a graph of
    all of them and a graph of some have in common.

    `kinds` (room,) is what each state is; `stakes` (room,) is the utility of an end and, for the
    first states of an exchange, of a conflict that ended before it; `edges` is appended to. State 0
    is the first.
    """

    def __init__(self, game: Game, start: State | None, max_states: int, max_bytes: int) -> None:
        self.game = game
        self._scenes = np.concatenate([game.scene, game.scene])
        self._scenes["exchanges"] = (FOREVER, 0)
        self._scratch = np.zeros(4, STATE)
        self._raw = self._scratch.view(np.uint8).reshape(4, -1)
        self._words = self._scratch.view(np.int64).reshape(4, -1)
        self.first = game.new_initial_state() if start is None else start.clone()
        first = self.first.record.copy()
        first["exchange"] = np.minimum(first["exchange"], latest_exchange(game))
        self._base = first.view(np.int64)
        self._bytes = [WAIT_BYTE]
        self._varying = np.array([WAIT_BYTE, *[UNUSED_BYTE] * 7], np.int32)
        self._outside = np.full(RECORD_WORDS, -1, np.int64)
        self._outside.view(np.uint8)[WAIT_BYTE] = 0
        self._most_bytes = max_bytes
        self._marks = np.array([0, 1, 0, latest_exchange(game), max_states])
        self._keys = np.zeros((1, 1), np.int64)
        self.kinds = np.zeros(1, np.int8)
        self.stakes, self.edges = np.full(1, np.nan), np.zeros(0, np.int32)
        self._allocate(1 << 14, 1 << 16)

    def _allocate(self, states: int, edges: int) -> None:
        """Arrays of that size, with what the present ones hold.

        Raises:
            TooLargeError: if that is more than may be used.
        """
        self._resize_keys(states, edges)
        self.kinds = larger(self.kinds, states)
        self.stakes = larger(self.stakes, states)
        self.edges = larger(self.edges, edges)
        self._table = np.zeros(_power(2 * states), np.int32)
        self._index()

    def _resize_keys(self, states: int, edges: int) -> None:
        """Keys for that many states, as wide as bytes vary, with what the present ones hold.

        Raises:
            TooLargeError: if all arrays would take more than may be used.
        """
        found, columns = int(self._marks[FOUND]), len(self._varying) // 8
        size = states * (8 * columns + BYTES_A_STATE) + 4 * edges
        if size > self._most_bytes:
            reason = f"and more would take over {self._most_bytes / 2**30:.1f} GB"
            raise too_large(found, reason)
        keys = np.zeros((states, columns), np.int64)
        keys[:found, : self._keys.shape[1]] = self._keys[:found]
        self._keys = keys

    def _index(self) -> None:
        """Write the places of all states into the table."""
        self._table.fill(NOWHERE)
        self._words[0] = self._base
        rehash(self._raw, self._varying, self._keys, self._table, self._marks)

    def _make_room(self, paused: int) -> None:
        """Let exploring go on that paused because an array was full or a byte differed.

        Raises:
            TooLargeError: if that takes more than may be used.
        """
        states, edges = len(self.kinds), len(self.edges)
        if paused == WIDEN:
            self._widen()
            return
        if int(self._marks[FOUND]) + MAX_ACTIONS > states // 2:
            states *= 2
        if int(self._marks[EDGES]) + MAX_ACTIONS > edges // 2:
            edges *= 2
        self._allocate(states, edges)

    def _widen(self) -> None:
        """Take every byte that was seen to differ into the keys; until now all states had the first
        state's. Early on that is needed again and again, so that nothing else is laid out anew.

        Raises:
            TooLargeError: if that takes more than may be used.
        """
        outside = self._outside.view(np.uint8)
        seen = outside != ALL_BITS
        fresh = [int(one) for one in seen.nonzero()[0] if int(one) not in self._bytes]
        outside[seen] = 0
        first, known = self._base.view(np.uint8), len(self._bytes)
        self._bytes = [*self._bytes, *fresh]
        pads = -len(self._bytes) % 8
        self._varying = np.array([*self._bytes, *[UNUSED_BYTE] * pads], np.int32)
        self._resize_keys(len(self._keys), len(self.edges))
        found = int(self._marks[FOUND])
        self._keys.view(np.uint8)[:found, known : known + len(fresh)] = first[fresh]
        self._index()

    def place(self, state: State) -> int:
        """The number of a state of this game.

        Raises:
            KeyError: for one that cannot be reached from the first.
        """
        self._scratch[1] = state.record[0]
        exchange = int(state.record[0]["exchange"])
        self._scratch["exchange"][1] = min(exchange, int(self._marks[LATEST]))
        found = NOWHERE
        if not ((self._words[1] ^ self._base) & self._outside).any():
            found = int(place_of(self._raw, self._varying, self._keys, self._table, self._marks))
        if found == NOWHERE:
            raise KeyError("this state cannot be reached from the first one")
        return found

    def state(self, place: int) -> State:
        """A state by its number, in the earliest exchange that it can stand for."""
        self._words[0] = self._base
        key = self._keys[place].view(np.uint8)
        self._raw[0, self._varying] = key
        return State(self.game, copied(self._scratch[:1]))


def latest_exchange(game: Game) -> int:
    """The last exchange by which states are distinguished: what arrives or ends at a given exchange
    has happened by then, and what rules say of the first one no longer holds."""
    scene = game.scene[0]
    latest = 1
    if (scene["stunt_when"] == W_FIRST_EXCHANGE).any() or (
        scene["advantage_nearby"] and scene["ambushers"]  # who lies in ambush opposes nobody (C5)
    ):
        latest = 2
    for fighter in range(int(scene["fighters"])):
        latest = max(latest, int(scene["arrives"][fighter]))
    for objective in range(int(scene["objectives"])):
        if int(scene["objective_do"][objective]) == O_SURVIVE:
            latest = max(latest, int(scene["objective_exchanges"][objective]) + 1)
    return latest


def larger(array: Array, size: int) -> Array:
    """The same array with room for more."""
    if len(array) >= size:
        return array
    grown = np.zeros(size, array.dtype)
    grown[: len(array)] = array
    return grown


def _power(size: int) -> int:
    """The least power of two that is not smaller."""
    return 1 << (size - 1).bit_length()
