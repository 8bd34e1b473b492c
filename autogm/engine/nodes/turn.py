"""What a fighter may do on its turn (T3): pass, its free move, its action. Only what is legal now
is listed, in the order of the verbs: attacks, maneuvers and divisions of a mob by
`nodes/fight.py`, work on aspects by `nodes/work.py`, everything else here. What each does is
`nodes/act.py`.
"""

from __future__ import annotations

import numpy as np

from autogm.engine.aspects import known
from autogm.engine.codes import (
    ATTACK_ROLL,
    CREATE_ROLL,
    F_DISARMED,
    F_HINDERED,
    F_LETHAL,
    HELPS_AGAINST,
    HELPS_BEARER,
    K_ROAR,
    MOVE_ROLL,
    OPPOSE_ROLL,
    POOL,
    S_CLEAR,
    SCENE_SUBJECT,
    T_ACTED,
    T_DECLARED,
    T_MOVED,
    T_MUST_ATTACK,
    T_STOOD,
    V_ATTACK,
    V_ATTACK_EVERYONE,
    V_CHARGE,
    V_DECLARE,
    V_EFFECT,
    V_GRAB,
    V_HELP,
    V_LEAVE,
    V_MOVE,
    V_PASS,
    V_RECOVER,
    V_SPRINT,
    V_STUNT,
    X_HINDER,
    X_LETHAL,
    X_MOVE,
    X_ZONE_ATTACK,
    ZONE_SUBJECT,
)
from autogm.engine.event_codes import (
    HEMMED_IN,
    HOLDS_BACK,
    NO_SKILL,
    NOBODY_HERE,
    OUT_OF_REACH,
    UNTOUCHABLE,
)
from autogm.engine.harm import track
from autogm.engine.kinds import in_play
from autogm.engine.movement import exit_is_free, free_steps, is_rooted
from autogm.engine.nodes.binding import is_bound, keep_able
from autogm.engine.nodes.fight import (
    attackable,
    covers,
    holds_enemy,
    list_areas,
    list_attacks,
    list_charges,
    list_divisions,
    list_maneuvers,
    must_attack,
    reaches_with,
    way_to_charge,
)
from autogm.engine.nodes.work import list_aspects, reach_of_aspect
from autogm.engine.pack import add
from autogm.engine.points import can_pay
from autogm.engine.records import Buffer, Scene, State
from autogm.engine.roar import allowed
from autogm.engine.stack import lowest_bit
from autogm.engine.stunts import attacks_at, holds, ready
from autogm.engine.weight import untouchable
from autogm.game.kernels import kernel

EFFECT_ACTIONS = np.zeros(4, np.int64)
"""The kinds of roll of which an aspect must speak to one to be invoked for an effect (A15): to
attack, to move, to get in somebody's way."""
EFFECT_ACTIONS[X_ZONE_ATTACK] = EFFECT_ACTIONS[X_LETHAL] = 1 << ATTACK_ROLL
EFFECT_ACTIONS[X_MOVE] = 1 << MOVE_ROLL
EFFECT_ACTIONS[X_HINDER] = 1 << CREATE_ROLL | 1 << OPPOSE_ROLL


