"""An agent that is no kernel, so that the loop over battles has to stop and ask it."""

from __future__ import annotations

from dataclasses import dataclass

from autogm.agents.base import Agent, Decision, RandomSource
from autogm.engine.state import State


@dataclass
class Asked:
    """An agent that is asked for each of its choices."""

    agent: Agent

    @property
    def name(self) -> str:
        """The agent's."""
        return self.agent.name

    def decide(self, state: State, source: RandomSource) -> Decision:
        """The agent's decision."""
        return self.agent.decide(state, source)
