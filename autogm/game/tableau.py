"""What a game may lay on the table for a person to look at: cards with lines on them, purses, and
tables beside them, in words that are ready to be printed. A game says what there is and what it
means; how that is drawn, in text or as a picture, is no matter of the game.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Mark = Literal["against", "for", "plain"]
"""What a line means to the players: something in their way, a help, or neither."""


@dataclass(frozen=True)
class Line:
    """A line of a card: its text, and notes in small letters below. A `secret` one lies face down
    for everybody but the side that it is shown to."""

    text: str
    mark: Mark = "plain"
    notes: tuple[str, ...] = ()
    secret: bool = False


@dataclass(frozen=True)
class TableCard:
    """A card: its title, what kind of card it is in a word or two, how many points lie on it, and
    its lines."""

    title: str
    kind: str
    lines: tuple[Line, ...]
    points: int | None = None


@dataclass(frozen=True)
class Listing:
    """A table beside the cards: a heading, the heads of its columns of figures, rows of a name and
    those figures, with a note on each row, and what the figures mean. `about` says of each row
    which field of an action it is, and its value, with a space between them."""

    heading: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, tuple[str, ...], str], ...]
    means: str = ""
    about: tuple[str, ...] = ()


@dataclass(frozen=True)
class Tableau:
    """The whole table: a title, what the game is and how far it has come, what is going on now,
    purses by name, cards, and tables beside them; `signs` are the words for the marks that
    occur."""

    title: str
    subtitle: str
    now: str
    purses: tuple[tuple[str, int], ...]
    cards: tuple[TableCard, ...]
    listings: tuple[Listing, ...]
    signs: dict[Mark, str]
