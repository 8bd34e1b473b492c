"""The tactician as whoever plays or searches asks it: what the legal choices of a state are
expected to be worth at the end of the turn (`weighing`), or what it goes by itself (`at_once`).
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import numpy as np

from autogm.engine.codes import N_DEFEND, N_DUEL, N_ORDER, N_SKILL, N_TURN, R_AREA, SETTLE
from autogm.engine.game import Game
from autogm.engine.layout import LOG
from autogm.engine.pack import first
from autogm.engine.records import Logs, Scenes
from autogm.engine.stack import kind_at, side_at
from autogm.engine.state import State
from autogm.engine.step import Apply, apply
from autogm.game.kernels import PointerKind, entry, plain, pointer
from autogm.game.rows import rows
from autogm.planner.estimate.context import SearchContext, step
from autogm.planner.estimate.transpositions import TABLE, Tables
from autogm.planner.evaluation.parameters import PARAMETERS, AllParameters, parameters_of
from autogm.planner.evaluation.scratch import BEYOND, LINE, WORK, Lines, Works
from autogm.planner.policy.tables import POLICY, Policies, policy_of
from autogm.planner.temper.tables import NO_TEMPERS, TEMPER, Tempers
from autogm.planner.turn.at_once import estimate_at_once, weigh_few, weigh_skills
from autogm.planner.turn.choices import SKIPPED
from autogm.planner.turn.conceding import doubt_at, is_to_concede, saves_at
from autogm.planner.turn.rolls import EXACT
from autogm.planner.turn.ties import first_of_equals_at
from autogm.planner.turn.weighing import (
    ALL,
    EITHER,
    ESTIMATED,
    TO_THE_END,
    estimate_each,
    expand_best,
    expand_hopes,
    weigh_each,
)

Array = np.ndarray[Any, Any]
AT_ONCE = -2
NO_LIMIT = 1 << 60


class Evaluator(NamedTuple):
    """A tactician as kernels take it: the evaluation parameters (`all_parameters`), the
    transposition table (`tables`), and scratch. The results of the last search are in `worths` of
    the work record, by legal action of the line's level 0. The policy (`policies`) is scratch too,
    of its own for each thread."""

    lines: Lines
    logs: Logs
    all_parameters: AllParameters
    works: Works
    tables: Tables
    policies: Policies
    tempers: Tempers


NO_EVALUATOR = Evaluator(
    *(rows(np.zeros(0, kind)) for kind in (LINE, LOG, PARAMETERS, WORK, TABLE, POLICY, TEMPER))
)
"""For agents that do not search."""
if TYPE_CHECKING:
    Weigh: TypeAlias = Any
else:
    Weigh = PointerKind(int, (Apply, Scenes, Evaluator, int, int, int, int, int))


@entry
def weigh(
    apply: Apply,
    scenes: Scenes,
    evaluator: Evaluator,
    only: int,
    turns: int,
    budget: int,
    looks: int,
    most: int,
) -> int:
    """Write the expected utility of the legal actions of level 0 into `worths`, in legal order: of
    all (`only` is -1) or of one, `turns` turns after the end of its own; or what a tactician goes
    by (`turns` is `AT_ONCE`, see `estimate_at_once`). If `most` is not 0, write the static estimate
    of all, of skills of those that do not lag behind, and expand so many of the best to the end of
    their turn; or, where somebody may concede, what is not hopeless. Returns how many legal actions
    there are. If the `calls` of the work record exceed `budget` afterwards, or those `looked` at
    exceed `looks`, not all was expanded; a choice that branches too much (`MOST_A_LINE`) is valued
    where its expansion stops."""
    line, parameters, work = evaluator.lines[0], evaluator.all_parameters[0], evaluator.works[0]
    context = SearchContext(
        apply, scenes[0], line, evaluator.logs[0], parameters, work, evaluator.tables[0],
        evaluator.policies[0],
    )  # fmt: skip
    count = step(context, 0, SETTLE)
    state = line.states[0]
    work.calls, work.budget, work.stay = 0, budget, math.nan
    work.whole = 1 if kind_at(state) == N_ORDER else 0  # whose turn it is chooses likewise then
    work.looked, work.looks, work.highest = 0, looks, 0
    conceding = count > 0 and is_to_concede(state)
    work.contempt = 0.0 if conceding else parameters.contempt[side_at(state)] + 0.0
    expands = most > 0 or (conceding and turns == AT_ONCE)
    work.brief = 1 if turns == AT_ONCE and not conceding else 0
    work.area = 1 if kind_at(state) != N_TURN and state.roll_flags & R_AREA else 0
    if work.area and turns <= 0:  # whatever is cut short would look better than what is not
        work.budget, work.looks = NO_LIMIT, NO_LIMIT
    work.estimates = 1 if turns > 0 or expands else 0
    if conceding and expands:
        expand_hopes(context, count)
        return count
    if turns == AT_ONCE:
        estimate_at_once(context, count)
    elif turns < 0 or most > 0:
        if most > 0 and kind_at(state) in (N_SKILL, N_DEFEND):
            weigh_skills(context, count)
        elif most > 0 and kind_at(state) == N_DUEL and work.area:
            weigh_few(context, count)
        else:
            estimate_each(context, count)
        if most > 0:
            expand_best(context, count, most)
    else:
        weigh_each(context, count, only, turns, EITHER, EXACT)
    return count


@entry
def weigh_nothing(
    apply: Apply, scenes: Scenes, evaluator: Evaluator, only: int, turns: int, budget: int,
    looks: int, most: int,
) -> int:  # fmt: skip
    """Stands in for `weigh` where nobody thinks, so that the lookahead is not compiled."""
    return 0


class Tactician:
    """Weighs the choices of one game. It keeps what it has found out, so its parameters must not
    change once something was weighed."""

    def __init__(self, game: Game, partner: Tactician | None = None) -> None:
        self.game = game
        self.parameters: Array = partner.parameters if partner else parameters_of(game)
        self._table: Array = partner._table if partner else np.zeros(1, TABLE)
        self._policy: Array = (
            partner._policy.copy() if partner else policy_of(game, self.parameters)
        )
        self._line = np.zeros(1, LINE)
        self._log = np.zeros(1, LOG)
        self._work = np.zeros(1, WORK)
        self.allow()

    def partner(self) -> Tactician:
        """Another one, for another thread, that shares its parameters and its transposition
        table."""
        return Tactician(self.game, self)

    @property
    def positions(self) -> int:
        """How many positions the last weighing took, those of the transposition table counted as if
        they were new."""
        return int(self._work["calls"][0])

    @property
    def looked(self) -> int:
        """How many positions the last weighing really expanded."""
        return int(self._work["looked"][0])

    def weigh(self, state: State) -> Array:
        """The expected utility of each legal action of a state where somebody chooses, at the end
        of its turn."""
        return self._weigh_all(state, TO_THE_END)

    def estimate(self, state: State) -> Array:
        """The same by the static estimate (`planner.estimate.outcomes`)."""
        return self._weigh_all(state, ESTIMATED)

    def expand(
        self, state: State, most: int, budget: int = NO_LIMIT, looks: int = NO_LIMIT
    ) -> Array:
        """The same by the static estimate, and exactly for the `most` choices that look best,
        which stay the best; not a number for skills that lag behind (`planner.turn.rivals`). Where
        somebody may concede, exactly for what is not hopeless, each concession less by what its
        estimate errs (`planner.turn.conceding`). After `budget` positions, or `looks` that were not
        known, nothing is expanded any further, and what is left is valued as it stands."""
        count = self._weigh(state, ALL, TO_THE_END, budget, looks, most)
        return self._seen(count)

    def quick_estimate(self, state: State) -> Array:
        """The same as cheaply as the best one can be told, not a number for what is not looked at:
        what a tactician chooses by."""
        return self._seen(self._weigh(state, ALL, AT_ONCE, NO_LIMIT, NO_LIMIT, 0))

    def first_of_equals(self, state: State, worths: Array, best: int) -> int:
        """The number of the legal action to take of those that are worth as much as number `best`
        (`planner.turn.ties`), by what each is worth; not a number for what was not looked at."""
        self.place(state)
        self._work["worths"][0, : len(worths)] = np.where(np.isnan(worths), BEYOND, worths)
        scenes, line, work = self.game.scene_rows, rows(self._line), rows(self._work)
        return int(first_of_equals_at(scenes, line, rows(self.parameters), work, best))

    def doubt(self, state: State, u: float) -> float:
        """How open the conflict is, in u, where a choice in a state is worth `u`."""
        return float(doubt_at(self.game.scene_rows, rows(state.record), rows(self.parameters), u))

    def saves(self, state: State, action: int) -> float:
        """The most that conceding so can bring the side that chooses, in u."""
        fighter = plain(first)(action)
        return float(saves_at(self.game.scene_rows, rows(state.record), fighter))

    def expanded(self, number: int) -> Array:
        """Which of the first `number` legal actions (bool, number) the last `expand` did not leave
        at their estimate: those that it took to the end of their turn, or did not look at."""
        return np.asarray(self._work["rank"][0, 0, :number] == SKIPPED)

    @property
    def evaluator(self) -> Evaluator:
        """The evaluator that kernels are handed."""
        parts = (
            self._line, self._log, self.parameters, self._work, self._table, self._policy,
            NO_TEMPERS,
        )  # fmt: skip
        return Evaluator(*(rows(one) for one in parts))

    def _weigh_all(self, state: State, turns: int) -> Array:
        count = self._weigh(state, ALL, turns, NO_LIMIT, NO_LIMIT, 0)
        return self._work["worths"][0, :count].copy()

    def _seen(self, count: int) -> Array:
        """What was found last, not a number for what was not looked at."""
        worths: Array = self._work["worths"][0, :count].copy()
        worths[np.abs(worths) == BEYOND] = math.nan
        return worths

    def deepen(
        self, state: State, place: int, turns: int, budget: int, looks: int = NO_LIMIT
    ) -> float:
        """The expected utility of the legal action number `place`, `turns` turns after the end of
        its own. If `positions` exceeds `budget` afterwards, or `looked` exceeds `looks`, not all
        was expanded."""
        self._weigh(state, place, turns, budget, looks, 0)
        return float(self._work["worths"][0, place])

    def place(self, state: State) -> None:
        """Put a state at the beginning of the line that the evaluator's kernels follow."""
        self._line["states"][0, 0] = state.record[0]

    def allow(self, positions: int = NO_LIMIT) -> None:
        """Set how many positions a weighing, also one under way on another thread, may take before
        it is ended. A limit beyond its own budget costs nothing."""
        self._work["allowed"][0] = positions

    def _weigh(
        self,
        state: State,
        only: int,
        turns: int,
        budget: int,
        looks: int,
        most: int,
    ) -> int:
        self.place(state)
        scenes = self.game.scene_rows
        count = weigh(pointer(apply), scenes, self.evaluator, only, turns, budget, looks, most)
        return int(count)
