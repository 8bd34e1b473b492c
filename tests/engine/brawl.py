"""A brawl with nothing but stress boxes and consequences, counted without the engine: what the
rules of tests/perft/boxes.yaml say (T3, D1, D4, D5, K3, H2, H5, H7), in a page. Slow and plain, and
it must share no code with the game.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from functools import cache

FACES = range(-4, 5)
EXCHANGES = 3
RATING = (2, 1)


@dataclass(frozen=True)
class Fighter:
    """Open boxes, and what the open consequences absorb."""

    boxes: frozenset[int]
    consequences: frozenset[int]

    def ways(self, shifts: int) -> list[Fighter | None]:
        """What may be left of the fighter after a hit; `None`: it is out. With each set of
        consequences only the smallest box that suffices, and nothing superfluous (H2)."""
        left: list[Fighter | None] = [None]
        for taken in [frozenset[int](), *(frozenset({one}) for one in self.consequences)]:
            after = replace(self, consequences=self.consequences - taken)
            if sum(taken) >= shifts:
                left.append(after)
                continue
            enough = [box for box in self.boxes if box + sum(taken) >= shifts]
            if enough and not (taken and min(enough) >= shifts):
                left.append(replace(after, boxes=self.boxes - {min(enough)}))
        return left


ADA = Fighter(frozenset({1}), frozenset())
BERT = Fighter(frozenset({1, 2}), frozenset({2}))
Count = tuple[int, int, int]
END: Count = (0, 0, 1)


def tree(depth: int) -> Count:
    """Decisions, chances and terminals at most `depth` steps below the start."""
    return _turn((ADA, BERT), 0, depth)


@cache
def _turn(fighters: tuple[Fighter, Fighter], turn: int, depth: int) -> Count:
    if turn == 2 * EXCHANGES:
        return END
    if depth == 0:
        return (1, 0, 0)
    passed = _turn(fighters, turn + 1, depth - 1)
    return _sum([(1, 0, 0), passed, _attack(fighters, turn, depth - 1)])


def _attack(fighters: tuple[Fighter, Fighter], turn: int, depth: int) -> Count:
    """The attacker's dice, then the defender's."""
    if depth == 0:
        return (0, 1, 0)
    if depth == 1:
        return (0, 1 + len(FACES), 0)
    actor = turn % 2
    edge = RATING[actor] - RATING[1 - actor]
    margins = Counter(edge + own - other for own in FACES for other in FACES)
    parts: list[Count] = [(0, 1 + len(FACES), 0)]
    for margin, times in margins.items():
        part = _hit(fighters, turn, margin, depth - 2)
        parts.append((times * part[0], times * part[1], times * part[2]))
    return _sum(parts)


def _hit(fighters: tuple[Fighter, Fighter], turn: int, shifts: int, depth: int) -> Count:
    """Nothing, the only way to take it, or a choice among ways."""
    if shifts <= 0:
        return _turn(fighters, turn + 1, depth)
    target = 1 - turn % 2
    ways = fighters[target].ways(shifts)
    if len(ways) == 1:
        return END
    if depth == 0:
        return (1, 0, 0)
    parts: list[Count] = [(1, 0, 0)]
    for way in ways:
        if way is None:
            parts.append(END)
        else:
            after = (way, fighters[1]) if target == 0 else (fighters[0], way)
            parts.append(_turn(after, turn + 1, depth - 1))
    return _sum(parts)


def _sum(parts: list[Count]) -> Count:
    decisions, chances, ends = zip(*parts, strict=True)
    return sum(decisions), sum(chances), sum(ends)
