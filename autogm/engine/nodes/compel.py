"""Compels in a conflict (X1, F3, F5, R4, R5): the offer at the start of the victim's turn, its
answer, what it does.
"""

from __future__ import annotations

from autogm.engine.aspects import add_free, is_hidden, known
from autogm.engine.codes import (
    E_ATTACK_NEAREST,
    E_AWAY,
    E_FREE_INVOKE,
    E_LOSE_ACTION,
    E_SKILL_OUT,
    E_TOWARD,
    E_TWIST,
    F_KEEPS_ROAR,
    GM,
    HERE,
    N_ANSWER,
    N_COMPEL,
    PLAYERS,
    POOL,
    SUPPLY,
    T_BOUND,
    T_MUST_ATTACK,
    V_ACCEPT,
    V_COMPEL,
    V_PASS,
    V_PAY_TO_KEEP_ROARING,
    V_REFUSE,
)
from autogm.engine.event_codes import (
    EV_ANSWER,
    EV_COMPEL,
    EV_STATUS,
    P_COMPEL,
    P_REFUSAL,
    P_ROAR,
    P_STAKE,
    P_STAKE_BACK,
    X_LOSES_ACTION,
    X_MUST_ATTACK,
    X_MUST_FLEE,
    X_MUST_MOVE,
    X_ROAR_KEPT,
    X_SKILL_OUT,
    rule,
)
from autogm.engine.log import emit
from autogm.engine.mobs import slot_on
from autogm.engine.nodes.binding import ACTS, could_do, surely
from autogm.engine.nodes.fight import can_attack
from autogm.engine.nodes.finish import spend_action
from autogm.engine.nodes.turn import legal_turn, steps
from autogm.engine.pack import add, first, second, verb_of
from autogm.engine.points import move_point, spend
from autogm.engine.records import Buffer, Log, Scene, State
from autogm.engine.roar import end_roar
from autogm.engine.stack import pop, push
from autogm.game.kernels import kernel

F3, F5, R4, R5, X1 = (rule(name) for name in ("F3", "F5", "R4", "R5", "X1"))
KEEP = 63  # in place of a compel's number: keep roaring
PAYER_SHIFT = 6


@kernel
def may_compel(scene: Scene, state: State, fighter: int, side: int, buffer: Buffer) -> bool:
    """Whether `side` could offer `fighter` anything as its turn begins, and so once an exchange:
    the other side, or the own one for a player character (X1)."""
    if scene.purse[fighter] < 0 or not gm_can_pay(scene, state, fighter):
        return False
    if side == scene.side[fighter] and side != PLAYERS:
        return False
    could = surely(scene, state, fighter)
    if any_bites(scene, state, fighter, side, could):
        return True
    if not in_doubt(scene, state, fighter, side, could):
        return False
    could = looked_over(scene, state, fighter, side, buffer)
    return any_bites(scene, state, fighter, side, could)


@kernel
def looked_over(scene: Scene, state: State, fighter: int, side: int, buffer: Buffer) -> int:
    """What a fighter could do, as far as offers of `side` depend on it (`could_do`)."""
    skilled = 1 if may_keep_roaring(scene, state, fighter, side) else 0
    for compel in range(scene.compels):
        if scene.compel_effect[compel] == E_SKILL_OUT:
            if usable(scene, state, compel, fighter, side):
                skilled = 1
    count = legal_turn(scene, state, buffer)
    return could_do(scene, state, fighter, buffer, count, skilled)


@kernel
def any_bites(scene: Scene, state: State, fighter: int, side: int, could: int) -> bool:
    """Whether `side` has something to offer that takes anything away from who `could` do that."""
    if may_keep_roaring(scene, state, fighter, side) and binds_roar(scene, state, fighter, could):
        return True
    for compel in range(scene.compels):
        if usable(scene, state, compel, fighter, side) and bites(scene, compel, could):
            return True
    return False


@kernel
def in_doubt(scene: Scene, state: State, victim: int, side: int, could: int) -> bool:
    """Whether there is something to offer that takes nothing away from who `could` do no more than
    that."""
    if may_keep_roaring(scene, state, victim, side) and not binds_roar(scene, state, victim, could):
        return True
    for compel in range(scene.compels):
        if usable(scene, state, compel, victim, side) and not bites(scene, compel, could):
            return True
    return False


@kernel
def may_keep_roaring(scene: Scene, state: State, fighter: int, side: int) -> bool:
    """Whether the GM may pay a roaring fighter of the players for keeping on (R5)."""
    if not scene.keep_roaring or side != GM or scene.side[fighter] != PLAYERS:
        return False
    return state.roars[fighter] > 0 and state.flags[fighter] & F_KEEPS_ROAR == 0


