"""The one door from a checked `Encounter` to the arrays that the compiled game reads: a scene (the
constants of a battle) and its first state. Whatever the kernels cannot express is refused here by
name; nothing above this module sees Pydantic, nothing below it arrays.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from autogm.engine import codes
from autogm.engine.compiling.bounds import check_bounds
from autogm.engine.compiling.fighters import Caster
from autogm.engine.compiling.ground import write_ground
from autogm.engine.compiling.masks import bits, write_masks
from autogm.engine.compiling.slots import SlotTable, build_slots
from autogm.engine.compiling.stakes import write_stakes
from autogm.engine.compiling.words import SIDES, Words, harm_kind, refuse, roll_mask
from autogm.engine.dice import DICE_FLOOR, all_faces, outcome_of, pack_faces, sums
from autogm.engine.layout import EFFECT_ROWS, SCENE, STATE
from autogm.model.scenario import Effect
from autogm.model.words import MAX_COMPELS, MAX_OBJECTIVES, VERB_NAMES
from autogm.rules.encounter import Encounter
from autogm.rules.turns import turn_places

VERBS_OF = {
    "move": codes.V_MOVE,
    "attack": codes.V_ATTACK,
    "charge": codes.V_CHARGE,
    "area-attack": codes.V_AREA,
    "create": codes.V_CREATE,
    "refresh": codes.V_REFRESH,
    "discover": codes.V_DISCOVER,
    "explore": codes.V_EXPLORE,
    "overcome-aspect": codes.V_REMOVE,
    "sprint": codes.V_SPRINT,
    "push": codes.V_PUSH,
    "pull": codes.V_PULL,
    "full-defense": codes.V_FULL_DEFENSE,
    "full-attack": codes.V_FULL_ATTACK,
    "help": codes.V_HELP,
    "recover": codes.V_REARM,
    "grab": codes.V_GRAB,
    "leave": codes.V_LEAVE,
    "stunt": codes.V_STUNT,
    "effect": codes.V_EFFECT,
    "declare": codes.V_DECLARE,
    "invoke": codes.V_ANY_INVOKE,
}
COMPELS = ("lose action", "attack nearest", "move toward", "move away", "skill out",
           "free invoke", "twist")  # fmt: skip
EFFECTS = ("zone attack", "move", "hinder", "lethal")
OBJECTIVES = {
    "hold": codes.O_HOLD,
    "get out": codes.O_GET_OUT,
    "survive": codes.O_SURVIVE,
    "take out": codes.O_TAKE_OUT,
}


@dataclass(frozen=True)
class Compiled:
    """A compiled encounter: `scene` and `state` are structured arrays of one record each."""

    encounter: Encounter
    scene: np.ndarray[Any, Any]
    state: np.ndarray[Any, Any]
    slots: SlotTable
    compels: tuple[int, ...]
    effects: tuple[int, ...]


def compile_encounter(encounter: Encounter) -> Compiled:
    """Compile an encounter.

    Raises:
        ScenarioError: for sizes over the engine's limits and for what it cannot express.
    """
    scenes = np.zeros(1, SCENE)
    scene = scenes[0]
    words = Words(encounter)
    table = build_slots(encounter, words)
    _write_rules(encounter, scene)
    _write_slots(encounter, table, scene)
    write_ground(encounter, words, table, scene)
    scene["fighters"] = len(encounter.fighters)
    Caster(encounter, words, table, scene).write()
    _write_order(encounter, scene)
    compels = _write_compels(encounter, words, table, scene)
    effects = _write_effects(encounter, words, table, scene)
    _write_objectives(encounter, words, scene)
    write_stakes(encounter, scene)
    write_masks(encounter, table, scene)
    check_bounds(encounter, scene)
    return Compiled(
        encounter, scenes, _first_state(encounter, words, scene), table, compels, effects
    )


def _write_rules(encounter: Encounter, scene: Any) -> None:
    rules, scenario = encounter.ruleset, encounter.scenario
    verbs = set(VERB_NAMES if scenario.actions is None else scenario.actions)
    scene["exchanges"] = scenario.exchanges
    scene["skills"] = len(encounter.skills)
    for count in range(3):
        if rules.dice == "d6-d6" and count:
            continue
        for value, chance in sums(rules.dice, count).items():
            scene["dice"][count, value - DICE_FLOOR[rules.dice]] = float(chance)
    falls = all_faces(rules.dice)
    scene["face_count"] = len(falls)
    for number, faces in enumerate(falls):
        scene["faces"][number] = pack_faces(rules.dice, faces)
        for count in range(3 if rules.dice == "4dF" else 1):
            scene["face_outcome"][count, number] = (
                outcome_of(rules.dice, faces, count) & codes.OUTCOME_MASK
            )
    scene["outcomes"] = 9 if rules.dice == "4dF" else 11
    scene["lowest"] = DICE_FLOOR[rules.dice]
    for field, value in {
        "style_at": rules.style_at,
        "tie_passive": rules.tie_succeeds_passive,
        "ally_invokes": rules.invoke_for_ally,
        "opposition_invokes": rules.invoke_for_opposition,
        "free_cap": rules.free_invoke_cap,
        "removal": rules.removal_difficulty,
        "removal_each": rules.removal_per_free_invoke,
        "removal_opposed": rules.removal_opposed,
        "refresh": rules.refresh_aspects,
        "owed": rules.owed_invokes and not rules.closed_loop,
        "closed_loop": rules.closed_loop,
        "refusal": rules.compel_refusal_cost,
        "from_supply": rules.compel_from_supply,
        "player_stake": rules.player_compels_stake or rules.closed_loop,
        "twists": rules.twists and "compel" in verbs,
        "advantage_tie": codes.TIE_BOOST
        if rules.srd_tie or rules.advantage_tie == "boost"
        else codes.TIE_FREE,
        "spoil": ("nothing", "maker chooses", "aspect without invoke").index(rules.advantage_fail),
        "existing_fail": rules.existing_fail_gives,
        "advantage_difficulty": rules.advantage_difficulty,
        "overcome_fail": ("fails", "serious cost").index(rules.overcome_fail),
        "overcome_tie": ("minor cost", "boost", "succeeds").index(rules.overcome_tie),
        "overcome_style": rules.overcome_style_boost,
        "move_fail": ("fails", "serious cost").index(rules.move_fail),
        "move_tie": ("minor cost", "boost", "succeeds").index(rules.move_tie),
        "attack_fail_stress": rules.attack_fail_stress,
        "attack_tie_boost": rules.attack_tie == "boost",
        "style_boost": rules.attack_style_boost,
        "style_costs": rules.style_boost_costs_shift,
        "knockback": "knockback" in rules.boost_maneuvers,
        "disarm": "disarm" in rules.boost_maneuvers,
        "footwork": "footwork" in rules.boost_maneuvers,
        "defend_style": roll_mask(
            kind if kind != "defend" else "attack" for kind in rules.defend_style_boost
        ),
        "teamwork": ("none", "skill", "any").index(rules.teamwork),
        "concede": rules.concede and "concede" in verbs,
        "absorb": ("combined", "single").index(rules.absorb),
        "main_harm": 0 if scenario.kind in ("physical", "mass") or rules.one_track else 1,
        "hindrance": rules.hindrance,
        "extra_zone": rules.per_extra_zone,
        "max_moved": rules.max_zones_moved,
        "blocking": rules.blocking and "block" in verbs,
        "move_after": rules.move_before_or_after,
        "weight_on": rules.weight,
        "weight_two": rules.weight_ratio[0],
        "weight_four": rules.weight_ratio[1],
        "weight_rolls": roll_mask(rules.weight_rolls),
        "weight_across": rules.weight_across_zones,
        "guard_difficulty": rules.full_defense_difficulty,
        "all_out_difficulty": rules.full_attack_difficulty,
        "all_out_exposes": rules.full_attack_always_exposes,
        "rearm_difficulty": rules.rearm_difficulty,
        "roar_difficulty": rules.roar_difficulty,
        "keep_roaring": rules.roar and rules.compels and "compel" in verbs,
    }.items():
        scene[field] = value
    if rules.max_zones_moved > 3:
        raise refuse(encounter, "moves over more than three zones are not played",
                     "rules.max_zones_moved")  # fmt: skip
    known = set(VERBS_OF)
    for verb in ("push", "pull", "charge", "full-defense", "full-attack"):
        if verb not in rules.maneuvers:
            known.discard(verb)
    if not rules.area_attacks:
        known.discard("area-attack")
    if rules.declare == "none":
        known.discard("declare")
    scene["verbs"] = sum(1 << VERBS_OF[verb] for verb in known & verbs)


def _write_slots(encounter: Encounter, table: SlotTable, scene: Any) -> None:
    scene["slots"] = len(table.slots)
    classes: dict[tuple[Any, ...], int] = {}
    for field in ("slot_on", "slot_for", "slot_roar", "slot_guard", "slot_cost"):
        scene[field][:] = -1 if field in ("slot_roar", "slot_cost") else 0
    plain = encounter.ruleset.scopes.phase if encounter.ruleset.scopes else 0
    for number, slot in enumerate(table.slots):
        scene["slot_class"][number] = classes.setdefault(slot.signature, len(classes))
        scene["slot_count"][number] = len(slot.texts)
        scene["slot_refresh"][number] = plain if slot.refresh < 0 else slot.refresh
        for field in ("kind", "subject", "actions", "skills", "helps", "side", "spares", "adverse",
                      "hides", "difficulty", "removable", "makers", "template", "target",
                      "start", "free"):  # fmt: skip
            scene["slot_" + field][number] = getattr(slot, field)
    scene["fighter_slots"][: len(table.fighter_starts)] = table.fighter_starts
    scene["zone_slots"][: len(table.zone_starts)] = table.zone_starts
    scene["scene_slots"] = (table.scene_start, len(table.slots))
    guard = len(table.slots)  # an empty slot: nobody stands in Full Defense
    for fighter in range(len(table.fighter_starts) - 1):
        single = {
            "slot_on": codes.K_ON,
            "slot_for": codes.K_FOR,
            "slot_roar": codes.K_ROAR,
            "slot_guard": codes.K_GUARD,
        }
        for field, kind in single.items():
            found = table.of_kind(fighter, kind)
            if found:
                scene[field][fighter] = found[0]
            elif field == "slot_guard":
                scene[field][fighter] = min(guard, len(scene["slot_kind"]) - 1)
        scene["slot_open"][fighter] = table.of_kind(fighter, codes.K_ON)[-1]
        consequences = table.of_kind(fighter, codes.K_CONSEQUENCE)
        scene["slot_consequence"][fighter, : len(consequences)] = consequences
        complications = [
            n
            for n in table.of_kind(fighter, codes.K_TEMPLATE)
            if table.slots[n].helps & codes.HELPS_AGAINST
        ]
        if complications:
            scene["slot_cost"][fighter] = complications[0]


def _write_order(encounter: Encounter, scene: Any) -> None:
    """T1, T2: fighters by initiative; NPCs that act together share their best member's place."""
    order = encounter.scenario.turn_order
    entries = []
    for place in turn_places(encounter):
        if place.side is None:
            entries.append(place.fighters[0])
        else:
            side = SIDES[place.side]
            scene["block_mask"][side] = sum(1 << index for index in place.fighters)
            entries.append(-1 - side)
    scene["places"] = len(entries)
    scene["order"][: len(entries)] = entries
    lethal = order.ambush is not None and order.lethal_ambush
    scene["ambush_lethal"] = SIDES[order.ambush] if lethal and order.ambush else -1


