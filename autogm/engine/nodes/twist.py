"""Twists of a roll (F6): the offer where the roll has gained something, and its answer. Who may
offer what, and who pays, is as for compels.
"""

from __future__ import annotations

from autogm.engine.area import enemies_follow
from autogm.engine.aspects import add_free, is_hidden
from autogm.engine.codes import (
    E_TWIST,
    HERE,
    N_OUTCOME,
    N_TWISTED,
    SUPPLY,
    V_ACCEPT,
    V_COMPEL,
    V_PASS,
    V_REFUSE,
)
from autogm.engine.event_codes import (
    EV_ANSWER,
    EV_COMPEL,
    EV_STATUS,
    P_STAKE,
    P_STAKE_BACK,
    P_TWIST,
    X_TWISTED,
    rule,
)
from autogm.engine.log import emit
from autogm.engine.nodes.compel import (
    KEEP,
    PAYER_SHIFT,
    gm_can_pay,
    list_offers,
    pay_victim,
    slot_of,
)
from autogm.engine.pack import add, first, second, verb_of
from autogm.engine.points import move_point
from autogm.engine.records import Buffer, Log, Scene, State
from autogm.engine.stack import pop, push
from autogm.game.kernels import kernel

F3, F6 = rule("F3"), rule("F6")


@kernel
def twistable(scene: Scene, state: State, fighter: int) -> bool:
    """Whether an unused twist (F6) waits for that fighter, who is paid for taking it. The one roll
    of an area attack is twisted once."""
    if scene.purse[fighter] < 0 or not gm_can_pay(scene, state, fighter):
        return False
    if state.roll_twisted:
        return False
    for compel in range(scene.compels):
        if may_twist(scene, state, compel, fighter, 1 - scene.side[fighter]):
            return True
    return False


@kernel
def may_twist(scene: Scene, state: State, compel: int, victim: int, side: int) -> bool:
    """Whether a compel is a twist of the victim's rolls, unused, that `side` may offer: its aspect
    is in play and not hidden from that side (A16)."""
    slot = slot_of(scene, compel, victim)
    return (
        scene.compel_victim[compel] == scene.mob_of[victim]
        and scene.compel_effect[compel] == E_TWIST
        and (state.compelled >> compel) & 1 == 0
        and state.here[slot] & HERE != 0
        and not is_hidden(state, slot, side)
    )


@kernel
def legal_twist(scene: Scene, state: State, buffer: Buffer) -> int:
    """Let the roll stand, or offer one of the twists that wait for the roller (F6), staked as any
    compel is."""
    top = state.depth - 1
    victim, side = state.pending[top, 1], state.pending[top, 2]
    count = add(buffer, 0, V_PASS, 0, 0, 0)
    for compel in range(scene.compels):
        if may_twist(scene, state, compel, victim, side):
            count = list_offers(scene, state, side, compel, buffer, count)
    return count


@kernel
def apply_twist(scene: Scene, state: State, action: int, log: Log) -> None:
    """The offer is the roller's to take."""
    victim = state.pending[state.depth - 1, 1]
    pop(state)
    if verb_of(action) == V_COMPEL:
        number, payer = first(action), second(action)
        state.compelled = state.compelled | scene.compel_same[number]
        if payer:
            move_point(state, log, payer - 1, SUPPLY, P_STAKE, F3)
        emit(log, EV_COMPEL, victim, number, payer - 1, 1, 0, F6)
        push(state, N_TWISTED, victim, scene.side[victim], number | (payer << PAYER_SHIFT))


@kernel
def legal_twisted(buffer: Buffer) -> int:
    """Accept, or decline, which is free (F6)."""
    count = add(buffer, 0, V_ACCEPT, 0, 0, 0)
    return add(buffer, count, V_REFUSE, 0, 0, 0)


@kernel
def apply_twisted(scene: Scene, state: State, action: int, log: Log) -> None:
    """Accepting pays a point, and the twist replaces what the roll would have gained: the outcome
    is dropped, and what happens instead is the other side's to say: a free invoke on the aspect
    that was compelled, as a compel may bring (X1). A boost it is not; `minifate` has none.
    Declining gives a stake back."""
    top = state.depth - 1
    victim, packed = state.pending[top, 1], state.pending[top, 3]
    number, payer = packed & KEEP, packed >> PAYER_SHIFT
    pop(state)
    accepted = verb_of(action) == V_ACCEPT
    emit(log, EV_ANSWER, victim, number, accepted, 0, 0, F6)
    if accepted:
        pay_victim(scene, state, log, victim, payer > 0, P_TWIST, F6)
        emit(log, EV_STATUS, victim, X_TWISTED, 0, 0, 0, F6)
        slot = slot_of(scene, number, victim)
        other = 1 - scene.side[victim]
        held = state.free[slot, other] + 0
        add_free(scene, state, log, slot, other, 1, F6)
        if enemies_follow(scene, state) and state.free[slot, other] > held:
            state.roll_twisted = slot + 1
        if state.pending[state.depth - 1, 0] == N_OUTCOME:
            pop(state)
            state.margin = 0
    elif payer:
        move_point(state, log, SUPPLY, payer - 1, P_STAKE_BACK, F3)
