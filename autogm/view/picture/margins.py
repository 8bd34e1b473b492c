"""What stands around the picture of a battlefield: above it the title, the sides and the scene's
aspects; beside it goals (H7), turn order (T1, T2), waves, what weight does (W2) and which compels
may come (X1); below it the meaning of every sign that occurs. Drawing only.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import get_args
from xml.etree import ElementTree as ET

from autogm.model.words import SIDES, Harm
from autogm.view.board import Board, BoardCompel, BoardEdge, BoardFighter, Move, Track
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
    number,
    paragraph,
    rule,
    space,
    stack,
)
from autogm.view.picture.tokens import (
    TOKEN,
    badge,
    box,
    hindrance,
    points,
    ring,
    slot,
    stress,
)
from autogm.view.picture.ways import moved_sample, passes, sample
from autogm.view.words.board import weight_rule
from autogm.view.words.grammar import start

_ACROSS = 3


def heading(board: Board, room: float) -> Row:
    """Title, rules, sides with the GM's pool, and the scene's aspects."""
    rows = [paragraph(board.title, TITLE, room), paragraph(board.subtitle, SUBTITLE, room)]
    if board.now:
        rows += [space(3), paragraph(f"{start(board.now)}.", Face(13, bold=True), room)]
    rows.append(space(8))
    pieces: list[Piece] = []
    for side in SIDES:
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


def aside(board: Board, room: float, *, compels: bool) -> Row:
    """What decides the battle, in a column: goals, turn order, waves, who is gone, weight, and
    `compels` if they are to be told."""
    blocks: list[Row] = []
    for side in SIDES:
        shown = board.side(side)
        face = replace(_TITLE, colour=COLOURS[side])
        goals = [f"{'or ' if place else ''}{goal}" for place, goal in enumerate(shown.goals)]
        blocks += [_block(f"{shown.name}: goal", face, goals, room)] if goals else []
    blocks += [_order(board, room)] if board.order else []
    for time, wave in board.waves():
        names = [f"{one.name} ({board.zone_name(one.zone)})" for one in wave]
        blocks.append(_block(f"Arriving in exchange {time}", _TITLE, names, room))
    gone = [_gone(one) for one in board.gone()]
    blocks += [_block("Gone", _TITLE, gone, room)] if gone else []
    told = [_compel(board, one) for one in board.compels if compels]
    blocks += [_block("Compels", _TITLE, told, room, apart=4)] if told else []
    rule_of_weight = weight_rule(board).removeprefix("Weight: ")
    if rule_of_weight:
        blocks.append(_block("Weight", _TITLE, [start(rule_of_weight)], room))
    return stack(blocks)


_TITLE = Face(12.5, bold=True)


def _block(title: str, face: Face, lines: Sequence[str], room: float, apart: float = 0) -> Row:
    rows = [row for line in lines for row in (paragraph(line, BODY, room), space(apart))]
    return stack([paragraph(title, face, room), space(2), *rows, space(13)])


def _order(board: Board, room: float) -> Row:
    """Who acts when; the one whose turn it is stands out."""
    rows = [paragraph("Turn order", _TITLE, room), space(2)]
    for place, turn in enumerate(board.order, 1):
        acting = board.turn is not None and board.turn in turn.who
        words = f"{place} {turn.name}"
        if acting and board.turn is not None and len(turn.who) > 1:
            words += f": {board.fighter(board.turn).name}"
        indent = _POINTER if board.turn is not None else 0.0
        row = paragraph(words, replace(BODY, bold=acting), room, indent)
        rows.append(_pointed(row) if acting else row)
    if board.order_by:
        why = "; ".join(note.text for note in board.order_by)
        rows += [space(2), paragraph(start(why), SMALL, room)]
    return stack([*rows, space(13)])


_POINTER = 12.0


def _pointed(row: Row) -> Row:
    """A row with a pointer before it."""

    def draw(into: ET.Element, x: float, y: float) -> None:
        corners = f"{number(x)},{number(y + 3.5)} {number(x + 7)},{number(y + 8)}"
        points_at = f"{corners} {number(x)},{number(y + 12.5)}"
        element(into, "polygon", class_="turn", points=points_at, fill=COLOURS["open"])
        row.draw(into, x, y)

    return Row(row.height, draw)


def _gone(fighter: BoardFighter) -> str:
    just = " (just now)" if fighter.news else ""
    return f"{fighter.name}: {fighter.presence}{just}"


def _compel(board: Board, compel: BoardCompel) -> str:
    used = " (used)" if compel.used else ""
    return f"{board.fighter(compel.victim).name}, «{compel.aspect}»: {compel.demand}{used}"


def footing(board: Board, room: float) -> Row:
    """The meaning of the signs that occur."""
    return stack([space(16), rule(room), space(2), flow(_legend(board), room, 30, 7)])


def _legend(board: Board) -> list[Piece]:
    """The signs that occur on this board, with their meaning."""
    fighters, zones, edges = board.fighters, board.zones, board.edges
    aspects = [*board.aspects, *(a for z in zones for a in z.aspects)]
    aspects += [a for f in fighters for a in f.beside]
    harms = {track.harm for f in fighters for track in f.tracks}
    free = {side for aspect in aspects for side in aspect.free.boxes()}
    entries: list[tuple[bool, Piece, str]] = [
        (side in free, box(side), f"free invoke: {whose}")
        for side, whose in (
            ("players", board.players.name),
            ("gm", board.gm.name),
            ("open", "open to both sides"),
        )
    ]
    moved = [move for move in board.moves if _drawn(board, move)]
    entries += [
        (bool(moved), moved_sample(), "has just moved"),
        (board.turn is not None, _RING, "has the turn"),
        (any(a.adverse for a in aspects), Piece(10, hindrance), "hinders movement"),
        *(
            (
                harm in harms,
                stress(Track(harm, (False, True))),
                f"{_HARMS.get(harm, harm)} stress, marked" if len(harms) > 1 else "stress, marked",
            )
            for harm in (*get_args(Harm), "any")
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


_HARMS = {"any": "any kind of"}
_RING = Piece(TOKEN + 8, lambda into, x, middle: ring(into, x + 4, middle))


def _drawn(board: Board, move: Move) -> bool:
    """Whether a way runs from where to where somebody has moved."""
    return any(passes(edge, move) for edge in board.edges)


def _entry(sign: Piece, meaning: str) -> Piece:
    words = label(meaning, SMALL)

    def draw(into: ET.Element, x: float, middle: float) -> None:
        sign.draw(into, x, middle)
        words.draw(into, x + sign.width + 6, middle)

    return Piece(sign.width + 6 + words.width + 12, draw)


def _coins(board: Board) -> bool:
    return any(f.points is not None for f in board.fighters) or board.gm.pool is not None
