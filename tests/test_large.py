"""Large random conflicts: a plain function of their seed, as large as they are said to be, most of
them played, and every second one with the same people on both sides.
"""

from __future__ import annotations

import pytest

from autogm.engine.game import Game
from autogm.model.faults import ScenarioError
from autogm.rules.loading import settle
from tests.large import large_scenario
from tests.soak import times


def test_they_are_a_function_of_their_seed_and_have_room_to_be_decided() -> None:
    for seed in range(times(40, briefly=12)):
        one = large_scenario(seed)
        assert one == large_scenario(seed)
        assert 3 <= len(one.sides.players.fighters) <= 6
        assert 3 <= len(one.sides.gm.fighters) <= 12
        assert 12 <= one.exchanges <= 30


@pytest.mark.thorough
def test_nearly_all_are_played() -> None:
    """A few have more choices at once than the game has numbers for."""
    refused = 0
    for seed in range(60):
        try:
            Game(settle(large_scenario(seed)))
        except ScenarioError:
            refused += 1
    assert refused <= 6


@pytest.mark.thorough
def test_about_half_have_the_same_people_on_both_sides() -> None:
    mirrored = 0
    for seed in range(40):
        sides = large_scenario(seed).sides
        skills = [
            sorted(sorted(fighter.skills.items()) for fighter in side.fighters.values())
            for side in (sides.players, sides.gm)
        ]
        mirrored += skills[0] == skills[1]
    assert 10 <= mirrored <= 30