def _write_compels(
    encounter: Encounter, words: Words, table: SlotTable, scene: Any
) -> tuple[int, ...]:
    """X1, F6: one row for each compel; those out of one aspect exclude each other."""
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


def _write_effects(
    encounter: Encounter, words: Words, table: SlotTable, scene: Any
) -> tuple[int, ...]:
    """A15: one row for each effect and each place its aspect can be."""
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
        scene["effect_side"][row] = -1 if side is None else SIDES[side]
        scene["effect_harm"][row] = harm_kind(encounter, effect.harm)
        scene["effect_number"][row] = number
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


def _write_objectives(encounter: Encounter, words: Words, scene: Any) -> None:
    rows = [
        (side, one)
        for side in SIDES
        for one in getattr(encounter.scenario.objectives, side)
        if one.do != "last standing"
    ]
    if len(rows) > MAX_OBJECTIVES:
        raise refuse(encounter, f"at most {MAX_OBJECTIVES} objectives", "objectives")
    scene["objectives"] = len(rows)
    for row, (side, one) in enumerate(rows):
        does = OBJECTIVES[one.do]
        scene["objective_side"][row] = SIDES[side]
        scene["objective_do"][row] = codes.O_GET_ITEM if one.item else does
        scene["objective_zone"][row] = words.zone(one.zone) if one.zone else 0
        scene["objective_exchanges"][row] = one.exchanges
        scene["objective_who"][row] = sum(
            1 << n
            for n, fighter in enumerate(encounter.fighters)
            if fighter.id in one.who or fighter.id.rpartition("-")[0] in one.who
        )
        scene["objective_number"][row] = one.number
    item = encounter.scenario.item
    scene["item_zone"] = -1 if item is None else words.zone(item.zone)
    scene["item_difficulty"] = 0 if item is None else item.difficulty


