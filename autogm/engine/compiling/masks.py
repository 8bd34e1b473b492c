"""What is known about aspects before the first die: which slots belong to whom, which points may
invoke, which may be created or removed, as bit masks of four words; and how many plain character
aspects speak to each kind of roll with each skill, so that no roll counts them again.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from autogm.engine.codes import (
    HELPS_AGAINST,
    HELPS_BEARER,
    HERE,
    HIDDEN_GM,
    HIDDEN_PLAYERS,
    K_CHARACTER,
    K_CONSEQUENCE,
    K_FOR,
    K_GUARD,
    K_ON,
    K_TEMPLATE,
    POOL,
)
from autogm.engine.compiling.slots import Slot, SlotTable
from autogm.engine.layout import MAX_RANGE, WORDS
from autogm.model.words import MAX_SKILLS, ROLL_KINDS
from autogm.rules.encounter import Encounter

NEVER_CREATED = (K_ON, K_FOR, K_GUARD)


def is_plain(slot: Slot) -> bool:
    """Whether a slot's aspects are there and known as long as their bearer is, and which of them a
    point is spent on makes no difference (A15)."""
    return slot.kind == K_CHARACTER and slot.start == HERE and slot.side < 0 and not slot.effect


def bits(numbers: list[int]) -> list[int]:
    """Slot numbers as four words of bits."""
    words = [0] * WORDS
    for number in numbers:
        words[number >> 6] |= 1 << (number & 63)
    return [word - (1 << 64) if word >> 63 else word for word in words]


def write_masks(encounter: Encounter, table: SlotTable, scene: Any) -> None:
    """Write masks and counts into a scene record."""
    slots = list(enumerate(table.slots))
    scene["words"] = -(-len(slots) // 64)
    starts = table.fighter_starts
    for fighter in range(len(starts) - 1):
        own = list(range(starts[fighter], starts[fighter + 1]))
        scene["mask_fighter"][fighter] = bits(own)
        for number in own:
            if is_plain(table.slots[number]):
                _count(table.slots[number], fighter, scene)
    for zone in range(len(table.zone_starts) - 1):
        scene["mask_zone"][zone] = bits(
            list(range(table.zone_starts[zone], table.zone_starts[zone + 1]))
        )
    scene["mask_scene"] = bits(list(range(table.scene_start, len(slots))))
    paid = [n for n, s in slots if s.kind not in (K_ON, K_FOR) and not is_plain(s)]
    scene["mask_paid"] = bits(paid)
    scene["mask_template"] = bits([n for n, s in slots if s.kind == K_TEMPLATE])
    scene["mask_declare"] = bits([n for n, s in slots if s.declare])
    scene["mask_hidden"] = bits([n for n, s in slots if s.start & (HIDDEN_PLAYERS | HIDDEN_GM)])
    for kind in range(len(ROLL_KINDS)):
        scene["mask_roll"][kind] = bits([n for n, s in slots if (s.actions >> kind) & 1])
    for skill in range(MAX_SKILLS):
        scene["mask_skill"][skill] = bits([n for n, s in slots if (s.skills >> skill) & 1])
    scene["mask_skill"][MAX_SKILLS] = bits([n for n, _ in slots])
    scene["mask_removable"] = bits([n for n, s in slots if s.removable])
    for fighter in range(len(encounter.fighters)):
        able = [n for n, s in slots if _creatable(s, fighter, scene)]
        scene["mask_create"][fighter] = bits(able)
    for distance in range(MAX_RANGE):
        for zone in range(len(encounter.zones)):
            near = np.flatnonzero(scene["sight"][zone, : len(encounter.zones)] <= distance)
            scene["within"][distance, zone] = sum(1 << int(other) for other in near)
    for fighter in range(len(encounter.fighters)):
        if scene["purse"][fighter] not in (POOL, -1):
            scene["purse_mask"][scene["side"][fighter]] |= 1 << fighter


def _count(slot: Slot, fighter: int, scene: Any) -> None:
    """Count a slot of plain aspects for every roll it speaks to; the last column is rolls without
    a skill."""
    for kind in range(len(ROLL_KINDS)):
        if (slot.actions >> kind) & 1 == 0:
            continue
        for skill in range(MAX_SKILLS + 1):
            if skill < MAX_SKILLS and (slot.skills >> skill) & 1 == 0:
                continue
            if slot.helps & HELPS_BEARER:
                scene["own_aspects"][fighter, kind, skill] += len(slot.texts)
            if slot.helps & HELPS_AGAINST:
                scene["against_aspects"][fighter, kind, skill] += len(slot.texts)


def _creatable(slot: Slot, fighter: int, scene: Any) -> bool:
    """Whether a fighter could ever create an advantage on a slot: on a template of its side (one
    on oneself: its own), on an aspect of the scene or a zone, on its own aspects and enemies'."""
    side = int(scene["side"][fighter])
    if scene["create_skills"][fighter, slot.template] == 0 or slot.kind in NEVER_CREATED:
        return False
    if slot.kind == K_TEMPLATE:
        return (slot.makers >> side) & 1 == 1 and (not slot.own or slot.subject == fighter)
    if slot.side not in (-1, side):
        return False
    if slot.kind in (K_CHARACTER, K_CONSEQUENCE) and scene["side"][slot.subject] == side:
        return slot.kind == K_CHARACTER and slot.subject == fighter
    return True
