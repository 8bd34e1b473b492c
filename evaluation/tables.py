"""The look of the tables that the commands of the evaluation print."""

from __future__ import annotations

from collections.abc import Mapping

from rich.console import Console
from rich.table import Table

WIDTH = 200


def plain_table(title: str, first: str, *columns: str) -> Table:
    """A table without rows: words in its first column, figures in the others."""
    table = Table(title=title, box=None, header_style="dim")
    table.add_column(first)
    for column in columns:
        table.add_column(column, justify="right")
    return table


def interval(of: Mapping[str, float]) -> str:
    """From where to where a difference may be."""
    return f"{of['low']:+.0f} to {of['high']:+.0f}"


def console() -> Console:
    """Where tables are printed: as wide as needed, except on a terminal."""
    found = Console()
    return found if found.is_terminal else Console(width=WIDTH)
