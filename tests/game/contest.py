"""A kind of games in thirty lines: the first side to so many victories wins a contest, which lasts
so many exchanges. Whoever has the turn is steady (two times in three it brings a victory) or bold
(once in three it brings two, and once in three it brings the other side one).
"""

from __future__ import annotations

from typing import Annotated, Any, NamedTuple

from pydantic import Field

from autogm.game.contract import CHANCE, TERMINAL
from autogm.game.plain import PlainGame
from autogm.game.registry import GameKind, register
from autogm.model.gamefile import GameFile

GAINS = {"be bold": {-1: (0, 1), 0: (0, 0), 1: (2, 0)},
         "be steady": {-1: (0, 0), 0: (1, 0), 1: (1, 0)}}  # fmt: skip


class ContestFile(GameFile):
    goal: Annotated[int, Field(ge=1, le=9)] = 3
    exchanges: Annotated[int, Field(ge=1, le=20)] = 4


class Moment(NamedTuple):
    players: int
    gm: int
    left: int
    side: int
    manner: str


class Contest(PlainGame[Moment]):
    verbs = ("be bold", "be steady")
    faces = {-1: 1 / 3, 0: 1 / 3, 1: 1 / 3}  # noqa: RUF012

    def __init__(self, file: ContestFile) -> None:
        super().__init__(file.title)
        self.goal, self.exchanges = file.goal, file.exchanges
        self.max_game_length = 4 * file.exchanges

    def first(self) -> Moment:
        return Moment(0, 0, self.exchanges, 0, "")

    def turn(self, at: Moment) -> int:
        if at.manner:
            return CHANCE
        return TERMINAL if at.left == 0 or self.goal in at[:2] else at.side

    def options(self, at: Moment) -> tuple[str, ...]:
        return self.verbs if at.left > 1 else ("be bold",)

    def after(self, at: Moment, what: Any) -> Moment:
        if not at.manner:
            return at._replace(manner=what)
        own, other = GAINS[at.manner][what]
        more = (own, other) if at.side == 0 else (other, own)
        players, gm = at.players + more[0], at.gm + more[1]
        return Moment(
            min(players, self.goal), min(gm, self.goal), at.left - at.side, 1 - at.side, ""
        )

    def worth(self, at: Moment) -> float:
        return float((at.players > at.gm) - (at.players < at.gm))


CONTEST = GameKind(
    "contest",
    "the first side to so many victories wins",
    "tests.game.contest:ContestFile",
    "tests.game.contest:Contest",
)


def known() -> None:
    """Make it known."""
    register(CONTEST)
