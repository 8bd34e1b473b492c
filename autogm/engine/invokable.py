"""What could be invoked on the pending roll (A2-A5, F4): which part of it a side has, which aspects
bear on that part, and whether they can be invoked. Free invokes are listed. Aspects that points
could invoke are counted and not listed: each costs a point and gives the same, so only their number
matters, and whether the point is owed. Who invokes when is `nodes/invoke.py`.
"""

from __future__ import annotations

from autogm.engine.area import (
    before_defence,
    count_for_area,
    counts_now,
    forget_spending,
    free_left,
    hits_friend,
    paid_by_effects,
    raising_side,
)
from autogm.engine.aspects import count_word, is_boost, known, speaks_to
from autogm.engine.codes import (
    DEFEND_ROLL,
    K_GUARD,
    MOVE_ROLL,
    OUTSIDE,
    PLUS,
    R_AREA,
    R_OPPOSED,
    REROLL,
    V_INVOKE,
    V_INVOKE_FREE,
)
from autogm.engine.kinds import acting_roll, answering_roll, in_play
from autogm.engine.pack import add
from autogm.engine.points import any_payer
from autogm.engine.records import Buffer, Scene, State
from autogm.engine.stack import lowest_bit
from autogm.engine.stunts import applies, holds, ready
from autogm.game.kernels import kernel
from autogm.model.words import MAX_SKILLS


@kernel
def part_of(scene: Scene, state: State, side: int) -> int:
    """0 where `side` acts in the roll, 1 where it answers; over a friend it answers (E4)."""
    return 0 if raising_side(scene, state) == side else 1


@kernel
def roller_of(scene: Scene, state: State, part: int) -> int:
    """Who rolls for that part of the roll; -1 opposes without dice."""
    if part == 0:
        return state.roll_actor
    return state.roll_target - 1


@kernel
def opponent_of(state: State, part: int) -> int:
    """Whom that part rolls against; -1: nobody."""
    return state.roll_target - 1 if part == 0 else state.roll_actor


@kernel
def kind_of(state: State, part: int) -> int:
    """The kind of roll of that part."""
    return acting_roll(state.roll_verb) if part == 0 else answering_roll(state.roll_verb)


@kernel
def skill_of(state: State, part: int) -> int:
    """The skill of that part; -1: none."""
    return state.roll_skill if part == 0 else state.roll_answer - 1


@kernel
def may_reroll(scene: Scene, state: State, part: int) -> bool:
    """Whether that part has dice of its own to reroll. The one roll of an area attack stands once
    somebody has begun to defend (E4)."""
    if part == 1:
        return state.roll_flags & R_OPPOSED != 0
    return not one_for_all(state, part) or before_defence(state)


@kernel
def one_for_all(state: State, part: int) -> bool:
    """Whether that part is the one roll of an area attack, which meets each defender in turn."""
    return part == 0 and state.roll_flags & R_AREA != 0


@kernel
def in_duel(scene: Scene, state: State, side: int) -> bool:
    """Whether a side takes part in the duel at all: opposition without dice only where the
    ruleset lets invokes raise it (A2), and nobody but its own side where a friend defends (E4)."""
    if not in_play(scene, V_INVOKE):
        return False
    if hits_friend(scene, state):
        return scene.side[state.roll_actor] == side
    if before_defence(state):
        return part_of(scene, state, side) == 0
    return (
        part_of(scene, state, side) == 0
        or state.roll_flags & R_OPPOSED != 0
        or scene.opposition_invokes == 1
    )


@kernel
def bearing_on(scene: Scene, state: State, word: int, kind: int, skill: int) -> int:
    """One word of the slots that may matter to a roll of that kind and skill: the scene's, those
    of the zones of both (and where a move or an area attack goes, and what a move passes), the
    acting fighter's and the opponent's."""
    spoken_to = scene.mask_roll[kind, word] & scene.mask_skill[skill, word]
    if spoken_to == 0:
        return 0
    actor, target = state.roll_actor, state.roll_target - 1
    mask = scene.mask_scene[word] | scene.mask_fighter[actor, word]
    mask |= scene.mask_zone[state.zone[actor], word]
    if target >= 0:
        mask |= scene.mask_fighter[target, word] | scene.mask_zone[state.zone[target], word]
    if state.roll_flags & R_AREA:
        mask |= scene.mask_zone[state.roll_argument, word]
    if acting_roll(state.roll_verb) == MOVE_ROLL and state.roll_argument != OUTSIDE:
        mask |= scene.mask_zone[state.roll_argument, word]
        way = state.roll_way + 0
        while way:
            mask |= scene.mask_zone[lowest_bit(way), word]
            way &= way - 1
    return mask & spoken_to


