"""What loads plays to its end in fields that hold it, however high its numbers; what cannot be
played is refused by name. Overflows are errors where kernels run interpreted, and
tests/engine/test_perft.py plays these conflicts so too."""

from __future__ import annotations

import pytest

from autogm.engine.game import Game
from autogm.model.faults import ScenarioError
from autogm.model.scenario import Scenario
from autogm.rules.loading import settle
from tests.conformance.extremes import PLAYED, REFUSED
from tests.conformance.invariants import CHECKS
from tests.conformance.plays import check_play

SLOW = ("illegal_actions_are_refused", "words_and_numbers_agree", "copies_are_independent")
QUICK_CHECKS = tuple(check for check in CHECKS if check.__name__ not in SLOW)


@pytest.mark.parametrize("scenario", PLAYED, ids=lambda scenario: scenario.title)
def test_it_plays_to_its_end(scenario: Scenario) -> None:
    check_play(Game(settle(scenario)), 1, QUICK_CHECKS)


@pytest.mark.parametrize("scenario", REFUSED, ids=lambda scenario: scenario.title)
def test_it_is_refused_by_name(scenario: Scenario) -> None:
    with pytest.raises(ScenarioError, match="choices at once"):
        Game(settle(scenario))
