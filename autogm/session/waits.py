"""What a game in progress waits for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True)
class Waits:
    """What a game waits for: a person's choice, a person's dice, the program (an agent, its dice,
    or something that is done without asking), or nothing, since it is over. `seat` is whose choice
    it is, `side` the number of the side that chooses or rolls."""

    on: Literal["choice", "dice", "program", "nothing"]
    seat: str | None = None
    side: int | None = None

    @property
    def words(self) -> str:
        """What it waits for, as it is told to whoever does something else."""
        return {
            "choice": f"it is the choice of `{self.seat}`",
            "dice": "dice are to be rolled",
            "program": "the program goes on first",
            "nothing": "it is over",
        }[self.on]