@kernel
def usable_free(scene: Scene, state: State, slot: int, side: int, part: int) -> bool:
    """Whether `side` may use a free invoke of an aspect on the roll."""
    if free_left(scene, state, slot, side) == 0:
        return False
    if before_defence(state):
        return known(scene, state, slot, side) and counts_now(scene, state, slot)
    kind = kind_of(state, part)
    if scene.slot_kind[slot] == K_GUARD and kind != DEFEND_ROLL:
        return False
    return known(scene, state, slot, side) and speaks_to(
        scene,
        state,
        slot,
        kind,
        skill_of(state, part),
        roller_of(scene, state, part),
        opponent_of(state, part),
    )


@kernel
def same_invoke(scene: Scene, state: State, slot: int, other: int, side: int) -> bool:
    """Whether two aspects would do exactly the same for the rest of the scene."""
    return (
        scene.slot_class[slot] == scene.slot_class[other]
        and state.free[slot, side] == state.free[other, side]
        and state.free[slot, 2] == state.free[other, 2]
        and state.free[slot, 1 - side] == state.free[other, 1 - side]
    )


@kernel
def column_of(state: State, part: int) -> int:
    """The skill of that part as a column of tables; the last is for rolls without one."""
    skill = skill_of(state, part)
    return skill if skill >= 0 else MAX_SKILLS


@kernel
def list_free(scene: Scene, state: State, side: int, buffer: Buffer, count: int) -> int:
    """Write the free invokes that `side` can use on the roll; of equal ones only the first."""
    part = part_of(scene, state, side)
    rerolls, adds = may_reroll(scene, state, part), not before_defence(state)
    kind, column = kind_of(state, part), column_of(state, part)
    previous = -1
    for word in range(scene.words):
        mask = state.slots_free[word] + 0
        if mask:
            mask &= bearing_on(scene, state, word, kind, column)
        while mask:
            bit = mask & -mask
            slot = (word << 6) + lowest_bit(bit)
            mask ^= bit
            if not usable_free(scene, state, slot, side, part):
                continue
            if previous >= 0 and same_invoke(scene, state, slot, previous, side):
                continue
            previous = slot
            if adds:
                count = add(buffer, count, V_INVOKE_FREE, slot, PLUS, 0)
            if rerolls:
                count = add(buffer, count, V_INVOKE_FREE, slot, REROLL, 0)
    return count


@kernel
def next_equal(scene: Scene, state: State, slot: int, side: int) -> int:
    """The aspect after `slot` whose free invokes `side` can use for exactly the same, so that they
    are not listed beside those of `slot`; -1 if there is none."""
    part = part_of(scene, state, side)
    kind, column = kind_of(state, part), column_of(state, part)
    after = (slot & 63) + 1
    for word in range(slot >> 6, scene.words):
        mask = state.slots_free[word] + 0
        if word == slot >> 6:
            mask = mask >> after << after if after < 64 else 0
        if mask:
            mask &= bearing_on(scene, state, word, kind, column)
        while mask:
            bit = mask & -mask
            other = (word << 6) + lowest_bit(bit)
            mask ^= bit
            if usable_free(scene, state, other, side, part):
                return other if same_invoke(scene, state, other, slot, side) else -1
    return -1


@kernel
def has_free(scene: Scene, state: State, side: int) -> bool:
    """Whether `side` has any free invoke that speaks to the roll."""
    part = part_of(scene, state, side)
    kind, column = kind_of(state, part), column_of(state, part)
    for word in range(scene.words):
        mask = state.slots_free[word] + 0
        if mask:
            mask &= bearing_on(scene, state, word, kind, column)
        while mask:
            bit = mask & -mask
            slot = (word << 6) + lowest_bit(bit)
            mask ^= bit
            if usable_free(scene, state, slot, side, part):
                return True
    return False


@kernel
def stunt_offered(scene: Scene, state: State, fighter: int, stunt: int, part: int) -> bool:
    """Whether a bonus stunt with a limit may be called on for that part of the roll."""
    return (
        (scene.offered_stunts[fighter] >> stunt) & 1 == 1
        and applies(scene, fighter, stunt, kind_of(state, part), skill_of(state, part))
        and ready(scene, state, fighter, stunt)
        and holds(scene, state, fighter, stunt, opponent_of(state, part))
    )


@kernel
def has_stunt(scene: Scene, state: State, part: int) -> bool:
    """Whether the roller has such a stunt."""
    roller = roller_of(scene, state, part)
    if roller < 0 or scene.offered_stunts[roller] == 0:
        return False
    for stunt in range(scene.stunts[roller]):
        if stunt_offered(scene, state, roller, stunt, part):
            return True
    return False


