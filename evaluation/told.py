"""Battles in which somebody has to be told what happens, step by step, since it plays them along
elsewhere (`evaluation.frozen`). They are the battles that `autogm.agents.playing` plays, to the
last die.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from autogm.agents.base import Agent, RandomSource
from autogm.agents.battles import R_EXCHANGES, R_WINNER
from autogm.agents.entries import sample_at
from autogm.agents.playing import play_chunk
from autogm.engine.codes import CHANCE, TERMINAL
from autogm.engine.game import Game, new_buffer
from autogm.engine.state import State
from autogm.game.rows import rows


@runtime_checkable
class Follower(Protocol):
    """An agent that follows a battle by itself."""

    def begin(self, game: Game) -> None:
        """A battle begins."""

    def saw(self, state: State, action: int) -> None:
        """What is chosen in a state, by anybody, or how dice fall."""


@dataclass(frozen=True)
class Ended:
    """How a battle has ended: the winner (1 the players, 2 the GM, 3 nobody) and the exchange."""

    winner: int
    exchanges: int


def play_battle(
    game: Game,
    seed: int,
    battle: int,
    seats: tuple[Agent, Agent],
    followers: Sequence[Follower] = (),
) -> Ended:
    """Play one battle, and tell the followers among those who play it what happens."""
    if not followers:
        row = play_chunk(game, seed, battle, battle + 1, seats).results[0]
        return Ended(int(row[R_WINNER]), int(row[R_EXCHANGES]))
    for one in followers:
        one.begin(game)
    state, counters, choices = game.new_initial_state(), new_buffer(), 0
    while (player := state.current_player()) != TERMINAL:
        if player == CHANCE:
            replaced = state.dice_replaced()
            action = int(
                sample_at(game.scene_rows, rows(state.record), replaced, seed, battle, counters)
            )
        else:
            action = seats[player].decide(state, RandomSource(seed, battle, choices)).action
            choices += 1
        for one in followers:
            one.saw(state, action)
        state.apply_action(action)
    return Ended(int(state.record["winner"][0]), state.exchange)
