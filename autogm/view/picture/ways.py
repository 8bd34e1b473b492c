"""The ways of a battlefield as lines: plain, one-way, barred, hard to pass or blind (Z6), each in
words on hovering. Drawing only; where a way runs is decided by `autogm.view.picture.routing`.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import atan2, degrees, hypot
from xml.etree import ElementTree as ET

from autogm.view.board import Board, BoardEdge, Move
from autogm.view.picture.geometry import Path, Point, along, measure
from autogm.view.picture.routing import spot
from autogm.view.picture.svg import (
    CARD,
    COLOURS,
    LINE,
    PAPER,
    Face,
    Piece,
    element,
    number,
    tooltip,
    write,
)
from autogm.view.words.board import way_words

_BEND = 14.0
_ARROW = 12.0


def draw_ways(into: ET.Element, board: Board, paths: Sequence[Path]) -> None:
    """All edges, each over a halo so that crossings read, then their marks on top of them."""
    for edge, path in zip(board.edges, paths, strict=True):
        if path:
            draw_way(into, board, edge, path)
    taken: list[Point] = []
    for index, (edge, path) in enumerate(zip(board.edges, paths, strict=True)):
        others = [other for k, other in enumerate(paths) if k != index and other]
        if not path:
            continue
        if edge.barrier:
            taken.append(spot(path, others, taken, 15))
            _wall(into, taken[-1], _heading(path, taken[-1]))
        if edge.difficulty is not None:
            taken.append(spot(path, others, taken, 13))
            _difficulty(into, taken[-1], edge.difficulty)


def draw_way(into: ET.Element, board: Board, edge: BoardEdge, path: Path) -> None:
    """One way over its halo, with its arrow; marks on it come later."""
    group = element(into, "g", class_="edge")
    arrow = "→" if edge.one_way else "↔"
    between = f"{board.zone_name(edge.start)} {arrow} {board.zone_name(edge.end)}"
    tooltip(group, ", ".join(part for part in (between, way_words(edge)) if part))
    drawn = _shortened(path, _ARROW - 2) if edge.one_way else path
    line = _rounded(drawn)
    element(group, "path", d=line, fill="none", stroke=PAPER, stroke_width=9)
    element(
        group,
        "path",
        d=line,
        fill="none",
        stroke=LINE,
        stroke_width=2.6,
        stroke_dasharray=None if edge.sight else "3 7",
        stroke_linecap="round",
    )
    if edge.one_way:
        _arrow(group, path[-2], path[-1])


def draw_moves(into: ET.Element, board: Board, paths: Sequence[Path]) -> None:
    """Over the ways that somebody has just gone, an arrow in the colour of that side."""
    for move in board.moves:
        for edge, path in zip(board.edges, paths, strict=True):
            if not path or not passes(edge, move):
                continue
            fighter = board.fighter(move.who)
            names = f"{board.zone_name(move.start)} to {board.zone_name(move.end)}"
            group = element(into, "g", class_="moved")
            tooltip(group, f"{fighter.name} has gone from {names}")
            _trace(group, path if edge.start == move.start else path[::-1], COLOURS[fighter.side])
            break


def passes(edge: BoardEdge, move: Move) -> bool:
    """Whether a move may have gone by this way."""
    if edge.barrier:
        return False
    here = (edge.start, edge.end) == (move.start, move.end)
    return here or (not edge.one_way and (edge.end, edge.start) == (move.start, move.end))


def _trace(into: ET.Element, path: Path, colour: str) -> None:
    line = _rounded(_shortened(path, _ARROW - 2))
    element(into, "path", d=line, fill="none", stroke=colour, stroke_width=5, stroke_opacity=0.75)
    _arrow(into, path[-2], path[-1], colour)


def moved_sample() -> Piece:
    """A short stretch of way that somebody has gone, for the legend."""
    path = ((0.0, 0.0), (46.0, 0.0))

    def draw(into: ET.Element, x: float, middle: float) -> None:
        _trace(into, tuple((x + dx, middle + dy) for dx, dy in path), COLOURS["players"])

    return Piece(46.0, draw)


def _rounded(path: Path) -> str:
    """A path's outline, its bends rounded."""
    parts = [f"M{_xy(path[0])}"]
    for before, here, after in zip(path, path[1:], path[2:], strict=False):
        bend = min(_BEND, _length(before, here) / 2, _length(here, after) / 2)
        start, end = _toward(here, before, bend), _toward(here, after, bend)
        parts.append(f"L{_xy(start)} Q{_xy(here)} {_xy(end)}")
    return " ".join([*parts, f"L{_xy(path[-1])}"])


def _shortened(path: Path, by: float) -> Path:
    return (*path[:-1], _toward(path[-1], path[-2], min(by, _length(path[-2], path[-1]))))


def _toward(a: Point, b: Point, far: float) -> Point:
    length = _length(a, b)
    share = far / length if length else 0.0
    return a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])


def _length(a: Point, b: Point) -> float:
    return hypot(b[0] - a[0], b[1] - a[1])


def _xy(point: Point) -> str:
    return f"{number(point[0])},{number(point[1])}"


def _heading(path: Path, at: Point) -> float:
    """The direction of a path at one of its points, in whole degrees."""
    a, b = min(
        pairwise(path),
        key=lambda leg: round(_length(leg[0], at) + _length(at, leg[1]) - _length(*leg), 6),
    )
    return round(degrees(atan2(b[1] - a[1], b[0] - a[0])))


def _arrow(into: ET.Element, before: Point, tip: Point, colour: str = LINE) -> None:
    base = _toward(tip, before, _ARROW)
    dx, dy = (tip[0] - base[0]) / _ARROW * 6, (tip[1] - base[1]) / _ARROW * 6
    corners = (tip, (base[0] - dy, base[1] + dx), (base[0] + dy, base[1] - dx))
    element(into, "polygon", points=" ".join(map(_xy, corners)), fill=colour)


def _wall(into: ET.Element, at: Point, angle: float) -> None:
    """A piece of wall across a way."""
    group = element(
        into, "g", class_="barrier", transform=f"translate({_xy(at)}) rotate({number(angle)})"
    )
    element(
        group, "rect", x=-5, y=-15, width=10, height=30, rx=2, fill=LINE, stroke=PAPER,
        stroke_width=2,
    )  # fmt: skip
    for y in (-7.5, 0, 7.5):
        element(group, "line", x1=-4, y1=y, x2=4, y2=y, stroke=PAPER, stroke_width=1.2)


def _difficulty(into: ET.Element, at: Point, difficulty: int) -> None:
    element(
        into, "circle", class_="difficulty", cx=at[0], cy=at[1], r=11.5, fill=CARD, stroke=LINE,
        stroke_width=2,
    )  # fmt: skip
    face = Face(12.5, bold=True)
    write(into, at[0], at[1] + 4.5, str(difficulty), face, anchor="middle")


def sample(edge: BoardEdge) -> Piece:
    """A short stretch of way, for the legend."""
    wide = 46.0

    def draw(into: ET.Element, x: float, middle: float) -> None:
        path = ((x, middle), (x + wide, middle))
        draw_way(into, Board("", ()), edge, path)
        if edge.barrier:
            _wall(into, along(path, measure(path) / 2), 0)
        if edge.difficulty is not None:
            _difficulty(into, along(path, measure(path) / 2), edge.difficulty)

    return Piece(wide, draw)
