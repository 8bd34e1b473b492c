"""The one entry point from a checked `Encounter` to the arrays that the compiled game reads: a
scene (the constants of a battle) and its first state. Whatever the kernels cannot express is
refused here by name; nothing above this module sees Pydantic, nothing below it arrays.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from autogm.engine import codes
from autogm.engine.compiling.bounds import check_bounds
from autogm.engine.compiling.compels import write_compels, write_effects
from autogm.engine.compiling.fighters import Caster
from autogm.engine.compiling.ground import write_ground
from autogm.engine.compiling.masks import write_masks
from autogm.engine.compiling.rules import write_rules
from autogm.engine.compiling.slots import SlotTable, build_slots, write_slots
from autogm.engine.compiling.stakes import write_objectives, write_stakes
from autogm.engine.compiling.sums import write_sums
from autogm.engine.compiling.words import SIDE_NUMBERS, Words
from autogm.engine.layout import SCENE, STATE
from autogm.model.faults import ScenarioError
from autogm.model.words import MAX_FIGHTERS
from autogm.rules.encounter import Encounter
from autogm.rules.parts import MOST_PARTS, with_parts
from autogm.rules.turns import turn_places


@dataclass(frozen=True, eq=False)
class Compiled:
    """A compiled encounter: `scene` and `state` are structured arrays of one record each. `cramped`
    says why there is no room for all that its mobs could divide into (N4); where there is, it is
    empty."""

    encounter: Encounter
    scene: np.ndarray[Any, Any]
    state: np.ndarray[Any, Any]
    slots: SlotTable
    compels: tuple[int, ...]
    effects: tuple[int, ...]
    cramped: str = ""


def compile_encounter(encounter: Encounter) -> Compiled:
    """Compile an encounter, with what its mobs may divide into: as far as there is room for it,
    since a conflict that fits while its mobs stay whole is played with them whole (N4).

    Raises:
        ScenarioError: for sizes over the engine's limits and for what it cannot express.
    """
    cramped = ""
    for most in range(MOST_PARTS, 1, -1):
        parted = with_parts(encounter, most)
        count = len(parted.fighters)
        if count > max(MAX_FIGHTERS, len(encounter.fighters)):
            why = f"there would be {count} fighters, and at most {MAX_FIGHTERS} are played"
            cramped = cramped or why
            continue
        try:
            return _compiled(parted, cramped)
        except ScenarioError as error:
            if count == len(encounter.fighters):
                raise
            cramped = cramped or error.faults[0].message
    return _compiled(with_parts(encounter, 1), cramped)


def _compiled(encounter: Encounter, cramped: str) -> Compiled:
    """Compile an encounter whose fighters are all that there are."""
    scenes = np.zeros(1, SCENE)
    scene = scenes[0]
    words = Words(encounter)
    table = build_slots(encounter, words)
    write_rules(encounter, scene)
    write_slots(encounter, table, scene)
    write_ground(encounter, words, table, scene)
    scene["fighters"] = len(encounter.fighters)
    _write_mobs(encounter, scene)
    Caster(encounter, words, table, scene).write()
    _write_order(encounter, scene)
    compels = write_compels(encounter, words, table, scene)
    effects = write_effects(encounter, words, table, scene)
    write_objectives(encounter, words, scene)
    write_stakes(encounter, scene)
    write_masks(encounter, table, scene)
    check_bounds(encounter, scene)
    return Compiled(
        encounter, scenes, _first_state(encounter, words, scene), table, compels, effects, cramped
    )


def _write_mobs(encounter: Encounter, scene: Any) -> None:
    """Who breaks off from whom (N4)."""
    indices = {one.id: index for index, one in enumerate(encounter.fighters)}
    for index, fighter in enumerate(encounter.fighters):
        scene["mob_of"][index] = index
        if fighter.part_of is not None:
            mob = indices[fighter.part_of]
            scene["mob_of"][index] = mob
            scene["parts"][mob] |= 1 << mob | 1 << index
            scene["reserves"] |= 1 << index


def _write_order(encounter: Encounter, scene: Any) -> None:
    """T1, T2: fighters by initiative; NPCs that act together share their best member's place."""
    order = encounter.scenario.turn_order
    entries = []
    for place in turn_places(encounter):
        if place.side is None:
            entries.append(place.fighters[0])
        else:
            side = SIDE_NUMBERS[place.side]
            scene["block_mask"][side] = sum(1 << index for index in place.fighters)
            entries.append(-1 - side)
    scene["places"] = len(entries)
    scene["order"][: len(entries)] = entries
    scene["ambushers"] = sum(
        1 << index
        for index, fighter in enumerate(encounter.fighters)
        if fighter.side == order.ambush and fighter.part_of is None
    )
    lethal = order.ambush is not None and order.lethal_ambush
    scene["ambush_lethal"] = SIDE_NUMBERS[order.ambush] if lethal and order.ambush else -1


def _first_state(encounter: Encounter, words: Words, scene: Any) -> np.ndarray[Any, Any]:
    """The state before the first choice: who is there, what stands, whose points. What it writes of
    a fighter `nodes.order.arrive` writes of one who comes later. That is a kernel, and scenarios
    are read without compiling any, so each has its own; `tests/engine/test_arrivals.py` compares
    them.
    """
    states = np.zeros(1, STATE)
    state = states[0]
    state["exchange"] = 1
    state["ambush"] = int(scene["ambush_lethal"] >= 0)
    state["item"] = int(scene["item_zone"]) + 1
    state["points"][codes.POOL] = encounter.pool
    late = set()
    for index, fighter in enumerate(encounter.fighters):
        if fighter.arrives != 1:
            late.add(index)
            continue
        state["present"] |= 1 << index
        state["zone"][index] = words.zone(fighter.zone)
        state["members"][index] = fighter.members
        if fighter.is_player_character:
            state["points"][index] = fighter.fate_points
    for slot in range(int(scene["slots"])):
        if int(scene["slot_subject"][slot]) in late:
            continue
        state["here"][slot] = scene["slot_start"][slot]
        state["free"][slot] = scene["slot_free"][slot]
    write_sums(scene, state)
    if encounter.ruleset.roar:
        state["pending"][0] = (codes.N_ROAR, 0, codes.PLAYERS, 0)
        state["depth"] = 1
    return states
