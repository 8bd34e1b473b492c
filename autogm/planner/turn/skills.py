"""Which skill to roll if only the rating differs: the highest, stunts that count by themselves
included, and never one that uses a stunt up.
"""

from __future__ import annotations

from autogm.engine.codes import L_NONE
from autogm.engine.kinds import acting_roll, answering_roll
from autogm.engine.nodes.roll import by_numbers
from autogm.engine.nodes.skill import answer_skills, means_of, swap_needed
from autogm.engine.pack import first, second
from autogm.engine.records import Buffer, Scene, State
from autogm.engine.stunts import roll_bonus
from autogm.game.kernels import kernel

ACTING, ANSWERING = 0, 1


@kernel
def skill_to_act(scene: Scene, state: State, buffer: Buffer, count: int) -> int:
    """The action's skill, out of the `count` legal ones in the buffer."""
    roll, opponent = acting_roll(state.roll_verb), state.roll_target - 1
    return best_skill(scene, state, buffer, count, state.roll_actor, roll, opponent, ACTING)


@kernel
def skill_to_answer(scene: Scene, state: State, buffer: Buffer, count: int) -> int:
    """The answer's skill, out of the `count` legal ones in the buffer."""
    roll, target = answering_roll(state.roll_verb), state.roll_target - 1
    return best_skill(scene, state, buffer, count, target, roll, state.roll_actor, ANSWERING)


@kernel
def best_skill(
    scene: Scene,
    state: State,
    buffer: Buffer,
    count: int,
    fighter: int,
    roll: int,
    opponent: int,
    how: int,
) -> int:
    """The highest rating, with what stunts add by themselves and a mob by its numbers; skills that
    use a stunt up come last."""
    best, chosen = -1000, buffer.action[0]
    for place in range(count):
        action = buffer.action[place]
        skill = first(action)
        if second(action) or uses_up(scene, state, fighter, roll, skill, opponent, how):
            continue
        value = scene.rating[fighter, roll, skill] + by_numbers(scene, state, fighter, roll)
        if scene.bonus_stunts[fighter]:
            value += roll_bonus(scene, state, fighter, roll, skill, opponent)
        if value > best:
            best, chosen = value, action
    return chosen


@kernel
def uses_up(
    scene: Scene, state: State, fighter: int, roll: int, skill: int, opponent: int, how: int
) -> bool:
    """Whether rolling with a skill would use a stunt up: one that lets it stand in for another, or
    that spreads an attack over a zone."""
    if scene.swap_stunts[fighter] == 0 and scene.area_stunts[fighter] == 0:
        return False
    if how == ANSWERING:
        plain = answer_skills(scene, state)
        swap = swap_needed(scene, state, fighter, roll, plain, skill, opponent)
        return runs_out(scene, fighter, swap)
    swap, spread = means_of(scene, state, skill)
    return runs_out(scene, fighter, swap) or runs_out(scene, fighter, spread)


@kernel
def runs_out(scene: Scene, fighter: int, stunt: int) -> bool:
    """Whether the uses of a stunt are limited; -1 is no stunt."""
    return stunt >= 0 and scene.stunt_limit[fighter, stunt] != L_NONE
