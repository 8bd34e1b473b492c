"""What a passive difficulty is made of where several things add up (Z3, A11, A14), written to the
log as the roll against it begins: a row for each part, then one for their sum. Nothing here changes
a state.
"""

from __future__ import annotations

from autogm.engine.codes import HERE, OUTSIDE, ZONE_MASK, ZONE_SUBJECT
from autogm.engine.event_codes import (
    EV_DIFFICULTY,
    EV_PART,
    PART_ASPECT,
    PART_BASE,
    PART_DISTANCE,
    PART_EDGE,
    PART_FARTHER,
    PART_FREE,
    PART_HIDING,
    rule,
)
from autogm.engine.log import emit
from autogm.engine.movement import WAY_SHIFT, hampers
from autogm.engine.records import Log, Scene, State
from autogm.game.kernels import kernel

A11, A14, Z3 = rule("A11"), rule("A14"), rule("Z3")


@kernel
def tell_way(
    scene: Scene, state: State, log: Log, fighter: int, zone: int, way: int, difficulty: int
) -> None:
    """Of moving into `zone`, or `OUTSIDE`, by a way packed as `easiest_way` has it: the adverse
    aspects from the start on, what the edges ask, and the zones past the first."""
    start = int(state.zone[fighter])
    tell_ground(scene, state, log, fighter, start)
    here, farther = start, 0
    if zone != OUTSIDE:
        while way:
            passed = (way & ZONE_MASK) - 1
            way >>= WAY_SHIFT
            tell_edge(scene, log, fighter, here, passed)
            tell_ground(scene, state, log, fighter, passed)
            here = passed
            farther += 1
        tell_edge(scene, log, fighter, here, zone)
        tell_ground(scene, state, log, fighter, zone)
    tell_part(log, fighter, PART_FARTHER, farther * scene.extra_zone, farther, 0, Z3)
    emit(log, EV_DIFFICULTY, fighter, difficulty, 0, 0, 0, Z3)


@kernel
def tell_ground(scene: Scene, state: State, log: Log, fighter: int, zone: int) -> None:
    """The adverse aspects of a zone that affect a fighter."""
    for slot in range(scene.zone_slots[zone], scene.zone_slots[zone + 1]):
        if scene.slot_adverse[slot] and state.here[slot] & HERE:
            if hampers(scene, state, fighter, slot):
                tell_part(log, fighter, PART_ASPECT, scene.hindrance, slot, 0, Z3)


@kernel
def tell_edge(scene: Scene, log: Log, fighter: int, start: int, end: int) -> None:
    """What the edge between two adjacent zones asks."""
    tell_part(log, fighter, PART_EDGE, scene.edge_difficulty[start, end], start, end, Z3)


@kernel
def tell_removal(scene: Scene, state: State, log: Log, fighter: int, slot: int) -> None:
    """Of removing an aspect that has no difficulty of its own: the ruleset's, and its free
    invokes."""
    free = int(state.free[slot, 0]) + int(state.free[slot, 1]) + int(state.free[slot, 2])
    more = int(scene.removal_each) * free
    tell_part(log, fighter, PART_BASE, scene.removal, 0, 0, A11)
    tell_part(log, fighter, PART_FREE, more, free, 0, A11)
    emit(log, EV_DIFFICULTY, fighter, int(scene.removal) + more, 0, 0, 0, A11)


@kernel
def tell_exploring(scene: Scene, state: State, log: Log, fighter: int, slot: int, sum: int) -> None:
    """Of exploring the zone of that slot: its base, the distance, and what remains of the `sum`,
    the hiding aspects in the way."""
    zone = scene.slot_subject[slot] - ZONE_SUBJECT
    base, each = int(scene.explore_difficulty[zone]), int(scene.hindrance)
    farther = max(0, int(scene.sight[state.zone[fighter], zone]) - 1)
    hidden = sum - base - each * farther
    tell_part(log, fighter, PART_BASE, base, 0, 0, A14)
    tell_part(log, fighter, PART_HIDING, hidden, hidden // max(1, each), 0, A14)
    tell_part(log, fighter, PART_DISTANCE, each * farther, farther, 0, A14)
    emit(log, EV_DIFFICULTY, fighter, sum, 0, 0, 0, A14)


@kernel
def tell_part(log: Log, fighter: int, source: int, amount: int, a: int, b: int, code: int) -> None:
    """One part, unless it adds nothing."""
    if amount:
        emit(log, EV_PART, fighter, source, amount, a, b, code)
