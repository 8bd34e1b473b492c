"""What an action is paid with when it is declared (A15), and what comes back where a concession
interrupts it before its dice (H6). What stunts cost is not paid before the dice fall, so that it
never has to come back.
"""

from __future__ import annotations

from autogm.engine.aspects import boost, is_boost, mark_free, use_free
from autogm.engine.codes import HERE, OWED, POOL, SUPPLY, ZONE_SUBJECT
from autogm.engine.event_codes import (
    EV_FREE,
    EV_INVOKE,
    EV_POINT,
    I_PAID,
    P_EFFECT,
    P_RETURNED,
    rule,
)
from autogm.engine.log import emit
from autogm.engine.points import owe, receiver_of, spend
from autogm.engine.records import Log, Scene, State
from autogm.engine.stack import here_still
from autogm.game.kernels import kernel

A15, H6 = rule("A15"), rule("H6")
OWN_FREE, OPEN_FREE, POINT = 0, 1, 2
"""How it was paid, in the middle part of a price: with a free invoke, or a point of a purse (+)."""
SLOT_BITS, HOW_BITS = 10, 6
ITS_EFFECT = 2  # what the invoke brings, in the log


@kernel
def pay_for_effect(
    scene: Scene, state: State, log: Log, fighter: int, slot: int, payment: int
) -> int:
    """Pay for an invoke for effect: with a free invoke (0) or a purse's point (+ 1). Returns what
    was paid as one number, for `state.roll_price`: the aspect + 1, how, and who got the point in a
    closed loop + 1."""
    side = int(scene.side[fighter])
    if payment == 0:
        how = OPEN_FREE if state.free[slot, 2] > 0 else OWN_FREE
        use_free(scene, state, log, fighter, slot, side, ITS_EFFECT, A15)
        return (slot + 1) | (how << SLOT_BITS)
    payer = payment - 1
    receiver = receiver_of(scene, state, payer, -1)
    spend(scene, state, log, payer, -1, P_EFFECT, A15)
    emit(log, EV_INVOKE, fighter, slot, I_PAID, ITS_EFFECT, payer, A15)
    if is_owed(scene, slot, side):
        owe(scene, state, log, scene.slot_subject[slot])
    how = POINT + payer
    return (slot + 1) | (how << SLOT_BITS) | ((receiver + 1) << (SLOT_BITS + HOW_BITS))


@kernel
def is_owed(scene: Scene, slot: int, side: int) -> bool:
    """Whether a point that `side` pays for an aspect is owed to whoever bears it (F4)."""
    subject = scene.slot_subject[slot]
    return scene.owed == 1 and subject < ZONE_SUBJECT and scene.side[subject] != side


@kernel
def by_point(price: int) -> bool:
    """Whether an action was paid for with a point: only then has it used its side's paid invoke of
    the aspect (A3), which another effect of the turn may have used before."""
    return (price >> SLOT_BITS) & ((1 << HOW_BITS) - 1) >= POINT


@kernel
def give_payment_back(scene: Scene, state: State, log: Log) -> None:
    """The declared action does not come about: the point, the free invoke or the boost that it was
    paid with returns, unless the aspect has gone with who bore it."""
    price = int(state.roll_price)
    state.roll_price = 0
    if price == 0:
        return
    slot, how = (price & ((1 << SLOT_BITS) - 1)) - 1, (price >> SLOT_BITS) & ((1 << HOW_BITS) - 1)
    side = int(scene.side[state.roll_actor])
    subject = int(scene.slot_subject[slot])
    if how >= POINT:
        receiver = (price >> (SLOT_BITS + HOW_BITS)) - 1
        source = SUPPLY if receiver < 0 else account_of(state, receiver)
        return_point(scene, state, log, source, account_of(state, how - POINT))
        if is_owed(scene, slot, side) and scene.purse[subject] >= 0:
            return_point(scene, state, log, OWED + int(scene.purse[subject]), SUPPLY)
    elif is_boost(scene, slot):
        if here_still(state, subject):
            boost(scene, state, log, subject, slot, side, H6)
    elif state.here[slot] & HERE:
        column = 2 if how == OPEN_FREE else side
        state.free[slot, column] = state.free[slot, column] + 1
        mark_free(state, slot)
        emit(log, EV_FREE, -1, slot, column, 1, 0, H6)


@kernel
def account_of(state: State, purse: int) -> int:
    """Where a purse's points are: set aside once its owner has left."""
    return purse if purse == POOL or here_still(state, purse) else OWED + purse


@kernel
def return_point(scene: Scene, state: State, log: Log, source: int, target: int) -> None:
    """Move one point between accounts, those of what is owed among them."""
    if source < SUPPLY:
        state.points[source] = state.points[source] - 1
    elif source >= OWED and scene.keep_owed:
        state.owed[source - OWED] = state.owed[source - OWED] - 1
    if target < SUPPLY:
        state.points[target] = state.points[target] + 1
    elif target >= OWED and scene.keep_owed:
        state.owed[target - OWED] = state.owed[target - OWED] + 1
    emit(log, EV_POINT, source, target, 1, P_RETURNED, 0, H6)
