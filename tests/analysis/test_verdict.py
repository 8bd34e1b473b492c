"""The scale of how hard a conflict is: its thresholds, which figure holds, and what intervals leave
open.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from autogm.analysis.intervals import mean_of, wilson
from autogm.analysis.looks import Looks
from autogm.analysis.verdict import SCALE, Heroes, Word, verdict, word_for


@pytest.mark.parametrize(
    ("score", "losses", "word"),
    [
        (1.0, 0.0, "walkover"),
        (0.95, 0.1, "walkover"),
        (0.949, 0.0, "easy"),
        (1.0, 0.101, "easy"),
        (0.8, 0.33, "easy"),
        (0.799, 0.0, "fair"),
        (0.5, 0.65, "fair"),
        (0.449, 0.5, "hard"),
        (0.9, 0.7, "hard"),
        (0.19, 0.5, "deadly"),
        (1.0, 1.0, "deadly"),
        (0.049, 0.0, "hopeless"),
        (0.0, 1.0, "hopeless"),
    ],
)
def test_the_harder_of_two_figures_holds(score: float, losses: float, word: str) -> None:
    assert word_for(score, losses).name == word


def test_each_step_is_harder_than_the_one_before() -> None:
    assert [one.word for one in SCALE] == [word for word in Word if word != Word.hopeless]
    assert sorted(SCALE, key=lambda one: -one.score) == sorted(SCALE, key=lambda one: one.losses)


def heroes(number: int, fallen: list[int]) -> Heroes:
    """Heroes of whom so many fell in each battle."""
    total = len(fallen)
    return Heroes(
        number,
        True,
        wilson(sum(one == number for one in fallen), total),
        wilson(sum(one > 0 for one in fallen), total),
        mean_of(sum(fallen), sum(one * one for one in fallen), total),
    )


@pytest.mark.parametrize(
    ("won", "drawn", "fallen", "said"),
    [
        # 96.3 to 100 of a hundred, 0 to 3.7 lost.
        (100, 0, [0] * 100, "a walkover"),
        # Nine of ten: 59.6 to 98.2; one hero of three in each: 0.33, 12 to 63.
        (9, 0, [1] * 10, "easy or fair"),
        # 600 of 1000: 56.9 to 63.0; two of three in 400: losses 0.27, 24 to 30.
        (600, 0, [2] * 400 + [0] * 600, "fair"),
        # One battle shows nothing: 20.7 to 100.
        (1, 0, [0], "anything from a walkover to hard"),
        # Drawn battles count half: 0.5, 40.4 to 59.6; losses none.
        (0, 100, [0] * 100, "fair or hard"),
        (0, 0, [3] * 100, "hopeless"),
    ],
)
def test_a_word_is_as_sure_as_its_figures(
    won: int, drawn: int, fallen: list[int], said: str
) -> None:
    total = len(fallen)
    found = verdict(wilson(won, total), wilson(drawn, total), total, heroes(3, fallen))
    assert found.said == said
    assert found.sure is (" or " not in said and " to " not in said)
    assert found.easiest <= found.word <= found.hardest


def test_without_heroes_who_may_fall_the_score_alone_holds() -> None:
    found = verdict(wilson(900, 1000), wilson(0, 1000), 1000, None)
    assert found.said == "easy"
    assert found.as_dict() == {"word": "easy", "easiest": "easy", "hardest": "easy"}


def test_the_readme_has_the_scale() -> None:
    readme = (Path(__file__).parents[2] / "README.md").read_text("utf-8")
    for word, score, losses in SCALE:
        assert f"| {word.said} | {score:.0%} | {losses:.0%} |" in readme


def test_whoever_has_looked_often_is_less_sure() -> None:
    """Of 340 battles 171: fair by the usual interval, fair or hard by that of the fourth look."""
    wins, undecided = wilson(171, 340), wilson(0, 340)
    assert verdict(wins, undecided, 340, None).said == "fair"
    assert verdict(wins, undecided, 340, None, z=Looks.z_of(4)).said == "fair or hard"
