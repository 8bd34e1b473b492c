"""What agents that search keep of the games they play: one evaluator for each thread and game,
since battles run on threads and each search needs scratch of its own. Only the last few games are
kept.
"""

from __future__ import annotations

from collections.abc import Callable
from threading import local
from typing import Generic, TypeVar

from autogm.engine.game import Game

KEPT_GAMES = 4
Evaluator = TypeVar("Evaluator")


class Evaluators(Generic[Evaluator]):
    """The evaluators of one agent; `make` makes one for a game."""

    def __init__(self, make: Callable[[Game], Evaluator]) -> None:
        self._make = make
        self._own = local()

    def of(self, game: Game) -> Evaluator:
        """This thread's evaluator for a game."""
        if not hasattr(self._own, "known"):
            self._own.known = []
        known: list[tuple[Game, Evaluator]] = self._own.known
        for place, (other, evaluator) in enumerate(known):
            if other is game:
                if place:
                    known.insert(0, known.pop(place))
                return evaluator
        evaluator = self._make(game)
        known.insert(0, (game, evaluator))
        del known[KEPT_GAMES:]
        return evaluator
