"""The skirmisher: it plays every shipped conflict to its end, asked or compiled alike."""

from __future__ import annotations

from pathlib import Path

import pytest

from autogm.agents.base import RandomSource
from autogm.agents.entries import sample_at
from autogm.agents.playing import play_chunk
from autogm.agents.roster import agent
from autogm.engine.codes import CHANCE
from autogm.engine.game import load_game, new_buffer
from autogm.game.rows import rows

SHIPPED = sorted((Path(__file__).parents[2] / "scenarios").glob("*.yaml"))


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_asked_or_compiled_it_plays_alike(path: Path) -> None:
    game, skirmisher = load_game(path), agent("skirmisher")
    chunk = play_chunk(game, 3, 0, 2, (skirmisher, skirmisher))
    for battle in range(2):
        state, counters, choices = game.new_initial_state(), new_buffer(), 0
        while not state.is_terminal():
            if state.current_player() == CHANCE:
                replaced = state.dice_replaced()
                action = int(
                    sample_at(game.scene_rows, rows(state.record), replaced, 3, battle, counters)
                )
            else:
                action = skirmisher.decide(state, RandomSource(3, battle, choices)).action
                assert action in state.legal_actions()
                choices += 1
            state.apply_action(action)
        winner, exchanges, counted = (int(one) for one in chunk.results[battle][:3])
        assert (int(state.record["winner"][0]), choices) == (winner, counted)
        assert int(state.record["exchange"][0]) == exchanges
