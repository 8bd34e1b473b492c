"""Luck, judgement and reappraisal: they add up, judgement is never above zero for who chose, and
where all is solved nothing is seen anew, a perfect player gives nothing away and luck has the mean
zero, exactly and over battles.
"""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import pairwise
from math import fsum, log, sqrt
from statistics import fmean, stdev
from typing import Any

import pytest

from autogm.agents.plain import played
from autogm.agents.roster import seats
from autogm.analysis.review import (
    Review,
    UnmeasuredError,
    measures,
    moves_of,
    moves_of_steps,
    review,
    review_moves,
)
from autogm.analysis.review.account import Move
from autogm.analysis.review.measures import LevelMeasure, Measure, measure_for
from autogm.analysis.review.playing_on import beginnings
from autogm.analysis.review.recap import recap
from autogm.analysis.review.tables import chart, review_values
from autogm.engine.game import Game, load_game
from autogm.engine.observation import opposed
from autogm.game.contract import CHANCE, GM, PLAYERS
from autogm.game.plays import PlayError
from autogm.game.registry import load_game as load_any
from autogm.lab.replay import replay
from autogm.model.library import shipped
from autogm.planner.levels import setting
from autogm.planner.solving.solver import solve
from tests.analysis.review.playing import battle_of, small
from tests.planner.test_expectimax import contest
from tests.twins import battle, twins

QUICK = setting("good")
EXACT = 1e-9


def adds_up(found: Review) -> None:
    """What it began with and all changes are what it ends with, step by step and in all."""
    account = found.account
    for side in (PLAYERS, GM):
        totals = account.totals(side)
        assert account.start[side] + totals.change == pytest.approx(account.result[side], abs=EXACT)
        held = account.start[side]
        for one in account.changes:
            held = fsum((held, one.reappraisal[side], one.luck[side], one.judgement[side]))
            assert held == pytest.approx(one.worth[side], abs=EXACT)
    for one in account.changes:
        if one.side is None:
            assert one.judgement == (0.0, 0.0)
        else:
            assert one.luck == (0.0, 0.0)
            assert one.judgement[one.side] <= 0.0
            assert one.lost >= 0.0


def reviewed(game: Game, agents: str, number: int = 0, **more: Any) -> Review:
    moves = battle_of(game, agents, number)
    return review_moves(game.new_initial_state(), moves, **more)


CAREFUL = {"exchanges": 2, "actions": ["attack", "concede"], "stakes": {"preset": "careful"}}


@pytest.mark.parametrize("fields", [{}, CAREFUL], ids=["victory", "careful"])
@pytest.mark.parametrize("agents", ["random", "planner:great"])
@pytest.mark.parametrize("number", range(3))
def test_a_solved_conflict_is_reviewed_exactly(
    fields: dict[str, Any], agents: str, number: int
) -> None:
    game = small(**fields)
    found = reviewed(game, agents, number)
    adds_up(found)
    assert found.account.exact
    assert found.account.start.players == pytest.approx(solve(game).value, abs=EXACT)
    assert all(abs(one.reappraisal.players) < EXACT for one in found.account.changes)
    assert abs(found.account.last.players) < EXACT
    if agents == "planner:great":
        assert found.account.totals(PLAYERS).judgement == pytest.approx((0.0, 0.0), abs=EXACT)


def test_random_play_of_a_solved_conflict_gives_something_away() -> None:
    lost = [-sum(reviewed(small(), "random", n).account.totals(side).judgement[side]
                 for side in (PLAYERS, GM)) for n in range(8)]  # fmt: skip
    assert fmean(lost) > 0.01


def test_luck_is_what_falls_less_the_mean_of_what_can_fall() -> None:
    """In every roll of a battle, solved and estimated."""
    for game in (small(), load_game("street-fight")):
        measure = LevelMeasure(setting("great:positions=2000"))
        rolls, open_ = 0, 0
        for move in battle_of(game, "tactician"):
            if move.before.current_player() != CHANCE:
                measure.look(move.before, move.taken)
                continue
            rolls += 1
            looks = {one: measure.look(move.before, one) for one in move.before.legal_actions()}
            mean = fsum(
                chance * (looks[one].after.players - looks[one].worth.players)
                for one, chance in move.before.chance_outcomes()
            )
            assert mean == pytest.approx(0.0, abs=EXACT)
            open_ += len({look.after for look in looks.values()}) > 1
        assert rolls
        assert open_ > rolls / 2


@pytest.mark.thorough
@pytest.mark.long
def test_luck_has_the_mean_zero_over_many_battles() -> None:
    game, measure, luck = small(), measure_for(small().new_initial_state()), list[float]()
    for number in range(400):
        total = 0.0
        for move in battle_of(game, "random", number):
            look = measure.look(move.before, move.taken)
            if move.before.current_player() == CHANCE:
                total += look.after.players - look.worth.players
        luck.append(total)
    assert stdev(luck) > 0.1
    assert abs(fmean(luck)) < 4 * stdev(luck) / sqrt(len(luck))


