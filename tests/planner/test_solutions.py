"""What a planner solves: its choices are exact up to the last exchange, and depend on nothing but
the position; how large a conflict may be.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from autogm.engine.codes import CHANCE, PLAYERS
from autogm.engine.game import Game, load_game
from autogm.engine.state import State
from autogm.planner.levels import Budget
from autogm.planner.planner import Planner
from autogm.planner.solving import solutions
from autogm.planner.solving.solutions import Solutions, _holds, doublings, lasts
from autogm.planner.solving.solver import solve
from autogm.planner.solving.space import StateSpace
from autogm.planner.turn.tactician import Tactician
from tests.planner.test_solver import BARE, NO_SLOTS, OFF_BALANCE, brute, duel
from tests.table import scene

SEARCHLESS = Budget(positions=200, turns=0)
POOR = {"tracks": BARE, "consequences": NO_SLOTS, "fate_points": 0}
PROJECT = Path(__file__).parents[2]
WHARF = PROJECT / "evaluation" / "conflicts" / "wharf.yaml"
DUEL = PROJECT / "scenarios" / "duel.yaml"


def stalling(exchanges: int) -> Game:
    """Ann is better, and wins if nobody is taken out in time; Bob has to hurry."""
    return duel(
        exchanges=exchanges, templates=[OFF_BALANCE], actions=["attack", "create", "invoke"],
        stakes={"players": {"undecided": 0.5}}, pool=0, sheets={"ann": POOR, "bob": POOR},
    )  # fmt: skip


def positions(game: Game, battles: int, seed: int) -> list[State]:
    """The states of random battles in which somebody chooses."""
    random, found = np.random.default_rng(seed), []
    for _ in range(battles):
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.current_player() != CHANCE:
                found.append(state.clone())
            state.apply_action(int(random.choice(state.legal_actions())))
    return found


def test_choices_are_exact_up_to_the_last_exchange() -> None:
    """Against recursion over the plain contract, by a planner that has solved the earlier
    exchanges of many battles before."""
    game, known = stalling(5), dict[bytes, float]()
    planner, asked = Planner(game, SEARCHLESS), {4: 0, 5: 0}
    for state in positions(game, 12, 5):
        thought, solution = planner.think(state)
        assert solution is not None
        if state.exchange in asked:
            best = brute(state, known)
            action = state.legal_actions()[thought.best.place]
            assert brute(state.child(action), known) == pytest.approx(best, abs=1e-9)
            for line in thought.lines:
                child = state.child(state.legal_actions()[line.place])
                assert line.worth == pytest.approx(brute(child, known), abs=1e-9)
            asked[state.exchange] += 1
    assert min(asked.values()) > 5


def test_a_solution_is_used_where_it_counts_on_the_exchanges_that_are_left() -> None:
    game = stalling(5)
    whole = solve(game)
    assert len(whole.horizons) == 5, "its bounds do not meet"
    assert [left for left in range(1, 6) if lasts(whole, left)] == [5]
    endless = duel(exchanges=200)
    closed = solve(endless)
    swept = len(closed.horizons)
    assert 1 < swept < 200
    assert [left for left in range(1, 201) if lasts(closed, left)] == list(range(swept, 201))


@pytest.mark.thorough
@pytest.mark.parametrize("name", ["stalling", "wharf"])
def test_choices_hang_on_the_position_alone(name: str) -> None:
    """A fresh planner, and one that has seen all positions in another order, choose alike."""
    game = stalling(6) if name == "stalling" else load_game(WHARF)
    budget = Budget(positions=200, turns=0, states=30_000)
    asked = positions(game, 3, 8)
    forth, back = Planner(game, budget), Planner(game, budget)
    first = [forth.think(state)[0].best.place for state in asked]
    second = [back.think(state)[0].best.place for state in reversed(asked)]
    assert first == second[::-1]
    for number in range(0, len(asked), max(1, len(asked) // 12)):
        thought, _ = Planner(game, budget).think(asked[number])
        assert thought.best.place == first[number]


def test_a_conflict_may_be_as_large_as_the_budget_and_no_larger() -> None:
    game = stalling(4)
    state = game.new_initial_state()
    size = StateSpace(game).states
    assert Solutions(game, size - 1).of(state) is None
    found = Solutions(game, size).of(state)
    assert found is not None
    assert found.states == size
    assert Solutions(game, 0).of(state) is None


def test_what_grows_too_fast_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """At the given parts of the limit: if all that were found have to be expanded there, or none;
    but not while few are found."""
    state = stalling(4).new_initial_state()
    size = StateSpace(state.game).states
    for share, few, solved in ((1.0, 1, False), (0.0, 1, True), (1.0, size, True)):
        monkeypatch.setattr(solutions, "GROWTH", ((0.1, share),))
        monkeypatch.setattr(solutions, "FEW", few)
        assert (Solutions(state.game, size).of(state) is not None) == solved


@pytest.mark.thorough
@pytest.mark.parametrize("share", [0.4, 0.55, 0.7])
def test_what_is_given_up_hangs_on_the_position_alone(
    share: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also if an earlier position of the same battle was solved, and so what follows it too."""
    monkeypatch.setattr(solutions, "GROWTH", ((0.02, share),))
    monkeypatch.setattr(solutions, "FEW", 1)
    game = stalling(6)
    size, solved, kept = StateSpace(game).states, 0, 0
    lasting, asked = Solutions(game, size), positions(game, 4, 3)
    for state in asked:
        fresh = Solutions(game, size).of(state) is not None
        assert (lasting.of(state) is not None) == fresh
        solved += fresh
        kept += not fresh and any(_holds(one, state) for one in lasting._kept)
    assert 0 < solved < len(asked)
    assert kept, "some of it is in a solution, and yet given up"


