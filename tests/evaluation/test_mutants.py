"""Mutants: drawn by place, told with what noticed them, made and undone."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from evaluation import mutants
from evaluation.mutants import Place, Verdict, line_of, read, sample, share_of, tried, wanted

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


def test_verdicts_are_kept_line_by_line(tmp_path: Path) -> None:
    kept = tmp_path / "kept.jsonl"
    assert read(kept) == []
    places = sample(RICH + POOR, 2, 1)
    mutants.keep(Verdict(places[0], None, "x"), kept)
    mutants.keep(Verdict(places[1], "compiled", "y"), kept)
    assert read(kept) == [Verdict(places[0], None, "x"), Verdict(places[1], "compiled", "y")]


ADDS = "def add(a, b):\n    return a + b\n"
CHECKS = "from thing import add\n\n\ndef test_add():\n    assert add({a}, {b}) == {sum}\n"


@pytest.mark.parametrize(("numbers", "noticed"), [((2, 3, 5), "quick"), ((2, 0, 2), None)])
def test_a_mutant_is_made_tried_and_undone(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    numbers: tuple[int, int, int],
    noticed: str | None,
) -> None:
    (tmp_path / "thing.py").write_text(ADDS)
    a, b, both = numbers
    (tmp_path / "test_thing.py").write_text(CHECKS.format(a=a, b=b, sum=both))
    monkeypatch.setattr(mutants, "changed", lambda source, _: source.replace("+", "-"))
    monkeypatch.setattr(mutants, "STAGES", (("quick", 60, "test_thing.py", {}),))
    verdict = tried(Place("thing.py", 2, 13, "core/ReplaceBinaryOperator_Add_Sub", 0), tmp_path)
    assert verdict.noticed == noticed
    assert verdict.change == "return a + b  →  return a - b"
    assert (tmp_path / "thing.py").read_text() == ADDS
