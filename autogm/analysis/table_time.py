"""How long a conflict takes at a table, in minutes, from its exchanges and who fights in it. The
rate is a convention, not a measurement: what a turn takes to decide, to roll and to tell. Players
talk their turns over; the GM plays several fighters in a row. A ruleset with more to look up takes
longer for each. Who has a stopwatch says so (`--pace`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

HERO, OTHER = 2.0, 1.0
"""Minutes for a turn of the players' side, and for one of the GM's."""
LIGHT, HEAVY = 0.75, 1.25
FACTORS = {"accelerated": LIGHT, "minifate": LIGHT, "war-of-ashes": HEAVY}
"""By ruleset: no stunts and skills to look up, or weight, zones and maneuvers to count."""
STOOD = 0.5
"""The part of a battle that somebody who leaves it was there for, on average."""


@dataclass(frozen=True)
class Pace:
    """Minutes for a turn of the players' side, and for one of the GM's."""

    hero: float = HERO
    other: float = OTHER

    def of(self, ruleset: str) -> Pace:
        """The pace of a ruleset, where nothing was said."""
        factor = FACTORS.get(ruleset, 1.0)
        return Pace(self.hero * factor, self.other * factor)


def minutes_an_exchange(fighters: Sequence[tuple[str, float]], pace: Pace) -> float:
    """How long an exchange takes on average; of each fighter its side, and the share of battles in
    which it is gone before the end."""
    return sum(
        (pace.hero if side == "players" else pace.other) * (1 - STOOD * gone)
        for side, gone in fighters
    )


def rounded(minutes: float) -> int:
    """Minutes as one tells them: in fives from ten on, in quarters of an hour from an hour on."""
    step = 1 if minutes < 10 else 5 if minutes < 60 else 15
    return max(1, step * round(minutes / step))
