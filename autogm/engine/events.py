"""What happened in a step, as plain data: who, what, dice face by face, shifts, points moved and
why, zones, aspects made and gone, rule ids. Kernels write rows of numbers where things happen; here
and in `event_facts` they get their names. Nothing is inferred from two states, and nothing is said
in sentences: those are made of the facts (`autogm.view.words.events`).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from autogm.engine import event_codes as ev
from autogm.engine.actions import ActionWords
from autogm.engine.compile import Compiled
from autogm.engine.event_facts import KINDS, Sources, difficulty, roll


def rule_name(code: int) -> str:
    """A rule's id: 106 is `A6`."""
    return f"{chr(64 + code // 100)}{code % 100}" if code else ""


@dataclass(frozen=True)
class Event:
    """One thing that happened: its kind, the id of the fighter it is about, the rule's id, and the
    facts."""

    kind: str
    who: str | None
    rule: str
    facts: dict[str, Any] = field(default_factory=dict)

    def as_dict(self) -> dict[str, Any]:
        """The event as plain data."""
        return {"kind": self.kind, "who": self.who, "rule": self.rule, **self.facts}


class EventReader:
    """Turns the rows of one compiled encounter's log into events."""

    def __init__(self, compiled: Compiled, words: ActionWords) -> None:
        self._sources = Sources(compiled, words)

    def read(self, log: Any) -> list[Event]:
        """All events of a log, in order."""
        found: list[Event] = []
        reasons: list[tuple[int, ...]] = []
        for row in log["row"][: int(log["rows"])]:
            kind, *numbers = (int(number) for number in row)
            if kind in (ev.EV_BONUS, ev.EV_PART):  # come before the roll or sum that has them
                reasons.append(tuple(numbers))
                continue
            found.append(self._event(kind, tuple(numbers), reasons))
            if kind in (ev.EV_ROLL, ev.EV_DIFFICULTY):
                reasons = []
        return found

    def _event(self, kind: int, row: tuple[int, ...], reasons: list[tuple[int, ...]]) -> Event:
        fighters = self._sources.words.fighters
        who = fighters[row[0]] if 0 <= row[0] < len(fighters) else None
        word, facts_of = KINDS[kind]
        if kind == ev.EV_ROLL:
            facts = roll(self._sources, row, reasons)
        elif kind == ev.EV_DIFFICULTY:
            facts = difficulty(self._sources, row, reasons)
        else:
            facts = facts_of(self._sources, row)
        return Event(word, who, rule_name(row[-1]), facts)
