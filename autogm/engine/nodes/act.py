"""What a declared move or action does: it moves, begins its roll, or takes effect at once. The
verbs are those that `nodes/turn.py` lists.
"""

from __future__ import annotations

from autogm.engine.area import spare_absent
from autogm.engine.aspects import making_difficulty, removal_difficulty
from autogm.engine.codes import (
    F_HINDERED,
    F_KEEPS_ROAR,
    F_LETHAL,
    GM,
    HERE,
    N_GRANT,
    N_OPPOSE,
    N_WAY,
    OUTSIDE,
    R_AREA,
    R_FRIENDS,
    T_ACTED,
    T_BOUND,
    T_DECLARED,
    T_INVOKED,
    T_MOVED,
    V_ATTACK,
    V_ATTACK_EVERYONE,
    V_CHARGE,
    V_CREATE,
    V_DECLARE,
    V_DISCOVER,
    V_DIVIDE,
    V_EFFECT,
    V_EXPLORE,
    V_FULL_ATTACK,
    V_FULL_DEFENSE,
    V_GRAB,
    V_HELP,
    V_LEAVE,
    V_MOVE,
    V_OVERCOME,
    V_PASS,
    V_PULL,
    V_PUSH,
    V_RECOVER,
    V_SPRINT,
    V_STUNT,
    X_HINDER,
    X_LETHAL,
    X_MOVE,
    ZONE_SUBJECT,
)
from autogm.engine.codes import X_ZONE_ATTACK as BLAST
from autogm.engine.difficulties import tell_exploring, tell_removal
from autogm.engine.event_codes import (
    EV_ACTION,
    EV_CLEAR,
    EV_STATUS,
    STANDS,
    X_HELPS,
    X_HINDERED,
    X_LETHAL_READY,
    X_WAITS,
    rule,
)
from autogm.engine.harm import could_concede, track
from autogm.engine.log import emit
from autogm.engine.mobs import can_split, divide
from autogm.engine.movement import exit_is_free, move_to
from autogm.engine.nodes.finish import act_without_roll, forget_turn, spend_move
from autogm.engine.nodes.grant import GRANT_SHIFT, declare
from autogm.engine.nodes.move import CHARGE, FREE, SPRINT, try_move
from autogm.engine.nodes.oppose import opponents
from autogm.engine.nodes.roll import begin_roll, call_stunt, drop_guard
from autogm.engine.nodes.turn import why_waiting
from autogm.engine.nodes.work import exploring
from autogm.engine.pack import first, second, third, verb_of
from autogm.engine.payments import pay_for_effect
from autogm.engine.records import Log, Scene, State
from autogm.engine.stack import pop, push
from autogm.game.kernels import kernel

A11, A15, E3, N4, N5, R7, T3 = (rule(name) for name in ("A11", "A15", "E3", "N4", "N5", "R7", "T3"))


