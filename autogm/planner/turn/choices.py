"""The choices of one node of the lookahead: how they are ranked, and which of them are expanded to
the full depth. Ranks are in a row of `work.rank`, for the side that chooses; `resolve` works out
what each choice is worth.
"""

from __future__ import annotations

from autogm.engine.codes import N_TURN, T_MOVED, V_DIVIDE
from autogm.engine.pack import verb_of
from autogm.engine.records import State
from autogm.engine.stack import kind_at
from autogm.game.kernels import kernel
from autogm.planner.estimate.context import SearchContext, try_out
from autogm.planner.estimate.overcoming import less_its_price
from autogm.planner.evaluation.parameters import Parameters
from autogm.planner.evaluation.scratch import BEYOND, Work
from autogm.planner.evaluation.value import value
from autogm.planner.turn.turns import is_move, worth_a_step

BEAM = 3  # choices of a later turn that are expanded further
LAST_BEAM = 2  # … of the last one
AHEAD = 0.05
"""No further choice is expanded to the end of its turn if the best is ahead of the next one's
static estimate by more than this share of half the difference between losing and winning."""
SKIPPED = -BEYOND


@kernel
def best_left(work: Work, level: int, ranked: int) -> int:
    """The best-ranked choice of a level that was not taken yet; -1 if none is left."""
    chosen = 0
    for place in range(1, ranked):
        if work.rank[level, place] > work.rank[level, chosen]:
            chosen = place
    return chosen if work.rank[level, chosen] > SKIPPED else -1


@kernel
def forget_ranks(work: Work, level: int, count: int) -> None:
    """Mark all choices of a level as not ranked yet."""
    for place in range(count):
        work.rank[level, place] = SKIPPED


@kernel
def rank_by_value(context: SearchContext, level: int, count: int, sign: float) -> None:
    """Rank all choices of a level by the value of the position right after each."""
    work = context.work
    for place in range(count):
        action = context.line.buffers[level].action[place]
        try_out(context, level, action)
        u = value(context.scene, context.line.states[level + 1], context.parameters, work)
        u = less_its_price(context.scene, context.line.states[level], context.parameters, action, u)
        work.rank[level, place] = sign * u


@kernel
def turns_to_rank(work: Work, kind: int, turns: int) -> int:
    """How many turns deep the choices of a node are ranked: if turns are expanded, by the static
    estimate or to the end of the turn, else to the full depth."""
    if work.estimates != 0 and kind == N_TURN and turns >= 0:
        return -work.estimates
    return min(turns, 0)


@kernel
def is_ranked_now(state: State, action: int, moving: int, moves_last: int) -> bool:
    """Whether a choice is ranked in this pass: among the moves (`moving`), or before them. In a
    turn with moves last, moves are what can be blocked; what is no reason for a free step that was
    taken is not ranked at all, nor is a division of a mob."""
    verb = verb_of(action)
    if (moves_last != 0 and is_move(verb)) != (moving != 0):
        return False
    if verb == V_DIVIDE:
        return False
    stepped = kind_at(state) == N_TURN and state.turn_flags & T_MOVED != 0
    return not stepped or worth_a_step(verb)


@kernel
def most_expanded(kind: int, rest: int, turns: int) -> int:
    """How many of the best-ranked choices of a node are expanded to the full depth."""
    if kind != N_TURN or rest != 0:
        return 1
    return BEAM if turns > 0 else LAST_BEAM


@kernel
def take_next(
    parameters: Parameters, work: Work, level: int, count: int, turns: int, best: float
) -> int:
    """Take the best-ranked choice of a level that was not taken yet; -1 if none is left, or if the
    `best` of those taken is too far ahead for the last turn."""
    chosen = best_left(work, level, count)
    if chosen < 0 or (turns == 0 and best - work.rank[level, chosen] > AHEAD * parameters.swing):
        return -1
    work.rank[level, chosen] = SKIPPED
    return chosen
