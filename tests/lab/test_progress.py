"""How much longer many battles take, by a clock of the test's own."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from autogm.lab.progress import Going, Pace, progress_words


class Clock:
    """A clock that goes when it is told to."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def lefts(pace: Pace, clock: Clock, battles: list[float], looks: int = 4) -> list[float]:
    """The time left as it is seen while battles of so many seconds are played one by one."""
    seen = []
    for seconds in battles:
        for _ in range(looks):
            clock.now += seconds / looks
            seen.append(pace.left())
        pace.advance(1)
        seen.append(pace.left())
    return [one for one in seen if one is not None]


@pytest.mark.parametrize("seconds", [0.01, 2.0, 75.0])
def test_the_time_left_shrinks_at_a_steady_pace(seconds: float) -> None:
    """By as much as has passed, and to nothing."""
    clock = Clock()
    pace = Pace(100, clock)
    seen = lefts(pace, clock, [seconds] * 100)
    assert seen[0] == pytest.approx(99 * seconds)
    for before, after in pairwise(seen):
        assert after <= before + 1e-6 * seconds
    assert seen[-1] == pytest.approx(0, abs=1e-6)


def test_battles_that_end_together_let_it_shrink_between_them() -> None:
    """Two workers, each with a battle of two seconds."""
    clock = Clock()
    pace, seen = Pace(40, clock), list[float | None]()
    for _ in range(20):
        for _ in range(4):
            clock.now += 0.5
            seen.append(pace.left())
        pace.advance(1)
        pace.advance(1)
    known = [one for one in seen if one is not None]
    assert known[0] == pytest.approx(37.5)
    assert all(after <= before + 1e-6 for before, after in pairwise(known))


def test_it_follows_a_pace_that_changes() -> None:
    """A hundred battles of a second, then of four: with forty to come they take 160 seconds, not
    the 88 or so of the whole mean; and the other way round."""
    for first, then in ((1.0, 4.0), (4.0, 1.0)):
        clock = Clock()
        pace = Pace(240, clock)
        lefts(pace, clock, [first] * 100)
        assert pace.left() == pytest.approx(140 * first, rel=0.05)
        *_, last = lefts(pace, clock, [then] * 100)
        whole = clock.now / 200 * 40
        assert abs(last - 40 * then) < abs(whole - 40 * then) / 2


def test_a_battle_that_takes_longer_than_any_lets_it_grow() -> None:
    clock = Clock()
    pace = Pace(20, clock)
    lefts(pace, clock, [1.0] * 10)
    seen = [pace.left() or 0.0]
    for _ in range(30):
        clock.now += 1.0
        seen.append(pace.left() or 0.0)
    assert seen[1] == pytest.approx(9.0)
    assert seen[-1] > 2 * seen[1]


def test_battles_that_end_while_it_is_told_change_nothing() -> None:
    """Lines and bars are told by another thread than the one that counts."""
    clock = Clock()
    pace = Pace(60, clock)
    lefts(pace, clock, [1.0, 2.0, 1.0, 3.0, 2.0, 1.0, 1.0, 1.0, 2.0])
    calm = pace.left()

    class Busy(list[tuple[float, int]]):
        """More battles end whenever it is read."""

        def __getitem__(self, key: Any) -> Any:
            if pace._told is self:
                pace._told = list(self)
                clock.now += 1.0
                pace.advance(1)
                self[:], pace._told = pace._told, self
            return super().__getitem__(key)

    pace._told = Busy(pace._told)
    assert pace.left() == calm


def test_what_is_expected_changes_what_is_left() -> None:
    clock = Clock()
    pace = Pace(1000, clock)
    told = Going(pace)
    for _ in range(10):
        clock.now += 1.0
        told(1)
    told.expect(30)
    assert progress_words(pace) == "10 of 30 battles after ten seconds; about 20 seconds more"


@pytest.mark.parametrize(
    ("done", "total", "seconds", "words"),
    [
        (0, 1, 10.4, "0 of 1 battle after ten seconds"),
        (30, 120, 40.0, "30 of 120 battles after 40 seconds; about two minutes more"),
        (100, 10_000, 120.0, "100 of 10,000 battles after two minutes; about three hours more"),
    ],
)
def test_progress_in_words(done: int, total: int, seconds: float, words: str) -> None:
    clock = Clock()
    pace = Pace(total, clock)
    lefts(pace, clock, [seconds / done] * done if done else [])
    clock.now = seconds
    assert progress_words(pace) == words
