"""Whether reviews say what is true: the measurement runs, and its parts add up."""

from __future__ import annotations

import re

import pytest

from evaluation.reviews import main

QUICK = ("--battles", "2", "--counted", "10", "--level", "great:positions=20:states=0")


def test_battles_are_reviewed_and_told(capsys: pytest.CaptureFixture[str]) -> None:
    main(["--scenarios", "duel", "--agents", "brawler", *QUICK])
    one, every, chances = capsys.readouterr().out.splitlines()
    assert one.startswith("brawler, duel: luck ")
    assert every.startswith("brawler, all: luck ")
    apart = re.search(r"adds up to (\S+);", one)
    assert apart is not None
    assert float(apart[1]) < 1e-9
    assert "squared error of the chances of" in chances
