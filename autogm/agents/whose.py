"""Whose choice a choice is: a fighter's own, or its side's."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from autogm.engine import codes
from autogm.game.contract import PLAYERS

if TYPE_CHECKING:
    from autogm.engine.state import State

OWN = (
    codes.N_ANSWER, codes.N_TURN, codes.N_SKILL, codes.N_DEFEND, codes.N_DUEL, codes.N_ABSORB,
    codes.N_BONUS, codes.N_DRIVE, codes.N_PLACE, codes.N_TAKE_COST, codes.N_SPOIL, codes.N_BLOCKED,
    codes.N_TWISTED, codes.N_WAY,
)  # fmt: skip
"""What a fighter chooses, rather than its side."""


def fighter_who_chooses(state: State, hidden: int = 0) -> str | None:
    """The id of the fighter whose own choice it is; none where its side chooses for it. Those of
    the bit mask `hidden` count as not there, unless nobody else is asked."""
    record, side, fighters = state.record[0], state.current_player(), state.game.words.fighters
    node, who = state.node(), state.actor()
    numbers = state.game.scene[0]
    if node == codes.N_CONCEDE:
        asked = int(record["pending"][int(record["depth"]) - 1][3])  # and those after it
        here = int(record["present"]) & int(numbers["side_mask"][side]) >> asked << asked
        here = here & ~hidden or here
        return fighters[here.bit_length() - 1] if here.bit_count() == 1 else None
    if node not in OWN or who is None:
        return None
    target = int(record["roll_target"])
    answers = target > 0 and int(numbers["side"][target - 1]) == side
    if node == codes.N_DUEL and answers:
        return fighters[target - 1]  # a friend who is hit too, as well (E4)
    return who if int(numbers["side"][fighters.index(who)]) == side else None


def side_that_rolls(state: Any) -> int:
    """The number of the side whose dice are pending; that of the players in a game that does not
    say."""
    from autogm.engine.state import State

    if not isinstance(state, State):
        return PLAYERS
    record = state.record[0]
    return int(record["pending"][int(record["depth"]) - 1][2])
