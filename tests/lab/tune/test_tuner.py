"""Tuning where the truth is known: shares by a formula, battles by coins."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from dataclasses import replace
from itertools import combinations
from typing import Any, cast

import numpy as np
import pytest

from autogm.lab.tune.aims import Aim, Counted
from autogm.lab.tune.knobs import Edits, Knob, Value
from autogm.lab.tune.player import SIMULATED
from autogm.lab.tune.told import tables
from autogm.lab.tune.tuned import SURE, Effect, Tried, Tuned
from autogm.lab.tune.tuner import FIRST, STALE, Tuner
from tests.soak import times


def knob(number: int, values: int, now: int) -> Knob:
    made = tuple(Value(one, str(one), ()) for one in range(values))
    return Knob(f"k{number}", f"k{number}", made, now, lambda one: Value(one, str(one), ()))


class Coins:
    """A conflict whose share of wins is known: log odds that add up, but for what pairs do."""

    def __init__(self, seed: int, *, strength: float = 0.5, knobs: int = 8) -> None:
        draw = np.random.default_rng(seed)
        self.knobs = [knob(one, 5, 2) for one in range(knobs)]
        self._each = draw.normal(0, strength, knobs)
        self._brawlers = self._each * draw.uniform(0.3, 1.6, knobs) + draw.normal(0, 0.1, knobs)
        self._pairs = draw.normal(0, 0.1, (knobs, knobs))
        self._start = float(draw.normal(0, 0.8))
        self._draw = draw
        self.illegal: set[tuple[int, int]] = set()
        self.battles = 0
        self.stop_after: float = np.inf

    def share(self, edits: Edits) -> float:
        place = self._start + sum(self._each[one] * (value - 2) for one, value in edits)
        place += sum(self._pairs[one[0], other[0]] for one, other in combinations(edits, 2))
        return 1 / (1 + float(np.exp(-place)))

    def legal(self, edits: Edits) -> bool:
        return not self.illegal.intersection(edits)

    def brawl(self, edits: Edits, battles: int) -> Any:
        place = sum(self._brawlers[one] * (value - 2) for one, value in edits)
        return self._flip(1 / (1 + float(np.exp(-place))), battles)

    def play(self, edits: Edits, battles: int, first: int) -> Any:
        if first == SIMULATED:  # told, and nothing is learnt from it
            won = round(battles * self.share(edits))
            return Counted(battles, won, won)
        assert first >= 0
        self.battles += battles
        if self.battles > self.stop_after:
            raise KeyboardInterrupt
        return self._flip(self.share(edits), battles)

    def _flip(self, share: float, battles: int) -> Counted:
        won = int(self._draw.binomial(battles, share))
        return Counted(battles, won, won)


COINS = Aim("win", "heads", share=True, count=cast("Callable[..., Counted]", lambda found: found))


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


def test_a_set_at_the_end_of_what_is_near_enough_is_given_up_soon() -> None:
    """It is as likely as not within two points: to know that would take all the battles there are,
    and others may be nearer."""
    played, taken = list[int](), 0
    for seed in range(40):
        coins = Coins(seed, knobs=1)
        coins._start, coins._each = 0.0, np.array([0.08])  # the edit leads to 52%
        tuner = Tuner(coins.knobs, cast("Any", coins), COINS, 0.5, 0.02)
        taken += tuner._is_on(Tried(((0, 3),)), SURE)
        played.append(coins.battles)
    assert taken <= 4
    assert np.mean(played) < 2_000


def test_each_set_is_verified_with_dice_of_its_own() -> None:
    coins, thrown = Coins(3), defaultdict[int, set[Edits]](set)
    play = coins.play

    def noted(edits: Edits, battles: int, first: int) -> Any:
        thrown[first].add(edits)
        return play(edits, battles, first)

    coins.play = noted  # type: ignore[method-assign]
    found = tuned(coins, 0.5)
    assert len(found.answers) == 3
    verifying = {first: sets for first, sets in thrown.items() if first > 0}
    assert len(verifying) > 3
    assert all(len(sets) == 1 for sets in verifying.values())


def test_the_nearest_is_told_by_dice_that_had_no_part_in_choosing_it() -> None:
    coins, played = Coins(3, strength=0.05), list[tuple[Edits, int, int]]()
    play = coins.play

    def noted(edits: Edits, battles: int, first: int) -> Any:
        played.append((edits, first, battles))
        return play(edits, battles, first)

    coins.play = noted  # type: ignore[method-assign]
    found = tuned(coins, 0.97)
    assert found.nearest is not None
    *before, (edits, first, battles) = played
    assert (edits, battles) == (found.nearest.edits, found.nearest.verified.battles)
    assert not any(low <= first < low + more for _, low, more in before)
    spent = tuned(Coins(3, strength=0.05), 0.97, budget=1_500)
    assert any("looks nearer than it is" in one for one in spent.bounds)


@pytest.mark.parametrize(("off", "reached"), [(0.0, True), (0.15, False)])
def test_whether_it_is_on_target_as_it_is_gets_known(off: float, reached: bool) -> None:
    coins = Coins(3)
    found = tuned(coins, coins.share(()) + off)
    assert (found.reached, found.open) == (reached, reached)
    assert (found.settled.battles > FIRST) == reached
    said = [str(one) for one in tables("Coins", found, [], "coins", [None] * 3)]
    told = [one for one in said if "on target as it is" in one]
    assert [one.startswith("It is on target as it is: ") for one in told] == [True] * reached
    assert all(one.edits for one in found.answers)


def test_where_it_is_on_target_and_nothing_keeps_it_there_nothing_is_nearest() -> None:
    coins = Coins(3, knobs=1)
    found = tuned(coins, coins.share(()), most=1)
    assert (found.reached, list(found.answers), found.nearest) == (True, [], None)
    said = "\n".join(str(one) for one in tables("Coins", found, [], "coins", []))
    assert "Of the 3 sets that were looked for none was found:" in said


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


@pytest.mark.parametrize("target", [0.2, 0.8])
def test_effects_are_told_the_way_to_the_target(target: float) -> None:
    found = tuned(Coins(3), target)
    short = found.start.mean < target
    known = [one for one in found.effects if one.low > 0 or one.high < 0]
    assert len(known) >= 4
    assert all((one.mean > 0) == short for one in known)


def test_effects_that_may_all_be_none_are_no_table() -> None:
    found = tuned(Coins(3), 0.5)
    said = "\n".join(str(one) for one in tables("Coins", found, (), "coins", [None] * 3))
    assert "do not tell" not in said
    unknown = replace(found, effects=[Effect(0, 1, -0.05, -0.1, 0.03)])
    *_, last = tables("Coins", unknown, (), "coins", [None] * 3)
    assert str(last) == "So few battles do not tell what any one change does."


def test_it_is_told_how_far_it_is() -> None:
    said = list[str]()
    found = tuned(Coins(3), 0.5, tell=said.append)
    last = [one for one in said if one.startswith("verifying")][-1]
    known = len(found.answers) - 1
    assert f"; {known} of 3 known after " in last


def tuned(coins: Coins, target: float, within: float = 0.02, **more: Any) -> Tuned:
    return Tuner(coins.knobs, cast("Any", coins), COINS, target, within, **more).run()


@pytest.fixture(scope="module")
def dozen() -> list[tuple[Coins, Tuned]]:
    """Twelve tunings, of other coins each and to four targets."""
    made = [Coins(seed) for seed in range(times(12, briefly=6))]
    return [(coins, tuned(coins, (0.35, 0.5, 0.65, 0.8)[n % 4])) for n, coins in enumerate(made)]


@pytest.mark.long
def test_answers_are_on_target(dozen: list[tuple[Coins, Tuned]]) -> None:
    """Of all answers nineteen in twenty are as near as they are said to be."""
    near = []
    for coins, found in dozen:
        near += [abs(coins.share(one.edits) - found.target) <= 0.02 for one in found.answers]
        for one, other in combinations(found.answers, 2):
            assert not set(one.edits) <= set(other.edits)
            assert not set(other.edits) <= set(one.edits)
        costs = [found.cost(one.edits) for one in found.answers]
        assert costs == sorted(costs)
    assert len(near) >= 2.5 * len(dozen)
    assert sum(near) >= 0.95 * len(near)


@pytest.mark.long
def test_intervals_hold_although_one_looks_often(dozen: list[tuple[Coins, Tuned]]) -> None:
    """Battles that choose a set are not among those that are told of it."""
    inside = []
    for coins, found in dozen:
        for one in found.answers:
            low, high = COINS.interval(one.verified)
            inside.append(low <= coins.share(one.edits) <= high)
    assert sum(inside) >= 0.9 * len(inside)


@pytest.mark.thorough
def test_the_first_answer_is_nearly_the_cheapest_there_is() -> None:
    dearer = []
    for seed in range(6):
        coins = Coins(seed, knobs=6)
        found = tuned(coins, 0.65, budget=40_000)
        cost = {
            edits: found.cost(edits)
            for number in (1, 2, 3)
            for edits in _sets(coins.knobs, number)
            if abs(coins.share(edits) - 0.65) <= 0.01
        }
        if cost and found.answers:
            dearer.append(found.cost(found.answers[0].edits) - min(cost.values()))
    assert len(dearer) >= 5
    assert np.mean(dearer) <= 1.0


def _sets(knobs: list[Knob], number: int) -> list[Edits]:
    from itertools import product

    found: list[Edits] = []
    for chosen in combinations(range(len(knobs)), number):
        values = [
            [(one, value) for value in range(len(knobs[one].values)) if value != knobs[one].now]
            for one in chosen
        ]
        found += [tuple(one) for one in product(*values)]
    return found


def test_a_target_out_of_reach_has_the_nearest() -> None:
    coins = Coins(3, strength=0.02, knobs=3)
    found = tuned(coins, 0.97, most=2, budget=20_000)
    assert not found.answers
    assert found.nearest is not None
    best = max(coins.share(one) for number in (1, 2) for one in _sets(coins.knobs, number))
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


class Sure(Coins):
    """Coins of which one side wins always as they are. Brawlers do as others do (`seeing`), win
    all the same whatever is turned (`sure`), or do neither win nor lose any more once all is
    turned (`idle`)."""

    def __init__(self, seed: int, brawlers: str) -> None:
        super().__init__(seed, strength=0.0, knobs=4)
        self._each = np.array([-1.2, -1.0, -1.5, -0.9])
        self._pairs = np.zeros((4, 4))
        self._start = 7.0
        self._brawling = brawlers
        self.knobs = [replace(one, helps=1) for one in self.knobs]

    def brawl(self, edits: Edits, battles: int) -> Any:
        if self._brawling == "idle" and len(edits) == len(self.knobs):
            return Counted(battles, battles / 2, battles / 4)
        return self._flip(self.share(edits) if self._brawling == "seeing" else 1.0, battles)


@pytest.mark.parametrize("brawlers", ["seeing", "sure", "idle"])
def test_where_one_side_always_wins_effects_are_found(brawlers: str) -> None:
    """As it is no battle shows what an edit does; none of these edits is idle."""
    found = tuned(Sure(1, brawlers), 0.65, most=4, budget=6_000)
    assert found.start.mean > 0.97
    assert all(one.mean < 0 for one in found.effects)
    assert found.answers or (found.nearest is not None and found.nearest.edits)


def test_only_finalists_are_played_and_the_time_is_told_beforehand() -> None:
    coins, said = Coins(7), list[str]()
    found = tuned(coins, 0.5, wanted=1, finalists=True, tell=said.append, announce=said.append)
    assert found.answers
    assert all(not one.chosen.battles for one in found.answers)
    told = next(number for number, one in enumerate(said) if "2,401 of them" in one)
    assert told < next(number for number, one in enumerate(said) if one.startswith("verifying"))


class Unseen(Coins):
    """Brawlers, with the same dice each time, react to one knob; others to a second one as well."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed, knobs=30)
        self._each = np.zeros(30)
        self._each[[4, 21]] = 0.2, -0.7
        self._pairs[:] = 0.0
        self._start = 0.0
        self.knobs = [replace(one, helps=-1 if one.path == "k21" else 1) for one in self.knobs]

    def brawl(self, edits: Edits, battles: int) -> Any:
        place = sum(self._each[one] * (value - 2) for one, value in edits if one == 4)
        share = 1 / (1 + float(np.exp(-place)))
        return Counted(battles, battles * share, battles * share)


