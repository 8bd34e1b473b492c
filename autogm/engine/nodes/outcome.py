"""What a settled roll does (C1-C3, O1, O2, K1-K5, N3, A10, A11, A14, A16, A17, Z5, M1-M5, R2): the
margin is read once, here, and what follows from it is written as effects (`autogm.engine.effects`).
"""

from __future__ import annotations

from autogm.engine.area import enemies_follow, hits_friend, note_touched, others_follow
from autogm.engine.codes import (
    ATTACK_ROLL,
    CREATE_ROLL,
    FAIL_COST,
    FX_ASPECT,
    FX_CONSEQUENCE,
    FX_COST,
    FX_DAMAGE,
    FX_DRIVE,
    FX_EXPLORED,
    FX_FREE,
    FX_GUARD,
    FX_HIT,
    FX_REVEAL,
    FX_RIPOSTE,
    FX_ROAR,
    FX_SPOIL,
    FX_STYLE,
    GM,
    HARM_SHIFT,
    HERE,
    LETHAL_SHIFT,
    MELEE_SHIFT,
    MINOR,
    MOVE_ROLL,
    N_TWIST,
    PLAYERS,
    R_AREA,
    R_CHARGE,
    R_GAINED,
    R_LETHAL,
    R_OPPOSED,
    R_TOUCHED,
    SERIOUS,
    SPOIL_ASPECT,
    SPOIL_CHOICE,
    TIE_BOOST,
    TIE_COST,
    TIE_GIVES_BOOST,
    TIED_SHIFT,
    V_DISCOVER,
    V_EFFECT,
    V_EXPLORE,
    V_FULL_ATTACK,
    V_FULL_DEFENSE,
    V_ROAR,
    ZONE_SUBJECT,
)
from autogm.engine.effects import (
    add_boost_against,
    add_boost_for,
    add_boost_for_attacks,
    add_box,
    add_effect,
    add_hit,
    add_success,
    bring_about,
    gains,
    no_effects,
)
from autogm.engine.event_codes import EV_RESULT, rule
from autogm.engine.harm import lowest_open_box, lowest_open_consequence, track
from autogm.engine.kinds import acting_roll
from autogm.engine.log import emit
from autogm.engine.nodes.bonus import is_melee
from autogm.engine.nodes.finish import forget_spent
from autogm.engine.nodes.twist import twistable
from autogm.engine.records import Buffer, Log, Scene, State
from autogm.engine.stack import here_still, pop, push
from autogm.engine.stunts import hit_shifts, riposte
from autogm.engine.weight import stands_fast
from autogm.game.kernels import kernel

C1, D5, K1, K2, K5, M3, M4, M5, N3, N5, O1, R2, A10, A14, A16 = (
    rule(name)
    for name in (
        "C1", "D5", "K1", "K2", "K5", "M3", "M4", "M5", "N3", "N5", "O1", "R2", "A10", "A14", "A16",
    )
)  # fmt: skip


@kernel
def run_outcome(scene: Scene, state: State, buffer: Buffer, log: Log) -> None:
    """Pop the outcome and do what the margin says. A roll that gains something may first be twisted
    (F6)."""
    top = state.depth - 1
    margin, number = state.margin + 0, state.pending[top, 3]
    note_touched(scene, state, margin)
    if number == 0 and scene.twists and twistable(scene, state, state.roll_actor):
        write_outcome(scene, state, buffer, margin, 1)
        if gains(scene, state, buffer, state.roll_actor):
            state.pending[top, 3] = 1
            push(state, N_TWIST, state.roll_actor, 1 - scene.side[state.roll_actor], 0)
            return
    pop(state)
    state.margin = 0
    kind = acting_roll(state.roll_verb)
    emit(log, EV_RESULT, state.roll_actor, margin, state.roll_verb, kind, scene.style_at, D5)
    write_outcome(scene, state, buffer, margin, 1)
    bring_about(scene, state, buffer, log)
    forget_spent(scene, state)


@kernel
def write_outcome(scene: Scene, state: State, buffer: Buffer, margin: int, ripostes: int) -> None:
    """Write the effects of the roll of a state, should it end with a margin. Where `ripostes` is 0
    nobody answers an attack with one."""
    no_effects(buffer)
    verb = state.roll_verb + 0
    kind = acting_roll(verb)
    if kind == ATTACK_ROLL:
        write_attack(scene, state, buffer, margin, ripostes)
    elif verb == V_ROAR:
        write_roar(scene, state, buffer, margin)
    elif verb == V_FULL_DEFENSE:
        write_full_defense(scene, state, buffer, margin)
    elif kind == CREATE_ROLL:
        write_advantage(scene, state, buffer, margin)
    else:
        write_overcoming(scene, state, buffer, margin)
    if kind != ATTACK_ROLL and margin <= -scene.style_at and state.roll_flags & R_OPPOSED:
        if (scene.defend_style >> kind) & 1:
            add_boost_against(scene, buffer, state.roll_actor, K5)


