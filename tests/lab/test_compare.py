"""Variants with the same dice: what is the same plays the same, and the paired interval is that of
its pairs."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from autogm.agents.roster import seats
from autogm.analysis.pairs import counted_difference, difference
from autogm.game.registry import load_game
from autogm.lab.compare import compared, rows
from autogm.lab.simulate import Simulation, simulate
from autogm.model.library import shipped

BATTLES = 2000


def played(name: str = "duel", seed: int = 1, *, measures: bool = False) -> Simulation:
    game: Any = load_game(shipped()[name])
    return simulate(game, BATTLES, seed, seats("brawler"), workers=1, measures=measures)


def won(found: Simulation) -> Any:
    return np.frombuffer(found.winners, np.int8) == 1


def test_what_is_the_same_differs_in_nothing() -> None:
    found = difference(played().results, played().results)
    assert found.mean == 0
    assert not found.told_apart


def test_the_difference_is_that_of_the_shares_and_its_interval_is_of_pairs() -> None:
    one, other = played("duel"), played("street-fight")
    found = difference(one.results, other.results)
    assert not found.without_luck
    pairs = won(other).astype(float) - won(one)
    assert found.mean == pytest.approx(pairs.mean())
    half = 1.96 * pairs.std() / np.sqrt(BATTLES)
    assert (found.high - found.low) / 2 == pytest.approx(half, rel=0.02)


def test_without_the_luck_of_the_dice_it_is_narrower_still() -> None:
    one, other = played(measures=True), played("street-fight", measures=True)
    found = compared(["a", "b"], [one, other])[1].difference
    counted = counted_difference(one.results, other.results)
    assert found is not None
    assert found.without_luck
    assert found.high - found.low < counted.high - counted.low


def test_only_the_same_battles_are_compared() -> None:
    with pytest.raises(ValueError, match="same dice"):
        compared(["a", "b"], [played(), played(seed=2)])


def test_each_variant_has_a_row() -> None:
    told = list(rows(compared(["as it is", "b"], [played(), played("street-fight")])))
    assert [name for name, _ in told] == ["as it is", "b"]
    assert told[0][1][2:] == ("", "")
    assert told[1][1][3] == "yes"
