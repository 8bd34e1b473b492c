"""What one choice has over another, as a share of what is at stake."""

from __future__ import annotations

from typing import Any

import pytest

from autogm.game.contract import PLAYERS
from autogm.game.registry import read_file
from autogm.view.words.stakes import of_the_stakes


@pytest.mark.parametrize(
    ("worth", "says"),
    [
        (0.01, "0.5% of the stakes"),
        (0.9, "45% of the stakes"),
        (2.0, "100% of the stakes"),
        (2.1, "more than all of the stakes"),
    ],
)
def test_a_difference_is_a_share_of_what_lies_between_the_ends(worth: float, says: str) -> None:
    """The players' endings of that scene lie between 1 and -1, and points kept come on top."""
    game: Any = read_file("party-crashers").game()
    assert of_the_stakes(game, PLAYERS, worth) == says
