"""Points, stretches, paths and rectangles in the plane: just enough geometry to lay ways between
cards. No rules, no drawing.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from math import hypot

Point = tuple[float, float]
Path = tuple[Point, ...]


@dataclass(frozen=True)
class Rect:
    """A rectangle: its left upper corner, width and height."""

    x: float
    y: float
    w: float
    h: float

    @property
    def right(self) -> float:
        """The right edge's x."""
        return self.x + self.w

    @property
    def bottom(self) -> float:
        """The lower edge's y."""
        return self.y + self.h

    def grown(self, by: float) -> Rect:
        """The rectangle with `by` more on every side."""
        return Rect(self.x - by, self.y - by, self.w + 2 * by, self.h + 2 * by)

    def overlaps(self, other: Rect) -> bool:
        """Whether the two share more than an edge."""
        return (
            self.x < other.right
            and other.x < self.right
            and self.y < other.bottom
            and other.y < self.bottom
        )


def crosses_rect(a: Point, b: Point, rect: Rect) -> bool:
    """Whether a straight stretch runs through the inside of a rectangle (clipping by slabs)."""
    enter, leave = 0.0, 1.0
    for start, end, low, high in (
        (a[0], b[0], rect.x, rect.right),
        (a[1], b[1], rect.y, rect.bottom),
    ):
        step = end - start
        if step == 0:
            if start <= low or start >= high:
                return False
            continue
        near, far = (low - start) / step, (high - start) / step
        if near > far:
            near, far = far, near
        enter, leave = max(enter, near), min(leave, far)
    return leave - enter > 1e-9


def crossing(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Whether two straight stretches cross inside both."""
    if max(a[0], b[0]) < min(c[0], d[0]) or max(c[0], d[0]) < min(a[0], b[0]):
        return False
    if max(a[1], b[1]) < min(c[1], d[1]) or max(c[1], d[1]) < min(a[1], b[1]):
        return False
    return _turn(a, b, c) * _turn(a, b, d) < 0 and _turn(c, d, a) * _turn(c, d, b) < 0


def _turn(p: Point, q: Point, r: Point) -> float:
    return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])


def measure(path: Path) -> float:
    """The length of a path."""
    return sum(hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(path))


def along(path: Path, far: float) -> Point:
    """The point so far along a path from its start."""
    for a, b in pairwise(path):
        length = hypot(b[0] - a[0], b[1] - a[1])
        if far <= length and length > 0:
            share = far / length
            return a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])
        far -= length
    return path[-1]


def distance(point: Point, a: Point, b: Point) -> float:
    """The distance of a point from a straight stretch."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    square = dx * dx + dy * dy
    share = ((point[0] - a[0]) * dx + (point[1] - a[1]) * dy) / square if square else 0.0
    share = min(1.0, max(0.0, share))
    return hypot(point[0] - a[0] - share * dx, point[1] - a[1] - share * dy)
