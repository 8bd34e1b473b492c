"""Where the zones of a battlefield go on paper: every zone gets a cell of a grid, so that ways are
short, run clear of other zones and seldom cross, and cards in different cells can never overlap.
A search over whole cells from fixed starts, without chance and without a clock: the same graph
gives the same picture. It knows sizes and links only, no rules and no drawing.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from autogm.view.picture.geometry import Rect

Cell = tuple[int, int]
Link = tuple[int, int]

Cells = NDArray[np.int32]
Costs = NDArray[np.int64]

_BORDER = 44.0
_TRACK = 16.0
_STARTS = 48
_SHAKES = 2000
_MAX_SHAKES = 16
_MAX_SWEEPS = 12
_CROSSING = 160
_THROUGH = 140
_DIAGONAL = 50
_PER_STEP = 70
_STRAIN = 48
_AREA = 18
_SHAPE = 15
KEPT = 64
"""Floor plans and ways that are kept: a battle is drawn after every step."""
_CARDS_PER_REACH = 3
"""A way runs over a card when its middle is nearer than a third of a cell."""


@dataclass(frozen=True)
class Floor:
    """The floor plan: one card rectangle for each zone, and the lines in the gutters between and
    around columns and rows on which a way may run."""

    cards: tuple[Rect, ...]
    cells: tuple[Cell, ...]
    tracks_x: tuple[float, ...]
    tracks_y: tuple[float, ...]


def floor_plan(
    sizes: Sequence[tuple[float, float]], links: Iterable[Link], gap: tuple[float, float]
) -> Floor:
    """Place cards of these sizes, each centred in its cell, `gap` (across, down) between columns
    and rows and a border around the whole. Coordinates are whole numbers if the sizes are even.
    """
    cells = place(len(sizes), links)
    columns = 1 + max((x for x, _ in cells), default=0)
    rows = 1 + max((y for _, y in cells), default=0)
    wide, tall = [0.0] * columns, [0.0] * rows
    for (x, y), (w, h) in zip(cells, sizes, strict=True):
        wide[x], tall[y] = max(wide[x], w), max(tall[y], h)
    lefts, tracks_x = _tracks(wide, gap[0])
    tops, tracks_y = _tracks(tall, gap[1])
    cards = tuple(
        Rect(lefts[x] + (wide[x] - w) / 2, tops[y] + (tall[y] - h) / 2, w, h)
        for (x, y), (w, h) in zip(cells, sizes, strict=True)
    )
    return Floor(cards, cells, tracks_x, tracks_y)


def place(number: int, links: Iterable[Link]) -> tuple[Cell, ...]:
    """A cell (column, row) for each of `number` zones, all different, counted from (0, 0).

    Starts from several zones in turn, lays the others around them breadth first, then moves and
    swaps single zones while that makes the plan better, shakes it and tries again; the best plan
    is turned so that the zones read from left to right and top to bottom in their given order.
    """
    return _placed(number, tuple(links)) if number else ()


@lru_cache(maxsize=KEPT)
def _placed(number: int, links: tuple[Link, ...]) -> tuple[Cell, ...]:
    """The same, kept for the next picture of the same ground."""
    plan = _Plan(number, sorted({(min(a, b), max(a, b)) for a, b in links if a != b}))
    best: tuple[int, Cells] | None = None
    for start in range(max(2, min(number, _STARTS // number))):
        cost, cells = plan.improve(plan.lay_out(start % number))
        if best is None or cost < best[0]:
            best = cost, cells
    assert best is not None
    return _turned(plan.shake(*best))


class _Plan:
    """The graph to be placed, with what a placing costs. Placings are whole numbers, and costs
    whole numbers times a fixed unit, so that no machine rounds them differently."""

    def __init__(self, number: int, links: list[Link]) -> None:
        self.number = number
        self.hops = [_hops(number, links, start) for start in range(number)]
        ends = np.array(links, dtype=np.int32).reshape(-1, 2)
        self.froms, self.tos = ends[:, 0], ends[:, 1]
        first, second = np.triu_indices(len(links), 1)
        apart = (ends[first][:, :, None] != ends[second][:, None, :]).all(axis=(1, 2))
        self.first, self.second = first[apart], second[apart]
        self.pair_a, self.pair_b = np.triu_indices(number, 1)
        hops = np.array(self.hops, dtype=np.int32)
        self.pair_hops = hops[self.pair_a, self.pair_b]
        self.pair_worth = _STRAIN // (self.pair_hops * self.pair_hops)
        nodes = np.arange(number)
        self.third = (nodes != self.froms[:, None]) & (nodes != self.tos[:, None])

    def lay_out(self, start: int) -> Cells:
        """Put zones down one by one from `start` on, each as near to its hops as it can be."""
        cells: dict[int, Cell] = {}
        for node in sorted(range(self.number), key=lambda node: (self.hops[start][node], node)):
            hops, free = self.hops[node], _around(set(cells.values())) or [(0, 0)]

            def strain(cell: Cell, hops: list[int] = hops) -> tuple[float, Cell]:
                apart = (
                    ((abs(cell[0] - x) + abs(cell[1] - y)) / hops[other] - 1) ** 2
                    for other, (x, y) in cells.items()
                )
                return round(sum(apart), 6), cell

            cells[node] = min(free, key=strain)
        return np.array([cells[node] for node in range(self.number)], dtype=np.int32)

    def improve(self, cells: Cells) -> tuple[int, Cells]:
        """Move or swap single zones, always to the best cell found, until nothing helps."""
        cost = int(self.costs(cells[None])[0])
        for _ in range(_MAX_SWEEPS):
            before = cost
            for node in range(self.number):
                moves = self._moves(node, cells)
                costs = self.costs(moves)
                choice = int(costs.argmin())
                if costs[choice] < cost:
                    cost, cells = int(costs[choice]), moves[choice]
            if cost == before:
                break
        return cost, cells

    def shake(self, cost: int, cells: Cells) -> Cells:
        """Swap zones about at fixed distances in their order, improve, keep what is better."""
        kicks = min(_MAX_SHAKES, _SHAKES // self.number**2) if self.number > 2 else 0
        for kick in range(kicks):
            step = 1 + kick % (self.number - 1)
            order = np.arange(self.number)
            for a in (kick % self.number, (2 * kick + 1) % self.number):
                b = (a + step) % self.number
                order[[a, b]] = order[[b, a]]
            again, shaken = self.improve(cells[order])
            if again < cost:
                cost, cells = again, shaken
        return cells

    def _moves(self, node: int, cells: Cells) -> Cells:
        """Every placing with this zone in another cell, its owner in this one's; (moves, n, 2)."""
        taken = {(int(x), int(y)): other for other, (x, y) in enumerate(cells)}
        home = (int(cells[node][0]), int(cells[node][1]))
        targets = [cell for cell in sorted({*_around(set(taken)), *taken}) if cell != home]
        moves = np.repeat(cells[None], len(targets), axis=0)
        for move, cell in zip(moves, targets, strict=True):
            if cell in taken:
                move[taken[cell]] = home
            move[node] = cell
        return moves

    def costs(self, placings: Cells) -> Costs:
        """What each of a stack of placings, (m, n, 2), costs; less is better."""
        x, y = placings[:, :, 0], placings[:, :, 1]
        ax, ay, bx, by = x[:, self.froms], y[:, self.froms], x[:, self.tos], y[:, self.tos]
        dx, dy = bx - ax, by - ay
        wide, tall = np.abs(dx), np.abs(dy)
        steps = wide + tall
        length = np.where(steps == 1, 0, np.where(wide * tall == 1, _DIAGONAL, _PER_STEP * steps))
        total: Costs = length.sum(axis=1)

        cx, cy = x[:, None, :] - ax[:, :, None], y[:, None, :] - ay[:, :, None]
        off_line = np.abs(dx[:, :, None] * cy - dy[:, :, None] * cx)
        within = (cx * (cx - dx[:, :, None]) <= 0) & (cy * (cy - dy[:, :, None]) <= 0)
        through = (_CARDS_PER_REACH * off_line < steps[:, :, None]) & within & self.third
        total = total + _THROUGH * through.sum(axis=(1, 2))

        f, s = self.first, self.second
        sides_of_first = _side(
            dx[:, f], dy[:, f], ax[:, s] - ax[:, f], ay[:, s] - ay[:, f]
        ) * _side(dx[:, f], dy[:, f], bx[:, s] - ax[:, f], by[:, s] - ay[:, f])
        sides_of_second = _side(
            dx[:, s], dy[:, s], ax[:, f] - ax[:, s], ay[:, f] - ay[:, s]
        ) * _side(dx[:, s], dy[:, s], bx[:, f] - ax[:, s], by[:, f] - ay[:, s])
        crossed = (sides_of_first < 0) & (sides_of_second < 0)
        total = total + _CROSSING * crossed.sum(axis=1)

        a, b = self.pair_a, self.pair_b
        apart = np.abs(x[:, a] - x[:, b]) + np.abs(y[:, a] - y[:, b]) - self.pair_hops
        total = total + (self.pair_worth * apart * apart).sum(axis=1)

        columns, rows = np.ptp(x, axis=1) + 1, np.ptp(y, axis=1) + 1
        total = total + _AREA * columns * rows + _SHAPE * np.abs(2 * columns - 3 * rows)
        return total


