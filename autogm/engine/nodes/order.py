"""Whose turn it is (T1-T3): the order found at the start, NPCs together at their best member's
place in an order chosen anew each exchange (T2), and what the turn of an exchange brings: waves,
objectives that count exchanges, the exchange limit.
"""

from __future__ import annotations

from autogm.engine.aspects import mark_free, set_here
from autogm.engine.codes import (
    F_BLOCKED,
    L_EXCHANGE,
    N_COMPEL,
    N_ORDER,
    N_TURN,
    SUPPLY,
    V_ACT_NEXT,
)
from autogm.engine.event_codes import EV_ARRIVES, EV_EXCHANGE, EV_POINT, EV_TURN, P_ARRIVES, rule
from autogm.engine.log import emit
from autogm.engine.mobs import parts_here
from autogm.engine.nodes.compel import may_compel
from autogm.engine.objectives import end_exchange
from autogm.engine.pack import add_each, first
from autogm.engine.records import Buffer, Log, Scene, State
from autogm.engine.stack import lowest_bit, pop, push
from autogm.engine.weight import enter
from autogm.game.kernels import kernel

T2, T3, F8, H7 = rule("T2"), rule("T3"), rule("F8"), rule("H7")


@kernel
def next_turn(scene: Scene, state: State, buffer: Buffer, log: Log) -> None:
    """Push whoever acts next; at the end of the order, the next exchange. What has broken off from
    a mob acts at its place, after it (N4)."""
    while state.place < scene.places:
        entry = scene.order[state.place]
        if entry >= 0:
            waiting = parts_here(scene, state, entry) & ~state.acted
            if waiting == 0 or scene.parts[entry] == 0:
                state.place = state.place + 1
            if waiting:
                begin_turn(scene, state, buffer, log, lowest_bit(waiting))
                return
            continue
        side = -1 - entry
        waiting = state.present & scene.block_mask[side] & ~state.acted
        if waiting == 0:
            state.place = state.place + 1
            continue
        push(state, N_ORDER, 0, side, 0)
        return
    new_exchange(scene, state, log)


@kernel
def legal_order(scene: Scene, state: State, buffer: Buffer) -> int:
    """Each member of the block that has not acted this exchange."""
    side = state.pending[state.depth - 1, 2]
    waiting = state.present & scene.block_mask[side] & ~state.acted
    return add_each(buffer, 0, V_ACT_NEXT, waiting)


@kernel
def apply_order(scene: Scene, state: State, action: int, buffer: Buffer, log: Log) -> None:
    """That one acts now."""
    pop(state)
    begin_turn(scene, state, buffer, log, first(action))


@kernel
def begin_turn(scene: Scene, state: State, buffer: Buffer, log: Log, fighter: int) -> None:
    """A turn begins: help given ends (E3); the other side may offer a compel, and a player who got
    no offer the own character one (X1, T4)."""
    state.acted = state.acted | (1 << fighter)
    state.helps[fighter] = 0
    emit(log, EV_TURN, fighter, state.exchange, 0, 0, 0, T3)
    side = scene.side[fighter]
    push(state, N_TURN, fighter, side, 0)
    if scene.compels or scene.keep_roaring:
        own = scene.self_compels and may_compel(scene, state, fighter, side, buffer)
        if own:
            push(state, N_COMPEL, fighter, side, 0)
        # Whatever somebody could offer the own character the other side can offer too.
        if own or may_compel(scene, state, fighter, 1 - side, buffer):
            push(state, N_COMPEL, fighter, 1 - side, 0)


@kernel
def new_exchange(scene: Scene, state: State, log: Log) -> None:
    """The end of an exchange and the start of the next. Whatever counts once an exchange counts
    anew."""
    end_exchange(scene, state, log)
    if state.winner:
        return
    state.exchange = state.exchange + 1
    state.place = 0
    state.acted = 0
    emit(log, EV_EXCHANGE, -1, state.exchange, 0, 0, 0, T3)
    for fighter in range(scene.fighters):
        count_anew(scene, state, fighter)
        if scene.arrives[fighter] == state.exchange:
            arrive(scene, state, log, fighter)


@kernel
def count_anew(scene: Scene, state: State, fighter: int) -> None:
    """Whatever a fighter may do once an exchange counts anew (Z4, N5)."""
    flags = state.flags[fighter]
    if flags:
        state.flags[fighter] = flags & ~F_BLOCKED
    if state.used[fighter]:
        renew_stunts(scene, state, fighter)


@kernel
def renew_stunts(scene: Scene, state: State, fighter: int) -> None:
    """Stunts that may be used once an exchange may be used again (N5)."""
    for stunt in range(scene.stunts[fighter]):
        if scene.stunt_limit[fighter, stunt] == L_EXCHANGE:
            state.used[fighter] = state.used[fighter] & ~(1 << stunt)


@kernel
def arrive(scene: Scene, state: State, log: Log, fighter: int) -> None:
    """A fighter comes into the scene."""
    state.present = state.present | (1 << fighter)
    state.members[fighter] = scene.members[fighter]
    enter(scene, state, fighter, scene.home[fighter])
    emit(log, EV_ARRIVES, fighter, scene.home[fighter], 0, 0, 0, H7)
    for slot in range(scene.fighter_slots[fighter], scene.fighter_slots[fighter + 1]):
        if scene.slot_start[slot]:
            set_here(scene, state, slot, scene.slot_start[slot])
            for column in range(3):
                state.free[slot, column] = scene.slot_free[slot, column]
            mark_free(state, slot)
    if scene.purse[fighter] == fighter:
        points = scene.start_points[fighter] + 0
        state.points[fighter] = points
        if points:
            emit(log, EV_POINT, SUPPLY, fighter, points, P_ARRIVES, 0, F8)
