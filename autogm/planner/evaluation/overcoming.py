"""What overcoming something comes to by the static estimate (`estimate`), such as a hindered way, an aspect, or
who stands where it should not: that it is achieved, at a cost or not, or fails.
"""

from __future__ import annotations

from autogm.engine.codes import (
    FAIL_COST,
    OUTSIDE,
    R_OPPOSED,
    TIE_COST,
    TIE_GIVES_BOOST,
    TIE_SUCCEEDS,
    V_FULL_ATTACK,
    V_PULL,
    V_PUSH,
    V_SPRINT,
)
from autogm.engine.event_codes import rule
from autogm.engine.harm import lowest_open_box, lowest_open_consequence, track
from autogm.engine.kinds import acting_roll
from autogm.engine.movement import move_to
from autogm.engine.nodes.cost import can_be_marked
from autogm.engine.nodes.move import get_away
from autogm.engine.nodes.outcome import succeed
from autogm.engine.stack import lowest_bit
from autogm.game.kernels import kernel
from autogm.planner.evaluation.baseline import (
    as_it_is,
    boost_for,
    boost_on,
    go_on,
    hurt,
    more_in_hand,
    stake_of_wounds,
    with_more,
)
from autogm.planner.evaluation.context import SearchContext
from autogm.planner.evaluation.scratch import BEYOND
from autogm.planner.evaluation.strength import HELD
from autogm.planner.evaluation.value import ending

O1 = rule("O1")


@kernel
def overcome(context: SearchContext, row: int, margin: int) -> float:
    """u of overcoming something, a hindered way for one (O1, O2, Z5, M1, M2, M5): it is achieved,
    or not, or at a cost."""
    scene, states, parameters, work = (
        context.scene,
        context.line.states,
        context.parameters,
        context.work,
    )
    state = states[row]
    side, moving = scene.side[state.roll_actor] + 0, state.roll_verb == V_SPRINT
    theirs, own = 0.0, 0.0
    if state.roll_verb == V_FULL_ATTACK and scene.all_out_exposes:
        slot = scene.slot_open[state.roll_actor] + 0
        theirs += more_in_hand(scene, state, parameters, slot, 1 - side, 1)
    if margin <= -scene.style_at and state.roll_flags & R_OPPOSED:
        if (scene.defend_style >> acting_roll(state.roll_verb)) & 1:
            theirs += boost_on(scene, state, parameters, state.roll_actor + 0, 1)
    tie = scene.move_tie if moving else scene.overcome_tie
    if margin < 0 or (margin == 0 and tie != TIE_SUCCEEDS):
        if margin == 0 and tie == TIE_GIVES_BOOST:
            own += boost_for(scene, state, parameters, state.roll_actor + 0)
        plain = with_more(context, row, side, own, theirs)
        fail = scene.move_fail if moving else scene.overcome_fail
        if (margin == 0 and tie != TIE_COST) or (margin < 0 and fail != FAIL_COST):
            return plain
        return at_a_cost(context, row, margin, theirs, plain)
    if margin >= scene.style_at and scene.overcome_style and state.roll_argument != OUTSIDE:
        own += boost_for(scene, state, parameters, state.roll_actor + 0)
    achieve(context, row)
    if work.decides[row]:
        return ending(scene, states[row + 1], work)
    return with_more(context, row + 1, side, own, theirs)


@kernel
def at_a_cost(context: SearchContext, row: int, margin: int, theirs: float, plain: float) -> float:
    """u of a failure or a tie for which the other side names its price (O3): of those that can be
    paid the one that is best for it, and whoever acts pays or fails, which is worth `plain`."""
    scene, parameters = context.scene, context.parameters
    achieve(context, row)
    state = context.line.states[row]
    actor = state.roll_actor + 0
    sign = 1.0 if scene.side[actor] == 0 else -1.0
    harm = track(scene, actor, scene.main_harm)
    shown = track(scene, actor, parameters.harm)
    stress, wounds = state.stress[actor, shown] + 0, state.wounds[actor] + 0
    side, least = 1 - scene.side[actor], BEYOND
    if margin == 0:
        boost = boost_on(scene, state, parameters, actor, 1)
        enemies = state.present & scene.side_mask[side]
        if state.roll_verb == V_SPRINT and state.roll_argument == OUTSIDE and enemies:
            boost = boost_for(scene, state, parameters, lowest_bit(enemies))
        least = sign * paying(context, row, stress, wounds, theirs + boost)
        box = lowest_open_box(scene, state, actor, harm, 1)
        if box:
            checked = stress | (1 << (box - 1)) if harm == shown else stress
            u = paying(context, row, checked, wounds, theirs)
            least = min(least, sign * u)
    else:
        slot = lowest_open_consequence(scene, state, actor, harm)
        if slot >= 0:
            u = paying(context, row, stress, wounds | (1 << slot), theirs)
            least = min(least, sign * u)
        if can_be_marked(scene, state, actor):
            u = paying(context, row, stress, wounds, theirs + parameters.free)
            least = min(least, sign * u)
    return plain if least == BEYOND else sign * max(sign * plain, least)


