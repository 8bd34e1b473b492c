"""The agents by name, and who plays which side; `names` has the names alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

from autogm.agents.base import Agent, Decision, RandomSource
from autogm.agents.choose import BRAWLER, RANDOM
from autogm.agents.entries import choose_at
from autogm.agents.names import everybody, fighters_of, known, seating
from autogm.agents.plain import any_choice, own_choice
from autogm.agents.seated import Seated
from autogm.engine.game import new_buffer
from autogm.engine.state import State
from autogm.game.registry import CONFLICT
from autogm.game.rows import rows

if TYPE_CHECKING:
    from autogm.rules.encounter import Encounter


@dataclass(frozen=True)
class CompiledAgent:
    """An agent whose choice is a kernel that needs no evaluator; `number` is its number there.

    Raises:
        ValueError: for the number of an agent with an evaluator: the kernel would play at random.
    """

    name: str
    number: int

    def __post_init__(self) -> None:
        if self.number not in (RANDOM, BRAWLER):
            raise ValueError(f"`{self.name}`: agent number {self.number} needs an evaluator")

    @property
    def entries(self) -> tuple[Any, ...]:
        """The compiled entries that deciding calls."""
        return (choose_at,)

    def decide(self, state: State, source: RandomSource) -> Decision:
        """Choose by the kernel."""
        legal = state.legal_actions()
        chosen = int(
            choose_at(
                state.game.scene_rows,
                rows(state.record),
                self.number,
                source.seed,
                source.battle,
                source.step,
                new_buffer(),
            )
        )
        action = state.game.describe(state, chosen).as_dict()
        return Decision(chosen, {"by": self.name, "choices": len(legal), "action": action})


@dataclass(frozen=True)
class RandomAgent(CompiledAgent):
    """An agent that plays any kind of game, in conflicts by the kernel."""

    def decide(self, state: Any, source: RandomSource) -> Decision:
        """Choose any legal action."""
        if isinstance(state, State):
            return super().decide(state, source)
        return any_choice(self.name, state, source)


@dataclass(frozen=True)
class OwnAgent:
    """An agent that is a kernel of the games that it plays (`autogm.game.contract.Playing`)."""

    name: str

    def decide(self, state: Any, source: RandomSource) -> Decision:
        """Choose by the game's kernel."""
        return own_choice(self.name, state, source)


def random(name: str) -> Agent:
    """The agent that takes any legal action."""
    return RandomAgent(name, RANDOM)


def brawler(name: str) -> Agent:
    """The agent that hits what is nearest."""
    return CompiledAgent(name, BRAWLER)


def agent(name: str) -> Agent:
    """The agent of that name, of any level (see `names.known`). The same name always returns the
    same agent, with what it keeps of the games it plays.

    Raises:
        UnknownAgentError: naming the known ones.
    """
    return _made(known(name))


@cache
def _made(name: str) -> Agent:
    module, _, function = everybody()[name.partition(":")[0]].made_by.partition(":")
    made: Agent = getattr(import_module(module), function)(name)
    return made


def entries_of(agents: Sequence[Agent]) -> list[Any]:
    """The entries that agents call to decide, so that they can be compiled before."""
    return [entry for one in agents for entry in getattr(one, "entries", ())]


def seats(
    text: str | None, kind: str = CONFLICT, encounter: Encounter | None = None
) -> tuple[Agent, Agent]:
    """Who plays the players' and the gm's side of a game of that kind, as `names.seating` reads it;
    in a conflict also which of its fighters.

    Raises:
        UnknownAgentError: as `names.seating`.
    """
    found = seating(text, kind, encounter)
    players, gm = agent(found.players), agent(found.gm)
    if encounter is None or not found.fighters:
        return players, gm
    means = fighters_of(encounter)
    by: dict[str, tuple[str, Agent]] = {}
    for who in sorted(found.fighters, key=lambda one: -len(means[one])):  # one copy after them all
        by |= dict.fromkeys(means[who], (who, agent(found.fighters[who])))
    sides = {one.id: one.side for one in encounter.fighters}
    return _seated(players, "players", by, sides), _seated(gm, "gm", by, sides)


def _seated(
    side: Agent, name: str, by: dict[str, tuple[str, Agent]], sides: Mapping[str, str]
) -> Agent:
    """Who plays a side, and those of its fighters who have an agent of their own."""
    own = {who: one for who, one in by.items() if sides[who] == name}
    return Seated(side, own) if own else side
