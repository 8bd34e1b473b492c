"""The duel of invokes after the dice (A2-A6): the acting side first, then in turn, one invoke at
a time, until both pass. What either side could invoke stands in `invokable.py`; here is whose move
it is, what an invoke does, and when the duel is over.
"""

from __future__ import annotations

from autogm.engine.area import (
    before_defence,
    enemies_follow,
    forget_spending,
    others_follow,
    raise_by_aspect,
    raise_by_stunt,
    raising_side,
    spend_on_area,
    to_defend,
    widest,
)
from autogm.engine.aspects import use_free
from autogm.engine.codes import (
    DICE_REROLL,
    DUEL_OPEN,
    DUEL_PASSED,
    INVOKE_ADDS,
    L_POINT,
    N_DICE,
    PLUS,
    R_AREA,
    REROLL,
    V_CALL_ON_STUNT,
    V_INVOKE,
    V_INVOKE_FREE,
    V_INVOKE_FULL_DEFENSE,
    V_PASS,
)
from autogm.engine.event_codes import (
    EV_INVOKE,
    EV_PASS,
    I_GUARD,
    I_PAID,
    I_STUNT,
    P_INVOKE,
    P_STUNT,
    rule,
)
from autogm.engine.invokable import (
    column_of,
    could_invoke,
    count_paid,
    forget_points,
    in_duel,
    list_free,
    may_reroll,
    nth_aspect,
    one_for_all,
    opponent_of,
    part_of,
    roller_of,
    stunt_offered,
)
from autogm.engine.log import emit
from autogm.engine.pack import add, first, second, third, verb_of
from autogm.engine.points import can_pay, owe, payers_of, spend
from autogm.engine.records import Buffer, Log, Scene, State
from autogm.engine.stack import lowest_bit, pop, push
from autogm.game.kernels import kernel

A2, A3, A6, M4, N5 = (rule(name) for name in ("A2", "A3", "A6", "M4", "N5"))


@kernel
def prepare_duel(scene: Scene, state: State) -> None:
    """Open the duel, or go on with it after a reroll: forget dice that nobody can reroll, and end
    it at once where nobody can invoke."""
    top = state.depth - 1
    if state.pending[top, 3] == 0:
        if before_defence(state):
            everyone = to_defend(scene, state)
            if everyone and everyone & (everyone - 1) == 0:
                state.roll_target = lowest_bit(everyone) + 1  # whose own aspects speak to all
        count_paid(scene, state, 0)
        count_paid(scene, state, 1)
        state.pending[top, 3] = DUEL_OPEN
    settle_duel(scene, state)


@kernel
def settle_duel(scene: Scene, state: State) -> None:
    """Keep equal futures equal: dice stay only where their side can still reroll them, a side
    that cannot invoke passes by itself, and the duel ends when neither can."""
    raising = raising_side(scene, state)
    own = could_invoke(scene, state, raising)
    theirs = could_invoke(scene, state, 1 - raising)
    if not own or not may_reroll(scene, state, 0):
        state.die[0] = 0
    if not theirs or not may_reroll(scene, state, 1):
        state.die[1] = 0
    if not own and not theirs:
        end_duel(scene, state)
        return
    top = state.depth - 1
    mover = state.pending[top, 2]
    if not (own if mover == raising else theirs):
        if state.pending[top, 3] & DUEL_PASSED:
            end_duel(scene, state)
        else:
            state.pending[top, 2] = 1 - mover
            state.pending[top, 3] = state.pending[top, 3] | DUEL_PASSED


@kernel
def end_duel(scene: Scene, state: State) -> None:
    """Only the margin stays, and of an area attack what points were spent on."""
    pop(state)
    state.roll_way = 0
    if state.roll_flags & R_AREA and not enemies_follow(scene, state):
        forget_spending(state)
    state.die[0] = 0
    state.die[1] = 0
    state.paid_left[0, 0] = 0
    state.paid_left[0, 1] = 0
    state.paid_left[1, 0] = 0
    state.paid_left[1, 1] = 0
    state.roll_guard = 0


