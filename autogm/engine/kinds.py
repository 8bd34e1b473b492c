"""Which verbs a scenario has, which kind of roll an action makes, and which answers it (E1)."""

from __future__ import annotations

from autogm.engine.codes import (
    ATTACK_ROLL,
    CREATE_ROLL,
    DEFEND_ROLL,
    MOVE_ROLL,
    OPPOSE_ROLL,
    OVERCOME_ROLL,
    V_AREA,
    V_ATTACK,
    V_CHARGE,
    V_CREATE,
    V_DISCOVER,
    V_EFFECT,
    V_EXPLORE,
    V_FULL_DEFENSE,
    V_ROAR,
    V_SPRINT,
)
from autogm.engine.jit import kernel


@kernel
def acting_roll(verb):
    """The kind of roll an action makes."""
    if verb in (V_ATTACK, V_CHARGE, V_AREA, V_EFFECT):
        return ATTACK_ROLL
    if verb in (V_CREATE, V_EXPLORE, V_DISCOVER, V_FULL_DEFENSE, V_ROAR):
        return CREATE_ROLL
    if verb == V_SPRINT:
        return MOVE_ROLL
    return OVERCOME_ROLL


@kernel
def answering_roll(verb):
    """The kind of roll, or of opposition without dice, that answers it."""
    kind = acting_roll(verb)
    return DEFEND_ROLL if kind in (ATTACK_ROLL, CREATE_ROLL) else OPPOSE_ROLL


@kernel
def in_play(scene, verb):
    """Whether the scenario has this verb."""
    return (scene.verbs >> verb) & 1 == 1
