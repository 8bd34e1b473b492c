"""The end of an action: ripostes and footwork that waited for it (E4), and what stood in the roll's
and the turn's fields is forgotten, as soon as no later rule can read it."""

from __future__ import annotations

from autogm.engine.area import enemies_follow, forget_area, forget_gains
from autogm.engine.codes import (
    ATTACK_ROLL,
    FINISH_RIPOSTES,
    FINISH_ZONE,
    N_ABSORB,
    N_AREA,
    N_ARRIVE,
    N_BONUS,
    N_DRIVE,
    N_FINISH,
    N_SPOIL,
    R_AREA,
    R_CHARGE,
    R_FREE_MOVE,
    RIPOSTE_HARM_SHIFT,
    RIPOSTE_MASK,
    T_ACTED,
    T_INVOKED,
    T_MUST_ATTACK,
    T_STOOD,
    V_ATTACK,
    V_PULL,
    V_PUSH,
)
from autogm.engine.event_codes import EV_DAMAGE, rule
from autogm.engine.harm import hit
from autogm.engine.kinds import acting_roll
from autogm.engine.log import emit
from autogm.engine.movement import move_to
from autogm.engine.records import Log, Scene, State
from autogm.engine.stack import here_still, pop
from autogm.game.kernels import kernel

M8, N5 = rule("M8"), rule("N5")


@kernel
def run_finish(scene: Scene, state: State, log: Log) -> None:
    """The action is over. What waited for the end of an area attack comes now: ripostes one by one,
    in the order of those who make them, then the attacker's footwork."""
    forget_roll(state)
    if state.turn_flags & T_ACTED:
        state.turn_paid = 0
    top = state.depth - 1
    actor, number = state.pending[top, 1] + 0, state.pending[top, 3] + 0
    if number & FINISH_RIPOSTES:
        for fighter in range(scene.fighters):
            packed = state.roll_ripostes[fighter] + 0
            state.roll_ripostes[fighter] = 0
            if packed and here_still(state, actor):
                shifts, harm = packed & RIPOSTE_MASK, packed >> RIPOSTE_HARM_SHIFT
                emit(log, EV_DAMAGE, fighter, shifts, actor, 0, shifts, N5)
                hit(scene, state, log, fighter, actor, shifts, harm, 0)
                return
        state.pending[top, 3] = number & FINISH_ZONE
    pop(state)
    if number & FINISH_ZONE and here_still(state, actor):
        move_to(scene, state, log, actor, (number & FINISH_ZONE) - 1, M8)


@kernel
def forget_roll(state: State) -> None:
    """Zero every field of the roll."""
    if state.roll_flags & R_AREA:
        forget_area(state)
    state.roll_verb = 0
    state.roll_actor = 0
    state.roll_target = 0
    state.roll_skill = 0
    state.roll_answer = 0
    state.roll_flags = 0
    state.roll_called = 0
    state.roll_argument = 0
    state.roll_against = 0
    state.roll_from = 0
    state.roll_way = 0
    state.roll_price = 0
    state.roll_guard = 0
    state.margin = 0
    state.die[0] = 0
    state.die[1] = 0


@kernel
def forget_spent(scene: Scene, state: State) -> None:
    """Forget what nobody reads of a roll whose outcome is settled: of an area attack only the
    answer, since its next target is still to come; of others all but what the choices read that
    are still pending (style, driving on, costs, where somebody is put)."""
    state.roll_answer = 0
    attacks = acting_roll(state.roll_verb) == ATTACK_ROLL
    if not attacks:
        state.roll_skill = 0
    bonus, drive, other = False, False, False
    place = state.depth - 1
    while state.pending[place, 0] != N_FINISH:
        kind = state.pending[place, 0]
        if kind == N_AREA:
            if not enemies_follow(scene, state):
                forget_gains(state)
            return
        bonus |= kind == N_BONUS
        drive |= kind == N_DRIVE
        other |= kind not in (N_ABSORB, N_SPOIL, N_ARRIVE)
        place -= 1
    if not other:
        forget_roll(state)
        return
    if state.roll_flags & R_AREA:
        forget_area(state)
    state.roll_flags = 0
    if attacks:
        state.roll_verb = V_ATTACK
        state.roll_argument = 0
        state.roll_against = 0
        state.roll_skill = weapon_like(scene, state.roll_actor, state.roll_skill) if bonus else 0
        if not drive:
            state.roll_from = 0
    elif state.roll_verb not in (V_PUSH, V_PULL):
        state.roll_target = 0


@kernel
def weapon_like(scene: Scene, fighter: int, skill: int) -> int:
    """The first skill that knocks back as this one does (M6): all that style asks of a weapon."""
    heavy = scene.attack_heavy[fighter, skill]
    for other in range(skill):
        if scene.knockback == 0 or scene.attack_heavy[fighter, other] == heavy:
            return other
    return skill


@kernel
def spend_action(scene: Scene, state: State) -> None:
    """The turn's action is spent: no demand to attack and no skill that is out matters any more,
    since whose turn it is chooses no skill again in it, nor what was invoked before, since it does
    not divide any more. Where nobody moves after acting, neither does whether it was made to stand
    (Z4)."""
    spent = T_MUST_ATTACK | T_INVOKED
    if scene.move_after == 0:
        spent |= T_STOOD
    state.turn_flags = (state.turn_flags | T_ACTED) & ~spent
    state.turn_banned = 0


@kernel
def act_without_roll(scene: Scene, state: State) -> None:
    """The turn's action is spent on what needs no roll: nobody asks any more which aspects were
    paid for with it (A15)."""
    spend_action(scene, state)
    state.turn_paid = 0


@kernel
def spend_move(state: State) -> None:
    """The free move is spent, or the fighter stands: no compelled move is demanded any more."""
    state.turn_toward = 0
    state.turn_away = 0


@kernel
def settle_declaration(state: State) -> None:
    """Nobody concedes any more before the dice (H6): what the action has used is used."""
    if state.roll_flags & (R_FREE_MOVE | R_CHARGE):
        spend_move(state)
    state.roll_flags = state.roll_flags & ~R_FREE_MOVE
    state.roll_price = 0


@kernel
def forget_turn(state: State) -> None:
    """Zero every field of the turn."""
    state.turn_flags = 0
    state.turn_toward = 0
    state.turn_away = 0
    state.turn_banned = 0
    state.turn_paid = 0
