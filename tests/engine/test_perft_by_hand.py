"""Trees that are small enough to walk: perft counts what the contract shows, to each depth."""

from __future__ import annotations

from collections import Counter

import pytest

from autogm.engine.codes import CHANCE, TERMINAL
from autogm.engine.perft import perft
from autogm.engine.state import State
from tests.table import scene


def walked(state: State, depth: int) -> Counter[int]:
    """Choices, dice and ends, one child at a time."""
    total = Counter([min(state.current_player(), 0)])
    for action in state.legal_actions() if depth else ():
        total += walked(state.child(action), depth - 1)
    return total


@pytest.mark.parametrize("depth", [0, 1, 2, 3])
@pytest.mark.parametrize("at_dice", [False, True])
def test_all_is_counted_to_each_depth(depth: int, at_dice: bool) -> None:
    table = scene("minifate", "hero Fight 1", "foe", actions=["attack"], exchanges=1,
                  turn_order={"first": "players"}).turn("hero")  # fmt: skip
    if at_dice:
        table.choose("attack", target="foe").to_dice()
    total = walked(table.state, depth)
    assert perft(table.state, depth).counts == (total[0], total[CHANCE], total[TERMINAL])
