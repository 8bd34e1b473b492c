"""Moving from zone to zone, and out of the field by an exit (Z2-Z5, H7): who blocks, whether the
mover then goes against opposition or stays, and the arrival.
"""

from __future__ import annotations

from autogm.engine.codes import (
    ESCAPED,
    F_BLOCKED,
    ITEM_CARRIED,
    ITEM_GONE,
    MAX_FIGHTERS_MASK,
    MOVE_ROLL,
    N_ARRIVE,
    N_BLOCK,
    N_BLOCKED,
    OUTSIDE,
    R_FREE_MOVE,
    T_ACTED,
    T_MOVED,
    T_STOOD,
    V_BLOCK,
    V_CHARGE,
    V_GO_ON,
    V_PASS,
    V_SPRINT,
    V_STAY,
    ZONE_MASK,
)
from autogm.engine.codes import R_CHARGE as CHARGING
from autogm.engine.difficulties import tell_way
from autogm.engine.event_codes import EV_BLOCK, EV_LEAVES, EV_STATUS, X_STAYS, rule
from autogm.engine.harm import goes
from autogm.engine.log import emit
from autogm.engine.mobs import leaves_others, mark_gone
from autogm.engine.movement import against_move, blockers, easiest_way, move_to, way_difficulty
from autogm.engine.nodes.binding import is_bound
from autogm.engine.nodes.finish import forget_roll, spend_move
from autogm.engine.nodes.roll import begin_roll
from autogm.engine.pack import add, add_each, first, verb_of
from autogm.engine.records import Buffer, Log, Scene, State
from autogm.engine.roar import allowed
from autogm.engine.stack import lowest_bit, pop, push
from autogm.engine.stunts import with_swaps
from autogm.game.kernels import kernel

H7, M3, Z2, Z4 = rule("H7"), rule("M3"), rule("Z2"), rule("Z4")

# What is being tried, in a block's number above the zone.
FREE, SPRINT, CHARGE = 0, 1, 2
TRY_SHIFT, TRY_MASK, BLOCKER_SHIFT = 6, 3, 8


@kernel
def try_move(scene: Scene, state: State, log: Log, fighter: int, zone: int, attempt: int) -> None:
    """A declared move, into a zone or `OUTSIDE`: the other side may block it (Z4); else it
    happens, or is rolled for."""
    if blockers(scene, state, fighter, zones_to_block(scene, state, fighter, zone, attempt)):
        side = 1 - scene.side[fighter]
        push(state, N_BLOCK, fighter, side, zone | (attempt << TRY_SHIFT))
    else:
        go_on(scene, state, log, fighter, zone, attempt)


@kernel
def zones_to_block(scene: Scene, state: State, mover: int, zone: int, attempt: int) -> int:
    """The zones from which a move may be blocked, as a bit mask (Z4): its start, those that it
    passes through and its destination; a charge only from its start. Nobody stands outside."""
    zones = (1 << state.zone[mover]) | state.roll_way
    if attempt == CHARGE or zone == OUTSIDE:
        return zones
    return zones | (1 << zone)


@kernel
def go_on(scene: Scene, state: State, log: Log, fighter: int, zone: int, attempt: int) -> None:
    """Nobody blocks."""
    if attempt == FREE:
        push(state, N_ARRIVE, fighter, scene.side[fighter], zone)
    elif attempt == SPRINT:
        difficulty, way = 0, 0
        if zone == OUTSIDE:
            difficulty = way_difficulty(scene, state, fighter, zone)
        else:
            difficulty, way = easiest_way(scene, state, fighter, zone, 0, ~state.roll_way)
        if log.on:
            tell_way(scene, state, log, fighter, zone, way, difficulty)
        if scene.opposition_invokes == 0:
            state.roll_way = 0
        begin_move(scene, state, fighter, -1, zone, difficulty, 0)
    else:
        target, origin = state.roll_target - 1, state.zone[fighter]
        begin_roll(scene, state, V_CHARGE, fighter, target, 0, 0, CHARGING)
        state.roll_from = origin + 1
        push(state, N_ARRIVE, fighter, scene.side[fighter], zone)


@kernel
def begin_move(
    scene: Scene, state: State, mover: int, blocker: int, zone: int, difficulty: int, flags: int
) -> None:
    """Begin the roll of a move, against a blocker (-1: nobody). Of the zones that it passes only
    those count from now on that have something to invoke against it."""
    way, left = 0, state.roll_way + 0
    while left:
        passed = lowest_bit(left)
        left &= left - 1
        if against_move(scene, state, passed, mover, -1):
            way |= 1 << passed
    state.roll_way = way
    begin_roll(scene, state, V_SPRINT, mover, blocker, zone, difficulty, flags)


