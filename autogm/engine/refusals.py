"""Why an action of a turn is not legal, as a number. What is asked are the kernels that list what
is legal (`nodes/turn.py`, `nodes/fight.py`, `nodes/work.py`), one after the other; a test sees that
nothing legal has a reason, and that what is covered and is not legal has one. Covered are moves,
attacks, maneuvers, helping, arming, grabbing, leaving, advantages and what is overcome.
"""

from __future__ import annotations

import numpy as np

from autogm.engine.aspects import known
from autogm.engine.codes import (
    F_DISARMED,
    F_HINDERED,
    F_LETHAL,
    HERE,
    T_ACTED,
    T_MOVED,
    T_MUST_ATTACK,
    T_STOOD,
    V_ATTACK,
    V_ATTACK_EVERYONE,
    V_CHARGE,
    V_CREATE,
    V_FULL_ATTACK,
    V_FULL_DEFENSE,
    V_GRAB,
    V_HELP,
    V_LEAVE,
    V_MOVE,
    V_OVERCOME,
    V_PASS,
    V_PULL,
    V_PUSH,
    V_RECOVER,
    V_REFRESH,
    V_SPRINT,
)
from autogm.engine.kinds import in_play, mask_of
from autogm.engine.layout import BUFFER
from autogm.engine.movement import adverse, exit_is_free, free_steps, is_rooted
from autogm.engine.nodes.binding import is_bound
from autogm.engine.nodes.fight import (
    attackable,
    covers,
    holds_enemy,
    must_attack,
    reaches_with,
    way_to_charge,
)
from autogm.engine.nodes.turn import legal_turn, must_move
from autogm.engine.nodes.work import creatable, slots_worked, zones_worked
from autogm.engine.pack import first, verb_of
from autogm.engine.records import Buffer, Buffers, Scene, Scenes, State, States
from autogm.engine.roar import allowed
from autogm.engine.state import State as Moment
from autogm.engine.stunts import attacks_at, reach_of
from autogm.engine.weight import untouchable
from autogm.game.kernels import entry, kernel
from autogm.game.rows import rows

(
    NOTHING, UNTOLD, MUST_ATTACK, MUST_MOVE, NOT_PLAYED, ACTED, MOVED, HELD, HINDERED, ROOTED,
    MOVES_FIRST, HERE_ALREADY, NOT_NEXT, HARD_GROUND, TOO_FAR, FREE_THERE, NO_EXIT, GONE, FRIEND,
    OUT_OF_REACH, NO_SKILL, SKILL_OUT, SWARM, NOBODY_THERE, NOT_BESIDE, NOT_FRIEND, ON_GUARD,
    READY, ARMED, NO_ITEM, STANDS, NOT_MADE, NOT_THERE, LASTS, ENOUGH, BOUND, NO_WAY_OUT,
) = range(37)  # fmt: skip
"""Why not. `NOTHING` is known against it; `UNTOLD` is what is not covered."""
COVERED = mask_of(
    (
        V_PASS, V_MOVE, V_SPRINT, V_LEAVE, V_ATTACK, V_CHARGE, V_ATTACK_EVERYONE, V_PUSH, V_PULL,
        V_FULL_DEFENSE, V_FULL_ATTACK, V_HELP, V_RECOVER, V_GRAB, V_CREATE, V_OVERCOME,
    )
)  # fmt: skip
"""The verbs whose refusals have reasons."""
AGAINST_SOMEBODY = mask_of((V_ATTACK, V_CHARGE, V_PUSH, V_PULL))


@kernel
def listed(buffer: Buffer, count: int, action: int) -> bool:
    """Whether an action is among the first `count` of a buffer."""
    for place in range(count):
        if buffer.action[place] == action:
            return True
    return False


@kernel
def why_not_now(scene: Scene, state: State, action: int, buffer: Buffer) -> int:
    """What is against an action of the turn that has begun."""
    fighter = state.pending[state.depth - 1, 1] + 0
    if state.turn_flags & T_MUST_ATTACK and state.turn_flags & T_ACTED == 0:
        count = must_attack(scene, state, fighter, buffer)
        if count:
            return NOTHING if listed(buffer, count, action) else MUST_ATTACK
    if state.turn_toward or state.turn_away:
        count = must_move(scene, state, fighter, buffer)
        if count:
            return NOTHING if listed(buffer, count, action) else MUST_MOVE
    found = why_not_at_all(scene, state, fighter, verb_of(action), first(action))
    if found == NOTHING and is_bound(state, fighter):
        count = legal_turn(scene, state, buffer)
        if not listed(buffer, count, action):
            return BOUND
    return found


