"""Succeeding at a cost (O3, Z5) and what a failed advantage leaves (C1, C2). The other side names
a cost that can be paid; the actor pays it or fails.
"""

from __future__ import annotations

from autogm.engine.aspects import add_free, boost_against, boost_for, put_aspect
from autogm.engine.codes import (
    COST_ASPECT,
    COST_BOOST,
    COST_CONSEQUENCE,
    COST_STRESS,
    HERE,
    N_TAKE_COST,
    OUTSIDE,
    SPOIL_ASPECT,
    V_ASPECT,
    V_COST,
    V_FAIL,
    V_PASS,
    V_REMOVE,
    V_SPRINT,
    V_TAKE,
)
from autogm.engine.event_codes import EV_COST, rule
from autogm.engine.harm import (
    check_box,
    lowest_open_box,
    lowest_open_consequence,
    take_consequence,
    track,
)
from autogm.engine.log import emit
from autogm.engine.nodes.outcome import succeed
from autogm.engine.pack import add, first, verb_of
from autogm.engine.records import Buffer, Log, Scene, State
from autogm.engine.stack import lowest_bit, pop, push
from autogm.game.kernels import kernel

C1, O3 = rule("C1"), rule("O3")
MINOR = 1


@kernel
def legal_name_cost(scene: Scene, state: State, buffer: Buffer) -> int:
    """The costs of that size that the actor can pay; naming none is failing it."""
    top = state.depth - 1
    actor, size = state.pending[top, 1], state.pending[top, 3]
    harm = track(scene, actor, scene.main_harm)
    count = 0
    if size == MINOR:
        count = add(buffer, count, V_COST, COST_BOOST, 0, 0)
        if lowest_open_box(scene, state, actor, harm, 1):
            count = add(buffer, count, V_COST, COST_STRESS, 0, 0)
    else:
        if lowest_open_consequence(scene, state, actor, harm) >= 0:
            count = add(buffer, count, V_COST, COST_CONSEQUENCE, 0, 0)
        if can_be_marked(scene, state, actor):
            count = add(buffer, count, V_COST, COST_ASPECT, 0, 0)
    if count == 0:
        count = add(buffer, count, V_PASS, 0, 0, 0)
    return count


@kernel
def can_be_marked(scene: Scene, state: State, actor: int) -> bool:
    """Whether an aspect on the actor, with a free invoke for the other side, is a cost of the roll:
    there is room for the invoke, and the aspect is not what the roll takes away."""
    slot = scene.slot_cost[actor] + 0
    if slot < 0 or (state.roll_verb == V_REMOVE and state.roll_argument == slot):
        return False
    return state.free[slot, 1 - scene.side[actor]] < scene.free_cap


@kernel
def apply_name_cost(scene: Scene, state: State, action: int, log: Log) -> None:
    """The named cost is the actor's to take."""
    actor = state.pending[state.depth - 1, 1]
    pop(state)
    if verb_of(action) == V_COST:
        push(state, N_TAKE_COST, actor, scene.side[actor], first(action))


@kernel
def legal_take_cost(buffer: Buffer) -> int:
    """Pay and succeed, or fail."""
    count = add(buffer, 0, V_TAKE, 0, 0, 0)
    return add(buffer, count, V_FAIL, 0, 0, 0)


@kernel
def apply_take_cost(scene: Scene, state: State, action: int, log: Log) -> None:
    """Pay the cost, then what was overcome for happens."""
    top = state.depth - 1
    actor, cost = state.pending[top, 1], state.pending[top, 3]
    pop(state)
    if verb_of(action) == V_FAIL:
        return
    emit(log, EV_COST, actor, cost, 0, 0, 0, O3)
    harm = track(scene, actor, scene.main_harm)
    if cost == COST_BOOST:
        give_boost(scene, state, log, actor)
    elif cost == COST_STRESS:
        box = lowest_open_box(scene, state, actor, harm, 1)
        check_box(state, log, actor, harm, box, O3)
    elif cost == COST_CONSEQUENCE:
        wound = lowest_open_consequence(scene, state, actor, harm)
        take_consequence(scene, state, log, actor, wound, O3)
    else:
        slot = scene.slot_cost[actor]
        put_aspect(scene, state, log, slot, -1, O3)
        add_free(scene, state, log, slot, 1 - scene.side[actor], 1, O3)
    succeed(scene, state, log)


@kernel
def give_boost(scene: Scene, state: State, log: Log, actor: int) -> None:
    """The other side's boost, against the actor. Against one who leaves the field it would be no
    cost: it then helps the first enemy who stays (A5)."""
    enemies = state.present & scene.side_mask[1 - scene.side[actor]]
    if state.roll_verb == V_SPRINT and state.roll_argument == OUTSIDE and enemies:
        boost_for(scene, state, log, lowest_bit(enemies), O3)
    else:
        boost_against(scene, state, log, actor, O3)


@kernel
def legal_spoil(buffer: Buffer) -> int:
    """Nothing, or the aspect after all."""
    count = add(buffer, 0, V_PASS, 0, 0, 0)
    return add(buffer, count, V_ASPECT, 0, 0, 0)


@kernel
def apply_spoil(scene: Scene, state: State, action: int, log: Log) -> None:
    """C1: the maker may have the aspect, with one free invoke for the other side; C2: the GM may
    create what a player tried for, without one; where an NPC fails, there is nothing."""
    top = state.depth - 1
    actor, slot = state.pending[top, 1], state.pending[top, 3]
    pop(state)
    if verb_of(action) == V_ASPECT and state.here[slot] & HERE == 0:
        put_aspect(scene, state, log, slot, actor, C1)
        if scene.spoil != SPOIL_ASPECT:
            add_free(scene, state, log, slot, 1 - scene.side[actor], 1, C1)