def test_what_looks_far_too_large_is_not_tried() -> None:
    """A fighter doubles the states, and so does each box, consequence, member and zone of two; of
    three points none to three may be left. Two may break off from the mob, each with a box."""
    table = scene(
        "fate-core", "ann@here Fight 2", "bob@there Fight 1", "here - there", pool=0,
        sheets={
            "ann": {"fate_points": 3, "tracks": {"physical": 2, "mental": 1},
                    "consequences": {"mild": 1, "moderate": 1}},
            "bob": {"type": "group", "members": 3, "boxes": 1, "skills": {"Fight": 1}},
        },
    )  # fmt: skip
    # Ann: herself, her zone, three boxes, two consequences; bob: himself, his zone, a box, two
    # members; and two for the points.
    assert doublings(table.state) == pytest.approx(7 + 5 + 2 * 3 + 2)
    state = table.game.new_initial_state()
    assert Solutions(table.game, 100).of(state) is None


def test_solving_in_vain_leaves_time_to_look_ahead() -> None:
    """In a conflict that would take long to solve; a busy machine is given more time."""
    state = load_game(DUEL).new_initial_state()
    for seconds in (0.25, 1.0, 4.0):
        budget = Budget(positions=10**6, turns=4, states=10**8, seconds=seconds)
        thought, solution = Planner(state.game, budget).think(state)
        assert solution is None
        if thought.best.turns:
            break
    assert thought.best.turns > 0


def test_time_that_is_up_ends_solving_too() -> None:
    game = stalling(5)
    state = game.new_initial_state()
    shallow = Tactician(game).weigh(state)
    for seconds in (1e-9, 1e-4):
        thought, _ = Planner(game, Budget(positions=10**6, seconds=seconds)).think(state)
        assert len({line.place for line in thought.lines}) == len(state.legal_actions())
        assert thought.best.turns or thought.best.place == int(shallow.argmax())
    thought, solution = Planner(game, Budget(positions=10**6, seconds=1e-9)).think(state)
    assert solution is None
    assert len(thought.lines) == len(state.legal_actions())
    assert state.current_player() == PLAYERS


def test_the_clock_is_looked_at_while_states_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """By a clock that goes on by a second each time it is read, which each look does at least once:
    after some hundred states for each second that there is, nothing more is found."""
    game, seconds, found = load_game(WHARF), iter(range(100)), list[str]()

    def solving(game: Game, say: Callable[[str], None], **others: Any) -> Any:
        def noted(words: str) -> None:
            found.append(words)
            say(words)

        return solve(game, say=noted, **others)

    monkeypatch.setattr(solutions, "solve", solving)
    monkeypatch.setattr("time.perf_counter", lambda: float(next(seconds)))
    assert Solutions(game, 4_000).of(game.new_initial_state(), until=3.5) is None
    states = [int(words.split()[0].replace(",", "")) for words in found]
    assert 0 < states[-1] < 5 * solutions.LOOKS
    monkeypatch.undo()
    assert Solutions(game, 4_000).of(game.new_initial_state()) is not None


def test_looks_at_the_clock_are_never_far_apart() -> None:
    looks = [0, *solutions.looks_below(1_000_000)]
    for before, after in pairwise(looks):
        assert after - before <= max(solutions.LOOKS, after / solutions.LATER_LOOKS)
    assert len(looks) < 1_000


def test_solving_is_not_begun_without_time_and_what_is_solved_is_still_known(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = load_game(WHARF)
    state, fresh, known = game.new_initial_state(), Solutions(game, 4_000), Solutions(game, 4_000)
    assert known.of(state) is not None
    begun = list[Any]()
    monkeypatch.setattr(solutions, "solve", lambda *_, **others: begun.append(others))
    until = time.perf_counter() + solutions.SECONDS_TO_BEGIN / 2
    assert known.of(state, until) is not None
    assert fresh.of(state, until) is None
    assert not begun


def test_who_waits_for_a_solution_is_told_how_far_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solutions, "STOPS", 500)
    game, told = load_game(WHARF), list[str]()
    growth = solutions.growth_to_the_end(game.new_initial_state(), 4_000)
    assert StateSpace(game, 4_000, say=told.append, growth=growth).states == 3_294
    found = [int(words.split()[0].replace(",", "")) for words in told]
    assert found == sorted(found)
    assert all(any(stop <= one < stop + 100 for one in found) for stop in range(500, 3_001, 500))
    assert all("% of them followed" in words for words in told)


def test_what_looks_too_large_is_given_up_sooner() -> None:
    """Of what follows is asked at smaller numbers then, by the same shares."""
    large = load_game(PROJECT / "scenarios" / "hold-the-bridge.yaml").new_initial_state()
    small = load_game(DUEL).new_initial_state()
    asked = [{one for one in solutions.growth_to_the_end(state, 3_000_000) if one[1]}
             for state in (large, small)]  # fmt: skip
    assert asked[1] == {(100_000, 0.25), (300_000, 0.35), (1_000_000, 0.45), (1_000_000, 0.6)}
    assert asked[0] - asked[1] == {(3_333, 0.25), (10_000, 0.35), (33_333, 0.45)}
