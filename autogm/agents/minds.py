"""What agents that think keep of the games they play: one mind for each thread and game, since
battles run on threads and each thinks with scratch of its own. Only the last few games are kept.
"""

from __future__ import annotations

from collections.abc import Callable
from threading import local
from typing import Generic, TypeVar

from autogm.engine.game import Game

KEPT_GAMES = 4
Mind = TypeVar("Mind")


class Minds(Generic[Mind]):
    """The minds of one agent; `make` begins one for a game."""

    def __init__(self, make: Callable[[Game], Mind]) -> None:
        self._make = make
        self._own = local()

    def of(self, game: Game) -> Mind:
        """This thread's mind for a game."""
        if not hasattr(self._own, "known"):
            self._own.known = []
        known: list[tuple[Game, Mind]] = self._own.known
        for place, (other, mind) in enumerate(known):
            if other is game:
                if place:
                    known.insert(0, known.pop(place))
                return mind
        mind = self._make(game)
        known.insert(0, (game, mind))
        del known[KEPT_GAMES:]
        return mind
