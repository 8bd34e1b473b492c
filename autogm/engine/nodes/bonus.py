"""What style brings an attacker (K1-K4, M-B), where a charge drives its target (M3), and where
pushing, pulling and knocking back put it (M1, M2, M6).
"""

from __future__ import annotations

from autogm.engine.area import enemies_follow, others_follow, put_off_step
from autogm.engine.codes import (
    F_DISARMED,
    FX_DISARM,
    FX_HIT,
    FX_MOVE,
    HARM_SHIFT,
    LETHAL_SHIFT,
    MELEE_SHIFT,
    R_GAINED,
    SHIFTS_MASK,
    V_DISARM,
    V_DRIVE_ON,
    V_EFFECT,
    V_FOOTWORK,
    V_KNOCK_BACK,
    V_PASS,
    V_PULL,
    V_PUT,
    V_TAKE_THE_BOOST,
)
from autogm.engine.effects import (
    add_boost_against,
    add_effect,
    add_hit,
    bring_about,
    no_effects,
)
from autogm.engine.event_codes import rule
from autogm.engine.movement import is_rooted, move_to
from autogm.engine.nodes.finish import forget_spent
from autogm.engine.pack import add, first, second, verb_of
from autogm.engine.records import Buffer, Log, Scene, State
from autogm.engine.stack import here_still, pop
from autogm.engine.stunts import plain_attacks_at
from autogm.engine.weight import stands_fast
from autogm.game.kernels import kernel

K1, M1, M2, M3, M6, M7, M8 = (rule(name) for name in ("K1", "M1", "M2", "M3", "M6", "M7", "M8"))


@kernel
def together(state: State) -> bool:
    """Whether attacker and target stand in one zone."""
    return state.zone[state.roll_actor] == state.zone[state.roll_target - 1]


@kernel
def is_melee(scene: Scene, state: State) -> bool:
    """Whether the attack is a melee attack (M-B): hand to hand in one zone, with nothing that
    reaches farther, neither thrown or shot nor an aspect's effect (A15)."""
    if state.roll_verb == V_EFFECT or not together(state):
        return False
    return (plain_attacks_at(scene, state, state.roll_actor, 1) >> state.roll_skill) & 1 == 0


@kernel
def legal_bonus(scene: Scene, state: State, buffer: Buffer) -> int:
    """The boost, or after a melee attack a maneuver instead of it. Where the boost costs a shift
    of the hit (K1's switch) it may be declined, and where enemies are still to defend against an
    area attack, which brings one in all (E4); elsewhere declining is dominated, since a boost gives
    its owner choices and the other side none."""
    actor, target = state.roll_actor, state.roll_target - 1
    number = state.pending[state.depth - 1, 3]
    melee = (number >> MELEE_SHIFT) & 1
    count = 0
    if not here_still(state, actor):
        return add(buffer, 0, V_PASS, 0, 0, 0)
    if number & SHIFTS_MASK or not here_still(state, target) or enemies_follow(scene, state):
        count = add(buffer, count, V_PASS, 0, 0, 0)
    if here_still(state, target):
        count = add(buffer, count, V_TAKE_THE_BOOST, 0, 0, 0)
    if melee and here_still(state, target):
        zone = state.zone[target]
        movable = not stands_fast(scene, state, target)
        if scene.knockback and scene.attack_heavy[actor, state.roll_skill] and movable:
            for other in range(scene.zones):
                if scene.edge[zone, other]:
                    count = add(buffer, count, V_KNOCK_BACK, other, 0, 0)
        if scene.disarm and scene.armed[target]:
            if state.flags[target] & F_DISARMED == 0:
                count = add(buffer, count, V_DISARM, 0, 0, 0)
    if scene.footwork and melee and not is_rooted(scene, actor):
        for other in range(scene.zones):
            if scene.edge[state.zone[actor], other]:
                count = add(buffer, count, V_FOOTWORK, other, 0, 0)
    return count


