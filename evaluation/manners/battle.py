"""A battle as manners are counted in it: every step with the state before it, what was chosen, what
happened and the state after it. What is odd in it is told by sightings.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from autogm.agents.base import Agent
from autogm.engine.actions import Action
from autogm.engine.codes import N_DICE, N_TURN
from autogm.engine.events import Event
from autogm.engine.game import Game
from autogm.engine.state import State
from autogm.lab.replay import replay
from autogm.model.words import SIDES


@dataclass(frozen=True)
class Moment:
    """One step: a choice or dice."""

    before: State
    action: int
    events: tuple[Event, ...]
    after: State

    @cached_property
    def node(self) -> int:
        """The kind of choice it was (`autogm.engine.codes`)."""
        return self.before.node()

    @cached_property
    def side(self) -> int:
        """Whose choice it was: 0 the players, 1 the GM; below 0: dice."""
        return self.before.current_player()

    @cached_property
    def who(self) -> str | None:
        """The fighter whose turn, roll or move it was about."""
        return self.before.actor()

    @cached_property
    def said(self) -> Action:
        """What was chosen, in structured form; dice are «dice»."""
        return Action("dice") if self.node == N_DICE else self.describe(self.action)

    @cached_property
    def offered(self) -> tuple[Action, ...]:
        """All that could have been chosen."""
        return tuple(self.describe(one) for one in self.before.legal_actions())

    @property
    def record(self) -> Any:
        """The numbers of the state before it."""
        return self.before.record[0]

    def describe(self, action: int) -> Action:
        """A choice in structured form."""
        return self.before.game.describe(self.before, action)

    def happened(self, kind: str) -> list[Event]:
        """The events of a kind."""
        return [one for one in self.events if one.kind == kind]


@dataclass(frozen=True)
class Turn:
    """What a fighter chose on its turn of an exchange, by the places of those moments in the
    battle; `end` is the place of the first moment of the next turn."""

    who: str
    side: int
    choices: tuple[int, ...]
    end: int


@dataclass(frozen=True)
class Sighting:
    """An opportunity for a manner, or several at once (`of`), and how often it was seen in them
    (`odd`): where in the battle, and of whom; a side without a name where no fighter is meant, and
    none where it is the battle's."""

    place: int
    side: int | None
    who: str | None
    odd: int = 1
    of: int = 1


@dataclass(frozen=True)
class Battle:
    """A battle from its beginning to its end, or as far as it was played."""

    game: Game
    moments: tuple[Moment, ...]

    @cached_property
    def fighters(self) -> dict[str, int]:
        """The number of each fighter by its id."""
        return {name: number for number, name in enumerate(self.game.words.fighters)}

    @property
    def scene(self) -> Any:
        """The conflict's constants."""
        return self.game.scene[0]

    @property
    def end(self) -> State:
        """The last state."""
        return self.moments[-1].after

    def side_of(self, who: str) -> int:
        """The side of a fighter."""
        return int(self.scene["side"][self.fighters[who]])

    def at(self, *nodes: int) -> Iterator[tuple[int, Moment]]:
        """The choices of some kinds, with their places."""
        for place, moment in enumerate(self.moments):
            if moment.node in nodes:
                yield place, moment

    @cached_property
    def turns(self) -> tuple[Turn, ...]:
        """All turns in which something was chosen, in order."""
        found: list[tuple[tuple[str, int], int, list[int]]] = []
        for place, moment in self.at(N_TURN):
            assert moment.who is not None
            key = (moment.who, int(moment.record["exchange"]))
            if not found or found[-1][0] != key:
                found.append((key, moment.side, []))
            found[-1][2].append(place)
        ends = [places[0] for _, _, places in found[1:]] + [len(self.moments)]
        return tuple(
            Turn(key[0], side, tuple(places), end)
            for (key, side, places), end in zip(found, ends, strict=True)
        )

    @property
    def winner(self) -> int | None:
        """The side that has won; none where nobody has."""
        won = self.end.winner
        return SIDES.index(won) if won in SIDES else None


def watch(game: Game, seed: int, number: int, agent: Agent) -> Battle:
    """Play a battle of an agent against itself, as `autogm replay` tells it."""
    moments, state = list[Moment](), game.new_initial_state()
    for step in replay(game, seed, number, (agent, agent)):
        if step.number:
            moments.append(Moment(state, step.action, step.events, step.after))
        state = step.after
    return Battle(game, tuple(moments))


def present(state: State, side: int) -> list[int]:
    """The fighters of a side who are in the scene."""
    scene, here = state.game.scene[0], int(state.record[0]["present"])
    return [
        number
        for number in range(int(scene["fighters"]))
        if (here >> number) & 1 and scene["side"][number] == side
    ]


def zone_of(state: State, fighter: int) -> int:
    """Where a fighter in the scene stands."""
    return int(state.record[0]["zone"][fighter])


def bits(mask: int) -> Sequence[int]:
    """The numbers in a bit mask."""
    return [number for number in range(64) if (mask >> number) & 1]
