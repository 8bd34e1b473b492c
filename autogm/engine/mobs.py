"""Mobs that divide (N4), and what has become of a mob when its parts leave one by one.

As its turn begins, before anything else is done in it, a mob that gains by teamwork may send some
of its members off. They are fighters of their own from then on: they take a turn of their own in
the same exchange, are attacked, concede and are taken out by themselves. The rule says no more;
this is how it is played:

- Those who break off are no more than those who stay. So what clings to the mob stays with the
  larger part: checked boxes, since they are those of the member in front; boosts, a Full Defense, a
  Roar, a prepared lethal attack, what it carries, whoever helps it; and all free invokes, which
  nobody gains or loses by a division.
- What is true of the mob is true of those who break off: aspects that were put on it, what was
  found out of its sheet, that it is disarmed or hindered, that it has blocked in this exchange.
  Stunts that can be used once, and compels, are the mob's and no more than before.
- Nobody whom an accepted compel binds divides in that turn: what it demands is demanded of all.
- Not more than `rules.parts.MOST_PARTS` parts of a mob are there at a time. Where NPCs act together
  they are of the block (T2), else they act at the mob's place, one after the other.
- A mob has left when its last part has, and as the best off of its parts did: it has escaped if one
  of them has, conceded if one has and none has escaped, else it is taken out. So stakes and
  objectives count a mob once, divided or not (H7). Only of a mob that has left as a whole is there
  a mark in `out`, `conceded`, `escaped`.
"""

from __future__ import annotations

from autogm.engine.aspects import set_here
from autogm.engine.codes import (
    CONCEDED,
    ESCAPED,
    F_BLOCKED,
    F_DISARMED,
    F_HINDERED,
    HERE,
    K_CHARACTER,
    K_TEMPLATE,
    L_ONCE,
    OUT,
    ZONE_SUBJECT,
)
from autogm.engine.records import Scene, State
from autogm.engine.stack import lowest_bit
from autogm.engine.weight import enter, leave
from autogm.game.kernels import kernel

SHARED_FLAGS = F_DISARMED | F_HINDERED | F_BLOCKED
"""What is true of everyone in a mob."""


@kernel
def can_split(scene: Scene, state: State, fighter: int) -> bool:
    """Whether a fighter is a mob with members to send off and room for them."""
    return state.members[fighter] > 1 and free_part(scene, state, fighter) >= 0


@kernel
def free_part(scene: Scene, state: State, fighter: int) -> int:
    """Who may break off from a mob next, -1: nobody. Consequences, which few mobs can take, are
    kept of who has left where the stakes count them."""
    parts = scene.parts[scene.mob_of[fighter]] & scene.reserves & ~state.present
    while parts:
        part = lowest_bit(parts)
        parts &= parts - 1
        if state.wounds[part] == 0:
            return part
    return -1


@kernel
def divide(scene: Scene, state: State, fighter: int, part: int, members: int) -> None:
    """So many members of a mob go on as `part`, where it stands."""
    zone = state.zone[fighter] + 0
    leave(scene, state, fighter)
    state.members[fighter] = state.members[fighter] - members
    enter(scene, state, fighter, zone)
    state.members[part] = members
    state.present = state.present | (1 << part)
    enter(scene, state, part, zone)
    state.flags[part] = state.flags[fighter] & SHARED_FLAGS
    used = state.used[fighter] + 0
    for stunt in range(scene.stunts[fighter]):
        if scene.stunt_limit[fighter, stunt] == L_ONCE:
            used |= 1 << stunt
    state.used[part] = used
    for slot in range(scene.fighter_slots[fighter], scene.fighter_slots[fighter + 1]):
        if state.here[slot] & HERE and scene.slot_kind[slot] in (K_CHARACTER, K_TEMPLATE):
            own = slot_on(scene, slot, part)
            set_here(scene, state, own, state.here[slot])
            state.maker[own] = state.maker[slot]


@kernel
def slot_on(scene: Scene, slot: int, part: int) -> int:
    """The slot of the same aspect on another part of the mob that bears it: all parts have the same
    slots in the same order."""
    return slot - scene.fighter_slots[scene.slot_subject[slot]] + scene.fighter_slots[part]


@kernel
def others_of(scene: Scene, state: State, fighter: int) -> int:
    """The other parts of a fighter's mob that are in the scene, as a bit mask."""
    return scene.parts[scene.mob_of[fighter]] & state.present & ~(1 << fighter)


@kernel
def leaves_others(scene: Scene, state: State, fighter: int) -> int:
    """Whether others of a fighter's mob go on without it, as a number for the log."""
    return 1 if others_of(scene, state, fighter) else 0


@kernel
def reveal(scene: Scene, state: State, slot: int, hidden: int) -> None:
    """An aspect is hidden no longer, `hidden` being the bit that said so: what is found out of one
    part of a mob is known of all."""
    set_here(scene, state, slot, state.here[slot] & ~hidden)
    bearer = scene.slot_subject[slot]
    if bearer >= ZONE_SUBJECT:
        return
    others = others_of(scene, state, bearer)
    while others:
        part = lowest_bit(others)
        others &= others - 1
        own = slot_on(scene, slot, part)
        set_here(scene, state, own, state.here[own] & ~hidden)


@kernel
def parts_here(scene: Scene, state: State, fighter: int) -> int:
    """A fighter who is here, or what is here of a mob that may have divided, as a bit mask."""
    return (scene.parts[fighter] | (1 << fighter)) & state.present


@kernel
def nobody(scene: Scene, state: State) -> int:
    """The records that stand for nobody now, and for nobody who is to come: of parts that have not
    broken off or have left, and of mobs that have left but for such a part."""
    idle, parts = scene.reserves & ~state.present, state.present & scene.reserves
    while parts:
        idle |= 1 << scene.mob_of[lowest_bit(parts)]
        parts &= parts - 1
    return idle & ~state.present


@kernel
def mark_gone(scene: Scene, state: State, fighter: int, how: int) -> None:
    """Note how a fighter leaves: of a mob that has divided, only when its last part does, and then
    how the best off of them has left. Concessions are told apart where that is worth anything."""
    mob = scene.mob_of[fighter] + 0
    bit = 1 << mob
    if how == CONCEDED and scene.keep_exit == 0:
        how = OUT
    if (state.slipped >> mob) & 1:
        how = ESCAPED
    elif (state.spared >> mob) & 1:
        how = max(how, CONCEDED)
    state.slipped = state.slipped & ~bit
    state.spared = state.spared & ~bit
    if others_of(scene, state, fighter):
        if how == ESCAPED:
            state.slipped = state.slipped | bit
        elif how == CONCEDED:
            state.spared = state.spared | bit
    elif how == ESCAPED:
        state.escaped = state.escaped | bit
    elif how == CONCEDED:
        state.conceded = state.conceded | bit
    else:
        state.out = state.out | bit
