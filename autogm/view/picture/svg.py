"""Making an SVG by hand: elements, text, colours, and rows that know their height before they are
drawn. Escaping is left to xml.etree, coordinates are rounded to a tenth, so the same drawing is
the same bytes everywhere; nothing here knows what a battle is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from xml.etree import ElementTree as ET

from autogm.view.lettering import clean, width, wrap

Draw = Callable[[ET.Element, float, float], None]

INK = "#2a2520"
MUTED = "#75695c"
LINE = "#5d5246"
PAPER = "#f5efe3"
CARD = "#fffdf8"
BAND = "#ebe1ce"
RULE = "#ddd0b9"
SHADE = "#e2d8c5"
COLOURS = {"players": "#1c6685", "gm": "#a63a2e", "open": "#b97d0a"}
TINTS = {"players": "#d9e8ee", "gm": "#f3dcd8", "open": "#f7e7c3"}

SERIF = "'Iowan Old Style', Palatino, Georgia, 'Liberation Serif', 'DejaVu Serif', serif"
SANS = "'Segoe UI', 'Helvetica Neue', Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif"


@dataclass(frozen=True)
class Face:
    """How a text is set: size, weight, slant, family and colour."""

    size: float
    bold: bool = False
    italic: bool = False
    serif: bool = False
    colour: str = INK

    @property
    def leading(self) -> float:
        """From one line to the next."""
        return round(self.size * 1.32)


TITLE = Face(27, bold=True, serif=True)
SUBTITLE = Face(13, colour=MUTED)
HEADING = Face(11, bold=True, colour=MUTED)
PLACE = Face(16, bold=True, serif=True)
ASPECT = Face(15, italic=True, serif=True)
ATTACHED = Face(13, italic=True, serif=True)
NAME = Face(14, bold=True)
BODY = Face(12.5)
SMALL = Face(12.5, colour=MUTED)
NEWS = Face(12.5, bold=True, colour=COLOURS["open"])


@dataclass(frozen=True)
class Row:
    """A stretch of a column: its height, and what to draw at its left upper corner."""

    height: float
    draw: Draw


@dataclass(frozen=True)
class Piece:
    """Something small that flows along a line: its width, and what to draw, given its left edge
    and the line's middle."""

    width: float
    draw: Draw


def element(into: ET.Element, tag: str, **attributes: object) -> ET.Element:
    """A child element. Underscores in names become hyphens, numbers are rounded to a tenth, and
    what is None is left out."""
    return ET.SubElement(
        into,
        tag,
        {
            name.rstrip("_").replace("_", "-"): number(value)
            if isinstance(value, int | float)
            else str(value)
            for name, value in attributes.items()
            if value is not None
        },
    )


def number(value: float) -> str:
    """A coordinate as text, rounded to a tenth, never with a sign on zero."""
    text = f"{value:.1f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def tooltip(into: ET.Element, text: str) -> None:
    """What a viewer shows on hovering over an element."""
    element(into, "title").text = clean(text)


def write(
    into: ET.Element, x: float, baseline: float, text: str, face: Face, *, anchor: str | None = None
) -> None:
    """One line of text."""
    element(
        into,
        "text",
        x=x,
        y=baseline,
        font_family=SERIF if face.serif else SANS,
        font_size=face.size,
        font_weight="bold" if face.bold else None,
        font_style="italic" if face.italic else None,
        fill=face.colour,
        text_anchor=anchor,
    ).text = clean(text)


def paragraph(text: str, face: Face, room: float, indent: float = 0) -> Row:
    """A text broken into lines that fit the room."""
    lines = wrap(text, face.size, room - indent, face.bold)

    def draw(into: ET.Element, x: float, y: float) -> None:
        for place, line in enumerate(lines):
            write(into, x + indent, y + face.leading * (place + 0.76), line, face)

    return Row(face.leading * len(lines), draw)


def space(height: float) -> Row:
    """Nothing, so high."""
    return Row(height, lambda into, x, y: None)


def rule(room: float) -> Row:
    """A thin line across."""

    def draw(into: ET.Element, x: float, y: float) -> None:
        element(into, "line", x1=x, y1=y + 6, x2=x + room, y2=y + 6, stroke=RULE)

    return Row(13, draw)


def stack(rows: Sequence[Row]) -> Row:
    """Rows, one under the other."""

    def draw(into: ET.Element, x: float, y: float) -> None:
        for row in rows:
            row.draw(into, x, y)
            y += row.height

    return Row(sum(row.height for row in rows), draw)


def columns(parts: Sequence[Row], room: float, gap: float) -> Row:
    """Rows side by side, each with the same share of the room."""
    step = (room + gap) / max(1, len(parts))

    def draw(into: ET.Element, x: float, y: float) -> None:
        for place, part in enumerate(parts):
            part.draw(into, round(x + place * step, 1), y)

    return Row(max((part.height for part in parts), default=0), draw)


def flow(pieces: Iterable[Piece], room: float, line: float, gap: float) -> Row:
    """Pieces from left to right, on as many lines of this height as they need."""
    placed: list[tuple[float, float, Piece]] = []
    x = y = 0.0
    for piece in pieces:
        if x > 0 and x + piece.width > room:
            x, y = 0.0, y + line
        placed.append((x, y, piece))
        x += piece.width + gap

    def draw(into: ET.Element, left: float, top: float) -> None:
        for dx, dy, piece in placed:
            piece.draw(into, left + dx, top + dy + line / 2)

    return Row(y + line if placed else 0.0, draw)


def label(text: str, face: Face) -> Piece:
    """A line of text that flows."""
    return Piece(
        width(clean(text), face.size, face.bold),
        lambda into, x, middle: write(into, x, middle + face.size * 0.36, text, face),
    )
