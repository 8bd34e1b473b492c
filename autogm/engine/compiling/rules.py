"""A ruleset's fields and its dice as numbers, and which verbs are in play: those that the ruleset
has and the scenario does not leave out.
"""

from __future__ import annotations

from typing import Any

from autogm.engine import codes
from autogm.engine.compiling.words import refuse, roll_mask
from autogm.game.dice import DICE_FLOOR, OUTCOME_MASK, all_faces, outcome_of, pack_faces, sums
from autogm.model.verbs import VERB_NAMES, VERBS
from autogm.model.words import MANEUVERS
from autogm.rules.encounter import Encounter


def write_rules(encounter: Encounter, scene: Any) -> None:
    """Write the ruleset, the dice and the verbs in play into a scene record.

    Raises:
        ScenarioError: for moves over more than three zones.
    """
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
                outcome_of(rules.dice, faces, count) & OUTCOME_MASK
            )
    scene["outcomes"] = 9 if rules.dice == "4dF" else 11
    scene["lowest"] = DICE_FLOOR[rules.dice]
    nearby = rules.advantage_opposed == "nearby"
    for field, value in {
        "style_at": rules.style_at,
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
        "self_compels": rules.self_compels,
        "twists": rules.twists and "compel" in verbs,
        "advantage_tie": codes.TIE_BOOST
        if rules.srd_tie or rules.advantage_tie == "boost"
        else codes.TIE_FREE,
        "explore_tie": codes.TIE_BOOST if rules.srd_tie else codes.TIE_FREE,
        "spoil": ("nothing", "maker chooses", "aspect without invoke").index(rules.advantage_fail),
        "existing_fail": rules.existing_fail_gives,
        "advantage_difficulty": rules.advantage_difficulty,
        "unsuited": rules.unsuited_skill,
        "advantage_nearby": nearby,
        "advantage_each": rules.advantage_per_free_invoke if nearby else 0,
        "overcome_fail": ("fails", "serious cost").index(rules.overcome_fail),
        "overcome_tie": ("minor cost", "boost", "succeeds").index(rules.overcome_tie),
        "overcome_style": rules.overcome_style_boost,
        "move_fail": ("fails", "serious cost").index(rules.move_fail),
        "move_tie": ("minor cost", "boost", "succeeds").index(rules.move_tie),
        "attack_fail_stress": rules.attack_fail_stress,
        "attack_tie_boost": rules.attack_tie == "boost",
        "style_boost": rules.attack_style_boost,
        "style_costs": rules.style_boost_costs_shift,
        "knockback": "knock back" in rules.boost_maneuvers,
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
    for verb in MANEUVERS:
        if verb not in rules.maneuvers:
            verbs.discard(verb)
    if not rules.area_attacks:
        verbs.discard("attack everyone")
    if rules.declare == "none":
        verbs.discard("declare")
    scene["verbs"] = sum(1 << one.code for one in VERBS if one.name in verbs)