@kernel
def apply_bonus(scene: Scene, state: State, action: int, buffer: Buffer, log: Log) -> None:
    """Take it."""
    number, verb = state.pending[state.depth - 1, 3] + 0, verb_of(action)
    pop(state)
    if verb == V_FOOTWORK and others_follow(state):
        put_off_step(state, first(action))
    if verb != V_PASS and enemies_follow(scene, state):
        state.roll_flags = state.roll_flags | R_GAINED
    write_bonus(scene, state, buffer, number, action)
    bring_about(scene, state, buffer, log)
    forget_spent(scene, state)


@kernel
def write_bonus(scene: Scene, state: State, buffer: Buffer, number: int, action: int) -> None:
    """Write the effects of what is chosen. Shifts in the entry's `number` are a hit that waits for
    the choice (K1's switch), packed with harm and lethality as in `nodes/absorb`. Footwork waits
    until all have defended against an area attack (E4)."""
    no_effects(buffer)
    actor, target = state.roll_actor + 0, state.roll_target - 1
    verb, zone = verb_of(action), first(action)
    shifts = number & SHIFTS_MASK
    if verb == V_TAKE_THE_BOOST:
        add_boost_against(scene, buffer, target, K1)
        shifts -= 1
    elif verb == V_KNOCK_BACK:
        add_effect(buffer, FX_MOVE, target, -1, 0, zone, M6)
    elif verb == V_DISARM:
        add_effect(buffer, FX_DISARM, target, -1, 0, 0, M7)
    elif verb == V_FOOTWORK and not others_follow(state):
        add_effect(buffer, FX_MOVE, actor, -1, 0, zone, M8)
    if shifts > 0:
        harm, lethal = (number >> HARM_SHIFT) & 1, (number >> LETHAL_SHIFT) & 1
        add_hit(buffer, FX_HIT, target, actor, shifts, harm, lethal, 0, K1)


@kernel
def legal_drive(scene: Scene, state: State, buffer: Buffer) -> int:
    """Leave it, or drive the target into the adjacent zone farthest from where the charge came
    from (of equals, any)."""
    actor, target = state.roll_actor, state.roll_target - 1
    count = add(buffer, 0, V_PASS, 0, 0, 0)
    if not here_still(state, target) or not here_still(state, actor):
        return count
    if stands_fast(scene, state, target) or not together(state):
        return count
    origin, zone = state.roll_from - 1, state.zone[target]
    farthest = -1
    for other in range(scene.zones):
        if scene.edge[zone, other]:
            farthest = max(farthest, scene.hops[origin, other])
    for other in range(scene.zones):
        if scene.edge[zone, other] and scene.hops[origin, other] == farthest:
            count = add(buffer, count, V_DRIVE_ON, other, 0, 0)
    return count


@kernel
def apply_drive(scene: Scene, state: State, action: int, log: Log) -> None:
    """Both end in the zone the target is driven into."""
    pop(state)
    if verb_of(action) == V_DRIVE_ON:
        zone = first(action)
        move_to(scene, state, log, state.roll_target - 1, zone, M3)
        move_to(scene, state, log, state.roll_actor, zone, M3)


@kernel
def legal_place(scene: Scene, state: State, buffer: Buffer) -> int:
    """An open edge from where both stand; a pusher stays or follows, a puller goes too."""
    target = state.roll_target - 1
    zone = state.zone[target]
    count = 0
    pulls = state.roll_verb == V_PULL
    if here_still(state, target):
        for other in range(scene.zones):
            if scene.edge[zone, other]:
                if not pulls:
                    count = add(buffer, count, V_PUT, other, 0, 0)
                if not is_rooted(scene, state.roll_actor):
                    count = add(buffer, count, V_PUT, other, 1, 0)
    if count == 0:
        count = add(buffer, count, V_PASS, 0, 0, 0)
    return count


@kernel
def apply_place(scene: Scene, state: State, action: int, log: Log) -> None:
    """Move the target, and the actor where it follows."""
    pop(state)
    put_there(scene, state, action, log)


@kernel
def put_there(scene: Scene, state: State, action: int, log: Log) -> None:
    """Put the target of a push or a pull where the choice says, and the actor where it follows."""
    if verb_of(action) == V_PUT:
        cause = M2 if state.roll_verb == V_PULL else M1
        move_to(scene, state, log, state.roll_target - 1, first(action), cause)
        if second(action):
            move_to(scene, state, log, state.roll_actor, first(action), cause)
