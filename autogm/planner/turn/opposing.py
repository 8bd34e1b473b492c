"""Who opposes an advantage (C5) where the lookahead expands no choice of it: of the enemies who
could, and of nobody, whoever leaves its maker the fewest free invokes to expect, with the skills
that both would use and before anybody invokes. Whose real choice it is weighs each by itself
(`tactician`).
"""

from __future__ import annotations

from autogm.engine.aspects import making_difficulty
from autogm.engine.codes import CREATE_ROLL, DEFEND_ROLL, HERE, V_CREATE
from autogm.engine.nodes.finish import forget_roll
from autogm.engine.nodes.oppose import opponents
from autogm.engine.nodes.outcome import free_gained
from autogm.engine.nodes.roll import by_numbers
from autogm.engine.nodes.skill import answer_skills, choice_of, own_skills
from autogm.engine.pack import first
from autogm.engine.records import Buffer, Scene, State
from autogm.engine.stack import lowest_bit
from autogm.engine.suiting import lost_by, not_outdone
from autogm.engine.weight import plus_dice
from autogm.game.kernels import kernel
from autogm.planner.evaluation.parameters import MOST_DIFFERENCE, Parameters
from autogm.planner.policy.skills import ACTING, WORST, best_answer, best_rating, uses_up

NOBODY = -1


@kernel
def who_opposes(
    scene: Scene, state: State, parameters: Parameters, buffer: Buffer, count: int
) -> int:
    """The choice of the side that is asked, out of the `count` legal ones in the buffer."""
    top = state.depth - 1
    maker, slot = state.pending[top, 1] + 0, state.pending[top, 3] + 0
    opponent = likely(scene, state, parameters, maker, slot, opponents(scene, state, maker, slot))
    for place in range(1, count):
        if first(buffer.action[place]) == opponent:
            return buffer.action[place]
    return buffer.action[0]


@kernel
def likely(
    scene: Scene, state: State, parameters: Parameters, maker: int, slot: int, able: int
) -> int:
    """Who of the fighters `able`, a bit mask, opposes what `maker` creates on an aspect, or
    `NOBODY`; of equal ones nobody, then the first. No roll may be under way."""
    chosen = NOBODY
    least = gains_against(scene, state, parameters, maker, slot, NOBODY)
    while able:
        opponent = lowest_bit(able)
        able &= able - 1
        gains = gains_against(scene, state, parameters, maker, slot, opponent)
        if gains < least:
            chosen, least = opponent, gains
    return chosen


@kernel
def gains_against(
    scene: Scene, state: State, parameters: Parameters, maker: int, slot: int, opponent: int
) -> float:
    """The free invokes that a maker can expect of an advantage that `opponent` opposes (`NOBODY`:
    it has a difficulty), less those of the other side."""
    state.roll_verb, state.roll_actor, state.roll_argument = V_CREATE, maker, slot
    state.roll_target = opponent + 1
    ahead = lead(scene, state)
    own, second = plus_dice(scene, state, maker, opponent, CREATE_ROLL) + 1, 0
    if opponent >= 0:
        second = plus_dice(scene, state, opponent, maker, DEFEND_ROLL) + 1
        ahead += by_numbers(scene, state, maker) - by_numbers(scene, state, opponent)
    else:
        ahead += by_numbers(scene, state, maker)
        ahead -= making_difficulty(scene, state, slot, scene.side[maker])
    forget_roll(state)
    stands, total = state.here[slot] & HERE, 0.0
    for difference in range(-MOST_DIFFERENCE, MOST_DIFFERENCE + 1):
        chance = parameters.chance[own, second, difference + MOST_DIFFERENCE]
        margin = ahead + difference
        if margin >= 0:
            total += chance * free_gained(scene, margin)
            continue
        if stands and scene.existing_fail:
            total -= chance
        if opponent >= 0 and margin <= -scene.style_at and (scene.defend_style >> CREATE_ROLL) & 1:
            total -= chance
    return total


@kernel
def lead(scene: Scene, state: State) -> int:
    """By how much the maker of the pending advantage is ahead of what opposes it, with the skill
    that is most (`skills.skill_in_the_lead`); by its whole rating where nobody does."""
    maker, opponent = state.roll_actor + 0, state.roll_target - 1
    skills = choice_of(scene, state, maker, CREATE_ROLL, own_skills(scene, state), opponent)
    if scene.unsuited:
        skills = not_outdone(scene, state, skills)
    best, left = WORST, skills
    while left:
        skill = lowest_bit(left)
        left &= left - 1
        if not uses_up(scene, state, maker, CREATE_ROLL, skill, opponent, ACTING):
            best = max(best, lead_with(scene, state, maker, skill, opponent))
    return best if best > WORST else lead_with(scene, state, maker, lowest_bit(skills), opponent)


@kernel
def lead_with(scene: Scene, state: State, maker: int, skill: int, opponent: int) -> int:
    """The same with one skill."""
    against = 0
    if opponent >= 0:
        against = best_answer(scene, state, answer_skills(scene, state, skill))
    rating = best_rating(scene, state, maker, CREATE_ROLL, 1 << skill, opponent)
    return rating - lost_by(scene, state, skill) - against
