"""What the numbers of an event stand for: fighters, zones, aspects and accounts by their names."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from autogm.engine.actions import ActionWords
from autogm.engine.codes import K_FOR, K_ON, OWED, POOL, SUPPLY
from autogm.engine.compile import Compiled
from autogm.engine.sentences import Names


class Scene:
    """What the numbers in the rows of one compiled encounter's log stand for."""

    def __init__(self, compiled: Compiled, words: ActionWords) -> None:
        self.compiled = compiled
        self.words = words
        self.names = [one.name for one in compiled.encounter.fighters]
        scenario = compiled.encounter.scenario
        self.called = Names(
            {one.id: one.name for one in compiled.encounter.fighters},
            {key: zone.name or key for key, zone in scenario.zones.items()},
            scenario.item.name if scenario.item else "it",
        )
        self.dice = compiled.encounter.ruleset.dice

    def zone(self, number: int) -> str:
        """A zone as people call it."""
        return self.called.of(self.words.zones[number])

    def account(self, number: int) -> str:
        """An account of fate points."""
        if number == SUPPLY:
            return "supply"
        owed = number >= OWED
        purse = number - OWED if owed else number
        name = "gm" if purse == POOL else self.words.fighters[purse]
        return f"owed to {name}" if owed else name

    def aspect(self, slot: int) -> dict[str, Any]:
        """An aspect as facts."""
        return {"aspect": self.words.text(slot), "on": self.words.subject(slot), "slot": slot}

    def kind(self, slot: int) -> int:
        """What kind of aspect a slot is for."""
        return self.compiled.slots.slots[slot].kind

    def quoted(self, slot: int, nth: int = 0) -> str:
        """An aspect in a sentence: in quotation marks, unless it is a boost, which has no name."""
        text = self.words.text(slot, nth)
        return text if self.kind(slot) in (K_ON, K_FOR) else f"«{text}»"


Teller = Callable[[Scene, str, tuple[int, ...]], tuple[str, str, dict[str, Any]]]
"""Tells one kind of event: from the scene, the fighter's name and the row without its kind and
rule, to the kind's name, the sentence and the facts."""
