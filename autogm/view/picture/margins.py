"""What stands around the picture of a battlefield: above it the title, the sides and the scene's
aspects, below it goals (H7), turn order (T1, T2), waves, and the meaning of every sign that occurs.
Drawing only.
"""

from __future__ import annotations

from typing import get_args
from xml.etree import ElementTree as ET

from autogm.model.words import Harm
from autogm.view.board import Board, BoardEdge, Track
from autogm.view.picture.cards import aspect_row
from autogm.view.picture.svg import (
    ASPECT,
    BODY,
    CARD,
    COLOURS,
    HEADING,
    RULE,
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
    paragraph,
    rule,
    space,
    stack,
)
from autogm.view.picture.tokens import badge, box, hindrance, points, slot, stress
from autogm.view.picture.ways import sample

_ACROSS = 3


def heading(board: Board, room: float) -> Row:
    """Title, rules, sides with the GM's pool, and the scene's aspects."""
    rows = [
        paragraph(board.title, TITLE, room),
        paragraph(board.subtitle, SUBTITLE, room),
        space(8),
    ]
    pieces: list[Piece] = []
    for side in ("players", "gm"):
        shown = board.side(side)
        pieces.append(badge(side))
        if shown.pool is not None:
            pieces.append(points(shown.pool))
        pieces.append(label(shown.name, Face(14, bold=True, colour=COLOURS[side])))
        pieces.append(Piece(14, lambda into, x, y: None))
    rows += [flow(pieces, room, 30, 7), space(4)]
    if board.aspects:
        rows += [space(2), paragraph("ON THE WHOLE SCENE", HEADING, room), space(3)]
        rows.append(_shelf(board, room))
    return stack([*rows, space(18)])


def _shelf(board: Board, room: float) -> Row:
    """The scene's aspects on cards of their own, up to three to a line."""
    across, gap = min(_ACROSS, len(board.aspects)), 20.0
    share = min(360.0, (room - gap * (across - 1)) / across)
    slips = [_slip(aspect_row(aspect, ASPECT, share - 24), share) for aspect in board.aspects]
    lines = [slips[start : start + across] for start in range(0, len(slips), across)]
    rows: list[Row] = []
    for line in lines:
        wide = share * len(line) + gap * (len(line) - 1)
        rows += [columns(line, wide, gap), space(9)]
    return stack(rows)


def _slip(words: Row, wide: float) -> Row:
    """A row on a slip of paper."""
    high = words.height + 14

    def draw(into: ET.Element, x: float, y: float) -> None:
        element(into, "rect", class_="slip", x=x, y=y, width=wide, height=high, rx=8, fill=CARD,
                stroke=RULE, stroke_width=1.4)  # fmt: skip
        words.draw(into, x + 12, y + 7)

    return Row(high, draw)


def footing(board: Board, room: float) -> Row:
    """Objectives, waves, turn order, who is gone, and what the signs mean."""
    gap = 36.0
    blocks: list[tuple[str, list[str]]] = []
    for side in ("players", "gm"):
        shown = board.side(side)
        goals = [f"{'or ' if place else ''}{goal}" for place, goal in enumerate(shown.goals)]
        blocks.append((f"{shown.name}: goal", goals))
    if board.order:
        turns = [f"{place} {turn.name}" for place, turn in enumerate(board.order, 1)]
        why = "; ".join(note.text for note in board.order_by)
        blocks.append(("Turn order", [*turns, *([why] if why else [])]))
    for time, wave in board.waves():
        names = ", ".join(f"{f.name} ({board.zone_name(f.zone)})" for f in wave)
        blocks.append((f"Arriving in exchange {time}", [names]))
    if board.gone():
        blocks.append(("Gone", [f"{f.name}: {f.presence}" for f in board.gone()]))
    blocks = [(title, lines) for title, lines in blocks if lines]
    share = (room - gap * (_ACROSS - 1)) / _ACROSS
    parts = [
        stack([paragraph(title, Face(12.5, bold=True), share), space(2)]
              + [paragraph(line, BODY, share) for line in lines] + [space(12)])
        for title, lines in blocks
    ]  # fmt: skip
    lines = [parts[start : start + _ACROSS] for start in range(0, len(parts), _ACROSS)]
    shelves = [columns([*line, *[space(0)] * (_ACROSS - len(line))], room, gap) for line in lines]
    return stack([space(18), rule(room), space(6), *shelves, rule(room), space(2),
                  flow(_legend(board), room, 24, 7)])  # fmt: skip


def _legend(board: Board) -> list[Piece]:
    """The signs that occur on this board, with their meaning."""
    fighters, zones, edges = board.fighters, board.zones, board.edges
    aspects = [*board.aspects, *(a for z in zones for a in z.aspects)]
    aspects += [a for f in fighters for a in f.attached]
    harms = {track.harm for f in fighters for track in f.tracks}
    free = {side for aspect in aspects for side in aspect.free.boxes()}
    entries: list[tuple[bool, Piece, str]] = [
        (side in free, box(side), f"free invoke: {whose}")
        for side, whose in (
            ("players", board.players.name),
            ("gm", board.gm.name),
            ("open", "whoever is first"),
        )
    ]
    entries += [
        (any(a.adverse for a in aspects), Piece(10, hindrance), "hinders movement"),
        *(
            (
                harm in harms,
                stress(Track(harm, (False, True))),
                f"{harm} stress, marked" if len(harms) > 1 else "stress, marked",
            )
            for harm in get_args(Harm)
        ),
        (any(f.slots for f in fighters), slot(2, False), "consequence and what it absorbs"),
        (_coins(board), points(3), "fate points"),
        (any(not e.barrier for e in edges), sample(BoardEdge("", "")), "way"),
        (any(e.one_way for e in edges), sample(BoardEdge("", "", one_way=True)), "one way"),
        (any(e.barrier for e in edges), sample(BoardEdge("", "", barrier=True)), "no passing"),
        (
            any(e.difficulty is not None for e in edges),
            sample(BoardEdge("", "", difficulty=2)),
            "difficulty of passing",
        ),
        (any(not e.sight for e in edges), sample(BoardEdge("", "", sight=False)), "no sight"),
    ]
    return [_entry(sign, meaning) for occurs, sign, meaning in entries if occurs]


def _entry(sign: Piece, meaning: str) -> Piece:
    words = label(meaning, SMALL)

    def draw(into: ET.Element, x: float, middle: float) -> None:
        sign.draw(into, x, middle)
        words.draw(into, x + sign.width + 6, middle)

    return Piece(sign.width + 6 + words.width + 12, draw)


def _coins(board: Board) -> bool:
    return any(f.points is not None for f in board.fighters) or board.gm.pool is not None
