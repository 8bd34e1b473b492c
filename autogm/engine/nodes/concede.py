"""Concession (H6): after an action is declared and before its dice, first the acting side, then
the other, each of its fighters once, in scenario order: those who concede at all, by their nature
(`autogm.engine.harm.could_concede`). Who concedes leaves, safe from the victor's word. An action
that this interrupts is not spent, and what it has used returns; but the turn of an actor who
concedes is over.
"""

from __future__ import annotations

from autogm.engine.area import spare_absent
from autogm.engine.codes import (
    CONCEDED,
    F_BLOCKED,
    N_CONCEDE,
    N_TURN,
    R_AREA,
    R_CHARGE,
    R_FREE_MOVE,
    R_OPPOSED,
    T_MOVED,
    V_CONCEDE,
    V_CREATE,
    V_DISCOVER,
    V_EFFECT,
    V_OVERCOME,
    V_PASS,
    V_SPRINT,
)
from autogm.engine.event_codes import EV_CONCEDES, rule
from autogm.engine.harm import could_concede, goes
from autogm.engine.log import emit
from autogm.engine.mobs import leaves_others, mark_gone
from autogm.engine.movement import move_to
from autogm.engine.nodes.fight import holds_enemy
from autogm.engine.nodes.finish import forget_roll, settle_declaration
from autogm.engine.objectives import test_end
from autogm.engine.pack import add, add_each, first, verb_of
from autogm.engine.payments import by_point, give_payment_back
from autogm.engine.points import concession_award
from autogm.engine.records import Buffer, Log, Scene, State
from autogm.engine.stack import here_still, lowest_bit, pop, push, unwind
from autogm.game.kernels import kernel

H6 = rule("H6")


@kernel
def legal_concede(scene: Scene, state: State, buffer: Buffer) -> int:
    """Nobody more, or one of the side's fighters who may concede and have not been asked yet: each
    is asked once, in scenario order; the entry's number is the first who may still be."""
    top = state.depth - 1
    side, least = state.pending[top, 2], state.pending[top, 3] + 0
    count = add(buffer, 0, V_PASS, 0, 0, 0)
    able = could_concede(scene, state, side)
    return add_each(buffer, count, V_CONCEDE, able >> least << least)


@kernel
def apply_concede(scene: Scene, state: State, action: int, log: Log) -> None:
    """Go on, or leave the scene. An action that this interrupts gives back what it has used, and
    the others of that side who are still to be asked may go with who conceded."""
    top = state.depth - 1
    side = state.pending[top, 2] + 0
    if verb_of(action) == V_PASS:
        pop(state)
        if state.roll_verb and state.pending[top - 1, 0] != N_CONCEDE:
            settle_declaration(state)
        return
    fighter = first(action)
    emit(log, EV_CONCEDES, fighter, leaves_others(scene, state, fighter), 0, 0, 0, H6)
    mark_gone(scene, state, fighter, CONCEDED)
    concession_award(scene, state, log, fighter)
    goes(scene, state, log, fighter, H6)
    able = could_concede(scene, state, side)
    later = able >> (fighter + 1) << (fighter + 1)
    following = 0
    if able != later:  # somebody has been asked before
        following = lowest_bit(later) if later else fighter
    if interrupted(scene, state, fighter):
        give_back(scene, state, log)
        unwind(state, N_TURN)
        forget_roll(state)
        test_end(scene, state, log)
        if later and state.winner == 0:
            push(state, N_CONCEDE, lowest_bit(later), side, following)
        return
    spare_absent(scene, state)
    state.pending[top, 3] = following
    if state.roll_verb == 0 and later:
        state.pending[top, 1] = lowest_bit(later)


@kernel
def give_back(scene: Scene, state: State, log: Log) -> None:
    """What the interrupted action has used returns: its move, the block that it was against, what
    it was paid with."""
    actor, flags = state.roll_actor + 0, state.roll_flags + 0
    if flags & R_CHARGE and here_still(state, actor):
        move_to(scene, state, log, actor, state.roll_from - 1, H6)
    if flags & (R_CHARGE | R_FREE_MOVE):
        state.turn_flags = state.turn_flags & ~T_MOVED
    if state.roll_verb == V_SPRINT and flags & R_OPPOSED:
        blocker = state.roll_target - 1
        state.flags[blocker] = state.flags[blocker] & ~F_BLOCKED
    if state.roll_verb == V_EFFECT and by_point(state.roll_price):
        state.turn_paid = state.turn_paid & ~scene.effect_same[state.roll_against]
    give_payment_back(scene, state, log)


@kernel
def interrupted(scene: Scene, state: State, fighter: int) -> bool:
    """Whether `fighter`, now gone, was who acts, whom it acts on, or the last one there; nobody
    interrupts what has been interrupted."""
    if state.roll_verb == 0:
        return False
    if fighter == state.roll_actor or fighter == state.roll_target - 1:
        return True
    if state.roll_flags & R_AREA:
        return not holds_enemy(scene, state, state.roll_argument, scene.side[state.roll_actor])
    if state.roll_verb in (V_CREATE, V_DISCOVER, V_OVERCOME):
        return scene.slot_subject[state.roll_argument] == fighter
    return False
