"""The duel of invokes after the dice (A2-A6): the acting side first, then in turn, one invoke at
a time, until both pass. Aspects that points could invoke are counted and not listed: each costs a
point and gives the same, so only their number matters, and whether the point is owed (F4).
"""

from __future__ import annotations

from autogm.engine.aspects import count_word, known, speaks_to, use_free
from autogm.engine.codes import (
    DEFEND_ROLL,
    DICE_REROLL,
    DUEL_OPEN,
    DUEL_PASSED,
    K_FOR,
    K_GUARD,
    K_ON,
    L_POINT,
    MOVE_ROLL,
    N_DICE,
    OUTSIDE,
    PLUS,
    R_AREA,
    R_OPPOSED,
    REROLL,
    V_ANY_INVOKE,
    V_INVOKE_FREE,
    V_INVOKE_GUARD,
    V_INVOKE_PAID,
    V_INVOKE_STUNT,
    V_PASS,
)
from autogm.engine.event_codes import (
    EV_INVOKE,
    EV_PASS,
    I_FREE,
    I_GUARD,
    I_OPEN,
    I_PAID,
    I_STUNT,
    P_INVOKE,
    P_STUNT,
    rule,
)
from autogm.engine.jit import kernel
from autogm.engine.kinds import acting_roll, answering_roll
from autogm.engine.log import emit
from autogm.engine.nodes.area import others_follow, raise_total
from autogm.engine.pack import add, first, second, third, verb_of
from autogm.engine.points import any_payer, can_pay, owe, payers_of, spend
from autogm.engine.stack import lowest_bit, pop, push
from autogm.engine.stunts import applies, holds, ready
from autogm.model.words import MAX_SKILLS

A2, A3, A5, A6, M4, N5 = (rule(name) for name in ("A2", "A3", "A5", "A6", "M4", "N5"))


@kernel
def part_of(scene, state, side):
    """0 where `side` acts in the roll, 1 where it answers."""
    return 0 if scene.side[state.roll_actor] == side else 1


@kernel
def roller_of(scene, state, part):
    """Who rolls for that part of the roll; -1 opposes without dice."""
    if part == 0:
        return state.roll_actor
    return state.roll_target - 1


@kernel
def opponent_of(state, part):
    """Whom that part rolls against; -1: nobody."""
    return state.roll_target - 1 if part == 0 else state.roll_actor


@kernel
def kind_of(state, part):
    """The kind of roll of that part."""
    return acting_roll(state.roll_verb) if part == 0 else answering_roll(state.roll_verb)


@kernel
def skill_of(state, part):
    """The skill of that part; -1: none."""
    return state.roll_skill if part == 0 else state.roll_answer - 1


@kernel
def may_reroll(scene, state, part):
    """Whether that part has dice of its own to reroll. The one roll of an area attack stands."""
    if part == 1:
        return state.roll_flags & R_OPPOSED != 0
    return not one_for_all(state, part)


@kernel
def one_for_all(state, part):
    """Whether that part is the one roll of an area attack, which meets each defender in turn."""
    return part == 0 and state.roll_flags & R_AREA != 0


@kernel
def in_duel(scene, state, side):
    """Whether a side takes part in the duel at all: opposition without dice only where the
    ruleset lets invokes raise it (A2)."""
    if (scene.verbs >> V_ANY_INVOKE) & 1 == 0:
        return False
    return (
        part_of(scene, state, side) == 0
        or state.roll_flags & R_OPPOSED != 0
        or scene.opposition_invokes == 1
    )


@kernel
def bearing_on(scene, state, word, kind, skill):
    """One word of the slots that may matter to a roll of that kind and skill: the scene's, those
    of the zones of both (and where a move goes), the acting fighter's and the opponent's."""
    spoken_to = scene.mask_roll[kind, word] & scene.mask_skill[skill, word]
    if spoken_to == 0:
        return 0
    actor, target = state.roll_actor, state.roll_target - 1
    mask = scene.mask_scene[word] | scene.mask_fighter[actor, word]
    mask |= scene.mask_zone[state.zone[actor], word]
    if target >= 0:
        mask |= scene.mask_fighter[target, word] | scene.mask_zone[state.zone[target], word]
    if acting_roll(state.roll_verb) == MOVE_ROLL and state.roll_argument != OUTSIDE:
        mask |= scene.mask_zone[state.roll_argument, word]
    return mask & spoken_to


