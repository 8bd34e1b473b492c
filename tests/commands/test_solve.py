"""The command `solve`: answers, JSON alone on stdout, refusals."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from autogm.cli import app
from autogm.commands.frame import guarded

BOXES = str(Path(__file__).parents[1] / "perft" / "boxes.yaml")
DUEL = str(Path(__file__).parents[2] / "scenarios" / "duel.yaml")


def run(*arguments: str) -> int:
    return guarded(lambda: app(list(arguments)))


def test_people_read_the_value_and_the_best_move(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("solve", BOXES) == 0
    shown = " ".join(capsys.readouterr().out.split())
    assert "Boxes and nothing else" in shown
    assert "over at most 3 exchanges" in shown
    assert "what Ada may do first" in shown
    assert shown.index("attack Bert") < shown.index("pass")
    assert "gives nothing away" in shown
    assert "406 states: 76 choices, 320 rolls, 10 ends" in shown


def test_json_has_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("solve", BOXES, "--horizon", "40", "--json") == 0
    found = json.loads(capsys.readouterr().out)
    assert found["states"] == found["decisions"] + found["dice"] + found["ends"] == 406
    assert found["low"] <= found["value"] <= found["high"]
    assert found["horizons"][-1]["limit"] == found["value"]
    assert len(found["horizons"]) <= 40
    assert [one["verb"] for one in found["moves"]] == ["attack", "pass"]
    assert found["moves"][0]["value"] == pytest.approx(found["value"])


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([DUEL, "--max-states", "20000"], "too many states to solve"),
        ([BOXES, "--horizon", "0"], "--horizon counts exchanges: 1 to 1000, not 0"),
        ([BOXES, "--max-states", "0"], "--max-states goes from 1 to 100,000,000, not 0"),
    ],
)
def test_refusals(arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("solve", *arguments) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert words in " ".join(captured.err.split())
