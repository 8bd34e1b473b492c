"""An action in words and as an integer. The integer is what kernels read; the structured form is
what people, logs and other programs see. Each has a table row that says what its arguments are,
so that both directions come from one place.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from autogm.engine import codes
from autogm.engine.codes import (
    A_MASK,
    A_SHIFT,
    B_MASK,
    B_SHIFT,
    C_MASK,
    POOL,
    VERB_SHIFT,
)
from autogm.engine.compile import Compiled
from autogm.engine.compiling.compels import EFFECTS
from autogm.engine.compiling.standing import place_of
from autogm.model.verbs import VERBS as ROWS

MODES = ("+2", "reroll")
COSTS = {
    codes.COST_BOOST: "a boost",
    codes.COST_STRESS: "stress",
    codes.COST_CONSEQUENCE: "a consequence",
    codes.COST_ASPECT: "an aspect",
}

VERBS = {one.code: (one.name, one.arguments) for one in ROWS if one.at}
"""Verb: its name and what its arguments are."""
BY = ("by", "then by")
"""The arguments that are the zones which a way passes."""
BY_NAME = {name: (verb, arguments) for verb, (name, arguments) in VERBS.items()}


@dataclass(frozen=True)
class Action:
    """A choice in words. Only the fields that its verb has are set; `on` says where an aspect
    stands: a fighter's id, a zone's id, or `scene`; `by` the zones that a way passes, in order."""

    verb: str
    target: str | None = None
    zone: str | None = None
    by: tuple[str, ...] | None = None
    aspect: str | None = None
    on: str | None = None
    skill: str | None = None
    payer: str | None = None
    mode: str | None = None
    owed: bool | None = None
    members: int | None = None
    box: int | None = None
    consequences: tuple[int, ...] | None = None
    lethal: bool | None = None
    follow: bool | None = None
    cost: str | None = None
    stunt: int | None = None
    effect: int | None = None
    compel: int | None = None

    def as_dict(self) -> dict[str, Any]:
        """The fields that are set."""
        return {name: value for name, value in vars(self).items() if value is not None}

    def as_entry(self) -> dict[str, Any]:
        """The same as JSON has them, with lists."""
        return {k: list(v) if isinstance(v, tuple) else v for k, v in self.as_dict().items()}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Action:
        """The action of `as_dict`, or of what a file kept of it.

        Raises:
            ValueError: for a field that no action has, or without a verb, naming it.
        """
        unknown = sorted(data.keys() - {one.name for one in fields(cls)})
        if unknown:
            raise ValueError(f"an action has no field {unknown[0]!r}")
        if "verb" not in data:
            raise ValueError("an action has a verb")
        values: dict[str, Any] = {
            name: tuple(one) if isinstance(one, list) else one for name, one in data.items()
        }
        return cls(**values)

    def __str__(self) -> str:
        parts = [f"{key} {value}" for key, value in self.as_dict().items() if key != "verb"]
        return self.verb + (f" ({', '.join(parts)})" if parts else "")


class ActionWords:
    """Turns the actions of one compiled encounter into words and back."""

    def __init__(self, compiled: Compiled) -> None:
        self.compiled = compiled
        self.fighters = [one.id for one in compiled.encounter.fighters]
        self.zones = list(compiled.encounter.zones)
        self.skills = list(compiled.encounter.skills)

    def subject(self, slot: int) -> str:
        """Where an aspect stands, in words."""
        return place_of(self.compiled, slot)

    def text(self, slot: int, nth: int = 0) -> str:
        """An aspect's text; `nth` of those that share a slot."""
        texts = self.compiled.slots.slots[slot].texts
        return texts[min(nth, len(texts) - 1)]

    def payer(self, purse: int) -> str:
        """Whose points."""
        return "gm" if purse == POOL else self.fighters[purse]

    def describe(self, action: int) -> Action:
        """The structured form.

        Raises:
            ValueError: for an integer that is no action.
        """
        verb = action >> VERB_SHIFT
        if verb not in VERBS:
            raise ValueError(f"{action} is not an action")
        name, arguments = VERBS[verb]
        numbers = (
            (action >> A_SHIFT) & A_MASK,
            (action >> B_SHIFT) & B_MASK,
            action & C_MASK,
        )
        found: dict[str, Any] = {}
        for argument, number in zip(arguments, numbers, strict=False):
            found.update(self._say(argument, number, found))
        return Action(name, **found)

    def _say(self, argument: str, number: int, so_far: dict[str, Any]) -> dict[str, Any]:
        if argument == "target":
            return {"target": self.fighters[number]}
        if argument == "zone":
            return {"zone": self.zones[number]}
        if argument in BY:
            return {"by": (*so_far.get("by", ()), self.zones[number - 1])} if number else {}
        if argument == "aspect":
            return {"aspect": self.text(number), "on": self.subject(number)}
        if argument == "skill":
            return {"skill": self.skills[number]}
        if argument == "payer":
            return {"payer": self.payer(number)}
        if argument in ("payment", "stake"):
            return {"payer": self.payer(number - 1)} if number else {}
        if argument == "mode":
            return {"mode": MODES[number]}
        if argument == "consequences":
            return {argument: tuple(n for n in range(8) if (number >> n) & 1)}
        if argument in ("lethal", "follow", "owed"):
            return {argument: bool(number)}
        if argument == "members":
            return {argument: number} if number else {}
        if argument == "cost":
            return {argument: COSTS[number]}
        if argument == "where":
            return self._where(so_far["effect"], number)
        return {argument: number}

    def _where(self, row: int, number: int) -> dict[str, Any]:
        does = EFFECTS[int(self.compiled.scene[0]["effect_does"][row])]
        if does in ("zone attack", "move"):
            return {"zone": self.zones[number]}
        return {"target": self.fighters[number]} if does == "hinder" else {}

    def encode(self, action: Action) -> int:
        """The integer of a structured action.

        Raises:
            ValueError: for a verb or a name that this conflict does not have.
        """
        if action.verb not in BY_NAME:
            raise ValueError(f"no verb is called {action.verb!r}")
        verb, arguments = BY_NAME[action.verb]
        numbers = [self._number(argument, action) for argument in arguments]
        numbers += [0] * (3 - len(numbers))
        return (verb << VERB_SHIFT) | (numbers[0] << A_SHIFT) | (numbers[1] << B_SHIFT) | numbers[2]

    def _number(self, argument: str, action: Action) -> int:
        if argument == "target":
            return _index(self.fighters, action.target, "fighter")
        if argument == "zone":
            return _index(self.zones, action.zone, "zone")
        if argument in BY:
            passed = (action.by or ())[BY.index(argument) :]
            return _index(self.zones, passed[0], "zone") + 1 if passed else 0
        if argument == "skill":
            return _index(self.skills, action.skill, "skill")
        if argument == "aspect":
            return self._slot(action)
        if argument == "payer":
            return self._purse(action.payer)
        if argument in ("payment", "stake"):
            return 0 if action.payer is None else self._purse(action.payer) + 1
        if argument == "mode":
            return _index(list(MODES), action.mode, "way to invoke")
        if argument == "consequences":
            return sum(1 << n for n in action.consequences or ())
        if argument == "cost":
            return next(n for n, words in COSTS.items() if words == action.cost)
        if argument == "where":
            if action.zone is not None:
                return _index(self.zones, action.zone, "zone")
            return 0 if action.target is None else _index(self.fighters, action.target, "fighter")
        return int(getattr(action, argument) or 0)

    def _purse(self, name: str | None) -> int:
        return POOL if name == "gm" else _index(self.fighters, name, "fighter")

    def _slot(self, action: Action) -> int:
        for number, slot in enumerate(self.compiled.slots.slots):
            if slot.texts[0] == action.aspect and action.on in (None, self.subject(number)):
                return number
        raise ValueError(f"no aspect {action.aspect!r} on {action.on!r} in this conflict")


def _index(names: list[str], name: str | None, what: str) -> int:
    if name not in names:
        raise ValueError(f"no {what} is called {name!r} in this conflict")
    return names.index(name)
