"""Choices that cannot be told apart: a person takes what succeeds, and gives nobody up for nothing;
what can be told apart is left alone."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import pytest

from autogm.analysis.advice import advise
from autogm.analysis.alike import (
    GIVES_UP,
    SUCCEEDS_LESS,
    SURE_TO_FAIL,
    apart,
    as_people_would,
    chance_of,
)
from autogm.analysis.coach import coach
from autogm.analysis.counsel import sentence
from autogm.analysis.forecast import Forecast, forecaster_of, is_theirs
from autogm.analysis.rolls import FAILURE, TIE, Results
from autogm.engine.codes import N_CONCEDE, N_DUEL, N_SKILL, N_TURN, PASS
from autogm.engine.game import load_game as load_conflict
from autogm.game.registry import load_game
from autogm.planner.levels import DEFAULT, setting
from autogm.planner.planner import Planner
from autogm.planner.roll_odds import gets_somewhere
from autogm.planner.search.beam import Line, Thought
from tests.analysis.review.playing import battle_of
from tests.analysis.test_forecast import moments
from tests.table import Table, scene

SEA = re.compile(r"\bSea\b")


def climb(victory: float = 1) -> tuple[Table, int, int]:
    """Somebody before a climb that no roll is enough for, the climb and to wait, by place; a
    victory is worth so much."""
    edge = {"between": ["b", "c"], "difficulty": 8}
    stakes = {side: {"victory": victory} for side in ("players", "gm")}
    table = scene(
        "accelerated", "ann@b Quick 2", "foe@a", "a - b; c", edges=[edge], stakes=stakes
    ).turn("ann")
    legal = table.state.legal_actions()
    sprint, waits = (table.legal("sprint", zone="c")[0], table.legal("pass")[0])
    return table, legal.index(sprint), legal.index(waits)


@pytest.mark.parametrize(
    ("beside", "turns", "samples", "error", "taken"),
    [
        (0.3, 1, 0, 0.0, True),
        (0.2995, 1, 0, 0.0, True),
        (0.285, 1, 0, 0.0, False),
        (0.3, 0, 0, 0.0, False),
        (0.27, 1, 5, 0.02, True),
        (0.2, 1, 5, 0.02, False),
    ],
)
def test_what_cannot_succeed_is_advised_only_where_it_is_better(
    beside: float, turns: int, samples: int, error: float, taken: bool
) -> None:
    """Or was followed farther."""
    table, sprint, waits = climb()
    assert chance_of(table.state, table.state.legal_actions()[sprint]) == 0
    planner = Planner(table.game, setting("good").budget)
    lines = (Line(sprint, 0.3, 1, samples, error), Line(waits, beside, turns, samples, error))
    thought, against = as_people_would(planner, table.state, Thought(lines, 10))
    assert {one.place for one in thought.lines} == {sprint, waits}
    assert thought.best.place == (waits if taken else sprint)
    assert all(one.worth <= thought.best.worth for one in thought.lines)
    assert against == ({sprint: SURE_TO_FAIL} if taken else {})


@pytest.mark.parametrize("victory", [0.1, 10])
def test_choices_are_as_good_by_their_share_of_the_stakes(victory: float) -> None:
    table, sprint, waits = climb(victory)
    planner = Planner(table.game, setting("good").budget)
    for beside, taken in ((0.295, waits), (0.285, sprint)):
        lines = (Line(sprint, 0.3 * victory, 1), Line(waits, beside * victory, 1))
        found, _ = as_people_would(planner, table.state, Thought(lines, 10))
        assert found.best.place == taken


def test_what_is_exact_is_told_apart_by_the_least() -> None:
    table, sprint, waits = climb()
    planner = Planner(table.game, setting("good").budget)
    for beside, taken in ((0.3, waits), (0.2999, sprint)):
        thought = Thought((Line(sprint, 0.3, 1), Line(waits, beside, 1)), 10)
        found, _ = as_people_would(planner, table.state, thought, exact=True)
        assert found.best.place == taken


def test_what_is_tried_with_a_chance_stays_as_it_was() -> None:
    table, sprint, waits = climb()
    thought = Thought((Line(waits, 0.3, 1), Line(sprint, 0.3, 1)), 10)
    planner = Planner(table.game, setting("good").budget)
    found, against = as_people_would(planner, table.state, thought)
    assert found is thought
    assert against == {sprint: SURE_TO_FAIL}


def at(name: str, node: int, seed: int = 0) -> Any:
    """The first state of a shipped conflict at which the players are asked that."""
    state = load_game(name).new_initial_state()
    for _ in range(400):
        legal = state.legal_actions()
        if state.current_player() == 0 and state.node() == node and len(legal) > 1:
            return state
        state.apply_action(legal[(seed + len(legal) // 2) % len(legal)])
    raise AssertionError("nobody was asked")


def no_failure(results: Results) -> float:
    """The chance of all results but failures."""
    return sum(chance for one, chance in results if one.outcome != FAILURE)


def test_a_chance_is_of_one_way_to_invoke() -> None:
    """Ties without invokes are not added to hits with them, which they become."""
    game, seen = load_conflict("harbour-run"), 0
    for state in (one.before for one in battle_of(game, "skirmisher")):
        if seen or state.node() != N_SKILL:
            continue
        for action in state.legal_actions():
            found = forecaster_of(game).of(state, action)
            assert found is not None
            plain, invoked = no_failure(found.results), no_failure(found.invoked or found.results)
            assert chance_of(state, action) == pytest.approx(max(plain, invoked))
            seen += found.invoked_hits + found.share(TIE) > max(plain, invoked) + 0.01
    assert seen


def test_an_invoke_that_saves_a_defender_is_not_sure_to_fail() -> None:
    """Though the roll, which is the attacker's, fails by it; and one that does not save is."""
    game, seen = load_conflict("harbour-run"), Counter[str]()
    planner = Planner(game, DEFAULT.budget)
    for state in (one.before for one in battle_of(game, "tactician")):
        if state.node() != N_DUEL or not is_theirs(state):
            continue
        legal = state.legal_actions()
        alike = Thought(tuple(Line(place, 0.5, 0) for place in range(len(legal))), 10)
        against = as_people_would(planner, state, alike)[1]
        assert PASS not in {legal[place] for place in against}
        for place, action in enumerate(legal):
            if action == PASS:
                continue
            found = forecaster_of(game).of(state, action)
            assert found is not None
            hit = min(found.hits, Forecast(found.invoked or found.results, found.attack).hits)
            assert (against.get(place) == SURE_TO_FAIL) == (hit > 0.9), (place, hit)
            seen["saves" if hit < 0.1 else "in vain" if hit > 0.9 else "may save"] += 1
    assert seen["saves"]
    assert seen["in vain"]


