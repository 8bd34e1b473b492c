"""The chart of a review: what a play was worth to a side, move by move, as a line on its own units,
with what is written at its sides and the marks of what mattered, each of which leads to its words
below.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from autogm.analysis.review import Review
from autogm.analysis.review.beats import Beat

WIDE, HIGH = 760.0, 220.0
MARK = 20.0
"""Marks that are nearer to each other lie on each other."""
ROOM = 26.0
"""Between the numbers of exchanges, at least."""


@dataclass(frozen=True)
class Mark:
    """Something that mattered, on the line: where, `moment` or `decision`, its number from 1, and
    what it was; and by how much it is drawn off the line, where another one lies on it."""

    x: float
    y: float
    kind: str
    number: int
    words: str
    off: float = 0.0


@dataclass(frozen=True)
class Chart:
    """The points of the line and of the area below it, heights with their labels, the places and
    numbers of exchanges, and the marks, those on top last."""

    line: str = ""
    area: str = ""
    heights: tuple[tuple[float, str], ...] = ()
    exchanges: tuple[tuple[float, str], ...] = ()
    marks: tuple[Mark, ...] = ()


def chart(review: Review, moments: tuple[str, ...], decisions: tuple[str, ...]) -> Chart:
    """The chart of a review; `moments` and `decisions` are its own in words."""
    scale = review.scale
    values = [scale.value(one) for one in review.line(review.side)]
    low, high = scale.reach(values)
    step = WIDE / max(1, len(values) - 1)

    def height(value: float) -> float:
        return HIGH * (1 - (value - low) / (high - low))

    def at(place: int) -> tuple[float, float]:
        return place * step, height(values[place])

    points = [at(place) for place in range(len(values))]
    line = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    places = {one.move.number: number for number, one in enumerate(review.shown, 1)}

    def marks(kind: str, found: Sequence[tuple[int | None, str]]) -> Iterator[Mark]:
        for number, (place, words) in enumerate(found, 1):
            if place is not None:
                yield Mark(*at(place), kind, number, words)

    turned = [
        (_largest_step(review, beat, places), words)
        for beat, words in zip(review.moments, moments, strict=True)
    ]
    gave = [
        (places.get(one.change.move.number), words)
        for one, words in zip(review.decisions, decisions, strict=True)
    ]
    return Chart(
        line,
        f"0,{HIGH} {line} {points[-1][0]:.1f},{HIGH}",
        tuple((height(one), scale.label(one)) for one in (1.0, 0.5, 0.0)),
        tuple(_exchanges(review, step)),
        _apart(marks("moment", turned), marks("decision", gave)),
    )  # fmt: skip


def _apart(first: Iterable[Mark], others: Iterable[Mark]) -> tuple[Mark, ...]:
    """All marks, `first` on the line and on top, `others` drawn beside them where they would be
    hidden: towards the middle."""
    on_line = list(first)
    placed = list(on_line)
    for mark in others:
        toward = 1.0 if mark.y < HIGH / 2 else -1.0
        off = next(
            off
            for off in (toward * MARK * number for number in range(len(placed) + 1))
            if not any(
                abs(one.x - mark.x) < MARK and abs(one.y + one.off - mark.y - off) < MARK
                for one in placed
            )
        )
        placed.append(replace(mark, off=off))
    return (*placed[len(on_line) :], *on_line)


def _largest_step(review: Review, beat: Beat, places: Mapping[int, int]) -> int | None:
    """The place on the line where the largest step of a beat ends, of those that go as it went in
    all: after one of its moves, or where what it led to was looked at again; none where none of its
    moves are on the line."""
    side, own = review.side, [one for one in beat.changes if one.move.number in places]
    if not own:
        return None
    steps = [one.luck[side] + one.judgement[side] + one.reappraisal[side] for one in own]
    steps[0] -= own[0].reappraisal[side]  # the beat before has it
    steps.append(beat.after[side] - own[-1].worth[side])
    toward = 1 if beat.moved(side) > 0 else -1
    largest = max(range(len(steps)), key=lambda one: toward * steps[one])
    return places[own[0].move.number] + largest


def _exchanges(review: Review, step: float) -> Iterator[tuple[float, str]]:
    """Where exchanges begin; not all of them where there is no room."""
    number, free, last = 0, -ROOM, None
    for beat in review.beats:
        x = number * step
        if beat.exchange is not None and beat.exchange != last and x >= free + ROOM:
            yield x, str(beat.exchange)
            free = x
        last = beat.exchange
        number += sum(one.seen is not None or review.to is None for one in beat.changes)
