"""What the numbers of an event stand for: fighters, zones, aspects and accounts by their names."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from autogm.engine.actions import ActionWords
from autogm.engine.codes import K_CONSEQUENCE, K_FOR, K_GUARD, K_ON, K_ROAR, OWED, POOL, SUPPLY
from autogm.engine.compile import Compiled
from autogm.engine.grammar import possessive
from autogm.engine.telling.names import names_of

SIDES = ("players", "gm")
UNWRITTEN = (K_ON, K_FOR, K_CONSEQUENCE, K_ROAR, K_GUARD)
"""Kinds of aspect whose words the engine makes."""


class Scene:
    """What the numbers in the rows of one compiled encounter's log stand for."""

    def __init__(self, compiled: Compiled, words: ActionWords) -> None:
        self.compiled = compiled
        self.words = words
        self.called = names_of(compiled.encounter)
        self.names = list(self.called.fighters.values())
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

    def says(self, name: str, predicate: str) -> str:
        """A sentence about a fighter or a side."""
        return f"{self.called.says(name, predicate)}."

    def side(self, number: int) -> str:
        """A side as its scenario calls it."""
        return self.called.sides[SIDES[number]]

    def stunt(self, fighter: int, stunt: int) -> str:
        """A stunt's name."""
        return self.compiled.encounter.fighters[fighter].stunts[stunt].name

    def quoted(self, slot: int, nth: int = 0) -> str:
        """An aspect in a sentence: in quotation marks, unless nobody has written it, as with
        boosts and consequences."""
        text, kind = self.words.text(slot, nth), self.kind(slot)
        if kind not in UNWRITTEN:
            return f"«{text}»"
        bearer = self.compiled.encounter.fighters[self.compiled.slots.slots[slot].subject].name
        name = self.called.of(self.words.subject(slot))
        if kind in (K_ON, K_FOR):
            return text.removesuffix(bearer) + name
        return possessive(name) + text.removeprefix(f"{bearer}'s")


Teller = Callable[[Scene, str, tuple[int, ...]], tuple[str, str, dict[str, Any]]]
"""Tells one kind of event: from the scene, the fighter's name and the row without its kind (the
fighter, four numbers, the rule), to the kind's name, the sentence and the facts."""
