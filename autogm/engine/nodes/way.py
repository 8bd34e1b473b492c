"""By which zones a longer move goes (Z3, Z4): the mover chooses where that makes a difference, that
is between an easier way and one on which fewer enemies can block or fewer free invokes wait.
"""

from __future__ import annotations

from autogm.engine.codes import V_SPRINT, ZONE_MASK
from autogm.engine.event_codes import EV_ACTION, rule
from autogm.engine.log import emit
from autogm.engine.movement import (
    CLOSED,
    WAY_SHIFT,
    against_move,
    blockers,
    easiest_way,
    passable,
    zones_of_way,
)
from autogm.engine.nodes.move import SPRINT, try_move
from autogm.engine.pack import add, first, second, third
from autogm.engine.records import Buffer, Log, Scene, State
from autogm.engine.stack import lowest_bit, pop
from autogm.game.kernels import kernel

Z3 = rule("Z3")


@kernel
def legal_way(scene: Scene, state: State, buffer: Buffer) -> int:
    """The easiest way; and of those that pass through fewer or other zones in which somebody can
    block, or a free invoke waits, each that no other one beats in both."""
    top = state.depth - 1
    mover, zone = state.pending[top, 1] + 0, state.pending[top, 3] + 0
    minded = minded_zones(scene, state, mover, passable(scene, state.zone[mover], zone))
    way = easiest_way(scene, state, mover, zone, minded, 0)[1]
    count = add_way(buffer, 0, zone, way)
    met = zones_of_way(way) & minded
    if met == 0:
        return count
    round_all, way = easiest_way(scene, state, mover, zone, minded, minded)
    if round_all < CLOSED:
        count = add_way(buffer, count, zone, way)
    left = minded
    while left:
        one = lowest_bit(left)
        left &= left - 1
        by_one, way = by_way_of(scene, state, mover, zone, minded, 1 << one)
        if by_one < round_all and met != 1 << one:
            if zones_of_way(way) & minded == 1 << one:
                count = add_way(buffer, count, zone, way)
        others = left
        while others:
            other = lowest_bit(others)
            others &= others - 1
            pair = (1 << one) | (1 << other)
            by_both, way = by_way_of(scene, state, mover, zone, minded, pair)
            if zones_of_way(way) & minded == pair and met != pair:
                by_other = by_way_of(scene, state, mover, zone, minded, 1 << other)[0]
                if by_both < by_one and by_both < by_other:
                    count = add_way(buffer, count, zone, way)
    return count


@kernel
def by_way_of(
    scene: Scene, state: State, mover: int, zone: int, minded: int, only: int
) -> tuple[int, int]:
    """The easiest way that passes through none of the zones `minded` but those of `only`."""
    return easiest_way(scene, state, mover, zone, minded, minded & ~only)


@kernel
def minded_zones(scene: Scene, state: State, mover: int, zones: int) -> int:
    """Those of the zones that a move had better not pass through, as a bit mask: somebody can block
    there, or an aspect with a free invoke that the mover's side knows of speaks against it."""
    minded, other = 0, 1 - scene.side[mover]
    if scene.blocking == 0 and scene.opposition_invokes == 0:
        return minded
    while zones:
        zone = lowest_bit(zones)
        zones &= zones - 1
        held = blockers(scene, state, mover, 1 << zone) != 0
        if held or against_move(scene, state, zone, mover, other):
            minded |= 1 << zone
    return minded


@kernel
def add_way(buffer: Buffer, count: int, zone: int, way: int) -> int:
    """Write a way into the buffer, in the order of actions."""
    count = add(buffer, count, V_SPRINT, zone, way & ZONE_MASK, way >> WAY_SHIFT)
    place = count - 1
    while place > 0 and buffer.action[place - 1] > buffer.action[place]:
        before = buffer.action[place - 1] + 0
        buffer.action[place - 1] = buffer.action[place]
        buffer.action[place] = before
        place -= 1
    return count


@kernel
def apply_way(scene: Scene, state: State, action: int, log: Log) -> None:
    """Set out that way."""
    fighter = state.pending[state.depth - 1, 1] + 0
    pop(state)
    emit(log, EV_ACTION, fighter, V_SPRINT, first(action), second(action), third(action), Z3)
    state.roll_way = zones_of_way(second(action) | (third(action) << WAY_SHIFT))
    try_move(scene, state, log, fighter, first(action), SPRINT)
