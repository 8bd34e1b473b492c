"""What may come of a choice, against every pair of dice gone through one by one, against exact sums
of dice, and against what happens then.
"""

from __future__ import annotations

import gc
import re
import weakref
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from math import isclose
from random import Random
from typing import Any

import pytest

from autogm.analysis.forecast import Forecast, Forecaster, forecaster_of, forecasts
from autogm.analysis.rolls import FAILURE, STYLE, SUCCESS, TIE, Result, Roll, result_after
from autogm.engine.codes import (
    CHANCE,
    N_CONCEDE,
    N_DEFEND,
    N_DUEL,
    N_OPPOSE,
    N_ROAR,
    N_SKILL,
    N_TURN,
    N_TWIST,
    N_WAY,
    PASS,
    V_ATTACK,
    V_MOVE,
    V_SPRINT,
    VERB_SHIFT,
)
from autogm.engine.game import load_game
from autogm.engine.state import State
from autogm.game.registry import read_file
from autogm.model.library import shipped
from autogm.model.words import SEVERITIES
from autogm.planner.roll_odds import before_dice, likeliest, roll_odds
from autogm.planner.turn.invoked import Duels
from autogm.planner.turn.tactician import Tactician
from autogm.view.options import offer
from tests.conformance.plays import Seen, choose
from tests.table import scene
from tests.twins import PAIRS, battle, twins

NAMES = [
    "duel",
    "street-fight",
    "autarch-skirmish",
    "lizardfolk-camp",
    "aether-storm",
    "royal-court",
    "farmhouse-raiders",
]


def moments(name: str, seed: int, most: int, *nodes: int) -> list[State]:
    game = load_game(name)
    state, rng, seen, found = game.new_initial_state(), Random(seed), Seen(), list[State]()
    for _ in range(2000):
        if state.is_terminal() or len(found) == most:
            break
        if state.current_player() != CHANCE and state.node() in nodes:
            found.append(state.clone())
        state.apply_action(choose(state, rng, seen))
    return found


def one_by_one(state: State, chance: float, shares: Counter[Result]) -> bool:
    """Every way in which the dice fall, each followed by itself while nobody invokes."""
    if state.current_player() == CHANCE:
        steps = state.chance_outcomes()
    elif state.node() in (N_DUEL, N_TWIST):
        steps = [(PASS, 1.0)]
    else:
        return False
    for action, share in steps:
        told = result_after(state, action, state.child(action))
        if told is not None:
            shares[told] += chance * share  # type: ignore[assignment]
        elif not one_by_one(state.child(action), chance * share, shares):
            return False
    return True


@pytest.mark.parametrize("name", NAMES)
def test_shares_are_those_of_every_pair_of_dice(name: str) -> None:
    compared = 0
    for state in moments(name, 4, 4, N_TURN):
        forecaster, tactician = Forecaster(state.game), Tactician(state.game)
        for action in state.legal_actions()[:12]:
            found = forecaster.of(state, action)
            here = before_dice(tactician, state, action)
            if found is None or here is None:
                continue
            shares = Counter[Result]()
            assert one_by_one(here, 1.0, shares)
            told = dict(found.results)
            assert told.keys() == shares.keys()
            assert all(isclose(told[one], shares[one], abs_tol=1e-12) for one in told)
            assert isclose(sum(chance for _, chance in found.results), 1.0, abs_tol=1e-12)
            compared += 1
    assert compared >= 4


@pytest.mark.parametrize("name", NAMES)
def test_successes_and_ties_are_those_of_the_exact_sums_of_dice(name: str) -> None:
    for state in moments(name, 7, 3, N_TURN):
        forecaster, tactician = Forecaster(state.game), Tactician(state.game)
        for action in state.legal_actions()[:8]:
            odds = roll_odds(state.game, tactician, state, action)
            found = forecaster.of(state, action)
            if odds is not None and found is not None:
                assert isclose(found.share(SUCCESS, STYLE), float(odds.succeeds), abs_tol=1e-12)
                assert isclose(found.share(TIE), float(odds.ties), abs_tol=1e-12)
                assert found.attack == odds.attack


