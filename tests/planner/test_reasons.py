"""Why a choice was made: the principal line can be played."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from autogm.engine.codes import CHANCE
from autogm.engine.game import State, load_game
from autogm.engine.layout import STATE
from autogm.planner.levels import setting
from autogm.planner.planner import Planner
from autogm.planner.reasons import reasons

SCENARIOS = Path(__file__).parents[2] / "scenarios"


def test_a_principal_line_can_be_played() -> None:
    """Each choice is legal where it is made, and leads to where the next one is, whatever dice
    fall in between."""
    game = load_game(SCENARIOS / "lizardfolk-camp.yaml")
    state = game.new_initial_state()
    planner = Planner(game, setting("good").budget)
    found = reasons(planner, state)
    assert found.principal[0][1] == found.lines[0].action
    for (before, action), (after, _) in pairwise(found.principal):
        assert action in before.legal_actions()
        reached = {before.child(action).record.tobytes()}
        for _ in range(4):
            reached |= {
                state.child(outcome).record.tobytes()
                for state in (State(game, rows_of(one)) for one in reached)
                if state.current_player() == CHANCE
                for outcome, _ in state.chance_outcomes()
            }
        assert after.record.tobytes() in reached


def rows_of(raw: bytes) -> Any:
    return np.frombuffer(raw, STATE).copy()
