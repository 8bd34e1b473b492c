"""A scene of cards that is played by what is said, with the dice that a test wants."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from autogm.game.contract import CHANCE
from autogm.game.dice import outcome_of
from autogm.scenes.cards.events import Event
from autogm.scenes.cards.game import CardGame
from autogm.scenes.cards.settled import SettledScene
from tests.scenes.cards.parties import PARTY

PLUS, MINUS = (1, 1, 1, 1), (-1, -1, -1, -1)


class Table:
    """A scene that is played by what is said."""

    def __init__(self, scene: SettledScene) -> None:
        self.game = CardGame(scene)
        self.state = self.game.new_initial_state()
        self.events: list[Event] = self.game.opening()

    def do(self, verb: str, about: str | None = None, what: str | None = None) -> Table:
        """Choose; `about` is whatever the verb is about."""
        for action in self.state.legal_actions():
            said = self.game.describe(self.state, action)
            if said.verb == verb and about in (
                None, said.aspect, said.ending, said.character
            ) and what in (None, said.intention):  # fmt: skip
                return self._step(action)
        raise AssertionError(f"{verb} {about} is not among {self.may()}")

    def free(self, aspect: str) -> Table:
        """Invoke free, where the game has not done it, since nothing else helps."""
        done = (one.facts["aspect"] for one in self.events if one.kind == "invoked")
        return self if aspect in done else self.do("invoke", aspect)

    def done(self) -> Table:
        """Leave the roll as it is, on both sides."""
        while ("leave it", None) in self.may():
            self.do("leave it")
        return self

    def roll(self, *faces: int) -> Table:
        """Let dice fall, if need be after saying so."""
        if self.state.current_player() != CHANCE:
            self.do("roll")
        return self._step(outcome_of("4dF", faces))

    def _step(self, action: int) -> Table:
        self.events = self.game.events(self.state, action)
        self.state.apply_action(action)
        assert sum(self.points().values()) == self.game.points
        return self

    def may(self) -> set[tuple[str, str | None]]:
        """Verbs and what they are about; nothing where dice are to fall."""
        if self.state.current_player() == CHANCE:
            return set()
        said = (self.game.describe(self.state, one) for one in self.state.legal_actions())
        return {(one.verb, one.aspect or one.ending or one.character) for one in said}

    def points(self) -> dict[str, int]:
        """The points of everybody."""
        found: dict[str, int] = self.game.observation(self.state, 1)["points"]
        return found

    def standing(self) -> set[str]:
        """Every aspect that stands."""
        cards = self.game.observation(self.state, 1)["cards"]
        return {one for texts in cards.values() for one in texts}

    def difficulty(self) -> int:
        """That of the roll at hand."""
        return int(self.game.observation(self.state, 1)["roll"]["difficulty"])

    def told(self, kind: str) -> Event:
        """The first event of a kind in the last step."""
        return next(one for one in self.events if one.kind == kind)

    def has(self, kind: str) -> bool:
        """Whether there is one."""
        return any(one.kind == kind for one in self.events)


def party(**changes: Any) -> Table:
    """The example of the rules, changed."""
    return Table(replace(PARTY, **changes))


def bluff(table: Table, *faces: int) -> Table:
    """Piper bluffs, Charming for nothing, and these dice fall."""
    return table.do("try", "piper", "bluff").free("Charming").roll(*faces)


def fails(table: Table) -> Table:
    """Piper's bluff fails as badly as may be, and nobody answers."""
    return bluff(table, *MINUS).done()