@kernel
def write_attack(scene: Scene, state: State, buffer: Buffer, margin: int, ripostes: int) -> None:
    """K1-K4. On a success the hit is absorbed first, then style is chosen (T4), and last where a
    charge drives its target; but where style costs a shift, it is chosen before the hit. An area
    attack brings its maker one boost or maneuver at most, which it may wait with, and none by a
    friend (E4)."""
    actor, target = state.roll_actor + 0, state.roll_target - 1
    skill, side = state.roll_skill + 0, scene.side[actor] + 0
    harm = scene.attack_harm[actor, skill] + 0
    if state.roll_verb == V_EFFECT:
        harm = scene.effect_harm[state.roll_against] + 0
    lethal = 1 if state.roll_flags & R_LETHAL else 0
    gained = state.roll_flags & R_GAINED != 0 or hits_friend(scene, state)
    if margin < 0:
        write_failed_attack(scene, state, buffer, margin, harm, ripostes)
    elif margin == 0:
        if scene.attack_tie_boost and not gained:
            if enemies_follow(scene, state):
                add_effect(buffer, FX_STYLE, actor, -1, side, 1 << TIED_SHIFT, K1)
            else:
                add_boost_against(scene, buffer, target, K1)
    else:
        shifts = hit_shifts(scene, state, actor, target, skill, harm, margin)
        cause = K1 if shifts == margin else N5
        if state.roll_flags & R_AREA == 0 and stands_fast(scene, state, target):
            shifts, cause = 0, N3
        add_hit(buffer, FX_DAMAGE, target, actor, shifts, harm, lethal, margin, cause)
        styled = margin >= scene.style_at
        if styled and state.roll_flags & R_CHARGE and here_still(state, target):
            add_effect(buffer, FX_DRIVE, actor, -1, side, 0, M3)
        if styled and scene.style_boost and not gained:
            melee = 1 << MELEE_SHIFT if is_melee(scene, state) else 0
            if scene.style_costs and shifts > 0:
                packed = shifts | (harm << HARM_SHIFT) | (lethal << LETHAL_SHIFT)
                add_effect(buffer, FX_STYLE, actor, -1, side, packed | melee, K1)
                return
            add_effect(buffer, FX_STYLE, actor, -1, side, melee, K1)
        add_hit(buffer, FX_HIT, target, actor, shifts, harm, lethal, margin, cause)


@kernel
def write_failed_attack(
    scene: Scene, state: State, buffer: Buffer, margin: int, harm: int, ripostes: int
) -> None:
    """What failing costs the attacker: a stress box (K2; for an area attack one, if all were
    missed), a boost more after a charge (M3), and the defender's boost or riposte for style (K5,
    N5), which a friend has none of (E4)."""
    actor, target = state.roll_actor + 0, state.roll_target - 1
    missed = state.roll_flags & R_TOUCHED == 0 and not others_follow(state)
    if scene.attack_fail_stress and missed:
        own = track(scene, actor, harm)
        box = lowest_open_box(scene, state, actor, own, 1)
        if box:
            add_box(buffer, actor, own, box, K2)
    if state.roll_flags & R_CHARGE:
        add_boost_against(scene, buffer, actor, M3)
    if margin <= -scene.style_at and not hits_friend(scene, state):
        stunt = -1
        if ripostes and scene.other_stunts[target] and here_still(state, actor):
            if not stands_fast(scene, state, actor):
                stunt = riposte(scene, state, target, state.roll_answer - 1, actor)
        if stunt >= 0:
            dealt = scene.stunt_amount[target, stunt] + 0
            add_effect(buffer, FX_RIPOSTE, target, -1, 0, stunt, N5)
            add_hit(buffer, FX_DAMAGE, actor, target, dealt, harm, 0, dealt, N5)
            add_hit(buffer, FX_HIT, actor, target, dealt, harm, 0, dealt, N5)
        elif (scene.defend_style >> ATTACK_ROLL) & 1:
            add_boost_against(scene, buffer, actor, K5)


@kernel
def free_gained(scene: Scene, margin: int) -> int:
    """Free invokes that creating an advantage brings on a success (C1-C3)."""
    return 2 if margin >= scene.style_at else 1


