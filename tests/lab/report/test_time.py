"""The time that a report may take, and who stops it before."""

from __future__ import annotations

import time
from typing import Any

import pytest

from autogm.lab.report.along import Counting
from autogm.lab.report.conflict import _played
from autogm.lab.simulate import CHUNK, Stopped
from tests.lab.report.finding import subject

MANY = 4 * CHUNK


def test_the_battles_that_are_over_in_time_are_counted() -> None:
    one = subject("duel", MANY)
    counting = Counting(one.game)
    found = _played(one, time.perf_counter(), counting)
    assert (found.battles, found.asked, counting.found.battles) == (CHUNK, MANY, CHUNK)


def test_who_stops_it_after_the_time_of_the_battles_stops_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A part that takes its time ends long after that; Ctrl-C meanwhile is no end of the time."""
    one = subject("duel", MANY)
    counting = Counting(one.game)

    def interrupt(*_: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(counting, "add", interrupt)
    with pytest.raises(Stopped):
        _played(one, time.perf_counter(), counting)
