"""The one roll of an area attack (E4): who is still to defend against it, what it comes to against
each of them, and what points have been spent on for it already (A3). What an aspect adds counts
against those whom it speaks to; a boost that the attack itself has brought does not count in it.
The choices are `nodes/invoke.py`'s, the order of events is `nodes/area.py`'s.

An attack that hits friends too meets them as it meets enemies. Over a friend one side has both
parts of the roll, and answers for who defends: it invokes for the defence alone. Nobody gains a
boost or a maneuver by a friend, and no friend strikes back.
"""

from __future__ import annotations

from autogm.engine.aspects import is_boost, known, speaks_to
from autogm.engine.codes import (
    ATTACK_ROLL,
    FINISH_RIPOSTES,
    N_AREA,
    N_FINISH,
    R_AREA,
    R_FRIENDS,
    R_GAINED,
    R_OPPOSED,
    R_TOUCHED,
    RIPOSTE_HARM_SHIFT,
    RIPOSTE_MASK,
)
from autogm.engine.layout import WORDS
from autogm.engine.records import Scene, State
from autogm.engine.stack import count_bits, lowest_bit, on_turn
from autogm.engine.stunts import holds
from autogm.game.kernels import kernel
from autogm.model.words import MAX_FIGHTERS


@kernel
def entry_of(state: State, kind: int) -> int:
    """Where a node of that kind is pending for the roll under way, down to its end; or -1."""
    place = state.depth - 1
    while place >= 0:
        if state.pending[place, 0] == kind:
            return place
        if state.pending[place, 0] == N_FINISH:
            return -1
        place -= 1
    return -1


@kernel
def others_follow(state: State) -> bool:
    """Whether somebody is still to defend against an area attack after what is under way."""
    return state.roll_flags & R_AREA != 0 and entry_of(state, N_AREA) >= 0


@kernel
def to_defend(scene: Scene, state: State) -> int:
    """Those who are still to defend against an area attack, as a bit mask, without whoever does so
    now. The number of its entry is the first fighter not looked at yet."""
    place = entry_of(state, N_AREA)
    if place < 0:
        return 0
    return hit_by(scene, state) & -(1 << int(state.pending[place, 3]))


@kernel
def hit_by(scene: Scene, state: State) -> int:
    """Everybody whom the area attack hits, as a bit mask: the enemies in the zone; friends there
    too where it says so, but never who makes it."""
    actor = state.roll_actor + 0
    side = scene.side[actor]
    mask = scene.side_mask[1 - side] + 0
    if state.roll_flags & R_FRIENDS:
        mask |= scene.side_mask[side] & ~(1 << actor)
    return mask & state.present_in[state.roll_argument]


@kernel
def enemies_to_defend(scene: Scene, state: State) -> int:
    """Of those who are still to defend the attacker's enemies, as a bit mask."""
    return to_defend(scene, state) & scene.side_mask[1 - scene.side[state.roll_actor]]


@kernel
def enemies_follow(scene: Scene, state: State) -> bool:
    """Whether an enemy is still to defend against an area attack after what is under way: what it
    has brought matters to nobody else."""
    return others_follow(state) and enemies_to_defend(scene, state) != 0


@kernel
def hits_friend(scene: Scene, state: State) -> bool:
    """Whether who defends now is on the attacker's own side."""
    target = state.roll_target - 1
    return target >= 0 and scene.side[target] == scene.side[state.roll_actor]


@kernel
def raising_side(scene: Scene, state: State) -> int:
    """The side whose invokes raise the margin of the roll: the acting one, and none of those that
    invoke where the target is its friend."""
    side = scene.side[state.roll_actor] + 0
    return 1 - side if hits_friend(scene, state) else side


@kernel
def friends_hit(scene: Scene, state: State) -> int:
    """The friends of who acts whom its area attack hits, as a bit mask."""
    if state.roll_flags & R_FRIENDS == 0:
        return 0
    return hit_by(scene, state) & scene.side_mask[scene.side[state.roll_actor]]


@kernel
def spare_absent(scene: Scene, state: State) -> None:
    """Forget that the attack hits friends where none of them is still to be hit."""
    if state.roll_flags & R_FRIENDS:
        friends = scene.side_mask[scene.side[state.roll_actor]]
        left = to_defend(scene, state) if entry_of(state, N_AREA) >= 0 else hit_by(scene, state)
        if left & friends == 0:
            state.roll_flags = state.roll_flags & ~R_FRIENDS


