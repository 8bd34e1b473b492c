"""A table of cards as text: boxes side by side, and tables below them (`autogm.game.tableau`)."""

from __future__ import annotations

from collections.abc import Iterator

from rich import box
from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.panel import Panel
from rich.text import Text

from autogm.game.tableau import Line, Mark, Tableau, TableCard
from autogm.view.figures import Figures

MARKS: dict[Mark, str] = {"against": "−", "for": "+", "plain": "·"}
STYLES: dict[Mark, str] = {"against": "red", "for": "green", "plain": ""}
CARD = 36
"""Letters of a card, its border included."""


def tableau_parts(shown: Tableau) -> Iterator[RenderableType]:
    """The table, part by part."""
    yield Text.assemble((shown.title, "bold"), (f"\n{shown.subtitle}", "dim"))
    purses = ", ".join(f"{count} with {name}" for name, count in shown.purses)
    yield Text.assemble((shown.now, "bold"), f"\nFate points: {purses}.\n")
    yield Columns([_card(one) for one in shown.cards], padding=(0, 1))
    told = ", ".join(f"{MARKS[mark]} {word}" for mark, word in shown.signs.items())
    yield Text(told, style="dim")
    for listing in shown.listings:
        rows = tuple(
            (Text.assemble(name, (f"\n  {note}", "dim")), figures)
            for name, figures, note in listing.rows
        )
        yield Text()
        yield Figures(listing.heading, listing.heads, rows)
        if listing.means:
            yield Text(listing.means, style="dim")


def _card(card: TableCard) -> Panel:
    lines: list[RenderableType] = [part for one in card.lines for part in _line(one)]
    if card.points is not None:
        points = "● " * card.points
        lines.append(Text(f"{points}{card.points} fate point{'s' * (card.points != 1)}", "yellow"))
    shape = box.ROUNDED if card.points is None else box.DOUBLE
    title = Text(card.title, "bold")
    return Panel(Group(*lines), title=title, title_align="left", box=shape, width=CARD)


def _line(line: Line) -> Iterator[RenderableType]:
    text = f"({line.text})" if line.secret else line.text
    yield Text.assemble(f"{MARKS[line.mark]} ", (text, f"italic {STYLES[line.mark]}".strip()))
    for note in line.notes:
        yield Padding(Text(note, "dim"), (0, 0, 0, 4))