@kernel
def binds_roar(scene: Scene, state: State, fighter: int, could: int) -> bool:
    """Whether keeping on roaring takes away an approach that it could roll something with."""
    return could & ~(scene.roar_keeps[fighter, state.roars[fighter] - 1] | ACTS) != 0


@kernel
def bites(scene: Scene, compel: int, could: int) -> bool:
    """Whether a compel that can be obeyed takes a legal choice away from who `could` do that, or
    gives a free invoke (X1): an action where there is one, a skill that something could be rolled
    with. Demands take passing away."""
    does = scene.compel_effect[compel]
    if does == E_LOSE_ACTION:
        return could & ACTS != 0
    if does == E_SKILL_OUT:
        return (could >> scene.compel_argument[compel]) & 1 == 1
    return True


@kernel
def gm_can_pay(scene: Scene, state: State, victim: int) -> int:
    """Whether the point for accepting is there, where the GM would have to pay it: from the pool
    unless the ruleset gives it from the supply (F3, F5)."""
    return scene.side[victim] != PLAYERS or scene.from_supply or state.points[POOL] > 0


@kernel
def usable(scene: Scene, state: State, compel: int, fighter: int, side: int) -> bool:
    """Whether `side` may offer a compel to `fighter` at the start of its turn: its aspect in play,
    not hidden from that side (A16), not compelled before in this scene, and what it demands
    possible. Nobody compels the own character by what only the other side can use."""
    slot = slot_of(scene, compel, fighter)
    return (
        scene.compel_victim[compel] == scene.mob_of[fighter]
        and scene.compel_effect[compel] != E_TWIST
        and (state.compelled >> compel) & 1 == 0
        and state.here[slot] & HERE != 0
        and not is_hidden(state, slot, side)
        and (side != scene.side[fighter] or known(scene, state, slot, side))
        and can_obey(scene, state, compel, fighter)
    )


@kernel
def slot_of(scene: Scene, compel: int, victim: int) -> int:
    """The aspect of a compel. What a mob can be compelled by each of its parts can (N4), by an
    aspect of its own."""
    slot, whole = scene.compel_slot[compel] + 0, scene.compel_victim[compel] + 0
    if victim != whole and scene.slot_subject[slot] == whole:
        return slot_on(scene, slot, victim)
    return slot


@kernel
def can_obey(scene: Scene, state: State, compel: int, fighter: int) -> bool:
    """Whether a compel would complicate anything now (X1): somebody is there to attack, a free
    step leads there or away, the aspect has room for another free invoke. The other complications
    are looked at by what they take away (`bites`)."""
    does, argument = scene.compel_effect[compel], scene.compel_argument[compel]
    if does == E_ATTACK_NEAREST:
        return can_attack(scene, state, fighter)
    if does in (E_TOWARD, E_AWAY):
        return steps(scene, state, fighter, argument, does == E_TOWARD) != 0
    if does == E_FREE_INVOKE:
        slot = slot_of(scene, compel, fighter)
        return state.free[slot, 1 - scene.side[fighter]] < scene.free_cap
    return True


@kernel
def legal_compel(scene: Scene, state: State, buffer: Buffer) -> int:
    """Nothing; one of the victim's compels; or, to a roaring player's fighter, a point for
    keeping on (R5). A player who compels an NPC stakes a point (F3), and none on the own
    character."""
    top = state.depth - 1
    victim, side = state.pending[top, 1], state.pending[top, 2]
    could = surely(scene, state, victim)
    if in_doubt(scene, state, victim, side, could):
        could = looked_over(scene, state, victim, side, buffer)
    count = add(buffer, 0, V_PASS, 0, 0, 0)
    for compel in range(scene.compels):
        if usable(scene, state, compel, victim, side) and bites(scene, compel, could):
            if side == scene.side[victim]:
                count = add(buffer, count, V_COMPEL, compel, 0, 0)
            else:
                count = list_offers(scene, state, side, compel, buffer, count)
    if may_keep_roaring(scene, state, victim, side) and binds_roar(scene, state, victim, could):
        count = add(buffer, count, V_PAY_TO_KEEP_ROARING, 0, 0, 0)
    return count


@kernel
def list_offers(
    scene: Scene, state: State, side: int, compel: int, buffer: Buffer, count: int
) -> int:
    """One compel, by who stakes a point on it: nobody for the GM's; of the players, whoever is
    here and has one (F3)."""
    if side == GM or scene.player_stake == 0:
        return add(buffer, count, V_COMPEL, compel, 0, 0)
    for payer in range(scene.fighters):
        if scene.purse[payer] == payer and scene.side[payer] == side:
            if state.points[payer] > 0 and (state.present >> payer) & 1:
                count = add(buffer, count, V_COMPEL, compel, payer + 1, 0)
    return count


