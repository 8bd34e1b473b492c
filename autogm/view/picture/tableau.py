"""A table of cards as a picture worth printing: index cards on a table, each with its lines, and
tables below them (`autogm.game.tableau`). Every sign has a shape of its own, so that it can be read
without colours; the same table is the same bytes.
"""

from __future__ import annotations

from xml.etree import ElementTree as ET

from autogm.game.tableau import Line, Listing, Mark, Tableau, TableCard
from autogm.view.picture.svg import (
    ASPECT,
    BODY,
    CARD,
    COLOURS,
    HEADING,
    INK,
    LINE,
    PAPER,
    PLACE,
    RULE,
    SHADE,
    SMALL,
    SUBTITLE,
    TITLE,
    Face,
    Piece,
    Row,
    columns,
    element,
    flow,
    label,
    number,
    paragraph,
    rule,
    space,
    stack,
    tooltip,
    write,
)
from autogm.view.picture.tokens import points

MARGIN, GAP, PADDING = 32.0, 24.0, 16.0
CARD_WIDTH = 284.0
ACROSS = 3
"""Cards side by side."""
_INDENT = 22.0
_FIGURE = 74.0
_NOW = Face(14, bold=True)


def tableau_picture(shown: Tableau) -> str:
    """The table as an SVG document, ending with a line break."""
    across = min(ACROSS, max(2, len(shown.cards)))
    room = across * CARD_WIDTH + (across - 1) * GAP
    rows = [_heading(shown, room), space(18), _laid(shown.cards, across)]
    rows += [space(4), _signs(shown, room)]
    for listing in shown.listings:
        rows += [space(16), _listing(listing, room)]
    return _document(shown, stack(rows), room)


def cards_picture(shown: Tableau) -> str:
    """The cards of the table alone. Ends with a line break."""
    across = min(ACROSS, max(2, len(shown.cards)))
    return _document(shown, _laid(shown.cards, across), across * (CARD_WIDTH + GAP) - GAP)


def _document(shown: Tableau, page: Row, room: float) -> str:
    wide, high = room + 2 * MARGIN, page.height + 2 * MARGIN
    root = ET.Element("svg", {"xmlns": "http://www.w3.org/2000/svg", "role": "img"})
    root.set("viewBox", f"0 0 {number(wide)} {number(high)}")
    root.set("width", number(wide))
    root.set("height", number(high))
    tooltip(root, shown.title)
    element(root, "rect", width=wide, height=high, fill=PAPER)
    page.draw(root, MARGIN, MARGIN)
    ET.indent(root)
    return ET.tostring(root, encoding="unicode") + "\n"


def _heading(shown: Tableau, room: float) -> Row:
    pieces: list[Piece] = [label("Fate points:", BODY)]
    for name, count in shown.purses:
        pieces += [label(name, BODY), points(count), label(" ", BODY)]
    return stack(
        [
            paragraph(shown.title, TITLE, room),
            paragraph(shown.subtitle, SUBTITLE, room),
            space(6),
            paragraph(shown.now, _NOW, room),
            space(4),
            flow(pieces, room, 26, 8),
        ]
    )


def _laid(cards: tuple[TableCard, ...], across: int) -> Row:
    """Cards in columns, each under the shortest one so far."""
    piles: list[list[Row]] = [[] for _ in range(across)]
    for card in cards:
        least = min(piles, key=lambda pile: sum(row.height for row in pile))
        least += [_card(card), space(GAP)]
    return columns([stack(pile) for pile in piles], across * (CARD_WIDTH + GAP) - GAP, GAP)


