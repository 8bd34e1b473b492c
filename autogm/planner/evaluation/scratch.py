"""What the planner's kernels work in: two records that whoever thinks hands down, since kernels
allocate nothing. `line` has the states that are being followed, `work` what is found out about
them. A level is one decision or roll of those; a row of the sums is a level's, and the last one is
there for plain values.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from autogm.engine.layout import BUFFER, MAX_ACTIONS, STATE
from autogm.game.kernels import ArrayKind, RecordKind
from autogm.model.words import MAX_FIGHTERS
from autogm.planner.evaluation.weights import FEATURES

DEPTH = 64  # decisions and rolls that turns are followed through
MARGINS, MIDDLE = 96, 48  # margins that are told apart, and where 0 stands
N_SUMS = 8  # that the value is made from, of each side
MOST_INVOKES = 6  # of one side in one duel that are thought through
BEYOND = 1e9  # more than any u: what nothing was found for yet comes to that, or less that

LINE = np.dtype(
    {
        # By level: the state, the same as 64-bit words, and its legal actions
        "names": ["states", "words", "buffers"],
        "formats": [
            (STATE, (DEPTH,)),
            (np.int64, (DEPTH, STATE.itemsize // 8)),
            (BUFFER, (DEPTH,)),
        ],
        "offsets": [0, 0, DEPTH * STATE.itemsize],
    }
)

WORK = np.dtype(
    [
        ("feature", np.float64, (len(FEATURES),)),
        # By level (the last is for plain values) and side: what it has, in the order of `strength`
        ("sum", np.float64, (DEPTH + 1, 2, N_SUMS)),
        # By level: what each margin of a roll comes to, once nobody invokes any more; NaN: unknown.
        # Where others are still to meet the roll (`follows`), also by the invokes that raised it
        ("final", np.float64, (DEPTH, MOST_INVOKES + 1, MARGINS)),
        ("follows", np.int64, (DEPTH,)),
        # By level and side: how many invokes it may use in a duel, what each adds to its roll and
        # what it costs
        ("invokes", np.int64, (DEPTH, 2)),
        ("beyond", np.int64, (2,)),  # by side: how many did not fit into the list made last
        ("gain", np.int64, (DEPTH, 2, MOST_INVOKES)),
        ("price", np.float64, (DEPTH, 2, MOST_INVOKES)),
        ("column", np.int32, (DEPTH, 2, MOST_INVOKES)),  # of `paid_left`, -1: not paid for
        # By legal action: of a duel the price of its first use; of a turn that is shortlisted how
        # much an advantage promises
        ("asked", np.float64, (MAX_ACTIONS,)),
        # By level, side and invoke: which later targets of an area attack it counts against too, as
        # a bit mask
        ("spread", np.int64, (DEPTH, 2, MOST_INVOKES)),
        ("sure", np.float64, (DEPTH,)),  # by level: what is settled already of the stakes
        # By level, by the static estimate: the exchange after the roll
        ("exchange", np.int64, (DEPTH,)),
        # By level: u were the target of an attack taken out; NaN: unknown
        ("out", np.float64, (DEPTH,)),
        # … and what that target can still take and threatens before it is hit; NaN: unknown
        ("stands", np.float64, (DEPTH,)),
        ("power", np.float64, (DEPTH,)),
        # By level: whether it decides the conflict that the actor has what it overcomes something
        # for; -1: unknown
        ("decides", np.int32, (DEPTH,)),
        ("contempt", np.float64),  # what the side that thinks adds to u where nobody wins
        ("estimates", np.int64),  # 1: the choices of a turn are ranked by the static estimate
        ("brief", np.int64),  # 1: of turns that are looked ahead at only a shortlist is
        ("whole", np.int64),  # … 1: that of one's own choice where a turn begins
        ("area", np.int64),  # 1: the choice is one within an area attack
        # By the static estimate: u that is had anyway, of the turn without a move, or of the best
        # turn before of those that might be next; NaN: unknown
        ("stay", np.float64),
        ("totals", np.int64, (MAX_FIGHTERS,)),  # of an area attack, before an invoke
        ("left", np.int64, (2,)),  # by column: how many may be used in all
        ("worths", np.float64, (MAX_ACTIONS,)),  # what was asked for, by legal action of level 0
        # By level: what each choice comes to, for the side that chooses
        ("rank", np.float64, (DEPTH, MAX_ACTIONS)),
        ("calls", np.int64),  # positions so far, those that are known counted as if they were not
        ("budget", np.int64),  # how many may be, before no turn is followed further
        ("stop", np.int64),  # … before nothing is
        ("looked", np.int64),  # positions that were really looked at
        ("looks", np.int64),  # how many may be, before nothing is followed further
        # How many positions whoever waits for the line still allows: written from another thread,
        # and only read by kernels
        ("allowed", np.int64),
        ("highest", np.int64),  # the highest level that was needed
        # The duel: by invokes used of both sides, who moves, whether the other has just passed
        ("duel", np.float64, (MOST_INVOKES + 1, MOST_INVOKES + 1, 2, 2)),
    ],
    align=True,
)
"""Scratch of the planner's kernels."""

if TYPE_CHECKING:
    Line: TypeAlias = Any
    Lines: TypeAlias = Any
    Work: TypeAlias = Any
    Works: TypeAlias = Any
else:
    Line = RecordKind("Line", LINE)
    Lines = ArrayKind(Line)
    Work = RecordKind("Work", WORK)
    Works = ArrayKind(Work)
