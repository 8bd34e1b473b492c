"""Odds against a brute force that knows nothing of them: every face of every die (D1-D5, W2, W3,
A2, A3), and rerolls against a plan that enumerates what a perfect reroller sees."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autogm.game.dice import replace_worst
from autogm.planner.odds.distributions import (
    OUTCOMES,
    Dice,
    Distribution,
    Roll,
    die_distribution,
    margin_distribution,
    outcome,
    outcome_classes,
    outweighing,
    resolve,
)
from autogm.planner.roll_odds import RollOdds


@cache
def brute_sums(dice: str, weight: int) -> tuple[int, ...]:
    """Every equally likely sum, one entry a face: the lowest dice dropped, a plus put in each."""
    if dice == "d6-d6":
        return tuple(a - b for a in range(6) for b in range(6))
    sums = []
    for faces in product("-0+", repeat=4):
        plus, minus = faces.count("+"), faces.count("-")
        for _ in range(weight):
            if minus:
                minus, plus = minus - 1, plus + 1
            elif plus < 4:
                plus += 1
        sums.append(plus - minus)
    return tuple(sums)


def brute_margins(roll: Roll) -> list[tuple[int, int]]:
    """(own total, opposition) for every pair of faces."""
    own = [s + roll.rating + 2 * roll.invokes for s in brute_sums(roll.dice, roll.weight)]
    if not roll.active:
        return [(total, roll.against) for total in own]
    other = [
        s + roll.against + 2 * roll.against_invokes
        for s in brute_sums(roll.dice, roll.against_weight)
    ]
    return list(product(own, other))


weights = st.integers(0, 2)
ratings = st.integers(-4, 8)


@st.composite
def rolls(draw: st.DrawFn, rerolls: int = 0) -> Roll:
    kinds: list[Dice] = ["4dF", "4dF", "d6-d6"]
    dice = draw(st.sampled_from(kinds))
    fudge = dice == "4dF"
    return Roll(
        rating=draw(ratings),
        against=draw(ratings),
        active=draw(st.booleans()),
        dice=dice,
        weight=draw(weights) if fudge else 0,
        against_weight=draw(weights) if fudge else 0,
        invokes=draw(st.integers(0, 3)),
        against_invokes=draw(st.integers(0, 3)),
        rerolls=draw(st.integers(0, rerolls)),
        goal=draw(st.sampled_from(["success", "tie", "style", "shifts"])),
        price=draw(st.sampled_from([Fraction(0), Fraction(1, 10)])),
        style_at=draw(st.integers(1, 4)),
        tie_succeeds=draw(st.booleans()),
    )


def test_fudge_dice_by_the_book() -> None:
    """D1."""
    expected = {0: 19, 1: 16, -1: 16, 2: 10, -2: 10, 3: 4, -3: 4, 4: 1, -4: 1}
    assert dict(die_distribution()) == {v: Fraction(n, 81) for v, n in expected.items()}


def test_two_sixes_by_the_book() -> None:
    """D2."""
    expected = {k: Fraction(6 - abs(k), 36) for k in range(-5, 6)}
    assert dict(die_distribution("d6-d6")) == expected


def test_weight_does_not_combine_with_two_sixes() -> None:
    """D2."""
    with pytest.raises(ValueError, match="combine"):
        die_distribution("d6-d6", 1)


@pytest.mark.parametrize("weight", [0, 1, 2])
def test_replaced_dice_against_every_face(weight: int) -> None:
    """W2, W3."""
    sums = brute_sums("4dF", weight)
    expected = {v: Fraction(sums.count(v), 81) for v in set(sums)}
    assert dict(die_distribution("4dF", weight)) == expected


@pytest.mark.parametrize("weight", [-1, 3, 4])
def test_never_more_than_two_dice(weight: int) -> None:
    """W2."""
    with pytest.raises(ValueError, match="0, 1 or 2"):
        die_distribution("4dF", weight)


def test_unknown_dice_are_refused() -> None:
    with pytest.raises(ValueError, match="no ruleset rolls"):
        die_distribution("3d6")  # type: ignore[arg-type, unused-ignore]


def test_worst_die_becomes_a_plus() -> None:
    """EX-WOA-5, EX-WOA-6."""
    assert replace_worst((0, 0, -1, 1), 1) == (0, 0, 1, 1)
    assert sum(replace_worst((0, 0, -1, 1), 1)) == 2
    assert replace_worst((0, -1, 1, -1), 2) == (0, 1, 1, 1)
    assert sum(replace_worst((0, -1, 1, -1), 2)) == 3


@pytest.mark.parametrize(
    ("own", "other", "dice"),
    [(4, 4, 0), (4, 2, 1), (3, 2, 0), (8, 2, 2), (7, 2, 1), (1, 0, 2), (0, 0, 0), (2, 4, 0)],
)
def test_outweighing(own: int, other: int, dice: int) -> None:
    """W2, EX-WOA-7: four against four none, four against two one."""
    assert outweighing(own, other) == dice


def test_charge_of_one_into_two_outweighs_nobody() -> None:
    """W4, EX-WOA-8."""
    assert outweighing(2 * 1, 2) == outweighing(2, 2 * 1) == 0


@given(rolls())
def test_margin_against_every_pair_of_faces(roll: Roll) -> None:
    """D4, A2, W2."""
    pairs = [own - other for own, other in brute_margins(roll)]
    expected = {m: Fraction(pairs.count(m), len(pairs)) for m in set(pairs)}
    assert dict(margin_distribution(roll)) == expected


@given(rolls())
def test_classes_against_every_pair_of_faces(roll: Roll) -> None:
    """D5."""
    margins = [own - other for own, other in brute_margins(roll)]
    good = sum(m > 0 or (roll.tie_succeeds and m == 0) for m in margins)
    style = sum(m >= roll.style_at for m in margins)
    classes = outcome_classes(roll)
    assert classes.fail == Fraction(sum(m < 0 for m in margins), len(margins))
    assert classes.at_least_success == Fraction(good, len(margins))
    assert classes.style == Fraction(style, len(margins))
    assert sum(chance for _, chance in classes.items()) == 1
    assert classes.at_least_tie == classes.tie + classes.at_least_success


@given(rolls(rerolls=3))
def test_rerolls_against_a_plan_over_all_faces(roll: Roll) -> None:
    """A3: against each seen opposition, keep or roll again, whichever is worth more."""
    by_opposition: dict[int, list[int]] = {}
    for own, other in brute_margins(roll):
        by_opposition.setdefault(other, []).append(own - other)

    def value(margins: list[int], left: int) -> Fraction:
        if left < 0:
            return Fraction(-1000)
        again = value(margins, left - 1) - roll.price
        return sum((max(roll.worth(m), again) for m in margins), Fraction(0)) / len(margins)

    pairs = sum(len(margins) for margins in by_opposition.values())
    best = sum(
        (value(margins, roll.rerolls) * len(margins) / pairs for margins in by_opposition.values()),
        Fraction(0),
    )
    result = resolve(roll)
    reached = sum((p * roll.worth(m) for m, p in result.margin), Fraction(0))
    assert reached - roll.price * result.rerolls_used == best
    assert 0 <= result.rerolls_used <= roll.rerolls
    assert sum(p for _, p in result.margin) == 1


def test_one_reroll_of_a_coin() -> None:
    """By hand: with goal success at 50/81 to fail, one reroll fails only when both rolls do."""
    plain = outcome_classes(Roll(rating=0, against=0)).at_least_success
    once = outcome_classes(Roll(rating=0, against=0, rerolls=1)).at_least_success
    assert plain == Fraction(31, 81)
    assert once == 1 - (1 - plain) ** 2


def test_hopeless_and_certain_rolls_are_not_rerolled() -> None:
    assert resolve(Roll(rating=0, against=9, rerolls=3)).rerolls_used == 0
    assert resolve(Roll(rating=9, against=0, rerolls=3)).rerolls_used == 0


def test_a_goal_of_ones_own() -> None:
    """The worth of margins may be any function: here only an exact tie counts."""
    roll = Roll(rerolls=1, goal=lambda margin: Fraction(margin == 0))
    assert outcome_classes(roll).tie == 1 - (1 - Fraction(19, 81)) ** 2


def test_distribution_by_hand() -> None:
    die = Distribution.from_weights({1: 1, 2: 1, 4: 2, 9: 0})
    assert (die.low, die.high) == (1, 4)
    assert die.mean() == Fraction(11, 4)
    assert die.variance() == Fraction(27, 16)
    assert (die.chance(4), die.chance(3), die.at_least(2)) == (
        Fraction(1, 2),
        0,
        Fraction(3, 4),
    )
    with pytest.raises(ValueError, match="needs something"):
        Distribution.from_weights({})


def test_style_thresholds() -> None:
    """D5: three shifts, two in minifate; meeting the opposition where that succeeds."""
    assert [outcome(m) for m in (-1, 0, 1, 2, 3)] == [*OUTCOMES[:3], "success", "style"]
    assert outcome(2, style_at=2) == "style"
    assert outcome(0, tie_succeeds=True) == "success"


@pytest.mark.parametrize("wrong", [{"rerolls": -1}, {"invokes": -1}, {"against_invokes": -2}])
def test_less_than_none_is_refused(wrong: dict[str, int]) -> None:
    with pytest.raises(ValueError, match="fewer than none"):
        Roll(**wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize(("own", "other"), [(-1, 0), (0, -1)])
def test_negative_weights_are_refused(own: int, other: int) -> None:
    with pytest.raises(ValueError, match="negative"):
        outweighing(own, other)


def test_where_nothing_succeeds_there_are_no_shifts() -> None:
    never = Distribution.from_weights({-2: 1, 0: 1})
    assert RollOdds("ann", "Fight", None, None, True, False, never).shifts == 0
    some = Distribution.from_weights({-2: 2, 1: 1, 4: 1})
    assert RollOdds("ann", "Fight", None, None, True, False, some).shifts == Fraction(5, 2)
