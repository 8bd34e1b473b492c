"""What a typed line means: choices by number and words, dice by faces and sums."""

from __future__ import annotations

import pytest

from autogm.session.errors import SessionError
from autogm.table.typed import FUDGE, chosen_by, dice_by
from autogm.view.options import Option

OPTIONS = [
    Option({"verb": "attack", "n": place}, words)
    for place, words in enumerate(
        ("attack Bruno", "attack Bruno's brother", "wait", "end the turn")
    )
]


@pytest.mark.parametrize(
    ("line", "place"),
    [("1", 0), ("4", 3), ("attack bruno", 0), ("Brother", 1), ("turn end", 3), ("wa", 2)],
)
def test_a_choice_is_meant_by_its_number_or_by_enough_of_its_words(line: str, place: int) -> None:
    assert chosen_by(line, OPTIONS) is OPTIONS[place]


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("0", "numbered from 1 to 4"), ("5", "numbered from 1 to 4"), ("attack", "may mean"),
        ("dance", "is none of the choices"), ("", "is none of the choices"),
    ],
)  # fmt: skip
def test_what_means_none_or_several_is_told(line: str, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        chosen_by(line, OPTIONS)


@pytest.mark.parametrize(
    ("line", "dice", "said"),
    [
        ("+0-+", FUDGE, {"dice": [1, 0, -1, 1]}), ("+ 0 − +", FUDGE, {"dice": [1, 0, -1, 1]}),
        ("3 5", "d6-d6", {"dice": [3, 5]}), ("6,1", "d6-d6", {"dice": [6, 1]}),
        ("=2", FUDGE, {"sum": 2}), ("= -3", FUDGE, {"sum": -3}), ("=−1", FUDGE, {"sum": -1}),
        ("+4", FUDGE, {"sum": 4}), ("5", "d6-d6", {"sum": 5}),
    ],
)  # fmt: skip
def test_dice_are_said_by_faces_or_by_their_sum(
    line: str, dice: str, said: dict[str, object]
) -> None:
    assert dice_by(line, dice) == said


@pytest.mark.parametrize("line", ["", "+0-", "+0-+-", "7 1", "=a2", "=123", "=", "3 5 1"])
def test_what_says_no_dice_is_told_how_to_say_them(line: str) -> None:
    with pytest.raises(ValueError, match="dice are typed as all four faces"):
        dice_by(line, FUDGE)


@pytest.mark.parametrize(
    ("line", "dice", "says"),
    [
        ("7", FUDGE, "four Fate dice come to -4 at least and 4 at most, not 7"),
        ("3 5", FUDGE, r"such as \+0-\+, or as their sum"),
        ("+0-+", "d6-d6", "such as 3 5, or as their sum"), ("6", "d6-d6", "these dice come to -5"),
    ],
)  # fmt: skip
def test_dice_that_cannot_fall_here_are_told_for_the_dice_in_play(
    line: str, dice: str, says: str
) -> None:
    with pytest.raises(SessionError, match=says):
        dice_by(line, dice)


def test_what_can_fall_is_taken() -> None:
    assert dice_by("-4", FUDGE) == {"sum": -4}
    assert dice_by("3 5", "d6-d6") == {"dice": [3, 5]}
