"""Mutants: drawn by place, held against the tests that execute them, made and undone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from evaluation import mutants
from evaluation.mutants import (
    Known,
    Place,
    Runner,
    Verdict,
    in_turn,
    line_of,
    read,
    runner_of,
    runs_otherwise,
    sample,
    share_of,
    statement_at,
    wanted,
    within,
)

RICH = [Place("a.py", 1, 4, f"core/ReplaceComparisonOperator_Lt_{n}", 0) for n in range(12)]
POOR = [Place("a.py", 2, 4, "core/ReplaceAndWithOr", 0)]


def test_a_place_counts_once_however_many_changes_are_possible_there() -> None:
    drawn = Counter(sample(RICH + POOR, 1, seed)[0].line for seed in range(400))
    assert 150 < drawn[1] < 250  # five standard deviations of a fair coin


def test_no_more_are_drawn_than_there_are_and_none_twice() -> None:
    drawn = sample(RICH + POOR, 200, 1)
    assert sorted(one.line for one in drawn) == [1, 2]


def test_the_same_seed_draws_the_same() -> None:
    assert sample(RICH + POOR, 2, 5) == sample([*RICH, *POOR], 2, 5)


def test_what_is_not_fit_is_drawn_again() -> None:
    for seed in range(20):
        drawn = sample(RICH + POOR, 2, seed, lambda place: not place.operator.endswith("_3"))
        assert sorted(one.line for one in drawn) == [1, 2]
        assert RICH[3] not in drawn
        assert sample(RICH + POOR, 1, seed, lambda place: place in POOR) == POOR


def test_two_halves_share_all() -> None:
    places = sample(RICH + POOR, 2, 1)
    assert share_of(places, 1, 2) + share_of(places, 2, 2) == places


@pytest.mark.parametrize(
    ("operator", "taken"),
    [
        ("core/ReplaceComparisonOperator_Lt_LtE", True),
        ("core/ReplaceBinaryOperator_Add_Sub", True),
        ("core/NumberReplacer", True),
        ("core/ReplaceAndWithOr", True),
        ("core/ReplaceBinaryOperator_Add_Pow", False),
        ("core/ReplaceComparisonOperator_Eq_Is", False),
        ("core/RemoveDecorator", False),
    ],
)
def test_only_what_somebody_might_do_by_mistake(operator: str, taken: bool) -> None:
    assert wanted(operator) == taken


def test_a_change_is_told_as_its_line() -> None:
    assert line_of("a = 1\n  b = a < 2\n", "a = 1\n  b = a <= 2\n") == "b = a < 2  →  b = a <= 2"


SOURCE = """A = 1

def add(a: int | None, *more) -> int | str:
    if (
        a
    ):
        return (
            a
            + 1
        )
    return a * 2
"""


@pytest.mark.parametrize(
    ("was", "is_now", "otherwise"),
    [
        ("a * 2", "a / 2", True),
        ("A = 1", "A = 2", True),
        ("int | None", "int & None", False),
        ("int | str", "int + str", False),
        ("*more", "/more", False),
    ],
)
def test_what_does_not_compile_or_annotates_is_no_mutant(
    was: str, is_now: str, otherwise: bool
) -> None:
    assert runs_otherwise(SOURCE, SOURCE.replace(was, is_now)) == otherwise


@pytest.mark.parametrize(
    ("line", "lines", "inside"),
    [
        (1, range(1, 2), False),
        (3, range(3, 4), False),
        (5, range(4, 7), True),
        (9, range(7, 11), True),
        (11, range(11, 12), True),
    ],
)
def test_the_statement_of_a_line(line: int, lines: range, inside: bool) -> None:
    assert statement_at(SOURCE, line) == (lines, inside)


def test_each_function_has_its_turn() -> None:
    times = {"near/a[1]": 0.1, "near/a[2]": 0.2, "near/b": 0.9, "far/c": 0.05, "near/a[3]": 0.1}
    order = ["near/a[1]", "near/b", "near/a[3]", "near/a[2]", "far/c"]
    assert list(in_turn(times, "near/")) == order
    assert in_turn(times, "near/") == times


def test_the_first_tests_that_fit() -> None:
    times = {"b": 1.0, "c": 2.0, "a": 3.0}
    assert list(within(6.0, times)) == ["b", "c", "a"]
    assert list(within(3.0, times)) == ["b", "c"]
    assert list(within(0.5, times)) == ["b"]
    assert within(1.0, {}) == {}


def test_verdicts_are_kept_line_by_line(tmp_path: Path) -> None:
    kept = tmp_path / "kept.jsonl"
    assert read(kept) == []
    places = sample(RICH + POOR, 2, 1)
    verdicts = [Verdict(places[0], None, "x", 3), Verdict(places[1], "test_one", "y", 2)]
    for one in verdicts:
        mutants.keep(one, kept)
    assert read(kept) == verdicts


THING = """def add(a, b):
    return a + b


