"""The small signs of a battlefield: tokens, stress boxes, consequence slots, fate points, free
invokes, and the mark of hindering ground. Shape tells what colour tells: discs are the players,
squares the GM; square boxes are bodily stress, round ones mental. Drawing only.
"""

from __future__ import annotations

from xml.etree import ElementTree as ET

from autogm.model.words import SideName
from autogm.view.board import BoardFighter, Track
from autogm.view.lettering import clean
from autogm.view.picture.svg import COLOURS, LINE, MUTED, TINTS, Face, Piece, element, number, write

TOKEN = 24.0
ARTICLES = ("the", "a", "an")


def hindrance(into: ET.Element, x: float, middle: float) -> None:
    """The mark of an aspect that hinders movement."""
    points = f"{number(x)},{number(middle + 4.5)} {number(x + 5)},{number(middle - 4.5)}"
    element(
        into,
        "polygon",
        points=f"{points} {number(x + 10)},{number(middle + 4.5)}",
        fill="#8a7a5c",
    )


def token(into: ET.Element, fighter: BoardFighter, x: float, middle: float) -> None:
    """A fighter's token: a disc for the players' side, a rounded square for the GM's; dashed and
    pale while it is still to arrive. A part of a mob has the mob's initials and its own letter."""
    colour, coming = COLOURS[fighter.side], fighter.arrives is not None
    _shape(into, fighter.side, x, middle, coming)
    letters = initials(fighter.mob) + fighter.part if fighter.mob else initials(fighter.name)
    size = 10.5 if len(letters) < 3 else 8.5
    face = Face(size, bold=True, colour=colour if coming else "#ffffff")
    write(into, x + TOKEN / 2, middle + 0.36 * size, letters, face, anchor="middle")


def ring(into: ET.Element, x: float, middle: float) -> None:
    """What stands around the token of whoever has the turn."""
    element(
        into, "circle", class_="turn", cx=x + TOKEN / 2, cy=middle, r=TOKEN / 2 + 3, fill="none",
        stroke=COLOURS["open"], stroke_width=2.6,
    )  # fmt: skip


def badge(side: SideName) -> Piece:
    """A side's token without a name."""
    return Piece(TOKEN, lambda into, x, middle: _shape(into, side, x, middle, False))


def _shape(into: ET.Element, side: SideName, x: float, middle: float, coming: bool) -> None:
    colour = COLOURS[side]
    style = {
        "fill": TINTS[side] if coming else colour,
        "stroke": colour,
        "stroke_width": 1.6,
        "stroke_dasharray": "3 2.5" if coming else None,
    }
    if side == "players":
        element(into, "circle", cx=x + TOKEN / 2, cy=middle, r=TOKEN / 2 - 0.8, **style)
    else:
        edge = TOKEN - 3
        element(
            into, "rect", x=x + 1.5, y=middle - edge / 2, width=edge, height=edge, rx=5, **style
        )


def initials(name: str) -> str:
    """One or two letters for a token: of the first words that begin with a capital or a digit,
    articles left out."""
    words = clean(name).replace("-", " ").split() or ["?"]
    words = [word for word in words if word.lower() not in ARTICLES] or words
    telling = [word for word in words if word[0].isupper() or word[0].isdigit()] or words
    last = words[-1] if words[-1].isdigit() and len(words) > 1 else None
    second = last or (telling[1] if len(telling) > 1 else "")
    return telling[0][0] + (second if last and len(second) < 3 else second[:1])


def stress(track: Track) -> Piece:
    """A stress track: squares for bodily harm, rounds for mental, rounded squares for any, filled
    where checked."""
    size = 9.0
    corner = {"physical": 1, "any": 3}.get(track.harm, size / 2)

    def draw(into: ET.Element, x: float, middle: float) -> None:
        for place, checked in enumerate(track.checked):
            element(
                into,
                "rect",
                class_=f"stress stress-{track.harm}",
                x=x + 1 + place * (size + 3),
                y=middle - size / 2,
                width=size,
                height=size,
                rx=corner,
                fill=LINE if checked else "#ffffff",
                stroke=LINE,
                stroke_width=1.3,
            )

    return Piece(len(track.checked) * (size + 3), draw)


def slot(absorbs: int, taken: bool) -> Piece:
    """A consequence slot with the shifts it absorbs, dark where taken."""

    def draw(into: ET.Element, x: float, middle: float) -> None:
        element(
            into,
            "rect",
            class_="slot",
            x=x + 0.5,
            y=middle - 7,
            width=15,
            height=14,
            rx=3,
            fill=LINE if taken else "none",
            stroke=MUTED,
        )
        face = Face(11, bold=True, colour="#ffffff" if taken else MUTED)
        write(into, x + 8, middle + 3.9, str(absorbs), face, anchor="middle")

    return Piece(18, draw)


def points(count: int) -> Piece:
    """Fate points as a coin with their number."""

    def draw(into: ET.Element, x: float, middle: float) -> None:
        element(
            into, "circle", cx=x + 9, cy=middle, r=8.2, fill=TINTS["open"], stroke=COLOURS["open"]
        )
        write(into, x + 9, middle + 3.9, str(count), Face(11, bold=True), anchor="middle")

    return Piece(18, draw)


def box(side: str, size: float = 9) -> Piece:
    """A free invoke: a little square in the colour of whose it is."""

    def draw(into: ET.Element, x: float, middle: float) -> None:
        element(
            into,
            "rect",
            class_=f"free free-{side}",
            x=x + 0.8,
            y=middle - size / 2,
            width=size,
            height=size,
            rx=1.5,
            fill=TINTS[side],
            stroke=COLOURS[side],
            stroke_width=1.6,
        )

    return Piece(size + 2, draw)
