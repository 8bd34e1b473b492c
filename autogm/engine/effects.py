"""What the outcome of a roll does, as effects: one row each for free invokes, a boost, a box, a
hit, a choice that follows. Whoever reads a margin (`nodes/outcome`), what style brings
(`nodes/bonus`) or a cost (`nodes/cost`) writes effects into a buffer and changes nothing; the
engine brings them about here, in the order in which they were written, and the planner weighs them
(`planner.estimate.outcomes`). So what an outcome does stands in one place. No effect depends on
one that was written before it.
"""

from __future__ import annotations

from autogm.engine.area import note_gain, put_off_riposte
from autogm.engine.aspects import add_free, boost, put_aspect, remove_aspect, set_here
from autogm.engine.codes import (
    F_DISARMED,
    F_LETHAL,
    FX_ACHIEVE,
    FX_ASPECT,
    FX_BOOST,
    FX_BOX,
    FX_CONSEQUENCE,
    FX_COST,
    FX_DAMAGE,
    FX_DISARM,
    FX_DRIVE,
    FX_EXPLORED,
    FX_FREE,
    FX_GUARD,
    FX_HIT,
    FX_MOVE,
    FX_REVEAL,
    FX_RIPOSTE,
    FX_ROAR,
    FX_SPOIL,
    FX_STYLE,
    GM,
    HERE,
    HIDDEN_GM,
    HIDDEN_PLAYERS,
    ITEM_CARRIED,
    N_ARRIVE,
    N_BONUS,
    N_DRIVE,
    N_NAME_COST,
    N_PLACE,
    N_SPOIL,
    R_AREA,
    V_FULL_ATTACK,
    V_GRAB,
    V_OVERCOME,
    V_PULL,
    V_PUSH,
    V_RECOVER,
    V_SPRINT,
    ZONE_SUBJECT,
)
from autogm.engine.event_codes import (
    EV_DAMAGE,
    EV_DISCOVER,
    EV_ITEM,
    EV_STATUS,
    EV_STUNT,
    X_DISARMED,
    X_GUARD_UP,
    X_LETHAL_READY,
    X_REARMED,
    X_ROARS,
    rule,
)
from autogm.engine.harm import check_box, hit, take_consequence
from autogm.engine.layout import MOST_EFFECTS
from autogm.engine.log import emit
from autogm.engine.mobs import reveal
from autogm.engine.movement import move_to
from autogm.engine.records import Buffer, Log, Scene, State
from autogm.engine.stack import here_still, push
from autogm.engine.weight import stands_fast
from autogm.game.kernels import kernel

GAINS = sum(
    1 << does
    for does in (
        FX_REVEAL,
        FX_EXPLORED,
        FX_STYLE,
        FX_DRIVE,
        FX_ACHIEVE,
        FX_GUARD,
        FX_ROAR,
    )
)
"""Effects that are always for whoever acts."""
A11, A14, H7, M5, M7 = (rule(name) for name in ("A11", "A14", "H7", "M5", "M7"))


# Writing them


@kernel
def no_effects(buffer: Buffer) -> None:
    """An outcome that does nothing yet."""
    buffer.effects, buffer.kinds = 0, 0


@kernel
def add_effect(
    buffer: Buffer, does: int, who: int, slot: int, side: int, number: int, cause: int
) -> None:
    """Write an effect after those that are there."""
    place = buffer.effects + 0
    if place >= MOST_EFFECTS:
        raise OverflowError("effects")
    row = buffer.effect[place]
    row.does, row.who, row.slot, row.side, row.number = does, who, slot, side, number
    row.by, row.harm, row.lethal, row.margin, row.cause = -1, 0, 0, 0, cause
    buffer.effects = place + 1
    buffer.kinds = buffer.kinds | (1 << does)


@kernel
def add_hit(
    buffer: Buffer,
    does: int,
    who: int,
    by: int,
    shifts: int,
    harm: int,
    lethal: int,
    margin: int,
    cause: int,
) -> None:
    """Write a hit of so many shifts (`FX_HIT`), or that so many are dealt (`FX_DAMAGE`)."""
    add_effect(buffer, does, who, -1, 0, shifts, cause)
    row = buffer.effect[buffer.effects - 1]
    row.by, row.harm, row.lethal, row.margin = by, harm, lethal, margin


