"""What battles that were played on after choices say: which choice is advised then, what is tried,
and the sentences.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from autogm.analysis.advice import Advice
from autogm.analysis.counsel import advice_values, sentence
from autogm.analysis.intervals import wilson
from autogm.analysis.measured import measured_words
from autogm.analysis.outcomes import Outcomes
from autogm.analysis.trials import Price, Trial, first_to_try, more_to_try, settled
from tests.analysis.test_counsel import advice, turn
from tests.table import scene

PLAYERS, GM, DRAWN = b"\1", b"\2", b"\3"


def asked(**chances: float) -> Advice:
    """Estimates of Ann's choices."""
    return replace(advice(turn(), None, **chances), solved=False)


def trial(found: Advice, place: int, winners: bytes, over: bool = False, **price: float) -> Trial:
    """A choice with the battles that were played after it."""
    total = len(winners)
    outcomes = Outcomes(
        battles=total,
        asked=total,
        seed=1,
        agents={"players": "tactician", "gm": "tactician"},
        wins={side: wilson(winners.count(number), total)
              for side, number in (("players", PLAYERS), ("gm", GM))},
        undecided=wilson(winners.count(b"\3"), total),
    )  # fmt: skip
    return Trial(found.choices[place], outcomes, winners, Price(**price), over)


def both(first: bytes, second: bytes) -> Advice:
    """Attacking, which was thought best, and helping, both tried."""
    found = asked(attack_Bob=0.61, help_Cid=0.55, **{"pass": 0.5})
    return settled(found, [trial(found, 0, first), trial(found, 1, second)])


@pytest.mark.parametrize(
    ("first", "second", "words"),
    [
        # Ten more of forty: 4.1 to 42.5. Two more: -9.5 to 19.1.
        (PLAYERS * 10 + GM * 30, PLAYERS * 20 + GM * 20, "help Cid"),
        (PLAYERS * 18 + GM * 22, PLAYERS * 20 + GM * 20, "attack Bob"),
        (PLAYERS * 20 + GM * 20, PLAYERS * 10 + GM * 30, "attack Bob"),
        # Fifteen won more and 55 lost more, of a hundred, where the others were drawn.
        (PLAYERS * 30 + DRAWN * 70, PLAYERS * 45 + GM * 55, "attack Bob"),
        (PLAYERS * 30 + GM * 70, PLAYERS * 30 + DRAWN * 70, "help Cid"),
    ],
)
def test_what_won_more_by_more_than_chance_is_advised(
    first: bytes, second: bytes, words: str
) -> None:
    found = both(first, second)
    assert sentence(found) == f"Ann should {words}."
    assert [one.choice for one in found.tried] == [*found.choices[:2]]
    assert bool(found.then) is (words == "attack Bob" and bool(asked(attack_Bob=0.6).then))


def test_what_is_undecided_counts_half_where_choices_are_compared() -> None:
    """With a pair added each way the mean is -20 / 102, the mean square 19.5 / 102."""
    found = both(PLAYERS * 30 + DRAWN * 70, PLAYERS * 45 + GM * 55)
    best, other = found.tried
    assert (best.score("players"), best.score("gm")) == pytest.approx((0.65, 0.35))
    assert other.more_than(best, "players").mean == pytest.approx(-0.20)
    assert measured_words(found)[1] == (
        "After helping Cid instead, with the same dice: 45% and 0% undecided, −20 percentage "
        "points (−27 to −12), undecided ones halved."
    )


def test_what_the_battles_showed_in_sentences() -> None:
    """Ten fewer of forty, all of them pairs that went one way: 1/42 and 11/42 are 23.8 points
    apart, give or take 1.96 √((12/42 − (10/42)²)/42), which is 14.5."""
    found = both(PLAYERS * 30 + GM * 10, PLAYERS * 20 + GM * 20)
    assert measured_words(found) == [
        "Played on after that 40 times, both sides as the tactician: the players won 75% (60–86%).",
        "After helping Cid instead, with the same dice: 50%, −25 percentage points (−38 to −9).",
    ]
    close = both(PLAYERS * 20 + GM * 20, PLAYERS * 19 + GM * 21)
    assert measured_words(close)[1] == (
        "After helping Cid instead, with the same dice: 48%, which does not tell them apart (−10 "
        "to +6 percentage points)."
    )


def test_estimates_are_no_shares_beside_those_that_were_counted() -> None:
    found = advice_values(both(PLAYERS * 30 + GM * 10, PLAYERS * 20 + GM * 20))
    assert {one["chance"] for one in found["choices"]} == {None}
    assert found["played"]["wins"]["players"]["share"] == 0.75
    assert [one["words"] for one in found["tried"]] == ["attack Bob", "help Cid"]
    assert found["tried"][0]["more"] is None
    assert found["tried"][1]["more"]["mean"] == -0.25


