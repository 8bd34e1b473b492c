"""One loop plays games of every kind: what a kind binds is what is called; the loop of each kind is
found by other processes and runs interpreted too."""

from __future__ import annotations

from pathlib import Path

import pytest

from autogm.agents import battles
from autogm.agents.choose import choose
from autogm.engine.sampling import reset_counters, sample_dice
from autogm.engine.stack import side_at
from autogm.game import loop
from autogm.game.code_cache import code_cache
from autogm.game.kernels import INTERPRETED, KERNELS, Kernel, bound
from autogm.planner.turn.tactician import Evaluator
from autogm.scenes.cards import playing
from tests.game.processes import in_a_process

SCENARIOS = Path(__file__).parents[2] / "scenarios"
SCENE = SCENARIOS / "scenes" / "the-trial.yaml"
MANY = 5
KINDS = ("Apply", "Weigh", "Scene", "Scenes", "State", "Buffer", "Log")

PLAYS = f"""
from autogm.game.registry import load_game
game = load_game({str(SCENE)!r})
for who in (("random", "frugal"), ("frugal", "random")):
    found = game.play_out(who, 3, 0, {MANY}, game.new_initial_state())
    print(found)
"""


def twice(number: int) -> int:
    return MANY * number


def test_a_template_reads_what_is_given_and_else_what_its_module_has() -> None:
    assert twice(3) == 15
    other = bound(twice, "tests.elsewhere", MANY=2)
    assert other(3) == 6
    assert (other.__module__, other.__qualname__) == ("tests.elsewhere", "twice")
    assert bound(twice, "tests.elsewhere")(3) == 15
    assert twice(3) == 15


@pytest.mark.skipif(INTERPRETED, reason="the compiler is off")
def test_every_kind_has_a_loop_of_its_own_under_its_own_name() -> None:
    for name in ("play_on", "play_battles", "play_until_asked"):
        own = [getattr(module, name) for module in (battles, playing)]
        for module, one in zip((battles, playing), own, strict=True):
            assert KERNELS[f"{module.__name__}.{name}"] is one
            assert one.function.__code__ is getattr(loop, name).__code__
        assert own[0].fingerprint != own[1].fingerprint


@pytest.mark.skipif(INTERPRETED, reason="the compiler is off")
def test_what_is_bound_is_part_of_the_key_of_machine_code() -> None:
    own = vars(battles)
    hooks = {
        name: own[name] for name in ("considered", "close", "count_step", "seen_to_fall", *KINDS)
    }
    hooks |= {"side_of": side_at, "decided": choose, "fallen": sample_dice}
    hooks |= {"begin": reset_counters, "Counts": own["TalliesRows"], "THINKING": 2}
    hooks["Evaluators"] = tuple[Evaluator, Evaluator]
    found = {Kernel(bound(loop.play_on, "tests.elsewhere", **hooks, LOG_FULL=number)).fingerprint
             for number in (-7, -8)}  # fmt: skip
    del KERNELS["tests.elsewhere.play_on"]
    assert len(found) == 2


def test_interpreted_plays_are_the_compiled_ones(tmp_path: Path) -> None:
    compiled = in_a_process(PLAYS, tmp_path, AUTOGM_CACHE_DIR=str(code_cache().folder))
    assert compiled.count("PlayedOut") == 2
    assert in_a_process(PLAYS, tmp_path, NUMBA_DISABLE_JIT="1") == compiled
