"""How long choices take: times as they are told, whose turn a choice belongs to, and what an agent
takes for a turn. Times are of the thread's own clock, so that a busy machine matters less.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

import numpy as np

from autogm.agents.base import Agent, Decision, RandomSource
from autogm.agents.playing import play_chunk
from autogm.agents.roster import agent
from autogm.engine.codes import N_ORDER, N_TURN
from autogm.engine.game import Game
from autogm.engine.state import State


@dataclass(frozen=True)
class Times:
    """Milliseconds: the median, the 95th percentile, the maximum, and of how many."""

    median: float
    most: float
    longest: float
    number: int

    @classmethod
    def of(cls, milliseconds: Sequence[float]) -> Times:
        """The times of some measurements."""
        most = float(np.quantile(milliseconds, 0.95))
        return cls(median(milliseconds), most, max(milliseconds), len(milliseconds))


def own_turn(state: State, action: int) -> int | None:
    """Whose turn a choice belongs to, as a fighter's number; None for what a side chooses in the
    turn of another. Who acts next is decided in the turn that begins with it."""
    kind, fighter, side = (int(one) for one in state.record[0]["pending"][0][:3])
    if state.node() == N_ORDER:
        target = state.game.describe(state, action).target or ""
        fighter = state.game.words.fighters.index(target)
        side = int(state.game.scene[0]["side"][fighter])
    elif kind != N_TURN:
        return None
    return fighter if side == state.current_player() else None


class Clock:
    """Plays as the tactician does, and times what another agent would choose: in its own turns, and
    in those of others."""

    name = "clock"

    def __init__(self, measured: Agent, turns: int) -> None:
        self._measured, self._most = measured, turns
        self._plays = agent("tactician")
        self.turns: dict[tuple[int, int, int], float] = {}
        """Milliseconds by battle, exchange and whose turn it is, in the order they began."""
        self.answers: dict[tuple[int, int, int, int], float] = {}
        """The same by battle, exchange, whose turn it is and who is asked, as a side's number."""

    @property
    def is_done(self) -> bool:
        """Whether enough turns were timed to their end: one more has begun."""
        return len(self.turns) > self._most

    def decide(self, state: State, source: RandomSource) -> Decision:
        """The tactician's decision."""
        decision = self._plays.decide(state, source)
        if not self.is_done:
            began = time.thread_time()
            self._measured.decide(state, source)
            spent = 1000 * (time.thread_time() - began)
            whose, here = own_turn(state, decision.action), (source.battle, state.exchange)
            if whose is None:
                turn = *here, int(state.record[0]["pending"][0][1]), state.current_player()
                self.answers[turn] = self.answers.get(turn, 0.0) + spent
            else:
                self.turns[*here, whose] = self.turns.get((*here, whose), 0.0) + spent
        return decision


def turns_of(game: Game, name: str, turns: int, seed: int) -> tuple[Times, Times]:
    """What so many whole turns take an agent, and its answers in a turn of others, in battles of
    tacticians."""
    measured = agent(name)
    measured.decide(game.new_initial_state(), RandomSource(seed))  # compiled, and loaded
    clock, battle = Clock(measured, turns), 0
    while not clock.is_done:
        play_chunk(game, seed, battle, battle + 1, (clock, clock))
        battle += 1
    whole = [*clock.turns.values()][:turns]
    return Times.of(whole), Times.of([*clock.answers.values()] or [0.0])