@kernel
def run_arrive(scene: Scene, state: State, log: Log) -> None:
    """The mover reaches its zone, or is out of the field."""
    top = state.depth - 1
    fighter, zone = state.pending[top, 1], state.pending[top, 3]
    pop(state)
    if (state.present >> fighter) & 1 == 0:
        return
    if zone == OUTSIDE:
        get_away(scene, state, log, fighter)
        return
    charging = state.roll_flags & CHARGING
    move_to(scene, state, log, fighter, zone, M3 if charging else Z2)
    if not charging and state.turn_flags & T_MOVED:
        spend_move(state)


@kernel
def get_away(scene: Scene, state: State, log: Log, fighter: int) -> None:
    """A fighter leaves the field, with what it carries (H7). An item that the other side wants out
    is gone for good."""
    rest = leaves_others(scene, state, fighter)
    emit(log, EV_LEAVES, fighter, rest, state.zone[fighter], 0, 0, H7)
    mark_gone(scene, state, fighter, ESCAPED)
    if state.item == ITEM_CARRIED + fighter:
        state.item = ITEM_GONE + scene.side[fighter]
    goes(scene, state, log, fighter, H7)


@kernel
def legal_block(scene: Scene, state: State, buffer: Buffer) -> int:
    """Let it pass, or one able enemy blocks."""
    top = state.depth - 1
    mover, number = state.pending[top, 1], state.pending[top, 3]
    zone, attempt = number & ZONE_MASK, (number >> TRY_SHIFT) & TRY_MASK
    count = add(buffer, 0, V_PASS, 0, 0, 0)
    able = blockers(scene, state, mover, zones_to_block(scene, state, mover, zone, attempt))
    return add_each(buffer, count, V_BLOCK, able)


@kernel
def apply_block(scene: Scene, state: State, action: int, log: Log) -> None:
    """A block makes the move opposed; a blocked charge does not happen."""
    top = state.depth - 1
    mover, number = state.pending[top, 1], state.pending[top, 3]
    zone, attempt = number & ZONE_MASK, (number >> TRY_SHIFT) & TRY_MASK
    pop(state)
    if verb_of(action) == V_PASS:
        go_on(scene, state, log, mover, zone, attempt)
        return
    blocker = first(action)
    state.flags[blocker] = state.flags[blocker] | F_BLOCKED
    emit(log, EV_BLOCK, blocker, mover, zone, 0, 0, Z4)
    if attempt == CHARGE:
        forget_roll(state)
        stand(state, log, mover, attempt)
        return
    packed = zone | (attempt << TRY_SHIFT) | (blocker << BLOCKER_SHIFT)
    push(state, N_BLOCKED, mover, scene.side[mover], packed)


@kernel
def legal_blocked(scene: Scene, state: State, buffer: Buffer) -> int:
    """Stay, keeping the action; or go against the blocker, which is the action, unless a compel
    has left nothing to roll for it (X1)."""
    count = add(buffer, 0, V_STAY, 0, 0, 0)
    if state.turn_flags & T_ACTED == 0:
        top = state.depth - 1
        mover = state.pending[top, 1]
        blocker = (state.pending[top, 3] >> BLOCKER_SHIFT) & MAX_FIGHTERS_MASK
        skills = with_swaps(scene, state, mover, MOVE_ROLL, scene.move_skills[mover], blocker)
        if not is_bound(state, mover) or allowed(scene, state, mover, skills):
            count = add(buffer, count, V_GO_ON, 0, 0, 0)
    return count


@kernel
def apply_blocked(scene: Scene, state: State, action: int, log: Log) -> None:
    """Stay, or begin the opposed roll: a free move is used up by it, unless it is interrupted."""
    top = state.depth - 1
    mover, number = state.pending[top, 1], state.pending[top, 3]
    pop(state)
    if verb_of(action) == V_GO_ON:
        zone, blocker = number & ZONE_MASK, (number >> BLOCKER_SHIFT) & MAX_FIGHTERS_MASK
        free = (number >> TRY_SHIFT) & TRY_MASK == FREE
        flags = R_FREE_MOVE if free and scene.concede else 0
        begin_move(scene, state, mover, blocker, zone, 0, flags)
    else:
        stand(state, log, mover, (number >> TRY_SHIFT) & TRY_MASK)


@kernel
def stand(state: State, log: Log, mover: int, attempt: int) -> None:
    """Whoever stays moves no more this turn, and has not moved either."""
    emit(log, EV_STATUS, mover, X_STAYS, state.zone[mover], 0, 0, Z4)
    state.turn_flags = state.turn_flags | T_STOOD
    state.roll_way = 0
    spend_move(state)
    if attempt != SPRINT:
        state.turn_flags = state.turn_flags & ~T_MOVED
