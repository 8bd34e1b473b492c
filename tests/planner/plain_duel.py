"""The duel of invokes as plain recursion, and one step of it in the engine: what `plainly` solves
rolls with.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import NamedTuple

from autogm.engine.nodes.invoke import apply_duel
from autogm.engine.records import Logs, Scenes, States
from autogm.game.kernels import entry


@entry
def invoke_at(scenes: Scenes, states: States, action: int, logs: Logs) -> None:
    """Use an invoke without going on to what follows."""
    apply_duel(scenes[0], states[0], action, logs[0])


class Invoke(NamedTuple):
    """What an invoke adds to its side's roll, what it costs, and by how much it raises an area
    attack against each fighter who is still to defend."""

    gain: int
    price: float
    later: tuple[int, ...]


def solve(
    final: Callable[[int, int], float],
    books: list[list[Invoke]],
    paid: Callable[[int, float, float], float],
    start: tuple[int, int, int, bool],
) -> float:
    """The duel of invokes by recursion over who moves next. `final` returns what a margin is worth,
    by how many of its invokes the acting side has used; `books` has the invokes of each side, in
    the order of use; `paid` returns the utility after a side has paid a price; `start` is the
    margin, +1 for the players' roll and -1 for the GM's, who moves, and whether the other has
    passed."""
    margin, toward, mover, other_passed = start

    @cache
    def best(i: int, j: int, side: int, passed: bool) -> float:
        used = [sum(one.gain for one in book[:n]) for book, n in zip(books, (i, j), strict=True)]
        now, acting = margin + toward * (used[0] - used[1]), i if toward > 0 else j
        found = [final(now, acting) if passed else best(i, j, 1 - side, True)]
        if side == 0 and i < len(books[0]):
            found.append(paid(0, best(i + 1, j, 1, False), books[0][i].price))
        if side == 1 and j < len(books[1]):
            found.append(paid(1, best(i, j + 1, 0, False), books[1][j].price))
        return max(found) if side == 0 else min(found)

    return best(0, 0, mover, other_passed)
