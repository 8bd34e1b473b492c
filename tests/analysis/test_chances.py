"""The odds of a roll for readers: the numbers are those of `autogm.planner.odds.distributions`, in
words, bars and plain values."""

from __future__ import annotations

import io
import json

import pytest
from rich.console import Console

from autogm.analysis.chances import bar, odds_report, odds_values, roll_words
from autogm.planner.odds.distributions import Roll


def test_bars() -> None:
    assert bar(1.0, 4) == "████"
    assert bar(0.5, 4) == "██"
    assert bar(0.001, 4) == "▏"
    assert bar(0.0, 4) == ""


def test_values_are_exact_and_add_up() -> None:
    """D1, D5."""
    values = json.loads(json.dumps(odds_values(Roll(rating=0, against=0))))
    assert values["outcomes"]["tie"] == {"chance": 19 / 81, "exactly": "19/81"}
    assert abs(sum(row["chance"] for row in values["shifts"]) - 1) < 1e-12
    assert values["shifts"][0] == {
        "shifts": -4,
        "outcome": "fail",
        "chance": 1 / 81,
        "exactly": "1/81",
        "at_least": 1.0,
    }
    assert values["mean"] == 0
    assert values["rerolls_used"] == 0


@pytest.mark.parametrize("width", [40, 50, 100])
def test_bars_fit_their_column(width: int) -> None:
    """Nothing is cut, no bar and no number; twice the chance is twice the bar, at any width."""
    out = io.StringIO()
    roll = Roll(rating=3, against=2, active=True, weight=1)
    Console(file=out, width=width, color_system=None).print(odds_report(roll))
    text = out.getvalue()
    assert "…" not in text
    lines = {line.split()[0]: line for line in text.splitlines() if line.strip()}
    assert "431/6561" in lines["failure"]
    longest, half = (lines[shifts].count("█") for shifts in ("+3", "0"))
    assert longest >= 9
    assert abs(half - longest * 8.05 / 18.06) <= 1
    assert not [line for line in text.splitlines() if line.startswith(" " * 4 + "%")]


def test_report_reads_well() -> None:
    """W2, A2, A3."""
    roll = Roll(rating=3, against=2, active=True, weight=1, against_weight=2, invokes=1, rerolls=2)
    assert roll_words(roll) == (
        "4dF +3, one die [+], 1 invoke (+2), up to 2 rerolls against 4dF +2, two of its dice [+]"
    )
    out = io.StringIO()
    Console(file=out, width=100, color_system=None).print(odds_report(roll))
    text = out.getvalue()
    for said in ("failure", "success with style", "shifts", "or more", "█", "rerolls made"):
        assert said in text