@kernel
def before_defence(state: State) -> bool:
    """Whether the dice of an area attack lie there and nobody has begun to defend: the only moment
    for a reroll."""
    return state.roll_flags & (R_AREA | R_OPPOSED) == R_AREA


@kernel
def speaks_to_attack(scene: Scene, state: State, slot: int, target: int) -> bool:
    """Whether an aspect speaks to the attack against one target."""
    return speaks_to(
        scene, state, slot, ATTACK_ROLL, state.roll_skill + 0, state.roll_actor + 0, target
    )


@kernel
def breadth(scene: Scene, state: State, slot: int, among: int) -> int:
    """How many of some targets, a bit mask, an aspect speaks to."""
    left, count = among, 0
    while left:
        if speaks_to_attack(scene, state, slot, lowest_bit(left)):
            count += 1
        left &= left - 1
    return count


@kernel
def counts_now(scene: Scene, state: State, slot: int) -> bool:
    """Whether an aspect may be invoked for the attack now: it speaks to the target, or where the
    roll as a whole is at stake to all."""
    if before_defence(state):
        everyone = to_defend(scene, state)
        return breadth(scene, state, slot, everyone) == count_bits(everyone)
    return speaks_to_attack(scene, state, slot, state.roll_target - 1)


@kernel
def paid_by_effects(scene: Scene, state: State, word: int) -> int:
    """One word of the aspects that points were spent on for effects of the action whose roll this
    is: its side's paid invoke of each is used (A15, A3)."""
    mask, rows = 0, state.turn_paid + 0
    if rows and on_turn(state, state.roll_actor):
        while rows:
            slot = scene.effect_slot[lowest_bit(rows)] + 0
            rows &= rows - 1
            if slot >> 6 == word:
                mask |= 1 << (slot & 63)
    return mask


@kernel
def count_for_area(scene: Scene, state: State, side: int, column: int) -> tuple[int, int]:
    """How many aspects points could invoke for the attack: such as others may be meant by too, and
    the target's own. What the roll has been raised or rolled anew by is spent for all of it (A3);
    `column` is the skill's in the tables of plain aspects."""
    actor, target = state.roll_actor + 0, state.roll_target - 1
    plain = scene.own_aspects[actor, ATTACK_ROLL, column] - state.roll_paid[0]
    theirs = 0
    if target >= 0:
        theirs = scene.against_aspects[target, ATTACK_ROLL, column] - state.roll_paid[1]
    for word in range(scene.words):
        mask = state.slots_here[word] & scene.mask_paid[word] & ~state.roll_spent[word]
        mask &= scene.mask_roll[ATTACK_ROLL, word] & scene.mask_skill[column, word]
        mask &= ~paid_by_effects(scene, state, word)
        while mask:
            bit = mask & -mask
            slot = (word << 6) + lowest_bit(bit)
            mask ^= bit
            if known(scene, state, slot, side) and counts_now(scene, state, slot):
                if target >= 0 and scene.slot_subject[slot] == target:
                    theirs += scene.slot_count[slot]
                else:
                    plain += scene.slot_count[slot]
    return max(0, plain), max(0, theirs)


@kernel
def widest(scene: Scene, state: State, side: int, column: int) -> tuple[int, int]:
    """Of the aspects that points could invoke for the attack and that are not the target's own, the
    one that speaks to most of the enemies who are still to defend, of equals the one that speaks to
    fewest friends, of equals the first: where one speaks to all enemies that another does, paying
    for the other gains nothing over it but what it spares friends. Its slot, and which of those
    that share it; -1 where there is none."""
    actor, target = state.roll_actor + 0, state.roll_target - 1
    best, place, most, paid = -1, 0, -MAX_FIGHTERS - 1, state.roll_paid[0] + 0
    enemies = enemies_to_defend(scene, state)
    friends = to_defend(scene, state) & ~enemies
    for word in range(scene.words):
        plain = scene.mask_fighter[actor, word] & ~scene.mask_paid[word]
        mask = state.slots_here[word] & ~state.roll_spent[word]
        mask &= (scene.mask_paid[word] | plain) & scene.mask_roll[ATTACK_ROLL, word]
        mask &= scene.mask_skill[column, word] & ~paid_by_effects(scene, state, word)
        while mask:
            bit = mask & -mask
            slot = (word << 6) + lowest_bit(bit)
            mask ^= bit
            if target >= 0 and scene.slot_subject[slot] == target:
                continue
            if is_boost(scene, slot):
                continue
            if not known(scene, state, slot, side) or not counts_now(scene, state, slot):
                continue
            nth = 0
            if bit & plain:
                if paid >= scene.slot_count[slot]:
                    paid -= scene.slot_count[slot]
                    continue
                nth, paid = paid + 0, 0
            reached = MAX_FIGHTERS * breadth(scene, state, slot, enemies)
            reached -= breadth(scene, state, slot, friends)
            if reached > most:
                best, place, most = slot + 0, nth + 0, reached + 0
    return best, place