@pytest.mark.thorough
@pytest.mark.parametrize("name", ["street-fight", "harbour-run", "royal-court"])
def test_an_estimated_conflict_adds_up_too(name: str) -> None:
    found = reviewed(load_game(name), "tactician", level=QUICK)
    adds_up(found)
    assert not found.account.exact
    assert found.account.result == found.end.returns()


def test_who_plays_badly_gives_more_away() -> None:
    game, lost = load_game("lizardfolk-camp"), {PLAYERS: 0.0, GM: 0.0}
    for number in range(2):
        found = reviewed(game, "players=random,gm=tactician", number, level=QUICK)
        for side in lost:
            lost[side] -= found.account.totals(side).judgement[side]
    assert lost[PLAYERS] > 2 * lost[GM]


def test_the_chance_that_battles_showed_is_where_it_begins() -> None:
    game = load_game("duel")
    chances = [(game.new_initial_state(), 0.7)]
    found = reviewed(game, "tactician", level=QUICK, chances=chances)
    adds_up(found)
    assert (1 + found.account.start.players) / 2 == pytest.approx(0.7, abs=1e-6)
    assert found.account.result == found.end.returns()


def test_each_exchange_is_set_to_what_was_measured_of_it() -> None:
    """Where it begins the chance is the measured one, between two measured exchanges log-odds are
    moved by what lies between, and luck has the mean zero in each of its rolls all the same."""
    game = load_game("royal-court")
    begun = game.new_initial_state()
    battles = (battle_of(game, "tactician", seed=seed) for seed in range(1, 20))
    moves = next(one for one in battles if len(beginnings(begun, one)) >= 3)
    states = beginnings(begun, moves)
    chances = [(states[0], 0.9), (states[2], 0.2)]
    measure, plain = measure_for(states[0], QUICK, chances), LevelMeasure(QUICK)
    for state, chance in chances:
        assert (1 + measure.worth(state).players) / 2 == pytest.approx(chance, abs=1e-6)
    moved = [odds(measure, one) - odds(plain, one) for one in states[:3]]
    assert moved[1] == pytest.approx((moved[0] + moved[2]) / 2, abs=1e-6)
    rolls = [one for one in moves if one.before.current_player() == CHANCE][:20]
    for move in rolls:
        looks = {one: measure.look(move.before, one) for one in move.before.legal_actions()}
        mean = fsum(chance * (looks[one].after.players - looks[one].worth.players)
                    for one, chance in move.before.chance_outcomes())  # fmt: skip
        assert mean == pytest.approx(0.0, abs=EXACT)
    adds_up(review_moves(states[0], moves, level=QUICK, chances=chances))


def odds(measure: Measure, state: Any) -> float:
    """The log-odds of a victory of the players."""
    chance = (1 + measure.worth(state).players) / 2
    return log(chance / (1 - chance))


@pytest.mark.parametrize(("name", "chance"), [("duel", 1.0), ("duel", 0.0), ("street-fight", 0.5)])
def test_a_chance_that_says_nothing_is_refused(name: str, chance: float) -> None:
    start = load_game(name).new_initial_state()
    with pytest.raises(ValueError, match="chance"):
        measure_for(start, QUICK, [(start, chance)])


def test_two_chances_of_one_exchange_are_refused() -> None:
    start = load_game("duel").new_initial_state()
    with pytest.raises(ValueError, match="one chance"):
        measure_for(start, QUICK, [(start, 0.4), (start, 0.5)])


def plain_moves(game: Any, seed: int) -> tuple[Move, ...]:
    from autogm.agents.plain import played
    from autogm.agents.roster import agent

    taken = played(game, seed, 0, (agent("random"), agent("random")))
    return tuple(Move(n, one.before, one.action, one.after) for n, one in enumerate(taken, 1))


@pytest.mark.parametrize("seed", range(3))
def test_a_game_of_any_kind_is_reviewed_exactly(seed: int) -> None:
    game = contest(2, 3)
    found = review_moves(game.new_initial_state(), plain_moves(game, seed))
    adds_up(found)
    assert found.account.exact
    assert all(abs(one.reappraisal.players) < EXACT for one in found.account.changes)
    assert found.measured == "backward induction"


@pytest.mark.parametrize("name", ["one-question", "the-trial"])
def test_a_scene_of_cards_adds_up_for_each_side_by_what_it_values(name: str) -> None:
    game = load_any(name)
    found = review_moves(game.new_initial_state(), plain_moves(game, 1))
    adds_up(found)


def test_a_game_that_is_too_large_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    game = contest(3, 4)
    monkeypatch.setattr(measures, "UNCOMPILED", 20)
    with pytest.raises(UnmeasuredError, match="more than 20 states"):
        review_moves(game.new_initial_state(), plain_moves(game, 1))