@kernel
def legal_turn(scene: Scene, state: State, buffer: Buffer) -> int:
    """Everything the fighter may do now. A compelled fighter that can do what the compel demands
    does nothing else first, passing included, and nothing that takes what the compel has put out
    (X1)."""
    fighter = state.pending[state.depth - 1, 1]
    turn = state.turn_flags
    if turn & T_MUST_ATTACK and turn & T_ACTED == 0:
        count = must_attack(scene, state, fighter, buffer)
        if count:
            return count
    if state.turn_toward or state.turn_away:
        count = must_move(scene, state, fighter, buffer)
        if count:
            return count
    count = add(buffer, 0, V_PASS, 0, 0, 0)
    mobile = turn & (T_MOVED | T_STOOD) == 0 and state.flags[fighter] & F_HINDERED == 0
    free_move = mobile and in_play(scene, V_MOVE) and (scene.move_after or turn & T_ACTED == 0)
    steps_left = free_steps(scene, state, fighter) if mobile else 0
    if free_move:
        left = steps_left
        while left:
            zone = lowest_bit(left)
            left &= left - 1
            count = add(buffer, count, V_MOVE, zone, 0, 0)
    if turn & T_ACTED == 0:
        if turn & T_STOOD == 0 and in_play(scene, V_SPRINT) and not is_rooted(scene, fighter):
            by_steps = steps_left if in_play(scene, V_MOVE) else 0
            count = list_sprints(scene, state, fighter, buffer, count, by_steps)
        count = list_attacks(scene, state, fighter, buffer, count)
        if steps_left and in_play(scene, V_CHARGE):
            count = list_charges(scene, state, fighter, buffer, count, steps_left)
        count = list_areas(scene, state, fighter, buffer, count)
        count = list_aspects(scene, state, fighter, buffer, count)
        count = list_maneuvers(scene, state, fighter, buffer, count)
        count = list_chores(scene, state, fighter, buffer, count)
    leaves = in_play(scene, V_LEAVE) and not is_rooted(scene, fighter)
    if leaves and scene.zone_exit[state.zone[fighter]]:
        if turn & (T_ACTED | T_STOOD) == 0 or exit_is_free(scene, state, fighter):
            count = add(buffer, count, V_LEAVE, 0, 0, 0)
    if turn & T_ACTED == 0 and in_play(scene, V_STUNT):
        count = list_stunts(scene, state, fighter, buffer, count)
    if scene.effects and turn & T_ACTED == 0:
        count = list_effects(scene, state, fighter, buffer, count)
    if turn & T_DECLARED == 0 and in_play(scene, V_DECLARE):
        count = list_declarations(scene, state, fighter, buffer, count)
    if scene.reserves:
        count = list_divisions(scene, state, fighter, buffer, count)
    if is_bound(state, fighter):
        count = keep_able(scene, state, fighter, buffer, count)
    return count


@kernel
def why_waiting(scene: Scene, state: State, fighter: int) -> int:
    """Why a fighter lets its action go, as far as the rules tell: nobody to fight; in reach only
    who cannot be attacked, or nobody, with or without a free step to take, or where it was blocked;
    else it holds back."""
    enemies = state.present & scene.side_mask[1 - scene.side[fighter]]
    if enemies == 0:
        return NOBODY_HERE
    if not in_play(scene, V_ATTACK):
        return HOLDS_BACK
    moved = state.turn_flags & (T_MOVED | T_STOOD)
    hindered = state.flags[fighter] & F_HINDERED
    charging = in_play(scene, V_CHARGE) and moved == 0 and hindered == 0
    charging = charging and allowed(scene, state, fighter, attacks_at(scene, state, fighter, 0, -1))
    steps_left = free_steps(scene, state, fighter)
    cause = OUT_OF_REACH
    for target in range(scene.fighters):
        if (enemies >> target) & 1 == 0:
            continue
        if attackable(scene, state, fighter, target):
            return HOLDS_BACK
        if charging and way_to_charge(scene, state, fighter, target, steps_left):
            return HOLDS_BACK
        if in_play(scene, V_ATTACK_EVERYONE) and covers(scene, state, fighter, state.zone[target]):
            return HOLDS_BACK
        if reaches_with(scene, state, fighter, target):
            cause = UNTOUCHABLE if untouchable(scene, state, target) else NO_SKILL
    near = 0 if is_rooted(scene, fighter) else scene.near[state.zone[fighter]] + 0
    if cause == OUT_OF_REACH and near and state.turn_flags & T_STOOD:
        return HEMMED_IN
    if cause != OUT_OF_REACH or near == 0 or moved or not in_play(scene, V_MOVE):
        return cause
    if hindered:
        return HEMMED_IN
    return OUT_OF_REACH if steps_left else HEMMED_IN


@kernel
def list_sprints(
    scene: Scene, state: State, fighter: int, buffer: Buffer, count: int, by_steps: int
) -> int:
    """Hindered and longer moves (Z3), but into no zone that a free move leads to (`by_steps`)."""
    start = state.zone[fighter] + 0
    for zone in range(scene.zones):
        if zone != start and scene.hops[start, zone] <= scene.max_moved:
            if (by_steps >> zone) & 1 == 0:
                count = add(buffer, count, V_SPRINT, zone, 0, 0)
    return count


