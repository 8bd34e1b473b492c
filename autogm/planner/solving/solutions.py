"""Solutions of the parts of one game that are small enough, worked out when they are asked for.
Which parts these are depends on the position alone, and not on what was asked before, unless time
is limited; keeping solutions only saves time.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from math import log2

from autogm.engine.codes import V_MOVE
from autogm.engine.game import Game
from autogm.engine.state import State
from autogm.planner.solving.solver import Solution, TooLargeError, solve

KEPT_SOLUTIONS = 8
FEW = 1_000
"""Below this number of states growth is not checked yet: a single choice with many branches would
decide it."""
SLACK = 5
"""A conflict that looks larger than the limit by at most this many factors of two is still
tried."""
GROWTH = ((1 / 30, 0.25), (1 / 10, 0.35), (1 / 3, 0.45))
"""Pairs: a part of the limit, and the least share of the states to be expanded by the time so many
are found. Few conflicts that stay below the share could be solved (evaluation/METHOD.md,
«Endings»)."""
LATE = ((1 / 3, 0.6),)
"""Asked of a whole conflict besides. Of nineteen that were solved (`evaluation/conflicts` and one
of a million states) all but one had expanded two thirds or more when a third of their states were
found, and that one 57%."""
EARLIER = 30
"""How many times earlier it is asked where a conflict looks too large to be solved."""
STOPS = 100_000
"""States from one stop to the next."""
LOOKS, LATER_LOOKS = 100, 50
"""The clock is looked at each time so many states more are found, and later each time they are more
by one in so many: a millisecond or so too late, or a fiftieth of what was spent. While values are
worked out it is looked at once an exchange."""
SECONDS_TO_BEGIN = 0.002
"""Seconds without which solving is not begun: beginning takes about as much."""


class OutOfTime(Exception):  # noqa: N818
    """The time for solving is over."""


class Solutions:
    """Solutions of at most `most` states; the last few are kept, for battles that stay within
    them."""

    def __init__(self, game: Game, most: int) -> None:
        self.game = game
        self.most = most
        self._kept: list[Solution] = []

    def of(self, state: State, until: float | None = None) -> Solution | None:
        """A solution that has the state and is exact for the exchanges that are left. None if more
        than `most` states can follow, or seem to by what the state has left (`doublings`) or by how
        fast their number grows (`GROWTH`), or if it is not found before `time.perf_counter` reaches
        `until`, or less than `SECONDS_TO_BEGIN` is left until then. One that is kept needs no
        time."""
        if not self.most or not looks_small(state, self.most):
            return None
        growth = growth_for(self.most)
        left = int(self.game.scene[0]["exchanges"]) - max(0, state.exchange - 1)
        for number, known in enumerate(self._kept):
            if lasts(known, left) and _holds(known, state):
                self._kept.insert(0, self._kept.pop(number))
                return None if known.grows_beyond(state, growth) else known

        def watch(_: str) -> None:
            if until is not None and time.perf_counter() > until:
                raise OutOfTime

        if until is not None and until - time.perf_counter() < SECONDS_TO_BEGIN:
            return None
        looks = [] if until is None else [(one, 0.0) for one in looks_below(self.most)]
        try:
            found = solve(
                self.game,
                max_states=self.most,
                start=state,
                say=watch,
                growth=sorted([*growth, *looks]),
            )
        except (TooLargeError, OutOfTime):
            return None
        self._kept = [found, *self._kept[: KEPT_SOLUTIONS - 1]]
        return found


def looks_below(most: int) -> Iterator[int]:
    """Numbers of states below a limit; when so many are found the clock is looked at."""
    found = LOOKS
    while found < most:
        yield found
        found += max(LOOKS, found // LATER_LOOKS)


def looks_small(state: State, most: int) -> bool:
    """Whether a conflict looks as if at most `most` states, or not many times as many, could
    follow."""
    return doublings(state) <= log2(most) + SLACK


def growth_for(most: int) -> list[tuple[int, float]]:
    """Pairs: a number of states found, and the share of them that has to be expanded by then, for a
    limit of `most` states."""
    asked = [(int(part * most), share) for part, share in GROWTH]
    return [(found, share) for found, share in asked if found >= FEW]


def growth_to_the_end(state: State, most: int) -> list[tuple[int, float]]:
    """The same for somebody who wants the whole conflict solved and waits for it: asked early
    where it looks too large, and once more late; with stops in between that let it go on, at which
    it can be told how far it is."""
    asked = growth_for(most)
    asked += [(int(part * most), share) for part, share in LATE if part * most >= FEW]
    if not looks_small(state, most):
        asked += growth_for(most // EARLIER)
    asked += [(found, 0.0) for found in range(STOPS, most, STOPS)]
    return sorted(asked)


def doublings(state: State) -> float:
    """Estimates log2 of the number of states that can follow: one for each fighter, who has acted
    or not, and for each box, consequence and further member that it can still lose; more for each
    zone where it can be, and each fate point that may be left. What may break off from a mob counts
    as a fighter as long as the mob is not gone."""
    scene, record = state.game.scene[0], state.record[0]
    gone = int(record["out"]) | int(record["conceded"]) | int(record["escaped"])
    mobs = scene["mob_of"].tolist()
    left = [one for one in range(int(scene["fighters"])) if not (gone >> mobs[one]) & 1]
    places = int(scene["zones"]) if (int(scene["verbs"]) >> V_MOVE) & 1 else 1
    total = log2(1 + int(record["points"].sum())) + len(left) * (1 + log2(places))
    for one in left:
        boxes, slots = scene["boxes"][one].tolist(), scene["wound_slots"][one].tolist()
        tracks = 1 if scene["one_track"][one] else 2
        checked = sum(int(row).bit_count() for row in record["stress"][one, :tracks])
        wounds = (slots[0] | slots[1]) & ~int(record["wounds"][one])
        total += sum(boxes[:tracks]) - checked + wounds.bit_count()
        total += max(0, int(record["members"][one]) - 1)
    return total


def lasts(solution: Solution, left: int) -> bool:
    """Whether a solution is exact where `left` exchanges are left: it covers as many, or nothing
    can change any more after fewer."""
    closed = len(solution.horizons) < solution.horizon
    return solution.horizon == left or (closed and len(solution.horizons) <= left)


def _holds(solution: Solution, state: State) -> bool:
    try:
        solution.space.place(state)
    except KeyError:
        return False
    return True