def test_a_play_is_reviewed_from_its_entries() -> None:
    game = load_game("duel")
    moves = battle_of(game, "tactician")
    entries = [game.entry(one.before, one.action) for one in moves]
    by = ["dice" if one.by is None else one.by for one in moves]
    found = review(game.new_initial_state(), entries, by=by, level=QUICK)
    same = review_moves(game.new_initial_state(), moves, level=QUICK)
    assert [one.worth for one in found.account.changes] == [
        one.worth for one in same.account.changes
    ]
    assert [one.move.by for one in found.account.changes] == by
    with pytest.raises(ValueError, match="who decided is said of 1 entries"):
        list(moves_of(game.new_initial_state(), entries, ["somebody"]))
    with pytest.raises(PlayError, match="entry 1 of 1"):
        list(moves_of(game.new_initial_state(), [{"verb": "attack", "target": "nobody"}]))


def test_steps_of_battles_and_plays_are_moves() -> None:
    """Each begins where the one before ended, by whoever decided it; dice are nobody's."""
    game, both = load_game("duel"), seats("brawler")
    first, *steps = replay(game, 1, 0, both)
    scene = load_any(shipped()["one-question"])
    plays = list(played(scene, 1, 0, seats("frugal", "aspect-cards")))
    begins = scene.new_initial_state()
    for start, moves, who in (
        (first.after, moves_of_steps(first.after, steps), "brawler"),
        (begins, moves_of_steps(begins, plays), "frugal"),
    ):
        assert [one.number for one in moves] == [*range(1, len(moves) + 1)]
        state = start
        for one in moves:
            assert start.game.serialize(one.before) == start.game.serialize(state)
            assert one.by == (None if state.current_player() == CHANCE else who)
            state = state.child(one.action)
            assert start.game.serialize(one.after) == start.game.serialize(state)
        assert state.is_terminal()
    assert [(one.action, one.by) for one in battle_of(game, "brawler")] == [
        (one.action, one.by) for one in moves_of_steps(first.after, steps)
    ]


def test_a_play_that_goes_on_and_one_that_has_not_begun() -> None:
    game = load_game("duel")
    moves = battle_of(game, "tactician")[:2]
    found = review_moves(game.new_initial_state(), moves, level=QUICK)
    adds_up(found)
    nothing = review_moves(game.new_initial_state(), (), level=QUICK)
    adds_up(nothing)
    assert nothing.account.start == nothing.account.result
    assert not found.account.exact
    assert not nothing.account.exact, "nothing was measured"


@pytest.mark.parametrize(
    "name",
    [
        "an aspect",
        "an aspect of the players'",
        "a compel",
        "reinforcements",
        "unexplored ground",
        "somebody in ambush",
        "an aspect of a mob that divides",
    ],
)
def test_what_is_hidden_from_a_side_changes_nothing_for_it(name: str) -> None:
    """The same battle in two conflicts that differ only in that: the same figures, the same
    recap."""
    pair, compared = twins(name), 0
    for seed in range(3):
        moments = list(battle(pair, seed))
        told = []
        for states in ([one.plain for one in moments], [one.full for one in moments]):
            made = (one for a, b in pairwise(states) for one in between(a, b))
            moves = [replace(one, number=n) for n, one in enumerate(made, 1)]
            found = review_moves(states[0], tuple(moves), to=pair.side, level=QUICK)
            shown = json.dumps(review_values(found)), chart(found), recap(found)
            told.append((*shown, found.account.totals(pair.side), found.account.start))
        assert told[0] == told[1]
        compared += len(moments)
    assert compared > 5


def test_while_nobody_is_in_sight_nothing_is_measured_for_a_side() -> None:
    """Whoever comes later is hidden: as the players know it there is nobody left to fight."""
    game = load_game("hold-the-bridge")
    moves = battle_of(game, "tactician", seed=5)
    known = (one.before.game.as_known_to(one.before, PLAYERS) for one in moves)
    alone = next(n for n, one in enumerate(known) if not opposed(one, PLAYERS))
    moves = moves[: alone + 8]
    found = review_moves(game.new_initial_state(), moves, level=setting("mediocre"), to=PLAYERS)
    adds_up(found)
    passed = [one for one in found.account.changes if one.seen is None]
    assert passed
    assert all(one.reappraisal == one.luck == one.judgement == (0.0, 0.0) for one in passed)


def between(before: Any, after: Any) -> list[Move]:
    """The moves from one state to another: a choice or a roll, and passes of whoever is hidden."""
    for action in before.legal_actions():
        state, moves = before.child(action), list[Move]()
        moves.append(Move(0, before, action, state))
        while state != after and len(moves) < 8 and state.current_player() >= 0:
            first = state.legal_actions()[0]
            moves.append(Move(0, state, first, state.child(first)))
            state = moves[-1].after
        if state == after:
            return moves
    raise AssertionError("nothing leads from one state to the other")
