"""Random conflicts, and random play through them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random

from autogm.engine.codes import CHANCE
from autogm.engine.game import Game
from autogm.engine.state import State
from autogm.rules.loading import settle
from tests.generator import random_scenario


@cache
def random_game(seed: int) -> Game:
    """The random conflict of that number, which nobody may change."""
    return Game(settle(random_scenario(seed)))


def wander(game: Game, seed: int, steps: int) -> Iterator[State]:
    """The states of so many random steps at which somebody chooses."""
    random, state = Random(seed), game.new_initial_state()
    for _ in range(steps):
        if state.is_terminal():
            return
        if state.current_player() != CHANCE:
            yield state
        state = state.child(random.choice(state.legal_actions()))
