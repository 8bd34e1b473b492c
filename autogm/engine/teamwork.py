"""Teamwork (E3): whose help counts in a roll, what it adds, and when it is used up."""

from __future__ import annotations

from autogm.engine.codes import TEAM_SKILL
from autogm.engine.records import Scene, State
from autogm.engine.stack import count_bits
from autogm.game.kernels import kernel


@kernel
def can_help(scene: Scene, fighter: int, roll: int, skill: int) -> bool:
    """Whether a fighter knows enough to help a roll of that kind with `skill` (E3): a rating of 1
    on its sheet where teamwork goes by skill, a mob's numbers apart (N4)."""
    return scene.teamwork != TEAM_SKILL or scene.trained[fighter, roll, skill] >= 1


@kernel
def helping(scene: Scene, state: State, leader: int, roll: int, skill: int) -> int:
    """Those whose help counts in a roll of `leader` (E3), as a bit mask: they stand in the zone
    where it is used, whatever zone they gave it in, and know enough."""
    mask, fighter = 0, 0
    there = state.present_in[state.zone[leader]] & scene.side_mask[scene.side[leader]]
    while there >> fighter:
        if (there >> fighter) & 1 and state.helps[fighter] == leader + 1:
            if can_help(scene, fighter, roll, skill):
                mask |= 1 << fighter
        fighter += 1
    return mask


@kernel
def helpers(scene: Scene, state: State, leader: int, roll: int, skill: int) -> int:
    """The bonus of those who help `leader` in a roll (E3), and nothing where teamwork is off. Where
    it goes by skill, a helper needs at least 1 and all help together adds at most the leader's
    rating: both as their sheets have them, without what stunts add."""
    count = count_bits(helping(scene, state, leader, roll, skill))
    if scene.teamwork == TEAM_SKILL:
        count = min(count, max(0, scene.trained[leader, roll, skill]))
    return count


@kernel
def release_helpers(scene: Scene, state: State, leader: int) -> None:
    """The help given to `leader` has been used."""
    helping = state.present & scene.side_mask[scene.side[leader]]
    fighter = 0
    while helping >> fighter:
        if (helping >> fighter) & 1 and state.helps[fighter] == leader + 1:
            state.helps[fighter] = 0
        fighter += 1
