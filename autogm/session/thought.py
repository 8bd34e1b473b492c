"""What an agent is to decide, or to propose to a person, while the game itself need not stand
still.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from autogm.agents.base import Decision, RandomSource

if TYPE_CHECKING:
    from autogm.agents.base import Agent


@dataclass(frozen=True)
class Thought:
    """What an agent is to decide: at which place of the history, for which seat. It has all that it
    needs, so that a game need not stand still while somebody thinks."""

    at: int
    seat: str
    agent: Agent
    state: Any
    source: RandomSource

    def decide(self) -> Decision:
        """What the agent chooses; it may take long, and whatever an agent raises."""
        decision = self.agent.decide(self.state.clone(), self.source)
        if decision.action not in self.state.legal_actions():
            raise ValueError(f"{decision.action} is not legal here")
        return decision
