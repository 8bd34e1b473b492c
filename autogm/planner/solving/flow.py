"""What comes of given action probabilities on a graph of states: the value against a best response,
how often each state is met, and which choices a player can reach at all. `shares` (edges,) is the
probability of each legal action in the states where a side with a fixed policy chooses.
"""

from __future__ import annotations

import numpy as np

from autogm.game.graph import DICE, OVER, PLAYERS_CHOOSE
from autogm.game.kernels import entry
from autogm.game.kinds import Floats, FloatTable, Ints, Kinds, Shorts


@entry
def sweep_shares(
    kinds: Kinds,
    starts: Ints,
    edges: Shorts,
    order: Shorts,
    opening: Shorts,
    chances: FloatTable,
    shares: Floats,
    follow: int,
    before: Floats,
    values: Floats,
) -> float:
    """One exchange more: `values` (states) from `before` (openings). If bit p of `follow` is set,
    side p acts by `shares`, else as well as possible. Returns the largest change of `before`, which
    holds the new values afterwards."""
    for at in range(order.shape[0] - 1, -1, -1):
        place = order[at]
        kind = kinds[place]
        if kind == OVER:
            continue
        begin, end = starts[place], starts[place + 1]
        chosen = kind < DICE and (follow >> (kind - PLAYERS_CHOOSE)) & 1 == 0
        sign = 1.0 if kind == PLAYERS_CHOOSE else -1.0
        value = -np.inf if chosen else 0.0
        for edge in range(begin, end):
            child = edges[edge]
            after = values[child] if child >= 0 else before[-1 - child]
            if chosen:
                value = max(value, sign * after)
            elif kind >= DICE:
                value += chances[kind - DICE, edge - begin] * after
            elif shares[edge] > 0.0:
                value += shares[edge] * after
        values[place] = sign * value if chosen else value
    change = 0.0
    for place in range(order.shape[0]):
        if opening[place] >= 0:
            change = max(change, abs(values[place] - before[opening[place]]))
            before[opening[place]] = values[place]
    return change


@entry
def carry(
    kinds: Kinds,
    starts: Ints,
    edges: Shorts,
    order: Shorts,
    opening: Shorts,
    chances: FloatTable,
    shares: Floats,
    mass: Floats,
    later: Floats,
    visits: Floats,
) -> float:
    """Carry `mass` (states), the probabilities of the states, through one exchange, both sides
    acting by `shares`, and add it to `visits` (states). Afterwards `mass` is that of the next
    exchange's first states; `later` (openings) is scratch, all zero. Returns the probability that
    the conflict goes on."""
    for at in range(order.shape[0]):
        place = order[at]
        here = mass[place]
        if here == 0.0:
            continue
        mass[place] = 0.0
        visits[place] += here
        kind, begin = kinds[place], starts[place]
        for edge in range(begin, starts[place + 1]):
            part = here * (chances[kind - DICE, edge - begin] if kind >= DICE else shares[edge])
            child = edges[edge]
            if child >= 0:
                mass[child] += part
            else:
                later[-1 - child] += part
    total = 0.0
    for place in range(order.shape[0]):
        if opening[place] >= 0:
            mass[place] = later[opening[place]]
            total += mass[place]
            later[opening[place]] = 0.0
    return total


@entry
def spread(
    kinds: Kinds,
    starts: Ints,
    edges: Shorts,
    homes: Shorts,
    chosen: Shorts,
    chooser: int,
    reached: Kinds,
    queue: Shorts,
    count: int,
) -> int:
    """Mark in `reached` (states) what the first `count` states of `queue` (states) lead to until a
    node of kind `chooser`; in `queue` itself that side does what `chosen` (states) says. `homes`
    (openings) are the first states of exchanges. Returns how many choices of that kind are newly
    reached; they then stand at the front of `queue`."""
    todo = queue.copy()
    left, asked = count, 0
    while left > 0:
        left -= 1
        place = todo[left]
        begin, end = starts[place], starts[place + 1]
        if kinds[place] == chooser:
            begin += chosen[place]
            end = begin + 1
        for edge in range(begin, end):
            child = edges[edge]
            if child < 0:
                child = homes[-1 - child]
            if reached[child]:
                continue
            reached[child] = 1
            if kinds[child] == chooser:
                queue[asked] = child
                asked += 1
            else:
                todo[left] = child
                left += 1
    return asked


@entry
def expanded_by(
    starts: Ints, edges: Shorts, homes: Shorts, place: int, most: int, reached: Kinds, queue: Shorts
) -> int:
    """How many states are expanded by the time more than `most` are found, breadth first from
    `place` as `space.explore` does it; -1 if there are not as many. `reached` (states,) is all zero
    and `queue` (states,) scratch."""
    reached[place], queue[0] = 1, place
    expanded, found = 0, 1
    while expanded < found:
        if found > most:
            return expanded
        here = queue[expanded]
        expanded += 1
        for edge in range(starts[here], starts[here + 1]):
            child = edges[edge]
            if child < 0:
                child = homes[-1 - child]
            if not reached[child]:
                reached[child], queue[found] = 1, child
                found += 1
    return -1