@kernel
def why_not_at_all(scene: Scene, state: State, fighter: int, verb: int, about: int) -> int:
    """The same, compels apart."""
    if verb == V_PASS:
        return NOTHING
    if (COVERED >> verb) & 1 == 0:
        return UNTOLD
    if verb == V_CREATE:
        if in_play(scene, V_CREATE) or in_play(scene, V_REFRESH):
            if state.turn_flags & T_ACTED:
                return ACTED
            return why_not_create(scene, state, fighter, about)
        return NOT_PLAYED
    if not in_play(scene, verb):
        return NOT_PLAYED
    if verb == V_MOVE:
        return why_not_move(scene, state, fighter, about)
    if verb == V_LEAVE:
        return why_not_leave(scene, state, fighter)
    if state.turn_flags & T_ACTED:
        return ACTED
    if verb == V_SPRINT:
        return why_not_sprint(scene, state, fighter, about)
    if (AGAINST_SOMEBODY >> verb) & 1:
        return why_not_against(scene, state, fighter, verb, about)
    if verb == V_ATTACK_EVERYONE:
        if not holds_enemy(scene, state, about, scene.side[fighter]):
            return NOBODY_THERE
        return NOTHING if covers(scene, state, fighter, about) else OUT_OF_REACH
    if verb == V_OVERCOME:
        return why_not_overcome(scene, state, fighter, about)
    return why_not_chore(scene, state, fighter, verb, about)


@kernel
def why_still(scene: Scene, state: State, fighter: int) -> int:
    """What is against any free move."""
    if is_rooted(scene, fighter):
        return ROOTED
    if state.turn_flags & T_MOVED:
        return MOVED
    if state.turn_flags & T_STOOD:
        return HELD
    return HINDERED if state.flags[fighter] & F_HINDERED else NOTHING


@kernel
def why_not_move(scene: Scene, state: State, fighter: int, zone: int) -> int:
    """What is against a free move (Z2)."""
    start, still = state.zone[fighter], why_still(scene, state, fighter)
    if zone == start:
        return HERE_ALREADY
    if still != NOTHING:
        return still
    if scene.move_after == 0 and state.turn_flags & T_ACTED:
        return MOVES_FIRST
    if (free_steps(scene, state, fighter) >> zone) & 1:
        return NOTHING
    return HARD_GROUND if scene.edge[start, zone] else NOT_NEXT


@kernel
def why_not_sprint(scene: Scene, state: State, fighter: int, zone: int) -> int:
    """What is against a longer move (Z3)."""
    start = state.zone[fighter]
    if zone == start:
        return HERE_ALREADY
    if is_rooted(scene, fighter):
        return ROOTED
    if state.turn_flags & T_STOOD:
        return HELD
    if scene.hops[start, zone] > scene.max_moved:
        return TOO_FAR
    if in_play(scene, V_MOVE) and why_still(scene, state, fighter) == NOTHING:
        if (free_steps(scene, state, fighter) >> zone) & 1:
            return FREE_THERE
    return NOTHING


@kernel
def why_not_leave(scene: Scene, state: State, fighter: int) -> int:
    """What is against leaving the field (H7)."""
    if is_rooted(scene, fighter):
        return ROOTED
    if scene.zone_exit[state.zone[fighter]] == 0:
        return NO_EXIT
    if state.turn_flags & (T_ACTED | T_STOOD) == 0 or exit_is_free(scene, state, fighter):
        return NOTHING
    if state.turn_flags & T_STOOD:
        return HELD
    return NO_WAY_OUT if adverse(scene, state, state.zone[fighter], fighter) else ACTED


