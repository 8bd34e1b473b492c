"""The attacks and maneuvers that a fighter may declare on its turn (E2, E4, N3, M1-M5), the attack
that a compel demands (X1), and how a mob may divide (N4). Only what is legal now is listed; what
each does is `nodes/act.py`.
"""

from __future__ import annotations

from autogm.engine.codes import (
    F_LETHAL,
    HERE,
    V_ATTACK,
    V_ATTACK_EVERYONE,
    V_CHARGE,
    V_DIVIDE,
    V_FULL_ATTACK,
    V_FULL_DEFENSE,
    V_PULL,
    V_PUSH,
)
from autogm.engine.kinds import in_play
from autogm.engine.layout import MAX_RANGE
from autogm.engine.mobs import can_split, free_part
from autogm.engine.movement import NO_WAY, is_rooted
from autogm.engine.pack import add
from autogm.engine.records import Buffer, Scene, State
from autogm.engine.roar import allowed
from autogm.engine.stack import lowest_bit
from autogm.engine.stunts import areas_at, attacks_at, reach_of
from autogm.engine.weight import outweighs, untouchable, weight_of
from autogm.game.kernels import kernel


@kernel
def attackable(scene: Scene, state: State, fighter: int, target: int) -> bool:
    """Whether an attack on `target` is possible from here: in reach and sight, with a skill that
    is not out, and not a swarm that only a whole zone's attack can hurt (N3)."""
    if untouchable(scene, state, target):
        return False
    return allowed(scene, state, fighter, reaches_with(scene, state, fighter, target)) != 0


@kernel
def reaches_with(scene: Scene, state: State, fighter: int, target: int) -> int:
    """The skills whose attacks reach `target` from here, out or not, as a bit mask (E2)."""
    distance = scene.sight[state.zone[fighter], state.zone[target]]
    if distance > reach_of(scene, state, fighter):
        return 0
    return attacks_at(scene, state, fighter, distance, target)


@kernel
def list_attacks(scene: Scene, state: State, fighter: int, buffer: Buffer, count: int) -> int:
    """An attack on each enemy in reach."""
    if not in_play(scene, V_ATTACK) or reach_of(scene, state, fighter) < 0:
        return count
    enemies = state.present & scene.side_mask[1 - scene.side[fighter]]
    while enemies:
        target = lowest_bit(enemies)
        enemies &= enemies - 1
        if attackable(scene, state, fighter, target):
            count = add(buffer, count, V_ATTACK, target, 0, 0)
    return count


@kernel
def list_charges(
    scene: Scene, state: State, fighter: int, buffer: Buffer, count: int, steps: int
) -> int:
    """A charge at each enemy in the zones that free `steps` lead into (M3). Its doubled weight
    counts against a swarm there too (W4, N3)."""
    if allowed(scene, state, fighter, attacks_at(scene, state, fighter, 0, -1)) == 0:
        return count
    enemies = state.present & scene.side_mask[1 - scene.side[fighter]]
    while enemies:
        target = lowest_bit(enemies)
        enemies &= enemies - 1
        if way_to_charge(scene, state, fighter, target, steps):
            count = add(buffer, count, V_CHARGE, target, 0, 0)
    return count


@kernel
def way_to_charge(scene: Scene, state: State, fighter: int, target: int, steps: int) -> bool:
    """Whether a charge could get at `target`: over one of the free `steps`, and not at a swarm that
    outweighs."""
    if (steps >> state.zone[target]) & 1 == 0:
        return False
    return not outweighs(scene, state, target, 2 * weight_of(scene, state, fighter))


@kernel
def list_areas(scene: Scene, state: State, fighter: int, buffer: Buffer, count: int) -> int:
    """An attack on each zone in reach that holds an enemy, with a weapon made for it (E4)."""
    if not in_play(scene, V_ATTACK_EVERYONE) or (
        scene.area_skills[fighter, 0, 0] == 0 and scene.area_stunts[fighter] == 0
    ):
        return count
    side = scene.side[fighter]
    for zone in range(scene.zones):
        if holds_enemy(scene, state, zone, side) and covers(scene, state, fighter, zone):
            count = add(buffer, count, V_ATTACK_EVERYONE, zone, 0, 0)
    return count


