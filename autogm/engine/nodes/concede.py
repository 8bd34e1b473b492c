"""Concession (H6): after an action is declared and before its dice, first the acting side, then
the other, any of its fighters. Who concedes leaves, safe from the victor's word; an action that
this interrupts is not spent.
"""

from __future__ import annotations

from autogm.engine.codes import (
    N_CONCEDE,
    N_TURN,
    R_AREA,
    R_FREE_MOVE,
    R_SPLIT,
    T_MOVED,
    T_SPLIT,
    V_CONCEDE,
    V_CREATE,
    V_DISCOVER,
    V_OVERCOME,
    V_PASS,
)
from autogm.engine.event_codes import EV_CONCEDES, P_CONCESSION, rule
from autogm.engine.harm import goes
from autogm.engine.log import emit
from autogm.engine.nodes.fight import holds_enemy
from autogm.engine.nodes.finish import forget_roll
from autogm.engine.pack import add, first, verb_of
from autogm.engine.points import concession_award
from autogm.engine.records import Buffer, Log, Scene, State
from autogm.engine.stack import count_bits, pop, unwind
from autogm.game.kernels import kernel

H6 = rule("H6")


@kernel
def legal_concede(scene: Scene, state: State, buffer: Buffer) -> int:
    """Nobody, or one of the side's fighters; the question comes again until nobody does."""
    side = state.pending[state.depth - 1, 2]
    count = add(buffer, 0, V_PASS, 0, 0, 0)
    members = state.present & scene.side_mask[side]
    fighter = 0
    while members >> fighter:
        if (members >> fighter) & 1:
            count = add(buffer, count, V_CONCEDE, fighter, 0, 0)
        fighter += 1
    return count


@kernel
def apply_concede(scene: Scene, state: State, action: int, log: Log) -> None:
    """Go on, or leave the scene. An action that this interrupts is not spent, nor is the free move
    that a block has turned into one."""
    if verb_of(action) == V_PASS:
        pop(state)
        if state.pending[state.depth - 1, 0] != N_CONCEDE:
            state.roll_flags = state.roll_flags & ~R_FREE_MOVE
        return
    fighter = first(action)
    emit(log, EV_CONCEDES, fighter, 0, 0, 0, 0, H6)
    award = 1 + count_bits(state.wounds[fighter])
    if scene.keep_exit:
        state.conceded = state.conceded | (1 << fighter)
    else:
        state.out = state.out | (1 << fighter)
    concession_award(scene, state, log, fighter, award, P_CONCESSION, H6)
    goes(scene, state, log, fighter, H6)
    if interrupted(scene, state, fighter):
        gather(state)
        if state.roll_flags & R_FREE_MOVE:
            state.turn_flags = state.turn_flags & ~T_MOVED
        unwind(state, N_TURN)
        forget_roll(state)


@kernel
def interrupted(scene: Scene, state: State, fighter: int) -> bool:
    """Whether `fighter`, now gone, was who acts, whom it acts on, or the last one there."""
    if fighter == state.roll_actor or fighter == state.roll_target - 1:
        return True
    if state.roll_flags & R_AREA:
        return not holds_enemy(scene, state, state.roll_argument, scene.side[state.roll_actor])
    if state.roll_verb in (V_CREATE, V_DISCOVER, V_OVERCOME):
        return scene.slot_subject[state.roll_argument] == fighter
    return False


@kernel
def gather(state: State) -> None:
    """A group's members that were about to attack have not done it yet (N4)."""
    if state.roll_flags & R_SPLIT and state.turn_flags & T_SPLIT:
        state.turn_members = state.turn_members + state.roll_argument
        if state.turn_hit == 0:
            state.turn_members = 0
            state.turn_flags = state.turn_flags & ~T_SPLIT
