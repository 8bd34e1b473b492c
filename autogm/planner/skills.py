"""Which skill to roll when the difference is only in the rating: the highest, stunts that count by
themselves included, and never one that uses a stunt up.
"""

from __future__ import annotations

from autogm.engine.codes import L_NONE
from autogm.engine.jit import kernel
from autogm.engine.kinds import acting_roll, answering_roll
from autogm.engine.nodes.skill import answer_skills, own_skills
from autogm.engine.pack import first, second
from autogm.engine.stunts import roll_bonus, swap_for


@kernel
def skill_to_act(scene, state, buffer, count):
    """The action's skill, out of the `count` legal ones in the buffer."""
    roll, plain = acting_roll(state.roll_verb), own_skills(scene, state)
    actor, opponent = state.roll_actor, state.roll_target - 1
    return best_skill(scene, state, buffer, count, actor, roll, plain, opponent)


@kernel
def skill_to_answer(scene, state, buffer, count):
    """The answer's skill, out of the `count` legal ones in the buffer."""
    roll, plain = answering_roll(state.roll_verb), answer_skills(scene, state)
    target, opponent = state.roll_target - 1, state.roll_actor
    return best_skill(scene, state, buffer, count, target, roll, plain, opponent)


@kernel
def best_skill(scene, state, buffer, count, fighter, roll, plain, opponent):
    """The highest rating, stunts that count by themselves included; what uses a stunt up, last.
    `plain` are the skills that no such stunt is needed for."""
    best, chosen = -1000, buffer.action[0]
    for place in range(count):
        action = buffer.action[place]
        skill = first(action)
        if second(action) or limited(scene, state, fighter, roll, plain, skill, opponent):
            continue
        value = scene.rating[fighter, roll, skill] + 0
        if scene.bonus_stunts[fighter]:
            value += roll_bonus(scene, state, fighter, roll, skill, opponent)
        if value > best:
            best, chosen = value, action
    return chosen


@kernel
def limited(scene, state, fighter, roll, plain, skill, opponent):
    """Whether rolling with a skill would use up a stunt that lets it stand in for another."""
    if scene.swap_stunts[fighter] == 0 or (plain >> skill) & 1:
        return False
    stunt = swap_for(scene, state, fighter, roll, plain, skill, opponent)
    return stunt >= 0 and scene.stunt_limit[fighter, stunt] != L_NONE
