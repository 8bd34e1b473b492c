"""What a person at the table has left to the program, by kinds of choices. It is decided from what
their side may know.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal, get_args

from autogm.engine.carry import NotKnownError
from autogm.engine.codes import (
    N_ABSORB,
    N_BLOCK,
    N_BLOCKED,
    N_BONUS,
    N_DEFEND,
    N_DUEL,
    N_NAME_COST,
    N_OPPOSE,
    N_SKILL,
    N_SPOIL,
    N_TAKE_COST,
)
from autogm.engine.observation import public
from autogm.engine.state import State

if TYPE_CHECKING:
    from autogm.agents.base import Agent, Decision, RandomSource

Left = Literal["skills", "invokes", "blocks", "costs"]
LEFT: tuple[Left, ...] = get_args(Left)
"""What can be left to the program."""
NODES: dict[Left, tuple[int, ...]] = {
    "skills": (N_SKILL, N_DEFEND),
    "invokes": (N_DUEL,),
    "blocks": (N_BLOCK, N_BLOCKED, N_OPPOSE),
    "costs": (N_ABSORB, N_BONUS, N_NAME_COST, N_TAKE_COST, N_SPOIL),
}
"""The nodes of each kind of choice."""
WORDS: dict[Left, str] = {
    "skills": "which skill to roll",
    "invokes": "whether to invoke",
    "blocks": "whom to block, and who opposes",
    "costs": "what a hit, a cost or style comes to",
}
"""Each kind of choice as a person is told of it."""


def kind_left(node: int) -> Left | None:
    """The kind of choice that a node belongs to; None where it can only be made oneself."""
    return next((kind for kind, nodes in NODES.items() if node in nodes), None)


def is_known(state: State) -> bool:
    """Whether whoever chooses may know all that their choice is about."""
    try:
        state.game.as_known_to(state, state.current_player())
    except NotKnownError:
        return False
    return True


@dataclass(frozen=True)
class Delegate:
    """Decides as an agent does for a person, from what their side may know."""

    agent: Agent

    @property
    def name(self) -> str:
        """The agent's."""
        return self.agent.name

    def decide(self, state: Any, source: RandomSource) -> Decision:
        """Choose.

        Raises:
            NotKnownError: where what is going on is about somebody or something hidden.
            ValueError: where what the side would do cannot be done, for a reason hidden from it.
        """
        side = state.current_player()
        seen = state.game.as_known_to(state, side)
        found = self.agent.decide(seen, source)
        if seen is state:
            return found
        said = public(seen.game.describe(seen, found.action))
        return replace(found, action=state.game.choice(state, side, said))
