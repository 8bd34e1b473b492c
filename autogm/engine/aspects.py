"""Aspects in play: which are here, who holds free invokes on them, and which speak to a roll
(A1-A8, A13, A16, A17). Every aspect that can ever be has a slot of its own, fixed when the scenario
is compiled, so that slots need no sorting and equal states are equal bytes.
"""

from __future__ import annotations

from autogm.engine.codes import (
    HELPS_AGAINST,
    HELPS_BEARER,
    HERE,
    HIDDEN_GM,
    HIDDEN_PLAYERS,
    K_FOR,
    K_ON,
    PLAYERS,
    SCENE_SUBJECT,
    V_CREATE,
    V_SPRINT,
    ZONE_SUBJECT,
)
from autogm.engine.event_codes import (
    EV_ASPECT,
    EV_BOOST,
    EV_FREE,
    EV_GONE,
    EV_INVOKE,
    I_FREE,
    I_OPEN,
    rule,
)
from autogm.engine.log import emit
from autogm.engine.records import Log, Scene, State
from autogm.engine.stack import lowest_bit
from autogm.game.kernels import kernel

A4, A5 = rule("A4"), rule("A5")


@kernel
def mark_free(state: State, slot: int) -> None:
    """Keep the mask of slots that hold free invokes in step with the counts."""
    word, bit = slot >> 6, 1 << (slot & 63)
    if state.free[slot, 0] + state.free[slot, 1] + state.free[slot, 2] > 0:
        state.slots_free[word] = state.slots_free[word] | bit
    else:
        state.slots_free[word] = state.slots_free[word] & ~bit


@kernel
def set_here(scene: Scene, state: State, slot: int, value: int) -> None:
    """Set whether an aspect is in play and to whom it is hidden, and keep up the mask of slots in
    play and each zone's count of adverse aspects."""
    was = state.here[slot] & HERE
    state.here[slot] = value
    if was == value & HERE:
        return
    word, bit = slot >> 6, 1 << (slot & 63)
    if was:
        state.slots_here[word] = state.slots_here[word] & ~bit
    else:
        state.slots_here[word] = state.slots_here[word] | bit
    zone = scene.slot_subject[slot] - ZONE_SUBJECT
    if scene.slot_adverse[slot] and 0 <= zone < SCENE_SUBJECT - ZONE_SUBJECT:
        state.adverse[zone] = state.adverse[zone] + (-1 if was else 1)


@kernel
def add_free(
    scene: Scene, state: State, log: Log, slot: int, side: int, count: int, rule_code: int
) -> None:
    """Add free invokes of `side` to an aspect, up to the cap; the rest is lost (A17)."""
    have = state.free[slot, side]
    gained = min(count, scene.free_cap - have)
    if gained > 0:
        state.free[slot, side] = have + gained
        mark_free(state, slot)
        emit(log, EV_FREE, -1, slot, side, gained, 0, rule_code)


@kernel
def remove_aspect(scene: Scene, state: State, log: Log, slot: int, rule_code: int) -> None:
    """Take an aspect out of play; its free invokes vanish (A11)."""
    if state.here[slot] & HERE:
        emit(log, EV_GONE, -1, slot, 0, 0, 0, rule_code)
    set_here(scene, state, slot, 0)
    state.maker[slot] = 0
    state.free[slot, 0] = 0
    state.free[slot, 1] = 0
    state.free[slot, 2] = 0
    mark_free(state, slot)


@kernel
def put_aspect(scene: Scene, state: State, log: Log, slot: int, maker: int, rule_code: int) -> None:
    """Bring an aspect into play, or make a hidden one known. `maker` is -1 where nobody could
    oppose its removal."""
    if state.here[slot] & HERE == 0:
        emit(log, EV_ASPECT, maker, slot, 0, 0, 0, rule_code)
    set_here(scene, state, slot, HERE)
    if maker >= 0 and scene.removal_opposed and scene.slot_removable[slot]:
        state.maker[slot] = maker + 1


@kernel
def boost(
    scene: Scene, state: State, log: Log, fighter: int, slot: int, side: int, rule_code: int
) -> None:
    """A boost of `side` in one of the fighter's slots for them (A5). Boosts in one slot count up;
    one beyond the cap is lost."""
    emit(log, EV_BOOST, fighter, slot, side, 0, 0, rule_code)
    set_here(scene, state, slot, HERE)
    add_free(scene, state, log, slot, side, 1, A5)


@kernel
def is_boost(scene: Scene, slot: int) -> bool:
    """Whether the slot holds boosts: gone once used, never invoked with points (A5)."""
    kind = scene.slot_kind[slot]
    return kind in (K_ON, K_FOR)


