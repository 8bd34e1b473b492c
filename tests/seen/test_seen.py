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

from autogm.engine.codes import N_COMPEL
from autogm.engine.game import load_game
from autogm.engine.state import State
from autogm.game.plays import states_of

FOLDER = Path(__file__).parent
OFFERS = ("compel", "pay to keep roaring")
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


@pytest.mark.rule("X1", "R5")
@pytest.mark.parametrize(
    ("name", "aspect"),
    [
        ("bound-by-a-compel", "Tagged and Tracked"),
        ("paid-to-keep-roaring", "Oil on the Stones"),
    ],
)
def test_who_is_paid_for_it_is_bound_by_it(name: str, aspect: str) -> None:
    """What was seen next is no choice any more, and goes on being one for who gets no offer."""

    def offered(state: State) -> bool:
        words = [state.game.describe(state, action) for action in state.legal_actions()]
        return any(one.verb == "create" and one.aspect == aspect for one in words)

    assert not offered(position(name))
    verbs = [step.get("verb") for step in read(name)["steps"]]
    free = position(name, max(n for n, verb in enumerate(verbs) if verb in OFFERS))
    while free.node() == N_COMPEL:
        free.apply_action(free.legal_actions()[0])
    assert offered(free)
