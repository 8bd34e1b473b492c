"""How worths are told: as chances where victory is all there is, else as shares of the stakes that
the file itself says.
"""

from __future__ import annotations

import io
import re
from typing import Any

import pytest
from rich.console import Console

from autogm.agents.roster import agent
from autogm.analysis.review import Scale, review_moves
from autogm.analysis.review.recap import recap
from autogm.engine.game import load_game
from autogm.game.contract import GM, PLAYERS
from autogm.game.registry import load_game as load_any
from autogm.lab.playout_tables import playout_tables
from autogm.lab.playouts import play_many
from tests.analysis.review.test_account import plain_moves

RAW = re.compile(r"(?<![\d.])[+−-]?\d\.\d\d(?!\d)")
"""A utility as it is computed with, which nobody at a table can read."""


def test_a_scene_goes_from_its_worst_ending_to_its_best() -> None:
    """The file: to the players its endings are worth 1, −0.6 and 0.2; to the GM −0.5, 0.35, 0.3."""
    players, gm = (Scale(load_any("one-question"), side) for side in (PLAYERS, GM))
    assert [players.told(one) for one in (-0.6, 0.2, 1.0, 1.16)] == ["0%", "50%", "100%", "110%"]
    assert [gm.told(one) for one in (-0.5, 0.35, -0.67)] == ["0%", "100%", "−20%"]
    assert players.points(-0.08) == "−5.0"
    assert gm.points(0.085) == "+10.0"
    assert players.size(-0.16) == "10% of the stakes"
    assert players.size(0.001) == "less than 1% of the stakes"
    assert players.reach([0.4, 1.1]) == (0.0, 1.1)
    assert players.of == " of the stakes"
    assert "the players" in players.explained


def test_a_conflict_where_more_counts_goes_from_defeat_to_victory() -> None:
    scale = Scale(load_game("street-fight"))
    assert not scale.chances
    assert [scale.told(one) for one in (-1.0, 0.0, 1.0)] == ["0%", "50%", "100%"]
    assert "a defeat" in scale.explained


def test_chances_are_never_quite_sure_and_take_a_minus() -> None:
    scale = Scale(load_game("duel"))
    assert [scale.told(one) for one in (-1.0, -0.999, 0.999, 1.0)] == [
        "0%", "under 1%", "over 99%", "100%",
    ]  # fmt: skip
    assert scale.points(-0.5) == "−25.0"
    assert (scale.of, scale.explained) == ("", "")


@pytest.mark.parametrize("side", [None, PLAYERS, GM])
def test_a_recap_of_a_scene_tells_no_raw_number(side: int | None) -> None:
    game: Any = load_any("one-question")
    for number in range(3):
        moves = plain_moves(game, number)
        told = recap(review_moves(game.new_initial_state(), moves, to=side))
        assert not RAW.search(told)
        assert "of what is at stake" in told


def test_a_bargain_is_told_as_one() -> None:
    game: Any = load_any("one-question")
    met = set[str]()
    for number in range(12):
        moves = plain_moves(game, number)
        end = moves[-1].after
        told = recap(review_moves(game.new_initial_state(), moves)).partition("## How it ends")[2]
        met.add(game.whose_ending(end))
        assert ("It ends in a bargain." in told) == (game.whose_ending(end) == "bargain")
        assert "Nobody has won" not in told
    assert "bargain" in met


def test_what_many_plays_were_worth_is_a_share_of_the_stakes() -> None:
    game: Any = load_any("one-question")
    found = play_many(game, 30, 1, (agent("random"), agent("random")))
    console = Console(file=io.StringIO(), width=100)
    console.print(*playout_tables(game, found))
    said = " ".join(console.file.getvalue().split())  # type: ignore[attr-defined]
    assert found.worth is not None
    share = 100 * (found.worth[PLAYERS] + 0.6) / 1.6
    assert f"It is worth {share:.1f}% of the stakes to the players on average" in said
    assert "u =" not in said
