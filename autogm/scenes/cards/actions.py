"""A choice of a card scene in words and as an integer: a verb, and the aspect, ending, character or
intention that it is about.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from autogm.scenes.cards import codes
from autogm.scenes.cards.codes import ARGUMENT, ARGUMENT_BITS, GM_PURSE, MAX_INTENTIONS
from autogm.scenes.cards.settled import SettledScene

ASPECT, ENDING, PAYER, TRY = "aspect", "ending", "character", "try"
VERBS: dict[int, tuple[str, str | None]] = {
    codes.V_KEEP: ("keep it simple", None),
    codes.V_CHANGE: ("pay for a full scene", PAYER),
    codes.V_FRAME: ("frame", ASPECT),
    codes.V_FRAME_LEAVING: ("frame for nothing", ASPECT),
    codes.V_BEGIN: ("begin", None),
    codes.V_TRY: ("try", TRY),
    codes.V_GIVE_IN: ("give in", None),
    codes.V_INVOKE: ("invoke", ASPECT),
    codes.V_ROLL: ("roll", None),
    codes.V_PASS: ("leave it", None),
    codes.V_REVEAL: ("reveal", ASPECT),
    codes.V_TURN: ("turn", ASPECT),
    codes.V_ADD: ("add", ASPECT),
    codes.V_REMOVE: ("remove", ASPECT),
    codes.V_RESOLVE: ("resolve", ENDING),
    codes.V_OFFER: ("offer", ENDING),
    codes.V_ACCEPT: ("accept", None),
    codes.V_REFUSE: ("refuse", None),
    codes.V_NOTHING: ("change nothing", None),
}
"""Each verb's name, and what its argument is."""
NUMBERS = {name: verb for verb, (name, _) in VERBS.items()}


FIELDS = ("verb", "aspect", "ending", "character", "intention")
SAYS = {
    codes.V_FRAME_LEAVING: "frame {} and leave its point in the bowl",
    codes.V_BEGIN: "begin",
    codes.V_ROLL: "roll",
    codes.V_PASS: "leave the roll as it is",
    codes.V_TURN: "turn {} against it",
    codes.V_RESOLVE: "resolve the scene: {}",
    codes.V_OFFER: "offer a bargain: {}",
    codes.V_ACCEPT: "accept the bargain",
    codes.V_REFUSE: "refuse the bargain",
    codes.V_NOTHING: "leave the scene as it is",
}
"""What verbs are in words, where it is not their name and what they are about."""


@dataclass(frozen=True)
class Action:
    """A choice in words. Only the fields that its verb has are set: an aspect by its text, an
    ending, character or intention by its id. `says` is what people read."""

    verb: str
    aspect: str | None = None
    ending: str | None = None
    character: str | None = None
    intention: str | None = None
    says: str = field(default="", compare=False, repr=False)

    def as_dict(self) -> dict[str, Any]:
        """The fields that are set, without the words."""
        found = ((name, getattr(self, name)) for name in FIELDS)
        return {name: value for name, value in found if value is not None}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Action:
        """The action of such fields.

        Raises:
            ValueError: for a field that no action has, or a value that is no text.
        """
        if "verb" not in data or not set(data) <= set(FIELDS):
            raise ValueError(f"an action has a verb and may have {', '.join(FIELDS[1:])}")
        if not all(isinstance(value, str) for value in data.values()):
            raise ValueError("every field of an action is a text")
        return cls(**data)

    def __str__(self) -> str:
        about = self.aspect or self.ending or self.character
        return self.says or (self.verb if about is None else f"{self.verb} {about}")


class ActionNames:
    """Names and numbers of the actions of one scene."""

    def __init__(self, scene: SettledScene) -> None:
        self._scene = scene
        self._aspects = [one.text for one in scene.aspects]
        self._endings = [one.id for one in scene.endings]
        self._characters = [one.id for one in scene.characters]
        self._intentions = [one.id for one in scene.intentions]

    def describe(self, action: int) -> Action:
        """An action in words.

        Raises:
            ValueError: for an integer that is no action of this scene.
        """
        said = self._described(action)
        return replace(said, says=self._says(action >> ARGUMENT_BITS, said))

    def _says(self, verb: int, said: Action) -> str:
        """What people read."""
        about = said.aspect or ""
        names = {one.id: one.name for one in self._scene.characters}
        if verb == codes.V_TRY:
            words = {one.id: one.words for one in self._scene.intentions}
            return f"let {names[said.character or '']} {words[said.intention or '']}"
        if verb == codes.V_CHANGE and said.character is not None:
            return f"let {names[said.character]} pay for a full scene"
        for one in self._scene.endings:
            if one.id == said.ending:
                about = one.words if one.price is None else f"{one.words} ({one.price})"
        return SAYS.get(verb, f"{said.verb} {{}}".rstrip()).format(about).rstrip()

    def _described(self, action: int) -> Action:
        verb, number = action >> ARGUMENT_BITS, action & ARGUMENT
        if verb not in VERBS:
            raise ValueError(f"{action} is no action")
        name, about = VERBS[verb]
        try:
            if about == ASPECT:
                return Action(name, aspect=self._aspects[number])
            if about == ENDING:
                return Action(name, ending=self._endings[number])
            if about == PAYER:
                gm = number == GM_PURSE
                return Action(name, character=None if gm else self._characters[number])
            if about == TRY:
                who, what = divmod(number, MAX_INTENTIONS)
                return Action(
                    name, character=self._characters[who], intention=self._intentions[what]
                )
        except IndexError:
            raise ValueError(f"{action} is no action of this scene") from None
        if number:
            raise ValueError(f"{action} is no action")
        return Action(name)

    def encode(self, action: Action) -> int:
        """The integer of an action.

        Raises:
            ValueError: for names that this scene does not have, and fields that the verb lacks.
        """
        if action.verb not in NUMBERS:
            raise ValueError(f"no verb is called `{action.verb}`")
        verb = NUMBERS[action.verb]
        about = VERBS[verb][1]
        number = 0
        if about == ASPECT:
            number = _place(self._aspects, action.aspect, "aspect")
        elif about == ENDING:
            number = _place(self._endings, action.ending, "ending")
        elif about == PAYER:
            number = GM_PURSE
            if action.character is not None:
                number = _place(self._characters, action.character, "character")
        elif about == TRY:
            who = _place(self._characters, action.character, "character")
            number = MAX_INTENTIONS * who + _place(self._intentions, action.intention, "intention")
        packed = (verb << ARGUMENT_BITS) | number
        if self.describe(packed) != action:
            raise ValueError(f"`{action.verb}` has other fields than {action.as_dict()}")
        return packed


def _place(names: list[str], name: str | None, what: str) -> int:
    if name not in names:
        raise ValueError(f"no {what} is called `{name}`")
    return names.index(name)
