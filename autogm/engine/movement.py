"""The zone graph in play (Z2-Z6): what hinders a way, what it costs, who can block it."""

from __future__ import annotations

from autogm.engine.codes import (
    F_BLOCKED,
    F_DISARMED,
    F_HINDERED,
    HERE,
    OUTSIDE,
    S_TERRAIN,
    T_ACTED,
    T_MOVED,
    T_STOOD,
    ZONE_SUBJECT,
)
from autogm.engine.event_codes import EV_MOVES, rule
from autogm.engine.log import emit
from autogm.engine.records import Log, Scene, State
from autogm.engine.stack import lowest_bit
from autogm.engine.stunts import holds
from autogm.engine.weight import enter, leave
from autogm.game.kernels import kernel

Z2 = rule("Z2")
NO_WAY = 99


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
            if scene.tags[fighter] & scene.slot_spares[slot] == 0:
                if scene.other_stunts[fighter] == 0 or not ignores(scene, state, fighter, slot):
                    count += 1
    return count


@kernel
def step_is_free(scene: Scene, state: State, fighter: int, zone: int) -> bool:
    """Whether nothing hinders a step from where `fighter` stands into an adjacent `zone` (Z2)."""
    start = state.zone[fighter]
    return (
        scene.edge[start, zone] == 1
        and scene.edge_difficulty[start, zone] == 0
        and adverse(scene, state, start, fighter) == 0
        and adverse(scene, state, zone, fighter) == 0
    )


@kernel
def exit_is_free(scene: Scene, state: State, fighter: int) -> bool:
    """Whether leaving the field from here is the turn's free move (Z2): it has not been made, and
    nothing hinders the way out."""
    spent = T_MOVED | T_STOOD if scene.move_after else T_MOVED | T_STOOD | T_ACTED
    return (
        state.turn_flags & spent == 0
        and state.flags[fighter] & F_HINDERED == 0
        and adverse(scene, state, state.zone[fighter], fighter) == 0
    )


@kernel
def way_difficulty(scene: Scene, state: State, fighter: int, zone: int) -> int:
    """The passive difficulty of moving to `zone` by the easiest way within the ruleset's reach
    (Z3): for each adverse aspect in the start, the zones passed and the destination, for each
    zone past the first, and what the edges ask. `NO_WAY` if there is none. Out of the field only
    the exit itself can hinder."""
    start = state.zone[fighter]
    hindrance = scene.hindrance
    if zone == OUTSIDE:
        return hindrance * adverse(scene, state, start, fighter)
    ends = hindrance * (
        adverse(scene, state, start, fighter) + adverse(scene, state, zone, fighter)
    )
    best = NO_WAY
    if scene.edge[start, zone]:
        best = ends + scene.edge_difficulty[start, zone]
    if scene.max_moved < 2:
        return best
    for first in range(scene.zones):
        if scene.edge[start, first] == 0 or first == zone:
            continue
        so_far = ends + scene.edge_difficulty[start, first] + scene.extra_zone
        so_far += hindrance * adverse(scene, state, first, fighter)
        if so_far >= best:
            continue
        if scene.edge[first, zone]:
            best = min(best, so_far + scene.edge_difficulty[first, zone])
        if scene.max_moved < 3:
            continue
        for second in range(scene.zones):
            if scene.edge[first, second] and scene.edge[second, zone] and second != start:
                total = so_far + scene.edge_difficulty[first, second] + scene.extra_zone
                total += hindrance * adverse(scene, state, second, fighter)
                best = min(best, total + scene.edge_difficulty[second, zone])
    return best


@kernel
def blockers(scene: Scene, state: State, mover: int, zone: int) -> int:
    """Enemies who could block a move into `zone`, as a bit mask: in the start or the destination,
    each once an exchange (Z4). Nobody stands outside the field."""
    if scene.blocking == 0:
        return 0
    start = state.zone[mover]
    able = 0
    there = state.present_in[start] + 0
    if zone != OUTSIDE:
        there |= state.present_in[zone]
    there &= scene.side_mask[1 - scene.side[mover]]
    while there:
        fighter = lowest_bit(there)
        there &= there - 1
        if state.flags[fighter] & F_BLOCKED == 0:
            able |= 1 << fighter
    return able


@kernel
def move_to(scene: Scene, state: State, log: Log, fighter: int, zone: int, rule_code: int) -> None:
    """Move a fighter, and keep weights."""
    emit(log, EV_MOVES, fighter, state.zone[fighter], zone, 0, 0, rule_code)
    leave(scene, state, fighter)
    enter(scene, state, fighter, zone)
