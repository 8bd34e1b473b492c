"""How strong the planner's levels are, as `python -m evaluation.levels` measured them: the figures
of `strengths.json`, which that command writes and which ships with the package. Nothing here plays.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from autogm.planner.levels import Level

FILE = Path(__file__).parent / "strengths.json"
AVERAGE = "average"
"""The level that stands for an average player: it knows the rules and has fought before, and has no
plan for the next turn."""


ENOUGH = 40
"""Battles of a level from which on its figures say something."""


class Figure(NamedTuple):
    """A measured figure and its interval of 95%."""

    value: float
    low: float
    high: float

    def as_dict(self) -> dict[str, float]:
        """As plain data."""
        return self._asdict()


@dataclass(frozen=True)
class Strength:
    """What was measured of one level: how far it stands above a brawler and above the level below
    it (the lowest: above the brawler), in Elo; the share of the points that an average player takes
    from it, None for that player's own level; in how many battles; and the milliseconds that a turn
    takes it, in the middle and in 95 of 100."""

    level: str
    elo: Figure
    step: Figure
    average_takes: Figure | None
    battles: int
    turn: float
    turn_most: float

    @property
    def known(self) -> bool:
        """Whether enough battles were played."""
        return self.battles >= ENOUGH

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Strength:
        """What `as_dict` told."""
        figures = {
            name: None if data[name] is None else Figure(**data[name])
            for name in ("elo", "step", "average_takes")
        }
        return cls(**{**data, **figures})

    def as_dict(self) -> dict[str, Any]:
        """As plain data."""
        figures = {
            name: None if figure is None else figure.as_dict()
            for name, figure in (
                ("elo", self.elo), ("step", self.step), ("average_takes", self.average_takes)
            )
        }  # fmt: skip
        return asdict(self) | figures


@dataclass(frozen=True)
class Strengths:
    """The levels, weakest first, and how they were measured: the command, the day, the conflicts
    and where turns were timed, in words; and what the levels were then (`as_measured`)."""

    made: str
    date: str
    conflicts: str
    timed: str
    measured: tuple[str, ...]
    levels: tuple[Strength, ...]

    @classmethod
    def from_text(cls, text: str) -> Strengths:
        """What `as_text` wrote."""
        data = json.loads(text)
        levels = tuple(Strength.from_dict(one) for one in data["levels"])
        return cls(**data | {"measured": tuple(data["measured"]), "levels": levels})

    def as_text(self) -> str:
        """As JSON, a line for each level."""
        head = {name: getattr(self, name) for name in ("made", "date", "conflicts", "timed")}
        parts = [f"{json.dumps(name)}: {json.dumps(words)}" for name, words in head.items()]
        for name, rows in (
            ("measured", self.measured),
            ("levels", [one.as_dict() for one in self.levels]),
        ):
            lines = ",\n".join(f"  {json.dumps(row)}" for row in rows)
            parts.append(f"{json.dumps(name)}: [\n{lines}\n]")
        return "{" + ",\n".join(parts) + "}\n"


def as_measured(level: Level) -> str:
    """What of a level its figures depend on, as the program writes it."""
    return f"{level.name}: {level.budget}, {level.misjudgement}"


@cache
def shipped_strengths() -> Strengths:
    """The figures that ship."""
    return Strengths.from_text(FILE.read_text("utf-8"))
