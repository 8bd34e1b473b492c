"""The mistakes of a level (`levels.Misjudgement`) in words, for whoever chooses a level to play
against.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import NamedTuple

from autogm.planner.levels import UNERRING, Level, Misjudgement

ODDS, FACTOR = 1.0, 3.0
"""An error of so many log-odds is as grave as they come, and so is to count something that many
times, or for as small a part of its worth."""
PLAIN, SOMETIMES = 0.6, 0.25
"""From these shares of the gravest on a mistake shows on most turns, or at times."""


class Mistake(NamedTuple):
    """A part of a misjudgement: its name; what a figure below and above what errs in nothing makes
    a player do; and how grave a figure is, from 0, which is none, to 1."""

    part: str
    below: str
    above: str
    grave: Callable[[float], float]


def _odds(figure: float) -> float:
    return min(1.0, figure / ODDS)


def _share(figure: float) -> float:
    return figure


def _part(figure: float) -> float:
    return min(1.0, abs(1.0 - figure))


def _times(figure: float) -> float:
    return min(1.0, abs(math.log(figure)) / math.log(FACTOR)) if figure > 0.0 else 1.0


MISTAKES = (
    Mistake("noise", "", "misjudges what a turn should be about", _odds),
    Mistake("follows", "sees its own turn alone", "waits for others", _part),
    Mistake("expects", "does not reckon with who is still to come", "fears who is still to come",
            _part),
    Mistake("forgets", "", "forgets free invokes", _share),
    Mistake("combines", "sets nothing up for others", "sets up too much", _part),
    Mistake("neglects", "", "underrates preparing, guarding and waiting", _odds),
    Mistake("fixates", "", "goes for whoever hurts it", _odds),
    Mistake("overlooks", "", "overlooks what is not plain", _share),
    Mistake("weight", "ignores weight", "fears weight", _part),
    Mistake("hoards", "spends points on trifles", "keeps its points", _times),
)  # fmt: skip
"""All of them, but for the cap, which is none."""


def mistakes_of(errs: Misjudgement) -> dict[str, list[str]]:
    """What a player that errs so does wrong, by how often it shows; nothing for one that does not
    err."""
    found: dict[str, list[str]] = {"": [], "at times ": [], "now and then ": []}
    for one in MISTAKES:
        figure, none = getattr(errs, one.part), getattr(UNERRING, one.part)
        if figure != none:
            words = one.below if figure < none else one.above
            found[_often(one.grave(figure))].append(words)
    return {often: words for often, words in found.items() if words}


def _often(grave: float) -> str:
    return "" if grave >= PLAIN else "at times " if grave >= SOMETIMES else "now and then "


def told(level: Level) -> str:
    """What a level does wrong, as what a sentence that begins with «it» goes on with."""
    groups = mistakes_of(level.misjudgement)
    parts = [f"{often}{_listed(words)}" for often, words in groups.items()]
    return "; ".join(parts) if parts else "errs in nothing but how far it sees"


def _listed(words: list[str]) -> str:
    *others, last = words
    return f"{', '.join(others)} and {last}" if others else last
