"""How tuning ends: by its time, its battles, an interrupt, and where nothing else is within reach;
and what it then says."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest

from autogm.lab.tune.bounds import STALE
from autogm.lab.tune.knobs import Edits
from tests.lab.tune.coins import Coins, Unseen, sets_of, tuned


def test_after_the_minutes_nothing_new_is_begun(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter(range(10_000))
    monkeypatch.setattr("time.monotonic", lambda: float(next(clock)))
    whole = tuned(Coins(3), 0.5)
    said = list[str]()
    found = tuned(Coins(3), 0.5, minutes=0.2, tell=said.append)
    assert 0 < found.battles < whole.battles
    assert found.bounds[0] == "the 0.2 minutes are over: more may find one"
    assert found.nearest is not None


def test_time_that_is_over_before_anything_was_tried_says_nothing_of_what_there_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock = iter(range(10_000))
    monkeypatch.setattr("time.monotonic", lambda: float(next(clock)))
    found = tuned(Coins(3), 0.9, minutes=0.05)
    assert found.nearest is not None
    assert not found.nearest.edits
    assert found.bounds[0] == "the 0.05 minutes are over: more may find one"
    assert not any("nothing that may be changed" in one for one in found.bounds)


def test_fewer_answers_than_were_asked_for_say_why() -> None:
    whole = tuned(Coins(3), 0.5)
    assert (len(whole.answers), [*whole.bounds]) == (3, [])
    found = tuned(Coins(3, knobs=4), 0.5, wanted=300, most=2, budget=400_000)
    assert 0 < len(found.answers) < 300
    none = "no other set is near enough, by what the battles so far tell of each change"
    assert [*found.bounds] == [none]
    spent = tuned(Coins(3), 0.5, wanted=300, budget=whole.battles + 1_000)
    assert spent.answers
    assert spent.bounds[0] == f"all {whole.battles + 1_000:,} battles are played: more may find one"


@pytest.mark.thorough
def test_wherever_the_time_ends_it_tells_what_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each look at the clock takes a second: it may end between the choice of a set and its first
    battle."""
    for seconds in range(8, 34, 2):
        clock = iter(range(10_000))
        monkeypatch.setattr("time.monotonic", lambda clock=clock: float(next(clock)))
        found = tuned(Coins(3), 0.5, within=0.003, minutes=seconds / 60)
        assert found.answers or found.nearest is not None


def test_seeing_what_knobs_do_leaves_time_to_try(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each look at a knob takes a second here, and there are sixty of them."""
    now = [0.0]
    monkeypatch.setattr("time.monotonic", lambda: now[0])
    coins = Coins(3, knobs=60)
    brawl = coins.brawl

    def slow(edits: Edits, battles: int) -> Any:
        now[0] += 1
        return brawl(edits, battles)

    monkeypatch.setattr(coins, "brawl", slow)
    found = tuned(coins, 0.5, minutes=0.5)
    assert now[0] <= 16
    assert found.answers
    assert 0 < len(found.effects) < 20  # of what was not looked at nothing is told


def test_it_is_told_how_far_it_is() -> None:
    said = list[str]()
    found = tuned(Coins(3), 0.5, tell=said.append)
    known = [int(one[1]) for text in said if (one := re.search(r"; (\d) of 3 known after ", text))]
    assert known[0] == 0
    assert max(known) == len(found.answers)


def test_a_target_out_of_reach_has_the_nearest() -> None:
    coins = Coins(3, strength=0.02, knobs=3)
    found = tuned(coins, 0.97, most=2, budget=20_000)
    assert not found.answers
    assert found.nearest is not None
    best = max(coins.share(one) for number in (1, 2) for one in sets_of(coins.knobs, number))
    assert abs(coins.share(found.nearest.edits) - best) < 0.05
    assert found.complete
    assert "no more than 2 fields may be changed" in found.bounds


def test_what_is_out_of_reach_is_given_up() -> None:
    """Most of the battles are left then."""
    coins = Coins(3, strength=0.05)
    found = tuned(coins, 0.97)
    assert not found.answers
    assert found.battles < 25_000
    assert f"the last {STALE} sets that were tried came no nearer" in found.bounds


def test_what_a_range_bounds_is_said() -> None:
    coins = Coins(3, knobs=1)
    coins._start, coins._each, coins._brawlers = 0.0, np.array([0.5]), np.array([0.5])
    found = tuned(coins, 0.97)
    assert found.nearest is not None
    assert found.nearest.edits == ((0, 4),)
    assert "k0 is at the end of its range, 4" in found.bounds


def test_what_was_too_much_to_ask_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("autogm.lab.tune.screening.ASKED", 1)
    coins = Unseen(1)
    found = tuned(coins, 0.97)
    assert any(one.startswith("it was not looked at what") for one in found.bounds)


def test_interrupted_it_tells_what_is_known() -> None:
    coins = Coins(1)
    coins.stop_after = 6_000
    found = tuned(coins, 0.65)
    assert not found.complete
    assert found.start.battles
    assert found.answers or found.nearest


def test_interrupted_before_anything_is_known_it_says_so() -> None:
    coins = Coins(1)
    coins.stop_after = 10
    with pytest.raises(KeyboardInterrupt):
        tuned(coins, 0.65)


def test_the_budget_bounds_the_battles() -> None:
    coins = Coins(4)
    found = tuned(coins, 0.65, budget=3_000)
    assert coins.battles == found.battles == 3_000
