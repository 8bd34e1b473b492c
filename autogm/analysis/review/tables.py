"""A review as tables and a chart for a terminal, and as plain data."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from autogm.analysis.review import Review
from autogm.analysis.review.account import Change
from autogm.analysis.review.beats import Beat
from autogm.analysis.review.prose import Narrator
from autogm.analysis.review.recap import (
    account_rows,
    measured_words,
    moment_words,
    split_words,
    tally_rows,
)
from autogm.game.contract import GM, PLAYERS
from autogm.model.words import SIDES
from autogm.view.figures import Figures

WIDTH, HEIGHT = 64, 11
"""Columns and rows of the chart."""


def review_tables(review: Review) -> list[RenderableType]:
    """A review from its chart down to who did what."""
    scale, side = review.scale, review.side
    whose = scale.sides[side]
    what = f"chance of {whose} to win"
    if not scale.chances:
        what = f"what it is worth to {whose}, in percent{scale.of}"
    parts: list[RenderableType] = [
        Text.assemble((review.start.game.title, "bold"), f"\n{what}, move by move"),
        Text("\n".join(chart(review)) + "\n"),
        _account(review),
        Text(),
    ]
    if review.moments:
        parts += [Text("Where it turned", "bold"), *_moments(review), Text()]
    if review.decisions:
        parts += [Text("What might have been", "bold"), *_decisions(review), Text()]
    if review.tallies:
        parts += [_rows(*tally_rows(review)), Text()]
    return [*parts, Text(measured_words(review), "dim")]


def chart(review: Review) -> list[str]:
    """What a play was worth to a side, move by move, as a line of letters, with the exchanges
    below."""
    scale = review.scale
    values = [scale.value(one) for one in review.line(review.side)]
    columns = min(WIDTH, len(values))
    places = [round((n + 1) * len(values) / columns) - 1 for n in range(columns)]
    low, high = scale.reach(values)
    rows = drawn([values[place] for place in places], low, high)
    step = (high - low) / (HEIGHT - 1)
    labels = [scale.label(high - n * step) for n in range(HEIGHT)]
    wide = max(map(len, labels))
    lines = [f"{label:>{wide}} ┤{row}" for label, row in zip(labels, rows, strict=True)]
    ticks = _ticks(review, places)
    return [*lines, f"{'':>{wide}}  {ticks}"] if ticks.strip() else lines


def drawn(values: Sequence[float], low: float, high: float) -> list[str]:
    """Values as rows of letters, the highest first, one column each."""
    grid = [[" "] * len(values) for _ in range(HEIGHT)]
    rows = [round((high - one) / ((high - low) or 1.0) * (HEIGHT - 1)) for one in values]
    for column, row in enumerate(rows):
        before = rows[column - 1] if column else row
        if before == row:
            grid[row][column] = "─"
            continue
        down = row > before
        grid[before][column] = "╮" if down else "╯"
        grid[row][column] = "╰" if down else "╭"
        for between in range(min(before, row) + 1, max(before, row)):
            grid[between][column] = "│"
    return ["".join(one).rstrip() for one in grid]


def _ticks(review: Review, places: Sequence[int]) -> str:
    """The numbers of exchanges where they begin."""
    begins, number = dict[int, int](), 0
    for beat in review.beats:
        if beat.exchange is not None:
            begins.setdefault(beat.exchange, number)
        number += sum(one.seen is not None for one in beat.changes)
    line = [" "] * (len(places) + 4)
    free = 0
    for exchange, at in begins.items():
        column = next((n for n, place in enumerate(places) if place >= at), len(places) - 1)
        if column >= free:
            line[column : column + len(str(exchange))] = str(exchange)
            free = column + len(str(exchange)) + 1
    return "".join(line).rstrip()


def _account(review: Review) -> Table:
    """What changed it, in all."""
    table = _plain(f"for {review.scale.sides[review.side]}", "")
    table.columns[1].justify = "right"
    for row in account_rows(review):
        table.add_row(*row)
    return table


def _moments(review: Review) -> list[Text]:
    narrator, scale = Narrator(), review.scale
    told = moment_words(review, narrator)
    return [
        Text.assemble(
            f"{scale.points(beat.moved(review.side)):>6}  ",
            told[beat.number],
            (f" {split_words(review, beat)}", "dim"),
        )
        for beat in review.moments
    ]


def _decisions(review: Review) -> list[Text]:
    return [
        Text(
            f"{review.scale_of(one.side).points(-one.lost):>6}  "
            f"{one.sentence()} {one.why()}".rstrip()
        )
        for one in review.decisions
    ]


def _rows(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> Figures:
    """A table of which nothing is cut."""
    return Figures(
        heads[0], tuple(heads[1:]), tuple((Text(row[0]), tuple(row[1:])) for row in rows)
    )


def _plain(*heads: str) -> Table:
    table = Table(box=None, header_style="dim", pad_edge=False, padding=(0, 2, 0, 0))
    for head in heads:
        table.add_column(Text(head))
    return table


def review_values(review: Review) -> dict[str, Any]:
    """A review as plain data. Everything is utility, to both sides by name, but `chance`, which is
    that of a side to win, draws counted half, or None where more than victory is at stake."""
    account, narrator = review.account, Narrator()
    told = moment_words(review, narrator)
    return {
        "title": review.start.game.title,
        "for": "all" if review.to is None else SIDES[review.to],
        "measured": review.measured,
        "exact": account.exact,
        "start": account.start._asdict(),
        "result": account.result._asdict(),
        "chance": {SIDES[side]: _chance(review, account.start[side]) for side in (PLAYERS, GM)},
        "totals": {SIDES[side]: _totals(review, side) for side in (PLAYERS, GM)},
        "last_reappraisal": account.last._asdict(),
        "moves": [_move(review, one) for one in review.shown],
        "moments": [_moment(review, beat, told[beat.number]) for beat in review.moments],
        "decisions": [
            {
                "move": _number(review, one.change),
                "exchange": one.exchange,
                "side": SIDES[one.side],
                "who": one.who,
                "question": one.question,
                "chosen": one.chosen,
                "better": one.better,
                "lost": one.lost,
                "why": one.why(),
            }
            for one in review.decisions
        ],
        "tallies": {who: one.as_dict() for who, one in review.tallies.items()},
    }


def _chance(review: Review, utility: float) -> float | None:
    return review.scale.value(utility) if review.scale.chances else None


def _totals(review: Review, side: int) -> dict[str, Any]:
    found = review.account.totals(side)
    return {
        "luck": found.luck,
        "judgement": dict(zip(SIDES, found.judgement, strict=True)),
        "reappraisal": found.reappraisal,
    }


def _move(review: Review, one: Change) -> dict[str, Any]:
    """What a move changed; for a side nothing is said of who decided what."""
    chose = None if one.side is None else SIDES[one.side]
    return {
        "move": _number(review, one),
        "chose": chose,
        "by": one.move.by if review.to is None else None,
        "worth": one.worth._asdict(),
        "chance": _chance(review, one.worth.players),
        "luck": one.luck._asdict(),
        "judgement": one.judgement._asdict(),
        "reappraisal": one.reappraisal._asdict(),
        "measured": one.seen is not None,
        "exact": one.exact,
    }


def _number(review: Review, change: Change) -> int:
    """The number of a change among those that are shown, from 1."""
    return 1 + [one.move.number for one in review.shown].index(change.move.number)


def _moment(review: Review, beat: Beat, words: str) -> dict[str, Any]:
    moves = {one.move.number for one in beat.changes}
    return {
        "exchange": beat.exchange,
        "moves": [n for n, one in enumerate(review.shown, 1) if one.move.number in moves],
        "before": beat.before._asdict(),
        "after": beat.after._asdict(),
        "words": words,
    }
