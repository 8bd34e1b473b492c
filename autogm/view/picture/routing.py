"""How the ways between zones run on paper: straight from card to card where nothing lies between,
else bent through the gutters of the floor plan, so that no way ever disappears under a card; and
where on a way its marks may stand. Geometry only: no rules, no drawing, no chance.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import pairwise, product
from math import hypot

from autogm.view.picture.geometry import (
    Path,
    Point,
    Rect,
    along,
    crosses_rect,
    crossing,
    distance,
    measure,
)
from autogm.view.picture.layout import KEPT, Floor, Link

CLEARANCE = 9.0
_PORTS = (0.5, 0.3, 0.7, 0.15, 0.85)
_ALIGNED = -60.0
_SLANT = 1.2
_OFF_MIDDLE = 26.0
_CROSSED = 170.0
_CROWDED = 260.0
_APART = 26.0
_NEAR = 6.0
_TURN = 55.0
_DETOUR = 60.0


@dataclass(frozen=True)
class Port:
    """A point on a card's border, the way out of the card there, and how far it is from the
    border's middle (0 to 1)."""

    at: Point
    out: Point
    off: float


def routes(floor: Floor, links: Sequence[Link]) -> tuple[Path, ...]:
    """A path for each link, from the first card's border to the second's. Short links are laid
    first, and later ones keep clear of them as well as they can. A link of a zone with itself has
    an empty path."""
    return _routed(floor, tuple(links))


@lru_cache(maxsize=KEPT)
def _routed(floor: Floor, links: tuple[Link, ...]) -> tuple[Path, ...]:
    """The same, kept for the next picture with cards of the same size."""
    laid: dict[int, Path] = {}

    def reach(index: int) -> tuple[int, int]:
        a, b = (floor.cells[node] for node in links[index])
        return abs(a[0] - b[0]) + abs(a[1] - b[1]), index

    for index in sorted(range(len(links)), key=reach):
        a, b = links[index]
        laid[index] = _lay(floor, a, b, list(laid.values())) if a != b else ()
    return tuple(laid[index] for index in range(len(links)))


def spot(path: Path, others: Sequence[Path], taken: Sequence[Point], room: float) -> Point:
    """The place on a path for a mark of radius `room`: as near its middle as can be without
    touching another path or a mark already placed."""
    length = measure(path)

    def crowding(share: float) -> tuple[float, float]:
        point = along(path, share * length)
        near = sum(room * 2.1 > hypot(point[0] - p[0], point[1] - p[1]) for p in taken)
        over = sum(distance(point, a, b) < room + 8 for other in others for a, b in pairwise(other))
        return 3.0 * near + over, abs(share - 0.5)

    shares = [k / 40 for k in range(8, 33)]
    return along(path, min(shares, key=crowding) * length)


def _lay(floor: Floor, a: int, b: int, laid: Sequence[Path]) -> Path:
    straight = min(
        ((round(cost, 3), path) for cost, path in _straight(floor, a, b, laid)), default=None
    )
    if straight is not None and straight[0] < _CROSSED + _DETOUR:
        return straight[1]
    bent = _bent(floor, a, b, laid)
    return straight[1] if straight is not None and straight[0] <= bent[0] else bent[1]


def _straight(floor: Floor, a: int, b: int, laid: Sequence[Path]) -> Iterator[tuple[float, Path]]:
    """Straight paths between two cards that run over no card, with their costs."""
    blocked = [card.grown(CLEARANCE) for i, card in enumerate(floor.cards) if i not in (a, b)]
    one, other = floor.cards[a], floor.cards[b]
    for port, far in (*_facing(one, other), *product(_ports(one), _ports(other))):
        dx, dy = far.at[0] - port.at[0], far.at[1] - port.at[1]
        length = hypot(dx, dy)
        leaves = dx * port.out[0] + dy * port.out[1]
        enters = -dx * far.out[0] - dy * far.out[1]
        if length < 1 or min(leaves, enters) < 0.35 * length:
            continue
        path = (port.at, far.at)
        if any(crosses_rect(*path, rect) for rect in (*blocked, one, other)):
            continue
        slant = min(abs(dx), abs(dy))
        aligned = _ALIGNED if slant == 0 else 0.0
        skew = _SLANT * min(slant, 60.0) + _OFF_MIDDLE * (port.off + far.off) + aligned
        yield length + skew + _disturbance(path, laid), path


def _facing(one: Rect, other: Rect) -> Iterator[tuple[Port, Port]]:
    """Level and upright pairs of ports where two cards face each other."""
    for across in (True, False):
        low, high = (
            (max(one.y, other.y), min(one.bottom, other.bottom))
            if across
            else (max(one.x, other.x), min(one.right, other.right))
        )
        if high - low < 24:
            continue
        for share in _PORTS:
            at, off = round(low + share * (high - low), 1), abs(2 * share - 1)
            first, second = (one, other) if _before(one, other, across) else (other, one)
            pair = (
                (Port((first.right, at), (1, 0), off), Port((second.x, at), (-1, 0), off))
                if across
                else (Port((at, first.bottom), (0, 1), off), Port((at, second.y), (0, -1), off))
            )
            yield pair if first is one else (pair[1], pair[0])


def _before(one: Rect, other: Rect, across: bool) -> bool:
    return one.x < other.x if across else one.y < other.y


