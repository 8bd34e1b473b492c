"""What the planner's speed is measured with: states of real battles, and tables. No test asserts a
time.
"""

from __future__ import annotations

import json

import pytest
from rich.console import Console

from autogm.engine.game import load_game
from evaluation import planner_speed
from evaluation.planner_speed import (
    HERE,
    SOLVED,
    Battles,
    as_plain,
    positions_of,
    show,
    solver_speed,
)
from evaluation.tournament import Field


def test_states_are_of_battles_and_repeatable() -> None:
    game = Field("crossed-blades").game
    one, other = (positions_of(game, 1, 12) for _ in range(2))
    assert [state.game.serialize(state) for state in one] == [
        state.game.serialize(state) for state in other
    ]
    assert len(one) == 12
    assert len(set(one)) > 9  # battles may open alike
    assert all(len(state.legal_actions()) > 1 for state in one)


@pytest.mark.thorough
def test_the_solved_conflict_is_as_large_as_it_says() -> None:
    told = solver_speed(SOLVED)
    assert 1_000_000 <= told["states"] < 1_500_000
    assert told["states_a_second"] > 0
    assert load_game(HERE / planner_speed.SOLVED_LARGE).fingerprint


def test_the_tables_have_every_figure() -> None:
    found = {
        "seed": 1,
        "battles": [Battles("four against eight", 10, 5000, 20.0)],
        "positions_a_second": {"one against one": 123_456.0},
        "solver": [{"states": 1_000_001, "seconds": 7.0, "states_a_second": 142_857.3,
                    "megabytes_at_most": 512, "exchanges": 39}],
        "open_spiel": {"pig": 65_432.0},
    }  # fmt: skip
    plain = json.loads(json.dumps(as_plain(found)))
    assert plain["battles"][0]["a_second"] == 0.5
    assert plain["battles"][0]["us_choice"] == 4000.0
    console = Console(width=120)
    with console.capture() as capture:
        show(found, console)
    told = capture.get()
    for words in ("0.5", "4000", "123,456", "65,432", "1,000,001", "142,857"):
        assert words in told
