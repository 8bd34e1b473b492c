"""The policy's duel: what hits of each size leave of a target against a plain enumeration of what
absorbs them, best play against a recursion over who may still invoke, and that looking at a move
leaves the position as it was.
"""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from autogm.agents.skirmisher import evaluator_of
from autogm.engine.game import new_buffer
from autogm.engine.layout import MAX_ACTIONS
from autogm.game.kernels import plain
from autogm.game.rows import Row, rows
from autogm.planner.evaluation.parameters import parameters_of
from autogm.planner.policy.duelling import mob_after, play_out, soak_after
from autogm.planner.policy.preferred import features_of
from autogm.planner.policy.tables import policy_of
from autogm.planner.policy.weights import MOST_FEATURES
from tests.table import scene

SEVERITY = {"mild": 2, "moderate": 4, "severe": 6}  # H3


def left_after(shifts: int, boxes: int, wounds: tuple[str, ...]) -> float:
    """The soak that somebody with so many open boxes, at most three, and these open consequences
    keeps: 1, and what is still open."""
    best = 0.0
    for number in range(len(wounds) + 1):
        for taken in combinations(wounds, number):
            short = shifts - sum(SEVERITY[one] for one in taken)
            for box in range(boxes + 1):
                if box < short:
                    continue
                kept = 1.0 + sum(SEVERITY[one] for one in wounds if one not in taken)
                for open_box in range(1, boxes + 1):
                    if open_box != box:
                        kept += open_box
                best = max(best, kept)
    return best


@pytest.mark.parametrize("shifts", range(1, 16))
def test_a_hit_leaves_what_the_best_absorption_leaves(shifts: int) -> None:
    table = scene("fate-core", "anna@here Fight 3", "bert@here Fight 3 type=main")
    game, state = table.game, Row(table.state.record[0])
    parameters = Row(parameters_of(game)[0])
    left, _ = plain(soak_after)(Row(game.scene[0]), state, parameters, 1, shifts, 0)
    assert int(game.scene[0]["boxes"][1, 0]) == 2
    assert left == left_after(shifts, 2, ("mild", "moderate", "severe"))


def recursion(
    worths: dict[int, float], margin: int, uses: tuple[int, int], costs: tuple[float, float],
    mover: int, passed: bool,
) -> float:  # fmt: skip
    """What a duel comes to for side 0, whose roll it is: each may invoke or pass, and it ends with
    two passes in a row."""
    sign = 1.0 if mover == 0 else -1.0
    rest = worths[margin]
    if not passed:
        rest = recursion(worths, margin, uses, costs, 1 - mover, True)
    if uses[mover] == 0:
        return rest
    then = (uses[0] - (mover == 0), uses[1] - (mover == 1))
    after = margin + 2 * int(sign)
    invoked = recursion(worths, after, then, costs, 1 - mover, False) - sign * costs[mover]
    return sign * max(sign * rest, sign * invoked)


@pytest.mark.parametrize("seed", range(40))
def test_best_play_is_that_of_a_recursion(seed: int) -> None:
    random = np.random.default_rng(seed)
    table = scene("fate-core", "anna@here Fight 3", "bert@here Fight 3")
    game = table.game
    scene_row, state = Row(game.scene[0]), Row(table.state.record[0])
    parameters = Row(parameters_of(game)[0])
    policy = Row(policy_of(game, parameters_of(game))[0])
    rising = np.cumsum(random.random(25))
    for margin in range(25):
        policy.worth[margin] = rising[margin]
    policy.below, policy.acting = 0.0, 0
    uses = (int(random.integers(0, 4)), int(random.integers(0, 4)))
    costs = (float(random.random()), float(random.random()))
    for side in range(2):
        policy.uses[side], policy.price[side] = uses[side], costs[side]
    worths = {margin: float(rising[margin]) if margin >= 0 else 0.0 for margin in range(-6, 14)}
    for mover in (0, 1):
        for passed in (False, True):
            found = plain(play_out)(
                scene_row, state, parameters, policy, 3, mover, int(passed), 0
            )  # fmt: skip
            assert found == pytest.approx(recursion(worths, 3, uses, costs, mover, passed))


def test_a_hit_on_a_mob_spills_over() -> None:
    table = scene("fate-core", "anna@here Fight 3", "bert@here type=group members=3 quality=fair")
    state, one = Row(table.state.record[0]), Row(table.game.scene[0])
    boxes = int(table.game.scene[0]["boxes"][1, 0])
    for shifts in range(1, 4 * (boxes + 1)):
        left, members = plain(mob_after)(one, state, 1, shifts, 0, 10.0)
        fallen = min(3, shifts // (boxes + 1))
        assert members == 3 - fallen
        assert (left == 0.0) == (fallen == 3)


def test_looking_at_moves_leaves_the_position_as_it_was() -> None:
    table = scene(
        "fate-core", "anna@here Fight 3", "bert@there Fight 3", zones=["here", "there"]
    )  # fmt: skip
    table.turn("anna")
    game, evaluator = table.game, evaluator_of(table.game)
    record = table.state.record.copy()
    found = np.zeros((MAX_ACTIONS, MOST_FEATURES))
    features_of(
        game.scene_rows, rows(record), evaluator.all_parameters, evaluator.policies, new_buffer(),
        found,
    )  # fmt: skip
    assert record.tobytes() == table.state.record.tobytes()
