"""One zone of the battlefield as a card: its name, aspects with a square for every free invoke,
the fighters who stand there with boxes and slots, and who outweighs whom (W1, W2). A card measures
itself before it is drawn, so that nothing it holds ever sticks out of it.
"""

from __future__ import annotations

from dataclasses import dataclass
from xml.etree import ElementTree as ET

from autogm.model.words import SIDES
from autogm.view.board import Balance, Board, BoardAspect, BoardFighter, BoardZone
from autogm.view.picture.svg import (
    ASPECT,
    ATTACHED,
    BAND,
    CARD,
    COLOURS,
    LINE,
    MUTED,
    NAME,
    NEWS,
    PLACE,
    SHADE,
    SMALL,
    TINTS,
    Face,
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
from autogm.view.picture.tokens import TOKEN, box, hindrance, points, ring, slot, stress, token
from autogm.view.words.board import side_words, skill_words, slot_words, type_words, weight_words
from autogm.view.words.grammar import start

PADDING = 14.0
CHIP = 208.0
CHIP_GAP = 14.0
CORNER = 12.0
_INDENT = TOKEN + 8
_PER_COLUMN = 5
_MOST_COLUMNS = 4
_WEIGHT_WORD = 46.0
_FIGURE, _DETAIL = Face(20, bold=True), Face(15)
"""Large, since a coloured map is mostly shown small."""
_BAR = 9.0
STRONGEST = 0.45
"""How strongly a card is coloured at most, so that all its words stay readable on it."""


@dataclass(frozen=True)
class Shading:
    """What a card is coloured by, beside what a board holds: a colour of `COLOURS`, how strongly,
    from 0 to 1, the figure in words, more of them in lines below, and a bar of what each side has
    of it, from 0 to 1 together."""

    colour: str
    strength: float
    figure: str
    words: tuple[str, ...] = ()
    bar: tuple[float, float] = (0.0, 0.0)


@dataclass(frozen=True)
class Card:
    """A measured card: its zone, its size, its head and body, and what it is coloured by."""

    zone: BoardZone
    width: float
    head: Row
    body: Row
    shading: Shading | None = None

    @property
    def height(self) -> float:
        """The whole height, an even number."""
        return 2 * -(-(self.head.height + self.body.height) // 2)


def card(board: Board, zone: BoardZone, shading: Shading | None = None) -> Card:
    """Measure a zone's card."""
    teams = _teams(board, zone)
    room = len(teams) * CHIP + (len(teams) - 1) * CHIP_GAP if teams else CHIP
    rows: list[Row] = [space(9)]
    if zone.unexplored:
        rows.append(_unexplored(zone, room))
    for aspect in zone.aspects:
        rows += [aspect_row(aspect, ASPECT, room), space(3)]
    if zone.item:
        rows.append(paragraph(f"Here lies: {zone.item}", SMALL, room))
    if teams:
        chips = [stack([row for chip in team for row in (chip, space(7))]) for team in teams]
        rows += [rule(room), columns(chips, room, CHIP_GAP)]
    balance = board.balance(zone.id)
    if balance is not None:
        rows += [space(2), _balance(board, balance, room)]
    if shading is not None:
        rows += _shaded(shading, room)
    return Card(zone, room + 2 * PADDING, _head(zone, room), stack([*rows, space(8)]), shading)


def draw_card(into: ET.Element, shown: Card, x: float, y: float) -> None:
    """Draw a card with its left upper corner here."""
    zone, high = shown.zone, shown.head.height
    group = element(into, "g", class_="zone", id=f"zone-{zone.id}")
    tooltip(group, f"{zone.name}{': unexplored' if zone.unexplored else ''}")
    element(
        group,
        "rect",
        class_="card",
        x=x,
        y=y,
        width=shown.width,
        height=shown.height,
        rx=CORNER,
        fill="url(#unexplored)" if zone.unexplored else CARD,
    )
    if shown.shading is not None:
        element(
            group,
            "rect",
            class_="shading",
            x=x,
            y=y,
            width=shown.width,
            height=shown.height,
            rx=CORNER,
            fill=shown.shading.colour,
            fill_opacity=f"{STRONGEST * shown.shading.strength:.3f}",
        )
    right, top = x + shown.width, y + high
    corner = number(CORNER)
    arc = f"a{corner},{corner} 0 0 1"
    element(
        group,
        "path",
        d=f"M{number(x)},{number(top)} V{number(y + CORNER)} {arc} {corner},-{corner} "
        f"H{number(right - CORNER)} {arc} {corner},{corner} V{number(top)} Z",
        fill=BAND,
    )
    element(
        group,
        "rect",
        x=x,
        y=y,
        width=shown.width,
        height=shown.height,
        rx=CORNER,
        fill="none",
        stroke=LINE,
        stroke_width=1.6,
        stroke_dasharray="7 5" if zone.unexplored else None,
    )
    shown.head.draw(group, x + PADDING, y)
    shown.body.draw(group, x + PADDING, y + high)


def _shaded(shading: Shading, room: float) -> list[Row]:
    """The figures that a card is coloured by."""

    def draw(into: ET.Element, x: float, y: float) -> None:
        element(into, "rect", x=x, y=y, width=room, height=_BAR, fill=CARD)
        left = x
        for side, part in zip(SIDES, shading.bar, strict=True):
            wide = part * room
            if wide > 0:
                element(into, "rect", class_=f"part {side}", x=left, y=y, width=wide, height=_BAR,
                        fill=COLOURS[side], stroke=CARD, stroke_width=1)  # fmt: skip
            left += wide
        element(into, "rect", x=x, y=y, width=room, height=_BAR, fill="none", stroke=LINE)

    lines = [paragraph(words, _DETAIL, room) for words in shading.words]
    return [paragraph(shading.figure, _FIGURE, room), space(2), Row(_BAR + 5, draw), *lines]


def draw_shade(into: ET.Element, shown: Card, x: float, y: float) -> None:
    """Draw the shade that a card will throw, to be covered by ways and the card itself."""
    high, wide = shown.height, shown.width
    element(into, "rect", x=x + 1, y=y + 3, width=wide, height=high, rx=CORNER, fill=SHADE)


def aspect_row(aspect: BoardAspect, face: Face, room: float) -> Row:
    """An aspect in italics with its free invokes, a mark where it hinders movement (Z3), and a
    word where one side alone has the use of it or it is hidden from a side (A8, A16)."""
    boxes = [box(side) for side in aspect.free.boxes()]
    beside = 0 < len(boxes) <= 4
    indent = 15.0 if aspect.adverse else 0.0
    taken = 12.0 * len(boxes) + 4 if beside else 0.0
    words = paragraph(aspect.text, face, room - taken, indent)
    rows = [words]
    if boxes and not beside:
        rows.append(flow(boxes, room, 13, 1))
    says = ["new"] if aspect.new else []
    says += [f"for {side_words(aspect.side)} only"] if aspect.side else []
    says += [f"hidden from {side_words(aspect.hidden_from)}"] if aspect.hidden_from else []
    if says:
        rows.append(paragraph(", ".join(says), SMALL, room, indent))
    body = stack(rows)

    def draw(into: ET.Element, x: float, y: float) -> None:
        middle = y + face.leading * 0.5
        if aspect.adverse:
            hindrance(into, x, middle)
        if beside:
            flow(boxes, taken, face.leading, 1).draw(into, x + room - taken + 4, y)
        body.draw(into, x, y)

    return Row(body.height, draw)


def _head(zone: BoardZone, room: float) -> Row:
    says = " · ".join((*(("exit",) if zone.exit else ()), *zone.tags))
    rows = [space(7), paragraph(zone.name, PLACE, room)]
    if says:
        rows.append(paragraph(says, SMALL, room))
    return stack([*rows, space(6)])


def _unexplored(zone: BoardZone, room: float) -> Row:
    difficulty = "" if zone.difficulty is None else f" · difficulty {zone.difficulty}"
    words = paragraph(f"Unexplored{difficulty}", Face(12.5, italic=True, colour=MUTED), room)
    mark = Face(30, bold=True, serif=True, colour="#b9a98c")

    def draw(into: ET.Element, x: float, y: float) -> None:
        write(into, x + room / 2, y + 30, "?", mark, anchor="middle")

    return stack([Row(38, draw), words, space(3)])


def _teams(board: Board, zone: BoardZone) -> list[list[Row]]:
    """Chips of who stands here and who will, in columns; the two sides never share a column
    unless the zone is nearly empty."""
    here = [*board.standing(zone.id)]
    here += [f for _, wave in board.waves() for f in wave if f.zone == zone.id]
    sides = [[f for f in here if f.side == side] for side in SIDES]
    sides = [side for side in sides if side]
    if len(here) <= 2:
        return [[_chip(board, fighter) for fighter in here]] if here else []
    most = _MOST_COLUMNS // len(sides)
    split: list[list[BoardFighter]] = []
    for side in sides:
        number_of = min(most, -(-len(side) // _PER_COLUMN))
        per = -(-len(side) // number_of)
        split += [side[start : start + per] for start in range(0, len(side), per)]
    return [[_chip(board, fighter) for fighter in column] for column in split]


def _chip(board: Board, fighter: BoardFighter) -> Row:
    """A fighter: token, name, boxes, slots, points, and what hangs on it."""
    room = CHIP - _INDENT
    pieces = [stress(track) for track in fighter.tracks if track.checked]
    pieces += [slot(s.absorbs, s.text is not None) for s in fighter.slots]
    if fighter.points is not None:
        pieces.append(points(fighter.points))
    if fighter.counted:
        pieces.append(label(f"×{fighter.members}", Face(10.5, bold=True, colour=MUTED)))
    if board.weight_ratio is not None and fighter.weight != 1:
        pieces.append(label(f"weight {fighter.weight}", SMALL))
    rows = [paragraph(fighter.name, NAME, room)]
    if fighter.arrives is not None:
        rows.append(paragraph(f"arrives in exchange {fighter.arrives}", SMALL, room))
    if fighter.hidden_from and fighter.stands:
        rows.append(paragraph("in ambush", SMALL, room))
    rows += [paragraph(start(words), NEWS, room) for words in fighter.news]
    rows.append(flow(pieces, room, 17, 5))
    rows += [paragraph(words, SMALL, room) for words in fighter.status]
    rows += [
        aspect_row(BoardAspect(slot_words(s), "consequence", s.free), ATTACHED, room)
        for s in fighter.slots
        if s.text is not None
    ]
    rows += [aspect_row(aspect, ATTACHED, room) for aspect in fighter.beside]
    words = stack(rows)

    def draw(into: ET.Element, x: float, y: float) -> None:
        group = element(into, "g", class_=f"fighter {fighter.side}", id=f"fighter-{fighter.id}")
        tooltip(group, _told(fighter))
        if board.turn == fighter.id:
            ring(group, x, y + TOKEN / 2)
        token(group, fighter, x, y + TOKEN / 2)
        words.draw(group, x + _INDENT, y + 1)

    return Row(max(TOKEN, words.height + 1), draw)


def _told(fighter: BoardFighter) -> str:
    """What hovering over a fighter tells."""
    says = [f"{fighter.name}, {type_words(fighter)}"]
    says += [", ".join(map(skill_words, fighter.skills))]
    says += [aspect.text for aspect in fighter.aspects]
    return " · ".join(part for part in says if part)


def _balance(board: Board, balance: Balance, room: float) -> Row:
    """The balance of weight: a bar shared by the two sides, and under it who gets how many dice
    against whom, where that is anybody (W2)."""
    if not balance.contested:
        return paragraph(f"weight {balance.players or balance.gm}", SMALL, room)
    heavier = "players" if balance.players_dice else "gm"
    dice = balance.players_dice or balance.gm_dice

    def draw(into: ET.Element, x: float, y: float) -> None:
        group = element(into, "g", class_="balance")
        write(group, x, y + 13.2, "weight", SMALL)
        left, bar = x + _WEIGHT_WORD, room - _WEIGHT_WORD
        total = max(1, balance.players + balance.gm)
        share = min(bar - 22, max(22.0, round(bar * balance.players / total)))
        for start_x, wide, side, weight in (
            (left, share, "players", balance.players),
            (left + share, bar - share, "gm", balance.gm),
        ):
            strong = bool(dice) and side == heavier
            element(
                group,
                "rect",
                x=start_x,
                y=y + 2,
                width=wide,
                height=15,
                fill=COLOURS[side] if strong else TINTS[side],
                stroke=COLOURS[side],
            )
            figure = Face(10, bold=True, colour="#ffffff" if strong else COLOURS[side])
            write(group, start_x + wide / 2, y + 13.2, str(weight), figure, anchor="middle")

    words = weight_words(board, balance)
    face = Face(SMALL.size, bold=True, colour=COLOURS[heavier])
    return stack([Row(22, draw), *([paragraph(words, face, room)] if words else [])])
