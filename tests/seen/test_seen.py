"""Battles in which somebody saw a rule go wrong, kept as structured steps since no seed leads there
once play has changed. What was seen stands at the head of each file, beside the rules it is about.
The scenarios are copies as they were: those that ship go on changing.

A battle is played as far as its steps are legal. Whoever mends what was seen cuts the battle where
the rules now part from it, and says in a test of that rule what happens there instead.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from autogm.engine.game import State, load_game
from autogm.game.plays import states_of

FOLDER = Path(__file__).parent
BATTLES = sorted(path.stem for path in FOLDER.glob("*.yaml"))


def read(name: str) -> dict[str, Any]:
    """A battle that was kept."""
    kept: dict[str, Any] = yaml.safe_load((FOLDER / f"{name}.yaml").read_text(encoding="utf-8"))
    return kept


def position(name: str, steps: int | None = None) -> State:
    """The state after so many steps of a kept battle; after all of them if that is left out.

    Raises:
        PlayError: where a step is not legal.
    """
    kept = read(name)
    game = load_game(FOLDER / "scenarios" / kept["scenario"])
    *_, last = states_of(game, kept["steps"][:steps])
    assert isinstance(last, State)
    return last


@pytest.mark.parametrize("name", BATTLES)
def test_a_kept_battle_is_legal_step_by_step(name: str) -> None:
    kept = read(name)
    assert kept["seen"]
    assert kept["rules"]
    position(name)
