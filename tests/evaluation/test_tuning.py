"""The measurement of tuning keeps its cases."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from evaluation.tuning import FILE, Case, CaseLog, apart, case, main, summary


def a_case(target: float, checked: float | None) -> Case:
    found = checked is not None
    return Case(
        "duel", target, 3 if found else 0, 2.0, 0.5, checked, 0.4, 0.6, True, 9.0, 5_000, found
    )


def test_cases_are_kept_and_found_again(tmp_path: Path) -> None:
    log = CaseLog(tmp_path, 100, 1)
    log.add(a_case(0.5, 0.51))
    log.add(a_case(0.65, None))
    with (tmp_path / FILE).open("a", encoding="utf-8") as kept:
        kept.write('{"key": {"che')  # the machine stopped here
    again = CaseLog(tmp_path, 100, 1)
    assert again.known == log.known
    again.add(a_case(0.8, 0.8))
    assert len(CaseLog(tmp_path, 100, 1).known) == 3


def test_cases_of_another_seed_or_check_are_not_taken(tmp_path: Path) -> None:
    CaseLog(tmp_path, 100, 1).add(a_case(0.5, 0.51))
    assert not CaseLog(tmp_path, 100, 2).known
    assert not CaseLog(tmp_path, 200, 1).known


def test_near_is_counted_among_what_is_reachable() -> None:
    told = summary([a_case(0.5, 0.51), a_case(0.5, 0.53), a_case(0.65, None)])
    assert (told["cases"], told["reachable"], told["near"]) == (3, 2, 1)


def test_sets_are_apart_where_none_holds_another() -> None:
    def sets(*edits: tuple[tuple[int, int], ...]) -> Any:
        return cast("Any", SimpleNamespace(answers=[SimpleNamespace(edits=one) for one in edits]))

    assert apart(sets(((1, 2),), ((1, 3),), ((2, 0), (3, 1))))
    assert not apart(sets(((1, 2),), ((1, 2), (3, 1))))


def test_kept_cases_are_printed_as_data(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    CaseLog(tmp_path, 20_000, 1).add(a_case(0.5, 0.51))
    asked = ["--scenarios", "duel", "--targets", "0.5", "--into", str(tmp_path), "--json"]
    assert main(asked) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["summary"]["near"] == told["summary"]["cases"] == 1
    assert told["cases"][0]["checked"] == 0.51


@pytest.mark.thorough
def test_a_case_is_tuned_and_checked_by_other_battles() -> None:
    found = case("duel", 0.8, 5_000, 3)
    assert found.answers == 3
    assert found.apart
    assert found.low is not None
    assert found.high is not None
    assert found.low - 0.02 <= 0.8 <= found.high + 0.02
    assert found.battles > 3_000