@kernel
def usable_free(scene, state, slot, side, part):
    """Whether `side` may use a free invoke of an aspect on the roll."""
    if state.free[slot, side] + state.free[slot, 2] == 0:
        return False
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
def same_invoke(scene, state, slot, other, side):
    """Whether two aspects would do exactly the same for the rest of the scene."""
    return (
        scene.slot_class[slot] == scene.slot_class[other]
        and state.free[slot, side] == state.free[other, side]
        and state.free[slot, 2] == state.free[other, 2]
        and state.free[slot, 1 - side] == state.free[other, 1 - side]
    )


@kernel
def column_of(state, part):
    """The skill of that part as a column of tables; the last is for rolls without one."""
    skill = skill_of(state, part)
    return skill if skill >= 0 else MAX_SKILLS


@kernel
def list_free(scene, state, side, buffer, count):
    """Write the free invokes that `side` can use on the roll; of equal ones only the first."""
    part = part_of(scene, state, side)
    rerolls = may_reroll(scene, state, part)
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
            count = add(buffer, count, V_INVOKE_FREE, slot, PLUS, 0)
            if rerolls:
                count = add(buffer, count, V_INVOKE_FREE, slot, REROLL, 0)
    return count


@kernel
def has_free(scene, state, side):
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
def stunt_offered(scene, state, fighter, stunt, part):
    """Whether a bonus stunt with a limit may be called on for that part of the roll."""
    return (
        (scene.offered_stunts[fighter] >> stunt) & 1 == 1
        and applies(scene, fighter, stunt, kind_of(state, part), skill_of(state, part))
        and ready(scene, state, fighter, stunt)
        and holds(scene, state, fighter, stunt, opponent_of(state, part))
    )


@kernel
def has_stunt(scene, state, part):
    """Whether the roller has such a stunt."""
    roller = roller_of(scene, state, part)
    if roller < 0 or scene.offered_stunts[roller] == 0:
        return False
    for stunt in range(scene.stunts[roller]):
        if stunt_offered(scene, state, roller, stunt, part):
            return True
    return False


@kernel
def could_invoke(scene, state, side):
    """Whether `side` may still change the roll, now or once it has been paid (F4's loop)."""
    if not in_duel(scene, state, side):
        return False
    part = part_of(scene, state, side)
    if state.paid_left[part, 0] + state.paid_left[part, 1] > 0:
        return True
    if part == 1 and state.roll_guard:
        return True
    return has_free(scene, state, side) or has_stunt(scene, state, part)


@kernel
def count_paid(scene, state, side):
    """Count the aspects that `side` could invoke with points: those whose point is owed to the
    opponent, and the others. Nothing is counted for a side that has no points and can get none.
    The one roll of an area attack tells the target's own aspects apart from the others even where
    nothing is owed: the others are the same for each target, and those paid for are spent (A3)."""
    part = part_of(scene, state, side)
    if not in_duel(scene, state, side):
        return
    roller, opponent = roller_of(scene, state, part), opponent_of(state, part)
    if not any_payer(scene, state, side, roller) and not scene.closed_loop:
        return
    kind, skill = kind_of(state, part), skill_of(state, part)
    column = column_of(state, part)
    plain, owed = 0, 0
    if roller >= 0:
        plain += scene.own_aspects[roller, kind, column]
    if opponent >= 0:
        owed += scene.against_aspects[opponent, kind, column]
    for word in range(scene.words):
        mask = state.slots_here[word] & scene.mask_paid[word]
        if mask:
            mask &= bearing_on(scene, state, word, kind, column)
        if mask == 0:
            continue
        if opponent >= 0:
            theirs = mask & scene.mask_fighter[opponent, word]
            mask ^= theirs
            owed += count_word(scene, state, word, theirs, side, kind, skill, roller, opponent)
        plain += count_word(scene, state, word, mask, side, kind, skill, roller, opponent)
    if one_for_all(state, part):
        plain = max(0, plain - state.roll_paid)
    elif scene.owed == 0:
        plain, owed = plain + owed, 0
    state.paid_left[part, 0] = plain
    state.paid_left[part, 1] = owed


