"""What the outcomes of rolls come to by the static estimate: nothing is played out, only what an outcome
changes of what the sides have (`strength`) is weighed again. Much cheaper than following each
outcome to the end of the turn, and close enough to tell which choices deserve that. Attacks are
told by `blows`, what is overcome by `overcoming`, advantages here; all from what would be there
without the roll (`aftermath`).

Left out by the static estimate: maneuvers that style may bring instead of a boost, ripostes, where a charge
drives its target, and twists. What a group can do with those who have not attacked yet is taken to
be worth as much whatever the attack at hand comes to; where a push puts its target is chosen as if
it came at no cost. Turns are taken to pass on as if nothing had come of the roll: that an outcome
leaves nobody anything to choose, or something where else there was nothing, is not seen. Nor is it
that who has been blocked cannot move after its action. All else is told exactly.
"""

from __future__ import annotations

from autogm.engine.codes import (
    CREATE_ROLL,
    HERE,
    R_AREA,
    R_OPPOSED,
    V_ATTACK,
    V_CHARGE,
    V_CREATE,
    V_FULL_ATTACK,
    V_FULL_DEFENSE,
    V_GRAB,
    V_PULL,
    V_PUSH,
    V_REARM,
    V_REMOVE,
    V_SPRINT,
)
from autogm.engine.kinds import acting_roll
from autogm.engine.records import State
from autogm.game.kernels import kernel
from autogm.planner.evaluation.attacks import failure, success, with_the_rest
from autogm.planner.evaluation.baseline import (
    boost_on,
    more_in_hand,
    with_more,
)
from autogm.planner.evaluation.context import SearchContext
from autogm.planner.evaluation.overcoming import overcome
from autogm.planner.evaluation.value import GUARD

TOLD_ESTIMATED = sum(
    1 << verb
    for verb in (
        V_ATTACK,
        V_CHARGE,
        V_CREATE,
        V_FULL_DEFENSE,
        V_SPRINT,
        V_REMOVE,
        V_PUSH,
        V_PULL,
        V_FULL_ATTACK,
        V_REARM,
        V_GRAB,
    )
)


@kernel
def can_be_estimated(state: State) -> bool:
    """Whether the outcomes of the roll, its dice fallen, are told by what the sides have: an attack
    on one target, an advantage, something overcome."""
    return (TOLD_ESTIMATED >> state.roll_verb) & 1 == 1 and state.roll_flags & R_AREA == 0


@kernel
def estimate(context: SearchContext, row: int, margin: int) -> float:
    """u that the roll of `states[row]` comes to if it ends with a margin. Buffer and state above
    are scratch."""
    state = context.line.states[row]
    if state.roll_verb in (V_ATTACK, V_CHARGE):
        if margin > 0:
            u = success(context, row, margin)
        else:
            u = failure(context, row, margin)
        return with_the_rest(context, row, u, 1.0)
    if acting_roll(state.roll_verb) != CREATE_ROLL:
        return overcome(context, row, margin)
    return advantage(context, row, margin)


@kernel
def advantage(context: SearchContext, row: int, margin: int) -> float:
    """u of creating an advantage (C1-C3, A10), or of a Full Defense (M4)."""
    scene, state, parameters = context.scene, context.line.states[row], context.parameters
    side, slot = scene.side[state.roll_actor] + 0, state.roll_argument + 0
    own, theirs = 0.0, 0.0
    if state.roll_verb == V_FULL_DEFENSE:
        if margin >= 0:
            own = GUARD + (parameters.free if margin >= scene.style_at else 0.0)
        return with_more(context, row, side, own, theirs)
    there = state.here[slot] & HERE != 0
    if margin >= 0:
        gained = 2 if margin >= scene.style_at else 1
        if there and scene.refresh:
            gained = max(0, gained - state.free[slot, side])
        own = more_in_hand(scene, state, parameters, slot, side, gained)
    else:
        if there and scene.existing_fail:
            theirs += more_in_hand(scene, state, parameters, slot, 1 - side, 1)
        if state.roll_flags & R_OPPOSED and margin <= -scene.style_at:
            if (scene.defend_style >> CREATE_ROLL) & 1:
                theirs += boost_on(scene, state, parameters, state.roll_actor + 0, 1)
    return with_more(context, row, side, own, theirs)
