"""What an agent is: given a state and an explicit random source, it returns a decision that carries
its reasons. Nothing here knows how a particular agent thinks.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
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
    """A legal action, and why it was taken. The reason is put into words only when somebody asks,
    since most battles have no listener. `tell` returns the sentence and the facts it is made from,
    `study` further facts that take longer to find out than the choice itself."""

    action: int
    tell: Callable[[], tuple[str, dict[str, Any]]] = field(compare=False)
    study: Callable[[], dict[str, Any]] | None = field(default=None, repr=False, compare=False)

    @cached_property
    def _told(self) -> tuple[str, dict[str, Any]]:
        return self.tell()

    @property
    def reason(self) -> str:
        """Why, in a sentence."""
        return self._told[0]

    @property
    def facts(self) -> dict[str, Any]:
        """The numbers that the sentence was made from."""
        return self._told[1]

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