@kernel
def forget_points(scene, state, side):
    """A side without points that can get none has nothing left to invoke with them."""
    part = part_of(scene, state, side)
    if scene.closed_loop or any_payer(scene, state, side, roller_of(scene, state, part)):
        return
    state.paid_left[part, 0] = 0
    state.paid_left[part, 1] = 0
    if part == 0:
        state.roll_paid = 0


@kernel
def prepare_duel(scene, state):
    """Open the duel, or go on with it after a reroll: forget dice that nobody can reroll, and end
    it at once where nobody can invoke."""
    top = state.depth - 1
    acting = scene.side[state.roll_actor]
    if state.pending[top, 3] == 0:
        count_paid(scene, state, 0)
        count_paid(scene, state, 1)
        if not others_follow(state):
            state.roll_paid = 0
        state.pending[top, 3] = DUEL_OPEN
    settle_duel(scene, state, acting)


@kernel
def settle_duel(scene, state, acting):
    """Keep equal futures equal: dice stay only where their side can still reroll them, a side
    that cannot invoke passes by itself, and the duel ends when neither can."""
    own = could_invoke(scene, state, acting)
    theirs = could_invoke(scene, state, 1 - acting)
    if not own or not may_reroll(scene, state, 0):
        state.die[0] = 0
    if not theirs or not may_reroll(scene, state, 1):
        state.die[1] = 0
    if not own and not theirs:
        end_duel(state)
        return
    top = state.depth - 1
    mover = state.pending[top, 2]
    if not (own if mover == acting else theirs):
        if state.pending[top, 3] & DUEL_PASSED:
            end_duel(state)
        else:
            state.pending[top, 2] = 1 - mover
            state.pending[top, 3] = state.pending[top, 3] | DUEL_PASSED


@kernel
def end_duel(state):
    """Only the margin stays."""
    pop(state)
    state.die[0] = 0
    state.die[1] = 0
    state.paid_left[0, 0] = 0
    state.paid_left[0, 1] = 0
    state.paid_left[1, 0] = 0
    state.paid_left[1, 1] = 0
    state.roll_guard = 0


@kernel
def legal_duel(scene, state, buffer):
    """Pass, or one invoke: with a point, of a free invoke, of Full Defense, of a stunt; for +2 or
    a reroll."""
    side = state.pending[state.depth - 1, 2]
    part = part_of(scene, state, side)
    count = add(buffer, 0, V_PASS, 0, 0, 0)
    if not in_duel(scene, state, side):
        return count
    roller = roller_of(scene, state, part)
    rerolls = may_reroll(scene, state, part)
    if state.paid_left[part, 0] + state.paid_left[part, 1] > 0:
        payers = payers_of(scene, state, side)
        while payers:
            payer = lowest_bit(payers)
            payers &= payers - 1
            if can_pay(scene, state, payer, side, roller):
                for owed in range(2):
                    left = state.paid_left[part, owed] + 0
                    if scene.owed == 0:
                        left = 0 if owed else left + state.paid_left[part, 1]
                    if left > 0:
                        count = add(buffer, count, V_INVOKE_PAID, payer, owed, PLUS)
                        if rerolls:
                            count = add(buffer, count, V_INVOKE_PAID, payer, owed, REROLL)
    count = list_free(scene, state, side, buffer, count)
    if part == 1 and state.roll_guard:
        count = add(buffer, count, V_INVOKE_GUARD, PLUS, 0, 0)
        count = add(buffer, count, V_INVOKE_GUARD, REROLL, 0, 0)
    if roller >= 0 and scene.offered_stunts[roller]:
        for stunt in range(scene.stunts[roller]):
            if stunt_offered(scene, state, roller, stunt, part):
                count = add(buffer, count, V_INVOKE_STUNT, stunt, 0, 0)
    return count


