"""Who looks at a battle, and what they may: whose knowledge they are shown, and for which seats
they choose. The seat by which somebody came in decides (`autogm.table.access`); the owner of the
program may look at a battle as anybody.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace

from autogm.agents.whose import side_that_rolls
from autogm.model.words import SIDES
from autogm.session.history import Entry
from autogm.session.session import DICE, Session
from autogm.table.access import GM, OF, PLAYERS

EVERYTHING = "all"
VIEWS = (*SIDES, EVERYTHING)


@dataclass(frozen=True)
class Viewer:
    """Somebody at a battle: the side whose knowledge is shown (None: everything), the keys of the
    seats for which they may choose, and whether the program is theirs, so that they may change who
    sits where, and anything else; `own` is the key of the seat whose link they came by, whoever
    sits there now: none for the owner, and for who came by the players' link to all battles, which
    would not lead back to a seat that was left."""

    see: int | None
    keys: frozenset[str]
    owner: bool
    own: str | None = None

    @property
    def view(self) -> str:
        """Whose knowledge is shown, as addresses have it."""
        return EVERYTHING if self.see is None else SIDES[self.see]

    def chooses(self, session: Session) -> bool:
        """Whether what the battle waits for is theirs to do. A choice tells what its side knows: it
        is made only where that is shown. Dice tell nothing."""
        waits = session.waits()
        if waits.on == "dice" and waits.side is not None:
            return self.owner or waits.side in self._sides(session)
        return waits.on == "choice" and waits.seat in self.keys and self.see in (None, waits.side)

    def chooses_elsewhere(self, session: Session) -> bool:
        """Whether they would choose if they were shown more."""
        return self.see is not None and replace(self, see=None).chooses(session)

    def takes_back(self, session: Session) -> bool:
        """Whether what was chosen last is theirs to take back."""
        history = session.history
        before = history.before_asked()
        if before is None or self.owner:
            return before is not None
        line = history.line(session.here)
        return self._has_made(session, history[line[line.index(before) + 1]])

    def does_again(self, session: Session) -> bool:
        """Whether what was taken back last is theirs to do again."""
        further = session.history.further()
        return bool(further) and (self.owner or self._has_made(session, further[0]))

    def _has_made(self, session: Session, entry: Entry) -> bool:
        """Whether an entry is a choice of theirs, or dice of their side that a person rolled."""
        if entry.by != DICE:
            return entry.by in self.keys
        if not entry.asked:
            return False
        step = next(session.steps(entry.parent, entry.number))
        return side_that_rolls(step.before) in self._sides(session)

    def _sides(self, session: Session) -> set[int]:
        """The numbers of the sides for which they choose."""
        return {session.seats.side_of(key) for key in self.keys}


def viewer_of(seat: str, battle: str, session: Session, wanted: str = "") -> Viewer | None:
    """Who somebody is at a battle who came in by a seat; None for whom there is none. `wanted` is
    whose knowledge the owner wants to be shown; without it that of the persons, where they all sit
    on one side."""
    persons = {key for key, one in session.seats.seats.items() if one.person is not None}
    if seat == GM:
        see = session.seats.sees()
        if wanted in VIEWS:
            see = None if wanted == EVERYTHING else SIDES.index(wanted)
        return Viewer(see, frozenset(persons), owner=True)
    key, _, only = seat.partition(OF)
    common = not only and leads_to(key, persons, session.unlisted)
    sits = key in session.seats.seats
    if not (common or only == battle) or not (sits or key in session.seats.fighters()):
        return None  # who sits with their side now looks on, and may sit down again
    side = session.seats.side_of(key)
    own = {key}
    if key in SIDES:  # a side's link is for all who have no link of their own
        own = {one for one in persons if session.seats.side_of(one) == side}
    return Viewer(side, frozenset(own & persons), owner=False, own=None if common else key)


def leads_to(key: str, persons: Collection[str], unlisted: bool) -> bool:
    """Whether a link that is of no one battle leads to one on whose seats these persons sit: that
    of the players does where a person sits for them. What the owner tries with agents, or plays on
    from what was played, is nobody else's to see."""
    return key == PLAYERS and PLAYERS in persons and not unlisted
