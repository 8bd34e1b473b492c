"""Harm (H1-H5, H8, N4): hits, what absorbs them, who is taken out. The choice of how to absorb is
`nodes/absorb.py`; here is what a hit is and what being out does.
"""

from __future__ import annotations

from autogm.engine.aspects import add_free, clear_fighter_aspects, put_aspect
from autogm.engine.codes import (
    HARM_SHIFT,
    ITEM_CARRIED,
    LETHAL_SHIFT,
    N_ABSORB,
    OUT,
    OWED,
    POOL,
    SHIFTS_MASK,
)
from autogm.engine.event_codes import (
    EV_CONSEQUENCE,
    EV_HIT,
    EV_ITEM,
    EV_MEMBER_FALLS,
    EV_POINT,
    EV_STRESS,
    EV_TAKEN_OUT,
    P_ASIDE,
    rule,
)
from autogm.engine.log import emit
from autogm.engine.mobs import leaves_others, mark_gone, parts_here
from autogm.engine.records import Log, Scene, State
from autogm.engine.stack import lowest_bit, push
from autogm.engine.teamwork import release_helpers
from autogm.engine.weight import leave, weight_of
from autogm.game.kernels import kernel

A7, H2, H5, H8, N4, F8 = (rule(name) for name in ("A7", "H2", "H5", "H8", "N4", "F8"))


@kernel
def track(scene: Scene, fighter: int, harm: int) -> int:
    """The track that takes a harm: its own, or the single one there is (H1)."""
    return 0 if scene.one_track[fighter] else harm


@kernel
def lowest_open_box(scene: Scene, state: State, fighter: int, harm: int, needed: int) -> int:
    """The smallest open box of a track that absorbs at least `needed` shifts, as its value (a
    box absorbs its position, H1); 0 if none does."""
    for box in range(max(1, needed), scene.boxes[fighter, harm] + 1):
        if (state.stress[fighter, harm] >> (box - 1)) & 1 == 0:
            return box
    return 0


@kernel
def check_box(state: State, log: Log, fighter: int, harm: int, box: int, rule_code: int) -> None:
    """Check the box worth `box`."""
    state.stress[fighter, harm] = state.stress[fighter, harm] | (1 << (box - 1))
    emit(log, EV_STRESS, fighter, box, harm, 0, 0, rule_code)


@kernel
def take_consequence(
    scene: Scene, state: State, log: Log, fighter: int, consequence: int, rule_code: int
) -> None:
    """Take a consequence: an aspect with one free invoke for the other side (A7)."""
    state.wounds[fighter] = state.wounds[fighter] | (1 << consequence)
    emit(
        log,
        EV_CONSEQUENCE,
        fighter,
        consequence,
        scene.severity_class[fighter, consequence],
        scene.severity[fighter, consequence],
        0,
        rule_code,
    )
    slot = scene.slot_consequence[fighter, consequence]
    put_aspect(scene, state, log, slot, -1, A7)
    add_free(scene, state, log, slot, 1 - scene.side[fighter], 1, A7)


@kernel
def lowest_open_consequence(scene: Scene, state: State, fighter: int, harm: int) -> int:
    """The index of the smallest open consequence slot for that harm, or -1."""
    best, least = -1, 99
    for consequence in range(scene.severity.shape[1]):
        absorbs = scene.severity[fighter, consequence]
        if absorbs and absorbs < least and (state.wounds[fighter] >> consequence) & 1 == 0:
            kept = scene.severity_harm[fighter, consequence]
            if kept < 0 or kept == harm:
                best, least = consequence, absorbs
    return best


@kernel
def goes(scene: Scene, state: State, log: Log, fighter: int, rule_code: int) -> None:
    """A fighter leaves the scene, however: it acts no more, aspects attached to it go (H5), its
    points are set aside, what it carried stays where it fell. Nothing of it is kept that no
    later rule reads."""
    if state.item == ITEM_CARRIED + fighter:
        state.item = state.zone[fighter] + 1
        emit(log, EV_ITEM, fighter, state.zone[fighter], 0, 0, 0, rule_code)
    leave(scene, state, fighter)
    bit = 1 << fighter
    state.present = state.present & ~bit
    state.acted = state.acted & ~bit
    clear_fighter_aspects(scene, state, log, fighter, rule_code)
    if scene.removal_opposed:
        for slot in range(scene.slots):
            if state.maker[slot] == fighter + 1:
                state.maker[slot] = 0
    state.stress[fighter, 0] = 0
    state.stress[fighter, 1] = 0
    state.members[fighter] = 0
    state.helps[fighter] = 0
    release_helpers(scene, state, fighter)
    forget_compels(scene, state)
    state.flags[fighter] = 0
    state.roars[fighter] = 0
    state.used[fighter] = 0
    if scene.wound_value[fighter, 0] == 0 and scene.wound_value[fighter, 1] == 0:
        if scene.wound_value[fighter, 2] == 0:
            state.wounds[fighter] = 0
    if state.yielded:
        forget_yielded(scene, state)
    purse = scene.purse[fighter]
    if 0 <= purse < POOL and state.points[purse] > 0:
        emit(log, EV_POINT, purse, OWED + purse, state.points[purse], P_ASIDE, 0, F8)
        if scene.keep_owed:
            state.owed[purse] = state.owed[purse] + state.points[purse]
        state.points[purse] = 0


