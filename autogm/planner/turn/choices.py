"""The choices of one node of the look ahead: how they are ranked, and which of them are followed as
far as is asked. Ranks stand in a row of `work.rank`, for the side that chooses; `resolve` finds out
what each choice comes to.
"""

from __future__ import annotations

from numba import types

from autogm.engine.codes import N_TURN, T_MOVED
from autogm.engine.jit import kernel
from autogm.engine.pack import verb_of
from autogm.planner.evaluation.context import CONTEXT_TYPE, try_out
from autogm.planner.evaluation.parameters import PARAMETERS_TYPE
from autogm.planner.evaluation.scratch import BEYOND, WORK_TYPE
from autogm.planner.evaluation.value import value
from autogm.planner.turn.turns import is_move, kind_at, worth_a_step

BEAM = 3  # choices of a later turn that are followed further
LAST_BEAM = 2  # … of the last one
AHEAD = 0.05
"""No further choice is followed to the end of its turn once the best is so much, of half of what
lies between losing and winning, ahead of what the next comes to by the static estimate."""
SKIPPED = -BEYOND


@kernel(work=WORK_TYPE)
def best_left(work, level, ranked):
    """The best-ranked choice of a level that was not taken yet; -1: none is left."""
    chosen = 0
    for place in range(1, ranked):
        if work.rank[level, place] > work.rank[level, chosen]:
            chosen = place
    return chosen if work.rank[level, chosen] > SKIPPED else -1


@kernel(work=WORK_TYPE)
def forget_ranks(work, level, count):
    """None of the choices of a level is ranked yet."""
    for place in range(count):
        work.rank[level, place] = SKIPPED


@kernel(context=CONTEXT_TYPE, sign=types.float64)
def rank_by_value(context, level, count, sign):
    """Rank all choices of a level by the value of the position right after each."""
    work = context.work
    for place in range(count):
        try_out(context, level, context.line.buffers[level].action[place])
        u = value(context.scene, context.line.states[level + 1], context.parameters, work)
        work.rank[level, place] = sign * u


@kernel(work=WORK_TYPE)
def turns_to_rank(work, kind, turns):
    """How many turns deep the choices of a node are ranked: by the static estimate or to the end of the turn
    where turns are followed, else as deep as is asked."""
    if work.estimates != 0 and kind == N_TURN and turns >= 0:
        return -work.estimates
    return min(turns, 0)


@kernel
def is_ranked_now(state, action, moving, moves_last):
    """Whether a choice is to be ranked among the moves (`moving`), or before. In a turn with moves
    last those that can be blocked are moves; what is no reason for a free step that was taken is
    not ranked at all."""
    verb = verb_of(action)
    if (moves_last != 0 and is_move(verb)) != (moving != 0):
        return False
    stepped = kind_at(state) == N_TURN and state.turn_flags & T_MOVED != 0
    return not stepped or worth_a_step(verb)


@kernel
def most_followed(kind, rest, turns):
    """How many of the choices of a node, those ranked best, are followed as far as is asked."""
    if kind != N_TURN or rest != 0:
        return 1
    return BEAM if turns > 0 else LAST_BEAM


@kernel(parameters=PARAMETERS_TYPE, work=WORK_TYPE, best=types.float64)
def take_next(parameters, work, level, count, turns, best):
    """The best-ranked choice of a level that was not taken yet, which then is; -1: none is left, or
    the `best` of those taken is too far ahead for the last turn."""
    chosen = best_left(work, level, count)
    if chosen < 0 or (turns == 0 and best - work.rank[level, chosen] > AHEAD * parameters.swing):
        return -1
    work.rank[level, chosen] = SKIPPED
    return chosen