@kernel
def add_box(buffer: Buffer, who: int, harm: int, box: int, cause: int) -> None:
    """Write that a box of a track is checked."""
    add_effect(buffer, FX_BOX, who, -1, 0, box, cause)
    buffer.effect[buffer.effects - 1].harm = harm


@kernel
def add_boost_against(scene: Scene, buffer: Buffer, fighter: int, cause: int) -> None:
    """Write a boost that the other side may use against `fighter` (A5)."""
    side = 1 - scene.side[fighter]
    add_effect(buffer, FX_BOOST, fighter, scene.slot_on[fighter], side, 1, cause)


@kernel
def add_boost_for_attacks(scene: Scene, buffer: Buffer, fighter: int, cause: int) -> None:
    """Write a boost that the other side may use for an attack on `fighter` and nothing else
    (M5)."""
    side = 1 - scene.side[fighter]
    add_effect(buffer, FX_BOOST, fighter, scene.slot_open[fighter], side, 1, cause)


@kernel
def add_boost_for(scene: Scene, buffer: Buffer, fighter: int, cause: int) -> None:
    """Write a boost that `fighter`'s side may use for its rolls (A5)."""
    side = scene.side[fighter]
    add_effect(buffer, FX_BOOST, fighter, scene.slot_for[fighter], side, 1, cause)


@kernel
def add_success(scene: Scene, state: State, buffer: Buffer, cause: int) -> None:
    """Write that the actor has what it overcomes something for; by some rulesets a Full Attack
    exposes only who succeeds in it (M5)."""
    actor = state.roll_actor + 0
    add_effect(buffer, FX_ACHIEVE, actor, -1, 0, 0, cause)
    if state.roll_verb == V_FULL_ATTACK and scene.all_out_exposes == 0:
        add_boost_for_attacks(scene, buffer, actor, M5)


@kernel
def brings(buffer: Buffer, does: int) -> bool:
    """Whether an effect of that kind was written."""
    return (buffer.kinds >> does) & 1 == 1


@kernel
def place_of(buffer: Buffer, does: int) -> int:
    """Where the effect of that kind stands that was written first; there must be one."""
    place = 0
    while buffer.effect[place].does != does:
        place += 1
    return place


@kernel
def gains(scene: Scene, state: State, buffer: Buffer, actor: int) -> bool:
    """Whether what was written brings the actor anything that a twist could replace (F6): an
    aspect, free invokes that there is room for, a hit of a shift or more on an enemy, what it
    overcame something for, or what style may bring. A cost that is yet to be named is none, nor is
    what the others get."""
    side = scene.side[actor]
    for place in range(buffer.effects):
        row = buffer.effect[place]
        does, slot, number = row.does + 0, row.slot + 0, row.number + 0
        if does in (FX_FREE, FX_BOOST):
            if row.side == side and state.free[slot, side] < scene.free_cap and number > 0:
                return True
        elif does == FX_HIT:
            if row.by == actor and number > 0 and scene.side[row.who] != side:
                return True
        elif does == FX_ASPECT:
            if row.side == side:
                return True
        elif (GAINS >> does) & 1:
            return True
    return False


# Bringing them about


@kernel
def bring_about(scene: Scene, state: State, buffer: Buffer, log: Log) -> None:
    """Do what was written. Choices that follow are pushed, so that the last is made first."""
    for place in range(buffer.effects):
        bring(scene, state, buffer, place, log)


