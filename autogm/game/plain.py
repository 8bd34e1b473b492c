"""Games in plain Python, for kinds that need no compiled engine. Who writes one says in a handful
of methods who is to choose, what may be chosen, how dice fall, what comes after and what an end is
worth; the rest of the contract follows from that. A position is a `NamedTuple` of plain values: all
that is to be known of a moment, and nothing else.
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Generic, Self, TypeVar

from autogm.game.contract import CHANCE, GM, PLAYERS, TERMINAL, UNDECIDED, Observation
from autogm.model.words import SIDES

Position = TypeVar("Position", bound=tuple[Any, ...])


@dataclass(frozen=True)
class PlainAction:
    """A choice of a plain game: a verb."""

    verb: str

    def as_dict(self) -> dict[str, Any]:
        """As plain data."""
        return {"verb": self.verb}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> PlainAction:
        """The action of `as_dict`.

        Raises:
            ValueError: for anything else.
        """
        if data.keys() != {"verb"} or not isinstance(data["verb"], str):
            raise ValueError(f"an action has a verb and nothing else, not {dict(data)}")
        return cls(data["verb"])

    def __str__(self) -> str:
        return self.verb


@dataclass(frozen=True)
class PlainEvent:
    """What a step of a plain game did, in a sentence."""

    kind: str
    text: str
    rule: str | None = None

    def as_dict(self) -> dict[str, Any]:
        """As plain data."""
        return {"kind": self.kind, "text": self.text, "rule": self.rule}

    def __str__(self) -> str:
        return self.text


class PlainGame(ABC, Generic[Position]):
    """A game of positions. A kind derives from it, sets `verbs` (every verb there is) and
    `faces` (every way that dice fall, with its chance; there may be several sorts of dice in a
    game, of which these are all), and says the rest by the methods up to `tell`. One that leaves
    out a method without which there is no game cannot be made."""

    verbs: Sequence[str]
    faces: Mapping[int, float] = {}
    max_utility: float = 1.0
    max_game_length: int

    def __init__(self, title: str) -> None:
        self.title = title

    @abstractmethod
    def first(self) -> Position:
        """The position at the beginning."""

    @abstractmethod
    def turn(self, position: Position) -> int:
        """Whose turn it is: `PLAYERS`, `GM`, `CHANCE` or `TERMINAL`."""

    def options(self, position: Position) -> Sequence[str]:
        """The verbs that may be chosen, where a side has the turn. A single one is taken by the
        game."""
        return self.verbs

    def dice(self, position: Position) -> Mapping[int, float]:
        """How dice may fall where they are to fall, with the chances."""
        return self.faces

    @abstractmethod
    def after(self, position: Position, what: Any) -> Position:
        """The position after a verb, or after dice that show `what`."""

    @abstractmethod
    def worth(self, position: Position) -> float:
        """What an end is worth to the players; they win what is worth more than nothing."""

    def tell(self, position: Position, what: Any) -> str:
        """What a verb or dice do, as a sentence."""
        player = self.turn(position)
        if player == CHANCE:
            return f"Dice show {what}."
        return f"{('Players', 'GM')[player]}: {what}."

    def known_to(self, position: Position, side: int) -> Observation:
        """What a side may know of a position; everything, if nothing is hidden."""
        return dict(position._asdict())  # type: ignore[attr-defined]

    # What follows from these, which nobody needs to write.

    @property
    def max_actions(self) -> int:
        """Legal actions of one choice at most."""
        return len(self.verbs)

    @property
    def max_chance_outcomes(self) -> int:
        """Outcomes of dice at most."""
        return len(self.faces)

    def new_initial_state(self) -> PlainState[Position]:
        """The first state at which somebody chooses or dice fall."""
        return PlainState(self, self.settled(self.first()))

    def settled(self, position: Position) -> Position:
        """The position after all that is forced in it."""
        while self.turn(position) in (PLAYERS, GM) and len(self.options(position)) == 1:
            position = self.after(position, self.options(position)[0])
        return position

    def describe(self, state: PlainState[Position], action: int) -> PlainAction:
        """A choice in words.

        Raises:
            ValueError: for a number that no action has, and for dice.
        """
        if state.current_player() == CHANCE or not 0 <= action < len(self.verbs):
            raise ValueError(f"{action} is not an action here")
        return PlainAction(self.verbs[action])

    def encode(self, action: PlainAction) -> int:
        """The number of a choice in words.

        Raises:
            ValueError: for a verb that this game does not have.
        """
        if action.verb not in self.verbs:
            raise ValueError(f"no verb is called {action.verb!r}; there are {_listed(self.verbs)}")
        return list(self.verbs).index(action.verb)

    def entry(self, state: PlainState[Position], action: int) -> dict[str, Any]:
        """A choice, or what dice show, as data that outlives versions."""
        if state.current_player() == CHANCE:
            return {"dice": state.named(action)}
        return self.describe(state, action).as_dict()

    def action_of(self, state: PlainState[Position], entry: Mapping[str, Any]) -> int:
        """The action or outcome of an entry.

        Raises:
            ValueError: for what is no entry of this game, or not legal here.
        """
        if state.current_player() == CHANCE:
            for outcome in state.legal_actions():
                if entry.keys() == {"dice"} and entry["dice"] == state.named(outcome):
                    return outcome
            raise ValueError(f"these dice cannot fall as {dict(entry)}")
        action = self.encode(PlainAction.from_dict(entry))
        if action not in state.legal_actions():
            raise ValueError(f"{self.verbs[action]} is not legal here")
        return action

    def events(
        self, state: PlainState[Position], action: int, to: int | None = None
    ) -> list[PlainEvent]:
        """What a step does, what is forced after it included. A kind that hides something says
        itself what of it may be told `to` a side.

        Raises:
            ValueError: where something is hidden from that side.
        """
        if to is not None:
            self.as_known_to(state, to)
        what, position = state.named(action), state.position
        kind = "dice" if state.current_player() == CHANCE else str(what)
        told = [PlainEvent(kind, self.tell(position, what))]
        position = self.after(position, what)
        return told + self._forced(position)

    def opening(self) -> list[PlainEvent]:
        """What is forced before the first choice."""
        return self._forced(self.first())

    def _forced(self, position: Position) -> list[PlainEvent]:
        told = []
        while self.turn(position) in (PLAYERS, GM) and len(self.options(position)) == 1:
            verb = self.options(position)[0]
            told.append(PlainEvent(verb, self.tell(position, verb)))
            position = self.after(position, verb)
        return told

    def observation(self, state: PlainState[Position], side: int) -> Observation:
        """What a side may know of a state."""
        return self.known_to(state.position, side)

    def choices(self, state: PlainState[Position], side: int) -> list[PlainAction]:
        """What a side may choose; nothing where it does not choose."""
        if state.current_player() != side:
            return []
        return [self.describe(state, action) for action in state.legal_actions()]

    def as_known_to(self, state: PlainState[Position], side: int) -> PlainState[Position]:
        """The state itself, where a side knows all of it. A kind that hides something may say what
        a side takes it for.

        Raises:
            ValueError: where something is hidden from that side.
        """
        if self.known_to(state.position, side) != PlainGame.known_to(self, state.position, side):
            raise ValueError(f"something is hidden from {('the players', 'the GM')[side]} here")
        return state

    @property
    def fingerprint(self) -> str:
        """A short hash of what the file says."""
        said = (type(self).__qualname__, sorted(vars(self).items()))
        return sha256(repr(said).encode()).hexdigest()[:12]

    def serialize(self, state: PlainState[Position]) -> str:
        """A state as one line: whose it is, and the position as JSON."""
        fields = state.position._asdict()  # type: ignore[attr-defined]
        return f"{self.fingerprint}.{json.dumps(fields)}"

    def deserialize(self, text: str) -> PlainState[Position]:
        """The state of a line. Positions hold numbers, texts, truth values and nothing nested.

        Raises:
            ValueError: for a line that no position of this kind of game has.
        """
        like: Any = self.first()
        fingerprint, _, body = text.strip().partition(".")
        if fingerprint != self.fingerprint:
            raise ValueError("this state belongs to another game, or to another form of this one")
        try:
            fields = json.loads(body)
        except ValueError:
            raise ValueError("this state line is damaged") from None
        if not isinstance(fields, dict) or list(fields) != list(like._fields):
            raise ValueError(f"a state of this game has {_listed(like._fields)}, in that order")
        for name, value in like._asdict().items():
            if type(fields[name]) is not type(value):
                raise ValueError(f"`{name}` of a state is such as {value!r}, not {fields[name]!r}")
        state = PlainState(self, type(like)(**fields))
        if self.settled(state.position) != state.position:
            raise ValueError("in this state there is nothing to choose")
        return state


class PlainState(Generic[Position]):
    """A position of a plain game at which a side chooses, dice fall, or it is over."""

    def __init__(self, game: PlainGame[Position], position: Position) -> None:
        self.game = game
        self.position = position

    def current_player(self) -> int:
        """Whose choice it is."""
        return self.game.turn(self.position)

    def actor(self) -> str | None:
        """None: choices belong to sides."""
        return None

    def legal_actions(self) -> list[int]:
        """The legal actions; at chance, the outcomes."""
        player = self.current_player()
        if player == CHANCE:
            return [outcome for outcome, _ in self.chance_outcomes()]
        if player == TERMINAL:
            return []
        verbs = list(self.game.verbs)
        return sorted(verbs.index(one) for one in self.game.options(self.position))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Outcomes, numbered in the order of `PlainGame.faces`, with their chances.

        Raises:
            ValueError: where no dice are pending.
        """
        if self.current_player() != CHANCE:
            raise ValueError("no dice are pending")
        faces = list(self.game.faces)
        chances = self.game.dice(self.position).items()
        return sorted((faces.index(face), chance) for face, chance in chances)

    def named(self, action: int) -> Any:
        """The verb of an action, or what dice of an outcome show."""
        dice = self.current_player() == CHANCE
        return list(self.game.faces)[action] if dice else self.game.verbs[action]

    def apply_action(self, action: int) -> None:
        """Apply a legal action or an outcome.

        Raises:
            ValueError: for one that is not legal here.
        """
        if action not in self.legal_actions():
            raise ValueError(f"{action} is not a legal action or outcome here")
        self.position = self.game.settled(self.game.after(self.position, self.named(action)))

    def child(self, action: int) -> Self:
        """The state after an action."""
        after = self.clone()
        after.apply_action(action)
        return after

    def clone(self) -> Self:
        """An independent copy."""
        return type(self)(self.game, self.position)

    def is_terminal(self) -> bool:
        """Whether it is over."""
        return self.current_player() == TERMINAL

    def returns(self) -> tuple[float, float]:
        """What the end is worth to players and GM; zeros before it."""
        worth = float(self.game.worth(self.position)) if self.is_terminal() else 0.0
        return (worth + 0.0, 0.0 - worth)

    @property
    def winner(self) -> str | None:
        """`players`, `gm`, `undecided`, or None while it goes on."""
        if not self.is_terminal():
            return None
        worth = self.returns()[0]
        return UNDECIDED if not worth else SIDES[PLAYERS if worth > 0 else GM]

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, PlainState)
            and other.position == self.position
            and (other.game is self.game or other.game.fingerprint == self.game.fingerprint)
        )

    def __hash__(self) -> int:
        return hash(self.position)

    def __str__(self) -> str:
        return self.game.serialize(self)


def _listed(names: Sequence[str]) -> str:
    return ", ".join(names)
