"""The zone graph in play (Z2-Z6): what hinders a way, what it costs, who can block it."""

from __future__ import annotations

from autogm.engine.aspects import known
from autogm.engine.codes import (
    F_BLOCKED,
    F_DISARMED,
    F_HINDERED,
    HELPS_AGAINST,
    HERE,
    OPPOSE_ROLL,
    OUTSIDE,
    S_TERRAIN,
    T_ACTED,
    T_MOVED,
    T_STOOD,
    ZONE_MASK,
    ZONE_SUBJECT,
)
from autogm.engine.event_codes import EV_MOVES, rule
from autogm.engine.log import emit
from autogm.engine.records import Log, Scene, State
from autogm.engine.stack import lowest_bit
from autogm.engine.stunts import holds
from autogm.engine.weight import enter, leave
from autogm.game.kernels import kernel

M1, M2, M3, M6 = (rule(name) for name in ("M1", "M2", "M3", "M6"))

Z2 = rule("Z2")
NO_WAY = 99
CLOSED = 1 << 20  # the difficulty of a way that there is not
WAY_SHIFT = 6  # the zones of a way, packed
COST_SHIFT, MINDED_SHIFT = 12, 10  # the parts of what ways are compared by: see `passing`


@kernel
def ignores(scene: Scene, state: State, fighter: int, slot: int) -> bool:
    """Whether a stunt lets a fighter ignore an adverse aspect (N5)."""
    mask = scene.other_stunts[fighter]
    stunt = 0
    while mask >> stunt:
        if (mask >> stunt) & 1 and scene.stunt_does[fighter, stunt] == S_TERRAIN:
            usable = scene.stunt_equipment[fighter, stunt] == 0 or (
                state.flags[fighter] & F_DISARMED == 0
            )
            tags = scene.stunt_tags[fighter, stunt]
            usable = usable and holds(scene, state, fighter, stunt, -1)
            zone = scene.slot_subject[slot] - ZONE_SUBJECT
            if usable and (tags == 0 or tags & scene.zone_tags[zone]):
                return True
        stunt += 1
    return False


@kernel
def adverse(scene: Scene, state: State, zone: int, fighter: int) -> int:
    """How many adverse aspects of a zone affect a fighter (Z3, A13)."""
    count = 0
    if state.adverse[zone] == 0:
        return count
    for slot in range(scene.zone_slots[zone], scene.zone_slots[zone + 1]):
        if scene.slot_adverse[slot] and state.here[slot] & HERE:
            if hampers(scene, state, fighter, slot):
                count += 1
    return count


@kernel
def hampers(scene: Scene, state: State, fighter: int, slot: int) -> bool:
    """Whether an adverse aspect in play affects a fighter: it neither spares it (A13) nor is
    ignored by a stunt (N5)."""
    if scene.tags[fighter] & scene.slot_spares[slot]:
        return False
    return scene.other_stunts[fighter] == 0 or not ignores(scene, state, fighter, slot)


@kernel
def is_rooted(scene: Scene, fighter: int) -> bool:
    """Whether a fighter does not move by itself (Z2): no free move, no longer one, no charge, no
    step of a maneuver, no leaving. Others may still move it."""
    return (scene.rooted >> fighter) & 1 == 1


@kernel
def free_steps(scene: Scene, state: State, fighter: int) -> int:
    """The zones that a step from where `fighter` stands leads into which nothing hinders (Z2), as
    a bit mask."""
    start, found = state.zone[fighter] + 0, 0
    near = 0 if is_rooted(scene, fighter) else scene.near[start] + 0
    if near == 0 or adverse(scene, state, start, fighter):
        return found
    while near:
        zone = lowest_bit(near)
        near &= near - 1
        if scene.edge_difficulty[start, zone] == 0 and adverse(scene, state, zone, fighter) == 0:
            found |= 1 << zone
    return found


@kernel
def exit_is_free(scene: Scene, state: State, fighter: int) -> bool:
    """Whether leaving the field from here is the turn's free move (Z2): it has not been made, and
    nothing hinders the way out."""
    spent = T_MOVED | T_STOOD if scene.move_after else T_MOVED | T_STOOD | T_ACTED
    return (
        state.turn_flags & spent == 0
        and not is_rooted(scene, fighter)
        and state.flags[fighter] & F_HINDERED == 0
        and adverse(scene, state, state.zone[fighter], fighter) == 0
    )


@kernel
def way_difficulty(scene: Scene, state: State, fighter: int, zone: int) -> int:
    """The passive difficulty of moving to `zone` by the easiest way (Z3); `CLOSED` if there is
    none. Out of the field only the exit itself can hinder."""
    if zone == OUTSIDE:
        return int(scene.hindrance) * adverse(scene, state, state.zone[fighter], fighter)
    return easiest_way(scene, state, fighter, zone, 0, 0)[0]


