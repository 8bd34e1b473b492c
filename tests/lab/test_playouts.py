"""What many plays of a game of any kind tell, beside what follows exactly from its graph."""

from __future__ import annotations

from typing import Any

import pytest

from autogm.agents.roster import seats
from autogm.analysis.intervals import Z95
from autogm.game.graph import OVER
from autogm.game.registry import read_file
from autogm.lab.playouts import Playouts, dice_of, play_many, playout_tables


@pytest.fixture(scope="module")
def game() -> Any:
    return read_file("one-question").game()


@pytest.fixture(scope="module")
def found(game: Any) -> Playouts:
    return play_many(game, 400, 5, seats("planner", "aspect-cards"))


def exact_share(game: Any) -> float:
    """How likely the players win with best play, over all ends that there are."""
    solved = dice_of(game)
    assert solved is not None
    met = solved.met()
    return sum(
        float(met[place])
        for place in ((solved.graph.kinds == OVER) & (met > 0)).nonzero()[0]
        if solved.graph.state(int(place)).winner == "players"
    )


def test_without_luck_the_share_is_nearer_to_the_truth(game: Any, found: Playouts) -> None:
    """Great plays this scene perfectly, so that the truth is known: within four standard errors."""
    fair = found.adjusted
    assert fair is not None
    assert fair.gain > 2
    error = (fair.high - fair.low) / 2 / Z95
    assert abs(fair.mean - exact_share(game)) < 4 * error
    plain = found.wins["players"]
    assert fair.high - fair.low < 0.75 * (plain.high - plain.low)


def test_it_is_told_and_kept(game: Any, found: Playouts) -> None:
    told = found.as_dict()["without_luck"]
    assert found.adjusted is not None
    assert told["mean"] == found.adjusted.mean
    lines = [str(one) for one in playout_tables(game, found)]
    assert any("With the luck of the dice taken out, the players win" in one for one in lines)
    assert found.settled is not None
    assert any(f"After {found.settled.step} choices and rolls" in one for one in lines)
    assert found.as_dict()["settled"]["share"] == found.settled.share


def test_where_compiled_code_plays_nothing_is_noted(game: Any) -> None:
    assert play_many(game, 400, 5, seats("random", "aspect-cards")).adjusted is None


def test_a_game_without_a_graph_has_no_luck_to_take_out() -> None:
    assert dice_of(object()) is None