def test_of_skills_that_are_as_good_the_one_that_succeeds_most_often_is_advised() -> None:
    state = at("foredeck-boarding", N_SKILL)
    planner = Planner(state.game, DEFAULT.budget)
    legal = state.legal_actions()
    alike = Thought(tuple(Line(place, 0.5, 0) for place in range(len(legal))), 10)
    thought, against = as_people_would(planner, state, alike)
    found = [forecaster_of(state.game).of(state, one) for one in legal]
    chances = [max(no_failure(one.results), no_failure(one.invoked)) for one in found if one]
    assert len(chances) == len(legal)
    assert chances[thought.best.place] == max(chances)
    assert set(against.values()) <= {SUCCEEDS_LESS}
    assert thought.best.place not in against
    far = Thought((Line(1, 0.9, 0), *(Line(place, 0.5, 0) for place in (0, 2))), 10)
    assert as_people_would(planner, state, far)[0].best.place == 1


def test_who_tries_to_get_somewhere_is_advised_to_succeed() -> None:
    """Where an estimate would rather see it fail, too; what is known exactly is told as it is."""
    skills = moments("lizardfolk-camp", 2, 400, N_SKILL)
    state = next(one for one in skills if gets_somewhere(one))
    chances = [chance_of(state, one) or 0.0 for one in state.legal_actions()]
    worst, best = chances.index(min(chances)), chances.index(max(chances))
    assert chances[best] > chances[worst]
    lines = (Line(worst, 0.9, 0), *(Line(n, 0.5, 0) for n in range(len(chances)) if n != worst))
    planner, thought = Planner(state.game, DEFAULT.budget), Thought(lines, 10)
    assert as_people_would(planner, state, thought)[0].best.place == best
    assert as_people_would(planner, state, thought, exact=True)[0].best.place == worst


def test_nobody_is_given_up_for_nothing() -> None:
    state = at("foredeck-boarding", N_CONCEDE)
    legal = state.legal_actions()
    on = legal.index(PASS)
    other = next(place for place in range(len(legal)) if place != on)
    planner = Planner(state.game, DEFAULT.budget)
    thought, against = as_people_would(
        planner, state, Thought((Line(other, 0.5, 0), Line(on, 0.495, 0)), 10)
    )
    assert thought.best.place == on
    assert against == {other: GIVES_UP}
    better = Thought((Line(other, 0.9, 0), Line(on, 0.495, 0)), 10)
    assert as_people_would(planner, state, better) == (better, {})


def test_samples_have_to_tell_choices_apart_beyond_their_error() -> None:
    assert apart(Line(0, 0.5, 0), Line(1, 0.5, 0), stakes=2) == pytest.approx(0.01)
    noisy = Line(0, 0.5, 0, 4, 0.03), Line(1, 0.5, 0, 4, 0.04)
    assert apart(*noisy, stakes=2) == pytest.approx(0.1)


def test_the_beginning_of_a_sure_victory_is_not_spent_on_a_leap_into_the_sea() -> None:
    """Which the samples of the default level like best there, by what is chance."""
    state = at("foredeck-boarding", N_TURN)
    advice = advise(state.game, state, DEFAULT, to=0)
    best = advice.choices[0]
    chance = chance_of(advice.state, best.code)
    assert chance is None or chance > 0.1
    assert best.value == max(one.value for one in advice.choices)
    lines = coach(state, 0).lines
    assert not any(SEA.search(one.words) for one in lines)
    assert not SEA.search(sentence(advice))


def test_why_it_is_taken_is_said() -> None:
    fights = at("foredeck-boarding", N_CONCEDE)
    said = sentence(advise(fights.game, fights, DEFAULT, to=0))
    assert said == "The Fiero should fight on: conceding would bring nothing more."
    rolls = at("foredeck-boarding", N_SKILL)
    said = sentence(advise(rolls.game, rolls, DEFAULT, to=0))
    assert said.endswith(": it succeeds most often, and little else hangs on it.")
