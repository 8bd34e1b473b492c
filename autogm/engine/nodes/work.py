"""Aspects to work on from where a fighter stands (C1, A11, A14, A16, E2): what it may create an
advantage on, explore, discover or overcome. The lists walk bit masks and never every slot.
"""

from __future__ import annotations

from autogm.engine.aspects import known
from autogm.engine.codes import (
    HERE,
    HIDDEN_GM,
    HIDDEN_PLAYERS,
    PLAYERS,
    SCENE_SUBJECT,
    V_CREATE,
    V_DISCOVER,
    V_EXPLORE,
    V_REFRESH,
    V_REMOVE,
    ZONE_SUBJECT,
)
from autogm.engine.jit import kernel
from autogm.engine.kinds import in_play
from autogm.engine.movement import NO_WAY
from autogm.engine.pack import add
from autogm.engine.stack import lowest_bit
from autogm.engine.stunts import makes_at, reach_of


@kernel
def reach_of_aspect(scene, state, fighter, slot):
    """Whether a fighter can work on an aspect from where it stands (E2): the scene, its own zone
    or one that its best reach covers, fighters in them."""
    subject = scene.slot_subject[slot]
    if subject == SCENE_SUBJECT:
        return True
    if subject >= ZONE_SUBJECT:
        zone = subject - ZONE_SUBJECT
    else:
        if (state.present >> subject) & 1 == 0:
            return False
        zone = state.zone[subject]
    return scene.sight[state.zone[fighter], zone] <= max(0, reach_of(scene, state, fighter))


@kernel
def zones_worked(scene, state, fighter):
    """The zones whose aspects a fighter can work on from where it stands, as a bit mask (E2): its
    own, and those that its best reach covers."""
    distance = max(0, reach_of(scene, state, fighter))
    return scene.within[distance, state.zone[fighter]] + 0


@kernel
def slots_worked(scene, state, zones, word):
    """One word of the slots of the scene, of those zones and of whoever stands in them."""
    mask = scene.mask_scene[word] + 0
    while zones:
        zone = lowest_bit(zones)
        zones &= zones - 1
        mask |= scene.mask_zone[zone, word]
        there = state.present_in[zone] + 0
        while there:
            fighter = lowest_bit(there)
            there &= there - 1
            mask |= scene.mask_fighter[fighter, word]
    return mask


@kernel
def list_aspects(scene, state, fighter, buffer, count):
    """Create an Advantage on a new or an existing aspect (C1), exploring (A14), discovering
    (A16), and Overcome against an aspect (A11), in the order of those verbs."""
    side = scene.side[fighter]
    hidden = HIDDEN_PLAYERS if side == PLAYERS else HIDDEN_GM
    zones = zones_worked(scene, state, fighter)
    for word in range(scene.words):
        here = state.slots_here[word]
        mask = here if in_play(scene, V_REFRESH) else 0
        if in_play(scene, V_CREATE):
            mask |= scene.mask_template[word] & ~here
        mask &= scene.mask_create[fighter, word]
        if mask:
            mask &= slots_worked(scene, state, zones, word)
        while mask:
            bit = mask & -mask
            slot = (word << 6) + lowest_bit(bit)
            mask ^= bit
            if creatable(scene, state, fighter, slot, side):
                count = add(buffer, count, V_CREATE, slot, 0, 0)
    if in_play(scene, V_EXPLORE):
        for zone in range(scene.zones):
            slot = scene.zone_explore[zone]
            if slot >= 0 and state.here[slot] & HERE == 0 and side == PLAYERS:
                if scene.sight[state.zone[fighter], zone] < NO_WAY:
                    count = add(buffer, count, V_EXPLORE, slot, 0, 0)
    if in_play(scene, V_DISCOVER):
        for word in range(scene.words):
            mask = state.slots_here[word] & scene.mask_hidden[word]
            if mask:
                mask &= slots_worked(scene, state, zones, word)
            while mask:
                bit = mask & -mask
                slot = (word << 6) + lowest_bit(bit)
                mask ^= bit
                if state.here[slot] & hidden and makes_at(scene, state, fighter, slot):
                    count = add(buffer, count, V_DISCOVER, slot, 0, 0)
    if in_play(scene, V_REMOVE):
        for word in range(scene.words):
            mask = state.slots_here[word] & scene.mask_removable[word]
            if mask:
                mask &= slots_worked(scene, state, zones, word)
            while mask:
                bit = mask & -mask
                slot = (word << 6) + lowest_bit(bit)
                mask ^= bit
                if known(scene, state, slot, side):
                    count = add(buffer, count, V_REMOVE, slot, 0, 0)
    return count


@kernel
def creatable(scene, state, fighter, slot, side):
    """Whether creating an advantage on an aspect that `mask_create` allows is legal now: it is not
    hidden, has room for another free invoke, and is in reach of a skill that can do it."""
    if state.free[slot, side] >= scene.free_cap:
        return False
    if state.here[slot] > HERE and not known(scene, state, slot, side):
        return False
    subject = scene.slot_subject[slot]
    if subject >= ZONE_SUBJECT or state.zone[subject] == state.zone[fighter]:
        return True
    return makes_at(scene, state, fighter, slot) != 0
