"""Running totals of a roll: each side's total after a reroll or an invoke (A2, A3). The game keeps
only the margin between them; here the events of a battle are added up in order. What a difficulty
is made of, which the game tells as the action begins, goes to the roll against it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from autogm.engine.events import Event


@dataclass
class Total:
    """The total of one part of a roll: whose it is (None: a passive opposition), the sum of its
    dice as they lie, and its total."""

    who: str | None = None
    dice: int = 0
    total: int = 0


@dataclass
class Totals:
    """Follows the events of a battle. `own` is the acting part of the roll, `against` what it has
    to beat. What the one roll of an area attack comes to against each target stands in the roll
    that answers it (E4). If the story begins in the middle of a turn, what was rolled in it is
    unknown: nothing is `known` before the next one."""

    own: Total = field(default_factory=Total)
    against: Total = field(default_factory=Total)
    answering: str | None = None
    known: bool = True
    difficulty: Event | None = None

    def follow(self, events: Iterable[Event]) -> tuple[Event, ...]:
        """The events, with totals added to rerolls and invokes as the fact `total`, and to a roll
        as `parts` what the difficulty against it is made of."""
        return tuple(self._next(event) for event in events)

    def margin(self) -> int:
        """By how much the acting part is ahead."""
        return self.own.total - self.against.total

    def _next(self, event: Event) -> Event:
        facts = event.facts
        self.known = self.known or event.kind in ("turn", "exchange")
        if not self.known:
            return event
        if event.kind == "skill":
            self.answering = event.who if facts["answering"] else None
        elif event.kind == "difficulty":
            self.difficulty = event
        elif event.kind in ("turn", "action"):  # what was declared before came to no roll
            self.difficulty = None
        elif event.kind == "roll":
            self._roll(event)
            return self._made(event)
        elif event.kind == "reroll":
            part = self._part(event.who)
            part.total += facts["sum"] - part.dice
            part.dice = facts["sum"]
            return _standing(event, part)
        elif event.kind == "invoke" and facts["gain"].startswith("+"):
            part = self._part(event.who)
            part.total += int(facts["gain"])
            return _standing(event, part)
        elif event.kind == "result":
            self.answering = None
        return event

    def _made(self, event: Event) -> Event:
        """A roll with the parts of the difficulty that was told for it."""
        told, self.difficulty = self.difficulty, None
        if told is None or told.who != event.who or "against" not in event.facts:
            return event
        return replace(event, facts={**event.facts, "parts": told.facts["parts"]})

    def _roll(self, event: Event) -> None:
        facts = event.facts
        rolled = Total(event.who, facts["sum"], facts["total"])
        if event.who is not None and event.who == self.answering:
            self.against = rolled
            self.own.total = facts.get("meets", self.own.total)
            return
        self.own = rolled
        self.against = Total(None, 0, facts.get("against", 0))

    def _part(self, who: str | None) -> Total:
        return self.own if who is not None and who == self.own.who else self.against


def _standing(event: Event, part: Total) -> Event:
    """An event with what the part it changes stands at."""
    return replace(event, facts={**event.facts, "total": part.total})
