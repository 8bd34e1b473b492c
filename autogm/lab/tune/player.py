"""Who plays sets of edits for a tuner: `autogm.lab.tune.conflict` does it for conflicts."""

from __future__ import annotations

from typing import Protocol

from autogm.lab.simulate import Simulation
from autogm.lab.tune.knobs import Edits

SIMULATED = -1
"""As `first`, the battles that `simulate` plays with the same seed."""


class AllPlayedError(Exception):
    """All battles that may be played are."""


class Player(Protocol):
    """Plays sets of edits."""

    def legal(self, edits: Edits) -> bool:
        """Whether a set makes a conflict that breaks no rule that the first one keeps."""
        ...

    def brawl(self, edits: Edits, battles: int) -> Simulation:
        """Battles of brawlers, always with the same dice."""
        ...

    def play(self, edits: Edits, battles: int, first: int) -> Simulation:
        """Battles of those whom the conflict is tuned for; other `first`s have other dice,
        `SIMULATED` those of `simulate`."""
        ...
