"""The luck of a roll is what a tactician would say of it: worth of the moment after the dice, less
its mean over all that they could show."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from autogm.engine.codes import (
    CHANCE,
    DICE_REROLL,
    N_DUEL,
    R_AREA,
    V_ATTACK,
    V_CREATE,
    V_OVERCOME,
    V_SPRINT,
)
from autogm.engine.state import State
from autogm.game.code_cache import code_cache
from autogm.planner.estimate.outcomes import ESTIMATED_MASK
from autogm.planner.turn.tactician import Tactician
from tests.game.processes import in_a_process
from tests.planner.falls import luck_of_fall
from tests.planner.wandering import random_game

SEEDS, STEPS = 60, 40
EXACT, ALIKE = 3, 0.85
"""One roll in so many is told to the last digit at least; how closely the others go together."""
BATTLES = """
from autogm.agents.playing import play_chunk
from autogm.agents.roster import seats
from autogm.engine.game import load_game
from autogm.model.library import shipped
game = load_game(shipped()["duel"])
for who in ("brawler", "tactician"):
    found = play_chunk(game, 3, 0, 2, seats(who), None, True)
    print([f"{one:.9f}" for one in (*found.luck.sum(axis=1), *found.luck[:, -1])])
    print([f"{one:.9f}" for one in found.course[found.course == found.course]])
"""


def worth(tactician: Tactician, state: State) -> float | None:
    """What a moment after dice is worth by what a tactician estimates of the choices of its duel;
    answers on average. None where no duel follows."""
    if state.current_player() == CHANCE:
        total = 0.0
        for outcome, chance in state.chance_outcomes():
            found = worth(tactician, state.child(outcome))
            if found is None:
                return None
            total += chance * found
        return total
    if state.is_terminal() or state.node() != N_DUEL:
        return None
    best = max if state.current_player() == 0 else min
    return float(best(tactician.estimate(state)))


def rolls(seed: int) -> Iterator[tuple[Tactician, State]]:
    """Rolls that random play of a random conflict meets, each with who can weigh what follows."""
    random, game = Random(seed), random_game(seed)
    state, tactician = game.new_initial_state(), Tactician(game)
    tactician.parameters["contempt"] = 0.0
    for _ in range(STEPS):
        if state.is_terminal():
            return
        if state.current_player() == CHANCE:
            yield tactician, state
        state = state.child(random.choice(state.legal_actions()))


def told(state: State) -> np.ndarray[Any, Any]:
    """The luck of each outcome of pending dice."""
    return np.array([luck_of_fall(state, outcome) for outcome, _ in state.chance_outcomes()])


def is_rolled_again(state: State) -> bool:
    """Whether pending dice were rolled before."""
    record = state.record[0]
    return bool(record["pending"][int(record["depth"]) - 1, 3] & DICE_REROLL)


def test_over_all_outcomes_luck_is_nothing() -> None:
    """Of every roll and answer, whatever is rolled for."""
    lucky = 0
    for seed in range(SEEDS):
        for _, state in rolls(seed):
            found = told(state)
            chances = [chance for _, chance in state.chance_outcomes()]
            assert np.dot(found, chances) == pytest.approx(0.0, abs=1e-12)
            lucky += bool(found.any())
    assert lucky > 2 * SEEDS


def test_luck_is_worth_what_a_tactician_estimates() -> None:
    """To the last digit in many rolls; where an outcome brings choices, which the estimate of a
    margin does not look at, with what they bring, and as much of it. It is nothing only where there
    is no estimate, dice are rolled again, or the exchange is the last."""
    pairs: dict[int, list[np.ndarray[Any, Any]]] = {}
    for seed in range(SEEDS):
        for tactician, state in rolls(seed):
            outcomes = state.chance_outcomes()
            after = [worth(tactician, state.child(outcome)) for outcome, _ in outcomes]
            worths = [one for one in after if one is not None]
            if len(worths) < len(outcomes):
                continue
            found, verb = told(state), int(state.record[0]["roll_verb"])
            last = state.exchange == int(state.game.scene[0]["exchanges"])
            if is_rolled_again(state) or not (ESTIMATED_MASK >> verb) & 1:
                assert not found.any()
                continue
            if last and not found.any():
                continue
            expected = np.array(worths) - np.dot(worths, [chance for _, chance in outcomes])
            pairs.setdefault(verb, []).append(np.array([expected, found]))
    every = [one for of_verb in pairs.values() for one in of_verb]
    exact = sum(np.abs(one[0] - one[1]).max() < 1e-12 for one in every)
    assert exact > len(every) / EXACT
    for verb in (V_ATTACK, V_CREATE, V_OVERCOME, V_SPRINT):
        expected, found = np.hstack(pairs[verb])
        assert np.corrcoef(expected, found)[0, 1] > ALIKE
        assert 0.8 < np.polyfit(found, expected, 1)[0] < 1.25


def test_one_roll_against_many_is_left_out() -> None:
    """What it brings depends on each of them."""
    left_out = 0
    for seed in range(SEEDS):
        for _, state in rolls(seed):
            if int(state.record[0]["roll_flags"]) & R_AREA:
                assert not told(state).any()
                left_out += 1
    assert left_out > 10


def test_battles_are_measured_alike_without_compiled_code(tmp_path: Path) -> None:
    """Where kernels run interpreted, records within records are checked views, too."""
    compiled = in_a_process(BATTLES, tmp_path, AUTOGM_CACHE_DIR=str(code_cache().folder))
    assert in_a_process(BATTLES, tmp_path, NUMBA_DISABLE_JIT="1") == compiled
