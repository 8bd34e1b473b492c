"""Nobody is nearer to what it wants without one of its own, over positions of random play."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from autogm.engine.game import load_game
from autogm.engine.records import Scenes, States
from autogm.game.kernels import entry
from autogm.game.rows import rows
from autogm.planner.evaluation.parameters import AllParameters
from autogm.planner.evaluation.scratch import DEPTH, N_SUMS, WORK, Works
from autogm.planner.evaluation.value import settled, worth_of, write_sums
from autogm.planner.turn.tactician import Tactician
from tests.planner.asking import asked

FIELDS = Path(__file__).parents[2] / "evaluation" / "fields"
SHIPPED = Path(__file__).parents[2] / "scenarios"


@entry
def own_loss_at(
    scenes: Scenes, states: States, all_parameters: AllParameters, works: Works, side: int
) -> float:
    """By how much u of `states[0]` rises, but for what is settled, if `side` has only what it has
    in `states[1]`, and the other side the same as before."""
    work, parameters = works[0], all_parameters[0]
    write_sums(scenes[0], states[0], parameters, work, DEPTH)
    write_sums(scenes[0], states[1], parameters, work, 0)
    exchange, sure = states[0].exchange + 0, settled(scenes[0], states[0])
    before = worth_of(scenes[0], parameters, work, DEPTH, exchange, sure)
    for one in range(N_SUMS):
        work.sum[DEPTH, side, one] = work.sum[0, side, one]
    return worth_of(scenes[0], parameters, work, DEPTH, exchange, sure) - before


@pytest.mark.parametrize(
    "path", [FIELDS / "eight-streets.yaml", FIELDS / "breach.yaml", SHIPPED / "street-fight.yaml",
             SHIPPED / "lizardfolk-camp.yaml", SHIPPED / "loading-bay.yaml"],
    ids=lambda path: path.stem,
)  # fmt: skip
def test_nobody_is_better_off_without_one_of_its_own(path: Path) -> None:
    """All else equal: not nearer to a win, and a draw is no farther off nor less contemptible."""
    game = load_game(path)
    tactician, work = Tactician(game), np.zeros(1, WORK)
    contempts = [0.0, *(float(one) for one in tactician.parameters["contempt"][0])]
    met = 0
    for state in asked(game, 3, 60):
        side = state.current_player()
        for action in state.legal_actions()[1:]:
            both = np.concatenate([state.record, state.child(action).record])
            if both["winner"].any():
                continue
            for contempt in contempts:
                work["contempt"] = contempt
                rise = float(
                    own_loss_at(
                        game.scene_rows, rows(both), rows(tactician.parameters), rows(work), side
                    )
                )
                assert (rise if side == 0 else -rise) < 1e-9
            met += 1
    assert met > 50
