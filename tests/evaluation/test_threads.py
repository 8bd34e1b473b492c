"""What more threads bring is measured on the same choices, each round by a planner that knows
nothing. No test asserts a time.
"""

from __future__ import annotations

import json

import pytest

from autogm.engine.game import load_game
from autogm.planner.levels import Budget
from evaluation import threads
from evaluation.planner_speed import positions_of
from evaluation.threads import main, measure, think
from evaluation.tournament import FIELDS

SMALL = Budget(2_000, 2, 0)


def test_rounds_know_nothing_of_each_other() -> None:
    states = positions_of(load_game(FIELDS / "crossed-blades.yaml"), 1, 3, 3)
    rounds = [think(states, SMALL, number) for number in (1, 1, 2)]
    assert rounds[0].thoughts == rounds[1].thoughts == rounds[2].thoughts
    assert all(one.wall > 0 and one.work > 0 for one in rounds)


def test_one_thread_is_what_others_are_held_against() -> None:
    found = measure("crossed-blades", [2], SMALL, 0.01, 3, 2, 1, lambda _: None)
    assert [one.threads for one in found] == [1, 2]
    assert (found[0].faster, found[0].work, found[0].same) == (1.0, 1.0, 1.0)
    assert found[1].same == 1.0
    assert all(one.positions > 0 for one in found)


def test_figures_as_json(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(threads, "NAMES", ("crossed-blades",))
    small = ["--level", "good", "--choices", "2", "--rounds", "1", "--seconds", "0.01"]
    main(["--threads", "2", *small, "--json"])
    told = json.loads(capsys.readouterr().out)
    assert [(one["field"], one["threads"]) for one in told] == [
        ("crossed-blades", 1),
        ("crossed-blades", 2),
    ]