@pytest.mark.parametrize("seed", range(3))
def test_what_brawlers_do_not_react_to_is_asked_of_others(seed: int) -> None:
    coins = Unseen(seed)
    found = tuned(coins, 0.8)
    assert found.answers
    assert all(any(number == 21 for number, _ in one.edits) for one in found.answers)
    assert all(abs(coins.share(one.edits) - 0.8) < 0.03 for one in found.answers)
    seen = {one.knob for one in found.effects if abs(one.mean) > 0.02}
    assert 21 in seen <= {4, 21}


def test_what_was_too_much_to_ask_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("autogm.lab.tune.screening.ASKED", 1)
    coins = Unseen(1)
    found = tuned(coins, 0.97)
    assert any(one.startswith("it was not looked at what") for one in found.bounds)


def test_what_breaks_a_rule_is_not_proposed() -> None:
    coins = Coins(5)
    coins.illegal = {(one, value) for one in range(8) for value in (3, 4)}
    found = tuned(coins, 0.5)
    assert found.answers
    assert all(coins.legal(one.edits) for one in found.answers)
    assert all(one.value < 2 for one in found.effects)


def test_values_without_order_that_break_a_rule_have_no_effect_told() -> None:
    coins = Coins(5)
    coins.knobs = [replace(one, ordered=False) for one in coins.knobs]
    coins.illegal = {(2, value) for value in (1, 3, 4)}
    found = tuned(coins, 0.5, budget=1)
    assert [one.value for one in found.effects if one.knob == 2] == [0]


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


def test_the_effects_of_knobs_are_found() -> None:
    coins = Coins(2)
    found = tuned(coins, 0.5)
    true = {
        (one.knob, one.value): coins.share(((one.knob, one.value),)) - coins.share(())
        for one in found.effects
    }
    strong = [one for one in found.effects if abs(true[one.knob, one.value]) > 0.08]
    assert strong
    assert all(np.sign(one.mean) == np.sign(true[one.knob, one.value]) for one in strong)


def test_the_budget_bounds_the_battles() -> None:
    coins = Coins(4)
    found = tuned(coins, 0.65, budget=3_000)
    assert coins.battles == found.battles <= 3_000 + 250


def test_of_a_knob_that_may_not_be_turned_no_effect_is_told() -> None:
    coins = Coins(5)
    coins.illegal = {(3, value) for value in (0, 1, 3, 4)}
    found = tuned(coins, 0.5, budget=1)
    told = {one.knob for one in found.effects}
    assert told == set(range(len(coins.knobs))) - {3}
