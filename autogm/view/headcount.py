"""How many are left of each group, followed through the events of a battle: for stories, which say
who stays when some break off or leave (N4), and speak of the last of a group as of one. What events
do not tell of, nobody is told.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from autogm.engine.events import Event
from autogm.engine.game import Game
from autogm.engine.state import State

LEAVING = {"taken out", "concedes", "leaves"}
"""Events after which somebody is not there any more."""


@dataclass
class Headcount:
    """`left` has how many are left of groups, by id: of those that act as one for what they gain by
    each other, whose members fall one by one. `mobs` has whose part each of them is, or itself."""

    left: dict[str, int] = field(default_factory=dict)
    mobs: dict[str, str] = field(default_factory=dict)

    def know(self, game: Game, start: State | None = None) -> None:
        """Learn of the groups of a conflict that were not known before, as they stand at `start`,
        a state of it, or at the beginning. Parts of a mob are not there before they break off."""
        for number, one in enumerate(game.encounter.fighters):
            if not one.teamwork_group or one.id in self.mobs:
                continue
            self.mobs[one.id] = one.part_of or one.id
            self.left[one.id] = 0 if one.part_of else one.members
            if start is not None and one.arrives <= start.exchange:
                self.left[one.id] = int(start.record[0]["members"][number])

    def alone(self) -> frozenset[str]:
        """The groups of which one is left."""
        return frozenset(one for one, left in self.left.items() if left == 1)

    def breaks_off(self, mob: str, part: str, members: int) -> int:
        """Some of a mob break off; how many stay."""
        self.left[mob] -= members
        self.left[part] = members
        return self.left[mob]

    def falls(self, event: Event) -> None:
        """Members of a group have fallen."""
        if event.who in self.left:
            self.left[event.who] = event.facts["left"]

    def leaves(self, who: str) -> int:
        """Somebody leaves; how many are left of all parts of the mob."""
        if who not in self.left:
            return 0
        self.left[who] = 0
        mob = self.mobs[who]
        return sum(self.left[one] for one, whose in self.mobs.items() if whose == mob)