@kernel
def why_not_against(scene: Scene, state: State, fighter: int, verb: int, target: int) -> int:
    """What is against an attack, a charge, a push or a pull (E2, M1-M3, N3)."""
    if (state.present >> target) & 1 == 0:
        return GONE
    if scene.side[target] == scene.side[fighter]:
        return FRIEND
    if verb == V_ATTACK:
        if attackable(scene, state, fighter, target):
            return NOTHING
        distance = scene.sight[state.zone[fighter], state.zone[target]]
        if distance > reach_of(scene, state, fighter):
            return OUT_OF_REACH
        if untouchable(scene, state, target):
            return SWARM
        return SKILL_OUT if reaches_with(scene, state, fighter, target) else NO_SKILL
    if verb == V_CHARGE:
        still = why_still(scene, state, fighter)
        if still != NOTHING:
            return still
        skills = attacks_at(scene, state, fighter, 0, -1)
        if allowed(scene, state, fighter, skills) == 0:
            return SKILL_OUT if skills else NO_SKILL
        steps = free_steps(scene, state, fighter)
        if way_to_charge(scene, state, fighter, target, steps):
            return NOTHING
        return SWARM if (steps >> state.zone[target]) & 1 else NOT_NEXT
    if state.zone[target] != state.zone[fighter]:
        return NOT_BESIDE
    if untouchable(scene, state, target):
        return SWARM
    if verb == V_PULL and is_rooted(scene, fighter):
        return ROOTED
    return NOTHING if scene.near[state.zone[fighter]] else NO_WAY_OUT


@kernel
def why_not_chore(scene: Scene, state: State, fighter: int, verb: int, about: int) -> int:
    """What is against a Full Defense or Attack, help, or picking something up (M4, M5, E3, M7)."""
    if verb == V_FULL_DEFENSE:
        return ON_GUARD if state.here[scene.slot_guard[fighter]] & HERE else NOTHING
    if verb == V_FULL_ATTACK:
        return READY if state.flags[fighter] & F_LETHAL else NOTHING
    if verb == V_RECOVER:
        return NOTHING if state.flags[fighter] & F_DISARMED else ARMED
    if verb == V_GRAB:
        return NOTHING if state.item == state.zone[fighter] + 1 else NO_ITEM
    if scene.teamwork == 0:
        return NOT_PLAYED
    if (state.present >> about) & 1 == 0:
        return GONE
    if about == fighter or scene.side[about] != scene.side[fighter]:
        return NOT_FRIEND
    return NOTHING if state.zone[about] == state.zone[fighter] else NOT_BESIDE


@kernel
def why_not_create(scene: Scene, state: State, fighter: int, slot: int) -> int:
    """What is against an advantage on an aspect (C1, E2)."""
    word, bit, side = slot >> 6, slot & 63, scene.side[fighter] + 0
    if (state.slots_here[word] >> bit) & 1:
        if not known(scene, state, slot, side):
            return NOT_THERE
        if not in_play(scene, V_REFRESH):
            return STANDS
    elif not in_play(scene, V_CREATE) or (scene.mask_template[word] >> bit) & 1 == 0:
        return NOT_MADE
    if (scene.mask_create[fighter, word] >> bit) & 1 == 0:
        return NO_SKILL
    ground = zones_worked(scene, state, fighter)
    zones = scene.within[max(0, reach_of(scene, state, fighter)), state.zone[fighter]] + 0
    if (slots_worked(scene, state, ground, zones, word) >> bit) & 1 == 0:
        return OUT_OF_REACH
    if creatable(scene, state, fighter, slot, side):
        return NOTHING
    return ENOUGH if state.free[slot, side] >= scene.free_cap else NO_SKILL


@kernel
def why_not_overcome(scene: Scene, state: State, fighter: int, slot: int) -> int:
    """What is against getting rid of an aspect (A11, E2)."""
    word, bit = slot >> 6, slot & 63
    here = (state.slots_here[word] >> bit) & 1
    if here == 0 or not known(scene, state, slot, scene.side[fighter]):
        return NOT_THERE
    if (scene.mask_removable[word] >> bit) & 1 == 0:
        return LASTS
    ground = zones_worked(scene, state, fighter)
    worked = slots_worked(scene, state, ground, ground, word)
    return NOTHING if (worked >> bit) & 1 else OUT_OF_REACH


@entry
def why_not_at(scenes: Scenes, states: States, action: int, buffers: Buffers) -> int:
    """What is against an action of the turn of `states[0]`."""
    return why_not_now(scenes[0], states[0], action, buffers[0])


def refusal(state: Moment, action: int) -> int:
    """Why an action of the turn that a state has begun is not legal: one of the numbers above."""
    buffers = rows(np.zeros(1, BUFFER))
    return int(why_not_at(state.game.scene_rows, rows(state.record), action, buffers))
