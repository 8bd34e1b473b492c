"""What the outcomes of rolls are worth by the static estimate: nothing is played out, only what an
outcome changes of what the sides have (`strength`) is weighed again. Much cheaper than expanding
each outcome to the end of the turn, and close enough to tell which choices deserve that. What an
outcome does is what the engine says that it does (`autogm.engine.effects`); hits are weighed by
`attacks`, what is overcome by `overcoming`, all else here, each from what would be there without
the roll (`baseline`).

Left out are: maneuvers that style may bring instead of a boost, ripostes, where a charge drives its
target, what may be had of a failed advantage, and twists; where a push puts its target is chosen as
if it came at no cost. Turns are taken to pass on as if nothing had come of the roll: that an
outcome leaves nobody anything to choose, or something where else there was nothing, is not seen.
Where none of this matters an estimate is what expanding finds: `tests/planner/test_one_rule.py`
compares them, over every option of a ruleset that either depends on, and `test_estimate.py` bounds
what is left out.
"""

from __future__ import annotations

from autogm.engine.codes import (
    FX_ACHIEVE,
    FX_BOX,
    FX_COST,
    FX_HIT,
    FX_STYLE,
    GM,
    PLAYERS,
    R_AREA,
    V_ATTACK,
    V_CHARGE,
    V_CREATE,
    V_FULL_ATTACK,
    V_FULL_DEFENSE,
    V_GRAB,
    V_OVERCOME,
    V_PULL,
    V_PUSH,
    V_RECOVER,
    V_SPRINT,
)
from autogm.engine.effects import brings
from autogm.engine.kinds import mask_of
from autogm.engine.nodes.outcome import write_outcome
from autogm.engine.records import State
from autogm.game.kernels import kernel
from autogm.planner.estimate.attacks import attacked
from autogm.planner.estimate.baseline import (
    KEPT,
    WRITTEN,
    hand_over,
    hurt,
    marked,
    more_held,
    with_more,
)
from autogm.planner.estimate.context import SearchContext
from autogm.planner.estimate.overcoming import achieved, at_a_cost
from autogm.planner.evaluation.strength import HELD

ESTIMATED = (
    V_ATTACK, V_CHARGE, V_CREATE, V_FULL_DEFENSE, V_SPRINT, V_OVERCOME, V_PUSH, V_PULL,
    V_FULL_ATTACK, V_RECOVER, V_GRAB,
)  # fmt: skip
"""The verbs whose rolls have a static estimate."""
ESTIMATED_MASK = mask_of(ESTIMATED)


@kernel
def can_be_estimated(state: State) -> bool:
    """Whether the outcomes of the roll, its dice fallen, are told by what the sides have: an attack
    on one target, an advantage, something overcome."""
    return (ESTIMATED_MASK >> state.roll_verb) & 1 == 1 and state.roll_flags & R_AREA == 0


@kernel
def estimate(context: SearchContext, row: int, margin: int) -> float:
    """u that the roll of `states[row]` is worth if it ends with a margin. Buffers and states above
    are scratch."""
    buffer = context.line.buffers[row + WRITTEN]
    write_outcome(context.scene, context.line.states[row], buffer, margin, 0)
    if brings(buffer, FX_STYLE) or brings(buffer, FX_HIT):
        u = attacked(context, row)
    elif brings(buffer, FX_ACHIEVE):
        u = achieved(context, row)
    elif brings(buffer, FX_COST):
        u = at_a_cost(context, row)
    else:
        u = as_written(context, row)
    return u


@kernel
def as_written(context: SearchContext, row: int) -> float:
    """u of effects that change nothing but invokes in hand and the actor's boxes."""
    states, work = context.line.states, context.work
    players, gm = more_held(context, row, states[row + KEPT].present + 0)
    if not brings(context.line.buffers[row + WRITTEN], FX_BOX):
        return with_more(context, row, players, gm)
    actor = states[row].roll_actor + 0
    stress, wounds = marked(context, row, actor)
    held_p, held_g = work.sum[row, PLAYERS, HELD] + 0.0, work.sum[row, GM, HELD] + 0.0
    hand_over(work, row, players, gm)
    u = hurt(context, row, states[row + KEPT], actor, stress, wounds)
    work.sum[row, PLAYERS, HELD] = held_p
    work.sum[row, GM, HELD] = held_g
    return u
