"""Battles of tacticians that go on from a choice."""

from __future__ import annotations

import numpy as np

from autogm.agents import battles
from autogm.agents.choose import TACTICIAN
from autogm.agents.tactician import TacticianAgent
from autogm.engine.codes import SETTLE
from autogm.engine.game import new_buffer
from autogm.engine.layout import LOG, TALLIES
from autogm.engine.stakes import stake_at
from autogm.engine.state import State
from autogm.engine.step import apply
from autogm.game.kernels import pointer
from autogm.game.rows import rows
from autogm.planner.turn.tactician import weigh


def ends_of(state: State, place: int, seed: int, number: int) -> list[float]:
    """The stakes that so many battles end with, in u, which go on from the legal action of that
    number; the same dice after any."""
    game, ends = state.game, []
    log, tallies = np.zeros(1, LOG), np.zeros(1, TALLIES)
    results = np.zeros((1, battles.RESULT_COLUMNS), np.int64)
    thinks = TacticianAgent().evaluator(game)
    for battle in range(number):
        record = state.child(state.legal_actions()[place]).record
        battles.play_until_asked(
            pointer(apply), pointer(weigh), game.scene_rows, rows(record), seed, battle, 0,
            TACTICIAN, TACTICIAN, (thinks, thinks), SETTLE, new_buffer(), rows(log), rows(tallies),
            results,
        )  # fmt: skip
        ends.append(float(stake_at(game.scene_rows, rows(record), 0)))
    return ends


def played_out(state: State, place: int, seed: int, number: int) -> float:
    """Their mean."""
    return float(np.mean(ends_of(state, place, seed, number)))