def _card(card: TableCard) -> Row:
    """An index card: its title over a line, what is written on it, and the points that lie on
    it. A character's has a second edge."""
    room = CARD_WIDTH - 2 * PADDING
    named = card.points is not None
    rows = [space(10), paragraph(card.title, PLACE, room), rule(room), space(2)]
    for line in card.lines:
        rows += [_line(line, room), space(9)]
    if card.points is not None:
        said = "fate point" if card.points == 1 else "fate points"
        rows.append(flow([points(card.points), label(said, SMALL)], room, 26, 8))
    rows.append(space(8))
    body = stack(rows)
    height = 2 * -(-max(body.height, 112.0) // 2)

    def draw(into: ET.Element, x: float, y: float) -> None:
        group = element(into, "g", class_="card")
        element(group, "rect", x=x + 3, y=y + 4, width=CARD_WIDTH, height=height, rx=6, fill=SHADE)
        element(group, "rect", x=x, y=y, width=CARD_WIDTH, height=height, rx=6, fill=CARD,
                stroke=LINE, stroke_width=1.2)  # fmt: skip
        if named:
            element(group, "rect", x=x + 4, y=y + 4, width=CARD_WIDTH - 8, height=height - 8, rx=4,
                    fill="none", stroke=LINE, stroke_width=0.8)  # fmt: skip
        body.draw(group, x + PADDING, y)

    return Row(height, draw)


def _line(line: Line, room: float) -> Row:
    face = Face(ASPECT.size, italic=True, serif=True, colour=LINE if line.secret else INK)
    text = paragraph(line.text, face, room - _INDENT)
    notes = stack([paragraph(note, SMALL, room - _INDENT) for note in line.notes])
    height = text.height + notes.height

    def draw(into: ET.Element, x: float, y: float) -> None:
        if line.secret:
            element(into, "rect", x=x - 6, y=y - 2, width=room + 12, height=height + 4, rx=4,
                    fill="none", stroke=LINE, stroke_dasharray="4 3")  # fmt: skip
        _sign(into, x + 7, y + text.height / 2 if len(line.text) < 25 else y + 9.5, line.mark)
        text.draw(into, x + _INDENT, y)
        notes.draw(into, x + _INDENT, y + text.height)

    return Row(height, draw)


def _sign(into: ET.Element, x: float, y: float, mark: Mark) -> None:
    """A full disc with a minus, an open one with a plus, or a dot."""
    if mark == "plain":
        element(into, "circle", cx=x, cy=y, r=2.5, fill=LINE)
        return
    full = mark == "against"
    colour = COLOURS["gm" if full else "players"]
    element(into, "circle", cx=x, cy=y, r=7, fill=colour if full else CARD, stroke=colour,
            stroke_width=1.5)  # fmt: skip
    stroke = CARD if full else colour
    element(into, "line", x1=x - 3.5, y1=y, x2=x + 3.5, y2=y, stroke=stroke, stroke_width=1.8)
    if not full:
        element(into, "line", x1=x, y1=y - 3.5, x2=x, y2=y + 3.5, stroke=stroke, stroke_width=1.8)


def _signs(shown: Tableau, room: float) -> Row:
    """What the signs that occur mean."""
    pieces: list[Piece] = []
    for mark, word in shown.signs.items():
        pieces += [_sample(mark), label(f"{word}   ", SMALL)]
    return flow(pieces, room, 20, 5)


def _sample(mark: Mark) -> Piece:
    return Piece(16, lambda into, x, middle: _sign(into, x + 8, middle, mark))


def _listing(listing: Listing, room: float) -> Row:
    """A table: names to the left, each with its note below, and figures to the right."""
    figures = _FIGURE * len(listing.heads)
    names = room - figures - 12

    def right(
        into: ET.Element, x: float, baseline: float, face: Face, texts: tuple[str, ...]
    ) -> None:
        for place, text in enumerate(texts):
            edge = x + room - _FIGURE * (len(texts) - 1 - place)
            write(into, edge, baseline, text, face, anchor="end")

    def head(into: ET.Element, x: float, y: float) -> None:
        write(into, x, y + 11, listing.heading.upper(), HEADING)
        right(into, x, y + 11, SMALL, listing.heads)
        element(into, "line", x1=x, y1=y + 18, x2=x + room, y2=y + 18, stroke=RULE)

    def row(name: str, values: tuple[str, ...], note: str) -> Row:
        said = stack([paragraph(name, BODY, names), paragraph(note, SMALL, names)])

        def draw(into: ET.Element, x: float, y: float) -> None:
            said.draw(into, x, y)
            right(into, x, y + BODY.leading * 0.76, BODY, values)

        return Row(said.height + 5, draw)

    below = [paragraph(listing.means, SMALL, room)] if listing.means else []
    return stack([Row(25, head), *(row(*one) for one in listing.rows), *below])
