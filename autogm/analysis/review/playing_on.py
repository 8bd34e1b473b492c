"""How likely the players were to win as the exchanges of a battle began, measured by playing on:
battles of agents, from the very state, with dice of their own. No estimate has a part in it.

Only the beginnings of exchanges are measured, and of a long battle some of them, so that it takes
seconds. The seed is the same everywhere, so that `autogm simulate --state` shows the same share.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np

from autogm.agents.base import Agent
from autogm.agents.battles import R_WINNER
from autogm.agents.playing import numbers_of, play_chunk
from autogm.agents.roster import agent
from autogm.analysis.intervals import score_interval
from autogm.analysis.review.account import Move, known_to
from autogm.analysis.review.measures import exchange_of
from autogm.engine.codes import UNDECIDED_WIN
from autogm.engine.game import Game
from autogm.engine.state import State
from autogm.game.building import cores
from autogm.game.loop import OUTSIDE

MOST_PLACES = 12
"""Beginnings of exchanges that are measured at most, the first and the last always."""
OTHER_DICE = 1_000_003
"""What is added to the seed of a battle for those that are played on, so that it is none of
them."""
STAND_IN = "tactician"
"""Who plays on for agents that take seconds for a battle."""
WON = 1
Pair = tuple[Agent, Agent]
Players = Callable[[Game], Pair]
"""Who plays a game: the conflict itself, or as a side knows it at some moment."""


@dataclass(frozen=True)
class PlayedOn:
    """What battles from the beginning of an exchange on showed: how many of so many the players
    won, draws counted half."""

    exchange: int
    state: State
    won: float
    battles: int

    @property
    def share(self) -> float:
        """The share that they won."""
        return self.won / self.battles

    @property
    def interval(self) -> tuple[float, float]:
        """Its 95% interval."""
        return score_interval(self.share, self.battles)

    @property
    def chance(self) -> float:
        """The chance that it shows, short of none and all."""
        return (self.won + 0.5) / (self.battles + 1)


def beginnings(start: State, moves: Sequence[Move], to: int | None = None) -> list[State]:
    """The first state of each exchange, as a side knows it (`to`: a side's number, or None for
    everything); without those of which it may not know what is going on, or in which it is over."""
    found: dict[int, State] = {}
    for state in (start, *(one.after for one in moves)):
        exchange = exchange_of(state)
        if exchange not in found and not state.is_terminal():
            known = known_to(state, to)
            if known is not None and not known.is_terminal():
                found[exchange] = known
    return list(found.values())


def play_on(
    states: Sequence[State],
    battles: int,
    seed: int,
    players: Players,
    *,
    until: float | None = None,
    told: Callable[[int], None] = lambda _: None,
    workers: int | None = None,
) -> tuple[PlayedOn, ...]:
    """Play so many battles on from each of the states, of long battles from `MOST_PLACES` of them,
    and count who wins, in the order of the states. `players` says who plays; the tactician stands
    in for whoever is no kernel. From states that are not begun `until` (of `time.perf_counter`)
    none are played; the ends come first, then what lies farthest from those. `told` is called with
    the number of battles of each state that is done, by any of so many threads (`workers`; None:
    one for each core).

    Raises:
        ValueError: for fewer than one battle.
    """
    if battles < 1:
        raise ValueError(f"at least 1 battle can be played on, not {battles}")
    picked = _spread(states)
    order = [picked[n] for n in coarse_to_fine(len(picked))]
    by = [in_kernels(players(state.game)) for state in order]

    def one(state: State, agents: Pair) -> PlayedOn | None:
        if until is not None and time.perf_counter() > until:
            return None
        found = measured(state, battles, seed, agents)
        told(battles)
        return found

    with ThreadPoolExecutor(min(workers or cores(), max(1, len(order)))) as pool:
        found = list(pool.map(one, order, by))
    kept = (each for each in found if each is not None)
    return tuple(sorted(kept, key=lambda each: each.exchange))


def measured(state: State, battles: int, seed: int, agents: Pair) -> PlayedOn:
    """What so many battles from a state on show."""
    played = play_chunk(state.game, seed, 0, battles, agents, state)
    ends = played.results[:, R_WINNER]
    won = int((ends == WON).sum()) + int((ends == UNDECIDED_WIN).sum()) / 2
    return PlayedOn(exchange_of(state), state, won, battles)


def in_kernels(agents: Pair) -> Pair:
    """Who plays on: the agents themselves, and the tactician for each who is no kernel."""
    players, gm = (
        agent(STAND_IN) if number == OUTSIDE else one
        for one, number in zip(agents, numbers_of(agents), strict=True)
    )
    return players, gm


def _spread(states: Sequence[State]) -> list[State]:
    """All states, or as many as are measured, evenly from the first to the last."""
    if len(states) <= MOST_PLACES:
        return list(states)
    places = np.linspace(0, len(states) - 1, MOST_PLACES).round().astype(int)
    return [states[n] for n in places]


def coarse_to_fine(number: int) -> list[int]:
    """The numbers below `number`, both ends first, then each that is farthest from those before."""
    order = [0, number - 1][: min(2, number)]
    while len(order) < number:
        rest = [n for n in range(number) if n not in order]
        order.append(max(rest, key=lambda n: min(abs(n - one) for one in order)))
    return order