@kernel
def paying(context: SearchContext, row: int, stress: int, wounds: int, theirs: float) -> float:
    """u had the actor what it overcomes something for, those boxes checked and those consequences
    taken, and the other side so many more invokes in hand. Of who has left only what the stakes
    count matters."""
    scene, states, work = context.scene, context.line.states, context.work
    state = states[row + 1]
    actor = states[row].roll_actor + 0
    there = (state.present >> actor) & 1 == 1
    sure = stake_of_wounds(scene, actor, wounds & ~state.wounds[actor])
    if work.decides[row]:
        return ending(scene, state, work) + sure
    side = scene.side[actor] + 0
    held = work.sum[row + 1, 1 - side, HELD] + 0.0
    work.sum[row + 1, 1 - side, HELD] = held + theirs
    if there:
        u = hurt(context, row + 1, state, actor, stress, wounds)
    else:
        u = sure + as_it_is(context, row + 1)
    work.sum[row + 1, 1 - side, HELD] = held
    return u


@kernel
def achieve(context: SearchContext, row: int) -> None:
    """Bring about what the actor overcomes something for, in the state above, if that is not done
    yet; `work.decides` tells then whether that decides the conflict."""
    scene, states, log, work = context.scene, context.line.states, context.log, context.work
    if work.decides[row] < 0:
        states[row + 1] = states[row]
        state = states[row + 1]
        verb, argument = state.roll_verb + 0, state.roll_argument + 0
        if verb in (V_PUSH, V_PULL):
            count = place(context, row)
        else:
            if verb == V_SPRINT and argument == OUTSIDE:
                get_away(scene, state, log, state.roll_actor)
            elif verb == V_SPRINT:
                move_to(scene, state, log, state.roll_actor, argument, O1)
            else:
                succeed(scene, state, log)
            count = go_on(context, row + 1)
        work.decides[row] = 0 if count != 0 else 1


@kernel
def place(context: SearchContext, row: int) -> int:
    """Put the target of a push or a pull, in the state above, where it is best for who moves it
    (M1, M2), and go on from there. Answers what the step answered."""
    scene, states, work = context.scene, context.line.states, context.work
    actor, target = states[row].roll_actor + 0, states[row].roll_target - 1
    sign = 1.0 if scene.side[actor] == 0 else -1.0
    start = states[row].zone[target] + 0
    best, chosen, follows = -BEYOND, -1, 0
    for zone in range(scene.zones):
        for follow in range(1 if states[row].roll_verb == V_PULL else 0, 2):
            if scene.edge[start, zone]:
                move_both(context, row, zone, follow)
                if go_on(context, row + 1) != 0:
                    u = sign * as_it_is(context, row + 1)
                else:
                    u = sign * ending(scene, states[row + 1], work)
                if u > best:
                    best, chosen, follows = u, zone, follow
    if chosen >= 0:
        move_both(context, row, chosen, follows)
    return go_on(context, row + 1)


@kernel
def move_both(context: SearchContext, row: int, zone: int, follow: int) -> None:
    """Put the target into a zone, in the state above, and the actor where it follows."""
    scene, states, log = context.scene, context.line.states, context.log
    states[row + 1] = states[row]
    state = states[row + 1]
    move_to(scene, state, log, state.roll_target - 1, zone, O1)
    if follow:
        move_to(scene, state, log, state.roll_actor, zone, O1)
