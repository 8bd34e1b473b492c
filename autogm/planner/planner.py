"""The player as higher layers see it. If what is left of a conflict can be solved within the
budget, it plays perfectly; if not, it looks as far ahead as the budget allows, in small conflicts
on a graph of states and in others by rollouts, or along a beam between two fighters, and sees as
much of that as its level does. What it chooses depends on the position, the budget and the level
alone.
"""

from __future__ import annotations

import time
from dataclasses import replace

import numpy as np

from autogm.engine.codes import N_ORDER, N_TAKE_COST, N_TURN
from autogm.engine.game import Game
from autogm.engine.state import State
from autogm.game.graph import TooLargeError
from autogm.game.rows import rows
from autogm.planner.evaluation.scratch import WORK
from autogm.planner.evaluation.value import value_at
from autogm.planner.forgetting import as_in
from autogm.planner.levels import UNERRING, Budget, Misjudgement
from autogm.planner.misjudge import OPENINGS, Perception, bias
from autogm.planner.policy.preferred import features_of, preferred_at
from autogm.planner.search.beam import Line, Thought, at_once, only, search, untied
from autogm.planner.search.graph import ENTRIES as GRAPH_ENTRIES
from autogm.planner.search.graph import LEAST_TURNS, Graph
from autogm.planner.search.rollouts import Rollouts, fighters_in
from autogm.planner.search.samples import play_samples
from autogm.planner.search.threads import SearchThreads
from autogm.planner.solving.solutions import Solutions
from autogm.planner.solving.solver import ENTRIES as SOLVING_ENTRIES
from autogm.planner.solving.solver import Solution
from autogm.planner.turn.conceding import doubt_at, saves_at
from autogm.planner.turn.ranking import rank
from autogm.planner.turn.tactician import Tactician, weigh
from autogm.planner.turn.ties import first_of_equals_at
from autogm.planner.turn_clock import TurnClock

OPENING, WITHIN = 0.35, 0.0875
"""The shares of a turn's positions that one of its choices may take: who acts next and what the
turn is about, and anything within a roll, or in answer to others, of which there are many, and less
depends on looking far."""
TURN, LATER, ORDER, COST = 0.6, 0.2, 0.1, 0.35
"""The same where rollouts are searched: what a turn is about; what it goes on with after a step;
who acts next, by which less is gained; whether to succeed at a cost, which is seldom asked."""
GRAPH_WITHIN, GRAPH_LATER = 0.175, 0.35
"""The least shares on a graph of states, within a roll or in answer, and after a step where many
fight: a graph that is still open tells little, and one that is all but closed tells all."""
DUEL_STATES, DUEL_TURNS = 20_000, 4
"""Between two fighters, where a beam errs more than a graph: the states that a graph may have for
any choice, as far as the positions for a turn reach, and the turns of the size of the first that it
has to cover."""
MOST_UNKNOWN = 0.5
"""A graph replaces rollouts if good play reaches what has only a static value there with at most
this probability. It replaces a beam whatever the probability."""
SMALL = 6
"""Fighters in play up to which a graph of states may be small enough."""
LARGE = 3
"""Fighters in play from which on rollouts are searched instead of a beam of turns."""
SOLVING = 0.5
"""The share of its seconds that may go into solving, which often fails."""
ANY_TURNS = 4
"""A budget of as many turns or more limits neither a small conflict's graph nor rollouts."""
LEAST_SECONDS = 1e-6
"""Left for a search whose time is up: it still looks one turn ahead."""

ENTRIES = (
    weigh, first_of_equals_at, play_samples, value_at, doubt_at, saves_at, features_of,
    preferred_at, *SOLVING_ENTRIES, *GRAPH_ENTRIES,
)  # fmt: skip
"""The compiled entries that thinking calls."""

__all__ = ["Budget", "Planner"]


