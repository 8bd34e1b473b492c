"""Succeeding at a cost (O3, Z5) and what a failed advantage leaves (C1, C2). The other side names
a cost that can be paid; the actor pays it or fails.
"""

from __future__ import annotations

from autogm.engine.codes import (
    COST_ASPECT,
    COST_BOOST,
    COST_CONSEQUENCE,
    COST_STRESS,
    FX_ASPECT,
    FX_CONSEQUENCE,
    FX_FREE,
    HERE,
    MINOR,
    N_TAKE_COST,
    OUTSIDE,
    SPOIL_ASPECT,
    V_FAIL,
    V_LET_IT_STAND,
    V_NAME_COST,
    V_OVERCOME,
    V_PASS,
    V_PAY_THE_COST,
    V_SPRINT,
)
from autogm.engine.effects import (
    add_boost_against,
    add_boost_for,
    add_box,
    add_effect,
    add_success,
    bring_about,
    no_effects,
)
from autogm.engine.event_codes import EV_COST, EV_STATUS, X_UNPAID, rule
from autogm.engine.harm import lowest_open_box, lowest_open_consequence, track
from autogm.engine.log import emit
from autogm.engine.pack import add, first, verb_of
from autogm.engine.records import Buffer, Log, Scene, State
from autogm.engine.stack import lowest_bit, pop, push
from autogm.game.kernels import kernel

C1, O3 = rule("C1"), rule("O3")


@kernel
def legal_name_cost(scene: Scene, state: State, buffer: Buffer) -> int:
    """The costs of that size that the actor can pay; naming none is failing it."""
    top = state.depth - 1
    actor, size = state.pending[top, 1], state.pending[top, 3]
    harm = track(scene, actor, scene.main_harm)
    count = 0
    if size == MINOR:
        count = add(buffer, count, V_NAME_COST, COST_BOOST, 0, 0)
        if lowest_open_box(scene, state, actor, harm, 1):
            count = add(buffer, count, V_NAME_COST, COST_STRESS, 0, 0)
    else:
        if lowest_open_consequence(scene, state, actor, harm) >= 0:
            count = add(buffer, count, V_NAME_COST, COST_CONSEQUENCE, 0, 0)
        if can_be_marked(scene, state, actor):
            count = add(buffer, count, V_NAME_COST, COST_ASPECT, 0, 0)
    if count == 0:
        count = add(buffer, count, V_PASS, 0, 0, 0)
    return count


@kernel
def can_be_marked(scene: Scene, state: State, actor: int) -> bool:
    """Whether an aspect on the actor, with a free invoke for the other side, is a cost of the roll:
    there is room for the invoke, and the aspect is not what the roll takes away."""
    slot = scene.slot_cost[actor] + 0
    if slot < 0 or (state.roll_verb == V_OVERCOME and state.roll_argument == slot):
        return False
    return state.free[slot, 1 - scene.side[actor]] < scene.free_cap


@kernel
def apply_name_cost(scene: Scene, state: State, action: int, log: Log) -> None:
    """The named cost is the actor's to take."""
    actor = state.pending[state.depth - 1, 1]
    pop(state)
    if verb_of(action) == V_NAME_COST:
        push(state, N_TAKE_COST, actor, scene.side[actor], first(action))
    else:
        emit(log, EV_STATUS, actor, X_UNPAID, 0, 0, 0, O3)


@kernel
def legal_take_cost(buffer: Buffer) -> int:
    """Pay and succeed, or fail."""
    count = add(buffer, 0, V_PAY_THE_COST, 0, 0, 0)
    return add(buffer, count, V_FAIL, 0, 0, 0)


@kernel
def apply_take_cost(scene: Scene, state: State, action: int, buffer: Buffer, log: Log) -> None:
    """Pay the cost, then what was overcome for happens."""
    top = state.depth - 1
    actor, cost = state.pending[top, 1] + 0, state.pending[top, 3] + 0
    pop(state)
    if verb_of(action) == V_FAIL:
        emit(log, EV_STATUS, actor, X_UNPAID, 0, 0, 0, O3)
        return
    emit(log, EV_COST, actor, cost, 0, 0, 0, O3)
    write_cost(scene, state, buffer, actor, cost)
    bring_about(scene, state, buffer, log)


@kernel
def write_cost(scene: Scene, state: State, buffer: Buffer, actor: int, cost: int) -> None:
    """Write the effects of succeeding at a cost."""
    no_effects(buffer)
    harm = track(scene, actor, scene.main_harm)
    if cost == COST_BOOST:
        write_boost(scene, state, buffer, actor)
    elif cost == COST_STRESS:
        add_box(buffer, actor, harm, lowest_open_box(scene, state, actor, harm, 1), O3)
    elif cost == COST_CONSEQUENCE:
        wound = lowest_open_consequence(scene, state, actor, harm)
        add_effect(buffer, FX_CONSEQUENCE, actor, -1, 0, wound, O3)
    else:
        slot, other = scene.slot_cost[actor] + 0, 1 - scene.side[actor]
        add_effect(buffer, FX_ASPECT, -1, slot, other, 0, O3)
        add_effect(buffer, FX_FREE, -1, slot, other, 1, O3)
    add_success(scene, state, buffer, O3)


@kernel
def write_boost(scene: Scene, state: State, buffer: Buffer, actor: int) -> None:
    """The other side's boost, against the actor. Against one who leaves the field it would be no
    cost: it then helps the first enemy who stays (A5)."""
    enemies = state.present & scene.side_mask[1 - scene.side[actor]]
    if state.roll_verb == V_SPRINT and state.roll_argument == OUTSIDE and enemies:
        add_boost_for(scene, buffer, lowest_bit(enemies), O3)
    else:
        add_boost_against(scene, buffer, actor, O3)


@kernel
def legal_spoil(buffer: Buffer) -> int:
    """Nothing, or the aspect after all."""
    count = add(buffer, 0, V_PASS, 0, 0, 0)
    return add(buffer, count, V_LET_IT_STAND, 0, 0, 0)


@kernel
def apply_spoil(scene: Scene, state: State, action: int, buffer: Buffer, log: Log) -> None:
    """C1: the maker may have the aspect, with one free invoke for the other side; C2: the GM may
    create what a player tried for, without one; where an NPC fails, there is nothing."""
    top = state.depth - 1
    actor, slot = state.pending[top, 1] + 0, state.pending[top, 3] + 0
    pop(state)
    if verb_of(action) == V_LET_IT_STAND and state.here[slot] & HERE == 0:
        no_effects(buffer)
        add_effect(buffer, FX_ASPECT, actor, slot, 0, 0, C1)
        if scene.spoil != SPOIL_ASPECT:
            add_effect(buffer, FX_FREE, -1, slot, 1 - scene.side[actor], 1, C1)
        bring_about(scene, state, buffer, log)
