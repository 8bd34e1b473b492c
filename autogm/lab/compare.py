"""Variants of a conflict, played with the same dice: battle for battle the same seed, so that much
of chance falls away from the difference. A variant is a scenario with something changed, or another
one; the first is what the others are compared with.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from autogm.analysis.intervals import Difference
from autogm.analysis.outcomes import about
from autogm.analysis.pairs import difference
from autogm.lab.simulate import Simulation
from autogm.view.figures import in_points

NO_OTHER = Difference(0.0, 0.0, 0.0)
"""How a conflict differs from itself."""


@dataclass(frozen=True)
class Compared:
    """A variant beside the first: what it is called, its battles, and how its share of wins for the
    players differs (None: it is the first)."""

    name: str
    found: Simulation
    difference: Difference | None = None

    def as_dict(self) -> dict[str, Any]:
        """As plain data."""
        told: dict[str, Any] = {"name": self.name, **self.found.as_dict()}
        told["difference"] = None if self.difference is None else self.difference.as_dict()
        return told


def compared(names: Sequence[str], found: Sequence[Simulation]) -> list[Compared]:
    """Simulations of the same number of battles and the same seed, beside the first; one that is
    the first itself differs in nothing, and no interval is needed for that.

    Raises:
        ValueError: where they are of other battles.
    """
    first = found[0]
    made = [Compared(names[0], first)]
    for name, one in zip(names[1:], found[1:], strict=True):
        if (one.seed, len(one.winners)) != (first.seed, len(first.winners)):
            raise ValueError("only battles with the same dice can be compared in pairs")
        gap = NO_OTHER if one is first else difference(first.results, one.results)
        made.append(Compared(name, one, gap))
    return made


def rows(found: Sequence[Compared]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """A row for each variant: its name, the players' share, the verdict and the difference."""
    for one in found:
        gap = one.difference
        told = sure = ""
        if gap == NO_OTHER:
            told = "none"
        elif gap is not None:
            told = f"{in_points(gap.mean)} ({in_points(gap.low)} to {in_points(gap.high)})"
            sure = "yes" if gap.told_apart else "no"
        share = about(one.found.wins["players"])
        yield one.name, (share, one.found.verdict.said, told, sure)
