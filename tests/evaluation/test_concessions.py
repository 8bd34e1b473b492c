"""How the judgement of concessions is measured."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

from autogm.engine.game import load_game
from evaluation.concessions import Found, Judge, _depth, main, matters

EVALUATION = Path(__file__).parents[2] / "evaluation"


def test_the_error_is_what_the_scatter_of_battles_leaves() -> None:
    """As a share of the doubt: where there is half of it, an error counts twice."""
    found = Found()
    found.brought[0], found.brought[1] = [0.1, 0.0], [0.7]
    found.squares[0], found.doubts[0], found.leads[0] = [0.05, 0.03], [0.25, 0.25], [0.2, 0.1]
    depth = _depth([found, Found()], 0, 1)
    assert depth is not None
    assert depth.error.mean == pytest.approx(0.4)
    assert (depth.decisions, depth.estimated) == (2, pytest.approx(0.15))
    assert depth.brought == pytest.approx(0.05)
    assert _depth([found], 1, 1) is None


def test_conceding_matters_where_stakes_tell_it_from_being_taken_out() -> None:
    assert matters(load_game(EVALUATION / "conflicts" / "live-to-tell.yaml"))
    assert not matters(load_game(EVALUATION / "fields" / "eight-streets.yaml"))


@pytest.mark.long
def test_decisions_are_looked_at_and_played_out() -> None:
    """In Live to Tell It everything that matters is expanded, and what conceding brings is near to
    what it is worth by exact play."""
    judge = Judge(load_game(EVALUATION / "conflicts" / "live-to-tell.yaml"), 1, 4)
    for number in range(6):
        judge.battle(Random(number))
    found = judge.found
    assert found.decisions > found.passed > 0
    assert found.wrongly == 0
    assert found.brought[0]
    for one in (found.squares, found.leads, found.doubts):
        assert list(map(len, one)) == list(map(len, found.brought))
    assert min(found.leads[0]) > 0.0


@pytest.mark.long
def test_figures_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    files = ["--in", str(EVALUATION / "conflicts" / "live-to-tell.yaml")]
    main([*files, "--battles", "2", "--playouts", "2", "--json"])
    told = json.loads(capsys.readouterr().out)
    assert told["decisions"] > 0
    assert 0.0 <= told["passed"] <= 1.0
