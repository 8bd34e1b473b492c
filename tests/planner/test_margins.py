"""Margins that the look ahead takes for one another do the same, by the engine's own effects; and
the classes of outcome that odds are told by part them where effects do (D5).
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import numpy as np
import pytest

from autogm.engine.game import Game
from autogm.engine.layout import BUFFER
from autogm.engine.nodes.outcome import write_outcome
from autogm.engine.records import Buffers, Scenes, States
from autogm.engine.state import State
from autogm.game.kernels import entry
from autogm.game.rows import rows
from autogm.planner.odds.distributions import outcome
from autogm.planner.turn.margins import same_margin
from tests.planner.test_one_rule import FIXED, KINDS

MARGINS = range(-7, 8)
BATTLES, STEPS = 8, 40


@entry
def write_at(scenes: Scenes, states: States, margin: int, buffers: Buffers) -> int:
    """Write the effects of the roll of the first state into the first buffer; answers the margin
    that stands for it."""
    write_outcome(scenes[0], states[0], buffers[0], margin, 1)
    return same_margin(scenes[0], states[0].roll_verb + 0, margin)


def rolling(game: Game) -> Iterator[State]:
    """Rolls before their dice fall, one of each verb."""
    verbs = set[int]()
    for seed in range(BATTLES):
        random, state = Random(seed), game.new_initial_state()
        for _ in range(STEPS):
            if state.is_terminal():
                break
            if state.rolls_dice() and int(state.record[0]["roll_verb"]) not in verbs:
                verbs.add(int(state.record[0]["roll_verb"]))
                yield state
            state = state.child(random.choice(state.legal_actions()))


@pytest.mark.rule("D5", "K5")
@pytest.mark.parametrize("style_at", [1, 2, 3])
def test_margins_that_stand_for_each_other_have_the_same_effects(style_at: int) -> None:
    """Attacks count every shift, all else only how it came out."""
    verbs, buffers = set[int](), np.zeros(1, BUFFER)
    for kind, (make, _) in KINDS.items():
        game = make(rules={"style_at": style_at, **FIXED.get(kind, {})})
        for state in rolling(game):
            verbs.add(int(state.record[0]["roll_verb"]))
            effects, alike, classes = {}, {}, {}
            for margin in MARGINS:
                there = rows(state.record)
                alike[margin] = int(write_at(game.scene_rows, there, margin, rows(buffers)))
                count = int(buffers[0]["effects"])
                effects[margin] = buffers[0]["effect"][:count].tobytes()
                classes[margin] = outcome(margin, style_at=style_at)
            for margin in MARGINS:
                assert effects[margin] == effects[alike[margin]]
                if margin > MARGINS[0] and alike[margin] == alike[margin - 1] > -style_at:
                    assert classes[margin] == classes[margin - 1]
    assert len(verbs) > 5