def test_of_sure_wins_the_one_that_costs_least_is_advised() -> None:
    found = asked(attack_Bob=0.61, help_Cid=0.6, **{"pass": 0.6})
    first = [trial(found, 0, PLAYERS * 40, exchange=5.0), trial(found, 1, PLAYERS * 40, exchange=4)]
    assert first_to_try(found) == list(found.choices[:2])
    assert more_to_try(found, first) == [found.choices[2]]
    tried = [*first, trial(found, 2, PLAYERS * 40, exchange=3.0, fallen=0.5)]
    assert more_to_try(found, tried) == []
    advised = settled(found, tried)
    assert sentence(advised) == "Ann should help Cid."
    assert measured_words(advised)[1] == (
        "All three choices that were tried win; this one costs least in 40 battles: it ends in "
        "exchange 4.0 on average, 0.0 of their side are taken out, 0.0 fate points are spent "
        "(attacking Bob: it ends in exchange 5.0 on average, 0.0 of their side are taken out, "
        "0.0 fate points are spent)."
    )
    assert "as good" not in sentence(advised)


def test_sure_wins_at_the_same_cost_are_said_to_be() -> None:
    found = asked(attack_Bob=0.61, help_Cid=0.6)
    tried = [trial(found, place, PLAYERS * 40, exchange=4.0 + place / 20) for place in (0, 1)]
    assert measured_words(settled(found, tried))[1] == (
        "Both choices that were tried win, at the same cost: it ends in exchange 4.0 on average, "
        "0.0 of their side are taken out, 0.0 fate points are spent."
    )


def test_what_costs_least_is_said_of_all_that_were_tried() -> None:
    """Helping costs as much as attacking; passing costs an exchange more."""
    found = asked(attack_Bob=0.61, help_Cid=0.6, **{"pass": 0.6})
    tried = [trial(found, place, PLAYERS * 40, exchange=4.0 + (place == 2)) for place in (0, 1, 2)]
    assert measured_words(settled(found, tried))[1] == (
        "All three choices that were tried win, of which none costs less than this one in 40 "
        "battles: it ends in exchange 4.0 on average, 0.0 of their side are taken out, 0.0 fate "
        "points are spent (passing: it ends in exchange 5.0 on average, 0.0 of their side are "
        "taken out, 0.0 fate points are spent)."
    )


def test_a_difference_that_rounds_to_nothing_has_a_decimal() -> None:
    """In 4,000 battles 12 more are won: 0.3 points apart, give or take 0.17."""
    found = both(PLAYERS * 4000, PLAYERS * 3988 + GM * 12)
    assert measured_words(found)[1].endswith(", −0.3 percentage points (−0.5 to −0.1).")


def test_no_more_is_tried_where_it_is_not_won_anyway_or_far_worse() -> None:
    found = asked(attack_Bob=0.61, help_Cid=0.6, **{"pass": 0.5})
    for won, where in ((36, 0.6), (40, 0.5)):
        tried = [trial(found, place, PLAYERS * won + GM * (40 - won)) for place in (0, 1)]
        third = replace(found.choices[2], value=2 * where - 1)
        here = replace(found, choices=(*found.choices[:2], third))
        assert more_to_try(here, tried) == []


def test_where_more_than_victory_is_at_stake_the_level_decides() -> None:
    """What was won does not say all."""
    table = scene("fate-core", "ann Fight 3; cid Fight 1", "bob Fight 2", stakes="careful")
    estimates: dict[str, Any] = {"attack_Bob": 0.61, "help_Cid": 0.55}
    found = replace(advice(table.turn("ann"), None, **estimates), solved=False)
    tried = [trial(found, 0, GM * 40), trial(found, 1, PLAYERS * 40)]
    assert settled(found, tried).choices == found.choices


def test_of_what_was_counted_out_only_sure_wins_are_tried() -> None:
    sure = advice(turn(), None, attack_Bob=1.0, help_Cid=1.0, **{"pass": 0.9})
    assert first_to_try(sure) == list(sure.choices[:2])
    for chances in ({"attack_Bob": 1.0, "help_Cid": 0.9}, {"attack_Bob": 0.6, "help_Cid": 0.6}):
        assert first_to_try(advice(turn(), None, **chances)) == []
    tried = [trial(sure, 0, PLAYERS * 9, fallen=0.2), trial(sure, 1, PLAYERS * 9)]
    assert more_to_try(sure, tried) == []
    assert sentence(settled(sure, tried)) == (
        "Ann should help Cid: it gives the players a chance of 100%, as attacking Bob does."
    )


def test_a_choice_that_ends_it_needs_no_share() -> None:
    found = asked(attack_Bob=0.61, help_Cid=0.55)
    tried = [trial(found, 0, PLAYERS * 40, over=True), trial(found, 1, GM * 40, over=True)]
    assert measured_words(settled(found, tried)) == [
        "That ends the conflict, and the players win.",
        "Helping Cid instead: that ends the conflict, and the GM's side wins.",
    ]
