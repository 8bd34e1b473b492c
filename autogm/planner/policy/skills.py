"""Which skill to roll where no choice is expanded: the one of the highest rating, stunts that count
by themselves included and what is against one that does not suit (C6), or of the greatest lead over
what answers it (E1); and never one that uses a stunt up, where there is another.
"""

from __future__ import annotations

from autogm.engine.codes import CREATE_ROLL, L_NONE
from autogm.engine.kinds import acting_roll, answering_roll
from autogm.engine.nodes.skill import answer_skills, choice_of, means_of, swap_needed
from autogm.engine.pack import first, second
from autogm.engine.records import Buffer, Scene, State
from autogm.engine.stack import lowest_bit
from autogm.engine.stunts import roll_bonus
from autogm.engine.suiting import lost_by, suiting
from autogm.game.kernels import kernel

ACTING, ANSWERING = 0, 1
WORST = -1000  # below every rating


@kernel
def skill_to_act(scene: Scene, state: State, buffer: Buffer, count: int) -> int:
    """The action's skill by rating, out of the `count` legal ones in the buffer."""
    roll, opponent = acting_roll(state.roll_verb), state.roll_target - 1
    return best_skill(scene, state, buffer, count, state.roll_actor, roll, opponent, ACTING)


@kernel
def skill_in_the_lead(scene: Scene, state: State, buffer: Buffer, count: int) -> int:
    """The action's skill by its lead over the target, out of the `count` legal ones in the buffer:
    its rating less the best that answers it, since one skill may be met worse than another. Where
    nobody answers, or several do (E4), by rating. Help is left out, and what a mob's numbers add,
    which is the same for all."""
    actor, target = state.roll_actor + 0, state.roll_target - 1
    if target < 0:
        return skill_to_act(scene, state, buffer, count)
    roll = acting_roll(state.roll_verb)
    best, chosen, met, against = WORST, buffer.action[0], 0, 0
    for place in range(count):
        action = buffer.action[place]
        skill = first(action)
        if second(action) or uses_up(scene, state, actor, roll, skill, target, ACTING):
            continue
        answers = answer_skills(scene, state, skill)
        if answers != met:
            met, against = answers, best_answer(scene, state, answers)
        lead = best_rating(scene, state, actor, roll, 1 << skill, target) - against
        lead -= lost_by(scene, state, skill)
        if lead > best:
            best, chosen = lead, action
    return chosen


@kernel
def best_answer(scene: Scene, state: State, plain: int) -> int:
    """The best rating that answers the pending roll: with one of the skills `plain`, or one that a
    stunt lets stand in for them and does not use up."""
    actor, target, roll = state.roll_actor, state.roll_target - 1, answering_roll(state.roll_verb)
    skills = choice_of(scene, state, target, roll, plain, actor)
    more = skills & ~plain
    while more:
        skill = lowest_bit(more)
        more &= more - 1
        if runs_out(scene, target, swap_needed(scene, state, target, roll, plain, skill, actor)):
            skills &= ~(1 << skill)
    return best_rating(scene, state, target, roll, skills, actor)


@kernel
def best_rating(
    scene: Scene, state: State, fighter: int, roll: int, skills: int, opponent: int
) -> int:
    """The best rating of a fighter with one of `skills`, stunts that count by themselves included;
    0 without any."""
    best = WORST
    while skills:
        skill = lowest_bit(skills)
        skills &= skills - 1
        rating = scene.rating[fighter, roll, skill] + 0
        if scene.bonus_stunts[fighter]:
            rating += roll_bonus(scene, state, fighter, roll, skill, opponent)
        best = max(best, rating)
    return best if best > WORST else 0


@kernel
def best_to_create(scene: Scene, state: State, fighter: int, slot: int, skills: int) -> int:
    """The best rating of a fighter for an advantage on an aspect with one of `skills`, less what is
    against those that do not suit (C6), stunts that count by themselves included."""
    best, suits = WORST, suiting(scene, fighter, slot)
    while skills:
        skill = lowest_bit(skills)
        skills &= skills - 1
        rating = best_rating(scene, state, fighter, CREATE_ROLL, 1 << skill, -1)
        best = max(best, rating if (suits >> skill) & 1 else rating - scene.unsuited)
    return best


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
    """The highest rating, with what stunts add by themselves; skills that use a stunt up come
    last."""
    best, chosen = WORST, buffer.action[0]
    for place in range(count):
        action = buffer.action[place]
        skill = first(action)
        if second(action) or uses_up(scene, state, fighter, roll, skill, opponent, how):
            continue
        value = scene.rating[fighter, roll, skill] + 0
        if scene.bonus_stunts[fighter]:
            value += roll_bonus(scene, state, fighter, roll, skill, opponent)
        if how == ACTING:
            value -= lost_by(scene, state, skill)
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
        plain = answer_skills(scene, state, state.roll_skill)
        swap = swap_needed(scene, state, fighter, roll, plain, skill, opponent)
        return runs_out(scene, fighter, swap)
    swap, spread = means_of(scene, state, skill)
    return runs_out(scene, fighter, swap) or runs_out(scene, fighter, spread)


@kernel
def runs_out(scene: Scene, fighter: int, stunt: int) -> bool:
    """Whether the uses of a stunt are limited; -1 is no stunt."""
    return stunt >= 0 and scene.stunt_limit[fighter, stunt] != L_NONE
