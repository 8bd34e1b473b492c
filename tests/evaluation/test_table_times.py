"""The times of the table: of a person's clicks, as the server answers and as a browser shows it."""

from __future__ import annotations

import json

import pytest

from evaluation.table_times import main
from tests.page.browsing import missing


def test_each_click_is_timed_to_its_end(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ("--choices", "3", "--tables", "2", "--agents", "brawler", "--json")
    assert main(asked) == 0
    found = json.loads(capsys.readouterr().out)
    clicked, board, again = (found[one] for one in ("acknowledged", "board", "asked_again"))
    assert [one["number"] for one in (clicked, board, again)] == [3, 3, 3]
    assert 0 < clicked["median"] < board["median"] < again["median"]
    assert found["at_once"]["number"] == 2 * 3
    assert found["thoughts"]["number"] > 0
    if missing() is None:
        assert found["seen"]["number"] == 3
        assert found["seen"]["median"] > 0
    else:
        assert found["seen"] is None
    assert found["memory_of_all"] > found["memory_of_one"] > 10
    assert found["requests"] > 5
    assert found["weight"] > 10_000
