"""Endings are counted correctly: solving shows which can be solved, what is given up early is never
what was solved, and the shares are what they say.
"""

from __future__ import annotations

import json
from itertools import islice

import pytest

from autogm.planner.solving.solver import TooLargeError, solve
from evaluation.endings import Ending, counted, ending, main, measure, summed_up
from evaluation.planner_speed import positions_of
from evaluation.value_play import conflicts
from tests.bare import bare_scenario

LIMIT = 3_000


def made(conflict: int, *, small: bool, looks: bool, missed: bool, found: int) -> Ending:
    """A position with a limit of a hundred states."""
    return Ending(conflict, small, looks, missed, found, 50 if small else 101)


def test_what_can_be_solved_is_told_by_solving() -> None:
    seen = set()
    for number, game in enumerate(islice(conflicts(bare_scenario, 1), 12)):
        for state in positions_of(game, 1, 2, 3):
            one = ending(number, state, LIMIT)
            try:
                states = solve(game, max_states=LIMIT, start=state).states
            except TooLargeError:
                states = 0
            assert one.small == (states > 0)
            assert not states or one.found_without == states
            assert one.found <= one.found_without
            assert not one.missed or one.found < one.found_without
            seen.add((one.small, one.found < one.found_without))
    assert {(True, False), (False, True)} <= seen


def test_growth_beyond_all_measure_gives_up_what_is_not_whole() -> None:
    """If all that is found has to be expanded; and if next to nothing has to be."""
    state = positions_of(next(conflicts(bare_scenario, 1)), 1, 1, 1)[0]
    assert counted(state, LIMIT, [(5, 1.0)]) == (False, counted(state, 5, ())[1])
    assert counted(state, LIMIT, [(5, 0.0), (50, 0.0)]) == counted(state, LIMIT, ())


def test_shares_are_of_what_they_say() -> None:
    found = [
        made(1, small=True, looks=True, missed=False, found=50),
        made(1, small=True, looks=True, missed=True, found=10),
        made(2, small=True, looks=False, missed=True, found=10),
        made(2, small=True, looks=True, missed=False, found=50),
        made(3, small=False, looks=True, missed=False, found=101),
        made(3, small=False, looks=True, missed=False, found=0),
        made(3, small=False, looks=False, missed=False, found=101),
        made(4, small=False, looks=False, missed=False, found=101),
    ]
    summed = summed_up("made up", found, 1)
    assert (summed.positions, summed.solvable) == (8, 4)
    shares = (summed.missed_by_looks, summed.missed_by_growth, summed.in_vain, summed.work)
    assert [one and one.mean for one in shares] == [0.25, 0.25, 0.25, 0.5]
    large = summed_up("large", found[7:], 1)
    assert (large.missed_by_looks, large.missed_by_growth, large.work) == (None, None, None)
    assert large.in_vain.mean == 0.0


def test_a_conflict_that_is_over_before_anybody_chooses_is_passed_over() -> None:
    game = next(islice(conflicts(bare_scenario, 1), 12, None))
    assert game.new_initial_state().is_terminal()
    assert not positions_of(game, 1, 3, 3)


def test_positions_are_repeatable() -> None:
    one, other = (measure("small", 2, 300, 1, lambda _: None) for _ in range(2))
    assert one == other
    assert {each.conflict for each in one} == {0, 1}


def test_figures_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    main(["--conflicts", "1", "--states", "300", "--json"])
    told = json.loads(capsys.readouterr().out)
    assert told["states"] == 300
    assert [one["kind"] for one in told["kinds"]] == ["with little in them", "small", "large"]