@kernel
def spend_on_area(scene: Scene, state: State, slot: int) -> None:
    """A point has been spent on an aspect for the attack: it counts for no point any more against
    the enemies who are still to defend (A3). Nothing is kept that says nothing about them."""
    if not enemies_follow(scene, state):
        return
    word, bit = slot >> 6, 1 << (slot & 63)
    if scene.slot_subject[slot] == state.roll_target - 1:
        if before_defence(state):  # the only target's own
            state.roll_paid[1] = state.roll_paid[1] + 1
    elif scene.mask_paid[word] & bit == 0:
        state.roll_paid[0] = state.roll_paid[0] + 1
    elif breadth(scene, state, slot, enemies_to_defend(scene, state)):
        state.roll_spent[word] = state.roll_spent[word] | bit


@kernel
def raise_by_aspect(scene: Scene, state: State, slot: int, gain: int) -> None:
    """What an aspect adds in the duel over one target counts against each later one that it speaks
    to, and no other."""
    left = to_defend(scene, state)
    while left:
        target = lowest_bit(left)
        left &= left - 1
        if speaks_to_attack(scene, state, slot, target):
            state.roll_totals[target] = state.roll_totals[target] + gain


@kernel
def raise_by_stunt(scene: Scene, state: State, stunt: int, gain: int) -> None:
    """The same for a stunt: against each against whom its circumstance holds (N5)."""
    left = to_defend(scene, state)
    while left:
        target = lowest_bit(left)
        left &= left - 1
        if holds(scene, state, state.roll_actor + 0, stunt, target):
            state.roll_totals[target] = state.roll_totals[target] + gain


@kernel
def free_left(scene: Scene, state: State, slot: int, side: int) -> int:
    """The free invokes on an aspect that `side` may use on the pending roll: all of its own and the
    open ones, without those that the area attack under way has brought it (E4)."""
    own = state.free[slot, side] + 0
    if state.roll_flags & R_AREA and scene.side[state.roll_actor] != side:
        if slot == scene.slot_on[state.roll_actor]:
            own -= state.roll_boosts
        if slot == state.roll_twisted - 1:
            own -= 1
    return own + state.free[slot, 2]


@kernel
def note_gain(scene: Scene, state: State, slot: int, gained: int) -> None:
    """The area attack under way has brought a boost against the attacker."""
    if gained and enemies_follow(scene, state) and slot == scene.slot_on[state.roll_actor]:
        state.roll_boosts = state.roll_boosts + gained


@kernel
def note_touched(scene: Scene, state: State, margin: int) -> None:
    """An area attack that has not missed everybody costs its maker no stress (K2)."""
    if margin >= 0 and scene.attack_fail_stress and others_follow(state):
        state.roll_flags = state.roll_flags | R_TOUCHED


@kernel
def put_off_riposte(state: State, fighter: int, shifts: int, harm: int) -> None:
    """A riposte against an area attack strikes when all have defended, so that it stops nobody."""
    state.roll_ripostes[fighter] = min(shifts, RIPOSTE_MASK) | (harm << RIPOSTE_HARM_SHIFT)
    place = entry_of(state, N_FINISH)
    state.pending[place, 3] = state.pending[place, 3] | FINISH_RIPOSTES


@kernel
def put_off_step(state: State, zone: int) -> None:
    """Footwork in an area attack comes when all have defended (M8)."""
    place = entry_of(state, N_FINISH)
    state.pending[place, 3] = state.pending[place, 3] | (zone + 1)


@kernel
def forget_spending(state: State) -> None:
    """Nobody asks any more what points were spent on for the attack."""
    state.roll_paid[0] = 0
    state.roll_paid[1] = 0
    for word in range(WORDS):
        state.roll_spent[word] = 0


@kernel
def forget_gains(state: State) -> None:
    """Nobody asks any more what the attack has brought: no enemy is still to defend."""
    forget_spending(state)
    state.roll_flags = state.roll_flags & ~R_GAINED
    state.roll_boosts = 0
    state.roll_twisted = 0


@kernel
def forget_area(state: State) -> None:
    """Zero what only an area attack has, but the ripostes that it is still to meet."""
    forget_gains(state)
    for fighter in range(MAX_FIGHTERS):
        state.roll_totals[fighter] = 0
