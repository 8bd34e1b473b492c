"""The two records of the compiled game, field by field: `SCENE`, the constants of a battle, and
`STATE`, what changes. All integers are signed, since mixing signed and unsigned ones turns into
floats when compiled. Shapes stand beside the fields; a field that no later rule can read is zero.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from autogm.engine.codes import MAX_DEPTH, N_PURSES
from autogm.model.words import (
    MAX_COMPELS,
    MAX_EFFECTS,
    MAX_FIGHTERS,
    MAX_OBJECTIVES,
    MAX_SKILLS,
    MAX_SLOTS,
    MAX_STUNTS,
    MAX_TEMPLATES,
    MAX_ZONES,
)

MAX_CONSEQUENCES = 6
MAX_ACTIONS = 1024  # legal actions of one node
N_COUNTERS = 66  # rolls of each fighter's two parts; then the exchange, and this roll's rerolls
LOG_ROWS, LOG_COLUMNS = 1024, 7
LOG_FULL_AT = LOG_ROWS // 2  # one node never writes more rows than are left then
TALLY_COLUMNS = 32
MAX_RANGE = 9
WORDS = MAX_SLOTS // 64
MIN_SPARE = 2  # bytes at the end of a record that the game never writes to: room for marks
N_OUTCOMES = 11
MOST_EFFECTS = 8  # of one outcome
EFFECT_ROWS = 4 * MAX_EFFECTS

_F, _Z, _K, _S = MAX_FIGHTERS, MAX_ZONES, MAX_SKILLS, MAX_STUNTS
_i1, _i2, _i4, _i8, _f8 = np.int8, np.int16, np.int32, np.int64, np.float64


def _packed(fields: list[tuple[Any, ...]]) -> np.dtype[Any]:
    """A record without holes: wide fields first, spare bytes named, so that equal records are
    equal byte for byte however they were copied."""
    ordered = sorted(fields, key=lambda one: -np.dtype(one[1]).itemsize)
    spare = MIN_SPARE + (-np.dtype(ordered).itemsize - MIN_SPARE) % 8
    return np.dtype([*ordered, ("spare", _i1, (spare,))], align=True)


# What kernels write into besides states. They are records too, because arrays that are passed on
# are counted references, which cost more than most steps.
EFFECT = np.dtype(
    [
        ("does", _i4),  # `FX_FREE` and so on
        ("who", _i4),  # the fighter that it happens to
        ("by", _i4),  # who does it; -1: nobody
        ("slot", _i4),  # the aspect that it is about; -1: none
        ("side", _i4),  # whose invokes or whose choice
        ("number", _i4),  # of invokes, shifts; a box, a consequence, a zone, a stunt
        ("harm", _i4),
        ("lethal", _i4),
        ("margin", _i4),  # of the roll, for the log
        ("cause", _i4),  # the code of the rule that it follows from
    ]
)
BUFFER = np.dtype(
    [
        ("action", _i8, (MAX_ACTIONS,)),  # legal actions
        ("rolls", _i8, (N_COUNTERS,)),
        ("effects", _i8),  # how many an outcome has
        ("kinds", _i8),  # which, a bit mask
        ("effect", EFFECT, (MOST_EFFECTS,)),
    ]
)
LOG = np.dtype([("on", _i8), ("rows", _i8), ("row", _i8, (LOG_ROWS, LOG_COLUMNS))])
TALLIES = np.dtype(
    [
        ("count", _i8, (N_PURSES, TALLY_COLUMNS)),
        ("before", _i8, (N_PURSES, TALLY_COLUMNS)),  # the counts when the battle began
        ("squares", _i8, (N_PURSES, TALLY_COLUMNS)),  # sums over battles of what each counted
        ("conceded", _i8),  # mobs that are here still, parts of which have conceded
    ]
)

SCENE = _packed(
    [
        # The battle's size and limits
        ("fighters", _i2),
        ("zones", _i2),
        ("slots", _i2),
        ("skills", _i2),
        ("exchanges", _i2),
        ("verbs", _i8),  # bit mask of verbs in play
        # Dice: row k of `dice` is the distribution of the sum with k dice replaced by [+]
        ("dice", _f8, (3, N_OUTCOMES)),
        ("face_count", _i2),  # 81 or 36 equally likely faces
        ("faces", _i2, (81,)),  # packed for the log
        ("face_outcome", _i1, (3, 81)),  # the outcome of those faces, by dice replaced
        ("outcomes", _i2),  # 9 for 4dF, 11 for d6-d6
        ("lowest", _i2),  # the sum that outcome 0 stands for
        ("style_at", _i1),
        # Aspects
        ("ally_invokes", _i1),
        ("opposition_invokes", _i1),
        ("free_cap", _i1),
        ("removal", _i1),
        ("removal_each", _i1),
        ("removal_opposed", _i1),
        ("refresh", _i1),  # A10
        ("slot_kind", _i1, (MAX_SLOTS,)),
        ("slot_subject", _i1, (MAX_SLOTS,)),
        ("slot_count", _i1, (MAX_SLOTS,)),  # equal aspects that share the slot
        ("slot_actions", _i1, (MAX_SLOTS,)),  # bit mask of roll kinds
        ("slot_skills", _i8, (MAX_SLOTS,)),
        ("slot_suits", _i8, (MAX_SLOTS,)),  # skills that create an advantage on it as they are (C6)
        ("slot_helps", _i1, (MAX_SLOTS,)),
        ("slot_side", _i1, (MAX_SLOTS,)),  # -1 or the only side that may use it
        ("slot_spares", _i8, (MAX_SLOTS,)),  # tags of fighters it does not affect
        ("slot_adverse", _i1, (MAX_SLOTS,)),
        ("slot_hides", _i1, (MAX_SLOTS,)),
        ("slot_difficulty", _i1, (MAX_SLOTS,)),  # -1: the ruleset's
        ("slot_removable", _i1, (MAX_SLOTS,)),
        ("slot_class", _i2, (MAX_SLOTS,)),  # equal classes do equal things
        ("slot_makers", _i1, (MAX_SLOTS,)),  # templates: bit mask of sides that may create it
        ("slot_template", _i1, (MAX_SLOTS,)),  # its template, MAX_TEMPLATES: none
        ("slot_target", _i1, (MAX_SLOTS,)),  # templates: passive difficulty, -1 opposed
        ("slot_refresh", _i1, (MAX_SLOTS,)),  # difficulty of refreshing it, by its scope (A10)
        ("slot_start", _i1, (MAX_SLOTS,)),  # `here` when the conflict or its bearer begins
        ("slot_free", _i1, (MAX_SLOTS, 3)),
        ("words", _i2),  # words of slot masks in use
        ("mask_fighter", _i8, (_F, WORDS)),  # slots of each fighter, zone, the scene
        ("mask_zone", _i8, (_Z, WORDS)),
        ("mask_scene", _i8, (WORDS,)),
        ("mask_roll", _i8, (6, WORDS)),  # slots that speak to a kind of roll
        ("mask_skill", _i8, (_K + 1, WORDS)),  # … to a skill; last: rolls without one
        ("mask_paid", _i8, (WORDS,)),  # slots points may invoke, plain character aspects left out
        ("mask_create", _i8, (_F, WORDS)),  # slots a fighter could ever create an advantage on
        ("mask_removable", _i8, (WORDS,)),
        ("mask_template", _i8, (WORDS,)),
        ("mask_declare", _i8, (WORDS,)),
        ("mask_hidden", _i8, (WORDS,)),  # hidden from somebody at the start
        ("own_aspects", _i1, (_F, 6, _K + 1)),  # plain aspects that help a fighter's rolls
        ("against_aspects", _i1, (_F, 6, _K + 1)),  # … that help rolls against it
        ("fighter_slots", _i2, (_F + 1,)),  # slots of fighter f: [f] up to [f + 1]
        ("zone_slots", _i2, (_Z + 1,)),
        ("scene_slots", _i2, (2,)),
        ("slot_on", _i2, (_F,)),  # the slot of boosts against fighter f
        ("slot_open", _i2, (_F,)),  # … that help only attacks on it (M5)
        ("slot_for", _i2, (_F,)),  # … in its favour
        ("slot_roar", _i2, (_F,)),  # -1: cannot roar
        ("slot_guard", _i2, (_F,)),
        ("slot_cost", _i2, (_F,)),  # the aspect a serious cost puts on it, -1: none
        ("slot_consequence", _i2, (_F, MAX_CONSEQUENCES)),
        # Fate points
        ("purse_mask", _i8, (2,)),  # fighters with a purse of their own
        ("purse", _i1, (_F,)),  # whose points a fighter spends: a purse, or -1
        ("owed", _i1),
        ("closed_loop", _i1),
        ("keep_owed", _i1),  # owed points are worth something in the stakes
        # Compels
        ("compels", _i2),
        ("compel_victim", _i1, (MAX_COMPELS,)),
        ("compel_slot", _i2, (MAX_COMPELS,)),
        ("compel_effect", _i1, (MAX_COMPELS,)),
        ("compel_argument", _i1, (MAX_COMPELS,)),  # a skill or a zone
        ("compel_same", _i8, (MAX_COMPELS,)),  # compels out of the same aspect
        ("refusal", _i1),
        ("from_supply", _i1),
        ("player_stake", _i1),
        ("self_compels", _i1),
        ("twists", _i1),
        # Invokes for effect
        ("effects", _i2),
        ("effect_slot", _i2, (EFFECT_ROWS,)),
        ("effect_does", _i1, (EFFECT_ROWS,)),
        ("effect_skill", _i1, (EFFECT_ROWS,)),
        ("effect_range", _i1, (EFFECT_ROWS,)),
        ("effect_side", _i1, (EFFECT_ROWS,)),
        ("effect_harm", _i1, (EFFECT_ROWS,)),
        ("effect_friends", _i1, (EFFECT_ROWS,)),  # a zone attack hits friends too (E4)
        ("effect_anywhere", _i1, (EFFECT_ROWS,)),  # a zone's aspect, from any zone
        ("effect_same", _i8, (EFFECT_ROWS,)),  # effects of the same aspect
        ("effect_number", _i1, (EFFECT_ROWS,)),  # the scenario's effect that it is a row of
        # Actions
        ("advantage_tie", _i1),
        ("explore_tie", _i1),  # A17
        ("spoil", _i1),
        ("existing_fail", _i1),
        ("advantage_difficulty", _i1),
        ("unsuited", _i1),  # against a skill that does not suit (C6), 0: skills are not asked
        ("advantage_nearby", _i1),  # C5: an able enemy near may oppose one
        ("advantage_each", _i1),  # … what each free invoke held on it adds to its difficulty
        ("overcome_fail", _i1),
        ("overcome_tie", _i1),
        ("overcome_style", _i1),
        ("move_fail", _i1),
        ("move_tie", _i1),
        ("attack_fail_stress", _i1),
        ("attack_tie_boost", _i1),
        ("style_boost", _i1),
        ("style_costs", _i1),
        ("knockback", _i1),
        ("disarm", _i1),
        ("footwork", _i1),
        ("defend_style", _i1),  # bit mask of the roll kinds it answers
        ("teamwork", _i1),
        ("concede", _i1),
        ("absorb", _i1),
        ("main_harm", _i1),  # the track that a cost of one stress marks
        # Movement
        ("hindrance", _i1),
        ("extra_zone", _i1),
        ("max_moved", _i1),
        ("blocking", _i1),
        ("move_after", _i1),
        ("edge", _i1, (_Z, _Z)),  # 1: one can go from the first to the second
        ("edge_difficulty", _i1, (_Z, _Z)),
        ("near", _i8, (_Z,)),  # bit mask of zones one edge away
        ("into", _i8, (_Z,)),  # … of those from which an edge leads here
        ("hops", _i1, (_Z, _Z)),  # along open edges, 99: never
        ("sight", _i1, (_Z, _Z)),  # along edges one can see across, 99: never
        ("within", _i8, (MAX_RANGE, _Z)),  # zones seen within a distance
        ("zone_tags", _i8, (_Z,)),
        ("zone_exit", _i1, (_Z,)),
        ("zone_explore", _i2, (_Z,)),  # slot that exploring makes, -1: explored
        ("explore_difficulty", _i1, (_Z,)),
        # Weight
        ("weight_on", _i1),
        ("weight_two", _i1),
        ("weight_four", _i1),
        ("weight_rolls", _i1),
        ("weight_across", _i1),
        # Maneuvers
        ("guard_difficulty", _i1),
        ("all_out_difficulty", _i1),
        ("all_out_exposes", _i1),
        ("rearm_difficulty", _i1),
        # Fighters
        ("dice_key", _i8, (_F,)),  # whose dice fall: 32 bits of the fighter's id
        ("side", _i1, (_F,)),
        ("side_mask", _i8, (2,)),
        ("arrives", _i2, (_F,)),
        ("home", _i1, (_F,)),
        ("weight", _i2, (_F,)),
        ("member_weight", _i2, (_F,)),
        ("boxes", _i1, (_F, 2)),
        ("one_track", _i1, (_F,)),  # its first track takes every harm (H1)
        ("severity", _i1, (_F, MAX_CONSEQUENCES)),  # what slot c absorbs, 0: no slot
        ("wound_slots", _i1, (_F, 2)),  # bit mask of slots that may be taken for a harm
        ("severity_harm", _i1, (_F, MAX_CONSEQUENCES)),  # -1 any, or the harm it is kept for
        ("severity_class", _i1, (_F, MAX_CONSEQUENCES)),  # 0 mild, 1 moderate, 2 severe
        ("members", _i1, (_F,)),
        ("start_points", _i1, (_F,)),
        ("mob", _i1, (_F,)),  # members of a teamwork group (N4), 0: not one
        ("mob_of", _i1, (_F,)),  # the mob that a fighter breaks off from; its own index: none
        ("parts", _i8, (_F,)),  # by mob: itself and what may break off from it, 0: it stays whole
        ("reserves", _i8),  # bit mask: all that may break off from a mob
        ("swarm", _i1, (_F,)),
        ("nameless", _i1, (_F,)),  # NPCs whose conceding earns nothing (H6)
        # Bit masks of those who may concede whenever they are asked, and of those who may once
        # they are hurt (H6)
        ("yields", _i8),
        ("yields_hurt", _i8),
        ("rooted", _i8),  # bit mask of those who do not move by themselves (Z2)
        ("tags", _i8, (_F,)),
        ("rating", _i2, (_F, 6, _K)),
        ("trained", _i1, (_F, 6, _K)),  # the same without stunts: what helping goes by (E3)
        (
            "attack_skills",
            _i8,
            (_F, 2, MAX_RANGE),
        ),  # skills that attack at a distance, armed or not
        ("area_skills", _i8, (_F, 2, MAX_RANGE)),
        ("area_friends", _i8, (_F,)),  # … that hit friends there too (E4)
        ("area_stunts", _i8, (_F,)),  # skills that a stunt lets attack a zone
        ("friend_stunts", _i8, (_F,)),  # stunts with which they hit friends there too
        ("attack_harm", _i1, (_F, _K)),
        ("attack_answer", _i1, (_F, _K)),  # which column of `defend_skills` answers it
        ("attack_lethal", _i1, (_F, _K)),
        ("attack_heavy", _i1, (_F, _K)),
        ("reach", _i1, (_F, 2)),
        ("skilled_reach", _i1, (_F, 2)),  # … with what its sheet speaks of (E5)
        ("advantage_skills", _i8, (_F, 2, MAX_RANGE)),  # that reach a fighter so far away (E2)
        ("reach_skill", _i1, (_F, _K)),
        ("defend_skills", _i8, (_F, _K)),  # by the attack's answer
        ("answer_skills", _i8, (_F, _K)),  # by the skill of an advantage
        ("move_skills", _i8, (_F,)),
        ("overcome_skills", _i8, (_F,)),
        ("oppose_skills", _i8, (_F,)),
        ("roar_skills", _i8, (_F,)),
        ("create_skills", _i8, (_F, MAX_TEMPLATES + 1)),  # by template; last: any other aspect
        ("create_alike", _i8, (_F, _K)),  # skills that only their ratings tell apart in creating
        ("create_swaps", _i8, (_F,)),  # skills that others always stand in for in creating …
        ("create_instead", _i8, (_F, _K)),  # … and which those are (N5)
        ("armed", _i1, (_F,)),  # has equipment that can be knocked away
        # Stunts
        ("stunts", _i1, (_F,)),
        ("stunt_does", _i1, (_F, _S)),
        ("stunt_amount", _i1, (_F, _S)),
        ("stunt_actions", _i1, (_F, _S)),
        ("stunt_skills", _i8, (_F, _S)),
        ("stunt_when", _i1, (_F, _S)),
        ("stunt_tags", _i8, (_F, _S)),
        ("stunt_limit", _i1, (_F, _S)),
        ("stunt_equipment", _i1, (_F, _S)),
        ("stunt_harm", _i1, (_F, _S)),
        ("bonus_stunts", _i8, (_F,)),  # those that count by themselves
        ("offered_stunts", _i8, (_F,)),  # bonuses with a limit: offered after the dice
        ("lethal_stunts", _i8, (_F,)),
        ("swap_stunts", _i8, (_F,)),  # swaps with a limit or a circumstance
        ("stunt_instead", _i1, (_F, _S)),
        ("other_stunts", _i8, (_F,)),
        # Turn order
        ("places", _i2),
        ("order", _i1, (_F + 1,)),  # fighters, or -1 - side for a side that acts together
        ("block_mask", _i8, (2,)),
        # Roar
        ("roar_difficulty", _i1),
        ("keep_roaring", _i1),  # R5: the GM may pay for it
        ("roar_keeps", _i8, (_F, _K)),  # skills that a Roar with this one allows
        # Objectives
        ("objectives", _i2),
        ("objective_side", _i1, (MAX_OBJECTIVES,)),
        ("objective_do", _i1, (MAX_OBJECTIVES,)),
        ("objective_zone", _i1, (MAX_OBJECTIVES,)),
        ("objective_exchanges", _i2, (MAX_OBJECTIVES,)),
        ("objective_who", _i8, (MAX_OBJECTIVES,)),
        ("objective_number", _i1, (MAX_OBJECTIVES,)),
        ("item_zone", _i1),  # -1: no item
        ("item_difficulty", _i1),
        ("ambush_lethal", _i1),  # -1 or the side whose first attack is lethal
        ("ambushers", _i8),  # bit mask: hidden until their first turn, in the first exchange
        # Stakes: what u = stake(players) - stake(gm) gains
        ("keep_exit", _i1),  # how a fighter left is worth telling apart
        ("win_value", _f8, (4,)),  # by `winner`
        ("out_value", _f8, (_F,)),
        ("conceded_value", _f8, (_F,)),
        ("wound_value", _f8, (_F, 3)),
        ("point_value", _f8, (N_PURSES,)),
    ]
)

STATE = _packed(
    [
        ("pending", _i2, (MAX_DEPTH, 4)),  # kind, fighter, side, argument
        ("present", _i8),  # bit masks of fighters
        ("out", _i8),
        ("conceded", _i8),
        ("escaped", _i8),
        ("slipped", _i8),  # mobs that are here still, parts of which have escaped
        ("spared", _i8),  # … or have conceded
        ("acted", _i8),
        ("compelled", _i8),  # compels used
        ("rites", _i4),  # battle rituals used
        ("present_in", _i8, (_Z,)),  # fighters in each zone
        ("slots_free", _i8, (WORDS,)),  # slots that hold a free invoke
        ("slots_here", _i8, (WORDS,)),  # slots in play
        ("adverse", _i1, (_Z,)),  # adverse aspects in play in each zone
        ("depth", _i2),
        ("exchange", _i2),
        ("place", _i2),
        ("winner", _i1),
        ("ambush", _i1),  # the ambushers' first attack is still to come
        ("item", _i1),  # 0: no item; zone + 1; 64 + fighter; 126 + side: out with it
        ("held", _i2, (MAX_OBJECTIVES,)),  # exchanges that a zone has been held
        ("yielded", _i1),  # the pool has had its point for conceding (H6)
        # The turn
        ("turn_flags", _i1),
        ("turn_toward", _i1),  # a compelled move: zone + 1
        ("turn_away", _i1),
        ("turn_banned", _i1),  # a skill that is out: + 1
        ("turn_paid", _i8),  # effects whose aspects points were spent on for this action
        # The roll
        ("roll_verb", _i1),
        ("roll_actor", _i1),
        ("roll_target", _i1),  # fighter + 1
        ("roll_skill", _i1),
        ("roll_answer", _i1),  # the answering skill + 1
        ("roll_flags", _i2),
        ("roll_called", _i4),  # bit mask of stunts called on, used up when the dice fall
        ("roll_argument", _i2),  # a slot or a zone
        ("roll_against", _i2),  # passive difficulty
        ("roll_from", _i1),  # a charge: the zone it came from + 1
        ("roll_way", _i8),  # a longer move: bit mask of the zones it passes through
        ("roll_price", _i4),  # what was paid when the action was declared (see `payments`)
        ("roll_guard", _i1),  # Full Defense's invoke is still unspent
        ("margin", _i2),
        ("die", _i1, (2,)),
        ("paid_left", _i2, (2, 2)),  # aspects left to invoke with points: not owed, owed
        # An area attack
        ("roll_totals", _i2, (_F,)),  # what its one roll comes to against who is still to defend
        ("roll_paid", _i1, (2,)),  # plain aspects spent on it: the attacker's, the only target's
        ("roll_spent", _i8, (WORDS,)),  # other aspects that points were spent on for it
        ("roll_boosts", _i1),  # boosts against the attacker that it has brought
        ("roll_twisted", _i2),  # the slot of a free invoke that a twist of it has brought, + 1
        ("roll_ripostes", _i1, (_F,)),  # what of them comes when all have defended
        # Fighters
        ("zone", _i1, (_F,)),
        ("stress", _i2, (_F, 2)),  # bit masks of checked boxes
        ("wounds", _i1, (_F,)),  # bit mask of consequence slots taken
        ("members", _i1, (_F,)),
        ("helps", _i1, (_F,)),  # the ally it helps, + 1
        ("flags", _i1, (_F,)),
        ("roars", _i1, (_F,)),  # the approach it roars with, + 1
        ("used", _i4, (_F,)),  # bit mask of limited stunts used
        ("weight", _i2, (_Z, 2)),
        ("points", _i2, (N_PURSES,)),
        ("owed", _i2, (N_PURSES,)),
        # Aspects
        ("here", _i1, (MAX_SLOTS,)),
        ("maker", _i1, (MAX_SLOTS,)),  # fighter + 1, where a maker may oppose removal
        ("free", _i1, (MAX_SLOTS, 3)),  # players', gm's, open
    ]
)
