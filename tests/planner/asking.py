"""Positions in which somebody may concede."""

from __future__ import annotations

from random import Random

from autogm.engine.codes import CHANCE, N_CONCEDE
from autogm.engine.game import Game
from autogm.engine.state import State


def asked(game: Game, seed: int, most: int) -> list[State]:
    """Positions of play at random in which somebody may concede, who mostly does not."""
    found: list[State] = []
    random, state = Random(seed), game.new_initial_state()
    for _ in range(3_000):
        if len(found) == most:
            break
        if state.is_terminal():
            state = game.new_initial_state()
        if state.current_player() == CHANCE:
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(random.choices(outcomes, chances)[0])
            continue
        legal = state.legal_actions()
        if state.node() == N_CONCEDE:
            found.append(state.clone())
            state.apply_action(legal[0] if random.random() < 0.95 else random.choice(legal))
        else:
            state.apply_action(random.choice(legal))
    return found