def count(number):
    while number:
        number = number - 1
    return 5


def nobody():
    return 1 + 1


def twice(number):
    return number * 2
"""
CHECKS = """from thing import add, count, twice

FOUR = twice(2)

def test_adding():
    assert add(2, 3) == 5


def test_adding_nothing():
    assert add(2, 0) == 2


def test_counting():
    assert count(3) == 5


def test_what_fails():
    assert add(2, 2) == 5
"""


class Executed(Known):
    """What is known of the tests of `THING`, by hand."""

    def __init__(self, tests: list[str]) -> None:
        self.tests = tests

    def tests_of(self, path: str, source: str, line: int) -> dict[str, float]:
        """Those tests, in that order."""
        return {f"test_thing.py::{name}": 0.1 * place for place, name in enumerate(self.tests)}


@pytest.fixture
def runner(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Runner]:
    """Runs the tests of `THING`, and waits for no more than three seconds."""
    monkeypatch.setattr(mutants, "PATIENCE", (3.0, 1.0))
    (tmp_path / "thing.py").write_text(THING)
    (tmp_path / "test_thing.py").write_text(CHECKS)
    with runner_of(tmp_path) as found:
        yield found


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("tests", "was", "is_now", "noticed"),
    [
        (["test_adding_nothing", "test_adding"], "a + b", "a - b", "test_thing.py::test_adding"),
        (["test_adding_nothing", "test_counting"], "a + b", "a - b", None),
        ([], "a + b", "a - b", None),
        (["test_adding", "test_counting"], "- 1", "- 0", "test_thing.py::test_counting"),
        (["test_adding"], "return 5", "return number.missing", None),
        (["test_adding"], "def add", "def added", "import"),
    ],
)
def test_a_mutant_is_made_tried_and_undone(
    runner: Runner,
    monkeypatch: pytest.MonkeyPatch,
    tests: list[str],
    was: str,
    is_now: str,
    noticed: str | None,
) -> None:
    monkeypatch.setattr(mutants, "changed", lambda source, _: source.replace(was, is_now))
    verdict = runner.tried(Place("thing.py", 2, 13, "an operator", 0), Executed(tests))
    assert verdict.noticed == noticed
    assert (was in verdict.change, verdict.tests) == (True, len(tests))
    assert (runner.root / "thing.py").read_text() == THING


def test_which_tests_execute_a_line(
    runner: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert runner.ask(watch=str(tmp_path), of=["."], tests=["test_thing.py"]) == [
        "test_thing.py::test_what_fails"
    ]
    known = Known(tmp_path)
    adding, counting = {"adding", "adding_nothing"}, {"counting"}
    every = adding | counting
    for line, names in ((2, adding), (7, counting), (12, set()), (5, every), (16, every)):
        found = known.tests_of("thing.py", THING, line)
        assert {one.removeprefix("test_thing.py::test_") for one in found} == names
