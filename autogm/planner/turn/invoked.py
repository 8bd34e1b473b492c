"""How a roll ends if both sides invoke what is best for them: the margin that the solved duel
(`duel`) stops at, for each way in which the dice can fall. As in the lookahead, nobody invokes for
a reroll, and an area attack, which meets several, has no such answer.
"""

from __future__ import annotations

import math

import numpy as np

from autogm.engine.codes import (
    DICE_REROLL,
    DUEL_PASSED,
    N_DICE,
    N_DUEL,
    N_TURN,
    R_AREA,
    SETTLE,
)
from autogm.engine.game import Game
from autogm.engine.records import Scenes
from autogm.engine.stack import dice_flag, kind_at
from autogm.engine.state import State
from autogm.engine.step import Apply, apply
from autogm.game.kernels import entry, kernel, pointer
from autogm.game.kinds import Floats, Ints
from autogm.game.rows import cells
from autogm.planner.estimate.context import SearchContext, step
from autogm.planner.evaluation.parameters import MOST_DIFFERENCE, Parameters
from autogm.planner.evaluation.scratch import Work
from autogm.planner.turn.duel import gains_by_invoking, paid_for, solve_duel
from autogm.planner.turn.margins import index_of
from autogm.planner.turn.resolve import expected
from autogm.planner.turn.rolls import EXACT, lay_out, let_fall
from autogm.planner.turn.tactician import NO_LIMIT, Evaluator, Tactician
from autogm.planner.turn.weighing import ESTIMATED, MOST_A_LINE

UNTOLD = -1
"""What `write_ends` answers where there is no one roll whose end can be told."""


@kernel
def end_of_duel(
    parameters: Parameters, work: Work, row: int, margin: int, acting: int, mover: int, passed: int
) -> int:
    """The margin at which a duel that stands at `margin` ends, both sides playing by what
    `solve_duel` finds, with the same arguments. Who gains nothing by an invoke keeps it."""
    rest = work.final[row, 0, index_of(margin)] + 0.0
    if not gains_by_invoking(parameters, work, row, margin, acting, 0, rest):
        if not gains_by_invoking(parameters, work, row, margin, acting, 1, rest):
            return margin
    solve_duel(parameters, work, row, margin, acting, mover, passed)
    sure, here, side, ends = work.sure[row] + 0.0, margin, mover, passed
    players, gm = 0, 0
    while True:
        used = players if side == 0 else gm
        sign = 1.0 if side == 0 else -1.0
        invokes = used < work.invokes[row, side]
        if invokes:
            if side == 0:
                after = work.duel[players + 1, gm, 1, 0] - sure
            else:
                after = work.duel[players, gm + 1, 0, 0] - sure
            u = sure + paid_for(parameters, side, after, work.price[row, side, used] + 0.0)
            if ends:
                passing = work.final[row, 0, index_of(here)] + 0.0
            else:
                passing = work.duel[players, gm, 1 - side, 1] + 0.0
            invokes = sign * u > sign * passing
        if invokes:
            gain = work.gain[row, side, used] + 0
            here += gain if side == acting else -gain
            if side == 0:
                players += 1
            else:
                gm += 1
            ends = 0
        elif ends:
            return here
        else:
            ends = 1
        side = 1 - side


@entry
def write_ends(
    apply: Apply, scenes: Scenes, evaluator: Evaluator, ends: Ints, chances: Floats
) -> int:
    """Write the margins that the roll at level 0, which is at its dice or in its duel, ends with,
    and the chance of each, one for each way in which the dice can fall; answers how many there are,
    or `UNTOLD`."""
    line, parameters, work = evaluator.lines[0], evaluator.all_parameters[0], evaluator.works[0]
    context = SearchContext(
        apply, scenes[0], line, evaluator.logs[0], parameters, work, evaluator.tables[0],
        evaluator.policies[0],
    )  # fmt: skip
    count = step(context, 0, SETTLE)
    state = line.states[0]
    if count == 0 or (kind_at(state) != N_DICE and kind_at(state) != N_DUEL):
        return UNTOLD
    if state.roll_flags & R_AREA or (kind_at(state) == N_DICE and dice_flag(state, DICE_REROLL)):
        return UNTOLD
    work.calls, work.budget, work.stop, work.stay = 0, NO_LIMIT, MOST_A_LINE, math.nan
    work.looked, work.looks, work.highest = 0, NO_LIMIT, 0
    work.whole, work.brief, work.estimates, work.area, work.contempt = 0, 0, 0, 0, 0.0
    mover = state.pending[0, 1] + 0 if state.pending[0, 0] == N_TURN else -1
    rolls, turns, level = EXACT, ESTIMATED, 0
    expected(context, level, count, mover, state.exchange + 0, rolls, turns)
    source, own, second, toward = lay_out(context, level, count)
    row, acting = source + 1, scenes[0].side[state.roll_actor] + 0
    middle, opened = let_fall(context, source)
    mover, passed, above = 0, 0, line.states[row]
    if opened > 0 and kind_at(above) == N_DUEL:
        mover = above.pending[above.depth - 1, 2] + 0
        passed = above.pending[above.depth - 1, 3] & DUEL_PASSED
    written = 0
    for difference in range(-MOST_DIFFERENCE, MOST_DIFFERENCE + 1):
        chance = parameters.chance[own, second, difference + MOST_DIFFERENCE] + 0.0
        if chance > 0.0:
            margin = middle + toward * difference
            ends[written] = end_of_duel(parameters, work, row, margin, acting, mover, passed)
            chances[written] = chance
            written += 1
    return written


class Duels:
    """Foretells the ends of rolls in one game."""

    def __init__(self, game: Game) -> None:
        self._tactician = Tactician(game)
        self._tactician.parameters["remembers"] = 0  # what is remembered is not laid out again
        self._ends = np.zeros(2 * MOST_DIFFERENCE + 1, np.int64)
        self._chances = np.zeros(2 * MOST_DIFFERENCE + 1)

    def ends(self, state: State) -> list[tuple[int, float]] | None:
        """The margins that the roll of a state, at its dice or in its duel, ends with if both sides
        invoke for +2 what is best for them, with their chances, which sum to 1; none for a reroll,
        an area attack, and where no roll is under way."""
        tactician = self._tactician
        tactician.place(state)
        number = int(
            write_ends(
                pointer(apply), tactician.game.scene_rows, tactician.evaluator,
                cells(self._ends), cells(self._chances),
            )
        )  # fmt: skip
        if number == UNTOLD:
            return None
        found: dict[int, float] = {}
        for end, chance in zip(self._ends[:number], self._chances[:number], strict=True):
            found[int(end)] = found.get(int(end), 0.0) + float(chance)
        return sorted(found.items())