@kernel
def nth_aspect(scene, state, side, part, owed, nth):
    """The slot of the `nth` aspect of the class that points can invoke, and which of those that
    share it, for the log."""
    roller, opponent = roller_of(scene, state, part), opponent_of(state, part)
    kind, skill = kind_of(state, part), skill_of(state, part)
    column, last = column_of(state, part), 0
    for slot in range(scene.slots):
        if scene.slot_kind[slot] in (K_ON, K_FOR, K_GUARD):
            continue
        apart = scene.owed == 1 or one_for_all(state, part)
        theirs = apart and scene.slot_subject[slot] == opponent
        if theirs != (owed == 1) or not known(scene, state, slot, side):
            continue
        if (bearing_on(scene, state, slot >> 6, kind, column) >> (slot & 63)) & 1 == 0:
            continue
        if speaks_to(scene, state, slot, kind, skill, roller, opponent):
            last = slot
            if nth < scene.slot_count[slot]:
                return slot, nth
            nth -= scene.slot_count[slot]
    return last, 0


@kernel
def apply_duel(scene, state, action, log):
    """Pass or invoke; then the other side."""
    top = state.depth - 1
    side, number = state.pending[top, 2], state.pending[top, 3]
    part = part_of(scene, state, side)
    roller = roller_of(scene, state, part)
    verb = verb_of(action)
    acting = scene.side[state.roll_actor]
    if verb == V_PASS:
        emit(log, EV_PASS, roller, side, 0, 0, 0, A6)
        if number & DUEL_PASSED:
            end_duel(state)
            return
        state.pending[top, 3] = number | DUEL_PASSED
        state.pending[top, 2] = 1 - side
        if not could_invoke(scene, state, 1 - side):
            end_duel(state)
        return
    mode, gain = PLUS, 2
    if verb == V_INVOKE_PAID:
        payer, owed, mode = first(action), second(action), third(action)
        column = owed  # what speaks only of this target is of no use against the next
        if scene.owed == 0 and state.paid_left[part, 1] > 0:
            column = 1
        left = state.paid_left[part, column] - 1
        if log.on:
            slot, nth = nth_aspect(scene, state, side, part, column, left)
            emit(log, EV_INVOKE, roller, slot, I_PAID + (nth << 4), mode, payer, A2)
        state.paid_left[part, column] = left
        if column == 0 and one_for_all(state, part) and others_follow(state):
            state.roll_paid = state.roll_paid + 1
        spend(scene, state, log, payer, opponent_of(state, part), P_INVOKE, A2)
        forget_points(scene, state, side)
        if owed:
            owe(scene, state, log, opponent_of(state, part))
    elif verb == V_INVOKE_FREE:
        slot, mode = first(action), second(action)
        opened = use_free(scene, state, log, slot, side)
        how = I_OPEN if opened else I_FREE
        emit(log, EV_INVOKE, roller, slot, how, mode, -1 - side, A3)
    elif verb == V_INVOKE_GUARD:
        mode = first(action)
        state.roll_guard = 0
        emit(log, EV_INVOKE, roller, scene.slot_guard[roller], I_GUARD, mode, -1, M4)
    else:
        stunt = first(action)
        gain = scene.stunt_amount[roller, stunt]
        if scene.stunt_limit[roller, stunt] == L_POINT:
            spend(scene, state, log, scene.purse[roller], -1, P_STUNT, N5)
            forget_points(scene, state, side)
        else:
            state.used[roller] = state.used[roller] | (1 << stunt)
        emit(log, EV_INVOKE, roller, stunt, I_STUNT, gain, -1, N5)
    state.pending[top, 2] = 1 - side
    state.pending[top, 3] = DUEL_OPEN
    if mode == REROLL:
        push(state, N_DICE, roller, side, part | DICE_REROLL)
        return
    state.margin = state.margin + (gain if part == 0 else -gain)
    if one_for_all(state, part):
        raise_total(state, gain)
    settle_duel(scene, state, acting)
