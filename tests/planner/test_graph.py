"""The graph search of small conflicts: what it says follows exactly from what its rim is worth, its
rim lies between turns, and it is used where it reaches far enough.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from autogm.engine.codes import N_COMPEL, N_CONCEDE, N_ORDER, N_ROAR, N_TURN, PLAYERS
from autogm.engine.game import Game, load_game
from autogm.engine.state import State
from autogm.game.registry import read_conflict
from autogm.planner.levels import Budget, Misjudgement
from autogm.planner.planner import (
    DUEL_STATES,
    Planner,
    positions_for,
    states_for,
)
from autogm.planner.search import graph as searching
from autogm.planner.search.expanding import GROWN
from autogm.planner.search.graph import Graph
from autogm.planner.search.rollouts import fighters_in
from autogm.planner.solving.solver import solve
from autogm.planner.turn.conceding import ERROR
from autogm.planner.turn.tactician import Tactician
from autogm.rules.loading import settle
from tests.planner.test_solutions import positions

PROJECT = Path(__file__).parents[2]
CONFLICTS = PROJECT / "evaluation" / "conflicts"
GREAT = Budget(positions=40_000, turns=4, states=0)


def conflict(name: str) -> Game:
    """One of the solved conflicts."""
    return load_game(CONFLICTS / f"{name}.yaml")


def limited(name: str, exchanges: int) -> Game:
    """The same with so many exchanges."""
    scenario = read_conflict(CONFLICTS / f"{name}.yaml").scenario
    return Game(settle(scenario.model_copy(update={"exchanges": exchanges})))


@pytest.mark.parametrize("name", ["until-the-bell", "live-to-tell", "wharf"])
@pytest.mark.parametrize("budget", [1_000, 2_000, 4_000])
def test_a_rim_with_exact_values_gives_exact_values(
    name: str, budget: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever the budget: against the solution of the whole conflict, in which it makes no
    difference how many exchanges are left."""
    game = conflict(name)
    solution = solve(game)

    def know(*arguments: Any) -> None:
        values, first = arguments[-1], arguments[-2]
        for place in range(first, len(values)):
            values[place] = solution.values[solution.space.place(made[0].state(place))]

    made: list[Graph] = []
    allocate = Graph._allocate

    def remember(graph: Graph, *sizes: int) -> None:
        made[:] = [graph]
        allocate(graph, *sizes)

    monkeypatch.setattr(Graph, "_allocate", remember)
    monkeypatch.setattr(searching, "value_rim", know)
    monkeypatch.setattr(searching, "PATIENCE", 1.0)
    monkeypatch.setattr(searching, "HOPELESS", 2.0)
    for state in positions(game, 1, 3)[:6]:
        graph = Graph(Tactician(game), state, budget, 1)
        exact = [worth for _, worth in solution.choices(state)]
        assert graph.rim > 0 or graph.states < budget
        assert graph.worths() == pytest.approx(exact, abs=1e-4)


def test_a_graph_without_a_rim_is_a_solution() -> None:
    game = conflict("captain-first")
    graph = Graph(Tactician(game), game.new_initial_state(), 20_000)
    exact = solve(game)
    assert graph.unknown < searching.LEAST_UNKNOWN
    assert graph.values[0] == pytest.approx(exact.value, abs=0.002)


@pytest.mark.parametrize("name", ["gang", "charge", "disarm"])
def test_beyond_the_limit_nobody_plays(name: str) -> None:
    """In the last exchange what would follow on it is a rim, and worth what a draw is: against the
    solution, which is exact up to the limit."""
    game = limited(name, 1)
    solution, tactician, seen = solve(game), Tactician(game), 0
    for state in positions(game, 3, 3):
        graph = Graph(tactician, state, 3_000, 1)
        if graph.rim and graph.unknown < searching.LEAST_UNKNOWN:
            exact = [worth for _, worth in solution.choices(state)]
            assert graph.worths() == pytest.approx(exact, abs=0.02)
            seen += 1
    assert seen > 5


@pytest.mark.parametrize(
    ("path", "budget", "turns"),
    [(CONFLICTS / "ledge.yaml", 5_000, 16), (PROJECT / "scenarios" / "duel.yaml", 20_000, 4)],
    ids=["ledge", "duel"],
)
def test_the_rim_lies_between_turns(path: Path, budget: int, turns: int) -> None:
    """Also where a turn takes more of the budget."""
    game = load_game(path)
    tactician, seen = Tactician(game), 0
    for state in positions(game, 1, 5)[::4]:
        graph = Graph(tactician, state, budget, turns)
        places = (graph._grown[: graph.states] != GROWN).nonzero()[0]
        if graph.is_small and len(places):
            seen += 1
            for place in places:
                assert graph.state(int(place)).node() in (N_ORDER, N_ROAR, N_COMPEL, N_TURN)
    assert seen > 1


def test_a_rim_is_worth_what_the_position_is() -> None:
    """In the first exchange, where the value knows no other."""
    game = conflict("ledge")
    planner = Planner(game, GREAT)
    planner.tactician.parameters["contempt"][:] = 0.0
    graph = Graph(planner.tactician, game.new_initial_state(), 5_000)
    rim = (graph._grown[: graph.states] != GROWN) & (graph._since[: graph.states] == 0)
    assert rim.any()
    for place in rim.nonzero()[0]:
        value = planner.value(graph.state(int(place)))
        assert graph.values[place] == pytest.approx(value, abs=1e-12)


def test_more_states_come_nearer_to_the_truth() -> None:
    game = conflict("last-ferry")
    exact, state = solve(game).value, game.new_initial_state()
    errors = [
        abs(Graph(Tactician(game), state, budget).values[0] - exact)
        for budget in (2_000, 14_000, 60_000)
    ]
    assert errors[0] > errors[1] > errors[2]
    assert errors[2] < 0.002