@kernel
def is_hurt(scene: Scene, state: State, fighter: int) -> bool:
    """Whether a fighter has taken harm that lasts: a consequence; where it can take none, a checked
    box. A mob, divided or not, is hurt as soon as it has lost a member (N4)."""
    if scene.mob[fighter]:
        members, parts = 0, parts_here(scene, state, scene.mob_of[fighter])
        while parts:
            members += state.members[lowest_bit(parts)]
            parts &= parts - 1
        if members < scene.members[scene.mob_of[fighter]]:
            return True
    if scene.wound_slots[fighter, 0] | scene.wound_slots[fighter, 1]:
        return bool(state.wounds[fighter] != 0)
    return bool(state.stress[fighter, 0] | state.stress[fighter, 1])


@kernel
def could_concede(scene: Scene, state: State, side: int) -> int:
    """Those of a side who are here and may concede now, if they are asked (H6), as a bit mask:
    whoever the scenario lets, some of them only once they are hurt."""
    here = state.present & scene.side_mask[side]
    able, left = here & scene.yields, here & scene.yields_hurt
    while left:
        fighter = lowest_bit(left)
        left &= left - 1
        if is_hurt(scene, state, fighter):
            able |= 1 << fighter
    return able


@kernel
def forget_yielded(scene: Scene, state: State) -> None:
    """Whether the pool has had its point for conceding (H6) matters to nobody when all who could
    earn it have left."""
    left = state.out | state.conceded | state.escaped
    for fighter in range(scene.fighters):
        if (left >> fighter) & 1 == 0 and scene.nameless[fighter] == 0:
            if scene.purse[fighter] == POOL and ((scene.yields | scene.yields_hurt) >> fighter) & 1:
                return
    state.yielded = 0


@kernel
def forget_compels(scene: Scene, state: State) -> None:
    """Whether an aspect has been compelled matters to nobody when all its victims have left."""
    left = state.out | state.conceded | state.escaped
    for compel in range(scene.compels):
        same, other, all_left = scene.compel_same[compel], 0, True
        while same >> other:
            if (same >> other) & 1 and (left >> scene.compel_victim[other]) & 1 == 0:
                all_left = False
            other += 1
        if all_left:
            state.compelled = state.compelled & ~same


@kernel
def take_out(scene: Scene, state: State, log: Log, fighter: int, rule_code: int) -> None:
    """A fighter is taken out (H5)."""
    emit(log, EV_TAKEN_OUT, fighter, leaves_others(scene, state, fighter), 0, 0, 0, rule_code)
    mark_gone(scene, state, fighter, OUT)
    goes(scene, state, log, fighter, rule_code)


@kernel
def hit_group(
    scene: Scene, state: State, log: Log, fighter: int, shifts: int, harm: int, lethal: int
) -> None:
    """N4: a teamwork group loses members one by one: each absorbs with its smallest sufficient
    box or falls to its highest open box + 1 shifts, and the rest spills over to the next."""
    while shifts > 0 and state.members[fighter] > 0:
        box = 0 if lethal else lowest_open_box(scene, state, fighter, harm, shifts)
        if box:
            check_box(state, log, fighter, harm, box, N4)
            return
        toughness = 1
        if not lethal:
            for value in range(1, scene.boxes[fighter, harm] + 1):
                if (state.stress[fighter, harm] >> (value - 1)) & 1 == 0:
                    toughness = value + 1
        shifts -= toughness
        zone, side = state.zone[fighter], scene.side[fighter]
        before = weight_of(scene, state, fighter)
        state.members[fighter] = state.members[fighter] - 1
        lighter = before - weight_of(scene, state, fighter)
        state.weight[zone, side] = state.weight[zone, side] - lighter
        state.stress[fighter, 0] = 0
        state.stress[fighter, 1] = 0
        emit(log, EV_MEMBER_FALLS, fighter, state.members[fighter], 0, 0, 0, N4)
    if state.members[fighter] == 0:
        take_out(scene, state, log, fighter, N4)


@kernel
def hit(
    scene: Scene,
    state: State,
    log: Log,
    attacker: int,
    fighter: int,
    shifts: int,
    harm: int,
    lethal: int,
) -> None:
    """A hit of `shifts`: a group falls apart by itself, anyone else chooses how to absorb it."""
    if shifts <= 0:
        return
    harm = track(scene, fighter, harm)
    emit(log, EV_HIT, fighter, shifts, harm, lethal, attacker, H8 if lethal else H2)
    if scene.mob[fighter]:
        hit_group(scene, state, log, fighter, shifts, harm, lethal)
        return
    packed = min(shifts, SHIFTS_MASK) | (harm << HARM_SHIFT) | (lethal << LETHAL_SHIFT)
    push(state, N_ABSORB, fighter, scene.side[fighter], packed)
