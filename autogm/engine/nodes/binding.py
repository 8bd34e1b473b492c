"""What a compel that was accepted leaves its victim to do (X1, R5): which skills an action could be
rolled with, which actions it takes away, and what a fighter could do at all, since an offer has to
take something away. Defence and concession stay free.
"""

from __future__ import annotations

from autogm.engine.codes import (
    F_KEEPS_ROAR,
    F_LETHAL,
    HERE,
    V_ATTACK,
    V_ATTACK_EVERYONE,
    V_CHARGE,
    V_CREATE,
    V_DECLARE,
    V_DIVIDE,
    V_EFFECT,
    V_FULL_ATTACK,
    V_FULL_DEFENSE,
    V_LEAVE,
    V_MOVE,
    V_OVERCOME,
    V_PASS,
    V_PULL,
    V_PUSH,
    V_SPRINT,
    X_ZONE_ATTACK,
    ZONE_SUBJECT,
)
from autogm.engine.kinds import ROLLS, acting_roll, in_play, mask_of
from autogm.engine.movement import exit_is_free
from autogm.engine.nodes.fight import can_attack
from autogm.engine.nodes.skill import skills_for
from autogm.engine.pack import first, verb_of
from autogm.engine.records import Buffer, Scene, State
from autogm.engine.roar import allowed
from autogm.engine.stunts import with_swaps
from autogm.game.kernels import kernel
from autogm.model.words import MAX_TEMPLATES

ROLLING = mask_of(ROLLS)
FREE = mask_of((V_PASS, V_MOVE, V_DECLARE, V_EFFECT, V_LEAVE, V_DIVIDE))
"""Verbs that take no action unless they roll."""
ACTS = 1 << 62
"""Above the skills: something takes the action."""


@kernel
def is_bound(state: State, fighter: int) -> bool:
    """Whether a skill is out for the fighter whose turn it is, or all but its Roar's are."""
    return state.turn_banned > 0 or state.flags[fighter] & F_KEEPS_ROAR != 0


@kernel
def rolls_as(scene: Scene, state: State, fighter: int, action: int) -> int:
    """The verb that a declared action rolls as: leaving by ground that hinders is a sprint; 0 if it
    does not roll."""
    verb = verb_of(action)
    if verb == V_LEAVE:
        return 0 if exit_is_free(scene, state, fighter) else V_SPRINT
    if verb == V_EFFECT and scene.effect_does[first(action)] != X_ZONE_ATTACK:
        return 0
    return verb if (ROLLING >> verb) & 1 else 0


@kernel
def skills_of(scene: Scene, state: State, fighter: int, action: int) -> int:
    """The skills that a declared action could be rolled with, compels and Roars apart; none if it
    does not roll."""
    verb, about = rolls_as(scene, state, fighter, action), first(action)
    if verb == 0:
        return 0
    target, opponent = -1, -1
    if verb in (V_ATTACK, V_CHARGE, V_PUSH, V_PULL):
        target = about
        opponent = about
    elif verb == V_CREATE:
        subject = scene.slot_subject[about]
        if subject < ZONE_SUBJECT and scene.side[subject] != scene.side[fighter]:
            opponent = subject + 0
    elif verb == V_OVERCOME:
        opponent = state.maker[about] - 1
    own = skills_for(scene, state, fighter, verb, target, about, about)
    if verb == V_ATTACK_EVERYONE:
        return own
    return with_swaps(scene, state, fighter, acting_roll(verb), own, opponent)


@kernel
def keep_able(scene: Scene, state: State, fighter: int, buffer: Buffer, count: int) -> int:
    """Of the actions in a buffer leave those that need no roll or can be rolled with what is left
    to who is bound (X1, R5)."""
    kept = 0
    for place in range(count):
        action = buffer.action[place]
        skills = skills_of(scene, state, fighter, action)
        if rolls_as(scene, state, fighter, action) == 0 or allowed(scene, state, fighter, skills):
            buffer.action[kept] = action
            kept += 1
    return kept


@kernel
def surely(scene: Scene, state: State, fighter: int) -> int:
    """Some of `could_do`, without listing anything: an attack on whoever is in reach, unless a Roar
    binds; a Full Defense or a Full Attack, which need nobody there (M4, M5)."""
    skills, acts = 0, 0
    if state.flags[fighter] & F_KEEPS_ROAR == 0 and can_attack(scene, state, fighter):
        acts = ACTS
    if in_play(scene, V_FULL_DEFENSE) and state.here[scene.slot_guard[fighter]] & HERE == 0:
        skills |= scene.create_skills[fighter, MAX_TEMPLATES]
        acts = ACTS
    if in_play(scene, V_FULL_ATTACK) and state.flags[fighter] & F_LETHAL == 0:
        skills |= scene.overcome_skills[fighter]
        acts = ACTS
    return allowed(scene, state, fighter, skills) | acts


@kernel
def could_do(
    scene: Scene, state: State, fighter: int, buffer: Buffer, count: int, skilled: int
) -> int:
    """The skills that the actions in a buffer could be rolled with now, as a bit mask, if anybody
    asks for the skilled part, and `ACTS` where one takes the turn's action."""
    found = 0
    for place in range(count):
        action = buffer.action[place]
        if skilled:
            found |= allowed(scene, state, fighter, skills_of(scene, state, fighter, action))
        elif found:
            return found
        free = (FREE >> verb_of(action)) & 1
        if not free or rolls_as(scene, state, fighter, action):
            found |= ACTS
    return found
