"""The static estimate against expanding every outcome: the same where nothing is left out, close
where something is; and the choices that it finds best, expanded.
"""

from __future__ import annotations

import numpy as np
import pytest

from autogm.engine import codes
from autogm.engine.codes import PLAYERS
from autogm.engine.game import Game
from autogm.planner.turn.tactician import Tactician
from autogm.planner.turn.weighing import MOST_A_LINE
from tests.planner.one_rule import LEFT_OUT, TELLING
from tests.planner.plain_states import whose_turn
from tests.planner.roots import ROOTS
from tests.planner.test_tactician import FENCERS, duel
from tests.planner.wandering import random_game, wander

EXACT = 1e-9
BATTLES, STEPS = 9, 60
SCENARIOS = range(40)
LONG = range(1_000, 20_000)
"""Positions: less is weighed quickly, and of more not all is followed."""


@pytest.mark.parametrize("ruleset", FENCERS)
def test_attacks_are_exact(ruleset: str) -> None:
    """With boosts and stress, absorption and who is out, one turn after another."""
    assert farthest(duel(ruleset), True)[0] < EXACT


@pytest.mark.parametrize("rule", TELLING)
def test_where_nothing_is_left_out_an_estimate_is_exact(rule: str) -> None:
    """By each rule on its own."""
    assert farthest(TELLING[rule](), True)[0] < EXACT


@pytest.mark.parametrize("rule", LEFT_OUT)
def test_what_is_left_out_is_bounded(rule: str) -> None:
    """As little as the module says it leaves out; where that is a choice of whose turn it is, a
    estimate tells no more for its side than following it does."""
    make, bound, is_choice = LEFT_OUT[rule]
    difference, too_much = farthest(make(), False)
    assert EXACT < difference < bound
    assert too_much < EXACT or not is_choice


def farthest(game: Game, whole: bool) -> tuple[float, float]:
    """How far estimates are from expanding every outcome at most, at random positions of a game,
    and how much too much they say for the side whose turn it is."""
    tactician, seen, difference, too_much = Tactician(game), 0, 0.0, 0.0
    for seed in range(BATTLES):
        for state in wander(game, seed, STEPS):
            exact = tactician.weigh(state)
            if tactician.positions > LONG.stop:
                assert not whole, "all of it is compared"
                continue
            more = tactician.estimate(state) - exact
            difference = max(difference, float(abs(more).max()))
            for place, action in enumerate(state.legal_actions()):
                mover = whose_turn(state, action)
                if mover >= 0:
                    sign = 1.0 if game.scene[0]["side"][mover] == PLAYERS else -1.0
                    too_much = max(too_much, sign * float(more[place]))
            seen += max(exact) - min(exact) > 0.01
    assert seen > 10, "something hangs on the choice"
    return difference, too_much


AT_ROOTS = {"a riposte": 0.3}
"""Where the static estimate leaves something out."""


@pytest.mark.parametrize("name", ROOTS)
def test_choices_of_every_kind_are_estimated_exactly(name: str) -> None:
    state = ROOTS[name][0]().state
    tactician = Tactician(state.game)
    difference = float(abs(tactician.estimate(state) - tactician.weigh(state)).max())
    if name in AT_ROOTS:
        assert EXACT < difference < AT_ROOTS[name]
    else:
        assert difference < EXACT


@pytest.mark.thorough
def test_an_estimate_finds_nearly_the_best_at_a_fraction_of_the_cost() -> None:
    """In random conflicts, of what hangs on the choices that take long to weigh."""
    lost, at_stake, positions, estimates = 0.0, 0.0, 0, 0
    for seed in SCENARIOS:
        game = random_game(seed)
        tactician = Tactician(game)
        tactician.parameters["remembers"] = 0
        for state in wander(game, seed, STEPS):
            sign = 1.0 if state.current_player() == PLAYERS else -1.0
            exact = sign * tactician.weigh(state)
            if tactician.positions in LONG:
                positions += tactician.positions
                found = int((sign * tactician.estimate(state)).argmax())
                estimates += tactician.positions
                lost += float(exact.max() - exact[found])
                at_stake += float(exact.max() - exact.mean())
    assert positions > 2 * estimates > 0
    assert lost < 0.06 * at_stake


def test_what_is_expanded_stays_ahead() -> None:
    """As many choices as are asked for come to what they come to exactly, and no other one is
    better than the best of them."""
    templates = [{"text": "Off Balance", "on": "enemy"}]
    game = duel("fate-core", actions=["attack", "create"], templates=templates)
    tactician, seen = Tactician(game), 0
    for state in wander(game, 3, STEPS):
        sign = 1.0 if state.current_player() == PLAYERS else -1.0
        exact, look = sign * tactician.weigh(state), sign * tactician.expand(state, 2)
        left = ~np.isnan(look)  # skills that lag behind are not looked at
        assert left.all() or state.node() in (codes.N_SKILL, codes.N_DEFEND)
        alike = np.isclose(exact, look, rtol=0, atol=1e-9)
        assert alike[np.nanargmax(look)]
        assert alike.sum() >= min(2, left.sum())
        seen += left.sum() > 2
        whole = tactician.expand(state, len(exact))
        assert whole[left] == pytest.approx(sign * exact[left], abs=1e-9)
    assert seen > 5


def test_a_look_is_bounded_however_much_a_choice_branches() -> None:
    """One whose turns branch beyond all measure."""
    tactician = Tactician(random_game(81))
    state = tactician.game.new_initial_state()
    count = len(tactician.expand(state, 4))
    assert tactician.positions <= 2 * count * MOST_A_LINE
