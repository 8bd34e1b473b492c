"""Fate points: who pays, who is paid, and the account of every point (F2-F6, F8). Every movement
is an event with both accounts, so the ledger can be added up from outside.
"""

from __future__ import annotations

from autogm.engine.codes import GM, OWED, POOL, SUPPLY
from autogm.engine.event_codes import EV_POINT, P_CONCESSION, P_LOOP, P_OWED, rule
from autogm.engine.log import emit
from autogm.engine.records import Log, Scene, State
from autogm.engine.stack import count_bits, lowest_bit
from autogm.game.kernels import kernel

F4, H6 = rule("F4"), rule("H6")


@kernel
def move_point(
    state: State, log: Log, source: int, target: int, reason: int, rule_code: int
) -> None:
    """Move one point between accounts: purses, the pool, the endless supply."""
    if source != SUPPLY:
        state.points[source] = state.points[source] - 1
    if target != SUPPLY:
        state.points[target] = state.points[target] + 1
    emit(log, EV_POINT, source, target, 1, reason, 0, rule_code)


@kernel
def poorest_player(scene: Scene, state: State) -> int:
    """The purse of the player character present with the fewest points, first in order; -1 if
    there is none."""
    best, fewest = -1, 1000
    for fighter in range(scene.fighters):
        purse = scene.purse[fighter]
        if purse >= 0 and purse != POOL and (state.present >> fighter) & 1:
            if state.points[purse] < fewest:
                best, fewest = purse, state.points[purse]
    return best


@kernel
def spend(
    scene: Scene, state: State, log: Log, payer: int, opponent: int, reason: int, rule_code: int
) -> None:
    """Spend one of `payer`'s points. In a closed loop it goes to the other side at once (F4): to
    the pool, or to the opponent of the roll, or to the poorest player character."""
    receiver = receiver_of(scene, state, payer, opponent)
    move_point(state, log, payer, SUPPLY, reason, rule_code)
    if receiver >= 0:
        move_point(state, log, SUPPLY, receiver, P_LOOP, F4)


@kernel
def receiver_of(scene: Scene, state: State, payer: int, opponent: int) -> int:
    """Who gets the point that `payer` spends in a roll against `opponent` (-1: nobody); -1: none
    does, outside a closed loop."""
    if scene.closed_loop == 0:
        return -1
    if payer != POOL:
        return POOL
    if opponent >= 0 and 0 <= scene.purse[opponent] < POOL:
        return int(scene.purse[opponent])
    return poorest_player(scene, state)


@kernel
def owe(scene: Scene, state: State, log: Log, fighter: int) -> None:
    """A point is owed to `fighter`'s player for a paid invoke against it, or to the pool; it is
    paid after the scene (F4)."""
    purse = scene.purse[fighter]
    if purse >= 0:
        emit(log, EV_POINT, SUPPLY, OWED + purse, 1, P_OWED, 0, F4)
        if scene.keep_owed:
            state.owed[purse] = state.owed[purse] + 1


@kernel
def concession_award(scene: Scene, state: State, log: Log, fighter: int) -> None:
    """Points owed to someone for conceding, after the conflict (H6): one, and one for each
    consequence. The pool gets the one once, whoever of the NPCs concedes; nameless ones bring it
    nothing."""
    purse = scene.purse[fighter]
    if purse < 0 or (purse == POOL and scene.nameless[fighter]):
        return
    points = count_bits(state.wounds[fighter])
    if purse != POOL or state.yielded == 0:
        points += 1
    if purse == POOL:
        state.yielded = 1
    if points:
        emit(log, EV_POINT, SUPPLY, OWED + purse, points, P_CONCESSION, 0, H6)
        if scene.keep_owed:
            state.owed[purse] = state.owed[purse] + points


@kernel
def can_pay(scene: Scene, state: State, payer: int, side: int, roller: int) -> bool:
    """Whether `payer` may pay for an invoke in a roll of `side`, by or for `roller` (-1: the
    side opposes without dice): the roller itself (A6), allies where the ruleset lets them (A2)."""
    if payer < 0 or state.points[payer] <= 0:
        return False
    if payer == POOL:
        if side != GM:
            return False
        return roller < 0 or scene.purse[roller] == POOL or scene.ally_invokes == 1
    if scene.side[payer] != side or (state.present >> payer) & 1 == 0:
        return False
    return roller == payer or scene.ally_invokes == 1


@kernel
def payers_of(scene: Scene, state: State, side: int) -> int:
    """Everyone of a side with a purse of its own, and for the gm the pool, as a bit mask."""
    payers = state.present & scene.purse_mask[side]
    return payers | (1 << POOL) if side == GM else payers


@kernel
def any_payer(scene: Scene, state: State, side: int, roller: int) -> bool:
    """Whether anyone of `side` has a point to spend on that roll."""
    payers = payers_of(scene, state, side)
    while payers:
        payer = lowest_bit(payers)
        payers &= payers - 1
        if can_pay(scene, state, payer, side, roller):
            return True
    return False
