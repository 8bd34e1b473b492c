"""The end of an action: what stood in the roll's and the turn's fields is forgotten, as soon as no
later rule can read it."""

from __future__ import annotations

from autogm.engine.codes import (
    ATTACK_ROLL,
    N_ABSORB,
    N_AREA,
    N_ARRIVE,
    N_BONUS,
    N_DRIVE,
    N_FINISH,
    N_SPOIL,
    T_ACTED,
    T_MUST_ATTACK,
    T_SPLIT,
    V_ATTACK,
    V_PULL,
    V_PUSH,
)
from autogm.engine.kinds import acting_roll
from autogm.engine.records import Scene, State
from autogm.game.kernels import kernel


@kernel
def forget_roll(state: State) -> None:
    """Zero every field of the roll."""
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
    state.roll_paid = 0
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
            return
        bonus |= kind == N_BONUS
        drive |= kind == N_DRIVE
        other |= kind not in (N_ABSORB, N_SPOIL, N_ARRIVE)
        place -= 1
    if not other:
        forget_roll(state)
        return
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
def spend_action(state: State) -> None:
    """The turn's action is spent: no demand to attack and no skill that is out matters any more,
    since whose turn it is chooses no skill again in it."""
    state.turn_flags = (state.turn_flags | T_ACTED) & ~(T_SPLIT | T_MUST_ATTACK)
    state.turn_hit = 0
    state.turn_banned = 0


@kernel
def spend_move(state: State) -> None:
    """The free move is spent, or the fighter stands: no compelled move is demanded any more."""
    state.turn_toward = 0
    state.turn_away = 0


@kernel
def forget_turn(state: State) -> None:
    """Zero every field of the turn."""
    state.turn_flags = 0
    state.turn_members = 0
    state.turn_toward = 0
    state.turn_away = 0
    state.turn_banned = 0
    state.turn_hit = 0
