"""The end of an action: what stood in the roll's and the turn's fields is forgotten, as soon as no
later rule can read it."""

from __future__ import annotations

from autogm.engine.codes import ATTACK_ROLL, N_ABSORB, N_FINISH
from autogm.engine.jit import kernel
from autogm.engine.kinds import acting_roll


@kernel
def forget_roll(state):
    """Zero every field of the roll."""
    state.roll_verb = 0
    state.roll_actor = 0
    state.roll_target = 0
    state.roll_skill = 0
    state.roll_answer = 0
    state.roll_flags = 0
    state.roll_argument = 0
    state.roll_against = 0
    state.roll_from = 0
    state.roll_guard = 0
    state.margin = 0
    state.die[0] = 0
    state.die[1] = 0


@kernel
def forget_spent(state):
    """Nobody reads the answer any more, nor the skill except after attacks, nor anything of the
    roll where at most absorbing its hit is still to come."""
    state.roll_answer = 0
    if acting_roll(state.roll_verb) != ATTACK_ROLL:
        state.roll_skill = 0
    depth = state.depth
    if state.pending[depth - 1, 0] == N_ABSORB:
        depth -= 1
    if state.pending[depth - 1, 0] == N_FINISH:
        forget_roll(state)


@kernel
def forget_turn(state):
    """Zero every field of the turn."""
    state.turn_flags = 0
    state.turn_members = 0
    state.turn_toward = 0
    state.turn_away = 0
    state.turn_banned = 0
    state.turn_hit = 0
