"""When a conflict ends (H7): the last side standing, objectives, the exchange limit. Tested after
each resolution; what counts exchanges, at their end.
"""

from __future__ import annotations

from autogm.engine.codes import (
    GM,
    ITEM_GONE,
    O_GET_ITEM,
    O_GET_OUT,
    O_HOLD,
    O_SURVIVE,
    O_TAKE_OUT,
    PLAYERS,
    UNDECIDED_WIN,
)
from autogm.engine.event_codes import EV_END, rule
from autogm.engine.log import emit
from autogm.engine.nodes.finish import forget_roll, forget_turn
from autogm.engine.records import Log, Scene, State
from autogm.engine.stack import count_bits, pop
from autogm.game.kernels import kernel

H7 = rule("H7")


@kernel
def win(state: State, log: Log, winner: int, objective: int) -> None:
    """The conflict is over, by an objective (-1: by none): nothing is
    pending any more, no turn and no roll."""
    state.winner = winner
    emit(log, EV_END, -1, winner, state.exchange, objective + 1, 0, H7)
    while state.depth > 0:
        pop(state)
    forget_turn(state)
    forget_roll(state)


@kernel
def still_in(scene: Scene, state: State, side: int) -> int:
    """Fighters of a side that are here or still to come."""
    mask = state.present & scene.side_mask[side]
    if mask:
        return mask
    gone = state.out | state.conceded | state.escaped
    return scene.side_mask[side] & ~scene.reserves & ~gone


@kernel
def test_end(scene: Scene, state: State, log: Log) -> None:
    """Objectives that do not count exchanges, then the last side standing. Both sides gone at
    once is undecided."""
    for objective in range(scene.objectives):
        if met(scene, state, objective):
            win(state, log, scene.objective_side[objective] + 1, objective)
            return
    players, gm = still_in(scene, state, PLAYERS), still_in(scene, state, GM)
    if players == 0 and gm == 0:
        win(state, log, UNDECIDED_WIN, -1)
    elif gm == 0:
        win(state, log, PLAYERS + 1, -1)
    elif players == 0:
        win(state, log, GM + 1, -1)


@kernel
def met(scene: Scene, state: State, objective: int) -> bool:
    """Whether an objective is reached now."""
    does, who = scene.objective_do[objective], scene.objective_who[objective]
    if does == O_GET_OUT:
        return count_bits(state.escaped & who) >= scene.objective_number[objective]
    if does == O_TAKE_OUT:
        return who & ~(state.out | state.conceded) == 0
    if does == O_GET_ITEM:
        return state.item == ITEM_GONE + scene.objective_side[objective]
    return False


@kernel
def end_exchange(scene: Scene, state: State, log: Log) -> None:
    """What an exchange's end decides: zones held, exchanges survived, the limit."""
    for objective in range(scene.objectives):
        does, side = scene.objective_do[objective], scene.objective_side[objective]
        if does == O_HOLD:
            if holds_alone(scene, state, scene.objective_zone[objective], side):
                state.held[objective] = state.held[objective] + 1
            else:
                state.held[objective] = 0
            if state.held[objective] >= scene.objective_exchanges[objective]:
                win(state, log, side + 1, objective)
                return
        elif does == O_SURVIVE:
            if state.exchange >= scene.objective_exchanges[objective]:
                win(state, log, side + 1, objective)
                return
    if state.exchange >= scene.exchanges:
        win(state, log, UNDECIDED_WIN, -1)


@kernel
def holds_alone(scene: Scene, state: State, zone: int, side: int) -> bool:
    """Whether only that side stands in a zone."""
    own, theirs = False, False
    for fighter in range(scene.fighters):
        if (state.present >> fighter) & 1 and state.zone[fighter] == zone:
            if scene.side[fighter] == side:
                own = True
            else:
                theirs = True
    return own and not theirs
