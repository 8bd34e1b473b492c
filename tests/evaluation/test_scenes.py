"""Agents compared over games other than conflicts, the sides exchanged."""

from __future__ import annotations

import pytest

from autogm.game.registry import load_game
from evaluation.scenes import SCENES, compared, gains, main

ONE = SCENES / "one-question.yaml"


def test_nobody_gains_anything_over_itself() -> None:
    games = [load_game(ONE)]
    assert set(gains(games, "frugal", "frugal", 20, 1)) == {0.0}


def test_what_one_gains_the_other_loses() -> None:
    games = [load_game(ONE)]
    one = list(gains(games, "frugal", "random", 20, 1))
    other = list(gains(games, "random", "frugal", 20, 1))
    assert one == [-value for value in other]
    assert len(set(one)) > 1


def test_the_better_one_is_found() -> None:
    (found,) = compared([load_game(ONE)], ["random", "frugal"], 300, 1, 1.0)
    assert (found.one, found.other, found.pairs) == ("frugal", "random", 300)
    assert 0.0 < found.low < found.gain < found.high


def test_who_is_unknown_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["--agents", "random,fugal"])
    assert stopped.value.code == 2
    assert "frugal" in capsys.readouterr().err