@kernel
def bring(scene: Scene, state: State, buffer: Buffer, place: int, log: Log) -> None:
    """Bring one effect about."""
    row = buffer.effect[place]
    does, who, slot, side, number = (
        row.does + 0,
        row.who + 0,
        row.slot + 0,
        row.side + 0,
        row.number + 0,
    )
    cause = row.cause + 0
    if does == FX_BOOST:
        held = state.free[slot, side] + 0
        boost(scene, state, log, who, slot, side, cause)
        note_gain(scene, state, slot, state.free[slot, side] - held)
    elif does in (FX_DAMAGE, FX_HIT) and state.roll_flags & R_AREA and who == state.roll_actor:
        if does == FX_HIT:
            put_off_riposte(state, row.by + 0, number, row.harm + 0)
    elif does == FX_HIT:
        hit(scene, state, log, row.by, who, number, row.harm, row.lethal)
    elif does == FX_DAMAGE:
        emit(log, EV_DAMAGE, row.by, number, who, row.lethal, row.margin, cause)
    elif does == FX_FREE:
        add_free(scene, state, log, slot, side, number, cause)
    elif does == FX_ASPECT:
        put_aspect(scene, state, log, slot, who, cause)
    elif does == FX_ACHIEVE:
        achieve(scene, state, log)
    elif does == FX_BOX:
        check_box(state, log, who, row.harm, number, cause)
    elif does == FX_CONSEQUENCE:
        take_consequence(scene, state, log, who, number, cause)
    elif does == FX_STYLE:
        push(state, N_BONUS, who, side, number)
    elif does == FX_DRIVE:
        push(state, N_DRIVE, who, side, 0)
    elif does == FX_COST:
        push(state, N_NAME_COST, who, side, number)
    elif does == FX_SPOIL:
        push(state, N_SPOIL, who, side, slot)
    elif does == FX_MOVE:
        move_to(scene, state, log, who, number, cause)
    elif does == FX_RIPOSTE:
        if scene.stunt_limit[who, number]:
            state.used[who] = state.used[who] | (1 << number)
        emit(log, EV_STUNT, who, number, scene.stunt_amount[who, number], 0, 0, cause)
    elif does == FX_DISARM:
        state.flags[who] = state.flags[who] | F_DISARMED
        emit(log, EV_STATUS, who, X_DISARMED, 0, 0, 0, cause)
    elif does == FX_GUARD:
        set_here(scene, state, slot, HERE)
        emit(log, EV_STATUS, who, X_GUARD_UP, 0, 0, 0, cause)
    elif does == FX_ROAR:
        state.roars[who] = number + 1
        emit(log, EV_STATUS, who, X_ROARS, number, 0, 0, cause)
    elif does == FX_REVEAL:
        hidden = HIDDEN_GM if side == GM else HIDDEN_PLAYERS
        reveal(scene, state, slot, hidden)
        emit(log, EV_DISCOVER, who, slot, 0, 0, 0, cause)
    elif does == FX_EXPLORED:
        show_zone(scene, state, log, slot)


@kernel
def show_zone(scene: Scene, state: State, log: Log, slot: int) -> None:
    """A zone is explored: what hides it is replaced by the aspect of that slot (A14)."""
    zone = scene.slot_subject[slot] - ZONE_SUBJECT
    for other in range(scene.zone_slots[zone], scene.zone_slots[zone + 1]):
        if other != slot and scene.slot_hides[other] and state.here[other] & HERE:
            remove_aspect(scene, state, log, other, A14)


@kernel
def achieve(scene: Scene, state: State, log: Log) -> None:
    """What the actor overcame for happens, cost or no cost."""
    actor, verb, argument = state.roll_actor, state.roll_verb, state.roll_argument
    if not here_still(state, actor):
        return
    if verb == V_SPRINT:
        push(state, N_ARRIVE, actor, scene.side[actor], argument)
    elif verb == V_OVERCOME:
        remove_aspect(scene, state, log, argument, A11)
    elif verb in (V_PUSH, V_PULL):
        if not stands_fast(scene, state, state.roll_target - 1):
            push(state, N_PLACE, actor, scene.side[actor], 0)
    elif verb == V_FULL_ATTACK:
        state.flags[actor] = state.flags[actor] | F_LETHAL
        emit(log, EV_STATUS, actor, X_LETHAL_READY, 0, 0, 0, M5)
    elif verb == V_RECOVER:
        state.flags[actor] = state.flags[actor] & ~F_DISARMED
        emit(log, EV_STATUS, actor, X_REARMED, 0, 0, 0, M7)
    elif verb == V_GRAB:
        state.item = ITEM_CARRIED + actor
        emit(log, EV_ITEM, actor, -1, 0, 0, 0, H7)