def _side(dx: Costs, dy: Costs, x: Costs, y: Costs) -> Costs:
    """On which side of a direction a point lies, as a sign."""
    return np.sign(dx * y - dy * x)


def _hops(number: int, links: list[Link], start: int) -> list[int]:
    """Zones apart, breadth first; a zone that cannot be reached is a little farther than any."""
    hops = {start: 0}
    queue = deque([start])
    while queue:
        node = queue.popleft()
        for link in links:
            if node in link:
                other = link[0] + link[1] - node
                if other not in hops:
                    hops[other] = hops[node] + 1
                    queue.append(other)
    return [hops.get(node, max(hops.values()) + 2) for node in range(number)]


def _around(taken: set[Cell]) -> list[Cell]:
    """Free cells that touch a taken one, corners included."""
    steps = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)]
    return sorted({(x + dx, y + dy) for x, y in taken for dx, dy in steps} - taken)


def _turned(placing: Cells) -> tuple[Cell, ...]:
    """Mirror the plan so that it reads in the zones' order, and count cells from (0, 0)."""
    cells = [(int(x), int(y)) for x, y in placing]
    middle = (len(cells) - 1) / 2
    flips = []
    for axis in (0, 1):
        drift = sum((place - middle) * cell[axis] for place, cell in enumerate(cells))
        flips.append(-1 if drift < 0 else 1)
    turned = [(x * flips[0], y * flips[1]) for x, y in cells]
    left, top = min(x for x, _ in turned), min(y for _, y in turned)
    return tuple((x - left, y - top) for x, y in turned)


def _tracks(sizes: list[float], gap: float) -> tuple[list[float], tuple[float, ...]]:
    """Starts of columns (or rows), and the tracks in the gutters between and around them."""
    starts: list[float] = []
    tracks = [_BORDER - 2 * _TRACK, _BORDER - _TRACK]
    at = _BORDER
    for place, size in enumerate(sizes):
        starts.append(at)
        at += size
        if place + 1 < len(sizes):
            tracks += [at + gap / 2 + k * _TRACK for k in (-1, 0, 1)]
            at += gap
    return starts, (*tracks, at + _TRACK, at + 2 * _TRACK)
