"""`autogm levels`: whom each level suits, from figures that ship and are those of the levels."""

from __future__ import annotations

import json
from itertools import pairwise

import pytest

from autogm.agents.strengths import AVERAGE, FILE, Strengths, as_measured, shipped_strengths
from autogm.cli import app
from autogm.commands.frame import guarded
from autogm.planner.levels import BY_NAME, LEVELS, UNERRING

ERRING = {level.name for level in LEVELS if level.misjudgement != UNERRING}


def run(*arguments: str) -> int:
    """The exit code of a command line."""
    return guarded(lambda: app(list(arguments)))


def test_the_figures_that_ship_are_those_of_the_levels() -> None:
    """One of each level, in order; whoever changes the levels measures them anew."""
    found = shipped_strengths()
    assert [one.level for one in found.levels] == [level.name for level in LEVELS]
    assert found.made.startswith("python -m evaluation.levels ")
    assert AVERAGE in BY_NAME
    for one in found.levels:
        assert (one.average_takes is None) == (one.level == AVERAGE)
        for figure in (one.elo, one.step, one.average_takes):
            assert figure is None or not one.known or figure.low <= figure.value <= figure.high
        assert one.battles > 0
        assert 0 < one.turn <= one.turn_most
    for weaker, stronger in pairwise(one for one in found.levels if one.known):
        assert stronger.step.high > 0, "it is known to be weaker than the level below it"
        if stronger.level in ERRING or weaker.level in ERRING:
            assert weaker.elo.value < stronger.elo.value
            assert stronger.step.low > 0


def test_the_figures_were_measured_of_these_levels() -> None:
    """What the levels may spend and how they err stands beside the figures."""
    assert shipped_strengths().measured == tuple(map(as_measured, LEVELS)), (
        "the levels have changed since: python -m evaluation.levels --write"
    )


def test_what_is_written_is_read_back() -> None:
    text = FILE.read_text("utf-8")
    assert Strengths.from_text(text).as_text() == text


def test_levels_as_a_table_and_sentences(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("levels") == 0
    out = capsys.readouterr().out
    for level in LEVELS:
        assert f"{level.number} {level.name} suits {level.suits}." in " ".join(out.split())
    assert shipped_strengths().made in " ".join(out.split())


def test_levels_in_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("levels", "--json") == 0
    found = json.loads(capsys.readouterr().out)
    assert [one["level"] for one in found["levels"]] == [level.name for level in LEVELS]
    lowest = found["levels"][0]
    measured = shipped_strengths().levels[0]
    assert lowest["average_takes"]["value"] == measured.average_takes.value  # type: ignore[union-attr]
    assert "misjudges" in lowest["mistakes"]
    assert found["levels"][-1]["mistakes"] == "errs in nothing but how far it sees"


def test_levels_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("levels", "--help") == 0
    assert "whom each suits" in capsys.readouterr().out