@kernel
def easiest_way(
    scene: Scene, state: State, fighter: int, zone: int, minded: int, shut: int
) -> tuple[int, int]:
    """The easiest way of a fighter into `zone` that passes none of the zones `shut` and repeats
    none: its passive difficulty (Z3: for each adverse aspect in the start, the zones passed and the
    destination, for each zone past the first, and what the edges ask), `CLOSED` if there is none;
    and the zones that it passes, the first in the low six bits and the second above, each + 1. Of
    ways as hard it is the one through the fewest of the zones `minded`, of these the one through
    the fewest aspects that may be invoked against it."""
    start = int(state.zone[fighter])
    each, more = int(scene.hindrance), int(scene.extra_zone)
    ends = each * (adverse(scene, state, start, fighter) + adverse(scene, state, zone, fighter))
    best, way = CLOSED << COST_SHIFT, 0
    if scene.edge[start, zone]:
        best = (ends + int(scene.edge_difficulty[start, zone])) << COST_SHIFT
    into = scene.into[zone] & ~shut & ~(1 << start)
    left = scene.near[start] & ~shut & ~(1 << zone) if scene.max_moved > 1 else 0
    while left:
        one = lowest_bit(left)
        left &= left - 1
        beyond = scene.near[one] & into if scene.max_moved > 2 else 0
        if (into >> one) & 1 == 0 and beyond == 0:
            continue
        cost = (ends + more + int(scene.edge_difficulty[start, one])) << COST_SHIFT
        if cost >= best:
            continue
        cost += passing(scene, state, fighter, one, minded)
        if (into >> one) & 1:
            total = cost + (int(scene.edge_difficulty[one, zone]) << COST_SHIFT)
            if total < best:
                best, way = total, one + 1
        while beyond:
            other = lowest_bit(beyond)
            beyond &= beyond - 1
            total = more + int(scene.edge_difficulty[one, other])
            total += int(scene.edge_difficulty[other, zone])
            total = cost + (total << COST_SHIFT)
            if total < best:
                total += passing(scene, state, fighter, other, minded)
                if total < best:
                    best, way = total, (one + 1) | ((other + 1) << WAY_SHIFT)
    return best >> COST_SHIFT, way


@kernel
def passable(scene: Scene, start: int, zone: int) -> int:
    """The zones that some way from `start` into `zone` passes through, as a bit mask."""
    found = 0
    into = scene.into[zone] & ~(1 << start)
    left = scene.near[start] & ~(1 << zone) if scene.max_moved > 1 else 0
    while left:
        one = lowest_bit(left)
        left &= left - 1
        beyond = scene.near[one] & into if scene.max_moved > 2 else 0
        if (into >> one) & 1 or beyond:
            found |= beyond | (1 << one)
    return found


@kernel
def passing(scene: Scene, state: State, fighter: int, zone: int, minded: int) -> int:
    """What passing through a zone adds to the cost of a way: its adverse aspects to the difficulty,
    and below that whether it is one of the zones `minded`, and its aspects that may be invoked
    against the move."""
    cost = int(scene.hindrance) * adverse(scene, state, zone, fighter) << COST_SHIFT
    cost += ((minded >> zone) & 1) << MINDED_SHIFT
    return cost + against_move(scene, state, zone, fighter, -1)


@kernel
def against_move(scene: Scene, state: State, zone: int, fighter: int, side: int) -> int:
    """How many aspects of a zone speak against a move of a fighter through it: those on which
    `side` has a free invoke, with -1 all that are in play."""
    count = 0
    for word in range(scene.words):
        mask = scene.mask_zone[zone, word] & scene.mask_roll[OPPOSE_ROLL, word]
        mask &= state.slots_here[word] if side < 0 else state.slots_free[word]
        while mask:
            bit = mask & -mask
            slot = (word << 6) + lowest_bit(bit)
            mask ^= bit
            if scene.slot_helps[slot] & HELPS_AGAINST == 0:
                continue
            if scene.tags[fighter] & scene.slot_spares[slot]:
                continue
            if side >= 0:
                waits = state.free[slot, side] + state.free[slot, 2] > 0
                if not waits or not known(scene, state, slot, side):
                    continue
                if not known(scene, state, slot, 1 - side):  # its mover cannot mind it
                    continue
            count += 1
    return count


@kernel
def zones_of_way(way: int) -> int:
    """The zones that a way passes, as a bit mask."""
    mask = 0
    while way:
        mask |= 1 << ((way & ZONE_MASK) - 1)
        way >>= WAY_SHIFT
    return mask


@kernel
def blockers(scene: Scene, state: State, mover: int, zones: int) -> int:
    """Enemies in those zones who could block a move, as a bit mask: each once an exchange (Z4)."""
    able = 0
    if scene.blocking == 0:
        return able
    enemies = state.present & scene.side_mask[1 - scene.side[mover]]
    while zones:
        there = state.present_in[lowest_bit(zones)] & enemies
        zones &= zones - 1
        while there:
            fighter = lowest_bit(there)
            there &= there - 1
            if state.flags[fighter] & F_BLOCKED == 0:
                able |= 1 << fighter
    return able


@kernel
def move_to(scene: Scene, state: State, log: Log, fighter: int, zone: int, rule_code: int) -> None:
    """Move a fighter, and keep weights. Whoever moves somebody else by a maneuver is the actor of
    the roll."""
    actor = state.roll_actor
    by = actor + 1 if rule_code in (M1, M2, M3, M6) and fighter != actor else 0
    emit(log, EV_MOVES, fighter, state.zone[fighter], zone, by, 0, rule_code)
    leave(scene, state, fighter)
    enter(scene, state, fighter, zone)