@kernel
def covers(scene: Scene, state: State, fighter: int, zone: int) -> bool:
    """Whether a fighter can attack everyone in a zone from here."""
    distance = scene.sight[state.zone[fighter], zone]
    if distance >= MAX_RANGE:
        return False
    return allowed(scene, state, fighter, areas_at(scene, state, fighter, distance)) != 0


@kernel
def holds_enemy(scene: Scene, state: State, zone: int, side: int) -> bool:
    """Whether an enemy of `side` stands in a zone."""
    return state.present_in[zone] & scene.side_mask[1 - side] != 0


@kernel
def list_maneuvers(scene: Scene, state: State, fighter: int, buffer: Buffer, count: int) -> int:
    """Push and pull someone in the zone (M1, M2: who pulls goes too), Full Defense (M4), Full
    Attack (M5)."""
    zone, side = state.zone[fighter], scene.side[fighter]
    for verb in (V_PUSH, V_PULL):
        if verb == V_PULL and is_rooted(scene, fighter):
            continue
        if in_play(scene, verb) and scene.near[zone]:
            enemies = state.present_in[zone] & scene.side_mask[1 - side]
            while enemies:
                target = lowest_bit(enemies)
                enemies &= enemies - 1
                if not untouchable(scene, state, target):
                    count = add(buffer, count, verb, target, 0, 0)
    if in_play(scene, V_FULL_DEFENSE) and state.here[scene.slot_guard[fighter]] & HERE == 0:
        count = add(buffer, count, V_FULL_DEFENSE, 0, 0, 0)
    if in_play(scene, V_FULL_ATTACK) and state.flags[fighter] & F_LETHAL == 0:
        count = add(buffer, count, V_FULL_ATTACK, 0, 0, 0)
    return count


@kernel
def can_attack(scene: Scene, state: State, fighter: int) -> bool:
    """Whether there is anyone it can attack."""
    if not in_play(scene, V_ATTACK):
        return False
    enemies = state.present & scene.side_mask[1 - scene.side[fighter]]
    while enemies:
        target = lowest_bit(enemies)
        enemies &= enemies - 1
        if attackable(scene, state, fighter, target):
            return True
    return False


@kernel
def must_attack(scene: Scene, state: State, fighter: int, buffer: Buffer) -> int:
    """X1: attack the nearest enemy that can be attacked; none: go on as usual."""
    if not can_attack(scene, state, fighter):
        return 0
    nearest = NO_WAY
    enemies = state.present & scene.side_mask[1 - scene.side[fighter]]
    for target in range(scene.fighters):
        if (enemies >> target) & 1 and attackable(scene, state, fighter, target):
            nearest = min(nearest, scene.sight[state.zone[fighter], state.zone[target]])
    count = 0
    for target in range(scene.fighters):
        if (enemies >> target) & 1 and attackable(scene, state, fighter, target):
            if scene.sight[state.zone[fighter], state.zone[target]] == nearest:
                count = add(buffer, count, V_ATTACK, target, 0, 0)
    return count


@kernel
def list_divisions(scene: Scene, state: State, fighter: int, buffer: Buffer, count: int) -> int:
    """The numbers that a mob may send off: half of it at most, where its turn has only begun and
    nothing binds it."""
    if not in_play(scene, V_DIVIDE) or not can_split(scene, state, fighter):
        return count
    if state.turn_flags or state.turn_paid:
        return count
    if state.turn_toward or state.turn_away or state.turn_banned:
        return count
    part = free_part(scene, state, fighter)
    for members in range(1, state.members[fighter] // 2 + 1):
        count = add(buffer, count, V_DIVIDE, part, members, 0)
    return count
