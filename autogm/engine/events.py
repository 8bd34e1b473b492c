"""What happened in a step, as plain data (who, what, dice face by face, shifts, points moved and
why, zones, aspects made and gone, rule ids) and as a sentence. Kernels write rows of numbers where
things happen; here and in `telling` they get their names. Nothing is inferred from two states.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from autogm.engine import event_codes as ev
from autogm.engine.actions import ActionWords
from autogm.engine.compile import Compiled
from autogm.engine.grammar import start
from autogm.engine.telling import deeds, fate, harm, rolls
from autogm.engine.telling.scene import Scene

TELLERS = {**deeds.TELLERS, **rolls.TELLERS, **harm.TELLERS, **fate.TELLERS}


def rule_name(code: int) -> str:
    """A rule's id: 106 is `A6`."""
    return f"{chr(64 + code // 100)}{code % 100}" if code else ""


@dataclass(frozen=True)
class Event:
    """One thing that happened: its kind, the fighter it is about, the facts, the rule's id, and a
    sentence."""

    kind: str
    who: str | None
    rule: str
    text: str
    facts: dict[str, Any] = field(default_factory=dict)

    def as_dict(self) -> dict[str, Any]:
        """The event as plain data."""
        return {
            "kind": self.kind,
            "who": self.who,
            "rule": self.rule,
            "text": self.text,
            **self.facts,
        }


class EventWords:
    """Turns the rows of one compiled encounter's log into events."""

    def __init__(self, compiled: Compiled, words: ActionWords) -> None:
        self.scene = Scene(compiled, words)

    def tell(self, log: Any) -> list[Event]:
        """All events of a log, in order."""
        found: list[Event] = []
        reasons: list[tuple[int, ...]] = []
        for row in log["row"][: int(log["rows"])]:
            kind, *numbers = (int(number) for number in row)
            if kind == ev.EV_BONUS:  # comes before the roll that has it
                reasons.append(tuple(numbers))
                continue
            found.append(self._event(kind, tuple(numbers), reasons))
            if kind == ev.EV_ROLL:
                reasons = []
        return found

    def _event(self, kind: int, row: tuple[int, ...], reasons: list[tuple[int, ...]]) -> Event:
        who = row[0]
        fighter = self.scene.words.fighters[who] if 0 <= who < len(self.scene.names) else None
        name = self.scene.names[who] if fighter is not None else ""
        if kind == ev.EV_ROLL:
            word, text, facts = rolls.roll(self.scene, name, row, reasons)
        else:
            word, text, facts = TELLERS[kind](self.scene, name, row)
        return Event(word, fighter, rule_name(row[-1]), start(text), facts)
