"""What aspects may be used for besides +2 and a reroll, as rows of numbers: compels and twists (X1,
F6), and the effects that an invoke may be spent on (A15, R7).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from autogm.engine import codes
from autogm.engine.compiling.slots import SlotTable
from autogm.engine.compiling.words import SIDE_NUMBERS, Words, harm_kind, refuse
from autogm.engine.layout import EFFECT_ROWS
from autogm.model.aspect_uses import Effect
from autogm.model.words import MAX_COMPELS
from autogm.rules.encounter import Encounter

COMPELS = ("lose action", "attack nearest", "move toward", "move away", "skill out",
           "free invoke", "twist")  # fmt: skip
EFFECTS = ("zone attack", "move", "hinder", "lethal")


def write_compels(
    encounter: Encounter, words: Words, table: SlotTable, scene: Any
) -> tuple[int, ...]:
    """Write one row for each compel (X1, F6); those out of one aspect exclude each other. The
    compels' numbers in the scenario, by row.

    Raises:
        ScenarioError: for too many of them.
    """
    actions = encounter.scenario.actions
    allowed = encounter.ruleset.compels or encounter.ruleset.twists
    if not allowed or (actions is not None and "compel" not in actions):
        return ()
    rows = []
    for number, compel in enumerate(encounter.scenario.compels):
        ids = [n for n, one in enumerate(encounter.fighters) if one.id == compel.victim]
        victim = ids[0]
        slots = table.find(compel.aspect, victim)
        argument = 0
        if compel.skill:
            argument = words.skill(compel.skill)
        elif compel.zone:
            argument = words.zone(compel.zone)
        rows.append((number, victim, slots[0], COMPELS.index(compel.effect), argument))
    if len(rows) > MAX_COMPELS:
        raise refuse(encounter, f"at most {MAX_COMPELS} compels, not {len(rows)}", "compels")
    scene["compels"] = len(rows)
    for row, (_, victim, slot, does, argument) in enumerate(rows):
        scene["compel_victim"][row] = victim
        scene["compel_slot"][row] = slot
        scene["compel_effect"][row] = does
        scene["compel_argument"][row] = argument
        scene["compel_same"][row] = sum(
            1 << other for other, (_, _, same, _, _) in enumerate(rows) if same == slot
        )
    return tuple(number for number, *_ in rows)


def write_effects(
    encounter: Encounter, words: Words, table: SlotTable, scene: Any
) -> tuple[int, ...]:
    """Write one row for each effect and each place its aspect can be (A15). The effects' numbers
    in the scenario, by row.

    Raises:
        ScenarioError: for too many of them.
    """
    rows = [
        (number, slot)
        for number, effect in enumerate(encounter.scenario.effects)
        for slot in table.find(effect.aspect) or _rites(effect, encounter, table)
    ]
    if len(rows) > EFFECT_ROWS:
        raise refuse(
            encounter,
            f"the effects stand on {len(rows)} aspects, at most {EFFECT_ROWS}: put their "
            "aspects on fewer zones or fighters",
            "effects",
        )
    scene["effects"] = len(rows)
    for row, (number, slot) in enumerate(rows):
        effect = encounter.scenario.effects[number]
        scene["effect_slot"][row] = slot
        scene["effect_does"][row] = EFFECTS.index(effect.does)
        scene["effect_skill"][row] = words.skill(effect.skill) if effect.skill else 0
        scene["effect_range"][row] = effect.range
        own = int(scene["slot_subject"][slot]) if scene["slot_kind"][slot] == codes.K_ROAR else -1
        side = encounter.fighters[own].side if own >= 0 else effect.side
        scene["effect_side"][row] = -1 if side is None else SIDE_NUMBERS[side]
        scene["effect_harm"][row] = harm_kind(encounter, effect.harm)
        scene["effect_friends"][row] = effect.friends
        scene["effect_number"][row] = number
        scene["effect_anywhere"][row] = effect.anywhere
        same = sum(1 << other for other, (_, one) in enumerate(rows) if one == slot)
        scene["effect_same"][row] = np.uint64(same).view(np.int64)
    return tuple(number for number, _ in rows)


def _rites(effect: Effect, encounter: Encounter, table: SlotTable) -> list[int]:
    """R7: a battle ritual that names no written aspect stands on the Roar of its side."""
    return [
        number
        for number, slot in enumerate(table.slots)
        if effect.does == "lethal"
        and slot.kind == codes.K_ROAR
        and effect.side in (None, encounter.fighters[slot.subject].side)
    ]