class Planner:
    """Chooses in one game."""

    def __init__(self, game: Game, budget: Budget, misjudgement: Misjudgement = UNERRING) -> None:
        self.game = game
        self.budget = budget
        self._misjudgement = misjudgement
        self.tactician = Tactician(game)
        bias(self.tactician.parameters, misjudgement)
        self._search_threads = SearchThreads(self.tactician, budget.threads)
        self._rollouts = Rollouts(self.tactician, budget.threads)
        self._perception = Perception(self.tactician, misjudgement)
        self._solutions = Solutions(game, budget.states)
        self._clock = None if budget.seconds is None else TurnClock(budget.seconds)
        self._work = np.zeros(1, WORK)

    def think(self, state: State) -> tuple[Thought, Solution | None]:
        """The lines of a state where somebody chooses, best first, and the solution that they come
        from, if what is left could be solved."""
        if self._clock is None:
            return self._think(state, None)
        began = time.perf_counter()
        found = self._think(state, max(LEAST_SECONDS, self._clock.allot(state)))
        self._clock.spend(time.perf_counter() - began)
        return found

    def _think(self, state: State, seconds: float | None) -> tuple[Thought, Solution | None]:
        began = time.perf_counter()
        solution = self.solved(state, seconds and began + SOLVING * seconds)
        if solution is not None:
            return _perfect(state, solution), solution
        mind = self._perception.in_mind(state)
        if len(mind.legal_actions()) == 1:  # the duel is over to it
            thought = only(self.tactician, state, mind.legal_actions()[0])
        else:
            thought = as_in(state, mind, self._search(mind, seconds, began))
        return self._perception.see(state, thought), None

    def _search(self, state: State, seconds: float | None, began: float) -> Thought:
        """The lines of a state by a search, within so many seconds from `began` on."""
        budget = self.budget
        if budget.turns == 0:
            return at_once(self.tactician, state)
        positions = positions_for(state, budget.positions)
        far, crowd, spent = budget.turns >= ANY_TURNS, fighters_in(state) > SMALL, 0
        if far and not crowd and seconds is None and self._misjudgement == UNERRING:
            try:
                turns = LEAST_TURNS if is_large(state) else DUEL_TURNS
                graph = Graph(self.tactician, state, states_for(state, budget.positions), turns)
                if graph.is_small and (graph.unknown <= MOST_UNKNOWN or not is_large(state)):
                    return untied(self.tactician, state, graph.thought(self.tactician, state))
                spent = graph.states
            except TooLargeError as error:  # it would take more memory than it may
                spent = error.count or 0
        if seconds is not None:
            seconds = max(LEAST_SECONDS, began + seconds - time.perf_counter())
        if crowd or (far and is_large(state)):
            thought = self._rollouts.search(state, positions, seconds)
        else:
            thought = search(
                self.tactician, state, positions, budget.turns, seconds, self._search_threads
            )
        thought = replace(thought, positions=thought.positions + spent)
        return untied(self.tactician, state, thought)

    def solved(self, state: State, until: float | None = None) -> Solution | None:
        """The solution of what is left from a state on, where somebody chooses or dice fall, if it
        could be solved within the budget (and before `time.perf_counter` reaches `until`)."""
        return self._solutions.of(state, until)

    def value(self, state: State) -> float:
        """The utility that a position is expected to end with as it stands, points and free invokes
        counted as this player counts them."""
        scenes, states = self.game.scene_rows, rows(state.record)
        return float(value_at(scenes, states, 0, rows(self.tactician.parameters), rows(self._work)))


def positions_for(state: State, turn: int) -> int:
    """How many positions of those for a whole turn the choice in a state may take, at least one."""
    share = OPENING if state.node() in OPENINGS else WITHIN
    if is_large(state):
        turns = LATER if _is_later(state) else TURN
        share = {N_ORDER: ORDER, N_TURN: turns, N_TAKE_COST: COST}.get(state.node(), share)
    return max(1, int(share * turn))


def states_for(state: State, turn: int) -> int:
    """How many states a graph may have for the choice in a state, of the positions for a turn."""
    if not is_large(state):
        return max(positions_for(state, turn), int(GRAPH_WITHIN * turn), min(turn, DUEL_STATES))
    least = 0.0 if state.node() in OPENINGS else GRAPH_WITHIN
    if _is_later(state):
        least = GRAPH_LATER
    return max(positions_for(state, turn), int(least * turn))


def is_large(state: State) -> bool:
    """Whether so many fighters are in play that rollouts say more than a beam of turns."""
    return fighters_in(state) >= LARGE


def _is_later(state: State) -> bool:
    """Whether a turn goes on after a step."""
    return state.node() == N_TURN and bool(state.record["turn_flags"][0])


def _perfect(state: State, solution: Solution) -> Thought:
    """The lines as a solution knows them: first the kept action, then by worth."""
    best = state.legal_actions().index(solution.act(state))
    side = state.current_player()
    lines = [Line(place, worth, 0) for place, (_, worth) in enumerate(solution.choices(state))]
    lines.sort(key=lambda line: (line.place != best, rank(side, line.worth, line.place)))
    return Thought(tuple(lines), solution.states)
