"""Lines on several threads: the same choice as on one, whatever the budget; partners know what the
others have found; a line whose result nobody needs any more is ended.
"""

from __future__ import annotations

import time
from typing import cast

import pytest

from autogm.engine.state import State
from autogm.planner.levels import Budget
from autogm.planner.planner import Planner
from autogm.planner.search.beam import search
from autogm.planner.search.threads import SLOW, BeamBudget, SearchThreads
from autogm.planner.turn.tactician import NO_LIMIT, Tactician
from tests.planner.test_tactician import duel
from tests.planner.wandering import random_game, wander

SCENARIOS = (11, 12, 18, 23)
BUDGETS = ((700, 4), (3_000, 2), (20_000, 3))
"""Positions and turns: cut short at different depths, or not at all."""


def opening() -> State:
    """A duel with much to choose from."""
    fields = {"actions": ["attack", "create", "invoke"], "pool": 2}
    return duel("fate-core", **fields).new_initial_state()


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_threads_change_no_choice(scenario: int) -> None:
    """The thought is the same, down to the last line and position, with search threads that have
    searched before and with fresh ones."""
    game = random_game(scenario)
    lasting = Tactician(game)
    search_threads = SearchThreads(lasting, 3)
    for number, state in enumerate(wander(game, scenario, 12)):
        budget, turns = BUDGETS[number % len(BUDGETS)]
        alone = search(Tactician(game), state, budget, turns)
        assert search(lasting, state, budget, turns, search_threads=search_threads) == alone
        fresh = Tactician(game)
        assert search(fresh, state, budget, turns, search_threads=SearchThreads(fresh, 2)) == alone


def test_a_partner_knows_what_was_found() -> None:
    state = opening()
    one = Tactician(state.game)
    other, stranger = one.partner(), Tactician(state.game)
    worths = [who.deepen(state, 0, 2, NO_LIMIT) for who in (one, other, stranger)]
    assert worths == worths[:1] * 3
    assert one.positions == other.positions == stranger.positions
    assert other.looked < one.looked / 10
    assert stranger.looked == one.looked


class Waiting:
    """Stands in for a tactician: the first line is cheap, all others go on until nothing is allowed
    any more."""

    def __init__(self) -> None:
        self.positions = self.looked = 1
        self.begun: list[int] = []
        self.allowed = NO_LIMIT
        self.others: list[Waiting] = []

    def partner(self) -> Waiting:
        self.others.append(Waiting())
        return self.others[-1]

    def allow(self, positions: int) -> None:
        self.allowed = positions

    def deepen(self, _: State, place: int, turns: int, budget: int, looks: int) -> float:
        self.begun.append(place)
        self.positions = 1
        while place and self.allowed > 0:
            time.sleep(0.001)
            self.positions = 1_000
        return float(place)


def test_what_nobody_waits_for_is_ended() -> None:
    """The first line takes the whole budget; the second one would go on for ever, and the third is
    not begun."""
    state, first = opening(), Waiting()
    search_threads = SearchThreads(cast(Tactician, first), 2)
    assert list(search_threads.expand(state, [0, 1, 2, 3, 4], 1, BeamBudget(1))) == [0.0]
    begun = [place for one in (first, *first.others) for place in one.begun]
    assert len(begun) < 5
    assert [one.allowed for one in (first, *first.others)] == [NO_LIMIT, NO_LIMIT]
    assert list(search_threads.expand(state, [0, 0], 1, BeamBudget(2))) == [0.0, 0.0], (
        "all are idle again"
    )


def test_a_line_is_not_followed_beyond_what_is_allowed() -> None:
    """What was found of it then is not believed later either, by any tactician that shares the
    table."""
    state = opening()
    whole, ended = Tactician(state.game), Tactician(state.game)
    exact = whole.deepen(state, 0, 3, NO_LIMIT)
    ended.allow(whole.positions // 10)
    ended.deepen(state, 0, 3, NO_LIMIT)
    assert whole.positions // 10 < ended.positions
    assert ended.looked < whole.looked / 2
    ended.allow()
    assert ended.deepen(state, 0, 3, NO_LIMIT) == exact


def test_time_is_counted_for_each_thread() -> None:
    """A thread that has expanded 200,000 positions a second so far will do the same in the second
    that is left, however many search beside it."""
    node_budget = BeamBudget(NO_LIMIT, 1.0)
    assert node_budget.looks() <= SLOW
    for _ in range(4):
        node_budget.pay(0, 50_000, 0.25)
    assert 0.5 * 200_000 < node_budget.looks() <= 200_000
    node_budget.seconds = 1e-9
    assert node_budget.is_empty


def test_a_time_limit_is_kept_on_threads() -> None:
    state = opening()
    who = Tactician(state.game)
    thought = search(who, state, NO_LIMIT, 30, 0.2, search_threads=SearchThreads(who, 3))
    assert len(thought.lines) == len(state.legal_actions())
    assert thought.best.turns < 30, "for which it would take very long"


def test_lines_are_paid_in_order_until_the_purse_is_empty() -> None:
    state = opening()
    places = range(len(state.legal_actions()))
    for threads in (1, 3):
        search_threads = SearchThreads(Tactician(state.game), threads)
        ample = BeamBudget(NO_LIMIT)
        assert len(list(search_threads.expand(state, places, 1, ample))) == len(places)
        scarce = BeamBudget(ample.spent // 2)
        found = list(search_threads.expand(state, places, 1, scarce))
        assert 0 < len(found) < len(places)
        assert scarce.room() == 0
        assert not list(search_threads.expand(state, places, 1, scarce))


class Failing:
    """Stands in for a tactician that cannot expand choice number 1."""

    positions = looked = 1

    def partner(self) -> Failing:
        return self

    def allow(self, _: int) -> None:
        pass

    def deepen(self, _: State, place: int, turns: int, budget: int, looks: int) -> float:
        if place == 1:
            raise ArithmeticError("cannot be followed")
        return 0.5


def test_a_line_that_fails_is_told_and_leaves_the_crew_whole() -> None:
    state = opening()
    for threads in (1, 2):
        search_threads = SearchThreads(cast(Tactician, Failing()), threads)
        with pytest.raises(ArithmeticError):
            list(search_threads.expand(state, [0, 1, 2], 1, BeamBudget(100)))
        assert list(search_threads.expand(state, [0, 2], 1, BeamBudget(100))) == [0.5, 0.5]


def test_a_planner_on_threads_chooses_the_same() -> None:
    state = opening()
    thoughts = [Planner(state.game, Budget(20_000, 3, 0, None, n)).think(state) for n in (1, 2)]
    assert thoughts[0] == thoughts[1]
