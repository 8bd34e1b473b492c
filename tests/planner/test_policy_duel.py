"""The policy's duel: what passing comes to against a recursion over who may still invoke, and what
hits are worth against a plain count of what the target has left.
"""

from __future__ import annotations

from math import isnan, log
from typing import Any

import numpy as np
import pytest

from autogm.agents.skirmisher import evaluator_of
from autogm.engine.codes import N_DUEL
from autogm.engine.game import new_buffer
from autogm.engine.layout import MAX_ACTIONS
from autogm.game.rows import rows
from autogm.planner.policy.duelling import BOOST
from autogm.planner.policy.preferred import features_of
from autogm.planner.policy.weights import MOST_FEATURES
from tests.table import Table, scene

SHEETS = {
    "anna": {"aspects": [{"text": "Bold"}, {"text": "Quick"}]},
    "bert": {"aspects": [{"text": "Stout"}, {"text": "Old"}]},
}


def duel(dice: str) -> tuple[Table, Any, Any]:
    """A duel over an attack, its policy as the features left it, and the value's parameters."""
    table = scene("fate-core", "anna@here Fight 3", "bert@here Fight 3", sheets=SHEETS, pool=2)
    table.turn("anna")
    table.choose("attack", target="bert")
    table.dice(dice, "0 0 0 0")
    assert table.state.node() == N_DUEL
    evaluator = evaluator_of(table.game)
    features_of(
        table.game.scene_rows, rows(table.state.record), evaluator.all_parameters,
        evaluator.policies, new_buffer(), np.zeros((MAX_ACTIONS, MOST_FEATURES)),
    )  # fmt: skip
    return table, evaluator.policies[0], evaluator.all_parameters[0]


def recursion(policy: Any, margin: int, uses: tuple[int, int], mover: int, passed: bool) -> float:
    """What a duel comes to for side 0, whose roll it is: each may invoke or pass, and two passes in
    a row end it."""
    sign = 1.0 if mover == 0 else -1.0
    rest = float(policy["worth"][margin]) if margin >= 0 else 0.0
    if margin <= -3:
        rest = -float(policy["below"])
    if not passed:
        rest = recursion(policy, margin, uses, 1 - mover, True)
    if uses[mover] == 0:
        return rest
    then = (uses[0] - (mover == 0), uses[1] - (mover == 1))
    after = recursion(policy, margin + 2 * int(sign), then, 1 - mover, False)
    return sign * max(sign * rest, sign * after - float(policy["price"][mover]))


@pytest.mark.parametrize("dice", ["+ + + +", "+ + 0 0", "+ 0 0 0", "0 0 0 0", "- - 0 0"])
def test_passing_comes_to_what_best_play_does(dice: str) -> None:
    table, policy, _ = duel(dice)
    uses = (int(policy["uses"][0]), int(policy["uses"][1]))
    assert max(uses) > 0
    mover = table.state.current_player()
    margin = int(table.state.record["margin"][0])
    assert policy["passing"] == pytest.approx(
        recursion(policy, margin, uses, 1 - mover, True), abs=1e-12
    )


def test_hits_are_worth_what_they_leave_of_the_target() -> None:
    """Bert has boxes of 1 and 2, and consequences of 2, 4 and 6 (H1, H3): 16 of soak in all."""
    _, policy, parameters = duel("+ + + +")
    weight, gift = parameters["weights"], float(policy["gift"][0])
    found = [m for m in range(1, 9) if not isnan(policy["worth"][m])]
    assert len(found) >= 2
    kept = {1: (15, 0), 2: (14, 0), 3: (13, 1), 4: (12, 1), 5: (11, 1), 6: (10, 1), 7: (9, 1),
            8: (8, 1)}  # fmt: skip
    for margin in found:
        soak, wounds = kept[margin]
        power = 0.5 + float(policy["power"][1]) * 16 / 17
        left = 0.5 + float(policy["power"][1]) * soak / (soak + 1)
        worth = weight[0] * log(16.5 / (soak + 0.5)) + weight[1] * log(power / left)
        worth += gift * (wounds + (BOOST if margin >= 3 else 0.0))
        assert policy["worth"][margin] == pytest.approx(worth, abs=1e-12), margin
