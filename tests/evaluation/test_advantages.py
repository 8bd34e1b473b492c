"""What the rules about advantages change: nothing where nobody prepares, and less preparing where
enemies stand near."""

from __future__ import annotations

import json

import pytest

from autogm.analysis.intervals import unseen
from autogm.engine.game import load_game
from evaluation.advantages import main, prepares
from evaluation.players import player


def test_each_conflict_is_played_with_the_rules_and_without(
    capsys: pytest.CaptureFixture[str],
) -> None:
    asked = ("--scenarios", "duel,bat-ruins", "--battles", "24", "--read", "6", "--json")
    assert main(asked) == 0
    duel, ruins = json.loads(capsys.readouterr().out)
    assert duel["wins"][0] == duel["wins"][1]
    assert duel["creates"][0]["share"] == duel["creates"][1]["share"] == 0.0
    without, with_them = ruins["creates"]
    assert with_them["share"] < without["share"]
    assert ruins["longer_by"]["mean"] == pytest.approx(
        ruins["exchanges"][1] - ruins["exchanges"][0]
    )


def test_a_share_of_turns_is_told_with_what_battles_differ_in() -> None:
    """Where nobody prepares, as far as so few battles tell."""
    found = prepares(load_game("bat-ruins"), player("tactician"), 8, 1)
    assert 0 < found.low < found.share < found.high < 1
    alone = prepares(load_game("duel"), player("brawler"), 3, 1)
    assert (alone.low, alone.share, alone.high) == (0.0, 0.0, unseen(3))
