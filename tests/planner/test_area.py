"""Choices within an area attack, which meets several in turn: all of them are seen to its end, so
that none looks better since what it puts off is not seen.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np
import pytest

from autogm.agents.roster import agent
from autogm.engine import codes
from autogm.engine.game import load_game
from autogm.engine.state import State
from autogm.planner.search.beam import EXPANDED
from autogm.planner.turn.tactician import Tactician
from autogm.planner.turn.weighing import MOST_A_LINE
from evaluation.manners.battle import watch

HARBOUR = Path(__file__).resolve().parents[2] / "scenarios" / "harbour-run.yaml"


@cache
def within_area_attacks() -> tuple[State, ...]:
    """Choices within area attacks in the harbour, where Zird's thunder meets a crowd."""
    game, found = load_game(HARBOUR), list[State]()
    for battle in range(4):
        for moment in watch(game, 1, battle, agent("tactician")).moments:
            state = moment.before
            there = state.current_player() >= 0 and len(state.legal_actions()) > 1
            if there and state.record[0]["roll_flags"] & codes.R_AREA:
                found.append(state)
    return tuple(found)


def test_there_are_such_choices() -> None:
    kinds = {state.node() for state in within_area_attacks()}
    assert len(within_area_attacks()) > 20
    assert codes.N_DUEL in kinds


@pytest.mark.parametrize("positions", [300, 3_000])
def test_a_small_budget_cuts_none_of_them_short(positions: int) -> None:
    """Else what is cut short would be worth what stands before the others defend."""
    for state in within_area_attacks():
        few = Tactician(state.game).expand(state, EXPANDED, positions, positions)
        many = Tactician(state.game).expand(state, EXPANDED)
        assert few == pytest.approx(many, abs=1e-12, nan_ok=True)


def test_all_that_is_still_to_come_is_seen() -> None:
    """Whichever choice is looked at by itself, to the end of the turn, is worth about what the
    tactician says of it."""
    for state in within_area_attacks():
        if state.node() != codes.N_DUEL:
            continue
        tactician = Tactician(state.game)
        quick = tactician.quick_estimate(state)
        for place, worth in enumerate(quick):
            if not np.isnan(worth):
                deep = tactician.deepen(state, place, 0, 10 * MOST_A_LINE)
                assert tactician.positions <= MOST_A_LINE
                assert worth == pytest.approx(deep, abs=0.05)
