"""What a settled roll does (C1-C3, O1, O2, K1-K5, A10, A11, A14, A16, Z5, M1-M5, R2): the margin
is read once, and what follows from it is pushed.
"""

from __future__ import annotations

from autogm.engine.aspects import (
    add_free,
    boost_against,
    boost_for,
    boost_for_attacks,
    put_aspect,
    remove_aspect,
    set_here,
)
from autogm.engine.codes import (
    ATTACK_ROLL,
    CREATE_ROLL,
    E_TWIST,
    F_DISARMED,
    F_LETHAL,
    FAIL_COST,
    GM,
    HARM_SHIFT,
    HERE,
    HIDDEN_GM,
    HIDDEN_PLAYERS,
    ITEM_CARRIED,
    LETHAL_SHIFT,
    MELEE_SHIFT,
    MOVE_ROLL,
    N_ARRIVE,
    N_BONUS,
    N_NAME_COST,
    N_PLACE,
    N_SPOIL,
    N_TWIST,
    PLAYERS,
    R_CHARGE,
    R_LETHAL,
    R_OPPOSED,
    SPOIL_ASPECT,
    SPOIL_CHOICE,
    TIE_BOOST,
    TIE_COST,
    TIE_GIVES_BOOST,
    V_DISCOVER,
    V_EFFECT,
    V_EXPLORE,
    V_FULL_ATTACK,
    V_FULL_DEFENSE,
    V_GRAB,
    V_PULL,
    V_PUSH,
    V_REARM,
    V_REMOVE,
    V_ROAR,
    V_SPRINT,
    ZONE_SUBJECT,
)
from autogm.engine.event_codes import (
    EV_DAMAGE,
    EV_DISCOVER,
    EV_ITEM,
    EV_RESULT,
    EV_STATUS,
    EV_STUNT,
    X_GUARD_UP,
    X_LETHAL_READY,
    X_REARMED,
    X_ROARS,
    rule,
)
from autogm.engine.harm import (
    check_box,
    hit,
    lowest_open_box,
    lowest_open_consequence,
    take_consequence,
    track,
)
from autogm.engine.kinds import acting_roll
from autogm.engine.log import emit
from autogm.engine.nodes.bonus import here_still, is_melee, open_drive
from autogm.engine.nodes.compel import gm_can_pay
from autogm.engine.nodes.finish import forget_spent
from autogm.engine.records import Log, Scene, State
from autogm.engine.stack import pop, push
from autogm.engine.stunts import hit_shifts, riposte
from autogm.game.kernels import kernel

C1, D5, K1, K2, K5, M3, M4, M5, M7, N5, O1, R2, A10, A11, A14, A16, H7, Z5 = (
    rule(name)
    for name in (
        "C1", "D5", "K1", "K2", "K5", "M3", "M4", "M5", "M7", "N5", "O1", "R2", "A10", "A11",
        "A14", "A16", "H7", "Z5",
    )
)  # fmt: skip


@kernel
def run_outcome(scene: Scene, state: State, log: Log) -> None:
    """Pop the outcome and do what the margin says. A successful roll may first be twisted (F6)."""
    top = state.depth - 1
    margin, verb, number = state.margin, state.roll_verb, state.pending[top, 3]
    if number == 0 and scene.twists and margin >= (0 if scene.tie_passive else 1):
        if twistable(scene, state, state.roll_actor):
            state.pending[top, 3] = 1
            push(state, N_TWIST, state.roll_actor, 1 - scene.side[state.roll_actor], 0)
            return
    pop(state)
    state.margin = 0
    kind = acting_roll(verb)
    emit(log, EV_RESULT, state.roll_actor, margin, verb, kind, scene.style_at, D5)
    if kind == ATTACK_ROLL:
        attack(scene, state, log, margin)
    elif verb == V_ROAR:
        roar(scene, state, log, margin)
    elif verb == V_FULL_DEFENSE:
        full_defense(scene, state, log, margin)
    elif kind == CREATE_ROLL:
        advantage(scene, state, log, margin)
    else:
        overcome(scene, state, log, margin)
    opposed = state.roll_flags & R_OPPOSED != 0
    if kind != ATTACK_ROLL and opposed and margin <= -scene.style_at:
        if (scene.defend_style >> kind) & 1:
            boost_against(scene, state, log, state.roll_actor, K5)
    forget_spent(scene, state)


@kernel
def twistable(scene: Scene, state: State, fighter: int) -> bool:
    """Whether an unused twist (F6) waits for that fighter, who is paid for taking it."""
    if scene.purse[fighter] < 0 or not gm_can_pay(scene, state, fighter):
        return False
    for compel in range(scene.compels):
        if scene.compel_victim[compel] == fighter and scene.compel_effect[compel] == E_TWIST:
            if (state.compelled >> compel) & 1 == 0 and state.here[scene.compel_slot[compel]]:
                return True
    return False


