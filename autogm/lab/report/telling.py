"""Three battles told: how it stood for the players move by move, a recap in prose, and every event.
What a battle was worth at each moment is what its review says (`autogm.analysis.review`), measured
by a level of the planner that is quick, and set to what all battles showed.
"""

from __future__ import annotations

import re
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rich.text import Text

from autogm.lab.report.course import Line
from autogm.lab.report.parts import Told

if TYPE_CHECKING:
    from autogm.analysis.review import Review
    from autogm.engine.game import Game
    from autogm.lab.replay import Step

LEVEL = "mediocre"
"""Looks at the turn at hand alone, so that a battle is reviewed in a few seconds."""
FIGURES = "## In figures"
"""Where what a recap tells in prose ends."""
PART = re.compile(r"(Exchange|Roll) \d+")
"""The headings of the parts of a recap's course."""
Parts = tuple[tuple[str, str], ...]


class _OutOfTime(Exception):  # noqa: N818
    """A review takes longer than there is time for."""


@dataclass(frozen=True)
class TellableBattle:
    """A battle that is told: what it is called, how it went, its steps, how it ended in words, and
    its review (None: there was no time for one)."""

    name: str
    line: Line
    steps: tuple[Step, ...]
    how: str
    review: Review | None

    def course(self) -> list[tuple[float, float]]:
        """How it stood for the players: the exchange, and how far it has come, and their chance to
        win, or their share of what is at stake; by exchanges alone where there is no review."""
        if self.review is None:
            return list(zip(self.line.places, self.line.chances, strict=True))
        scale, line = self.review.scale, self.review.line(0)
        exchanges = [max(1, one.move.before.exchange) for one in self.review.shown]
        last = exchanges[-1] if exchanges else 1
        places = [1.0]
        for number, exchange in enumerate(exchanges):
            first = exchanges.index(exchange)
            size = exchanges.count(exchange)
            places.append(exchange + (number - first + 1) / size)
        places.append(float(last + 1))
        return [(round(x, 3), scale.value(u)) for x, u in zip(places, line, strict=True)]


def tellable(
    game: Game, steps: tuple[Step, ...], line: Line, name: str, score: float, until: float
) -> TellableBattle:
    """A battle out of its steps, and reviewed, unless that takes until `until` (of
    `time.perf_counter`)."""
    from autogm.analysis.review import Move, review_moves
    from autogm.planner.levels import setting
    from autogm.planner.solving.solver import victory_alone
    from autogm.view.words.events import EventWords

    before, moves = steps[0].after, list[Move]()
    for step in steps[1:]:
        by = None if step.decision is None else str(step.decision.facts.get("by"))
        moves.append(Move(step.number, before, step.action, step.after, by))
        before = step.after
    ends = [event for step in steps for event in step.events if event.kind == "end"]
    how = EventWords(game).tell(ends[-1])
    chance = score if victory_alone(game) else None

    def watch(_: int) -> None:
        if time.perf_counter() > until:
            raise _OutOfTime

    review = None
    with suppress(_OutOfTime):
        review = review_moves(
            steps[0].after, tuple(moves), level=setting(LEVEL), chance=chance, told=watch
        )
    return TellableBattle(name, line, steps, how, review)


def told(one: TellableBattle, title: str, summary: str, game: Game) -> Told:
    """A battle for the page."""
    from autogm.analysis.review.recap import recap
    from autogm.view.story import story_to

    steps = ((step.game or game, step.events) for step in one.steps)
    parts = () if one.review is None else prose(recap(one.review))
    return Told(title, summary, *parted(parts), tuple(lines_of(list(story_to(game, steps)))))


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
    plain = re.sub(r"\\([\\`*_\[\]<>|#])", r"\1", plain)
    return re.sub(r"(?<![^\s(])-(?=\d)", "−", plain)


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
