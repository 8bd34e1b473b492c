"""The most that a choice of a turn that takes a roll can be expected to bring: by the static
estimate, from what the sides have once the turn is over and nothing came of it, and its best
outcome. Of longer moves, advantages, what is overcome, full defenses and full attacks that is
quickly told, and mostly it is less than what an attack is worth or what is had by staying. So a
tactician looks only at those that may be the best of their turn (a branch and bound).

Invokes raise nothing above the best outcome, and whoever uses one does so for what it brings. A
longer move may be sure to succeed, and is passed over only where arriving itself is behind; what
all else brings at best is counted by what can be counted on (`PROSPECT`).
"""

from __future__ import annotations

from autogm.engine.codes import (
    OUTSIDE,
    V_CREATE,
    V_FULL_ATTACK,
    V_FULL_DEFENSE,
    V_OVERCOME,
    V_SPRINT,
)
from autogm.engine.kinds import mask_of
from autogm.engine.nodes.finish import spend_action
from autogm.engine.pack import first, verb_of
from autogm.engine.weight import enter, leave
from autogm.game.kernels import kernel
from autogm.planner.estimate.baseline import go_on, more_in_hand, with_more
from autogm.planner.estimate.context import SearchContext
from autogm.planner.evaluation.scratch import BEYOND
from autogm.planner.evaluation.value import GUARD, LETHAL, usable_share

BOUNDED = mask_of((V_CREATE, V_FULL_ATTACK, V_FULL_DEFENSE, V_OVERCOME, V_SPRINT))
"""The verbs whose best outcome is told."""
PROSPECT = 0.7
"""How much of what the best outcome brings in invokes can be expected at most. With 1 hardly a
choice changes, with 0.5 five times as much is given away (`evaluation/HISTORY.md`)."""
MOST_FREE = 2  # free invokes that an advantage can bring


@kernel
def open_bounds(context: SearchContext, level: int) -> bool:
    """Record what the sides have where the turn of `states[level]` goes on once its action is
    spent and nothing came of it, in the row above, which nothing else in the turn writes to. False
    where there is nothing to go on to."""
    states = context.line.states
    states[level + 1] = states[level]
    spend_action(context.scene, states[level + 1])
    return go_on(context, level + 1) != 0


@kernel
def is_bounded(action: int) -> bool:
    """Whether the most that a choice of a turn can bring is told."""
    verb = verb_of(action)
    return (BOUNDED >> verb) & 1 == 1 and (verb != V_SPRINT or first(action) != OUTSIDE)


@kernel
def at_best(context: SearchContext, level: int, action: int) -> float:
    """The most that a choice of the turn at `states[level]` can be worth, for the side that makes
    it; what `open_bounds` took down is in the row above. States further above are scratch."""
    scene, parameters = context.scene, context.parameters
    state = context.line.states[level]
    verb, slot, fighter = verb_of(action), first(action), state.pending[state.depth - 1, 1] + 0
    side, boost = scene.side[fighter] + 0, parameters.free + 0.0
    if verb == V_SPRINT:
        return max(with_boost(context, level + 1, side), arriving(context, level, fighter, slot))
    if verb == V_CREATE:
        more = more_in_hand(scene, state, parameters, slot, side, MOST_FREE, 0)
        return in_hand(context, level + 1, side, max(boost, more), 0.0)
    if verb == V_FULL_DEFENSE:
        return in_hand(context, level + 1, side, GUARD + boost, 0.0)
    if verb == V_FULL_ATTACK:
        return in_hand(context, level + 1, side, LETHAL + boost, 0.0)
    other = 1 - side
    held = state.free[slot, other] * usable_share(scene, state, parameters, slot, other)
    return in_hand(context, level + 1, side, boost, parameters.free * held)


@kernel
def in_hand(context: SearchContext, row: int, side: int, more: float, less: float) -> float:
    """What a row of the sums is worth to a side that has so many more invokes in hand, and the
    other so many less."""
    more, less = PROSPECT * more, PROSPECT * less
    if side == 0:
        return with_more(context, row, more, -less)
    return -with_more(context, row, -less, more)


@kernel
def with_boost(context: SearchContext, row: int, side: int) -> float:
    """The same with a boost."""
    return in_hand(context, row, side, context.parameters.free + 0.0, 0.0)


@kernel
def arriving(context: SearchContext, level: int, fighter: int, zone: int) -> float:
    """What a longer move is worth to the side of a fighter that reaches a zone by it, with a boost;
    more than all else where that decides the conflict."""
    scene, states = context.scene, context.line.states
    above = level + 2
    states[above] = states[level]
    leave(scene, states[above], fighter)
    enter(scene, states[above], fighter, zone)
    spend_action(scene, states[above])
    if go_on(context, above) == 0:
        return BEYOND
    return with_boost(context, above, scene.side[fighter] + 0)
