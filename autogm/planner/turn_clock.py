"""The seconds of a turn, shared out among its choices as they come. How many there will be is not
known: what a turn is about has most of what is left, everything else a part, and what a choice does
not use is left to those after it, so that together they keep the limit. All answers within one turn
of somebody else have as much together.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from autogm.engine.codes import N_ORDER, N_TURN
from autogm.engine.state import State
from autogm.game.contract import GM, PLAYERS

MAIN, PART = 0.75, 0.3
"""The shares of what is left that a choice may take: what the turn is about, and all else."""


class Turn(NamedTuple):
    """What has a limit of its own: one's own turn, of a fighter (None: who that is, is to be chosen
    now), or the answers in somebody else's."""

    exchange: int
    own: bool
    fighter: int | None


@dataclass
class Side:
    """What a side has of the turn at hand: the turn, the seconds left, and the position in which
    it was asked about first."""

    left: float
    turn: Turn | None = None
    first: bytes = b""


class TurnClock:
    """The time of who plays a side, or both: `seconds` for each turn."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._sides = {side: Side(seconds) for side in (PLAYERS, GM)}
        self._asked = self._sides[PLAYERS]

    def allot(self, state: State) -> float:
        """The seconds that the choice in a state may take, of what its turn has left. A turn begins
        anew where somebody asks once more about its first choice."""
        turn, opening, here = turn_of(state), _is_opening(state), state.record.tobytes()
        self._asked = side = self._sides[state.current_player()]
        follows = side.turn == turn or (side.turn == Turn(turn.exchange, True, None) and turn.own)
        if state.node() == N_ORDER or not follows or here == side.first:
            side.left, side.first = self._seconds, here
        side.turn = turn
        return (MAIN if opening else PART) * side.left

    def spend(self, seconds: float) -> None:
        """Count what the choice took that was asked about last."""
        self._asked.left = max(0.0, self._asked.left - seconds)


def turn_of(state: State) -> Turn:
    """The turn that a choice belongs to. Who acts next is chosen with that fighter's turn."""
    kind, fighter, side = (int(one) for one in state.record[0]["pending"][0][:3])
    if kind == N_ORDER:
        return Turn(state.exchange, True, None)
    return Turn(state.exchange, kind == N_TURN and side == state.current_player(), fighter)


def _is_opening(state: State) -> bool:
    """Whether it is what a turn is about that is chosen, and not what it goes on with."""
    return state.node() == N_TURN and not int(state.record["turn_flags"][0])
