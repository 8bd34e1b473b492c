"""A mob that has divided is tallied once, and as conceded if a part of it has (N4, H6)."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from autogm.agents.counting import T_CONCEDED, T_OUT, close_battle, tally
from autogm.engine.event_codes import EV_CONCEDES, EV_TAKEN_OUT
from autogm.engine.layout import LOG, TALLIES
from autogm.engine.records import Logs, Scenes, States, TalliesRows
from autogm.game.kernels import entry
from autogm.game.rows import rows
from tests.table import scene


@entry
def tally_once(scenes: Scenes, states: States, logs: Logs, counts: TalliesRows, ends: int) -> None:
    """Tally what is in the log, and at the end the battle."""
    tally(scenes[0], states[0], logs[0], counts[0])
    if ends:
        close_battle(scenes[0], counts[0])


@pytest.mark.rule("N4", "H6")
@pytest.mark.parametrize("kinds", [(EV_CONCEDES, EV_TAKEN_OUT), (EV_TAKEN_OUT, EV_CONCEDES)])
def test_the_order_in_which_its_parts_leave_does_not_matter(kinds: tuple[int, int]) -> None:
    """By the default stakes, which keep no concession in the state."""
    game = scene("fate-core", "a", "thugs type=group members=4 boxes=0", pool=0).game
    assert not game.scene[0]["keep_exit"]
    state, counts = game.new_initial_state(), np.zeros(1, TALLIES)
    thugs, part = (game.words.fighters.index(name) for name in ("thugs", "thugs-b"))
    _leave(game, state, counts, kinds[0], thugs, 1)
    _leave(game, state, counts, kinds[1], part, 0)
    found = counts[0]["count"][thugs]
    assert (found[T_CONCEDED], found[T_OUT]) == (1, 0)
    _leave(game, state, counts, EV_TAKEN_OUT, thugs, 0)
    assert found[T_OUT] == 1, "the next battle begins anew"


def _leave(game: Any, state: Any, counts: Any, kind: int, who: int, others: int) -> None:
    log = np.zeros(1, LOG)
    log[0]["rows"] = 1
    log[0]["row"][0, :3] = kind, who, others
    records = rows(state.record), rows(log), rows(counts)
    tally_once(game.scene_rows, *records, int(others == 0))