@kernel
def apply_turn(scene: Scene, state: State, action: int, log: Log) -> None:
    """Carry out what the fighter declared; its turn stays pending until it passes. Who was paid
    in an earlier turn to keep roaring is bound to the end of this one (R5)."""
    fighter = state.pending[state.depth - 1, 1]
    verb, a, b = verb_of(action), first(action), second(action)
    if verb == V_PASS:
        if log.on and state.turn_flags & T_ACTED == 0:
            cause = why_waiting(scene, state, fighter)
            emit(log, EV_STATUS, fighter, X_WAITS, cause, 0, 0, T3)
        done = F_HINDERED if state.turn_flags & T_BOUND else F_HINDERED | F_KEEPS_ROAR
        state.flags[fighter] = state.flags[fighter] & ~done
        pop(state)
        forget_turn(state)
        return
    if verb == V_SPRINT:
        push(state, N_WAY, fighter, scene.side[fighter], a)
        return
    stands = STANDS if verb == V_CREATE and state.here[a] & HERE else 0
    by = N4 if verb == V_DIVIDE else T3
    emit(log, EV_ACTION, fighter, verb | stands, a, b, third(action), by)
    if verb == V_MOVE:
        begin_free_move(scene, state)
        try_move(scene, state, log, fighter, a, FREE)
        return
    if verb == V_LEAVE:
        if exit_is_free(scene, state, fighter):
            begin_free_move(scene, state)
            try_move(scene, state, log, fighter, OUTSIDE, FREE)
        else:
            try_move(scene, state, log, fighter, OUTSIDE, SPRINT)
        return
    if verb == V_DECLARE:
        state.turn_flags = state.turn_flags | T_DECLARED
        if scene.side[fighter] == GM:
            declare(scene, state, log, fighter, a, b)
        else:
            push(state, N_GRANT, fighter, GM, a | (b << GRANT_SHIFT))
        return
    if verb == V_EFFECT:
        effect(scene, state, log, fighter, a, b, third(action))
        return
    if verb == V_DIVIDE:
        divide(scene, state, fighter, a, b)
        return
    if verb == V_HELP:
        drop_guard(scene, state, log, fighter)
        state.helps[fighter] = a + 1
        act_without_roll(scene, state)
        emit(log, EV_STATUS, fighter, X_HELPS, a, 0, 0, E3)
    elif verb == V_STUNT:
        clear_box(scene, state, log, fighter, a)
    else:
        roll_for(scene, state, log, fighter, verb, a)


@kernel
def is_interruptible(scene: Scene, state: State) -> bool:
    """Whether somebody may still concede before the dice of what was just declared (H6)."""
    if scene.concede == 0:
        return False
    return could_concede(scene, state, 0) | could_concede(scene, state, 1) != 0


@kernel
def begin_free_move(scene: Scene, state: State) -> None:
    """The turn's free move is declared. What a compel demands of it is met once it can no longer
    be interrupted (H6)."""
    state.turn_flags = state.turn_flags | T_MOVED
    if scene.concede == 0:
        spend_move(state)


@kernel
def roll_for(scene: Scene, state: State, log: Log, fighter: int, verb: int, a: int) -> None:
    """Begin the roll of an action."""
    if verb == V_ATTACK:
        begin_roll(scene, state, verb, fighter, a, 0, 0, 0)
    elif verb == V_CHARGE:
        begin_free_move(scene, state)
        state.roll_target = a + 1
        try_move(scene, state, log, fighter, state.zone[a], CHARGE)
    elif verb == V_ATTACK_EVERYONE:
        begin_roll(scene, state, verb, fighter, -1, a, 0, R_AREA)
    elif verb == V_CREATE:
        create(scene, state, fighter, a)
    elif verb == V_EXPLORE:
        difficulty = exploring(scene, state, fighter, a)
        if log.on:
            tell_exploring(scene, state, log, fighter, a, difficulty)
        begin_roll(scene, state, verb, fighter, -1, a, difficulty, 0)
    elif verb == V_DISCOVER:
        difficulty = scene.slot_difficulty[a]
        if difficulty < 0:
            difficulty = scene.advantage_difficulty
        begin_roll(scene, state, verb, fighter, -1, a, difficulty, 0)
    elif verb == V_OVERCOME:
        remove(scene, state, log, fighter, a)
    elif verb in (V_PUSH, V_PULL):
        begin_roll(scene, state, verb, fighter, a, 0, 0, 0)
    elif verb == V_FULL_DEFENSE:
        begin_roll(scene, state, verb, fighter, -1, 0, scene.guard_difficulty, 0)
    elif verb == V_FULL_ATTACK:
        begin_roll(scene, state, verb, fighter, -1, 0, scene.all_out_difficulty, 0)
    elif verb == V_RECOVER:
        begin_roll(scene, state, verb, fighter, -1, 0, scene.rearm_difficulty, 0)
    elif verb == V_GRAB:
        begin_roll(scene, state, verb, fighter, -1, 0, scene.item_difficulty, 0)


