"""The end of an action: what stood in the roll's fields is forgotten."""

from __future__ import annotations

from autogm.engine.jit import kernel


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
def forget_turn(state):
    """Zero every field of the turn."""
    state.turn_flags = 0
    state.turn_members = 0
    state.turn_toward = 0
    state.turn_away = 0
    state.turn_banned = 0
    state.turn_hit = 0