@kernel
def write_advantage(scene: Scene, state: State, buffer: Buffer, margin: int) -> None:
    """C1-C3 on a new or an existing aspect, A10 where refreshing is a rule, A14 and A17 on
    unexplored ground, A16 on a hidden aspect."""
    actor, slot, verb = state.roll_actor + 0, state.roll_argument + 0, state.roll_verb + 0
    side = scene.side[actor] + 0
    if verb == V_DISCOVER:
        if margin >= 0:
            add_effect(buffer, FX_REVEAL, actor, slot, side, 0, A16)
            if margin > 0:
                add_effect(buffer, FX_FREE, -1, slot, side, free_gained(scene, margin), A16)
        return
    tie = scene.advantage_tie
    if verb == V_EXPLORE:  # a tie is C1's whatever the ruleset, and makes out what is there (A17)
        tie = scene.explore_tie
        if margin > 0 or (margin == 0 and tie != TIE_BOOST):
            add_effect(buffer, FX_EXPLORED, -1, slot, side, 0, A14)
    if state.here[slot] & HERE:
        write_existing(scene, state, buffer, slot, side, margin)
    elif margin < 0:
        if scene.spoil == SPOIL_CHOICE:
            add_effect(buffer, FX_SPOIL, actor, slot, side, 0, C1)
        elif scene.spoil == SPOIL_ASPECT and side == PLAYERS:  # its text speaks of the GM alone
            add_effect(buffer, FX_SPOIL, actor, slot, GM, 0, C1)
    elif margin == 0 and tie == TIE_BOOST:
        write_boost_instead(scene, buffer, actor, slot)
    else:
        add_effect(buffer, FX_ASPECT, actor, slot, side, 0, C1)
        add_effect(buffer, FX_FREE, -1, slot, side, free_gained(scene, margin), C1)


@kernel
def write_existing(
    scene: Scene, state: State, buffer: Buffer, slot: int, side: int, margin: int
) -> None:
    """An aspect in play: free invokes for one side or the other; refreshed up to one or two (A10)
    where that is the rule."""
    if margin < 0:
        if scene.existing_fail:
            add_effect(buffer, FX_FREE, -1, slot, 1 - side, 1, C1)
        return
    gained = free_gained(scene, margin)
    if scene.refresh:
        gained = max(0, gained - state.free[slot, side])
    add_effect(buffer, FX_FREE, -1, slot, side, gained, A10 if scene.refresh else C1)


@kernel
def write_boost_instead(scene: Scene, buffer: Buffer, actor: int, slot: int) -> None:
    """A boost instead of the aspect: against an enemy it would be on, else for its maker."""
    subject = scene.slot_subject[slot] + 0
    if subject < ZONE_SUBJECT and scene.side[subject] != scene.side[actor]:
        add_boost_against(scene, buffer, subject, C1)
    else:
        add_boost_for(scene, buffer, actor, C1)


@kernel
def write_full_defense(scene: Scene, state: State, buffer: Buffer, margin: int) -> None:
    """M4: a tie or better raises it, style with an ordinary free invoke more."""
    actor = state.roll_actor + 0
    slot, side = scene.slot_guard[actor] + 0, scene.side[actor] + 0
    if margin >= 0:
        add_effect(buffer, FX_GUARD, actor, slot, side, 0, M4)
        if margin >= scene.style_at:
            add_effect(buffer, FX_FREE, -1, slot, side, 1, M4)


@kernel
def write_roar(scene: Scene, state: State, buffer: Buffer, margin: int) -> None:
    """R2: style two free invokes, else one; a tie a boost for the other side; a failure a
    consequence too, and without room for one no Roar."""
    actor = state.roll_actor + 0
    if margin < 0:
        wound = lowest_open_consequence(scene, state, actor, track(scene, actor, scene.main_harm))
        if wound < 0:
            return
        add_effect(buffer, FX_CONSEQUENCE, actor, -1, 0, wound, R2)
    elif margin == 0:
        add_boost_against(scene, buffer, actor, R2)
    slot, side = scene.slot_roar[actor] + 0, scene.side[actor] + 0
    add_effect(buffer, FX_ROAR, actor, slot, side, state.roll_skill, R2)
    add_effect(buffer, FX_ASPECT, -1, slot, side, 0, R2)
    add_effect(buffer, FX_FREE, -1, slot, side, free_gained(scene, margin), R2)


@kernel
def write_overcoming(scene: Scene, state: State, buffer: Buffer, margin: int) -> None:
    """O1, O2, Z5: success, success at a cost, or failure."""
    actor, verb = state.roll_actor + 0, state.roll_verb + 0
    moving, other = acting_roll(verb) == MOVE_ROLL, 1 - scene.side[actor]
    fail = scene.move_fail if moving else scene.overcome_fail
    tie = scene.move_tie if moving else scene.overcome_tie
    if verb == V_FULL_ATTACK and scene.all_out_exposes:
        add_boost_for_attacks(scene, buffer, actor, M5)
    if margin < 0:
        if fail == FAIL_COST:
            add_effect(buffer, FX_COST, actor, -1, other, SERIOUS, O1)
    elif margin == 0 and tie == TIE_COST:
        add_effect(buffer, FX_COST, actor, -1, other, MINOR, O1)
    elif margin == 0 and tie == TIE_GIVES_BOOST:
        add_boost_for(scene, buffer, actor, O1)
    else:
        add_success(scene, state, buffer, O1)
        if margin >= scene.style_at and scene.overcome_style:
            add_boost_for(scene, buffer, actor, O1)
