"""Positions as data: whole, and told apart as records are."""

from __future__ import annotations

import json
from pathlib import Path

from autogm.engine import position
from autogm.engine.game import load_game
from autogm.engine.layout import STATE
from autogm.engine.position import position_data
from tests.planner.wandering import wander

SCENARIO = Path(__file__).parents[2] / "scenarios" / "hold-the-bridge.yaml"


def test_every_field_of_a_state_is_told_or_kept_up_beside_what_is() -> None:
    groups = [
        position.FIGHTER_MASKS, position.OF_FIGHTERS, position.OF_PURSES, position.OF_ASPECTS,
        position.KEPT_UP, position.OTHERS, ("pending",),
    ]  # fmt: skip
    names = [name for group in groups for name in group]
    assert sorted(names) == sorted(STATE.names or ())


def test_positions_are_told_apart_as_records_are() -> None:
    game = load_game(SCENARIO)
    seen: dict[str, bytes] = {}
    for seed in range(3):
        for state in wander(game, seed, 120):
            told = json.dumps(position_data(state), sort_keys=True)
            assert seen.setdefault(told, state.record.tobytes()) == state.record.tobytes()
    assert len(seen) > 100
    assert len(set(seen.values())) == len(seen)


def test_a_position_names_those_in_it() -> None:
    state = load_game(SCENARIO).new_initial_state()
    told = position_data(state)
    assert "olivia" in told["present"]
    assert told["fighters"]["olivia"]["zone"] == state.game.words.zones.index("mill")
    assert told["exchange"] == 1
