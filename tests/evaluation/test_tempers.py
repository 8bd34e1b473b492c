"""What is told of tempers: signs are counted from play, and a discriminant tells apart what differs
and nothing else."""

from __future__ import annotations

import numpy as np
import pytest

from autogm.engine.codes import N_TURN, V_ATTACK
from autogm.engine.pack import first, verb_of
from autogm.engine.state import State
from evaluation.temper_signs import PLACE, SIGNS, Watcher
from evaluation.tempers import TEMPERS, TOGETHER, balanced, tell, told
from tests.table import scene


def at_turn_of_ann() -> State:
    """Ann's turn, two enemies beside her, of whom `weak` has two boxes checked."""
    game = scene("fate-core", "ann Fight 3; bob", "weak Fight 3; fresh Fight 3").game
    state = game.new_initial_state()
    while state.node() != N_TURN or state.actor() != "ann":
        state.apply_action(state.legal_actions()[0])
    state.record["stress"][0, game.words.fighters.index("weak")] = 3
    return state


@pytest.mark.parametrize(("target", "sign"), [("weak", 1.0), ("fresh", -1.0)])
def test_a_blow_at_the_hurt_is_told_from_one_at_the_unhurt(target: str, sign: float) -> None:
    state = at_turn_of_ann()
    names, legal = state.game.words.fighters, state.legal_actions()
    watcher = Watcher((names.index("bob"), names.index("fresh")), 0)
    who = names.index(target)
    blow = next(one for one in legal if verb_of(one) == V_ATTACK and first(one) == who)
    watcher.see(state, legal, blow)
    assert watcher.done[0, PLACE["at hurt"]] == pytest.approx(sign)
    assert watcher.done[0, PLACE["at strong"]] == 0, "both are as strong: that was no choice"
    assert watcher.chances[0, PLACE["at hurt"]] == 1
    assert watcher.chances[0, PLACE["at strong"]] == 0
    assert not watcher.done[1].any(), "the other side has done nothing"


def test_what_differs_is_told_and_what_does_not_is_not() -> None:
    """Of seven kinds the first six differ each in a sign of its own, the seventh in none; then
    nothing differs."""
    rng = np.random.default_rng(1)
    shape = (4, len(TEMPERS), 2 * TOGETHER, 2, 2, len(SIGNS))
    counts = rng.poisson(3.0, shape).astype(float)
    counts[..., 1, :] = 20.0
    alike = tell(counts, 1)[TOGETHER]
    assert balanced(alike) < 0.45
    for row in range(len(TEMPERS) - 1):
        counts[:, row, :, 0, 0, row] += 20.0
    found = tell(counts, 1)
    assert balanced(found[TOGETHER]) > 0.9
    assert found[TOGETHER].sum() == 4 * len(TEMPERS) * 2
    assert found[1].sum() == 4 * len(TEMPERS) * 2 * TOGETHER


def test_a_conflict_is_told_by_the_others_alone() -> None:
    """The discriminant goes by what it has learnt: kinds exchanged are told as the other."""
    rng = np.random.default_rng(2)
    learnt = rng.normal(0.0, 0.1, (3, 2, 20, 2))
    learnt[:, 0, :, 0] += 1.0
    asked = np.array([[[0.0, 0.0]], [[1.0, 0.0]]])
    assert told(learnt, asked).tolist() == [[1], [0]]
