"""A step of a game in progress: as it was played, and as it is to be kept."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from autogm.agents.base import Decision
from autogm.game.plays import BY_HAND
from autogm.session.history import Entry
from autogm.session.moment import position_set


@dataclass(frozen=True)
class Step:
    """One entry of the history as it was played: the state before and after it, and the action or
    outcome; `BY_HAND` where things were set, after which it may be another game."""

    entry: Entry
    before: Any
    action: int
    after: Any

    @property
    def position(self) -> Mapping[str, Any] | None:
        """The fields of the position that was set by hand; none of other steps."""
        return position_set(self.entry.data) if self.action == BY_HAND else None

    @property
    def decision(self) -> Decision | None:
        """What an agent decided or proposed, and by what; none for persons, and for dice and what
        was set by hand, whatever a saved file says of these."""
        if not self.entry.facts or self.action == BY_HAND or self.before.current_player() < 0:
            return None
        return Decision(self.action, dict(self.entry.facts))


@dataclass(frozen=True)
class Change:
    """What a keeper is to keep of a step: where the game stands now, with the entry that is new, or
    with another head (title, seats, dice). `winner` is who has won there (a side, or undecided),
    empty while it goes on, and None where that has not changed."""

    here: int
    tip: int
    entry: Entry | None = None
    winner: str | None = None
    head: Mapping[str, Any] = field(default_factory=dict)


Keeper = Callable[[Change], None]
"""Keeps a change for good before it returns; raises where it cannot."""


def keep_nothing(change: Change) -> None:
    """The keeper of a game that is kept nowhere."""
