"""Three battles told: how likely the players were to win as each exchange began, a recap in prose,
and every event. The chances are measured by battles that are played on from there
(`autogm.analysis.review.playing_on`); the recap's review has a level of the planner that is quick
for what lies between them.
"""

from __future__ import annotations

import re
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Protocol

from rich.text import Text

from autogm.lab.report.course import Line
from autogm.lab.report.drawings.depends import Point
from autogm.lab.report.parts import Told
from autogm.view.markdown import from_markdown

if TYPE_CHECKING:
    from autogm.agents.base import Agent
    from autogm.analysis.review import Review
    from autogm.analysis.review.playing_on import PlayedOn
    from autogm.engine.game import Game
    from autogm.lab.replay import Step

PLAYED_ON = 100
"""Battles that are played on from the beginning of an exchange."""
LEVEL = "mediocre"
"""Looks at the turn at hand alone, so that a battle is reviewed in a few seconds."""
FIGURES = "## In figures"
"""Where what a recap tells in prose ends."""
PART = re.compile(r"(Exchange|Roll) \d+")
"""The headings of the parts of a recap's course."""
Parts = tuple[tuple[str, str], ...]


class Playing(Protocol):
    """Who plays, with which seed, and on how many threads (None: one for each core)."""

    @property
    def seed(self) -> int:
        """The seed of the battles."""

    @property
    def workers(self) -> int | None:
        """The threads."""

    def players(self, game: Game) -> tuple[Agent, Agent]:
        """Who plays a game."""


class _OutOfTime(Exception):  # noqa: N818
    """A review takes longer than there is time for."""


@dataclass(frozen=True)
class TellableBattle:
    """A battle that is told: what it is called, how it went, its steps, how it ended in words, what
    battles showed that were played on from it, how many exchanges there was no time to play on
    from, and its review (None: there was no time for one)."""

    name: str
    line: Line
    steps: tuple[Step, ...]
    how: str
    played_on: tuple[PlayedOn, ...]
    left_out: int
    review: Review | None

    def course(self) -> list[Point]:
        """The players' chance to win as each exchange began that was measured, and how it ended, as
        if there were an exchange more."""
        if not self.played_on:
            return []
        points = [Point(one.exchange, one.share, one.interval) for one in self.played_on]
        end = self.line.chances[-1]
        return [*points, Point(self.line.exchanges + 1, end, (end, end))]


def tellable(
    game: Game, battles: Mapping[str, tuple[Line, tuple[Step, ...]]], subject: Playing, until: float
) -> list[TellableBattle]:
    """Battles by what they are called, out of their steps: all of them played on from first, then
    reviewed, the shortest first, unless that takes until `until` (of `time.perf_counter`)."""
    from autogm.analysis.review import moves_of_steps
    from autogm.analysis.review.playing_on import MOST_PLACES, OTHER_DICE, beginnings, play_on
    from autogm.view.words.events import EventWords

    told: dict[str, TellableBattle] = {}
    for name, (line, steps) in battles.items():
        ends = [event for step in steps for event in step.events if event.kind == "end"]
        start = steps[0].after
        places = beginnings(start, moves_of_steps(start, steps[1:]))
        seed = subject.seed + OTHER_DICE
        found = play_on(
            places, PLAYED_ON, seed, subject.players, until=until, workers=subject.workers
        )
        left_out = min(len(places), MOST_PLACES) - len(found)
        how = EventWords(game).tell(ends[-1])
        told[name] = TellableBattle(name, line, steps, how, found, left_out, None)
    for one in sorted(told.values(), key=lambda one: len(one.steps)):
        told[one.name] = replace(one, review=_review(game, one, until))
    return list(told.values())


def _review(game: Game, battle: TellableBattle, until: float) -> Review | None:
    """The review of a battle; None where it is not done by then."""
    from autogm.analysis.review import moves_of_steps, review_moves
    from autogm.planner.levels import setting
    from autogm.planner.solving.solver import victory_alone

    played_on = battle.played_on if victory_alone(game) else ()
    chances = [(one.state, one.chance) for one in played_on]

    def watch(_: int) -> None:
        if time.perf_counter() > until:
            raise _OutOfTime

    start = battle.steps[0].after
    moves = moves_of_steps(start, battle.steps[1:])
    with suppress(_OutOfTime):
        return review_moves(start, moves, level=setting(LEVEL), chances=chances, told=watch)
    return None


def told(one: TellableBattle, title: str, summary: str, game: Game, again: str) -> Told:
    """A battle for the page, with the command that tells it again (nothing: none is told)."""
    from autogm.analysis.review.recap import recap
    from autogm.view.story import story_to

    steps = ((step.game or game, step.events) for step in one.steps)
    parts = () if one.review is None else prose(recap(one.review))
    lines = tuple(lines_of(list(story_to(game, steps))))
    return Told(title, summary, *parted(parts), lines, again)


def prose(recap: str) -> Parts:
    """What a recap tells before its figures: each part (`heading`, `paragraph`, `standing`, `item`)
    with its words, none of which is markup any more."""
    found: list[tuple[str, str]] = []
    for block in recap.split(FIGURES, maxsplit=1)[0].strip().split("\n\n")[1:]:
        if block.startswith("## "):
            found.append(("heading", _plain(block[3:])))
        elif re.match(r"- |\d+\. ", block):
            lines = block.split("\n")
            found += [("item", _plain(re.sub(r"^(- |\d+\. )", "", one))) for one in lines]
        elif block.startswith("*") and block.endswith("*"):
            found.append(("standing", _plain(block.strip("*"))))
        else:
            found.append(("paragraph", _plain(block)))
    return tuple(found)


def parted(prose: Parts) -> tuple[Parts, Parts]:
    """What of the prose of a recap tells the whole, and what its course, part by part."""
    whole, course, within = list[tuple[str, str]](), list[tuple[str, str]](), False
    for kind, words in prose:
        if kind == "heading":
            within = PART.fullmatch(words) is not None
        (course if within else whole).append((kind, words))
    return tuple(whole), tuple(course)


def _plain(markdown: str) -> str:
    """The words of a line of a recap, with a minus before what is less, as everywhere here."""
    plain = re.sub(r"(?<!\\)\*\*", "", markdown)
    return re.sub(r"(?<![^\s(])-(?=\d)", "−", from_markdown(plain))


def lines_of(story: Sequence[Text]) -> list[tuple[str, str]]:
    """The lines of a story, without its title: what each is, and its words without rules."""
    found = []
    for line in story[1:]:
        style = str(line.style)
        kind = "exchange" if "underline" in style else "turn" if style == "bold" else "event"
        words = line.plain
        for span in reversed(line.spans):
            if span.style == "dim":
                words = words[: span.start] + words[span.end :]
        words = words.strip()
        if words:
            found.append((kind, words))
    return found
