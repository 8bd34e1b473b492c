"""The search of small conflicts: best first, on a graph of states (LAO*, Hansen and Zilberstein
2001, for two players and with turns expanded as a whole). The turns that good play of both sides is
likely to come to are expanded, each to its end with every choice and all dice; the states at which
that stops have their static value; backward induction gives the others theirs, and tells what good
play comes to. This is repeated until the budget of states is spent, or everything is expanded: then
the conflict is solved. Nothing is simplified inside the graph: every concession, skill, answer and
invoke is the choice of whoever has it. A draw is worth its stake, within and on the rim: there is
no contempt (`planner.evaluation`), as a graph tells what waiting comes to.

A choice is taken to be played with a share that falls off with what it gives away (`HEAT`), so that
a line that looks worse by little is looked at as well. Where more exchanges are left than are
worked out at a time (`SWEEPS`), what a conflict gains by going on counts for less with each
(`PATIENCE`), so that of two ways to the same end the quicker one is better.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from autogm.engine.codes import N_CONCEDE, PLAYERS
from autogm.engine.game import new_buffer
from autogm.engine.layout import LOG
from autogm.engine.state import State
from autogm.game.graph import OVER
from autogm.game.rows import rows
from autogm.planner.evaluation.scratch import WORK
from autogm.planner.search.beam import FIGHT_ON, Line, Thought
from autogm.planner.search.expanding import (
    GROWN,
    HEAD,
    NEXT,
    NOBODY,
    arrange,
    close_rim,
    expand_turns,
    note_first,
    spread_shares,
    value_rim,
)
from autogm.planner.solving.flow import carry, sweep_shares
from autogm.planner.solving.induction import number_openings, sort_states
from autogm.planner.solving.solver import NO_DICE, squeezed
from autogm.planner.solving.store import (
    DONE,
    EDGES,
    FOUND,
    MAX_BYTES,
    MOST,
    StateStore,
    larger,
)
from autogm.planner.turn.conceding import ERROR
from autogm.planner.turn.ranking import rank
from autogm.planner.turn.tactician import Tactician

Array = np.ndarray[Any, Any]
ENTRIES = (
    expand_turns, note_first, arrange, value_rim, close_rim, spread_shares, sweep_shares, carry,
)  # fmt: skip
"""The compiled entries that this search calls, besides those of solving."""
HEAT = 0.03
"""What a choice may give away, in shares of the swing between losing and winning, to be looked at
1/e times as often as the best."""
PATIENCE = 0.999
"""What is left of the lead over a draw for each exchange that it is away."""
STEP = 1.5
"""By how much the graph grows before its values are worked out anew."""
SETTLED = 1e-5
"""Values that change by less from one exchange more are settled."""
SWEEPS = 60
"""The most exchanges by which values are worked out at a time."""
GONE = 0.01
"""Chance of going on below which the turns that follow are not looked for."""
FARTHEST = 12
"""The most exchanges after the current one whose turns are looked for."""
LEAST_UNKNOWN = 0.001
"""The chance of coming to what has only a static value below which nothing more is looked for."""
LEAST_STEP = 500
"""States by which a graph grows at least."""
UNKNOWN = -1
LEAST_TURNS = 16
"""The budget has to cover as many turns of the size of the first for a graph to be begun, where
nothing else is said."""
HOPELESS, EARLY = 0.95, 0.25
"""A graph is given up if, with this part of the budget spent, good play comes to what has only a
static value more often than that."""


class Graph(StateStore):
    """What may follow on a state, as far as at most `budget` states reach.

    `values` (states,) is the utility of every state, `rim` how many of them have it from the static
    estimate, `unknown` the chance that good play comes to one of these. `is_small` tells whether
    the graph was begun, and good play at times comes to an end within it.
    """

    def __init__(
        self, tactician: Tactician, state: State, budget: int, least_turns: int = LEAST_TURNS
    ) -> None:
        self._stands = self._turns = self._grown = np.zeros(0, np.int8)
        self._since = self._queue = np.zeros(0, np.int32)
        self._ends, self._queue_marks = np.zeros(0, np.int64), np.zeros(3, np.int64)
        super().__init__(tactician.game, state, budget, MAX_BYTES)
        scene = self.game.scene[0]
        self._exchange = int(state.record[0]["exchange"])
        self._left = int(scene["exchanges"]) - max(0, self._exchange - 1)
        self._parameters, self._work = tactician.parameters, np.zeros(1, WORK)
        self._heat = HEAT * float(tactician.parameters[0]["swing"])
        self._chances = np.array([*(squeezed(row) for row in scene["dice"]), NO_DICE])
        note_first(rows(state.record), self._stands, self._turns, self._since)
        self.values: Array = np.zeros(0)
        self.states, self.rim, self.unknown = 1, 1, 1.0
        self._expand(np.zeros(1, np.int32), budget, budget // least_turns)
        self.is_small = self.states * least_turns <= budget
        if self.is_small:
            self._search(budget)
            self.is_small = self.unknown <= HOPELESS

    def _search(self, budget: int) -> None:
        """Expand the turns that good play is likely to come to until the budget is spent."""
        while True:
            self._arrange()
            self._work_out()
            if not self.rim:
                self.unknown = 0.0
                return
            met = self._met()
            self.unknown = min(1.0, float(met.sum()))
            if self.states >= budget or self.unknown < LEAST_UNKNOWN:
                return
            if self.states >= EARLY * budget and self.unknown > HOPELESS:
                return
            wanted = np.argsort(-met, kind="stable")
            self._expand(
                wanted[: int((met > 0.0).sum())].astype(np.int32),
                min(budget, int(STEP * self.states) + LEAST_STEP),
                2 * budget,
            )

    def _allocate(self, states: int, edges: int) -> None:
        super()._allocate(states, edges)
        fresh = states - len(self._grown)
        self._since = np.concatenate([self._since, np.full(fresh, UNKNOWN, np.int32)])
        self._turns = np.concatenate([self._turns, np.full(fresh, NOBODY, np.int8)])
        self._stands, self._grown = larger(self._stands, states), larger(self._grown, states)
        self._queue, self._ends = larger(self._queue, states), larger(self._ends, states)

    def _expand(self, wanted: Array, most: int, limit: int) -> None:
        """Expand the turns that begin in the states `wanted`, until `most` states are found, and
        never many more than `limit`."""
        self._marks[MOST], self._queue_marks[NEXT] = most, 0
        buffers, logs = new_buffer(2), rows(np.zeros(1, LOG))
        while True:
            paused = expand_turns(
                rows(self._scenes), rows(self._scratch), self._raw, self._words, buffers, logs,
                self._base, self._outside, self._varying, self._keys, self._table, self.kinds,
                self.edges, self.stakes, self._marks, self._stands, self._turns, self._since,
                self._grown, self._queue, self._ends, self._queue_marks, wanted, limit,
            )  # fmt: skip
            if paused == DONE:
                break
            self._make_room(paused)
        self.states = int(self._marks[FOUND])

    def _arrange(self) -> None:
        """Put edges, kinds and the order of states as backward induction takes them, and value the
        states that were found since."""
        states = self.states
        self._starts, self._targets = (
            np.zeros(states + 1, np.int64),
            np.zeros(int(self._marks[EDGES]), np.int32),
        )
        expanded = int(self._queue_marks[HEAD])
        arrange(self._queue, self._ends, expanded, self.edges, self._starts, self._targets)
        self._opening = np.full(states, NOBODY, np.int32)
        number_openings(self._targets, self._opening)
        places = (self._opening >= 0).nonzero()[0]
        self._homes: Array = places[np.argsort(self._opening[places])].astype(np.int32)
        self._order = np.zeros(states, np.int32)
        waiting = np.zeros(states, np.int32)
        sort_states(self._starts, self._targets, waiting, self._order)
        known = len(self.values)
        self.values = larger(self.values, states)
        value_rim(
            self.game.scene_rows, rows(self._scratch), self._raw, self._words, self._base,
            self._varying, self._keys, rows(self._parameters), rows(self._work), self._grown,
            self._since, self._exchange, known, self.values,
        )  # fmt: skip
        self._kinds = self.kinds[:states].copy()
        self.rim = int(close_rim(self._grown, self._kinds))
        ends = (self._kinds == OVER) & (self._grown[:states] == GROWN)
        self.values[ends] = self.stakes[:states][ends]

    def _work_out(self) -> None:
        """Let the values follow from each other, an exchange more at a time, until they settle."""
        before, self._shares = self.values[self._homes], np.zeros(len(self._targets))
        if self._left <= SWEEPS:
            before = self.stakes[self._homes]  # of the rim too: beyond the limit nobody plays
        self._before = before
        for _ in range(min(self._left, SWEEPS)):
            before = self._before.copy()
            if self._left > SWEEPS:
                drawn = self.stakes[self._homes]
                before = drawn + PATIENCE * (before - drawn)
            self._later, previous = before.copy(), self._before
            sweep_shares(
                self._kinds, self._starts, self._targets, self._order, self._opening,
                self._chances, self._shares, 0, before, self.values,
            )  # fmt: skip
            self._before = before
            if np.abs(before - previous).max(initial=0.0) < SETTLED:
                break

    def _met(self) -> Array:
        """How often good play comes to each state of the rim (states,)."""
        spread_shares(
            self._kinds, self._starts, self._targets, self.values, self._later, self._heat,
            self._shares,
        )  # fmt: skip
        met, mass = np.zeros(self.states), np.zeros(self.states)
        later = np.zeros(len(self._homes))
        mass[0] = 1.0
        for _ in range(min(self._left, FARTHEST)):
            left = carry(
                self._kinds, self._starts, self._targets, self._order, self._opening,
                self._chances, self._shares, mass, later, met,
            )  # fmt: skip
            if left < GONE:
                break
        met[self._grown[: self.states] == GROWN] = 0.0
        return met

    def worths(self) -> Array:
        """The utility of each legal action of the first state, in legal order."""
        children = self._targets[self._starts[0] : self._starts[1]]
        return np.array(
            [self.values[one] if one >= 0 else self._later[-1 - one] for one in children]
        )

    def thought(self, tactician: Tactician, state: State) -> Thought:
        """The lines of the first state, best first. As far as what follows is only estimated, a
        concession has to beat fighting on by what the estimate errs, and counts for no more than it
        settles (`planner.turn.conceding`)."""
        worths, side = self.worths(), state.current_player()
        if state.node() == N_CONCEDE and self.rim:
            sign, stands = (1.0 if side == PLAYERS else -1.0), float(worths[FIGHT_ON])
            errs = ERROR * tactician.doubt(state, stands) * self.unknown
            for place, action in enumerate(state.legal_actions()):
                if place != FIGHT_ON:
                    ahead = sign * (float(worths[place]) - stands)
                    ahead = min(ahead, tactician.saves(state, action))
                    worths[place] = stands + sign * (ahead - errs)
        lines = [Line(place, float(worth), 0) for place, worth in enumerate(worths)]
        lines.sort(key=lambda line: rank(side, line.worth, line.place))
        return Thought(tuple(lines), self.states, estimate=self.unknown)
