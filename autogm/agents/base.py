"""What an agent is: it gets a state and an explicit random source, and answers with a decision
that carries its reasons. Nothing here knows how a particular agent thinks.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Protocol

from autogm.engine.game import State


@dataclass(frozen=True)
class RandomSource:
    """Randomness for one decision, keyed and not streamed: the seed and number of the battle and
    the number of the choice within it."""

    seed: int
    battle: int = 0
    step: int = 0


@dataclass(frozen=True)
class Decision:
    """A legal action and why it was taken: a sentence, and the facts it was made from. What takes
    time to count out is left to `study` until somebody asks for the `reasons`."""

    action: int
    reason: str
    facts: dict[str, Any] = field(default_factory=dict)
    study: Callable[[], dict[str, Any]] | None = field(default=None, repr=False, compare=False)

    def reasons(self) -> dict[str, Any]:
        """All the facts, those included that are counted out only now."""
        return self.facts | (self.study() if self.study else {})


class Agent(Protocol):
    """Somebody who decides."""

    @property
    def name(self) -> str:
        """What the agent is called in commands and tables."""

    def decide(self, state: State, source: RandomSource) -> Decision:
        """Choose a legal action of a state at which a side decides."""
