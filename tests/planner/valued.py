"""The value of a position as tests ask for it, and what they make positions from."""

from __future__ import annotations

from typing import Any

import numpy as np

from autogm.engine.game import Game
from autogm.engine.state import State
from autogm.game.rows import rows
from autogm.planner.evaluation.parameters import parameters_of
from autogm.planner.evaluation.scratch import WORK
from autogm.planner.evaluation.value import value_at
from autogm.planner.evaluation.weights import FEATURES, Weights, shipped_weights
from autogm.planner.turn.tactician import Tactician

STRONG, WEAK = "Fight 4 Athletics 2 Notice 3", "Fight 2 Athletics 1 Notice 1"
NO_POINTS: dict[str, Any] = {"fate_points": 0}


def look(game: Game, record: Any, weights: Weights | None = None) -> tuple[float, Any]:
    """The value of a record, and its features."""
    work = np.zeros(1, WORK)
    worth = value_at(
        game.scene_rows, rows(record), 0, rows(parameters_of(game, weights)), rows(work)
    )
    return float(worth), work["feature"][0].copy()


def without(record: Any, fighter: int) -> Any:
    """A record of somebody who is in the conflict, once that one is out."""
    after = record.copy()
    after["out"][0] |= 1 << fighter
    for fighters in (after["present"], after["present_in"]):
        fighters[0] &= ~(1 << fighter)
    return after


def worth(state: State) -> float:
    """The value of a position."""
    return look(state.game, state.record)[0]


def worth_to(tactician: Tactician, state: State) -> float:
    """The same, with a tactician's evaluation parameters."""
    scenes, all_parameters = tactician.game.scene_rows, rows(tactician.parameters)
    work = rows(np.zeros(1, WORK))
    return float(value_at(scenes, rows(state.record), 0, all_parameters, work))


def chance(game: Game, record: Any) -> float:
    """The players' log-odds, by the shipped weights."""
    win = shipped_weights().win
    return float(look(game, record)[1] @ np.array([win[name] for name in FEATURES]))
