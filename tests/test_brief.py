"""A brief run: what it takes of what there is to test, and that nothing is left out elsewhere."""

from __future__ import annotations

import pytest

from autogm.model.library import shipped
from tests.soak import BRIEF, MANY, VARIABLE, left_out, some, times

NAMES = sorted(shipped())
TESTS = [f"tests/test_{number}.py::test_it" for number in range(60)]


@pytest.fixture
def _brief(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(BRIEF, "1")
    monkeypatch.delenv(VARIABLE, raising=False)


@pytest.mark.usefixtures("_brief")
def test_each_test_takes_a_third_of_the_scenarios_and_a_third_takes_each() -> None:
    taken = [set(NAMES) - left_out(test, NAMES) for test in TESTS]
    assert all(len(NAMES) // 3 <= len(one) <= len(NAMES) // 3 + 1 for one in taken)
    for name in NAMES:
        assert len(TESTS) / 6 < sum(name in one for one in taken) < len(TESTS) / 2
    assert left_out(TESTS[0], NAMES) == left_out(TESTS[0], NAMES[::-1])
    assert not left_out(TESTS[0], NAMES[: MANY - 1])


@pytest.mark.usefixtures("_brief")
def test_of_other_cases_it_takes_some_from_the_whole_list() -> None:
    assert some("abcdefgh", 3) == ["a", "c", "f"]
    assert some("ab", 3) == ["a", "b"]
    assert (times(80, briefly=25), times(80), times(5, 1000)) == (25, 80, 5)


@pytest.mark.parametrize("soaking", [False, True])
def test_elsewhere_nothing_is_left_out(monkeypatch: pytest.MonkeyPatch, soaking: bool) -> None:
    monkeypatch.delenv(BRIEF, raising=False)
    monkeypatch.delenv(VARIABLE, raising=False)
    if soaking:
        monkeypatch.setenv(BRIEF, "1")
        monkeypatch.setenv(VARIABLE, "0.5")
    assert not left_out(TESTS[0], NAMES)
    assert some("abcdefgh", 3) == list("abcdefgh")
    assert (times(80, briefly=25), times(5, 1000, briefly=2)) == (80, 500 if soaking else 5)
