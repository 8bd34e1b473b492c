"""What the plain recursion (`plainly`) reads of a state: whose turn, which dice, which roll."""

from __future__ import annotations

from math import floor, sqrt
from typing import Any

from autogm.engine import codes
from autogm.engine.codes import PLAYERS
from autogm.engine.state import State


def whose_turn(state: State, action: int) -> int:
    """The fighter whose turn a choice is made in or begins; -1: none's."""
    if state.node() == codes.N_ORDER:
        return (action >> codes.A_SHIFT) & codes.A_MASK
    kind, fighter = (int(one) for one in state.record[0]["pending"][0, :2])
    return fighter if kind == codes.N_TURN else -1


def pending_number(state: State, column: int) -> int:
    """A number of the innermost pending entry."""
    record = state.record[0]
    return int(record["pending"][int(record["depth"]) - 1, column])


def is_answering(state: State) -> bool:
    """Whether the pending dice answer a roll."""
    return bool(pending_number(state, 3) & codes.DICE_ANSWER)


def is_followed(state: State, child: State) -> bool:
    """Whether the dice that answer a roll are one chance node with its own: not with those of an
    area attack, which several answer."""
    alone = is_answering(state) or is_area(state)
    return not alone and child.rolls_dice() and is_answering(child)


def is_area(state: State) -> bool:
    """Whether the roll is that of an area attack."""
    return bool(state.record[0]["roll_flags"] & codes.R_AREA)


def is_opposed(state: State) -> bool:
    """Whether somebody defends already."""
    return bool(state.record[0]["roll_flags"] & codes.R_OPPOSED)


def three_of(chances: dict[int, float]) -> list[int]:
    """Three sums around the middle that scatter about as much, equally likely."""
    mean = sum(one * p for one, p in chances.items())
    deviation = sqrt(sum((one - mean) ** 2 * p for one, p in chances.items()))
    middle, step = floor(0.5 + mean), max(1, floor(0.5 + sqrt(1.5) * deviation))
    return [middle - step, middle, middle + step]


def chooser_of(state: State) -> Any:
    """How the side that chooses chooses."""
    return max if state.current_player() == PLAYERS else min


def ends_a_stand_off(state: State, scene: Any, reach: Any) -> bool:
    """Whether a fighter without an enemy in reach of its attacks makes for somewhere, in the last
    third of the exchanges."""
    record, limit = state.record[0], int(scene["exchanges"])
    if record["roll_verb"] != codes.V_SPRINT or limit - record["exchange"] + 1 > limit / 3:
        return False
    actor, zone = int(record["roll_actor"]), record["zone"]
    far = reach[int(bool(record["flags"][actor] & codes.F_DISARMED)), actor]
    return all(
        scene["sight"][zone[actor], zone[one]] > far
        for one in range(int(scene["fighters"]))
        if record["present"] >> one & 1 and scene["side"][one] != scene["side"][actor]
    )
