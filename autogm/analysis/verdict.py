"""How hard a conflict is for the players, in one word: the scale that everything here uses which
judges a conflict. It is measured by battles and by two figures alone:

- the players' **score**, their share of wins, an undecided battle counted half;
- their **losses**, the mean share of the heroes who are taken out in a battle. Who concedes or
  leaves is not lost. The heroes are the player characters; where there are none, all of that side.

Each figure has a word (`SCALE`), and the harder of the two holds: a victory that most do not live
to see is hard. A figure is known within its 95% interval, and so is the word; where the ends of the
intervals have different words, both are said.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import NamedTuple

from autogm.analysis.intervals import Z95, Mean, Share, score_interval


class Word(IntEnum):
    """How hard a conflict is, from the easiest to the hardest."""

    walkover = 0
    easy = 1
    fair = 2
    hard = 3
    deadly = 4
    hopeless = 5

    @property
    def said(self) -> str:
        """As it follows «this is»."""
        return "a walkover" if self is Word.walkover else self.name


class Step(NamedTuple):
    """What a word takes: a score of at least `score`, and losses of at most `losses`."""

    word: Word
    score: float
    losses: float


SCALE = (
    Step(Word.walkover, 0.95, 0.1),
    Step(Word.easy, 0.8, 0.33),
    Step(Word.fair, 0.45, 0.67),
    Step(Word.hard, 0.2, 0.85),
    Step(Word.deadly, 0.05, 1.0),
)
"""The words with what each takes, the easiest first. Below the last score it is hopeless; losses
alone make nothing more than deadly. An even fight between equals, in which the losers are all taken
out and the winners lose three in ten, has a score of 0.5 and losses of 0.65: it is fair."""


@dataclass(frozen=True)
class Heroes:
    """What became of the heroes who could still be taken out: how many they are, whether all are
    player characters, in how many battles all were taken out and in how many at least one, how
    many were in a battle, and in what share of battles none, one, two and so on were."""

    number: int
    characters: bool
    all_fall: Share
    any_falls: Share
    fallen: Mean
    numbers: tuple[Share, ...] = ()

    def as_dict(self) -> dict[str, object]:
        """As plain data."""
        return {
            "number": self.number,
            "all_fall": self.all_fall.as_dict(),
            "any_falls": self.any_falls.as_dict(),
            "fallen": self.fallen.as_dict(),
            "numbers": [one.as_dict() for one in self.numbers],
        }


@dataclass(frozen=True)
class Verdict:
    """How hard a conflict is: the word for the figures that were counted, and those for the ends of
    their intervals."""

    word: Word
    easiest: Word
    hardest: Word

    @property
    def sure(self) -> bool:
        """Whether all that the intervals leave open has one word."""
        return self.easiest == self.hardest

    @property
    def said(self) -> str:
        """As it follows «this is»: a word, two, or the two that it lies between."""
        if self.sure:
            return self.word.said
        if self.hardest - self.easiest == 1:
            return f"{self.easiest.said} or {self.hardest.said}"
        return f"anything from {self.easiest.said} to {self.hardest.said}"

    def as_dict(self) -> dict[str, str]:
        """As plain data."""
        return {
            "word": self.word.name,
            "easiest": self.easiest.name,
            "hardest": self.hardest.name,
        }


def word_for(score: float, losses: float) -> Word:
    """The word for two figures."""
    return max(
        next((one.word for one in SCALE if score >= one.score), Word.hopeless),
        next((one.word for one in SCALE if losses <= one.losses), Word.deadly),
    )


def verdict(
    wins: Share, undecided: Share, battles: int, heroes: Heroes | None, z: float = Z95
) -> Verdict:
    """How hard a conflict is for the players, who won and who left undecided so many battles. Both
    figures lie between 0 and 1 in every battle, so that Wilson's interval for shares, of `z`
    standard errors, covers them, and more than that."""
    score = wins.share + undecided.share / 2
    losses = 0.0 if heroes is None else heroes.fallen.mean / heroes.number
    lost = (0.0, 0.0) if heroes is None else score_interval(losses, battles, z)
    won = score_interval(score, battles, z)
    return Verdict(word_for(score, losses), word_for(won[1], lost[0]), word_for(won[0], lost[1]))
