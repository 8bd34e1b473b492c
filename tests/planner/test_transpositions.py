"""The transposition table saves time and changes nothing: evaluators that have searched much
before, of other battles, backwards, or nothing at all, or that remember nothing, find the same.
"""

from __future__ import annotations

from functools import partial
from math import isnan

import numpy as np
import pytest

from autogm.engine.codes import CHANCE
from autogm.engine.game import Game
from autogm.engine.state import State
from autogm.game.rows import rows
from autogm.planner.estimate.transpositions import ENTRIES, HIGHEST, TABLE, keep, known
from autogm.planner.evaluation.scratch import DEPTH, WORK
from autogm.planner.search.beam import Thought, search
from autogm.planner.turn.tactician import Tactician
from tests.planner.wandering import random_game, wander

Thinking = tuple[list[list[float | None]], Thought]

SCENARIOS = (11, 12, 18, 23)
BLOCKED = (2, 31, 59, 63, 90, 107, 150)
BATTLES, MOST_CHOICES, EXPANDED = 2, 25, 3
BUDGETS = ((700, 4), (3_000, 2))
"""Positions and turns: some cut short, some not."""


def choices(game: Game, seed: int) -> list[State]:
    """Where somebody chooses, in one battle of random play after another."""
    random, found = np.random.default_rng(seed), list[State]()
    for battle in range(BATTLES):
        state = game.new_initial_state()
        while not state.is_terminal() and len(found) < (battle + 1) * MOST_CHOICES:
            if state.current_player() != CHANCE:
                found.append(state.clone())
            state.apply_action(int(random.choice(state.legal_actions())))
    return found


def budget_for(state: State) -> tuple[int, int]:
    """One of the budgets, whatever was asked before."""
    return BUDGETS[len(state.legal_actions()) % len(BUDGETS)]


def thoughts(evaluator: Tactician, states: list[State]) -> tuple[list[Thinking], int]:
    """What an evaluator thinks of states, one after another, in every way of asking, and how many
    positions it expanded."""
    found, looked = list[Thinking](), 0
    for state in states:
        worths = []
        for way in (evaluator.estimate, evaluator.weigh, partial(evaluator.expand, most=EXPANDED)):
            worths.append([None if isnan(one) else one for one in way(state).tolist()])
            looked += evaluator.looked
        found.append((worths, search(evaluator, state, *budget_for(state))))
        looked += evaluator.looked
    return found, looked


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_what_is_remembered_changes_no_choice(scenario: int) -> None:
    game = random_game(scenario)
    states = choices(game, scenario)
    assert len(states) > BATTLES
    forgetful = Tactician(game)
    forgetful.parameters["remembers"] = 0
    plain, positions = thoughts(forgetful, states)
    warm = Tactician(game)
    remembered, looked = thoughts(warm, states)
    assert remembered == plain
    assert looked < positions
    again, less = thoughts(warm, states)
    assert again == plain
    assert less < looked
    backwards, _ = thoughts(Tactician(game), states[::-1])
    assert backwards[::-1] == plain
    for state, thought in zip(states[:4], plain[:4], strict=True):
        assert search(Tactician(game), state, *budget_for(state)) == thought[1]


@pytest.mark.parametrize("scenario", BLOCKED)
def test_a_blocked_move_is_told_anew_in_another_turn(scenario: int) -> None:
    """What a blocked fighter has instead belongs to the turn that was estimated and not to the
    position: the same one may come up where more or less could be done without the move."""
    game = random_game(scenario)
    warm, forgetful = Tactician(game), Tactician(game)
    forgetful.parameters["remembers"] = 0
    for state in wander(game, scenario, 60):
        assert warm.estimate(state).tolist() == forgetful.estimate(state).tolist()


def test_what_is_known_is_charged_and_used_where_it_could_be_found_out() -> None:
    array = np.zeros(1, WORK)
    table, work = rows(np.zeros(1, TABLE))[0], rows(array)[0]
    array["budget"], array["stop"], array["calls"] = 100, 90, 1
    key = 5 + 7 * ENTRIES
    assert isnan(known(table, work, key, 3))
    keep(table, key, 0.25, 80, 10)
    assert isnan(known(table, work, key + ENTRIES, 3)), "another position in its place"
    assert known(table, work, key, 3) == 0.25
    assert (array["calls"][0], array["highest"][0]) == (80, 13)
    array["calls"] = 11
    assert known(table, work, key, 3) == 0.25
    array["calls"] = 12
    assert isnan(known(table, work, key, 3)), "one more than the stop allows"
    assert array["calls"][0] == 12
    array["calls"] = 1
    assert known(table, work, key, HIGHEST - 11) == 0.25
    assert isnan(known(table, work, key, HIGHEST - 10)), "too high to be followed to its end"
    keep(table, key + ENTRIES, -0.5, 1, 0)
    assert isnan(known(table, work, key, 3)), "forgotten"
    array["calls"] = 1_000
    assert known(table, work, key + ENTRIES, DEPTH - 1) == -0.5, "alone: looked at anywhere"


def test_an_entry_that_two_threads_wrote_half_of_each_is_not_believed() -> None:
    """Whichever parts are whose, and whatever position is asked about."""
    work = np.zeros(1, WORK)
    work["budget"] = work["stop"] = 1 << 40
    ours, theirs = np.zeros(1, TABLE), np.zeros(1, TABLE)
    keys = (9 + 3 * ENTRIES, 9 + 4 * ENTRIES)
    for array, key, worth, cost in zip((ours, theirs), keys, (0.5, -0.125), (7, 9), strict=True):
        keep(rows(array)[0], key, worth, cost, 2)
    for part in range(3):
        torn = ours.copy()
        torn["known"][0, 9, part] = theirs["known"][0, 9, part]
        for key in keys:
            assert isnan(known(rows(torn)[0], rows(work)[0], key, 3))
    assert known(rows(ours)[0], rows(work)[0], keys[0], 3) == 0.5
