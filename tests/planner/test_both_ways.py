"""Compiled and interpreted kernels weigh choices alike: the interpreted planner is the one that can
be read and stepped through, so it has to be the same one."""

from __future__ import annotations

from pathlib import Path

from autogm.game.code_cache import code_cache
from tests.game.processes import in_a_process

ROOT = Path(__file__).resolve().parents[2]
CHOICES = f"""
from random import Random

from autogm.agents.base import RandomSource
from autogm.agents.roster import agent
from autogm.engine.codes import CHANCE
from autogm.engine.game import load_game
from autogm.planner.turn.tactician import Tactician

for path in ("scenarios/aether-storm.yaml", "evaluation/fields/eight-streets.yaml"):
    game = load_game({str(ROOT)!r} + "/" + path)
    tactician, skirmisher, dice = Tactician(game), agent("skirmisher"), Random(3)
    state, choices = game.new_initial_state(), 0
    while choices < 6:
        if state.current_player() == CHANCE:
            outcomes, chances = zip(*state.chance_outcomes())
            state.apply_action(dice.choices(outcomes, chances)[0])
            continue
        legal = state.legal_actions()
        if len(legal) > 1:
            choices += 1
            quickly, worths = tactician.quick_estimate(state), tactician.estimate(state)
            taken = skirmisher.decide(state, RandomSource(1, 0, choices)).action
            print(legal.index(taken), *(f"{{one:.9f}}" for one in (*quickly, *worths)))
        state.apply_action(dice.choice(legal))
"""


def test_choices_are_weighed_alike_without_compiled_code(tmp_path: Path) -> None:
    compiled = in_a_process(CHOICES, tmp_path, AUTOGM_CACHE_DIR=str(code_cache().folder))
    assert len(compiled.splitlines()) == 12
    assert in_a_process(CHOICES, tmp_path, NUMBA_DISABLE_JIT="1") == compiled
