"""Conflicts keep the contract of every kind of game, clause by clause, with dice that show faces as
those at a table do; `tests/game/test_conformance.py` breaks each clause.
"""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from autogm.engine.game import load_game
from autogm.game.conformance import check_game
from tests.conformance.plays import Seen, choose

SCENARIOS = Path(__file__).parents[2] / "scenarios"
NAMES = ("duel", "undercrypt")


def with_faces(state: Any, rng: Random) -> int:
    """Any legal action; dice with faces."""
    return choose(state, rng, Seen())


@pytest.mark.parametrize("name", NAMES)
def test_conflicts_keep_the_contract(name: str) -> None:
    game = load_game(SCENARIOS / f"{name}.yaml")
    check_game(game, plays=1)
    check_game(game, plays=1, seed=1, choose=with_faces)
