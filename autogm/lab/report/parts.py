"""What a report is made of: figures, each a drawing with words for who cannot see it and the table
behind it; tables; and sections that hold them. All of it is plain text but for the drawings.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from shlex import quote


@dataclass(frozen=True)
class Table:
    """A table: its caption, heads and rows of cells; the first cell of a row names it."""

    caption: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Figure:
    """A drawing as SVG under the name of its files, what it shows in a sentence or two, and the
    figures behind it."""

    name: str
    alt: str
    svg: str
    table: Table | None = None
    note: str = ""


@dataclass(frozen=True)
class Told:
    """A battle that is told: which it is, in words, how it began, ended and turned as prose, each
    part with what it is (`heading`, `paragraph`, `standing`, `item`), its course exchange by
    exchange likewise, every event as lines (`exchange`, `turn`, `event`), and the command that
    tells it again, where it may be said."""

    title: str
    summary: str
    prose: tuple[tuple[str, str], ...]
    course: tuple[tuple[str, str], ...]
    lines: tuple[tuple[str, str], ...]
    again: str = ""


@dataclass(frozen=True)
class Section:
    """A part of the page: an id, its heading, sentences, and what follows them."""

    id: str
    title: str
    says: tuple[str, ...] = ()
    figures: tuple[Figure, ...] = ()
    tables: tuple[Table, ...] = ()
    told: tuple[Told, ...] = ()
    after: tuple[str, ...] = ()


@dataclass(frozen=True)
class Report:
    """A report of one file: its title, what kind of thing it is, the verdict in a word, the answer
    in sentences, how it was played, the picture of the ground, and all sections."""

    title: str
    subtitle: str
    verdict: str
    answer: tuple[str, ...]
    played: str
    map: Figure | None
    headline: Figure | None
    sections: tuple[Section, ...]

    @property
    def figures(self) -> tuple[Figure, ...]:
        """All figures, in order."""
        first = tuple(one for one in (self.map, self.headline) if one is not None)
        return first + tuple(one for section in self.sections for one in section.figures)


def as_stored(store: Path, again: bool) -> str:
    """That figures are of what is stored, and whether some of it was played `again` for more."""
    played = "those that are told, and what mattered, were" if again else "none of them was"
    return f"as they are stored in {store.name}; {played} played again for it"


def played_again(store: Path) -> str:
    """The command that reports on a store and plays some of its battles again."""
    return f"autogm report {quote(str(store))} --minutes 1"
