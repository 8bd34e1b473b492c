"""What a game says of its size before it is played: how long it lasts, and what an end is worth at
most; and what one is worth in the end."""

from __future__ import annotations

from typing import Any

import pytest

from tests.table import scene

DUEL = ("fate-core", "hero", "foe")


def test_a_conflict_lasts_longer_by_as_much_for_each_exchange_more() -> None:
    one, two, five = (scene(*DUEL, exchanges=n).game.max_game_length for n in (1, 2, 5))
    assert (two, five) == (2 * one, 5 * one)


def test_each_fighter_more_makes_it_longer() -> None:
    """More turns, more answers to each, and more choices in each: over 9 for 4."""
    few = scene("fate-core", "hero", "foe", exchanges=5).game.max_game_length
    many = scene("fate-core", "hero; friend", "foe", exchanges=5).game.max_game_length
    assert many > few * 9 / 4


@pytest.mark.rule("H7")
@pytest.mark.parametrize(
    ("players", "most"),
    [
        ({"victory": 1.0}, 1.0),
        ({"victory": 1.0, "own_taken_out": -0.25, "own_conceded": -0.25}, 1.25),
        ({"victory": 1.0, "own_taken_out": -0.25, "own_conceded": -0.5}, 1.5),
        ({"victory": 1.0, "enemy_taken_out": 0.125, "enemy_conceded": 0.5}, 1.5),
        ({"victory": 1.0, "severe": -0.5}, 1.5),
        ({"victory": 1.0, "mild": -0.125, "moderate": -0.25, "severe": -0.5}, 1.875),
    ],
)
def test_the_most_that_an_end_is_worth(players: dict[str, float], most: float) -> None:
    """Victory, and the worse of what may befall the one fighter of each side, and each of the three
    consequences of the hero's. Little room is left for rounding."""
    stakes: dict[str, Any] = {"players": players, "gm": {"victory": 1.0}}
    bound = scene(*DUEL, stakes=stakes).game.max_utility
    assert most <= bound < most + 0.001


@pytest.mark.rule("H7", "F8")
def test_a_stake_in_points_counts_all_that_there_can_be() -> None:
    """Three of the hero's and one of the pool's, at a tenth each, are no more than the bound says;
    and the bound of twice the stake leaves as much room twice."""
    bounds = []
    for point in (0.0, 0.125, 0.25):
        stakes = {"players": {"victory": 1.0, "point": point}, "gm": {"victory": 1.0}}
        bounds.append(scene(*DUEL, stakes=stakes).game.max_utility)
    none, one, two = bounds
    assert none == 1.0
    assert one >= 1.0 + 3 * 0.125
    assert two - 1.0 == pytest.approx(2 * (one - 1.0), rel=1e-6)


@pytest.mark.rule("H7", "H4")
@pytest.mark.parametrize(("wound", "worth"), [(None, 1.0), (0, 0.875), (1, 0.75), (2, 0.5)])
def test_what_a_victory_is_worth_by_the_consequences_taken(wound: int | None, worth: float) -> None:
    stakes = {"players": {"victory": 1.0, "mild": -0.125, "moderate": -0.25, "severe": -0.5},
              "gm": {"victory": 1.0}}  # fmt: skip
    table = scene(*DUEL, stakes=stakes, sheets={"hero": {"tracks": {"physical": 0}}},
                  turn_order={"first": "gm"}).turn("foe")  # fmt: skip
    if wound is not None:
        table.choose("attack", target="hero").choose("use", skill="Fight", lethal=False)
        faces = ("+ + 0 0", "+ + + +", "+ + + +")[wound]
        table.dice(faces, "- - 0 0" if wound == 2 else "0 0 0 0")
        table.choose("absorb", box=0, consequences=(wound,))
    table.turn("hero").choose("attack", target="foe").choose("concede", target="foe")
    assert table.state.winner == "players"
    assert table.state.returns()[0] == pytest.approx(worth)
