"""Figures for a person: tables in which none is ever cut, and shares as percentages."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

BAR, GAP = 30, 2
"""Letters of a whole bar, and between two columns."""
ROUNDED = 8
"""Decimals in which sums of floats, and bounds that have met, are exact."""


@dataclass(frozen=True)
class Figures:
    """A table of figures by name, none of which is ever cut: where they do not fit side by side,
    those that are left stand below, by the same names. `beside` has what is drawn beside the last
    of them where there is room for it, and nowhere else."""

    first: str
    heads: tuple[str, ...]
    rows: tuple[tuple[Text, tuple[str, ...]], ...]
    beside: tuple[Text, ...] = ()
    right: bool = False  # the names are figures, too

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        texts = [self.first, *(name.plain for name, _ in self.rows)]
        least, most = max(map(_longest_word, texts)), max(map(len, texts))
        widths = [
            max(_longest_word(head), *(len(cells[column]) for _, cells in self.rows))
            for column, head in enumerate(self.heads)
        ]
        column, blocks = 0, 0
        while column < len(widths):
            last, room = column + 1, options.max_width - least - widths[column] - GAP
            while last < len(widths) and room >= widths[last] + GAP:
                room -= widths[last] + GAP
                last += 1
            drawn = last == len(widths) and self.beside and room >= BAR + GAP
            room -= BAR + GAP if drawn else 0
            name = min(most, least + max(0, room))
            room -= name - least
            for one in range(column, last):  # headings on one line, where there is room for that
                more = max(0, len(self.heads[one]) - widths[one])
                if more <= room:
                    widths[one], room = widths[one] + more, room - more
            yield self._block(range(column, last), widths, name, bool(drawn), blocks > 0)
            column, blocks = last, blocks + 1

    def _block(
        self, columns: range, widths: list[int], name: int, drawn: bool, apart: bool
    ) -> RenderableType:
        table = Table(box=None, pad_edge=False, header_style="dim")
        table.add_column(self.first, width=name, justify="right" if self.right else "left")
        for column in columns:
            table.add_column(self.heads[column], justify="right", width=widths[column])
        if drawn:
            table.add_column("", width=BAR)
        for row, (called, cells) in enumerate(self.rows):
            beside = (self.beside[row],) if drawn else ()
            table.add_row(called, *(cells[column] for column in columns), *beside)
        return Padding(table, (1 if apart else 0, 0, 0, 0))


def _longest_word(text: str) -> int:
    return max(map(len, text.split()), default=1)


def percent(share: float | Fraction, decimals: int = 1) -> str:
    """A share as a percentage; what is not 0 or 1 never shows as either, but for what sums of
    floats err by."""
    exact = (
        share if isinstance(share, Fraction) else round(share, ROUNDED) + 0.0
    )  # no zero is negative
    if exact in (0, 1):
        return f"{float(exact):.0%}"
    least = 10**-decimals
    shown = f"{100 * float(exact):.{decimals}f}%"
    if shown == f"{0:.{decimals}f}%":
        return f"<{least:.{decimals}f}%"
    return f">{100 - least:.{decimals}f}%" if shown == f"{100:.{decimals}f}%" else shown


def whole(share: float) -> str:
    """A share in whole per cents."""
    return percent(share, 0)


def signed(number: float, decimals: int = 0) -> str:
    """A number with its sign; what rounds to nothing has none."""
    rounded = round(number, decimals)
    return f"{rounded:+.{decimals}f}".replace("-", "−") if rounded else f"{0:.{decimals}f}"


def in_points(share: float) -> str:
    """A difference of shares in percentage points, with its sign."""
    return signed(100 * share, 1)
