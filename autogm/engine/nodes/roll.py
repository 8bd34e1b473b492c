"""Rolling: how a roll is begun, and what happens when its dice fall (D1, D4, T4). A roll is one at
a time; its facts stand in the state's `roll_` fields until the action is over, its dice only while
someone could still reroll them. Which skill rolls is `nodes/skill.py`.
"""

from __future__ import annotations

from autogm.engine.aspects import invokes_against, remove_aspect
from autogm.engine.codes import (
    ATTACK_ROLL,
    DICE_ANSWER,
    DICE_REROLL,
    F_LETHAL,
    HERE,
    L_POINT,
    N_AREA,
    N_CONCEDE,
    N_DEFEND,
    N_DICE,
    N_DUEL,
    N_FINISH,
    N_OUTCOME,
    N_SKILL,
    R_AREA,
    R_LETHAL,
    R_OPPOSED,
    R_UNSUITED,
    S_AREA,
    S_LETHAL,
    V_ROAR,
)
from autogm.engine.event_codes import (
    EV_REROLL,
    EV_ROLL,
    EV_STATUS,
    EV_STUNT,
    HELD_SHIFT,
    MEETS_OFFSET,
    P_STUNT,
    X_GUARD_DOWN,
    rule,
)
from autogm.engine.harm import could_concede
from autogm.engine.kinds import acting_roll, answering_roll
from autogm.engine.log import emit
from autogm.engine.nodes.finish import settle_declaration, spend_action
from autogm.engine.nodes.invoke import prepare_duel
from autogm.engine.points import spend
from autogm.engine.reasons import tell_bonuses
from autogm.engine.records import Log, Scene, State
from autogm.engine.roar import use_skill
from autogm.engine.stack import lowest_bit, on_turn, pop, push
from autogm.engine.stunts import roll_bonus
from autogm.engine.teamwork import helpers, release_helpers
from autogm.engine.weight import plus_dice
from autogm.game.dice import FACES_SHIFT, OUTCOME_MASK
from autogm.game.kernels import kernel

D1, D4, E4, H9, M4, N5 = (rule(name) for name in ("D1", "D4", "E4", "H9", "M4", "N5"))


@kernel
def begin_roll(
    scene: Scene,
    state: State,
    verb: int,
    actor: int,
    target: int,
    argument: int,
    against: int,
    flags: int,
) -> None:
    """Begin an action that rolls: against `target` (-1: passive, of difficulty `against`). Pushes
    what follows, innermost last: skill, concessions, answer, dice, duel of invokes, outcome."""
    side = scene.side[actor]
    state.roll_verb = verb
    state.roll_actor = actor
    state.roll_target = target + 1
    state.roll_argument = argument
    state.roll_against = against
    opposed = target >= 0
    state.roll_flags = flags | (R_OPPOSED if opposed else 0)
    push(state, N_FINISH, actor, side, 0)
    if flags & R_AREA:
        push(state, N_AREA, actor, side, 0)
        push(state, N_DUEL, actor, side, 0)
    else:
        push(state, N_OUTCOME, actor, side, 0)
        push(state, N_DUEL, actor, side, 0)
        if opposed:
            push(state, N_DICE, target, scene.side[target], 1)
    push(state, N_DICE, actor, side, 0)
    if opposed:
        push(state, N_DEFEND, target, scene.side[target], 0)
    if scene.concede and verb != V_ROAR:
        own, other = could_concede(scene, state, side), could_concede(scene, state, 1 - side)
        if other:
            push(state, N_CONCEDE, actor, 1 - side, 0)
        if own:
            push(state, N_CONCEDE, actor, side, 0)
        if own == 0 and other == 0:
            settle_declaration(state)
    if verb != V_ROAR:
        push(state, N_SKILL, actor, side, 0)


@kernel
def call_all(scene: Scene, state: State, log: Log, fighter: int) -> None:
    """The dice fall: the stunts called on with the skill are used up."""
    called, stunt = state.roll_called + 0, 0
    while called >> stunt:
        if (called >> stunt) & 1:
            call_stunt(scene, state, log, fighter, stunt)
        stunt += 1
    state.roll_called = 0


@kernel
def call_stunt(scene: Scene, state: State, log: Log, fighter: int, stunt: int) -> None:
    """Use a stunt with a limit: once, or for a point each time."""
    rule_code, does = N5, scene.stunt_does[fighter, stunt]
    if does == S_LETHAL:
        rule_code = H9
    elif does == S_AREA:
        rule_code = E4
    if scene.stunt_limit[fighter, stunt] == L_POINT:
        spend(scene, state, log, scene.purse[fighter], -1, P_STUNT, rule_code)
    elif scene.stunt_limit[fighter, stunt]:
        state.used[fighter] = state.used[fighter] | (1 << stunt)
    emit(log, EV_STUNT, fighter, stunt, 0, 0, 0, rule_code)


@kernel
def dice_replaced(scene: Scene, state: State) -> int:
    """How many dice of the pending roll weight replaces (W2)."""
    top = state.depth - 1
    roller = state.pending[top, 1]
    if state.pending[top, 3] & DICE_ANSWER:
        return plus_dice(scene, state, roller, state.roll_actor, answering_roll(state.roll_verb))
    opponent = state.roll_target - 1
    if state.roll_flags & R_AREA:
        opponent = anyone_in(scene, state, state.roll_argument, 1 - scene.side[roller])
    return plus_dice(scene, state, roller, opponent, acting_roll(state.roll_verb))


