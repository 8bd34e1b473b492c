"""Who comes later stands there as those do who are there from the start (H7): the first state and
the arrival write the same of a fighter.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from autogm.engine import codes
from autogm.engine.state import State
from tests.table import scene

OF_FIGHTERS = ("zone", "stress", "wounds", "members", "helps", "flags", "roars", "used")
OF_SLOTS = ("here", "maker", "free")
KEPT_UP = ("present", "present_in", "weight", "slots_here", "slots_free", "adverse")
WHO: dict[str, dict[str, Any]] = {
    "a player character": {
        "fate_points": 2, "aspects": [{"text": "Brave"}],
        "stunts": [{"name": "Ready", "does": "free-invoke", "aspect": "Brave"}],
    },
    "a heavy one": {"weight": 4, "fate_points": 1},
}  # fmt: skip


@pytest.mark.rule("H7")
@pytest.mark.parametrize("ruleset", ["fate-core", "war-of-ashes"])
@pytest.mark.parametrize("sheet", WHO)
def test_arriving_is_beginning_later(ruleset: str, sheet: str) -> None:
    """As a player character, with a group on the other side that comes as late."""
    at_once, later = (_second_exchange(ruleset, WHO[sheet], arrives) for arrives in (1, 2))
    one, other = at_once.record[0], later.record[0]
    eve = at_once.game.words.fighters.index("eve")
    for name in OF_FIGHTERS + OF_SLOTS + KEPT_UP:
        assert np.array_equal(one[name], other[name]), name
    assert one["points"][eve] == other["points"][eve] == WHO[sheet]["fate_points"]


def _second_exchange(ruleset: str, sheet: dict[str, Any], arrives: int) -> State:
    """The second exchange's first choice, everybody having passed until then."""
    gang = {"type": "group", "members": 3, "arrives": arrives}
    table = scene(
        ruleset, "ann@a; eve@b", "bob@a; gang@b", "a - b [Mud]",
        sheets={"eve": {**sheet, "arrives": arrives}, "gang": gang}, actions=["attack", "move"],
    )  # fmt: skip
    state = table.state
    while state.exchange < 2:
        assert state.node() != codes.N_DICE
        state = state.child(state.legal_actions()[0])
    return state