@pytest.mark.parametrize("name", ["duel", "street-fight"])
def test_what_an_invoke_makes_of_a_roll_is_what_happens_then(name: str) -> None:
    compared = 0
    for state in moments(name, 9, 12, N_DUEL):
        forecaster = Forecaster(state.game)
        for action in state.legal_actions():
            found = forecaster.of(state, action)
            if found is None or len(found.results) > 1:
                continue
            here, steps, told = state, action, list[Any]()
            while not told:
                told = [one for one in here.game.events(here, steps) if one.kind == "result"]
                here = here.child(steps)
                steps = PASS
            result, chance = found.results[0]
            assert chance == 1.0
            assert (result.shifts, result.outcome) == (
                told[0].facts["shifts"], told[0].facts["outcome"],
            )  # fmt: skip
            compared += 1
    assert compared >= 10


def test_who_is_about_to_fall_is_taken_out_as_often_as_it_is_hit_too_hard() -> None:
    state = moments("duel", 1, 1, N_TURN)[0]
    attack = next(
        one for one in state.legal_actions() if state.game.describe(state, one).verb == "attack"
    )
    found = Forecaster(state.game).of(state, attack)
    assert found is not None
    # two boxes, of one and two, and a mild consequence: four shifts are absorbed, and two more by
    # the second of them taken together; what is above takes out
    hard = sum(chance for one, chance in found.results if one.out)
    assert isclose(found.out, hard)
    hits = sorted({one.hit for one, _ in found.results if one.out})
    borne = sorted({one.hit for one, _ in found.results if not one.out})
    assert max(borne) < min(hits)
    assert found.share(FAILURE) + found.share(TIE) < 1


def test_a_hit_of_which_style_asks_is_told_as_it_would_fall_whole() -> None:
    """Who may lower a hit for a boost may as well not: bob, of one box, is taken out by every hit
    of two and more."""
    bare = {"tracks": {"physical": 1, "mental": 0}, "consequences": dict.fromkeys(SEVERITIES, 0)}
    table = scene(
        "fate-core", "ann Fight 3", "bob Fight 1", rules={"style_boost_costs_shift": True},
        sheets={"bob": bare},
    ).turn("ann")  # fmt: skip
    (attack,) = table.legal("attack", target="bob")
    found = forecaster_of(table.game).of(table.state, attack)
    assert found is not None
    assert {one.hit == one.shifts for one, _ in found.results if one.shifts > 0} == {True}
    assert {one.out for one, _ in found.results if one.shifts > 1} == {True}
    roll = Counter(sum(one) for one in product((-1, 0, 1), repeat=4))
    pairs = Counter[int]()
    for (mine, often), (theirs, times) in product(roll.items(), repeat=2):
        pairs[2 + mine - theirs] += often * times
    hard = sum(often for margin, often in pairs.items() if margin > 1) / 81**2
    assert found.out == pytest.approx(hard)


def test_words_are_brief_and_never_quite_sure() -> None:
    state = moments("duel", 1, 1, N_TURN)[0]
    said = [one.words() for one in forecasts(state, offer(state, state.current_player())) if one]
    assert said[0] == "hit 42%, with style 14%, take out 2%, tie 17%, gives them an invoke 14%"
    assert said[1] == "succeed 42%, with style 14%, tie 17%, gives them an invoke 14%"


@pytest.mark.parametrize("name", PAIRS)
def test_what_is_hidden_changes_no_forecast(name: str) -> None:
    pair, compared = twins(name), 0
    for moment in battle(pair, 1):
        if moment.plain.current_player() == pair.side and compared < 25:
            compared += 1
            plain, full = (
                forecasts(one, offer(one, pair.side)) for one in (moment.plain, moment.full)
            )
            assert plain == full
    assert compared > 2


@pytest.mark.parametrize("name", ["party-crashers", "the-vault", "the-trial"])
def test_other_games_tell_the_odds_of_their_rolls(name: str) -> None:
    """The chance that dice and invokes reach the difficulty, counted over four Fudge dice."""
    faces = Counter(map(sum, product((-1, 0, 1), repeat=4)))
    game: Any = read_file(name).game()
    state, rng, tried = game.new_initial_state(), Random(3), 0
    for _ in range(400):
        if state.is_terminal():
            state = game.new_initial_state()
        if state.current_player() != CHANCE:
            side = state.current_player()
            asked = offer(state, side)
            for option, found in zip(asked.options, forecasts(state, asked), strict=True):
                verb = option.action["verb"]
                if verb == "roll":
                    roll = game.observation(state, side)["roll"]
                    least = roll["difficulty"] - 2 * roll["invokes"]
                    exact = sum(n for value, n in faces.items() if value >= least) / 81
                    assert found is not None
                    assert found.against == roll["difficulty"]
                    assert isclose(found.hits, exact, abs_tol=1e-12)
                    tried += 1
                if verb == "try":
                    assert found is not None
                    assert found.between is not None
                    assert found.between[0] <= found.hits <= found.between[1]
                    assert found.invoked_hits == found.between[1]
                    assert "against a difficulty of" in found.words()
                if verb in ("frame", "resolve", "keep it simple"):
                    assert found is None
        state.apply_action(rng.choice(state.legal_actions()))
    assert tried


