"""A battlefield as an SVG worth looking at: zones as cards on a floor plan, the ways between them
with what stands in the way (Z6), fighters where they are, what has just happened to them, and
around it what decides the battle: scene aspects, goals, waves, turn order. The same board is the
same bytes; nothing is drawn that the Board does not hold.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from xml.etree import ElementTree as ET

from autogm.view.board import Board
from autogm.view.picture.cards import Card, Shading, card, draw_card, draw_shade
from autogm.view.picture.geometry import Path, Rect
from autogm.view.picture.layout import floor_plan
from autogm.view.picture.margins import aside, footing, heading
from autogm.view.picture.routing import routes
from autogm.view.picture.sheets import sheets as sheet_strip
from autogm.view.picture.svg import PAPER, RULE, element, number, space, tooltip
from autogm.view.picture.ways import draw_moves, draw_ways

MARGIN = 32.0
EDGE = 12.0
"""What stays free around a field that is drawn alone."""
GAP = (76.0, 60.0)
NARROWEST = 520.0
ASIDE, ASIDE_GAP = 220.0, 48.0
"""The column beside the field, and what parts the two."""
NOT_SHADED: Mapping[str, Shading] = MappingProxyType({})
_OUTSIDE = 2.0
"""Room that a way keeps from the edge of the picture."""


@dataclass(frozen=True)
class Plan:
    """A measured picture: cards and their places, a path for every edge (an empty one from a zone
    to itself), and the size of it all."""

    cards: tuple[Card, ...]
    places: tuple[Rect, ...]
    paths: tuple[Path, ...]
    width: float
    height: float


def plan(board: Board, shading: Mapping[str, Shading] = NOT_SHADED) -> Plan:
    """Measure a board's cards, place them, lay the ways between them, and cut the margins."""
    cards = tuple(card(board, zone, shading.get(zone.id)) for zone in board.zones)
    place = {zone.id: index for index, zone in enumerate(board.zones)}
    links = [(place[edge.start], place[edge.end]) for edge in board.edges]
    floor = floor_plan([(c.width, c.height) for c in cards], links, GAP)
    paths = routes(floor, links)
    xs = [x for card in floor.cards for x in (card.x, card.right)]
    ys = [y for card in floor.cards for y in (card.y, card.bottom)]
    xs += [x + side for path in paths for x, _ in path for side in (-_OUTSIDE, _OUTSIDE)]
    ys += [y + side for path in paths for _, y in path for side in (-_OUTSIDE, _OUTSIDE)]
    left, top = min(xs), min(ys)
    return Plan(
        cards,
        tuple(Rect(card.x - left, card.y - top, card.w, card.h) for card in floor.cards),
        tuple(tuple((x - left, y - top) for x, y in path) for path in paths),
        max(xs) - left,
        max(ys) - top,
    )


def picture(board: Board, *, sheets: bool = False) -> str:
    """The board as an SVG document, ending with a line break; with the `sheets` of its fighters,
    and the compels that may come, if wanted."""
    planned = plan(board)
    beside = aside(board, ASIDE, compels=sheets)
    field_room = max(NARROWEST, planned.width)
    room = field_room + ASIDE_GAP + ASIDE
    head, foot = heading(board, field_room), footing(board, room)
    below = sheet_strip(board, room) if sheets else space(0)
    page_width = room + 2 * MARGIN
    top = MARGIN + head.height
    bottom = max(top + planned.height, MARGIN + beside.height)
    page_height = bottom + below.height + foot.height + MARGIN
    root = _page(board, page_width, page_height)
    head.draw(root, MARGIN, MARGIN)
    _draw_field(root, board, planned, round(MARGIN + (field_room - planned.width) / 2), top)
    line = MARGIN + field_room + ASIDE_GAP / 2
    element(root, "line", x1=line, y1=MARGIN, x2=line, y2=bottom, stroke=RULE)
    beside.draw(root, MARGIN + field_room + ASIDE_GAP, MARGIN)
    below.draw(root, MARGIN, bottom)
    foot.draw(root, MARGIN, bottom + below.height)
    return _document(root)


def field_picture(board: Board, shading: Mapping[str, Shading] = NOT_SHADED) -> str:
    """The zones of the board alone, with the ways between them and who stands there: no heading,
    nothing beside it; zones may be coloured, by their ids. Ends with a line break."""
    planned = plan(board, shading)
    root = _page(board, planned.width + 2 * EDGE, planned.height + 2 * EDGE)
    _draw_field(root, board, planned, EDGE, EDGE)
    return _document(root)


def _page(board: Board, width: float, height: float) -> ET.Element:
    """An empty picture of that size."""
    root = ET.Element("svg", {"xmlns": "http://www.w3.org/2000/svg", "role": "img"})
    root.set("viewBox", f"0 0 {number(width)} {number(height)}")
    root.set("width", number(width))
    root.set("height", number(height))
    tooltip(root, board.title)
    _definitions(root)
    element(root, "rect", width=width, height=height, fill=PAPER)
    return root


def _draw_field(root: ET.Element, board: Board, planned: Plan, x: float, y: float) -> None:
    """The zones with their left upper corner here."""
    field = element(root, "g", class_="field", transform=f"translate({number(x)} {number(y)})")
    for shown, at in zip(planned.cards, planned.places, strict=True):
        draw_shade(field, shown, at.x, at.y)
    draw_ways(field, board, planned.paths)
    draw_moves(field, board, planned.paths)
    for shown, at in zip(planned.cards, planned.places, strict=True):
        draw_card(field, shown, at.x, at.y)


def _document(root: ET.Element) -> str:
    ET.indent(root)
    return ET.tostring(root, encoding="unicode") + "\n"


def _definitions(root: ET.Element) -> None:
    definitions = element(root, "defs")
    hatch = element(
        definitions, "pattern", id="unexplored", width=9, height=9, patternUnits="userSpaceOnUse"
    )
    hatch.set("patternTransform", "rotate(45)")
    element(hatch, "rect", width=9, height=9, fill="#fbf6eb")
    element(hatch, "line", x1=0, y1=0, x2=0, y2=9, stroke="#eee4d1", stroke_width=4)
