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
    V_OVERCOME,
    V_REFRESH,
    ZONE_SUBJECT,
)
from autogm.engine.kinds import in_play
from autogm.engine.movement import NO_WAY
from autogm.engine.pack import add
from autogm.engine.records import Buffer, Scene, State
from autogm.engine.stack import lowest_bit
from autogm.engine.stunts import makes_at, reach_of, skilled_reach_of
from autogm.engine.suiting import creates_at
from autogm.game.kernels import kernel


@kernel
def reach_of_aspect(scene: Scene, state: State, fighter: int, slot: int) -> bool:
    """Whether a fighter can work on an aspect from where it stands (E2): the scene, its own zone
    or one that its best reach covers, fighters in them. What anybody can do (E5) is no reach."""
    subject = scene.slot_subject[slot]
    if subject == SCENE_SUBJECT:
        return True
    if subject >= ZONE_SUBJECT:
        zone = subject - ZONE_SUBJECT
    else:
        if (state.present >> subject) & 1 == 0:
            return False
        zone = state.zone[subject]
    return scene.sight[state.zone[fighter], zone] <= max(0, skilled_reach_of(scene, state, fighter))


@kernel
def zones_worked(scene: Scene, state: State, fighter: int) -> int:
    """The zones whose aspects a fighter can work on from where it stands, as a bit mask (E2): its
    own, and those that its best reach covers. What anybody can do (E5) is no reach."""
    distance = max(0, skilled_reach_of(scene, state, fighter))
    return scene.within[distance, state.zone[fighter]] + 0


@kernel
def slots_worked(scene: Scene, state: State, ground: int, zones: int, word: int) -> int:
    """One word of the slots of the scene, of the zones in `ground`, which are among `zones`, and of
    whoever stands in those."""
    mask = scene.mask_scene[word] + 0
    while zones:
        zone = lowest_bit(zones)
        zones &= zones - 1
        if (ground >> zone) & 1:
            mask |= scene.mask_zone[zone, word]
        there = state.present_in[zone] + 0
        while there:
            fighter = lowest_bit(there)
            there &= there - 1
            mask |= scene.mask_fighter[fighter, word]
    return mask


@kernel
def list_aspects(scene: Scene, state: State, fighter: int, buffer: Buffer, count: int) -> int:
    """Create an Advantage on a new or an existing aspect (C1), exploring (A14), discovering
    (A16), and Overcome against an aspect (A11), in the order of those verbs."""
    side = scene.side[fighter]
    hidden = HIDDEN_PLAYERS if side == PLAYERS else HIDDEN_GM
    ground = zones_worked(scene, state, fighter)
    zones = scene.within[max(0, reach_of(scene, state, fighter)), state.zone[fighter]] + 0
    for word in range(scene.words):
        here = state.slots_here[word]
        mask = here if in_play(scene, V_REFRESH) else 0
        if in_play(scene, V_CREATE):
            mask |= scene.mask_template[word] & ~here
        mask &= scene.mask_create[fighter, word]
        if mask:
            mask &= slots_worked(scene, state, ground, zones, word)
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
                mask &= slots_worked(scene, state, ground, zones, word)
            while mask:
                bit = mask & -mask
                slot = (word << 6) + lowest_bit(bit)
                mask ^= bit
                if state.here[slot] & hidden and makes_at(scene, state, fighter, slot):
                    count = add(buffer, count, V_DISCOVER, slot, 0, 0)
    if in_play(scene, V_OVERCOME):
        for word in range(scene.words):
            mask = state.slots_here[word] & scene.mask_removable[word]
            if mask:
                mask &= slots_worked(scene, state, ground, ground, word)
            while mask:
                bit = mask & -mask
                slot = (word << 6) + lowest_bit(bit)
                mask ^= bit
                if known(scene, state, slot, side):
                    count = add(buffer, count, V_OVERCOME, slot, 0, 0)
    return count


@kernel
def creatable(scene: Scene, state: State, fighter: int, slot: int, side: int) -> bool:
    """Whether creating an advantage on an aspect that `mask_create` allows is legal now: it is not
    hidden, has room for another free invoke, and is in reach of a skill that can do it."""
    if state.free[slot, side] >= scene.free_cap:
        return False
    if state.here[slot] > HERE and not known(scene, state, slot, side):
        return False
    subject = scene.slot_subject[slot]
    if subject >= ZONE_SUBJECT or state.zone[subject] == state.zone[fighter]:
        return True
    return creates_at(scene, state, fighter, slot) != 0


@kernel
def exploring(scene: Scene, state: State, fighter: int, slot: int) -> int:
    """The difficulty of exploring the zone of that slot (A14): its base, more for each hiding
    aspect in the way (of the scene or of a zone on the line of sight) and for each zone of distance
    beyond the first. EX-WOA-1: 1 + 2 + 2."""
    zone = scene.slot_subject[slot] - ZONE_SUBJECT
    start = state.zone[fighter]
    in_the_way = hiding(scene, state, scene.scene_slots[0], scene.scene_slots[1])
    in_the_way += on_the_line(scene, state, start, zone)
    farther = max(0, scene.sight[start, zone] - 1)
    return scene.explore_difficulty[zone] + scene.hindrance * (in_the_way + farther)


@kernel
def hiding(scene: Scene, state: State, start: int, end: int) -> int:
    """How many hiding aspects in play there are among the slots from `start` up to `end`."""
    count = 0
    for slot in range(start, end):
        if scene.slot_hides[slot] and state.here[slot] & HERE:
            count += 1
    return count


@kernel
def on_the_line(scene: Scene, state: State, start: int, end: int) -> int:
    """How many hiding aspects stand in zones on the line of sight between two, their own included
    (A14). Of several shortest lines the explorer looks along the one with the fewest. The counts
    of the zones so far, at most 15 each, stand in two numbers, four bits a zone."""
    distance, low, high = scene.sight[start, end] + 0, 0, 0
    for step in range(distance + 1):
        for zone in range(scene.zones):
            if scene.sight[start, zone] != step or scene.sight[zone, end] != distance - step:
                continue
            fewest = 15 if step else 0
            for before in range(scene.zones):
                if scene.sight[start, before] == step - 1 and scene.sight[before, zone] == 1:
                    counts = high if before & 16 else low
                    fewest = min(fewest, (counts >> 4 * (before & 15)) & 15)
            fewest += hiding(scene, state, scene.zone_slots[zone], scene.zone_slots[zone + 1])
            if zone & 16:
                high |= min(15, fewest) << 4 * (zone & 15)
            else:
                low |= min(15, fewest) << 4 * (zone & 15)
    counts = high if end & 16 else low
    return (counts >> 4 * (end & 15)) & 15
