"""Keeping and losing a Roar (R3, R4, R6)."""

from __future__ import annotations

from autogm.engine.aspects import remove_aspect
from autogm.engine.codes import F_KEEPS_ROAR
from autogm.engine.event_codes import EV_STATUS, X_ROAR_ENDS, rule
from autogm.engine.log import emit
from autogm.engine.records import Log, Scene, State
from autogm.engine.stack import on_turn
from autogm.game.kernels import kernel

R4 = rule("R4")


@kernel
def end_roar(scene: Scene, state: State, log: Log, fighter: int) -> None:
    """A fighter stops roaring: its Roar aspect goes."""
    if state.roars[fighter]:
        emit(log, EV_STATUS, fighter, X_ROAR_ENDS, 0, 0, 0, R4)
        state.roars[fighter] = 0
        state.flags[fighter] = state.flags[fighter] & ~F_KEEPS_ROAR
        remove_aspect(scene, state, log, scene.slot_roar[fighter], R4)


@kernel
def use_skill(scene: Scene, state: State, log: Log, fighter: int, skill: int) -> None:
    """Rolling with an approach that the Roar does not allow ends it before the roll (R4)."""
    roar = state.roars[fighter]
    if roar and (scene.roar_keeps[fighter, roar - 1] >> skill) & 1 == 0:
        end_roar(scene, state, log, fighter)


@kernel
def allowed(scene: Scene, state: State, fighter: int, skills: int) -> int:
    """Which of `skills` a fighter may use now: not the one a compel put out on its own turn, and
    only the Roar's while it is paid to keep roaring (R5)."""
    if state.turn_banned and on_turn(state, fighter):
        skills &= ~(1 << (state.turn_banned - 1))
    if state.flags[fighter] & F_KEEPS_ROAR:
        skills &= scene.roar_keeps[fighter, state.roars[fighter] - 1]
    return skills
