"""Which skills are worth a look where choices are weighed: a deed is weighed with its best skill
when it is chosen, so that a lesser one could be taken only to fail.
"""

from __future__ import annotations

from autogm.engine.codes import ATTACK_ROLL, R_AREA
from autogm.engine.kinds import acting_roll, answering_roll
from autogm.engine.nodes.skill import answer_skills
from autogm.engine.pack import first, second
from autogm.engine.records import Buffer, Scene, State
from autogm.engine.suiting import lost_by
from autogm.game.kernels import kernel
from autogm.planner.evaluation.scratch import BEYOND, Work
from autogm.planner.policy.skills import ACTING, WORST, best_answer, best_rating, uses_up

APART = 1000.0  # above every lead
LAGS = -BEYOND  # below every lead
CLEAR = 3  # a skill's lead over another with which the other is not looked at


@kernel
def write_rivals(
    scene: Scene, state: State, buffer: Buffer, count: int, how: int, work: Work
) -> int:
    """Write the leads (`write_leads`) of the `count` skills in the buffer, and `LAGS` for those
    that are not looked at: far behind the best, or behind it at all where their ratings are all
    that they bring. Returns how many are left."""
    most, near = write_leads(scene, state, buffer, count, how, work), 0
    least = most - (1 if is_total_all(scene, state, how) else CLEAR)
    for place in range(count):
        if work.rank[0, place] <= least:
            work.rank[0, place] = LAGS
        else:
            near += 1
    return near


@kernel
def is_total_all(scene: Scene, state: State, how: int) -> bool:
    """Whether a skill brings nothing but its rating to the roll: no harm of its own, as in an
    attack, and no stunt that comes after the dice; nor is it answered by several (E4)."""
    fighter = state.roll_actor + 0 if how == ACTING else state.roll_target - 1
    if how == ACTING and acting_roll(state.roll_verb) == ATTACK_ROLL:
        return False
    if state.roll_flags & R_AREA:
        return False
    return scene.offered_stunts[fighter] == 0 and scene.other_stunts[fighter] == 0


@kernel
def write_leads(
    scene: Scene, state: State, buffer: Buffer, count: int, how: int, leads: Work
) -> int:
    """Write by how much each of the `count` skills in the buffer leads into row 0 of `rank`: an
    action's rating less the best that answers it and what is lost by not suiting (C6), an answer's
    rating. What does more than to roll, or uses a stunt up, has no lead that says all (`APART`).
    Returns the greatest."""
    acting = how == ACTING
    fighter = state.roll_actor + 0 if acting else state.roll_target - 1
    opponent = state.roll_target - 1 if acting else state.roll_actor + 0
    roll = acting_roll(state.roll_verb) if acting else answering_roll(state.roll_verb)
    most, met, against = WORST, 0, 0
    for place in range(count):
        action = buffer.action[place]
        skill = first(action)
        leads.rank[0, place] = APART
        if second(action) or uses_up(scene, state, fighter, roll, skill, opponent, how):
            continue
        if acting and opponent >= 0:
            answers = answer_skills(scene, state, skill)
            if answers != met:
                met, against = answers, best_answer(scene, state, answers)
        lead = best_rating(scene, state, fighter, roll, 1 << skill, opponent) - against
        if acting:
            lead -= lost_by(scene, state, skill)
        leads.rank[0, place] = 1.0 * lead
        most = max(most, lead)
    return most
