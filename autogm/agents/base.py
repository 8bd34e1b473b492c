"""What an agent is: given a state and an explicit random source, it returns a decision that carries
its reasons. Nothing here knows how a particular agent thinks.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Protocol

from autogm.engine.state import State


@dataclass(frozen=True)
class RandomSource:
    """Randomness for one decision, keyed and not streamed: the seed and number of the battle and
    the number of the choice within it."""

    seed: int
    battle: int = 0
    step: int = 0


@dataclass(frozen=True)
class Decision:
    """A legal action, and why it was taken, as plain data. In `facts`, `by` says how the agent
    comes to its decisions, `choices` among how many it had to choose, `action` what it took in
    structured form; the rest is the agent's own. An agent that nobody has words for may say why in
    `says`. `study` finds out further facts, which take longer than the choice itself. Sentences are
    made of them elsewhere (`autogm.view.words.reasons`)."""

    action: int
    facts: dict[str, Any] = field(default_factory=dict, compare=False)
    study: Callable[[], dict[str, Any]] | None = field(default=None, repr=False, compare=False)

    def reasons(self) -> dict[str, Any]:
        """All the facts, including those that are found out only now."""
        return self.facts | (self.study() if self.study else {})


class Agent(Protocol):
    """Decides for a side."""

    @property
    def name(self) -> str:
        """What the agent is called in commands and tables."""

    def decide(self, state: State, source: RandomSource) -> Decision:
        """Choose a legal action of a state at which a side decides."""
