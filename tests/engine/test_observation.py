"""What a side may know of a conflict: the same of two that differ only in what is hidden."""

from __future__ import annotations

import pytest

from autogm.engine.carry import ALIKE, MASKS, OF_FIGHTERS, OF_ROLLS, OTHERS
from autogm.engine.layout import STATE
from tests.twins import PAIRS, battle, twins

SEEDS = range(6)


def test_every_field_of_a_state_is_carried_over() -> None:
    assert sorted([*ALIKE, *MASKS, *OF_FIGHTERS, *OF_ROLLS, *OTHERS]) == sorted(STATE.names or ())


@pytest.mark.rule("A14", "A16", "H9")
@pytest.mark.parametrize("name", PAIRS)
def test_what_is_hidden_makes_no_difference_to_what_a_side_knows(name: str) -> None:
    """Observation, legal choices and events; and the moment as it is known is the same value,
    so that whatever is worked out from it is the same too."""
    pair, moments, choosing = twins(name), 0, 0
    for seed in SEEDS:
        for moment in battle(pair, seed):
            moments += 1
            both = (moment.plain, moment.full)
            if moment.plain.current_player() == pair.side:
                choosing += 1
                known = [one.game.as_known_to(one, pair.side) for one in both]
                assert known[0] == known[1]
                assert known[0].legal_actions() == known[1].legal_actions()
            seen = [one.game.observation(one, pair.side) for one in both]
            assert seen[0] == seen[1]
            assert moment.told[0] == moment.told[1]
    assert choosing > 5
    assert moments > 20