def test_the_planner_searches_a_small_conflict_on_a_graph() -> None:
    game = conflict("last-ferry")
    state = game.new_initial_state()
    thought, solution = Planner(game, GREAT).think(state)
    assert solution is None
    graph = Graph(Tactician(game), state, states_for(state, GREAT.positions))
    assert thought == graph.thought(Tactician(game), state)
    assert sorted(line.place for line in thought.lines) == list(range(len(state.legal_actions())))
    assert np.isfinite([line.worth for line in thought.lines]).all()


@pytest.mark.parametrize(
    ("budget", "misjudgement"),
    [
        (Budget(positions=60, turns=4, states=0), Misjudgement()),
        (Budget(positions=14_000, turns=1, states=0), Misjudgement()),
        (Budget(positions=14_000, turns=4, states=0), Misjudgement(noise=0.1)),
    ],
    ids=["too little", "short of turns", "errs"],
)
def test_else_it_searches_by_a_beam(
    budget: Budget, misjudgement: Misjudgement, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = conflict("last-ferry")

    def refuse(*_: Any) -> None:
        raise AssertionError("searched on a graph")

    monkeypatch.setattr(Graph, "_search", refuse)
    assert Planner(game, budget, misjudgement).think(game.new_initial_state())[0].lines


@pytest.mark.parametrize(
    ("name", "unknown", "on_graph"),
    [
        ("last-ferry", 0.7, True),
        ("last-ferry", 0.96, False),
        ("ledge", 0.4, True),
        ("ledge", 0.7, False),
    ],
)
def test_an_open_graph_replaces_a_beam_but_no_rollouts(
    name: str, unknown: float, on_graph: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two fight in the first conflict, three in the other."""
    game, whole = conflict(name), Graph._search

    def stay_open(graph: Graph, budget: int) -> None:
        whole(graph, budget)
        graph.unknown = unknown

    monkeypatch.setattr(Graph, "_search", stay_open)
    state = game.new_initial_state()
    graph = Graph(Tactician(game), state, states_for(state, GREAT.positions))
    thought, _ = Planner(game, GREAT).think(state)
    assert (thought == graph.thought(Tactician(game), state)) == on_graph


def test_a_graph_within_a_turn_has_a_share_of_its_own() -> None:
    """No smaller one than rollouts have, and a larger one where these have little; between two
    fighters at least so many states for any choice."""
    seen = set[tuple[bool, bool]]()
    for name in ("last-ferry", "ledge"):
        for state in positions(conflict(name), 1, 20):
            states, others = states_for(state, 1_000), positions_for(state, 1_000)
            turn = state.node() == N_TURN
            later = turn and bool(state.record["turn_flags"][0])
            if fighters_in(state) == 2:
                assert states == 1_000
                assert states_for(state, 100_000) >= DUEL_STATES
            elif state.node() in (N_ORDER, N_COMPEL, N_ROAR) or (turn and not later):
                assert states == others
            else:
                assert states == (350 if later else 175) > others
            seen.add((turn, fighters_in(state) == 2))
    assert len(seen) == 4


def at_a_concession() -> tuple[Tactician, State, float, Graph]:
    """A state in which somebody may concede, 1 if that is the players and -1 if not, and what may
    follow on it."""
    game = conflict("live-to-tell")
    tactician = Tactician(game)
    state = next(one for one in positions(game, 40, 1) if one.node() == N_CONCEDE)
    sign = 1.0 if state.current_player() == PLAYERS else -1.0
    return tactician, state, sign, Graph(tactician, state, 20_000)


def test_a_concession_has_to_beat_fighting_on_by_what_is_unknown() -> None:
    tactician, state, sign, graph = at_a_concession()
    plain = graph.worths()
    for unknown in (0.0, 0.5, 1.0):
        graph.unknown = unknown
        lines = {line.place: line.worth for line in graph.thought(tactician, state).lines}
        errs = ERROR * tactician.doubt(state, float(plain[0])) * unknown
        assert lines[0] == plain[0]
        assert sign * (plain[1] - lines[1]) == pytest.approx(errs)
        assert errs > 0.0 or unknown == 0.0


def test_there_is_no_contempt_on_a_graph() -> None:
    """Near the limit, where the static value has most of it."""
    game = limited("live-to-tell", 4)
    plain, humble = Tactician(game), Tactician(game)
    humble.parameters["contempt"] = 0.0
    seen = {N_TURN: 0, N_CONCEDE: 0}
    for state in positions(game, 60, 1):
        if state.node() in seen:
            one, other = (Graph(each, state, 200, 1) for each in (plain, humble))
            assert (one.worths() == other.worths()).all()
            seen[state.node()] += one.rim > 0
    assert all(seen.values())


def test_a_concession_counts_for_no_more_than_it_settles(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the rim is held to be worth, as long as there is one: nobody is nearer to a victory
    without a fighter than with it."""
    tactician, state, sign, graph = at_a_concession()
    plain = graph.worths()
    plain[1:] = plain[0] + sign * 0.9
    monkeypatch.setattr(graph, "worths", plain.copy)
    graph.rim, graph.unknown = 1, 0.0
    settles = [tactician.saves(state, action) for action in state.legal_actions()[1:]]
    assert all(0.0 < one < 0.9 for one in settles)
    told = {line.place: line.worth for line in graph.thought(tactician, state).lines}
    ahead = [sign * (told[place] - told[0]) for place in range(1, len(plain))]
    assert ahead == pytest.approx(settles)
    graph.rim = 0
    told = {line.place: line.worth for line in graph.thought(tactician, state).lines}
    assert told[1] == plain[1], "what is known is known"
