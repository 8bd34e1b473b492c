"""What dice that are about to fall may bring, against every way in which they can fall, each
followed by itself, and against counts of faces.
"""

from __future__ import annotations

from collections import Counter
from itertools import product
from math import isclose
from random import Random
from typing import Any

import pytest

from autogm.analysis.falling import Fall, Falling, falling
from autogm.analysis.rolls import Result
from autogm.engine.codes import DICE_ANSWER, DICE_REROLL, R_AREA
from autogm.engine.game import load_game
from autogm.engine.state import State
from autogm.game.contract import CHANCE
from autogm.game.registry import read_file
from autogm.planner.roll_odds import odds_of
from tests.analysis.test_forecast import NAMES, one_by_one
from tests.conformance.plays import Seen, choose
from tests.twins import PAIRS, battle, twins

FIRST, ANSWER, AGAIN, AREA = "first", "answer", "again", "area"


def kind_of(state: State) -> str:
    """Which dice of a roll are pending."""
    record = state.record[0]
    number = int(record["pending"][int(record["depth"]) - 1][3])
    if int(record["roll_flags"]) & R_AREA:
        return AREA
    return AGAIN if number & DICE_REROLL else ANSWER if number & DICE_ANSWER else FIRST


def rolls(name: str, seed: int, each: int) -> list[State]:
    """Moments at which dice are pending: at most so many of each kind."""
    game, rng, seen = load_game(name), Random(seed), Seen()
    found = dict[str, list[State]]()
    state = game.new_initial_state()
    for _ in range(3000):
        if state.is_terminal():
            state = game.new_initial_state()
        if state.current_player() == CHANCE:
            some = found.setdefault(kind_of(state), [])
            if len(some) < each:
                some.append(state.clone())
        state.apply_action(choose(state, rng, seen))
    assert {FIRST, ANSWER, AGAIN} <= found.keys()
    return [one for some in found.values() for one in some]


@pytest.mark.parametrize("name", NAMES)
def test_dice_bring_what_each_way_in_which_they_fall_brings(name: str) -> None:
    compared = set[str]()
    for state in rolls(name, 5, 3):
        side = int(state.record[0]["pending"][int(state.record[0]["depth"]) - 1][2])
        found = falling(state, side)
        if found is None:  # hidden from who rolls
            continue
        assert isclose(sum(one.chance for one in found.falls), 1.0, abs_tol=1e-12)
        assert all(words and "None" not in words for _, _, words in found.lines())
        if kind_of(state) == AREA:
            assert all(one.forecast is None for one in found.falls)
            continue
        shares = Counter[Result]()
        if not one_by_one(state, 1.0, shares) or found.whole is None:
            continue
        assert dict(found.whole.results) == pytest.approx(dict(shares), abs=1e-12)
        mixed = Counter[Result]()
        for one in found.falls:
            assert one.forecast is not None
            for result, chance in one.forecast.results:
                mixed[result] += one.chance * chance  # type: ignore[assignment]
        assert dict(mixed) == pytest.approx(dict(shares), abs=1e-12)
        margins = Counter[int]()
        for result, chance in shares.items():
            margins[result.shifts] += chance
        exact = {margin: float(chance) for margin, chance in odds_of(state.game, state).margin}
        assert exact == pytest.approx(dict(margins), abs=1e-12)
        compared.add(kind_of(state))
    assert compared == {FIRST, ANSWER, AGAIN}


def test_the_second_dice_of_a_duel_are_counted_from_where_the_first_have_left_it() -> None:
    """Ilse has Quick (3) to answer with: whatever Bruno's total is, she is hit where hers is
    less."""
    faces = Counter(map(sum, product((-1, 0, 1), repeat=4)))
    compared = 0
    for state in rolls("duel", 2, 6):
        if kind_of(state) != ANSWER:
            continue
        found = falling(state, 0)
        assert found is not None
        stands = int(state.record[0]["margin"])
        by_dice = {one.dice: one for one in found.falls}
        assert {dice: pytest.approx(one.chance) for dice, one in by_dice.items()} == {
            dice: ways / 81 for dice, ways in faces.items()
        }
        for dice, one in by_dice.items():
            assert one.total is not None
            assert one.forecast is not None
            assert one.forecast.results[0][0].shifts == stands - one.total
            assert one.total - dice == by_dice[0].total
        compared += 1
    assert compared


def test_sums_that_bring_the_same_stand_together() -> None:
    state = next(one for one in rolls("duel", 2, 6) if kind_of(one) == ANSWER)
    found = falling(state, 0)
    assert found is not None
    lines = found.lines()
    assert len({words for _, _, words in lines}) == len(lines) < len(found.falls)
    assert any(" to " in dice for dice, _, _ in lines)
    assert "them" not in " ".join([found.words(), *(words for _, _, words in lines)]).split()


@pytest.mark.parametrize("name", ["party-crashers", "the-vault"])
def test_dice_of_other_games_meet_their_difficulty(name: str) -> None:
    faces = Counter(map(sum, product((-1, 0, 1), repeat=4)))
    game: Any = read_file(name).game()
    state, rng, compared = game.new_initial_state(), Random(3), 0
    for _ in range(300):
        if state.is_terminal():
            state = game.new_initial_state()
        if state.current_player() == CHANCE:
            found = falling(state, 0)
            assert found is not None
            assert found.whole is not None
            assert [one.dice for one in found.falls] == sorted(faces)
            # each die more is a shift more, so that there is one sum from which on it succeeds
            met = [one.forecast.hits for one in found.falls if one.forecast is not None]
            assert met == sorted(met)
            exact = sum(
                ways * share for (_, ways), share in zip(sorted(faces.items()), met, strict=True)
            )
            assert isclose(found.whole.hits, exact / 81, abs_tol=1e-12)
            compared += 1
        state.apply_action(rng.choice(state.legal_actions()))
    assert compared > 5


@pytest.mark.parametrize("name", PAIRS)
def test_what_is_hidden_changes_nothing_that_is_told_of_dice(name: str) -> None:
    pair, compared = twins(name), 0
    for moment in battle(pair, 1):
        if moment.plain.current_player() == CHANCE and compared < 25:
            compared += 1
            assert falling(moment.plain, pair.side) == falling(moment.full, pair.side)
    assert compared > 1


def test_an_attack_on_several_that_is_rolled_again_tells_what_it_rests_on() -> None:
    again = Fall(2, 0.1, None, None)
    assert Falling((again, Fall(3, 0.05, None, None)), None).lines() == [
        ("+2 to +3", "15%", "it depends on what follows")
    ]