@pytest.mark.parametrize("name", NAMES)
def test_what_the_best_invokes_make_of_it_are_ends_that_the_game_has(name: str) -> None:
    """Each end with invokes is one that the game tells for a margin: played on from the duel in
    which the margin stands so, nobody invoking, it comes out alike."""
    compared = 0
    for state in moments(name, 4, 3, N_TURN):
        forecaster = Forecaster(state.game)
        for action in state.legal_actions():
            found = forecaster.of(state, action)
            if found is None or not found.invoked:
                continue
            assert isclose(sum(chance for _, chance in found.invoked), 1.0, abs_tol=1e-9)
            plain = {one.shifts: one for one, _ in found.results}
            for one, _ in found.invoked:
                if one.shifts in plain:
                    assert one == plain[one.shifts]
                    compared += 1
    assert compared > 5


def test_success_style_and_taking_out_are_of_the_same_invokes() -> None:
    """Worked out fall by fall: each throw of both sides' dice, ended by the duel that follows it,
    gives one margin, from which the game reads success, style and taking out together."""
    game = load_game("duel")
    state = next(one for one in moments("duel", 1, 1, N_TURN))
    forecaster, duels, told = Forecaster(game), Duels(game), 0
    for action in state.legal_actions():
        found = forecaster.of(state, action)
        here = before_dice(Tactician(game), state, action)
        if found is None or here is None or not found.invoked_words():
            continue
        sums = dict.fromkeys(("hits", "style", "out"), 0.0)
        for chance, thrown in _thrown(here, 1.0):
            ends = duels.ends(thrown)
            assert ends is not None
            assert len(ends) == 1
            one = Roll(thrown).ended(ends[0][0])
            assert one is not None
            sums["hits"] += chance * (one.outcome in (SUCCESS, STYLE))
            sums["style"] += chance * (one.outcome == STYLE)
            sums["out"] += chance * one.out
        best = replace(found, results=found.invoked)
        expected = {"hits": best.hits, "style": best.share(STYLE), "out": best.out}
        assert sums == pytest.approx(expected, abs=1e-9)
        assert found.invoked_hits == pytest.approx(sums["hits"], abs=1e-9)
        assert found.invoked_words().startswith("with the best invokes of both: ")
        told += 1
    assert told


def _thrown(state: State, chance: float) -> Iterator[tuple[float, State]]:
    """The duels that the dice of a roll may lead to, with their chances."""
    if state.node() == N_DUEL:
        yield chance, state
        return
    assert state.rolls_dice()
    for fall, share in state.chance_outcomes():
        yield from _thrown(state.child(fall), chance * share)


def test_a_duel_is_told_from_what_to_what() -> None:
    said = set[str]()
    for state in moments("street-fight", 1, 30, N_DUEL):
        found = forecasts(state, offer(state, state.current_player()))
        said |= {one.words() for one in found if one is not None}
    assert any(one.startswith("from a failure to a tie") for one in said)
    assert not [one for one in said if re.fullmatch(r"(?:.*: )?from (.+) to \1( \(.*\))?", one)]
    styled = Result(3, STYLE)
    kept = Forecast(((Result(5, STYLE), 1.0),), attack=False, stands=styled)
    assert kept.words() == "a success with style"
    gained = Forecast(((styled, 1.0),), attack=False, stands=Result(1, SUCCESS))
    assert gained.words() == "from a success to a success with style"
    taken = r"(their roll: from .* \(you|from .* \(they) would take .*\)"
    assert any(re.fullmatch(taken, one) for one in said)


def told_to_whoever_is_asked(state: State) -> list[str]:
    """The words of what may come of each choice."""
    found = forecasts(state, offer(state, state.current_player()))
    return [one.words() for one in found if one is not None]