def _ports(card: Rect) -> Iterator[Port]:
    for share in _PORTS:
        x, y = round(card.x + share * card.w, 1), round(card.y + share * card.h, 1)
        off = abs(2 * share - 1)
        yield Port((card.right, y), (1, 0), off)
        yield Port((x, card.bottom), (0, 1), off)
        yield Port((card.x, y), (-1, 0), off)
        yield Port((x, card.y), (0, -1), off)


def _disturbance(path: Path, laid: Sequence[Path]) -> float:
    """What a path costs by crossing others or starting and running too near to them."""
    cost = 0.0
    for other in laid:
        for a, b in pairwise(path):
            for c, d in pairwise(other):
                if _far_apart(a, b, c, d):
                    continue
                if crossing(a, b, c, d):
                    cost += _CROSSED
                elif _gap(a, b, c, d) < _NEAR:
                    cost += _CROWDED
        ends = product((path[0], path[-1]), (other[0], other[-1])) if other else ()
        cost += sum(
            _CROWDED * (1 - gap / _APART)
            for p, q in ends
            if (gap := hypot(p[0] - q[0], p[1] - q[1])) < _APART
        )
    return cost


def _far_apart(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Whether the boxes around two stretches are not even near each other."""
    for one, other, far, end in ((a[0], b[0], c[0], d[0]), (a[1], b[1], c[1], d[1])):
        low, high = (one, other) if one < other else (other, one)
        least, most = (far, end) if far < end else (end, far)
        if high + _NEAR < least or most + _NEAR < low:
            return True
    return False


def _gap(a: Point, b: Point, c: Point, d: Point) -> float:
    """The distance of two stretches that do not cross."""
    return min(distance(c, a, b), distance(d, a, b), distance(a, c, d), distance(b, c, d))


def _bent(floor: Floor, a: int, b: int, laid: Sequence[Path]) -> tuple[float, Path]:
    """The cheapest path through the gutters: level and upright stretches only (Dijkstra over
    points and the direction in which they are reached)."""
    others = [card.grown(CLEARANCE) for i, card in enumerate(floor.cards) if i not in (a, b)]
    starts, goals = list(_ports(floor.cards[a])), {port.at: port for port in _ports(floor.cards[b])}
    own = (floor.cards[a], floor.cards[b])
    xs = sorted({*floor.tracks_x, *(p.at[0] for p in starts), *(x for x, _ in goals)})
    ys = sorted({*floor.tracks_y, *(p.at[1] for p in starts), *(y for _, y in goals)})

    @cache
    def open_way(p: Point, q: Point) -> bool:
        return not any(crosses_rect(p, q, card) for card in others) and not any(
            crosses_rect(p, q, card if _leaves(p, q, card) else card.grown(CLEARANCE))
            for card in own
        )

    @cache
    def disturbance(p: Point, q: Point) -> float:
        return _disturbance((p, q), laid)

    queue: list[tuple[float, int, Point, Point, Path]] = []
    tick = 0
    for port in starts:
        heapq.heappush(queue, (_OFF_MIDDLE * port.off, tick, port.at, port.out, (port.at,)))
        tick += 1
    done: set[tuple[Point, Point]] = set()
    while queue:
        cost, _, at, heading, path = heapq.heappop(queue)
        if (at, heading) in done:
            continue
        done.add((at, heading))
        if at in goals:
            return cost, _simplified(path)
        for step in _steps(at, xs, ys):
            way = _direction(at, step)
            if way == (-heading[0], -heading[1]) or (len(path) == 1 and way != heading):
                continue
            if (step, way) in done or not open_way(at, step):
                continue
            if step in goals and way != tuple(-c for c in goals[step].out):
                continue
            more = hypot(step[0] - at[0], step[1] - at[1]) + _TURN * (way != heading)
            more += _OFF_MIDDLE * goals[step].off if step in goals else 0.0
            more += disturbance(at, step)
            heapq.heappush(queue, (cost + more, tick, step, way, (*path, step)))
            tick += 1
    raise AssertionError("the gutters around a card are always open")


def _leaves(p: Point, q: Point, card: Rect) -> bool:
    """Whether a level or upright stretch runs to or from a card's border instead of along it."""
    if p[1] == q[1]:
        return card.y < p[1] < card.bottom
    return card.x < p[0] < card.right


def _steps(at: Point, xs: Sequence[float], ys: Sequence[float]) -> Iterator[Point]:
    """The next points of the lattice in the four directions."""
    column, row = xs.index(at[0]), ys.index(at[1])
    if column > 0:
        yield xs[column - 1], at[1]
    if column + 1 < len(xs):
        yield xs[column + 1], at[1]
    if row > 0:
        yield at[0], ys[row - 1]
    if row + 1 < len(ys):
        yield at[0], ys[row + 1]


def _direction(a: Point, b: Point) -> Point:
    return float((b[0] > a[0]) - (b[0] < a[0])), float((b[1] > a[1]) - (b[1] < a[1]))


def _simplified(path: Path) -> Path:
    """The path without points on straight stretches."""
    kept = [path[0]]
    for before, here, after in zip(path, path[1:], path[2:], strict=False):
        if _direction(before, here) != _direction(here, after):
            kept.append(here)
    return (*kept, path[-1])