@kernel
def list_chores(scene: Scene, state: State, fighter: int, buffer: Buffer, count: int) -> int:
    """Help an ally in the zone (E3), pick a weapon up (M7), pick the item up."""
    zone, side = state.zone[fighter], scene.side[fighter]
    if scene.teamwork and in_play(scene, V_HELP):
        allies = state.present_in[zone] & scene.side_mask[side] & ~(1 << fighter)
        while allies:
            ally = lowest_bit(allies)
            allies &= allies - 1
            count = add(buffer, count, V_HELP, ally, 0, 0)
    if in_play(scene, V_RECOVER) and state.flags[fighter] & F_DISARMED:
        count = add(buffer, count, V_RECOVER, 0, 0, 0)
    if in_play(scene, V_GRAB) and state.item == zone + 1:
        count = add(buffer, count, V_GRAB, 0, 0, 0)
    return count


@kernel
def list_stunts(scene: Scene, state: State, fighter: int, buffer: Buffer, count: int) -> int:
    """Stunts that are actions of their own: clearing a box (N5)."""
    mask = scene.other_stunts[fighter]
    stunt = 0
    while mask >> stunt:
        if (mask >> stunt) & 1 and scene.stunt_does[fighter, stunt] == S_CLEAR:
            harm = track(scene, fighter, scene.stunt_harm[fighter, stunt])
            able = ready(scene, state, fighter, stunt) and holds(scene, state, fighter, stunt, -1)
            if state.stress[fighter, harm] and able:
                count = add(buffer, count, V_STUNT, stunt, 0, 0)
        stunt += 1
    return count


@kernel
def list_effects(scene: Scene, state: State, fighter: int, buffer: Buffer, count: int) -> int:
    """Invokes for effect (A15, R7), declared with the action, by what pays: a free invoke (0) or a
    purse (+ 1), which pays for an aspect once with it (A3)."""
    if not in_play(scene, V_EFFECT):
        return count
    side = scene.side[fighter]
    for effect in range(scene.effects):
        slot, does = scene.effect_slot[effect], scene.effect_does[effect]
        only = scene.effect_side[effect]
        if only >= 0 and only != side:
            continue
        if not known(scene, state, slot, side) or not usable_for(scene, state, effect, fighter):
            continue
        if state.free[slot, side] + state.free[slot, 2] > 0:
            count = list_effect(scene, state, fighter, effect, does, 0, buffer, count)
        if (state.turn_paid >> effect) & 1:
            continue
        for payer in range(POOL + 1):
            if payer < scene.fighters or payer == POOL:
                if state.points[payer] > 0 and can_pay(scene, state, payer, side, fighter):
                    count = list_effect(
                        scene, state, fighter, effect, does, payer + 1, buffer, count
                    )
    return count


@kernel
def usable_for(scene: Scene, state: State, effect: int, fighter: int) -> bool:
    """Whether the aspect of an effect speaks to what it does and to its user, and is in the user's
    reach (A15): a zone's aspect from that zone or from one with an open edge to it, unless the row
    says otherwise. A Roar serves all of its side (R7)."""
    slot, does = scene.effect_slot[effect] + 0, scene.effect_does[effect] + 0
    if scene.slot_kind[slot] == K_ROAR:
        return True
    if scene.slot_actions[slot] & EFFECT_ACTIONS[does] == 0:
        return False
    if does == X_ZONE_ATTACK and (scene.slot_skills[slot] >> scene.effect_skill[effect]) & 1 == 0:
        return False
    if scene.tags[fighter] & scene.slot_spares[slot]:
        return False
    subject, helps = scene.slot_subject[slot] + 0, scene.slot_helps[slot] + 0
    if subject == SCENE_SUBJECT:
        return True
    if subject >= ZONE_SUBJECT:
        zone, here = subject - ZONE_SUBJECT, state.zone[fighter] + 0
        return zone == here or scene.edge[here, zone] == 1 or scene.effect_anywhere[effect] == 1
    if subject == fighter:
        return helps & HELPS_BEARER != 0
    return scene.side[subject] != scene.side[fighter] and helps & HELPS_AGAINST != 0