@kernel
def apply_compel(scene: Scene, state: State, action: int, log: Log) -> None:
    """Pass, or offer; the stake leaves its purse while the answer is open. One offer an exchange,
    refused or not: who gets one of the others makes none to itself. That one needs no answer."""
    top = state.depth - 1
    victim, side, verb = state.pending[top, 1], state.pending[top, 2], verb_of(action)
    pop(state)
    if verb == V_PASS:
        return
    if state.pending[state.depth - 1, 0] == N_COMPEL:
        pop(state)
    number, payer = KEEP, 0
    if verb == V_COMPEL:
        number, payer = first(action), second(action)
        state.compelled = state.compelled | scene.compel_same[number]
        if payer:
            move_point(state, log, payer - 1, SUPPLY, P_STAKE, F3)
    emit(log, EV_COMPEL, victim, number, payer - 1, 0, 0, X1)
    if side == scene.side[victim]:
        pay_victim(scene, state, log, victim, 0, P_COMPEL, F3)
        complicate(scene, state, log, victim, number)
        return
    push(state, N_ANSWER, victim, scene.side[victim], number | (payer << PAYER_SHIFT))


@kernel
def legal_answer(scene: Scene, state: State, buffer: Buffer) -> int:
    """Accept; or refuse, where the victim can pay for it (F3)."""
    victim = state.pending[state.depth - 1, 1]
    count = add(buffer, 0, V_ACCEPT, 0, 0, 0)
    if state.points[scene.purse[victim]] >= scene.refusal:
        count = add(buffer, count, V_REFUSE, 0, 0, 0)
    return count


@kernel
def pay_victim(
    scene: Scene, state: State, log: Log, victim: int, staked: int, reason: int, rule_code: int
) -> None:
    """The point for accepting: the stake, or from the supply; in a closed loop from the pool
    while it has any (F5)."""
    source = SUPPLY
    from_pool = scene.closed_loop or scene.from_supply == 0
    if not staked and from_pool and scene.purse[victim] != POOL and state.points[POOL] > 0:
        source = POOL
    move_point(state, log, source, scene.purse[victim], reason, rule_code)


@kernel
def apply_answer(scene: Scene, state: State, action: int, log: Log) -> None:
    """Accepting brings a point and the complication; refusing costs one, gives a stake back, and
    ends a Roar whose aspect was compelled (R4)."""
    top = state.depth - 1
    victim, packed = state.pending[top, 1], state.pending[top, 3]
    number, payer = packed & KEEP, packed >> PAYER_SHIFT
    pop(state)
    accepted = verb_of(action) == V_ACCEPT
    emit(log, EV_ANSWER, victim, number, accepted, 0, 0, F3)
    about_roar = number == KEEP or (
        slot_of(scene, number, victim) == scene.slot_roar[victim] and state.roars[victim] > 0
    )
    if accepted:
        reason = P_ROAR if number == KEEP else P_COMPEL
        pay_victim(scene, state, log, victim, payer > 0, reason, F3)
        if number == KEEP:
            state.flags[victim] = state.flags[victim] | F_KEEPS_ROAR
            state.turn_flags = state.turn_flags | T_BOUND
            emit(log, EV_STATUS, victim, X_ROAR_KEPT, 0, 0, 0, R5)
        else:
            complicate(scene, state, log, victim, number)
        return
    for _ in range(scene.refusal):
        spend(scene, state, log, scene.purse[victim], -1, P_REFUSAL, F3)
    if payer:
        move_point(state, log, SUPPLY, payer - 1, P_STAKE_BACK, F3)
    if about_roar:
        end_roar(scene, state, log, victim)


@kernel
def complicate(scene: Scene, state: State, log: Log, victim: int, number: int) -> None:
    """What an accepted compel does (X1)."""
    does, argument = scene.compel_effect[number], scene.compel_argument[number]
    if does == E_LOSE_ACTION:
        spend_action(scene, state)
        emit(log, EV_STATUS, victim, X_LOSES_ACTION, 0, 0, 0, X1)
    elif does == E_ATTACK_NEAREST:
        state.turn_flags = state.turn_flags | T_MUST_ATTACK
        emit(log, EV_STATUS, victim, X_MUST_ATTACK, 0, 0, 0, X1)
    elif does == E_TOWARD:
        state.turn_toward = argument + 1
        emit(log, EV_STATUS, victim, X_MUST_MOVE, argument, 0, 0, X1)
    elif does == E_AWAY:
        state.turn_away = argument + 1
        emit(log, EV_STATUS, victim, X_MUST_FLEE, argument, 0, 0, X1)
    elif does == E_SKILL_OUT:
        state.turn_banned = argument + 1
        emit(log, EV_STATUS, victim, X_SKILL_OUT, argument, 0, 0, X1)
    elif does == E_FREE_INVOKE:
        slot = slot_of(scene, number, victim)
        add_free(scene, state, log, slot, 1 - scene.side[victim], 1, X1)
