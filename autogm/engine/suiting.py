"""Whether a skill suits the aspect on which it creates an advantage (C6): the scene says which do,
and a stunt lets a skill stand in for one of them (N5). With any other skill the roll has
`scene.unsuited` against it; where that is 0 nothing here changes a choice or a roll.
"""

from __future__ import annotations

from autogm.engine.codes import CREATE_ROLL, V_CREATE
from autogm.engine.records import Scene, State
from autogm.engine.stack import lowest_bit
from autogm.engine.stunts import makes_at, swap_for, within_reach
from autogm.game.kernels import kernel


@kernel
def creates_at(scene: Scene, state: State, fighter: int, slot: int) -> int:
    """The skills that can create an advantage on an aspect from here: any, if those that do not
    suit only have it harder."""
    if scene.unsuited == 0:
        return makes_at(scene, state, fighter, slot)
    return within_reach(scene, state, fighter, slot, (1 << scene.skills) - 1)


@kernel
def suiting(scene: Scene, fighter: int, slot: int) -> int:
    """The skills of a fighter that suit an aspect whatever the circumstances."""
    suits = scene.slot_suits[slot] + 0
    replaced = suits & scene.create_swaps[fighter]
    while replaced:
        skill = lowest_bit(replaced)
        replaced &= replaced - 1
        suits |= scene.create_instead[fighter, skill]
    return suits


@kernel
def swap_that_suits(
    scene: Scene, state: State, fighter: int, slot: int, skill: int, opponent: int
) -> int:
    """A stunt with a limit or a circumstance by which `skill` stands in for one that suits, or
    -1."""
    if scene.swap_stunts[fighter] == 0:
        return -1
    skills = creates_at(scene, state, fighter, slot) & suiting(scene, fighter, slot)
    return swap_for(scene, state, fighter, CREATE_ROLL, skills, skill, opponent)


@kernel
def lost_by(scene: Scene, state: State, skill: int) -> int:
    """What the pending roll has against it if it is made with `skill`."""
    if scene.unsuited == 0 or state.roll_verb != V_CREATE:
        return 0
    actor, slot = state.roll_actor + 0, state.roll_argument + 0
    if (suiting(scene, actor, slot) >> skill) & 1:
        return 0
    if swap_that_suits(scene, state, actor, slot, skill, state.roll_target - 1) >= 0:
        return 0
    return scene.unsuited + 0


@kernel
def not_outdone(scene: Scene, state: State, skills: int) -> int:
    """Of the skills for the pending roll of an advantage, the best of those that nothing but
    ratings and whether they suit tells apart: a higher rating wins every roll that a lower one
    wins. Of equal ones the one that suits."""
    actor, kept = state.roll_actor + 0, 0
    while skills:
        skill = lowest_bit(skills)
        alike = skills & scene.create_alike[actor, skill]
        skills &= ~alike
        best, chosen = -(1 << 30), skill
        while alike:
            one = lowest_bit(alike)
            alike &= alike - 1
            lost = lost_by(scene, state, one)
            worth = 2 * (scene.rating[actor, CREATE_ROLL, one] - lost) + (1 if lost == 0 else 0)
            if worth > best:
                best, chosen = worth, one
        kept |= 1 << chosen
    return kept
