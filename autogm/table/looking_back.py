"""The review of a battle as a page shows it: the chance to win over time as a line, what it was
made of, the moments and decisions that mattered with the places to play on from, and the recap. It
is worked out beside the battle, once for each place where that stands and each side.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from autogm.analysis.review import Move, Review, UnmeasuredError, review_moves
from autogm.analysis.review.prose import Narrator
from autogm.analysis.review.recap import (
    measured_words,
    moment_words,
    recap,
    split_words,
    tally_rows,
)
from autogm.game.plays import BY_HAND
from autogm.planner.levels import DEFAULT
from autogm.table.battles import Battle

WIDE, HIGH = 800.0, 220.0
"""The chart, in its own units."""


@dataclass(frozen=True)
class Turned:
    """A moment or a decision: what it moved or cost, in words, and the entry of the history before
    it, to play on from."""

    moved: str
    words: str
    why: str
    before: int


@dataclass(frozen=True)
class LookedBack:
    """A review, laid out: whose chance the line is, its points and those of the turns in it, how
    each kind of change adds up, what mattered, the tallies and the recap in Markdown. `fault` says
    why there is none."""

    whose: str = ""
    line: str = ""
    ends: tuple[str, str] = ("", "")
    account: tuple[tuple[str, str], ...] = ()
    moments: tuple[Turned, ...] = ()
    decisions: tuple[Turned, ...] = ()
    heads: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    measured: str = ""
    recap: str = ""
    fault: str = ""


def look_back(battle: Battle, see: int | None) -> LookedBack:
    """The review of what was played up to where a battle stands, as a side may know it."""
    with battle.lock:
        session = battle.session
        line = session.history.line(session.here)
        steps = list(session.steps())
        start = session.beginning
    by_hand = [place for place, one in enumerate(steps) if one.action == BY_HAND]
    if by_hand:  # what was measured before it would be about another position
        last = by_hand[-1]
        start, steps, line = steps[last].after, steps[last + 1 :], line[last + 1 :]
    if not steps:
        since = " since things were set by hand" if by_hand else ""
        return LookedBack(fault=f"Nothing has been played yet{since}.")
    moves = tuple(
        Move(number, one.before, one.action, one.after, None if one.entry.by == "dice" else
             str(one.entry.facts.get("by") or "a person"))
        for number, one in enumerate(steps, 1)
    )  # fmt: skip
    try:
        found = review_moves(start, moves, level=DEFAULT, to=see)
    except UnmeasuredError as error:
        return LookedBack(fault=f"{error}.")
    return laid_out(found, line)


def laid_out(found: Review, line: Sequence[int]) -> LookedBack:
    """A review for the page; `line` has the numbers of the entries that it is about, from the
    beginning on."""
    scale, side, totals = found.scale, found.side, found.account.totals(found.side)
    told = moment_words(found, Narrator())
    account = [("at the start", scale.told(found.account.start[side]))]
    account.append(("luck", scale.points(totals.luck)))
    for number, one in enumerate(totals.judgement):
        account.append((f"judgement of {scale.sides[number]}", scale.points(one)))
    account.append(("reappraisal", scale.points(totals.reappraisal)))
    account.append(("at the end", scale.told(found.account.result[side])))
    heads, rows = tally_rows(found) if found.tallies else ((), [])
    return LookedBack(
        scale.sides[side],
        _points([scale.value(one) if scale.chances else one for one in found.line(side)], scale),
        (scale.told(found.account.start[side]), scale.told(found.account.result[side])),
        tuple(account),
        tuple(
            Turned(
                scale.points(beat.moved(side)),
                told[beat.number],
                split_words(found, beat),
                line[max(0, beat.changes[0].move.number - 1)] if beat.changes else 0,
            )
            for beat in found.moments
        ),
        tuple(
            Turned(
                scale.points(-one.lost),
                one.sentence(),
                one.why(),
                line[max(0, one.change.move.number - 1)],
            )
            for one in found.decisions
        ),
        tuple(heads),
        tuple(rows),
        measured_words(found),
        recap(found),
    )


def _points(values: Sequence[float], scale: Any) -> str:
    """A line of values as the points of a polyline; chances from none to certain."""
    low, high = (0.0, 1.0) if scale.chances else (min(values), max(values))
    room = max(high - low, 1e-9)
    step = WIDE / max(1, len(values) - 1)
    return " ".join(
        f"{place * step:.1f},{HIGH * (1 - (one - low) / room):.1f}"
        for place, one in enumerate(values)
    )
