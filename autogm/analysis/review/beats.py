"""A play in beats: a turn of a conflict, or a paragraph of a game that is told in paragraphs, with
what happened in it, as a side is told, and what it changed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from autogm.analysis.review.account import Account, Change, Totals, totals
from autogm.analysis.review.measures import Utility
from autogm.engine.state import State
from autogm.game.contract import events_for
from autogm.view.totals import Totals as RunningTotals


@dataclass(frozen=True)
class Told:
    """An event, and the game in whose terms it is told."""

    event: Any
    game: Any


@dataclass(frozen=True)
class Beat:
    """A turn or paragraph: its number from 0, the exchange it is in (None where there are none),
    the id of the fighter whose turn it is (None: nobody's), what happened, what its moves changed,
    and what it was worth at both ends, each by the last look at the state there. So a beat has what
    looking again at what it led to changed, and what the beats of a play moved adds up."""

    number: int
    exchange: int | None
    who: str | None
    events: tuple[Told, ...]
    changes: tuple[Change, ...]
    before: Utility
    after: Utility

    def moved(self, side: int) -> float:
        """By how much it has gone for a side."""
        return self.after[side] - self.before[side]

    @property
    def ends(self) -> bool:
        """Whether the play is over after its last move."""
        return bool(self.changes) and bool(self.changes[-1].move.after.is_terminal())

    def totals(self, side: int) -> Totals:
        """What it moved for a side, and by what."""
        found = totals(self.changes, side)
        seen_anew = self.moved(side) - found.luck - sum(found.judgement)
        return replace(found, reappraisal=seen_anew)


class _Open:
    """A beat that is under way."""

    def __init__(self, exchange: int | None, who: str | None = None) -> None:
        self.exchange, self.who = exchange, who
        self.events: list[Told] = []
        self.changes: list[Change] = []


def beats_of(start: Any, found: Account, to: int | None = None) -> tuple[Beat, ...]:
    """The beats of a play whose account was taken, all of them together what happened from the
    beginning to the end. The first has what comes before the first turn. What looking again at the
    beginning of one with moves changes belongs to the one with moves before it."""
    parts = list(_parts(start, found.changes, to))
    looks, worth = list[Utility](), found.start
    for part in parts:
        looks.append(worth.plus(part.changes[0].reappraisal) if part.changes else worth)
        worth = part.changes[-1].worth if part.changes else worth
    ends, after = list[Utility](), found.result
    for part, look in zip(reversed(parts), reversed(looks), strict=True):
        ends.append(after)
        after = look if part.changes else after
    begun = list[Beat]()
    for part, end in zip(parts, reversed(ends), strict=True):
        before = begun[-1].after if begun else found.start
        begun.append(
            Beat(
                len(begun), part.exchange, part.who, tuple(part.events), tuple(part.changes),
                before, end if part.changes else before,
            )
        )  # fmt: skip
    return tuple(begun)


def _parts(start: Any, changes: Sequence[Change], to: int | None) -> Iterator[_Open]:
    conflict = isinstance(start, State)
    part = _Open(start.exchange if conflict else None)
    opens = start == start.game.new_initial_state()
    for told in _opening(start, to) if opens else ():
        if _begins(told) and part.events:
            yield part
            part = _Open(part.exchange)
        _take(part, told)
    running = RunningTotals(known=opens)
    for change in changes:
        move = change.move
        events = events_for(move.before, move.action, to)
        game = known_game(move.after, to)
        happened = [Told(one, game) for one in (running.follow(events) if conflict else events)]
        if happened and _begins(happened[0]) and (part.events or part.changes):
            yield part
            part = _Open(part.exchange)
        part.changes.append(change)
        for place, told in enumerate(happened):
            if place and _begins(told):
                yield part
                part = _Open(part.exchange)
            _take(part, told)
    yield part


def _take(part: _Open, told: Told) -> None:
    event = told.event
    if event.kind == "exchange":
        part.exchange = event.facts["exchange"]
    elif event.kind == "turn":
        part.exchange, part.who = event.facts["exchange"], event.who
    part.events.append(told)


def _begins(told: Told) -> bool:
    """Whether a beat begins with an event."""
    return told.event.kind in ("turn", "exchange") or getattr(told.event, "opens", False)


def _opening(start: Any, to: int | None) -> list[Told]:
    game = start.game
    events = game.opening(to) if isinstance(start, State) else game.opening()
    return [Told(one, known_game(start, to)) for one in events]


def known_game(state: Any, to: int | None) -> Any:
    """The game in whose terms a side is told what has happened."""
    known = None
    if to is not None and isinstance(state, State):
        known = state.game.known(state, to)
    return state.game if known is None else known.game