@kernel
def attack(scene: Scene, state: State, log: Log, margin: int) -> None:
    """K1-K4. On a success the hit is absorbed first, then style is chosen (T4)."""
    actor, target = state.roll_actor, state.roll_target - 1
    skill = state.roll_skill
    harm = scene.attack_harm[actor, skill]
    if state.roll_verb == V_EFFECT:
        harm = scene.effect_harm[state.roll_against]
    lethal = 1 if state.roll_flags & R_LETHAL else 0
    if margin < 0:
        failed_attack(scene, state, log, margin, harm)
    elif margin == 0:
        if scene.attack_tie_boost:
            boost_against(scene, state, log, target, K1)
    else:
        shifts = hit_shifts(scene, state, actor, target, skill, harm, margin)
        emit(log, EV_DAMAGE, actor, shifts, target, lethal, margin, K1 if shifts == margin else N5)
        styled = margin >= scene.style_at
        if styled:
            open_drive(scene, state)
        if styled and scene.style_boost:
            side = scene.side[actor]
            melee = 1 << MELEE_SHIFT if is_melee(state) else 0
            if scene.style_costs and shifts > 0:
                packed = shifts | (harm << HARM_SHIFT) | (lethal << LETHAL_SHIFT)
                push(state, N_BONUS, actor, side, packed | melee)
                return
            push(state, N_BONUS, actor, side, melee)
        hit(scene, state, log, actor, target, shifts, harm, lethal)


@kernel
def failed_attack(scene: Scene, state: State, log: Log, margin: int, harm: int) -> None:
    """What failing costs the attacker: a stress box (K2), a boost more after a charge (M3), and
    the defender's boost or riposte for style (K5, N5)."""
    actor, target = state.roll_actor, state.roll_target - 1
    if scene.attack_fail_stress:
        own = track(scene, actor, harm)
        box = lowest_open_box(scene, state, actor, own, 1)
        if box:
            check_box(state, log, actor, own, box, K2)
    if state.roll_flags & R_CHARGE:
        boost_against(scene, state, log, actor, M3)
    if margin <= -scene.style_at:
        stunt = -1
        if scene.other_stunts[target] and here_still(state, actor):
            stunt = riposte(scene, state, target, state.roll_answer - 1, actor)
        if stunt >= 0:
            dealt = scene.stunt_amount[target, stunt]
            if scene.stunt_limit[target, stunt]:
                state.used[target] = state.used[target] | (1 << stunt)
            emit(log, EV_STUNT, target, -1, dealt, 0, 0, N5)
            emit(log, EV_DAMAGE, target, dealt, actor, 0, dealt, N5)
            hit(scene, state, log, target, actor, dealt, harm, 0)
        elif (scene.defend_style >> ATTACK_ROLL) & 1:
            boost_against(scene, state, log, actor, K5)


@kernel
def free_gained(scene: Scene, margin: int) -> int:
    """Free invokes that creating an advantage brings on a success (C1-C3)."""
    return 2 if margin >= scene.style_at else 1


@kernel
def advantage(scene: Scene, state: State, log: Log, margin: int) -> None:
    """C1-C3 on a new or an existing aspect, A10 where refreshing is a rule, A14 on unexplored
    ground, A16 on a hidden aspect."""
    actor, slot, verb = state.roll_actor, state.roll_argument, state.roll_verb
    side = scene.side[actor]
    if verb == V_DISCOVER:
        if margin >= 0:
            hidden = HIDDEN_PLAYERS if side == PLAYERS else HIDDEN_GM
            set_here(scene, state, slot, state.here[slot] & ~hidden)
            emit(log, EV_DISCOVER, actor, slot, 0, 0, 0, A16)
            if margin > 0:
                add_free(scene, state, log, slot, side, free_gained(scene, margin), A16)
        return
    if verb == V_EXPLORE:
        explored_over(scene, state, log, slot, margin)
    if state.here[slot] & HERE:
        existing(scene, state, log, slot, side, margin)
        return
    if margin < 0:
        if scene.spoil == SPOIL_CHOICE:
            push(state, N_SPOIL, actor, side, slot)
        elif scene.spoil == SPOIL_ASPECT and side == PLAYERS:  # its text speaks of the GM alone
            push(state, N_SPOIL, actor, GM, slot)
    elif margin == 0 and scene.advantage_tie == TIE_BOOST:
        boost_of(scene, state, log, slot)
    else:
        put_aspect(scene, state, log, slot, actor, C1)
        add_free(scene, state, log, slot, side, free_gained(scene, margin), C1)


@kernel
def explored_over(scene: Scene, state: State, log: Log, slot: int, margin: int) -> None:
    """Exploring a hidden zone with success replaces the aspect that hides it (A14); a tie leaves
    it, unless meeting the difficulty is a success (D5)."""
    zone = scene.slot_subject[slot] - ZONE_SUBJECT
    meets = scene.tie_passive and scene.advantage_tie != TIE_BOOST
    if margin > 0 or (margin == 0 and meets):
        for other in range(scene.zone_slots[zone], scene.zone_slots[zone + 1]):
            if other != slot and scene.slot_hides[other] and state.here[other] & HERE:
                remove_aspect(scene, state, log, other, A14)


