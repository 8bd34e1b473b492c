"""Events as sentences: each says what its facts say, never more. `EventWords(game).tell(event)` is
one event's."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from autogm.engine.events import Event
from autogm.view.words import deeds, fate, harm, rolls
from autogm.view.words.grammar import counted, start
from autogm.view.words.scene import Scene

if TYPE_CHECKING:
    from autogm.engine.game import Game

TELLERS = {**deeds.TELLERS, **rolls.TELLERS, **harm.TELLERS, **fate.TELLERS}


class EventWords:
    """Tells the events of one game."""

    def __init__(self, game: Game) -> None:
        self.scene = Scene(game.compiled, game.words)

    def call(self, alone: Iterable[str]) -> None:
        """From now on speak of some groups, by id, as of one: of each only one is left."""
        self.scene.called = self.scene.whole.with_ones(alone)

    def divided(self, action: Event, stay: int) -> str:
        """Some of a mob break off, and so many stay, as a sentence."""
        return f"{self.tell(action).removesuffix('.')}, {counted(stay)} {_stay(stay)}."

    def goes(self, event: Event, left: int) -> str:
        """A part of a mob leaves, and so many are left of the mob, as a sentence."""
        are = "is" if left == 1 else "are"
        return f"{self.tell(event).removesuffix('.')}; {counted(left)} of the mob {are} left."

    def tell(self, event: Event) -> str:
        """An event as a sentence."""
        name = self.scene.called.of(event.who) if event.who is not None else ""
        return start(TELLERS[event.kind](self.scene, name, event))

    def blocked(self, action: Event, block: Event) -> str:
        """A declared move, the block that has ended it, and that its mover stays, as a
        sentence."""
        return start(deeds.blocked(self.scene, action, block))

    def effect(self, action: Event, invoke: Event) -> str:
        """A declared invoke for effect and the invoke that pays for it, as a sentence."""
        end = deeds.effect_words(self.scene, action)
        return f"{self.tell(invoke).removesuffix(' for its effect.')}{end}."

    def fall(self, event: Event, number: int) -> str:
        """So many members of a group that fell at once, by the event of the last, as a
        sentence."""
        assert event.who is not None
        whole = self.scene.whole
        return start(harm.fall(whole, whole.of(event.who), number, event.facts["left"]))

    def as_dict(self, event: Event) -> dict[str, Any]:
        """An event as plain data with its sentence in `text`; an end that was won says why in
        `reason`."""
        plain = event.as_dict()
        told = {key: plain.pop(key) for key in ("kind", "who", "rule")} | {"text": self.tell(event)}
        if event.kind == "end" and event.facts["winner"] != "undecided":
            plain.pop("objective", None)
            plain["reason"] = deeds.end_reason(self.scene, event)
        return told | plain


def _stay(number: int) -> str:
    return "stays" if number == 1 else "stay"
