"""How long choices take: times as they are told, whose turn a choice belongs to, and what an agent
takes for its turns while it plays. Times are of the thread's own clock, so that a busy machine
matters less.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

import numpy as np

from autogm.agents.base import Agent, Decision, RandomSource
from autogm.agents.playing import play_chunk
from autogm.agents.roster import agent
from autogm.engine.codes import N_ORDER, N_TURN
from autogm.engine.game import load_game
from autogm.engine.state import State

EIGHT_ZONES = Path(__file__).resolve().parent / "fields" / "eight-streets.yaml"


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


def whose_turn(state: State, action: int) -> int | None:
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


class Watched:
    """An agent whose choices are timed until some moment, and until one of its own turns was begun,
    and added up by those turns (battle, exchange, fighter); afterwards the tactician plays on,
    untimed."""

    def __init__(self, player: Agent, until: float) -> None:
        self.player = player
        self.until = until
        self.turns: dict[tuple[int, int, int], float] = {}

    @property
    def name(self) -> str:
        """The agent's name."""
        return self.player.name

    def decide(self, state: State, source: RandomSource) -> Decision:
        """The agent's decision."""
        if self.turns and time.monotonic() > self.until:
            return agent("tactician").decide(state, source)
        began = time.thread_time()
        decision = self.player.decide(state, source)
        spent = 1000 * (time.thread_time() - began)
        whose = whose_turn(state, decision.action)
        if whose is not None:
            key = source.battle, state.exchange, whose
            self.turns[key] = self.turns.get(key, 0.0) + spent
        return decision


def turns_over_eight_zones(name: str, seed: int, seconds: float) -> Times:
    """Milliseconds for a turn of the GM's side, four against four over eight zones, against a
    brawler, from as many battles as begin within so many seconds."""
    game = load_game(EIGHT_ZONES)
    watched, battle = Watched(agent(name), time.monotonic() + seconds), 0
    while not battle or time.monotonic() < watched.until:
        play_chunk(game, seed, battle, battle + 1, (agent("brawler"), watched))
        battle += 1
    return Times.of(list(watched.turns.values()))
