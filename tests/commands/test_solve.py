"""The command `solve`: answers, JSON alone on stdout, refusals."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path

import pytest
from rich.console import Console

from autogm.analysis.solved import solution_tables, solution_values
from autogm.cli import app
from autogm.commands.frame import guarded
from autogm.engine.game import load_game
from autogm.planner.solving.solver import solve
from tests.table import scene

ROOT = Path(__file__).parents[2]
BOXES = str(ROOT / "tests" / "perft" / "boxes.yaml")
DUEL = str(ROOT / "scenarios" / "duel.yaml")

ONE_HIT = {"boxes": 1, "consequences": {"mild": 0, "moderate": 0, "severe": 0}}
FRAIL = {"ada": ONE_HIT | {"fate_points": 0}, "bert": ONE_HIT}


def run(*arguments: str) -> int:
    return guarded(lambda: app(list(arguments)))


def test_people_read_the_value_and_the_best_move(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("solve", BOXES) == 0
    shown = " ".join(capsys.readouterr().out.split())
    assert "Boxes and nothing else" in shown
    found = solve(load_game(BOXES))
    value = found.value
    share, u = f"{(1 + value) / 2:.2%}", f"{value:+.6f}"
    assert f"the players win {share} of the battles over at most 3 exchanges" in shown
    assert f"draws halved (u = {u})." in shown
    assert f"first wins u to the players attack Bert {share} {u} pass " in shown
    assert "what Ada may do first" in shown
    assert shown.index("attack Bert") < shown.index("pass")
    assert "gives nothing away" in shown
    choices, rolls, ends = found.counts()
    counted = f"{choices:,} choices, {rolls:,} rolls, {ends:,} ends"
    assert f"{choices + rolls + ends:,} states: {counted}" in shown


def test_json_has_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("solve", BOXES, "--horizon", "40", "--json") == 0
    found = json.loads(capsys.readouterr().out)
    counts = solve(load_game(BOXES), horizon=40).counts()
    assert (found["decisions"], found["dice"], found["ends"]) == counts
    assert found["states"] == sum(counts)
    assert found["low"] <= found["value"] <= found["high"]
    assert found["horizons"][-1]["limit"] == found["value"]
    assert len(found["horizons"]) <= 40
    assert [one["verb"] for one in found["moves"]] == ["attack", "pass"]
    assert found["chance"] == (1 + found["value"]) / 2 == found["moves"][0]["chance"]
    assert found["moves"][0]["value"] == pytest.approx(found["value"])


def test_first_moves_are_told_from_the_side_that_chooses() -> None:
    """Bert, who is the GM's, is quicker: the best of his moves is told first, with what it brings
    the GM's side, which is what the players lose by it."""
    table = scene("accelerated", "ada Quick 1", "bert Quick 3", actions=["attack", "create"],
                  pool=0, exchanges=2, templates=[], sheets=FRAIL)  # fmt: skip
    found = solve(table.game)
    values = solution_values(found)
    assert (values["chooses"], values["moves"][0]["verb"]) == ("gm", "attack")
    best, *others = values["moves"]
    assert best["value"] == pytest.approx(found.value)
    assert all(best["value"] < one["value"] for one in others)
    assert best["chance"] == pytest.approx((1 - found.value) / 2)
    out = io.StringIO()
    console = Console(file=out, width=100)
    for part in solution_tables(found):
        console.print(part)
    shown = " ".join(out.getvalue().split())
    assert f"the players win {(1 + found.value) / 2:.2%} of the battles" in shown
    says = f"attack Ada {best['chance']:.2%} {-found.value:+.6f}"
    assert f"what Bert may do first wins u to the GM's side {says}" in shown


@pytest.mark.thorough
def test_the_duel_can_be_made_small_enough(tmp_path: Path) -> None:
    """As both READMEs say how, with the number of its states."""
    written = Path(DUEL).read_text("utf-8")
    path = tmp_path / "duel.yaml"
    path.write_text(written.replace("[attack, create, invoke]", "[attack, create]"), "utf-8")
    states = f"{solve(load_game(path)).states:,}"
    for folder in (".", "scenarios"):
        told = (ROOT / folder / "README.md").read_text("utf-8")
        assert re.search(r"`actions: \[attack, create\]`[^.]*" + states, told.replace("\n", " "))


def test_careful_stakes_have_no_chances() -> None:
    table = scene("accelerated", "ada Quick 1", "bert Quick 3", actions=["attack"], pool=0,
                  exchanges=2, sheets=FRAIL, stakes={"preset": "careful"})  # fmt: skip
    found = solve(table.game)
    values = solution_values(found)
    assert values["chance"] is None
    assert {one["chance"] for one in values["moves"]} == {None}
    out = io.StringIO()
    Console(file=out, width=100).print(solution_tables(found)[0])
    assert "u is the stake of the players less the stake of the GM." in out.getvalue()


def test_a_large_conflict_is_soon_given_up(capsys: pytest.CaptureFixture[str]) -> None:
    """Long before as many states are found as may be; what was to be expected is told before."""
    bridge = str(ROOT / "scenarios" / "hold-the-bridge.yaml")
    assert run("solve", bridge) == 2
    note, error = (
        line for line in capsys.readouterr().err.splitlines() if line[:4] in ("note", "erro")
    )
    assert re.search(r"too large to be solved: .* makes about 10\^\d\d states", note)
    found = re.search(r"([\d,]+) found so far, too few of them followed \(\d+%\)", error)
    assert found is not None
    assert int(found[1].replace(",", "")) < 2_000_000


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
