"""How well given action probabilities play a solved conflict: what they are worth against a best
response, how often each state is met, what each action gives away.

Action probabilities are `shares` (edges,): in every state where somebody chooses, the probability
of each legal action.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from autogm.game.graph import DICE, OVER, PLAYERS_CHOOSE
from autogm.planner.solving.flow import carry, sweep_shares
from autogm.planner.solving.induction import CLOSED, NO_CHOICE
from autogm.planner.solving.solver import Solution

Array = np.ndarray[Any, Any]
GONE = 1e-12  # if the conflict goes on with a lower probability, it is over


def settled(found: Solution, policy: Array) -> Array:
    """The shares of a policy (states,), shaped as `Solution.best`."""
    shares = np.zeros(len(found.space.edges))
    places = (policy != NO_CHOICE).nonzero()[0]
    shares[found.space.starts[places] + policy[places]] = 1.0
    return shares


def uniform(found: Solution) -> Array:
    """The shares of a player that draws from all legal actions alike."""
    counts = np.diff(found.space.starts)
    shares = np.repeat(1.0 / np.maximum(counts, 1), counts)
    shares[np.repeat(~choosing(found), counts)] = 0.0
    return shares


def seated(found: Solution, players: Array, gm: Array) -> Array:
    """The shares of a battle in which each side acts by its own."""
    theirs = np.repeat(found.space.kinds == PLAYERS_CHOOSE, np.diff(found.space.starts))
    return np.where(theirs, players, gm)


def choosing(found: Solution) -> Array:
    """In which states somebody chooses (states,)."""
    kinds = found.space.kinds
    chooses: Array = (kinds != OVER) & (kinds < DICE)
    return chooses


def worth(found: Solution, shares: Array, *sides: int) -> float:
    """The utility when `sides` (0 players, 1 GM) act by shares and a side not named plays a best
    response, within the horizon."""
    space = found.space
    follow = sum(1 << side for side in set(sides))
    values = space.stakes.copy()
    before = values[found.homes]
    for _ in range(found.horizon):
        change = sweep_shares(
            space.kinds, space.starts, space.edges, found.order, found.opening, found.chances,
            shares, follow, before, values,
        )  # fmt: skip
        if change < CLOSED:
            break
    return float(values[0])


def bounds(found: Solution, policy: Array, known: Array, side: int) -> tuple[Array, Array, Array]:
    """The utility of each state (states,) against a best response of a side whose policy (states,)
    is known in some of the states (states,) where it chooses: if elsewhere it does what is best for
    it, given what is known, and if it does what is worst; and the shares of a battle of the latter
    (edges,)."""
    space = found.space
    kinds, starts, counts = space.kinds, space.starts, np.diff(space.starts)
    taken = np.repeat(np.where(known, starts[:-1] + policy, 0), counts)
    edges = np.where(np.repeat(known, counts), space.edges[taken], space.edges)
    unknown = (kinds == PLAYERS_CHOOSE + side) & ~known
    against = np.where(unknown, PLAYERS_CHOOSE + 1 - side, kinds).astype(kinds.dtype)
    best, _ = found.altered(kinds, edges)
    worst, response = found.altered(against, edges)
    return best, worst, settled(found, np.where(known, policy, response))


def visits(found: Solution, shares: Array) -> Array:
    """How often each state is met in a battle (states,), both sides acting by shares, within the
    horizon."""
    space = found.space
    met, mass = np.zeros(space.states), np.zeros(space.states)
    later = np.zeros(len(found.homes))
    mass[0] = 1.0
    for _ in range(found.horizon):
        left = carry(
            space.kinds, space.starts, space.edges, found.order, found.opening, found.chances,
            shares, mass, later, met,
        )  # fmt: skip
        if left < GONE:
            break
    return met


def given_away(found: Solution) -> Array:
    """How much less utility each action leads to, for the side that chooses it, than the best one
    (edges,); zero where nobody chooses."""
    space = found.space
    counts, crossing = np.diff(space.starts), space.edges < 0
    sign = np.repeat(np.where(space.kinds == PLAYERS_CHOOSE, 1.0, -1.0), counts)
    gain = found.values[space.edges]
    gain[crossing] = found.later[-1 - space.edges[crossing]]
    gain *= sign
    lost = np.zeros(len(gain))
    for_whom = np.repeat(choosing(found), counts)
    best = np.repeat(_highest(found, gain), counts)
    lost[for_whom] = (best - gain)[for_whom]
    return lost


def _highest(found: Solution, per_edge: Array) -> Array:
    """The highest of the edges of each state (states,); zero for a state without any."""
    starts = found.space.starts
    highest = np.zeros(found.space.states)
    some = (np.diff(starts) > 0).nonzero()[0]
    highest[some] = np.maximum.reduceat(per_edge, starts[some])
    return highest


def at_stake(found: Solution, lost: Array) -> Array:
    """The difference in utility between the best and the worst action of each state (states,), from
    what each gives away (edges,)."""
    return _highest(found, lost)
