"""For whom a command shows something: `--for players`, `--for gm`, `--for all`, the same in all of
them. What a side may know is decided in `autogm.engine.secrets`.
"""

from __future__ import annotations

from enum import StrEnum

from autogm.model.words import SIDES, SideName


class Audience(StrEnum):
    """Whom something is shown to: a side, which sees no more than it may know, or whoever may know
    everything, such as a person who runs the game."""

    players = "players"
    gm = "gm"
    all = "all"

    @property
    def side(self) -> int | None:
        """The number of the side; none for everything."""
        return None if self is Audience.all else SIDES.index(self.value)

    @property
    def name_of_side(self) -> SideName | None:
        """Its name; none for everything."""
        side = self.side
        return None if side is None else SIDES[side]
