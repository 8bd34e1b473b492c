"""Kernels of the graph search (`graph`): turns expanded to their ends, and the states at which this
stops valued as they stand.

A turn is expanded as a whole, so that no value is taken in the middle of a roll. What ends it is a
choice between turns, or that with which somebody else's begins; one's own, once the action is
spent, does not, though it ends the turn for the beam (`turn.turns.is_over_turn`).
"""

from __future__ import annotations

import math

from autogm.engine.codes import N_COMPEL, N_ORDER, N_ROAR, N_TURN
from autogm.engine.records import Buffers, Logs, Scenes, States
from autogm.engine.records import State as StateRecord
from autogm.engine.stack import kind_at
from autogm.game.graph import DICE, OVER, PLAYERS_CHOOSE
from autogm.game.kernels import entry, kernel
from autogm.game.kinds import Floats, Ints, IntTable, Kinds, Raw, Shorts
from autogm.planner.evaluation.parameters import AllParameters
from autogm.planner.evaluation.scratch import Works
from autogm.planner.evaluation.value import value
from autogm.planner.solving.store import (
    DONE,
    EDGES,
    FOUND,
    MOST,
    RECORD_WORDS,
    WAIT_BYTE,
    expand_state,
    read_key,
)

# Where a state stands: within a turn, at a choice with which one begins, between turns.
WITHIN, BEGINS, BETWEEN = range(3)
NOBODY = -1
# What has become of a state: found, in line to be expanded, expanded.
SEEN, QUEUED, GROWN = range(3)
# Indices of `queue_marks`: how many were in line so far, how many of them are expanded, and which
# of the states that are wanted is next.
TAIL, HEAD, NEXT = range(3)


@kernel
def standing(state: StateRecord) -> int:
    """Where a state stands."""
    kind = kind_at(state)
    if kind in (N_ORDER, N_ROAR):
        return BETWEEN
    return BEGINS if kind in (N_COMPEL, N_TURN) else WITHIN


@kernel
def fighter_on_turn(state: StateRecord) -> int:
    """Whose turn it is in a state, or `NOBODY`'s."""
    if kind_at(state) in (N_COMPEL, N_TURN):
        return state.pending[state.depth - 1, 1] + 0
    return state.pending[0, 1] + 0 if state.pending[0, 0] == N_TURN else NOBODY


@entry
def expand_turns(
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
    stands: Kinds,
    turns: Kinds,
    since: Shorts,
    grown: Kinds,
    queue: Shorts,
    ends: Ints,
    queue_marks: Ints,
    wanted: Shorts,
    limit: int,
) -> int:
    """Expand the states that are `wanted`, one after the other, and all that follows on each within
    its turn, until as many states are found as `marks` allow; a turn that is begun is ended, unless
    more than `limit` states are found by then. Answers `DONE`, or that an array is full or a byte
    outside of the keys differs. Arguments up to `marks` as those of `space.explore`.
    By state: where it stands, whose `turns` it is, how many exchanges passed `since` the first
    state, and what has become of it (`grown`). `queue` lists states in the order in which they are
    expanded; the edges of that at place n end before `ends[n]`."""
    while True:
        if queue_marks[HEAD] == queue_marks[TAIL]:
            if queue_marks[NEXT] == wanted.shape[0] or marks[FOUND] >= marks[MOST]:
                return DONE
            begins = wanted[queue_marks[NEXT]]
            queue_marks[NEXT] += 1
            if grown[begins] != SEEN:
                continue
            grown[begins] = QUEUED
            queue[queue_marks[TAIL]] = begins
            queue_marks[TAIL] += 1
        if marks[FOUND] > limit:
            return DONE
        place = queue_marks[HEAD] + 0
        here = queue[place] + 0
        edge = marks[EDGES] + 0
        paused = expand_state(
            scenes, states, raw, words, buffers, logs, base, outside, varying, keys, table, kinds,
            edges, stakes, marks, here,
        )  # fmt: skip
        if paused != DONE:
            return paused
        for number in range(edge, marks[EDGES]):
            passed = 1 if edges[number] < 0 else 0
            child = -2 - edges[number] if passed else edges[number]
            if since[child] < 0:
                for word in range(RECORD_WORDS):
                    words[1, word] = base[word]
                read_key(raw, 1, varying, keys, child)
                since[child] = since[here] + passed
                if raw[1, WAIT_BYTE] == 0 and states[1].winner == 0:
                    stands[child], turns[child] = standing(states[1]), fighter_on_turn(states[1])
            if grown[child] != SEEN:
                continue
            between = stands[child] == BETWEEN and stands[here] != BETWEEN
            other = passed or turns[child] != turns[here]
            if between or (stands[child] == BEGINS and turns[here] != NOBODY and other):
                continue
            grown[child] = QUEUED
            queue[queue_marks[TAIL]] = child
            queue_marks[TAIL] += 1
        ends[place] = marks[EDGES]
        grown[here] = GROWN
        queue_marks[HEAD] = place + 1