@kernel
def could_invoke(scene: Scene, state: State, side: int) -> bool:
    """Whether `side` may still change the roll, now or once it has been paid (F4's loop)."""
    if not in_duel(scene, state, side):
        return False
    part = part_of(scene, state, side)
    if state.paid_left[part, 0] + state.paid_left[part, 1] > 0:
        return True
    if part == 1 and state.roll_guard:
        return True
    if has_free(scene, state, side):
        return True
    return not before_defence(state) and has_stunt(scene, state, part)


@kernel
def count_paid(scene: Scene, state: State, side: int) -> None:
    """Count the aspects that `side` could invoke with points: those whose point is owed to the
    opponent, and the others. Nothing is counted for a side that has no points and can get none.
    The one roll of an area attack tells the target's own aspects apart from the others even where
    nothing is owed: the others may speak to several, and those paid for are spent (A3)."""
    part = part_of(scene, state, side)
    if not in_duel(scene, state, side):
        return
    roller, opponent = roller_of(scene, state, part), opponent_of(state, part)
    if not any_payer(scene, state, side, roller) and not scene.closed_loop:
        return
    kind, skill = kind_of(state, part), skill_of(state, part)
    column = column_of(state, part)
    plain, owed = 0, 0
    if one_for_all(state, part):
        plain, owed = count_for_area(scene, state, side, column)
        state.paid_left[part, 0] = plain
        state.paid_left[part, 1] = owed
        return
    if roller >= 0:
        plain += scene.own_aspects[roller, kind, column]
    if opponent >= 0:
        owed += scene.against_aspects[opponent, kind, column]
    for word in range(scene.words):
        mask = state.slots_here[word] & scene.mask_paid[word]
        if part == 0 and state.turn_paid:
            mask &= ~paid_by_effects(scene, state, word)
        if mask:
            mask &= bearing_on(scene, state, word, kind, column)
        if mask == 0:
            continue
        if opponent >= 0:
            theirs = mask & scene.mask_fighter[opponent, word]
            mask ^= theirs
            owed += count_word(scene, state, word, theirs, side, kind, skill, roller, opponent)
        plain += count_word(scene, state, word, mask, side, kind, skill, roller, opponent)
    if scene.owed == 0 or hits_friend(scene, state):
        plain, owed = plain + owed, 0
    state.paid_left[part, 0] = plain
    state.paid_left[part, 1] = owed


@kernel
def forget_points(scene: Scene, state: State, side: int) -> None:
    """A side without points that can get none has nothing left to invoke with them."""
    if scene.closed_loop:
        return
    part = part_of(scene, state, side)
    if not any_payer(scene, state, side, roller_of(scene, state, part)):
        state.paid_left[part, 0] = 0
        state.paid_left[part, 1] = 0
    actor = state.roll_actor + 0
    if state.roll_flags & R_AREA and scene.side[actor] == side:
        if not any_payer(scene, state, side, actor):
            forget_spending(state)


@kernel
def nth_aspect(
    scene: Scene, state: State, side: int, part: int, owed: int, nth: int
) -> tuple[int, int]:
    """The slot of the `nth` aspect of the class that points can invoke, and which of those that
    share it, for the log; without those that an area attack has spent on targets before (A3)."""
    roller, opponent = roller_of(scene, state, part), opponent_of(state, part)
    kind, skill = kind_of(state, part), skill_of(state, part)
    column, last = column_of(state, part), 0
    apart = scene.owed == 1 and not hits_friend(scene, state)
    whole, spent = one_for_all(state, part), 0
    apart = apart or whole
    if whole:
        spent = state.roll_paid[owed] + 0
    for word in range(scene.words):
        mask = state.slots_here[word] + 0
        if whole:
            mask &= ~state.roll_spent[word]
        if part == 0 and state.turn_paid:
            mask &= ~paid_by_effects(scene, state, word)
        if mask:
            mask &= bearing_on(scene, state, word, kind, column)
        while mask:
            bit = mask & -mask
            slot = (word << 6) + lowest_bit(bit)
            mask ^= bit
            theirs = apart and scene.slot_subject[slot] == opponent
            if theirs != (owed == 1) or is_boost(scene, slot):
                continue
            if not known(scene, state, slot, side):
                continue
            if speaks_to(scene, state, slot, kind, skill, roller, opponent):
                last, before = slot, 0
                if spent and bit & scene.mask_paid[word] == 0:  # plain ones are spent by number
                    before = min(spent, scene.slot_count[slot] + 0)
                    spent -= before
                number = scene.slot_count[slot] - before
                if nth < number:
                    return slot, before + nth
                nth -= number
    return last, 0
