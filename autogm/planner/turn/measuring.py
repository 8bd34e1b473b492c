"""What battles are measured by, for whoever follows their course without thinking about it: how the
sides stand, as the features of the evaluation tell, and the luck of a roll, by how much what its
dice show is worth more than what they could have shown, on average. Luck is told by the static
estimate of each margin with the duel of invokes that follows solved, and not by expanding the turn:
it is asked of every roll.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from autogm.engine.area import raising_side
from autogm.engine.codes import DICE_ANSWER, DICE_REROLL, N_DUEL
from autogm.engine.game import Game
from autogm.engine.layout import LOG
from autogm.engine.records import Scenes
from autogm.engine.stack import dice_flag, kind_at
from autogm.engine.step import Apply
from autogm.game.kernels import ArrayKind, RecordKind, entry, kernel
from autogm.planner.estimate.context import SearchContext
from autogm.planner.estimate.transpositions import TABLE
from autogm.planner.evaluation.parameters import PARAMETERS, parameters_of
from autogm.planner.evaluation.scratch import DEPTH, LINE, WORK
from autogm.planner.evaluation.value import write_features, write_sums
from autogm.planner.policy.tables import POLICY
from autogm.planner.turn.duel import solve_duel
from autogm.planner.turn.margins import index_of
from autogm.planner.turn.rolls import (
    close_books,
    count_raises,
    estimate_margins,
    lay_out,
    let_fall,
    open_books,
    open_estimate,
    reach,
)

SCRATCH = np.dtype(
    [
        ("line", LINE),  # level 0 is the position that is measured
        ("log", LOG),
        ("parameters", PARAMETERS),
        ("work", WORK),
        ("table", TABLE),
        ("policy", POLICY),
        # The roll that is open: its level, the dice of the answer (`rolls.lay_out`), the margin
        # where what is to fall shows 0, the side whose roll it is, who invokes first and whether
        # the other has passed; and whose it is, + 1, while the answer is awaited
        *((name, np.int32) for name in ("source", "second", "middle", "acting", "side", "passed")),
        ("awaited", np.int32),
    ],
    align=True,
)
"""What measuring takes. It is one record, since it is handed on with every step of a battle, and
each array would be counted as a reference there: brawlers take an eighth less so. The table and the
policy stand for those of a search, and are never read."""
if TYPE_CHECKING:
    Scratch: TypeAlias = Any
    Scratches: TypeAlias = Any
else:
    Scratch = RecordKind("Measuring", SCRATCH)
    Scratches = ArrayKind(Scratch)


def scratch_of(game: Game) -> np.ndarray[Any, Any]:
    """What measuring battles of a game takes (1)."""
    scratch = np.zeros(1, SCRATCH)
    scratch["parameters"] = parameters_of(game)
    return scratch


@entry
def stand(scenes: Scenes, scratches: Scratches) -> int:
    """Write the features of the state of level 0, which is not over, into the work record. Returns
    0."""
    one = scratches[0]
    write_sums(scenes[0], one.line.states[0], one.parameters, one.work, DEPTH)
    write_features(one.work, DEPTH)
    return 0


@entry
def luck_of(apply: Apply, scenes: Scenes, scratches: Scratches, count: int, outcome: int) -> float:
    """By how much u is higher where the dice that are pending at level 0 show `outcome` than on
    average over all that they can show: its mean over them is 0. `count` is what the step to that
    state answered. An answer that is still to be rolled counts on average; what the roll is worth
    by margin is kept for it. 0 where the roll has no static estimate (`estimate.outcomes`), as
    those of area attacks, where the conflict is over should nothing come of it, and where an invoke
    rolls again."""
    one = scratches[0]
    context = SearchContext(
        apply, scenes[0], one.line, one.log, one.parameters, one.work, one.table, one.policy
    )
    scene, state = context.scene, one.line.states[0]
    answers = dice_flag(state, DICE_ANSWER)
    if not (answers and one.awaited == 1 + state.roll_actor):
        one.awaited = 0
        if dice_flag(state, DICE_REROLL) or open_roll(context, one, count) == 0:
            return 0.0
    second = 0 if answers else one.second + 0
    toward = -1 if answers else 1
    mean, shown = 0.0, 0.0
    for face in range(scene.outcomes):
        chance = scene.dice[-1 - count, face] + 0.0
        if chance == 0.0:
            continue
        margin, u = one.middle + toward * (face + scene.lowest), 0.0
        if second == 0:
            u = worth_at(context, one, margin)
        else:
            for answer in range(scene.outcomes):
                likely = scene.dice[second - 1, answer] + 0.0
                if likely > 0.0:
                    u += likely * worth_at(context, one, margin - (answer + scene.lowest))
        mean += chance * u
        if face == outcome:
            shown = u
    one.awaited = 1 + state.roll_actor if second else 0
    one.middle += outcome + scene.lowest
    return shown - mean


@kernel
def open_roll(context: SearchContext, one: Scratch, count: int) -> int:
    """Prepare to tell what the roll of level 0 is worth by its margin, as `resolve.expected` does
    for a static estimate. Returns 0 where it cannot be told."""
    states, work, quick = context.line.states, context.work, 1
    work.contempt = 0.0
    source, _, second, _ = lay_out(context, 0, count)
    row = source + 1
    one.source, one.second, one.acting = source, second, raising_side(context.scene, states[source])
    one.middle, opened = let_fall(context, source)
    duel = opened > 0 and kind_at(states[row]) == N_DUEL
    if open_estimate(context, source, duel) == 0:
        return 0
    one.side, one.passed = 0, 0
    close_books(work, row)
    if duel:
        one.side, one.passed = open_books(context, row, opened, quick)
    count_raises(work, row, one.acting + 0)
    return 1


@kernel
def worth_at(context: SearchContext, one: Scratch, margin: int) -> float:
    """u of the roll that is open where its dice come to `margin`."""
    parameters, work, source, acting = context.parameters, context.work, one.source, one.acting
    row = source + 1
    less, more = reach(work, row, acting)
    estimate_margins(context, source, 0, margin - less, margin + more)
    if less or more:
        return solve_duel(parameters, work, row, margin, acting, one.side + 0, one.passed + 0)
    return work.final[row, 0, index_of(margin)] + 0.0