@kernel
def existing(scene: Scene, state: State, log: Log, slot: int, side: int, margin: int) -> None:
    """An aspect in play: free invokes for one side or the other; refreshed up to one or two (A10)
    where that is the rule."""
    if margin < 0:
        if scene.existing_fail:
            add_free(scene, state, log, slot, 1 - side, 1, C1)
        return
    gained = free_gained(scene, margin)
    if scene.refresh:
        gained = max(0, gained - state.free[slot, side])
        add_free(scene, state, log, slot, side, gained, A10)
    else:
        add_free(scene, state, log, slot, side, gained, C1)


@kernel
def boost_of(scene: Scene, state: State, log: Log, slot: int) -> None:
    """A boost instead of the aspect: against an enemy it would be on, else for its maker."""
    subject, actor = scene.slot_subject[slot], state.roll_actor
    if subject < ZONE_SUBJECT and scene.side[subject] != scene.side[actor]:
        boost_against(scene, state, log, subject, C1)
    else:
        boost_for(scene, state, log, actor, C1)


@kernel
def full_defense(scene: Scene, state: State, log: Log, margin: int) -> None:
    """M4: a tie or better raises it, style with an ordinary free invoke more."""
    actor = state.roll_actor
    if margin >= 0:
        slot = scene.slot_guard[actor]
        set_here(scene, state, slot, HERE)
        emit(log, EV_STATUS, actor, X_GUARD_UP, 0, 0, 0, M4)
        if margin >= scene.style_at:
            add_free(scene, state, log, slot, scene.side[actor], 1, M4)


@kernel
def roar(scene: Scene, state: State, log: Log, margin: int) -> None:
    """R2: style two free invokes, else one; a tie a boost for the other side; a failure a
    consequence too, and without room for one no Roar."""
    actor = state.roll_actor
    if margin < 0:
        wound = lowest_open_consequence(scene, state, actor, track(scene, actor, scene.main_harm))
        if wound < 0:
            return
        take_consequence(scene, state, log, actor, wound, R2)
    elif margin == 0:
        boost_against(scene, state, log, actor, R2)
    state.roars[actor] = state.roll_skill + 1
    emit(log, EV_STATUS, actor, X_ROARS, state.roll_skill, 0, 0, R2)
    slot = scene.slot_roar[actor]
    put_aspect(scene, state, log, slot, -1, R2)
    count = 2 if margin >= scene.style_at else 1
    add_free(scene, state, log, slot, scene.side[actor], count, R2)


@kernel
def overcome(scene: Scene, state: State, log: Log, margin: int) -> None:
    """O1, O2, Z5: success, success at a cost, or failure."""
    actor, verb = state.roll_actor, state.roll_verb
    moving = acting_roll(verb) == MOVE_ROLL
    fail = scene.move_fail if moving else scene.overcome_fail
    tie = scene.move_tie if moving else scene.overcome_tie
    if verb == V_FULL_ATTACK and scene.all_out_exposes:
        boost_for_attacks(scene, state, log, actor, M5)
    if margin < 0:
        if fail == FAIL_COST:
            push(state, N_NAME_COST, actor, 1 - scene.side[actor], 2)
    elif margin == 0:
        if tie == TIE_COST:
            push(state, N_NAME_COST, actor, 1 - scene.side[actor], 1)
        elif tie == TIE_GIVES_BOOST:
            boost_for(scene, state, log, actor, O1)
        else:
            succeed(scene, state, log)
    else:
        succeed(scene, state, log)
        if margin >= scene.style_at and scene.overcome_style:
            boost_for(scene, state, log, actor, O1)


@kernel
def succeed(scene: Scene, state: State, log: Log) -> None:
    """What the actor overcame for happens, cost or no cost."""
    actor, verb, argument = state.roll_actor, state.roll_verb, state.roll_argument
    if not here_still(state, actor):
        return
    if verb == V_SPRINT:
        push(state, N_ARRIVE, actor, scene.side[actor], argument)
    elif verb == V_REMOVE:
        remove_aspect(scene, state, log, argument, A11)
    elif verb in (V_PUSH, V_PULL):
        push(state, N_PLACE, actor, scene.side[actor], 0)
    elif verb == V_FULL_ATTACK:
        state.flags[actor] = state.flags[actor] | F_LETHAL
        emit(log, EV_STATUS, actor, X_LETHAL_READY, 0, 0, 0, M5)
        if scene.all_out_exposes == 0:
            boost_for_attacks(scene, state, log, actor, M5)
    elif verb == V_REARM:
        state.flags[actor] = state.flags[actor] & ~F_DISARMED
        emit(log, EV_STATUS, actor, X_REARMED, 0, 0, 0, M7)
    elif verb == V_GRAB:
        state.item = ITEM_CARRIED + actor
        emit(log, EV_ITEM, actor, -1, 0, 0, 0, H7)