@kernel
def use_free(
    scene: Scene,
    state: State,
    log: Log,
    roller: int,
    slot: int,
    side: int,
    gain: int,
    rule_code: int,
) -> None:
    """Use one free invoke for `roller` (-1: opposition without dice), to gain what `gain` says: an
    open one first. Spending one's own first is dominated: the other side can take the open one and
    never one's own, and both do the same."""
    opened = state.free[slot, 2] > 0
    column = 2 if opened else side
    state.free[slot, column] = state.free[slot, column] - 1
    mark_free(state, slot)
    emit(log, EV_INVOKE, roller, slot, I_OPEN if opened else I_FREE, gain, -1 - side, rule_code)
    if is_boost(scene, slot) and state.free[slot, 0] + state.free[slot, 1] == 0:
        remove_aspect(scene, state, log, slot, A5)


@kernel
def known(scene: Scene, state: State, slot: int, side: int) -> bool:
    """Whether an aspect is in play and open to `side`: not hidden from it, not the other's own."""
    here = state.here[slot]
    if here & HERE == 0 or is_hidden(state, slot, side):
        return False
    only = scene.slot_side[slot]
    return only < 0 or only == side


@kernel
def is_hidden(state: State, slot: int, side: int) -> bool:
    """Whether an aspect is hidden from `side` (A16)."""
    return state.here[slot] & (HIDDEN_PLAYERS if side == PLAYERS else HIDDEN_GM) != 0


@kernel
def speaks_to(
    scene: Scene, state: State, slot: int, roll: int, skill: int, roller: int, opponent: int
) -> bool:
    """Whether an aspect speaks to a roll (A8) of kind `roll` with `skill` (-1: none) made by
    `roller` (-1: opposition without dice) against `opponent` (-1: nobody). Whoever bears it or
    stands in its zone is its bearer, and whoever moves into it or through it may be hindered by it;
    tags spare fighters from aspects of ground (A13)."""
    if (scene.slot_actions[slot] >> roll) & 1 == 0:
        return False
    if skill >= 0 and (scene.slot_skills[slot] >> skill) & 1 == 0:
        return False
    helps = scene.slot_helps[slot]
    subject = scene.slot_subject[slot]
    if subject == SCENE_SUBJECT:
        if helps & HELPS_BEARER and roller >= 0:
            return True
        return helps & HELPS_AGAINST != 0 and (
            opponent < 0 or scene.tags[opponent] & scene.slot_spares[slot] == 0
        )
    if subject >= ZONE_SUBJECT:
        zone = subject - ZONE_SUBJECT
        if helps & HELPS_BEARER and roller >= 0 and state.zone[roller] == zone:
            return True
        if helps & HELPS_AGAINST and opponent >= 0:
            if scene.tags[opponent] & scene.slot_spares[slot] == 0:
                return state.zone[opponent] == zone or (
                    state.roll_verb == V_SPRINT
                    and opponent == state.roll_actor
                    and (state.roll_argument == zone or (state.roll_way >> zone) & 1 == 1)
                )
        return False
    if subject == roller:
        return helps & HELPS_BEARER != 0
    return subject == opponent and helps & HELPS_AGAINST != 0


@kernel
def count_word(
    scene: Scene,
    state: State,
    word: int,
    mask: int,
    side: int,
    roll: int,
    skill: int,
    roller: int,
    opponent: int,
) -> int:
    """How many of the aspects in a word's mask points could invoke for that roll."""
    total = 0
    while mask:
        bit = mask & -mask
        slot = (word << 6) + lowest_bit(bit)
        mask ^= bit
        if known(scene, state, slot, side):
            if speaks_to(scene, state, slot, roll, skill, roller, opponent):
                total += scene.slot_count[slot]
    return total


@kernel
def removal_difficulty(scene: Scene, state: State, slot: int) -> int:
    """A11: the scenario's difficulty, else the ruleset's, more for each free invoke on it."""
    written = scene.slot_difficulty[slot]
    if written >= 0:
        return written
    free = state.free[slot, 0] + state.free[slot, 1] + state.free[slot, 2]
    return scene.removal + scene.removal_each * free


@kernel
def making_difficulty(scene: Scene, state: State, slot: int, side: int) -> int:
    """What `side` creates an advantage against where nobody opposes it: the scenario's difficulty,
    else the ruleset's, more for each free invoke that it holds on that aspect (C5)."""
    written = int(scene.slot_target[slot])
    plain = written if written >= 0 else int(scene.advantage_difficulty)
    return plain + int(scene.advantage_each) * int(state.free[slot, side])


@kernel
def invokes_against(scene: Scene, state: State) -> int:
    """How many free invokes have made the pending unopposed advantage harder (C5)."""
    slot = state.roll_argument
    if scene.advantage_each == 0 or state.roll_verb != V_CREATE:
        return 0
    if scene.refresh and state.here[slot] & HERE:
        return 0
    return state.free[slot, scene.side[state.roll_actor]] + 0


@kernel
def clear_fighter_aspects(
    scene: Scene, state: State, log: Log, fighter: int, rule_code: int
) -> None:
    """Aspects attached to someone who is out go (H5, A5)."""
    for slot in range(scene.fighter_slots[fighter], scene.fighter_slots[fighter + 1]):
        if state.here[slot]:
            remove_aspect(scene, state, log, slot, rule_code)