@kernel
def legal_duel(scene: Scene, state: State, buffer: Buffer) -> int:
    """Pass, or one invoke: with a point, of a free invoke, of Full Defense, of a stunt; for +2 or
    a reroll. Before the first defence against an area attack only for a reroll (E4)."""
    side = state.pending[state.depth - 1, 2]
    part = part_of(scene, state, side)
    count = add(buffer, 0, V_PASS, 0, 0, 0)
    if not in_duel(scene, state, side):
        return count
    roller = roller_of(scene, state, part)
    rerolls, adds = may_reroll(scene, state, part), not before_defence(state)
    if state.paid_left[part, 0] + state.paid_left[part, 1] > 0:
        payers = payers_of(scene, state, side)
        while payers:
            payer = lowest_bit(payers)
            payers &= payers - 1
            if can_pay(scene, state, payer, side, roller):
                for owed in range(2):
                    if payable(scene, state, part, owed) > 0:
                        if adds:
                            count = add(buffer, count, V_INVOKE, payer, owed, PLUS)
                        if rerolls:
                            count = add(buffer, count, V_INVOKE, payer, owed, REROLL)
    count = list_free(scene, state, side, buffer, count)
    if part == 1 and state.roll_guard:
        count = add(buffer, count, V_INVOKE_FULL_DEFENSE, PLUS, 0, 0)
        count = add(buffer, count, V_INVOKE_FULL_DEFENSE, REROLL, 0, 0)
    if adds and roller >= 0 and scene.offered_stunts[roller]:
        for stunt in range(scene.stunts[roller]):
            if stunt_offered(scene, state, roller, stunt, part):
                count = add(buffer, count, V_CALL_ON_STUNT, stunt, 0, 0)
    return count


@kernel
def payable(scene: Scene, state: State, part: int, owed: int) -> int:
    """How many aspects points can still invoke whose point is owed to the opponent, or is not;
    where none is owed they are all one."""
    if scene.owed:
        return state.paid_left[part, owed] + 0
    return 0 if owed else state.paid_left[part, 0] + state.paid_left[part, 1]


@kernel
def adds_to_roll(scene: Scene, roller: int, action: int) -> int:
    """What an invoke that counts for a bonus adds to its side's roll (A2, N5)."""
    if verb_of(action) == V_CALL_ON_STUNT:
        return scene.stunt_amount[roller, first(action)] + 0
    return INVOKE_ADDS


@kernel
def apply_duel(scene: Scene, state: State, action: int, log: Log) -> None:
    """Pass or invoke; then the other side."""
    top = state.depth - 1
    side, number = state.pending[top, 2], state.pending[top, 3]
    part = part_of(scene, state, side)
    roller = roller_of(scene, state, part)
    verb = verb_of(action)
    if verb == V_PASS:
        emit(log, EV_PASS, roller, side, 0, 0, 0, A6)
        if number & DUEL_PASSED:
            end_duel(scene, state)
            return
        state.pending[top, 3] = number | DUEL_PASSED
        state.pending[top, 2] = 1 - side
        if not could_invoke(scene, state, 1 - side):
            end_duel(scene, state)
        return
    mode, gain = PLUS, adds_to_roll(scene, roller, action)
    if verb == V_INVOKE:
        payer, owed, mode = first(action), second(action), third(action)
        column = owed  # where nothing is owed, first what may count against later targets too
        if scene.owed == 0 and state.paid_left[part, 0] == 0:
            column = 1
        left = state.paid_left[part, column] - 1
        slot, nth = -1, 0
        if column == 0 and one_for_all(state, part) and others_follow(state):
            slot, nth = widest(scene, state, side, column_of(state, part))
        elif log.on or one_for_all(state, part):
            slot, nth = nth_aspect(scene, state, side, part, column, left)
        emit(log, EV_INVOKE, roller, slot, I_PAID + (nth << 4), mode, payer, A2)
        state.paid_left[part, column] = left
        if one_for_all(state, part):
            spend_on_area(scene, state, slot)
            if mode == PLUS:
                raise_by_aspect(scene, state, slot, gain)
        spend(scene, state, log, payer, opponent_of(state, part), P_INVOKE, A2)
        forget_points(scene, state, side)
        if owed:
            owe(scene, state, log, opponent_of(state, part))
    elif verb == V_INVOKE_FREE:
        slot, mode = first(action), second(action)
        if mode == PLUS and one_for_all(state, part):
            raise_by_aspect(scene, state, slot, gain)
        use_free(scene, state, log, roller, slot, side, mode, A3)
    elif verb == V_INVOKE_FULL_DEFENSE:
        mode = first(action)
        state.roll_guard = 0
        emit(log, EV_INVOKE, roller, scene.slot_guard[roller], I_GUARD, mode, -1, M4)
    else:
        stunt = first(action)
        if scene.stunt_limit[roller, stunt] == L_POINT:
            spend(scene, state, log, scene.purse[roller], -1, P_STUNT, N5)
            forget_points(scene, state, side)
        else:
            state.used[roller] = state.used[roller] | (1 << stunt)
        emit(log, EV_INVOKE, roller, stunt, I_STUNT, gain, -1, N5)
        if one_for_all(state, part):
            raise_by_stunt(scene, state, stunt, gain)
    state.pending[top, 2] = 1 - side
    state.pending[top, 3] = DUEL_OPEN
    if mode == REROLL:
        push(state, N_DICE, roller, side, part | DICE_REROLL)
        return
    state.margin = state.margin + (gain if part == 0 else -gain)
    settle_duel(scene, state)