def _first_state(encounter: Encounter, words: Words, scene: Any) -> np.ndarray[Any, Any]:
    """The state before the first choice: who is there, what stands, whose points."""
    states = np.zeros(1, STATE)
    state = states[0]
    state["exchange"] = 1
    state["ambush"] = int(scene["ambush_lethal"] >= 0)
    state["item"] = int(scene["item_zone"]) + 1
    state["points"][codes.POOL] = encounter.pool
    late = set()
    for index, fighter in enumerate(encounter.fighters):
        if fighter.arrives > 1:
            late.add(index)
            continue
        state["present"] |= 1 << index
        zone = words.zone(fighter.zone)
        state["zone"][index] = zone
        state["present_in"][zone] |= 1 << index
        state["weight"][zone, SIDES[fighter.side]] += fighter.weight
        state["members"][index] = fighter.members
        if fighter.is_player_character:
            state["points"][index] = fighter.fate_points
    for slot in range(int(scene["slots"])):
        if int(scene["slot_subject"][slot]) in late:
            continue
        state["here"][slot] = scene["slot_start"][slot]
        state["free"][slot] = scene["slot_free"][slot]
    here, free = np.flatnonzero(state["here"] & codes.HERE), np.flatnonzero(state["free"].any(1))
    state["slots_here"] = bits([int(slot) for slot in here])
    state["slots_free"] = bits([int(slot) for slot in free])
    for slot in here[scene["slot_adverse"][here] > 0]:
        zone = int(scene["slot_subject"][slot]) - codes.ZONE_SUBJECT
        if 0 <= zone < len(encounter.zones):
            state["adverse"][zone] += 1
    if encounter.ruleset.roar:
        state["pending"][0] = (codes.N_ROAR, 0, codes.PLAYERS, 0)
        state["depth"] = 1
    return states