@entry
def note_first(states: States, stands: Kinds, turns: Kinds, since: Shorts) -> None:
    """Note of state 0, which is in `states[0]`, what `expand_turns` notes of the others."""
    stands[0], turns[0], since[0] = standing(states[0]), fighter_on_turn(states[0]), 0


@entry
def arrange(
    queue: Shorts, ends: Ints, expanded: int, edges: Shorts, starts: Ints, arranged: Shorts
) -> None:
    """The edges in the order of states, `starts` (states + 1) and `arranged` (edges), from those in
    the order of expansion. `starts` is all zero."""
    begin = 0
    for place in range(expanded):
        starts[queue[place] + 1] = ends[place] - begin
        begin = ends[place]
    for place in range(starts.shape[0] - 1):
        starts[place + 1] += starts[place]
    begin = 0
    for place in range(expanded):
        to = starts[queue[place]]
        for number in range(begin, ends[place]):
            arranged[to + number - begin] = edges[number]
        begin = ends[place]


@entry
def value_rim(
    scenes: Scenes,
    states: States,
    raw: Raw,
    words: IntTable,
    base: Ints,
    varying: Shorts,
    keys: IntTable,
    all_parameters: AllParameters,
    works: Works,
    grown: Kinds,
    since: Shorts,
    exchange: int,
    first: int,
    values: Floats,
) -> None:
    """Write the static value of every state from number `first` on that is not expanded into
    `values` (states,), without contempt. `exchange` is the first state's, and `states[0]` is
    scratch."""
    for place in range(first, values.shape[0]):
        if grown[place] == GROWN:
            continue
        for word in range(RECORD_WORDS):
            words[0, word] = base[word]
        read_key(raw, 0, varying, keys, place)
        raw[0, WAIT_BYTE] = 0
        states[0].exchange = exchange + since[place]
        values[place] = value(scenes[0], states[0], all_parameters[0], works[0])


@entry
def close_rim(grown: Kinds, kinds: Kinds) -> int:
    """Let what is not expanded count as an end, which keeps the value that it has. Returns how many
    there are."""
    found = 0
    for place in range(kinds.shape[0]):
        if grown[place] != GROWN:
            kinds[place] = OVER
            found += 1
    return found


@entry
def spread_shares(
    kinds: Kinds, starts: Ints, edges: Shorts, values: Floats, before: Floats, heat: float,
    shares: Floats,
) -> None:  # fmt: skip
    """The probabilities with which choices are taken that look about as good: by state in
    proportion to exp(-loss / heat) of what each gives away. `before` (openings) has the values of
    the first states of exchanges."""
    for place in range(kinds.shape[0]):
        kind = kinds[place]
        begin, end = starts[place], starts[place + 1]
        if kind == OVER or kind >= DICE or begin == end:
            continue
        sign = 1.0 if kind == PLAYERS_CHOOSE else -1.0
        most = -math.inf
        for number in range(begin, end):
            child = edges[number]
            after = sign * (values[child] if child >= 0 else before[-1 - child])
            shares[number] = after
            most = max(most, after)
        total = 0.0
        for number in range(begin, end):
            loss = (most - shares[number]) / heat
            shares[number] = math.exp(-loss) if loss < 30.0 else 0.0
            total += shares[number]
        for number in range(begin, end):
            shares[number] /= total
