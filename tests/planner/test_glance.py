"""A glance against following every outcome: the same where nothing is left out, close where
something is; and whoever looks closely at what a glance finds best.
"""

from __future__ import annotations

import numpy as np
import pytest

from autogm.engine.codes import PLAYERS
from autogm.planner.tactician import MOST_A_LINE, Tactician
from tests.planner.test_tactician import FENCERS, duel
from tests.planner.wandering import random_game, wander

STEPS = 60
SCENARIOS = range(40)
LONG = range(1_000, 20_000)
"""Positions: less is weighed quickly, and of more not all is followed."""


@pytest.mark.parametrize("ruleset", FENCERS)
def test_where_nothing_is_left_out_a_glance_is_exact(ruleset: str) -> None:
    """Attacks with boosts and stress, absorption and who is out, one turn after another."""
    game = duel(ruleset)
    tactician, seen = Tactician(game), 0
    for seed in range(6):
        for state in wander(game, seed, STEPS):
            exact = tactician.weigh(state)
            assert tactician.glance(state) == pytest.approx(exact, abs=1e-9)
            seen += max(exact) - min(exact) > 0.01
    assert seen > 10, "something hangs on the choice"


def test_a_glance_finds_nearly_the_best_at_a_fraction_of_the_cost() -> None:
    """In random conflicts, of what hangs on the choices that take long to weigh."""
    lost, at_stake, positions, glances = 0.0, 0.0, 0, 0
    for seed in SCENARIOS:
        game = random_game(seed)
        tactician = Tactician(game)
        tactician.judge["remembers"] = 0
        for state in wander(game, seed, STEPS):
            sign = 1.0 if state.current_player() == PLAYERS else -1.0
            exact = sign * tactician.weigh(state)
            if tactician.positions in LONG:
                positions += tactician.positions
                found = int((sign * tactician.glance(state)).argmax())
                glances += tactician.positions
                lost += float(exact.max() - exact[found])
                at_stake += float(exact.max() - exact.mean())
    assert positions > 4 * glances > 0
    assert lost < 0.08 * at_stake


def test_what_is_looked_at_closely_stays_ahead() -> None:
    """As many choices as are asked for come to what they come to exactly, and no other one is
    better than the best of them."""
    templates = [{"text": "Off Balance", "on": "enemy"}]
    game = duel("fate-core", actions=["attack", "create"], templates=templates)
    tactician, seen = Tactician(game), 0
    for state in wander(game, 3, STEPS):
        sign = 1.0 if state.current_player() == PLAYERS else -1.0
        exact, look = sign * tactician.weigh(state), sign * tactician.look(state, 2)
        alike = np.isclose(exact, look, rtol=0, atol=1e-9)
        assert alike[look.argmax()]
        assert alike.sum() >= min(2, len(exact))
        seen += len(exact) > 2
        assert tactician.look(state, len(exact)) == pytest.approx(sign * exact, abs=1e-9)
    assert seen > 5


def test_a_look_is_bounded_however_much_a_choice_branches() -> None:
    """One whose turns branch beyond all measure."""
    tactician = Tactician(random_game(81))
    state = tactician.game.new_initial_state()
    count = len(tactician.look(state, 4))
    assert tactician.positions <= 2 * count * MOST_A_LINE
