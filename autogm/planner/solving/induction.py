"""Backward induction over exchanges on a graph of states. One sweep lets the conflict last one
exchange longer. Within an exchange the graph has no cycles, so a sweep settles every state in one
pass from the last to the first.

A sweep carries three values side by side: one where a conflict that is not over counts as the worst
end for the players, one where it counts as the best, and one where it is worth what the stakes say.
The value of any longer horizon lies between the first two.
"""

from __future__ import annotations

import numpy as np

from autogm.game.graph import DICE, GM_CHOOSES, OVER, PLAYERS_CHOOSE
from autogm.game.kernels import entry
from autogm.game.kinds import FloatTable, Ints, Kinds, Shorts

LOW, HIGH, LIMIT = range(3)
NO_CHOICE = -1
CLOSED = 1e-9  # bounds that lie nearer to each other have met
APART = 1e-7  # bounds that lie farther apart have not met
STRICT = 1e-12  # a value that rises by less has only been rounded


@entry
def sort_states(starts: Ints, edges: Shorts, waiting: Shorts, order: Shorts) -> int:
    """Order states so that children within the exchange come after their parents. Returns how many
    could be ordered: all, unless an exchange has a cycle. `waiting` (states) is scratch."""
    states = order.shape[0]
    for edge in range(edges.shape[0]):
        if edges[edge] >= 0:
            waiting[edges[edge]] += 1
    last = 0
    for place in range(states):
        if waiting[place] == 0:
            order[last] = place
            last += 1
    first = 0
    while first < last:
        place = order[first]
        first += 1
        for edge in range(starts[place], starts[place + 1]):
            child = edges[edge]
            if child >= 0:
                waiting[child] -= 1
                if waiting[child] == 0:
                    order[last] = child
                    last += 1
    return last


@entry
def number_openings(edges: Shorts, opening: Shorts) -> int:
    """Number the first states of exchanges in `opening` (states), and change the edges to them from
    -2 - state to -1 - number. Returns how many there are."""
    count = 0
    for edge in range(edges.shape[0]):
        if edges[edge] < 0:
            place = -2 - edges[edge]
            if opening[place] < 0:
                opening[place] = count
                count += 1
            edges[edge] = -1 - opening[place]
    return count


@entry
def sweep(
    kinds: Kinds,
    starts: Ints,
    edges: Shorts,
    order: Shorts,
    opening: Shorts,
    chances: FloatTable,
    before: FloatTable,
    values: FloatTable,
    best: Shorts,
    follow: int,
) -> float:
    """One exchange more: `values` (states, 3) from `before` (openings, 3), what the first states of
    an exchange were worth with one exchange less.

    `best` (states) keeps for each choice the child that last strictly raised its side's guaranteed
    value before the bounds of the choice met, so that it does not depend on what else is solved. If
    bit p of `follow` is set, side p follows `best` instead of choosing. Returns the largest gap
    between the bounds of the first state and of all openings.
    """
    for at in range(order.shape[0] - 1, -1, -1):
        place = order[at]
        kind = kinds[place]
        if kind == OVER:
            continue
        begin, end = starts[place], starts[place + 1]
        if kind >= DICE:
            low, high, limit = 0.0, 0.0, 0.0
            for edge in range(begin, end):
                chance = chances[kind - DICE, edge - begin]
                child = edges[edge]
                if child >= 0:
                    low += chance * values[child, LOW]
                    high += chance * values[child, HIGH]
                    limit += chance * values[child, LIMIT]
                else:
                    low += chance * before[-1 - child, LOW]
                    high += chance * before[-1 - child, HIGH]
                    limit += chance * before[-1 - child, LIMIT]
        else:
            sign = 1.0 if kind == PLAYERS_CHOOSE else -1.0
            if (follow >> (kind - PLAYERS_CHOOSE)) & 1:
                begin = begin + best[place]
                end = begin + 1
            low, high, limit = -np.inf, -np.inf, -np.inf
            arg_low, arg_high = 0, 0
            for edge in range(begin, end):
                child = edges[edge]
                if child >= 0:
                    one = sign * values[child, LOW]
                    two = sign * values[child, HIGH]
                    three = sign * values[child, LIMIT]
                else:
                    one = sign * before[-1 - child, LOW]
                    two = sign * before[-1 - child, HIGH]
                    three = sign * before[-1 - child, LIMIT]
                if one > low:
                    low, arg_low = one, edge - begin
                if two > high:
                    high, arg_high = two, edge - begin
                limit = max(limit, three)
            low, high, limit = sign * low, sign * high, sign * limit
            if follow == 0 and best[place] == NO_CHOICE:
                best[place] = arg_low if kind == PLAYERS_CHOOSE else arg_high
            elif follow == 0 and values[place, HIGH] - values[place, LOW] >= CLOSED:
                if kind == PLAYERS_CHOOSE:
                    if low > values[place, LOW] + STRICT:
                        best[place] = arg_low
                elif high < values[place, HIGH] - STRICT:
                    best[place] = arg_high
        values[place, LOW] = low
        values[place, HIGH] = high
        values[place, LIMIT] = limit
    gap = values[0, HIGH] - values[0, LOW]
    for place in range(order.shape[0]):
        if opening[place] >= 0:
            gap = max(gap, values[place, HIGH] - values[place, LOW])
            for column in range(3):
                before[opening[place], column] = values[place, column]
    return gap


@entry
def choose_where_open(
    kinds: Kinds, starts: Ints, edges: Shorts, before: FloatTable, values: FloatTable, best: Shorts
) -> int:
    """If the bounds of a choice have not met, both sides can put a decision off for ever: keep the
    choice that is worth most if the conflict ends at its limit. Returns how many such choices there
    are."""
    found = 0
    for place in range(kinds.shape[0]):
        kind = kinds[place]
        if kind not in (PLAYERS_CHOOSE, GM_CHOOSES):
            continue
        if values[place, HIGH] - values[place, LOW] < APART:
            continue
        found += 1
        sign = 1.0 if kind == PLAYERS_CHOOSE else -1.0
        most = -np.inf
        for edge in range(starts[place], starts[place + 1]):
            child = edges[edge]
            worth = values[child, LIMIT] if child >= 0 else before[-1 - child, LIMIT]
            if sign * worth > most + STRICT:
                most = sign * worth
                best[place] = edge - starts[place]
    return found