def test_whose_roll_it_is_is_said_to_whoever_answers_it() -> None:
    """Its success is their misfortune."""
    answering = moments("street-fight", 1, 10, N_DEFEND)
    assert answering
    for state in answering:
        assert all(one.startswith("their roll: ") for one in told_to_whoever_is_asked(state))
    for state in moments("street-fight", 1, 10, N_SKILL):
        assert not any("their roll" in one for one in told_to_whoever_is_asked(state))
    kinds = set()
    for state in moments("street-fight", 1, 40, N_DUEL):
        kinds.add("their roll" in " ".join(told_to_whoever_is_asked(state)))
    assert kinds == {False, True}


def by_skill(forecaster: Forecaster, state: State, action: int) -> list[Forecast]:
    """What is told of a roll, for each skill that may be chosen after an action of a turn."""
    here, tactician = state.child(action), Tactician(state.game)
    while here.current_player() >= 0 and here.node() in (N_OPPOSE, N_CONCEDE):
        here = here.child(likeliest(tactician, here))
    if here.current_player() < 0 or here.node() != N_SKILL:
        return []
    found = (forecaster.of(here, one) for one in here.legal_actions())
    return [one for one in found if one is not None]


def test_of_skills_that_are_worth_nearly_the_same_the_odds_are_those_of_the_better_one() -> None:
    """What hits more often both plainly and with invokes is never left out for another skill."""
    several = 0
    for state in moments("street-fight", 2, 60, N_TURN):
        forecaster = Forecaster(state.game)
        for action in state.legal_actions():
            if action >> VERB_SHIFT != V_ATTACK:
                continue
            told, each = forecaster.of(state, action), by_skill(forecaster, state, action)
            several += len(each) > 1
            for one in each:
                assert told is not None
                better = one.hits > told.hits + 0.02
                assert not (better and one.invoked_hits > told.invoked_hits + 0.005)
    assert several > 20


def test_a_roar_has_the_odds_of_its_skill_against_its_difficulty() -> None:
    game = load_game("lizardfolk-camp")
    state = game.new_initial_state()
    assert state.node() == N_ROAR
    asked = offer(state, state.current_player())
    difficulty = game.encounter.ruleset.roar_difficulty
    dice = Counter(sum(faces) for faces in product((-1, 0, 1), repeat=4))
    found = list(zip(asked.options, forecasts(state, asked), strict=True))
    assert found[0][1] is None
    assert len(found) == 25
    rolf = {"Forceful": 3, "Flashy": 2, "Quick": 2, "Careful": 1, "Sneaky": 1, "Clever": 0}
    for option, told in found[1:]:
        if option.action["target"] != "rolf":
            continue
        rating = rolf.pop(option.action["skill"])
        hits = sum(ways for sum_, ways in dice.items() if sum_ + rating > difficulty) / 81
        assert told is not None
        assert told.hits == pytest.approx(hits)
    assert not rolf


def test_each_way_of_a_move_has_the_odds_of_its_roll() -> None:
    """Each way has its own, although it may still be blocked before anybody rolls."""
    state = next(
        one for one in moments("foredeck-boarding", 5, 400, N_WAY) if len(one.legal_actions()) > 1
    )
    asked = offer(state, state.current_player())
    told = forecasts(state, asked)
    assert all(one is not None for one in told)
    assert len(told) == len(state.legal_actions())


def test_a_move_has_the_odds_of_the_skill_and_the_way_that_succeed_most_often() -> None:
    """However little an agent thinks of going there."""
    told = 0
    for state in moments("lizardfolk-camp", 2, 12, N_TURN):
        forecaster = forecaster_of(state.game)
        for action in state.legal_actions():
            here = state.child(action)
            if action >> VERB_SHIFT not in (V_MOVE, V_SPRINT) or here.current_player() < 0:
                continue
            on_ways = here.node() == N_WAY
            ways = [here.child(one) for one in here.legal_actions()] if on_ways else [here]
            if any(one.current_player() < 0 or one.node() != N_SKILL for one in ways):
                continue
            each = [forecaster.of(way, one) for way in ways for one in way.legal_actions()]
            found = forecaster.of(state, action)
            assert found is not None
            assert found.hits == max(one.hits for one in each if one is not None)
            told += 1
    assert told > 20


def test_a_game_that_is_gone_leaves_no_forecaster_behind() -> None:
    game = load_game(shipped()["duel"])
    found, there = forecaster_of(game), weakref.ref(game)
    assert forecaster_of(game) is found
    del game, found
    gc.collect()
    assert there() is None