@kernel
def create(scene: Scene, state: State, fighter: int, slot: int) -> None:
    """An advantage on an enemy is opposed by it; on ground, the scene, a friend or oneself by an
    enemy near, if the other side names one (C5). What the scenario gives a difficulty nobody
    opposes. Refreshing one in play goes by its scope alone (A10)."""
    if scene.refresh and state.here[slot] & HERE:
        begin_roll(scene, state, V_CREATE, fighter, -1, slot, scene.slot_refresh[slot], 0)
        return
    subject, side = scene.slot_subject[slot], scene.side[fighter]
    if scene.slot_target[slot] < 0:
        if subject < ZONE_SUBJECT and scene.side[subject] != side:
            begin_roll(scene, state, V_CREATE, fighter, subject, slot, 0, 0)
            return
        if opponents(scene, state, fighter, slot):
            push(state, N_OPPOSE, fighter, 1 - side, slot)
            return
    difficulty = making_difficulty(scene, state, slot, side)
    begin_roll(scene, state, V_CREATE, fighter, -1, slot, difficulty, 0)


@kernel
def remove(scene: Scene, state: State, log: Log, fighter: int, slot: int) -> None:
    """A11: opposed by its maker where that is the rule and the maker is there and an enemy, else
    against a number."""
    maker = state.maker[slot] - 1
    if maker >= 0 and scene.side[maker] != scene.side[fighter] and (state.present >> maker) & 1:
        if scene.slot_difficulty[slot] < 0:
            begin_roll(scene, state, V_OVERCOME, fighter, maker, slot, 0, 0)
            return
    difficulty = removal_difficulty(scene, state, slot)
    if log.on and scene.slot_difficulty[slot] < 0:
        tell_removal(scene, state, log, fighter, slot)
    begin_roll(scene, state, V_OVERCOME, fighter, -1, slot, difficulty, 0)


@kernel
def clear_box(scene: Scene, state: State, log: Log, fighter: int, stunt: int) -> None:
    """The stunt clears the lowest checked box, as an action (N5)."""
    drop_guard(scene, state, log, fighter)
    call_stunt(scene, state, log, fighter, stunt)
    harm = track(scene, fighter, scene.stunt_harm[fighter, stunt])
    stress = state.stress[fighter, harm]
    state.stress[fighter, harm] = stress & (stress - 1)
    emit(log, EV_CLEAR, fighter, harm, 0, 0, 0, N5)
    act_without_roll(scene, state)


@kernel
def effect(
    scene: Scene, state: State, log: Log, fighter: int, row: int, payment: int, where: int
) -> None:
    """An invoke spent on what the scenario lists (A15, R7). If it is paid for, its side pays for
    that aspect no more with this action (A3)."""
    slot, does = scene.effect_slot[row], scene.effect_does[row]
    price = pay_for_effect(scene, state, log, fighter, slot, payment)
    if payment:
        state.turn_paid = state.turn_paid | scene.effect_same[row]
    if does == BLAST:
        hits = R_AREA | R_FRIENDS if scene.effect_friends[row] else R_AREA
        begin_roll(scene, state, V_EFFECT, fighter, -1, where, row, hits)
        spare_absent(scene, state)
        state.roll_price = price if is_interruptible(scene, state) else 0
    elif can_split(scene, state, fighter):
        state.turn_flags = state.turn_flags | T_INVOKED
    if does == X_MOVE:
        move_to(scene, state, log, fighter, where, A15)
    elif does == X_HINDER:
        state.flags[where] = state.flags[where] | F_HINDERED
        emit(log, EV_STATUS, where, X_HINDERED, 0, 0, 0, A15)
    elif does == X_LETHAL:
        state.flags[fighter] = state.flags[fighter] | F_LETHAL
        state.rites = state.rites | (1 << scene.effect_number[row])
        emit(log, EV_STATUS, fighter, X_LETHAL_READY, 0, 0, 0, R7)
