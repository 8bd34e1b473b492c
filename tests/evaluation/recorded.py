"""Battles for tests of manners: a table that keeps every step."""

from __future__ import annotations

from typing import Any

from autogm.engine import codes
from autogm.engine.game import Game
from evaluation.manners.battle import Battle, Moment
from evaluation.manners.table import manner
from tests.table import Table, scene


class Recorded(Table):
    """A table whose steps become a battle."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.moments: list[Moment] = []

    def _apply(self, action: int) -> Recorded:
        before = self.state.clone()
        events = tuple(self.game.events(before, action))
        super()._apply(action)
        self.moments.append(Moment(before, action, events, self.state.clone()))
        return self

    def rest(self) -> Recorded:
        """Let the turn's action come to its end: dice show 0, nobody invokes, and of what is left
        to choose the first is chosen."""
        while self.state.node() not in (0, codes.N_TURN, codes.N_ORDER):
            if self.state.current_player() == codes.CHANCE:
                self._apply(-int(self.game.scene[0]["lowest"]))
                continue
            plain = self._plain()
            self._apply(self.state.legal_actions()[0] if plain is None else plain)
        return self

    def seen(self, name: str) -> tuple[int, int]:
        """How often a manner was seen so far, and out of how many opportunities."""
        found = list(manner(name).count(Battle(self.game, tuple(self.moments))))
        return sum(one.odd for one in found), sum(one.of for one in found)

    def who(self, name: str) -> list[str | None]:
        """Whose manner it was, each time that it was seen."""
        found = manner(name).count(Battle(self.game, tuple(self.moments)))
        return [one.who for one in found if one.odd]


def recorded(ruleset: str, players: str, gm: str, ground: str = "here", **fields: Any) -> Recorded:
    """A recorded table, as `tests.table.scene` sets it."""
    return Recorded(scene(ruleset, players, gm, ground, **fields).game)
