"""What a tactician chooses by (`Tactician.glimpse`), against the static estimate of every choice by
itself: a duel's choices from one opening of the roll, the shortlist of a turn, skills far behind.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from autogm.engine import codes
from autogm.engine.codes import PLAYERS
from autogm.engine.pack import verb_of
from autogm.engine.state import State
from autogm.planner.turn.shortlist import OWN
from autogm.planner.turn.tactician import Tactician
from tests.planner.wandering import random_game, wander

SEEDS = range(60)


def met(kind: int) -> Iterator[tuple[Tactician, State]]:
    """Choices of that kind in random conflicts."""
    for seed in SEEDS:
        game = random_game(seed)
        tactician = Tactician(game)
        for state in wander(game, seed, 60):
            if state.node() == kind:
                yield tactician, state


def lost(kind: int) -> tuple[float, float, int]:
    """What is given away by the estimates of all choices where the best is chosen at once, what was
    at stake, and in how many choices."""
    given, stake, number = 0.0, 0.0, 0
    for tactician, state in met(kind):
        sign = 1.0 if state.current_player() == PLAYERS else -1.0
        estimates, seen = sign * tactician.estimate(state), sign * tactician.glimpse(state)
        given += float(estimates.max() - estimates[np.nanargmax(seen)])
        stake += float(estimates.max() - estimates.mean())
        number += 1
    return given, stake, number


@pytest.mark.parametrize(
    ("kind", "share"),
    [(codes.N_DUEL, 0.05), (codes.N_TURN, 0.05), (codes.N_SKILL, 0.03), (codes.N_ORDER, 0.05)],
)
def test_little_is_given_away(kind: int, share: float) -> None:
    given, stake, number = lost(kind)
    assert number > 40
    assert stake > 1.0
    assert given <= share * stake


def test_passing_in_a_duel_is_worth_what_it_is_by_itself() -> None:
    """It may only be counted for less where something better was weighed by itself."""
    best = 0
    for tactician, state in met(codes.N_DUEL):
        sign = 1.0 if state.current_player() == PLAYERS else -1.0
        alone, at_once = sign * tactician.estimate(state), sign * tactician.glimpse(state)
        assert at_once[0] <= alone[0] + 1e-9
        if at_once.argmax() == 0:
            best += 1
            assert at_once[0] == pytest.approx(alone[0], abs=1e-9)
    assert best > 20


def test_a_reroll_is_worth_nearly_what_it_is_by_itself() -> None:
    """What it costs is taken from the prices of invokes, so not to the last digit."""
    differences = []
    for tactician, state in met(codes.N_DUEL):
        alone, at_once = tactician.estimate(state), tactician.glimpse(state)
        differences += [
            abs(one - other)
            for one, other, action in zip(alone, at_once, state.legal_actions(), strict=True)
            if state.game.describe(state, action).as_dict().get("mode") == "reroll"
        ]
    assert len(differences) > 40
    assert np.mean(differences) < 0.01


def test_only_the_most_promising_aspects_are_looked_at() -> None:
    left_out = 0
    for tactician, state in met(codes.N_TURN):
        seen = ~np.isnan(tactician.glimpse(state))
        creates = np.array([verb_of(one) == codes.V_CREATE for one in state.legal_actions()])
        assert seen[~creates].all()
        assert seen[creates].sum() == min(OWN, creates.sum())
        left_out += int((~seen).sum())
    assert left_out > 20


def test_a_skill_far_behind_is_not_looked_at() -> None:
    seen = 0
    for tactician, state in met(codes.N_DEFEND):
        worths = tactician.glimpse(state)
        assert not np.isnan(worths).all()
        seen += int(np.isnan(worths).sum())
    assert seen > 20