@kernel
def starts_from(scene: Scene, state: State, effect: int, fighter: int) -> int:
    """The zone that the range of an effect counts from: its aspect's, else the user's."""
    zone = scene.slot_subject[scene.effect_slot[effect]] - ZONE_SUBJECT
    if 0 <= zone < SCENE_SUBJECT - ZONE_SUBJECT:
        return zone
    return state.zone[fighter] + 0


@kernel
def list_effect(
    scene: Scene,
    state: State,
    fighter: int,
    effect: int,
    does: int,
    payment: int,
    buffer: Buffer,
    count: int,
) -> int:
    """One effect with one payment, on each thing it may be used on."""
    zone, side = state.zone[fighter], scene.side[fighter]
    source = starts_from(scene, state, effect, fighter)
    if does == X_ZONE_ATTACK:
        for other in range(scene.zones):
            if scene.sight[source, other] <= scene.effect_range[effect]:
                if holds_enemy(scene, state, other, side):
                    count = add(buffer, count, V_EFFECT, effect, payment, other)
    elif does == X_MOVE and not is_rooted(scene, fighter):
        for other in range(scene.zones):
            if scene.edge[zone, other]:
                count = add(buffer, count, V_EFFECT, effect, payment, other)
    elif does == X_HINDER:
        enemies = state.present & scene.side_mask[1 - side]
        target = 0
        while enemies >> target:
            if (enemies >> target) & 1 and state.flags[target] & F_HINDERED == 0:
                if scene.sight[source, state.zone[target]] <= scene.effect_range[effect]:
                    count = add(buffer, count, V_EFFECT, effect, payment, target)
            target += 1
    elif does == X_LETHAL and state.flags[fighter] & F_LETHAL == 0:
        if (state.rites >> scene.effect_number[effect]) & 1 == 0:
            count = add(buffer, count, V_EFFECT, effect, payment, 0)
    return count


@kernel
def list_declarations(scene: Scene, state: State, fighter: int, buffer: Buffer, count: int) -> int:
    """Aspects that a point may declare (F5, F7), once a turn."""
    side = scene.side[fighter]
    payer = scene.purse[fighter]
    if payer < 0 or state.points[payer] <= 0:
        return count
    for word in range(scene.words):
        mask = scene.mask_declare[word] & ~state.slots_here[word]
        while mask:
            bit = mask & -mask
            slot = (word << 6) + lowest_bit(bit)
            mask ^= bit
            if (scene.slot_makers[slot] >> side) & 1:
                if reach_of_aspect(scene, state, fighter, slot):
                    count = add(buffer, count, V_DECLARE, slot, payer, 0)
    return count


@kernel
def steps(scene: Scene, state: State, fighter: int, goal: int, toward: int) -> int:
    """The zones that a free step leads into which brings a fighter nearer to the zone `goal`, or
    farther from it where not `toward`, as a bit mask."""
    start, found = state.zone[fighter], 0
    if not in_play(scene, V_MOVE) or state.flags[fighter] & F_HINDERED:
        return found
    left = free_steps(scene, state, fighter)
    while left:
        zone = lowest_bit(left)
        left &= left - 1
        nearer = scene.hops[zone, goal] < scene.hops[start, goal]
        farther = scene.hops[zone, goal] > scene.hops[start, goal]
        if (toward and nearer) or (not toward and farther):
            found |= 1 << zone
    return found


@kernel
def must_move(scene: Scene, state: State, fighter: int, buffer: Buffer) -> int:
    """X1: a free step towards or away from a zone, where one is open; none: go on as usual."""
    if state.turn_flags & (T_MOVED | T_STOOD):
        return 0
    goal = max(state.turn_toward, state.turn_away) - 1
    zones = steps(scene, state, fighter, goal, state.turn_toward > 0)
    count = 0
    while zones:
        zone = lowest_bit(zones)
        zones &= zones - 1
        count = add(buffer, count, V_MOVE, zone, 0, 0)
    return count