@kernel
def anyone_in(scene: Scene, state: State, zone: int, side: int) -> int:
    """The first fighter of a side in a zone, or -1."""
    there = state.present_in[zone] & scene.side_mask[side]
    return lowest_bit(there) if there else -1


@kernel
def by_numbers(scene: Scene, state: State, roller: int) -> int:
    """What a mob gains on every roll by its numbers, whatever its rating (N4)."""
    return max(0, state.members[roller] - 1) if scene.mob[roller] else 0


@kernel
def take_misfit(scene: Scene, state: State) -> int:
    """What the roll loses by a skill that does not suit the aspect (C6). It is told once: nothing
    after the dice asks for it."""
    if state.roll_flags & R_UNSUITED == 0:
        return 0
    state.roll_flags = state.roll_flags & ~R_UNSUITED
    return scene.unsuited + 0


@kernel
def apply_dice(scene: Scene, state: State, action: int, log: Log) -> None:
    """A roll: its sum, ratings, stunts and help go into the margin. A reroll (a bit of the entry's
    number) replaces the dice and keeps the bonuses (A3)."""
    top = state.depth - 1
    roller, number = state.pending[top, 1], state.pending[top, 3]
    answering = number & DICE_ANSWER
    replaced = dice_replaced(scene, state)
    pop(state)
    value = scene.lowest + (action & OUTCOME_MASK)
    sign = -1 if answering else 1
    if number & DICE_REROLL:
        state.margin = state.margin + sign * (value - state.die[answering])
        state.die[answering] = value
        emit(log, EV_REROLL, roller, value, action >> FACES_SHIFT, replaced, answering, D1)
        prepare_duel(scene, state)
        return
    verb = state.roll_verb
    if answering:
        skill, kind = state.roll_answer - 1, answering_roll(verb)
        opponent = state.roll_actor
    else:
        skill, kind = state.roll_skill, acting_roll(verb)
        opponent = state.roll_target - 1
        begin_action(scene, state, log, roller)
    use_skill(scene, state, log, roller, skill)
    numbers = by_numbers(scene, state, roller)
    lost = 0 if answering else take_misfit(scene, state)
    bonus = numbers - lost
    if scene.bonus_stunts[roller]:
        bonus += roll_bonus(scene, state, roller, kind, skill, opponent)
    if scene.teamwork:
        bonus += helpers(scene, state, roller, kind, skill)
    if log.on and (bonus or lost):
        tell_bonuses(scene, state, log, roller, kind, skill, opponent, numbers, lost)
    if scene.teamwork:
        release_helpers(scene, state, roller)
    passive, meets, held = 0, 0, 0
    if answering and state.roll_flags & R_AREA:
        meets = state.margin + MEETS_OFFSET
    rating = scene.rating[roller, kind, skill]
    state.margin = state.margin + sign * (rating + bonus + value)
    if answering == 0 and state.roll_flags & R_OPPOSED == 0 and state.roll_flags & R_AREA == 0:
        state.margin = state.margin - state.roll_against
        passive, held = state.roll_against + 1, invokes_against(scene, state)
        state.roll_against = 0
    state.die[answering] = value
    emit(
        log,
        EV_ROLL,
        roller,
        value,
        action >> FACES_SHIFT,
        replaced | (passive << 2) | (held << HELD_SHIFT),
        (rating + 512) | ((bonus + 512) << 10) | (skill << 20) | (kind << 26) | (meets << 30),
        D4,
    )
    if state.pending[state.depth - 1, 0] == N_DUEL:
        open_duel(scene, state)


@kernel
def drop_guard(scene: Scene, state: State, log: Log, fighter: int) -> None:
    """Taking another action ends a Full Defense (M4)."""
    slot = scene.slot_guard[fighter]
    if state.here[slot]:
        emit(log, EV_STATUS, fighter, X_GUARD_DOWN, 0, 0, 0, M4)
        remove_aspect(scene, state, log, slot, M4)


@kernel
def begin_action(scene: Scene, state: State, log: Log, actor: int) -> None:
    """The dice are rolled: the action is spent, a Full Defense ends, and a lethal preparation
    goes into this attack, hit or miss (M5)."""
    call_all(scene, state, log, actor)
    if on_turn(state, actor):
        drop_guard(scene, state, log, actor)
        spend_action(scene, state)
    if acting_roll(state.roll_verb) == ATTACK_ROLL:
        if state.flags[actor] & F_LETHAL:
            state.flags[actor] = state.flags[actor] & ~F_LETHAL
            state.roll_flags = state.roll_flags | R_LETHAL
        if state.ambush and scene.ambush_lethal == scene.side[actor]:
            state.ambush = 0
            state.roll_flags = state.roll_flags | R_LETHAL


@kernel
def open_duel(scene: Scene, state: State) -> None:
    """Count what either side can invoke, once the dice of both have fallen."""
    target = state.roll_target - 1
    if acting_roll(state.roll_verb) == ATTACK_ROLL and target >= 0:
        if state.here[scene.slot_guard[target]] & HERE:
            state.roll_guard = 1
    prepare_duel(scene, state)
