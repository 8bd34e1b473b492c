"""What one side is told of a battle, step by step: the lines of the log, and how the board stood
after each. A page that has seen some of it asks for what comes next, so that it may take its time
over the other side's turn; whoever has seen nothing is given all of it.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from rich.text import Text

from autogm.engine.state import State
from autogm.game.contract import events_for
from autogm.game.plays import BY_HAND
from autogm.game.tableau import Tableau
from autogm.model.words import SIDES
from autogm.session.history import ROOT
from autogm.session.session import Session
from autogm.session.steps import Step
from autogm.view.board import Board
from autogm.view.marks import marked, with_conceded
from autogm.view.picture.drawing import field_picture
from autogm.view.picture.tableau import cards_picture
from autogm.view.secrets import seen_by
from autogm.view.snapshot import board_of
from autogm.view.telling import Telling

HEADINGS = {"bold underline": 1, "bold": 2}
"""How a line that begins an exchange or a turn is written, and how deep what it heads lies; that
somebody falls is in colour."""
KEPT = 60
"""Steps whose boards can still be drawn."""
NOT_KEPT: tuple[Any, tuple[Any, ...], frozenset[str]] = (None, (), frozenset())
"""What is left of a step that is too long ago."""
_DRAWING = threading.Lock()


@dataclass(frozen=True)
class Line:
    """A line of the log: its parts, each with its style in a word or two, the entry that it tells,
    and the entry at which an agent chose what it tells of, so that it can be asked why. `heading`
    is how deep what it heads lies, 0 where it heads nothing."""

    parts: tuple[tuple[str, str], ...]
    entry: int
    heading: int = 0
    why: int | None = None


@dataclass(frozen=True)
class Frame:
    """One thing to look at: where it stands after it, the lines that tell it, and the state with
    the events that led to it (no state where it is too long ago to be drawn) and those who have
    conceded by then. `more` says whether something comes after it."""

    here: int
    lines: tuple[Line, ...]
    state: Any
    events: tuple[Any, ...]
    conceded: frozenset[str]
    more: bool


class Feed:
    """What a side is told; `see` is its number, None tells everything."""

    def __init__(self, session: Session, see: int | None) -> None:
        """Tell all that was played on the line to where it stands."""
        self._see = see
        beginning = session.beginning
        self._telling = Telling(beginning, see)
        self._order: list[int] = [ROOT]
        self._place = {ROOT: 0}
        self._lines: list[tuple[Line, ...]] = [lines_of(self._telling.opening(), ROOT)]
        self._untold: int | None = None
        """An entry at which an agent chose what no line has told yet."""
        self._states: OrderedDict[int, tuple[Any, tuple[Any, ...], frozenset[str]]] = OrderedDict()
        self._keep(ROOT, beginning, ())
        for step in session.steps():
            self.follow(step)

    def follow(self, step: Step) -> None:
        """Tell one step more."""
        number = step.entry.number
        lines = self._telling.step(step.before, step.action, step.after, step.position)
        self._place[number] = len(self._order)
        self._order.append(number)
        decided = step.decision is not None
        told = lines_of(lines, number, decided, self._untold)
        self._lines.append(told)
        if any(not one.heading for one in told):
            self._untold = None
        elif decided:
            self._untold = number
        events: Sequence[Any] = ()
        if step.action != BY_HAND:
            events = events_for(step.before, step.action, self._see)
        self._keep(number, step.after, tuple(events))

    @property
    def here(self) -> int:
        """The last entry that it tells."""
        return self._order[-1]

    def knows(self, entry: int) -> bool:
        """Whether an entry is on the line that it tells."""
        return entry in self._place

    def all(self) -> Frame:
        """Everything at once, with the board as it stands."""
        lines = tuple(line for told in self._lines for line in told)
        state, events, conceded = self._states[self.here]
        return Frame(self.here, lines, state, events, conceded, False)

    def after(self, entry: int, *, at_once: bool = False) -> Frame:
        """What comes after an entry: up to the next step that has something to tell, or all that
        there is (`at_once`).

        Raises:
            KeyError: for an entry that is not on its line.
        """
        first = self._place[entry] + 1
        last, end = first, len(self._order)
        while not at_once and last < end - 1 and not self._lines[last]:
            last += 1
        stop = end if at_once else min(last + 1, end)
        told = range(first, stop)
        here = self._order[stop - 1]
        kept = (self._states.get(self._order[place], NOT_KEPT) for place in told)
        events = tuple(one for _, happened, _ in kept for one in happened)
        lines = tuple(line for place in told for line in self._lines[place])
        state, _, conceded = self._states.get(here, NOT_KEPT)
        return Frame(here, lines, state, events, conceded, stop < end)

    def _keep(self, number: int, state: Any, events: tuple[Any, ...]) -> None:
        self._states[number] = (state, events, self._telling.conceded)
        while len(self._states) > KEPT:
            self._states.popitem(last=False)


def lines_of(
    told: Sequence[Text], entry: int, decided: bool = False, before: int | None = None
) -> tuple[Line, ...]:
    """What an entry tells, as lines of the log. Where it was `decided`, what was done in the last
    turn that it tells of offers the reason; and what was done before that turn, the reason of the
    entry `before`, which had told of none."""
    made = [
        Line(parts_of(one), entry, heading=HEADINGS.get(str(one.style), 0))
        for one in told
        if one.plain.strip()
    ]
    deeds = [place for place, one in enumerate(made) if not one.heading]
    turn = max((place for place, one in enumerate(made) if one.heading), default=-1)
    if before is not None and deeds and deeds[0] < turn:
        made[deeds[0]] = replace(made[deeds[0]], why=before)
    if decided and deeds:
        first = next((place for place in deeds if place > turn), deeds[0])
        made[first] = replace(made[first], why=entry)
    return tuple(made)


def look_at(
    state: Any, events: Sequence[Any], see: int | None, conceded: Collection[str]
) -> Board | Tableau | None:
    """A board as a side may see it, with the marks of what has just happened and of those who have
    conceded, or the table of cards of a game that lays one out; none where there is nothing to
    draw."""
    if isinstance(state, State):
        board = with_conceded(marked(board_of(state), events), conceded)
        return board if see is None else seen_by(board, SIDES[see])
    if state is None or not hasattr(state.game, "tableau"):
        return None
    laid: Tableau = state.game.tableau(state, see)
    return laid


def drawn(seen: Board | Tableau) -> str:
    """The map, or the cards on the table; one at a time, so that many who look on do not keep those
    waiting who choose."""
    with _DRAWING:
        return field_picture(seen) if isinstance(seen, Board) else cards_picture(seen)


def parts_of(line: Text) -> tuple[tuple[str, str], ...]:
    """A line's text in pieces of one style each, without the space around it."""
    text = line.plain
    cuts = sorted({0, len(text), *(edge for span in line.spans for edge in (span.start, span.end))})
    cuts = [one for one in cuts if 0 <= one <= len(text)]
    parts = []
    for start, end in pairwise(cuts):
        styles = [str(line.style), *(str(s.style) for s in line.spans if s.start <= start < s.end)]
        parts.append((text[start:end], " ".join(one for one in styles if one)))
    kept = [[piece, style] for piece, style in parts if piece]
    if kept:
        kept[0][0], kept[-1][0] = kept[0][0].lstrip(), kept[-1][0].rstrip()
    return tuple((piece, style) for piece, style in kept if piece)
