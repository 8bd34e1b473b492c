"""What the words of one conflict are made from: the names of fighters, zones, sides and aspects, by
the ids and numbers that facts and actions have.
"""

from __future__ import annotations

from collections.abc import Callable
from copy import copy

from autogm.engine.actions import ActionWords
from autogm.engine.codes import K_CONSEQUENCE, K_FOR, K_GUARD, K_ON, K_ROAR, K_SCENE
from autogm.engine.compile import Compiled
from autogm.engine.events import Event
from autogm.engine.observation import HIDDEN_SLOT
from autogm.model.words import SIDES
from autogm.view.words.grammar import possessive
from autogm.view.words.names import names_of

UNWRITTEN = (K_ON, K_FOR, K_CONSEQUENCE, K_ROAR, K_GUARD)
"""Kinds of aspect whose words the engine makes."""


class Scene:
    """The names of one compiled encounter: `called` is what those in it are called now, `whole`
    what groups are called of which more than one is left."""

    def __init__(self, compiled: Compiled, words: ActionWords) -> None:
        self.compiled = compiled
        self.words = words
        self.whole = self.called = names_of(compiled.encounter)
        self.names = list(self.called.fighters.values())
        self.dice = compiled.encounter.ruleset.dice

    def where_alone(self, alone: frozenset[str]) -> Scene:
        """The same names where of some groups, by id, only one is left."""
        scene = copy(self)
        scene.called = self.whole.with_ones(alone)
        scene.names = list(scene.called.fighters.values())
        return scene

    def zone(self, number: int) -> str:
        """A zone as people call it."""
        return self.called.of(self.words.zones[number])

    def kind(self, slot: int) -> int:
        """What kind of aspect a slot is for."""
        if slot == HIDDEN_SLOT:
            return K_SCENE
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

    def index(self, fighter: str) -> int:
        """The number of a fighter."""
        return self.words.fighters.index(fighter)

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
        bare = text.removeprefix(f"{bearer}'s ")
        return f"{possessive(name)} {self.called.worded(bare)}"

    def unowned(self, slot: int) -> str:
        """An aspect that nobody has written, without whose it is: `the Roar`."""
        bearer = self.compiled.encounter.fighters[self.compiled.slots.slots[slot].subject].name
        bare = self.words.text(slot, 0).removeprefix(f"{bearer}'s ")
        return f"the {self.called.worded(bare)}"


Teller = Callable[[Scene, str, Event], str]
"""Tells one kind of event as a sentence: from the scene, the name of the fighter it is about (none:
empty) and the event."""
