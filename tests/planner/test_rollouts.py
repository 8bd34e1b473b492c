"""Rollouts: what samples come to on average, against a plain recursion over all dice with the same
agents; common dice; the budget; and that what is chosen depends on nothing else."""

from __future__ import annotations

import math
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from autogm.agents.base import RandomSource
from autogm.agents.roster import agent
from autogm.engine.codes import (
    CHANCE,
    N_ABSORB,
    N_COMPEL,
    N_DEFEND,
    N_DUEL,
    N_ORDER,
    N_ROAR,
    N_TAKE_COST,
    N_TURN,
)
from autogm.engine.game import Game, load_game
from autogm.engine.state import State
from autogm.game.kernels import plain
from autogm.planner.levels import Budget
from autogm.planner.planner import LARGE, Planner, is_large
from autogm.planner.search.evidence import PRIOR, Played
from autogm.planner.search.rollouts import (
    ENDLESS,
    EXCHANGES,
    LEAST_TURNS,
    MOST_SAMPLES,
    Rollouts,
    Root,
    Sampler,
    SamplingBudget,
    key_of,
    turns_of,
)
from autogm.planner.search.samples import (
    BY_POLICY,
    END_OF_SAMPLE,
    END_OF_TURN,
    LOOK,
    LUCK,
    PATIENCE,
    TURNS,
)
from autogm.planner.search.worth_sampling import NEAR
from autogm.planner.turn.tactician import Tactician
from autogm.planner.turn.turns import is_over_turn
from autogm.view.words.reasons import reason
from evaluation.fresh import fresh_game
from tests.planner.test_tactician import duel
from tests.table import scene

ONE_CHOICE = 2 * LOOK
"""More positions than a choice in a sample takes: by so many a budget may be exceeded."""
SCENES = Path(__file__).parents[2] / "evaluation" / "scenarios"


@cache
def melee() -> Game:
    return load_game(SCENES / "four-against-eight.yaml")


@cache
def openings() -> tuple[State, ...]:
    """Turns and choices of who acts next in a battle of skirmishers, with more than one choice."""
    found: list[State] = []
    state, random = melee().new_initial_state(), np.random.default_rng(5)
    player = agent("skirmisher")
    while len(found) < 8 and not state.is_terminal():
        if state.current_player() == CHANCE:
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(random.choice(outcomes, p=chances)))
            continue
        if state.node() in (N_TURN, N_ORDER) and is_large(state):
            found.append(state.clone())
        state.apply_action(player.decide(state, RandomSource(1)).action)
    return tuple(found)


def acted(state: State) -> int:
    """How many have begun their turns in this exchange."""
    return int(state.record[0]["acted"]).bit_count()


def exactly(state: State, until: int, value: Any) -> float:
    """What a sample comes to on average: over all dice by their chances, the tactician choosing for
    both sides, and the skirmisher what is left to it, until an exchange is over."""
    if state.is_terminal():
        return float(value(state))
    if state.current_player() == CHANCE:
        return sum(
            chance * exactly(state.child(outcome), until, value)
            for outcome, chance in state.chance_outcomes()
        )
    if state.exchange > until:
        return float(value(state))
    who = "skirmisher" if state.node() in BY_POLICY else "tactician"
    choice = agent(who).decide(state, RandomSource(1)).action
    return exactly(state.child(choice), until, value)


def luck_exactly(
    state: State, until: int, mover: int, value: Any, turn: tuple[int, int, float] | None = None
) -> float:
    """What luck in turns after `mover`'s comes to on average, by the same recursion, in an exchange
    in which each has one turn: what it ends with less what the tactician expected. `turn` is the
    one under way: whose, when, and what was expected."""

    def over(whose: int, when: int) -> bool:
        return state.is_terminal() or bool(plain(is_over_turn)(state.record[0], whose, when))

    lucky = 0.0
    if state.is_terminal() or state.node() in (N_TURN, N_ORDER, N_COMPEL, N_ROAR):
        if turn and over(turn[0], turn[1]):
            lucky, turn = value(state) - turn[2], None
    if state.is_terminal() or state.exchange > until:
        return lucky
    if state.current_player() == CHANCE:
        return lucky + sum(
            chance * luck_exactly(state.child(outcome), until, mover, value, turn)
            for outcome, chance in state.chance_outcomes()
        )
    who = "skirmisher" if state.node() in BY_POLICY else "tactician"
    choice = agent(who).decide(state, RandomSource(1)).action
    fighter = int(state.record[0]["pending"][int(state.record[0]["depth"]) - 1, 1])
    if state.node() == N_TURN and turn is None and fighter != mover:
        worth = Tactician(state.game).quick_estimate(state)[state.legal_actions().index(choice)]
        turn = (fighter, state.exchange, value(state) if np.isnan(worth) else float(worth))
    return lucky + luck_exactly(state.child(choice), until, mover, value, turn)


def small_duel() -> State:
    """The first turn of two who attack, with a box each."""
    bare = {"boxes": 1, "consequences": {"mild": 0, "moderate": 0, "severe": 0}}
    game = duel("war-of-ashes", sheets={"ann": bare, "bob": bare}, actions=["attack"])
    return game.new_initial_state()


def test_samples_come_to_what_a_recursion_over_all_dice_does() -> None:
    """In a small duel, of each choice on the first turn, to the end of its exchange: within four
    standard errors."""
    state = small_duel()
    game = state.game
    tactician, planner = Tactician(game), Planner(game, Budget(states=0))
    tactician.parameters["contempt"] = 0.0
    side, fighter = state.current_player(), int(state.record[0]["pending"][0][1])

    told, begun = [], 1 - EXCHANGES  # so that samples end with the first exchange

    def value(end: State) -> float:
        u = end.returns()[0] if end.is_terminal() else planner.value(end)
        waited = end.exchange - begun + (acted(end) - acted(state)) / 2
        return float(PATIENCE**waited) * u  # victory alone counts, and no draw

    for action in state.legal_actions():
        after = state.child(action)
        root = Root(0, 0.0, after.record, fighter)
        found, steps = Sampler(tactician).play(
            root, side, begun, acted(state), 7, 0, 4_000, 1 << 40
        )
        assert len(found) == 4_000 < steps
        exact = exactly(after, 1, value)
        error = found[:, 1].std() / math.sqrt(len(found))
        assert found[:, 1].mean() == pytest.approx(exact, abs=4 * error + 1e-9)
        told.append(exact)
    assert max(told) - min(told) > 0.01


def test_luck_in_samples_is_what_a_recursion_over_all_dice_finds() -> None:
    """The same duel: what luck comes to on average, within four standard errors, and that samples
    scatter less without it."""
    state = small_duel()
    tactician, planner = Tactician(state.game), Planner(state.game, Budget(states=0))
    mover, begun = int(state.record[0]["pending"][0][1]), 1 - EXCHANGES

    def value(end: State) -> float:
        return end.returns()[0] if end.is_terminal() else planner.value(end)

    less = list[float]()
    for action in state.legal_actions():
        after = state.child(action)
        found, _ = Sampler(tactician).play(
            Root(0, 0.0, after.record, mover), state.current_player(), begun, acted(state), 7, 0,
            4_000, 1 << 40,
        )  # fmt: skip
        luck = found[:, LUCK]
        exact = luck_exactly(after, 1, mover, value)
        error = luck.std() / math.sqrt(len(luck))
        assert luck.mean() == pytest.approx(exact, abs=4 * error + 1e-9)
        ends = found[:, END_OF_SAMPLE]
        less.append((ends - luck).std() / ends.std())
    assert max(less) < 0.9


@pytest.mark.parametrize("side", ["players", "gm"])
@pytest.mark.parametrize(
    ("stakes", "draw", "fallen"),
    [
        ("victory", 0.0, 0.0),
        ({"players": {"undecided": 0.5}}, 0.5, 0.0),
        ({one: {"enemy_taken_out": 2.0} for one in ("players", "gm")}, 0.0, 2.0),
    ],
    ids=["victory alone", "a draw counts", "who falls counts"],
)
def test_a_win_that_is_sure_is_worth_more_the_sooner_it_comes(
    side: str, stakes: Any, draw: float, fallen: float
) -> None:
    """Ann takes Bob out with any dice, now or, having let him be, on her next turn. Only the lead
    that winning is over a draw is in a hurry."""
    bare = {"boxes": 0, "consequences": {"mild": 0, "moderate": 0, "severe": 0}, "skills": {}}
    bare["concedes"] = "never"
    sides = ["ann Forceful 8", "bob Quick 0"]
    table = scene(
        "war-of-ashes", *(sides if side == "players" else reversed(sides)), sheets={"bob": bare},
        actions=["attack"], templates=[], stakes=stakes,
    )  # fmt: skip
    state = table.turn("ann").state
    chooses, sign = state.current_player(), 1.0 if side == "players" else -1.0
    fighter, sampler = int(state.record[0]["pending"][0][1]), Sampler(Tactician(state.game))
    attack, nothing = (
        sampler.play(
            Root(0, 0.0, state.child(action).record, fighter), chooses, state.exchange,
            acted(state), 7, 0, 20, 1 << 40,
        )[0][:, 1].mean()
        for action in sorted(
            state.legal_actions(), key=lambda one: state.game.describe(state, one).verb
        )
    )  # fmt: skip
    assert attack == pytest.approx(sign * (1.0 + fallen))
    assert nothing == pytest.approx(draw + PATIENCE * (sign - draw) + sign * fallen)


def test_the_same_dice_fall_after_equal_choices() -> None:
    """A sample depends on its number alone: not on what was sampled before, nor on the step at
    which others ended; and more steps change nothing of those that were finished."""
    state = openings()[0]
    root = Root(0, 0.0, state.record, -1)
    one, other = Sampler(Tactician(state.game)), Sampler(Tactician(state.game))
    key = key_of(state)
    whole, steps = one.play(root, 0, state.exchange, 0, key, 0, 40, 1 << 40)
    assert np.array_equal(
        other.play(root, 0, state.exchange, 0, key, 25, 40, 1 << 40)[0], whole[25:]
    )
    cut, taken = other.play(root, 0, state.exchange, 0, key, 0, 40, steps // 2)
    assert taken <= steps // 2 + ONE_CHOICE
    assert 0 < len(cut) < 40
    assert np.array_equal(cut, whole[: len(cut)])
    assert len({float(u) for u in whole[:, 1]}) > 10, "samples differ"


def test_samples_end_after_so_many_turns() -> None:
    """What was played until then is the same; the steps are fewer, and nobody's turn counts twice:
    to the end of the next exchange there are as many turns as fighters who have one left."""
    state, side = openings()[0], openings()[0].current_player()
    mover = int(state.record[0]["pending"][int(state.record[0]["depth"]) - 1, 1])
    root, sampler = Root(0, 0.0, state.record, mover), Sampler(Tactician(state.game))
    played = (root, side, state.exchange, acted(state), key_of(state), 0, 20, 1 << 40)
    whole, most = sampler.play(*played)
    fighters = int(state.record["present"][0]).bit_count()
    assert fighters < whole[:, TURNS].max() <= 2 * fighters - acted(state)
    again, same = sampler.play(*played, int(whole[:, TURNS].max()))
    assert same == most
    assert np.array_equal(again, whole)
    for turns in (3, 1):
        cut, steps = sampler.play(*played, turns)
        assert steps < most
        assert np.array_equal(cut[:, END_OF_TURN], whole[:, END_OF_TURN])
        assert set(cut[:, TURNS]) == {turns}, "nobody has won by then"
        most = steps


def test_samples_are_shortened_where_there_would_be_few() -> None:
    """Pilots of 600 steps and six turns: ten choices of ten fighters."""
    pilots = Played(np.zeros((2, 2)), 1_200, np.full(2, 6))
    asked = [turns_of(pilots, steps, 10, 10) for steps in (1_000, 30_000, 40_000, 70_000)]
    assert asked == [LEAST_TURNS, 9, 12, ENDLESS]
    assert turns_of(pilots, 30_000, 2, 10) == ENDLESS, "few choices leave room for long samples"
    assert turns_of(Played(np.zeros((2, 2)), 0, np.zeros(2)), 30_000, 10, 10) == ENDLESS


@pytest.mark.parametrize("positions", [1_500, 6_000, 30_000])
def test_the_budget_is_never_exceeded(positions: int) -> None:
    """But for the estimate of every choice, and the line that is under way when it ends."""
    for state in openings():
        least = Rollouts(Tactician(state.game)).search(state, 1).positions
        thought = Rollouts(Tactician(state.game)).search(state, positions)
        assert thought.positions <= max(positions, least) + 200
        assert len(thought.lines) == len(state.legal_actions())


def test_more_threads_and_any_history_change_nothing() -> None:
    states = openings()[:4]
    lasting = Rollouts(Tactician(states[0].game))
    several = Rollouts(Tactician(states[0].game), threads=3)
    backwards = {key_of(state): lasting.search(state, 40_000) for state in reversed(states)}
    sampled = 0
    for state in states:
        fresh = Rollouts(Tactician(state.game)).search(state, 40_000)
        assert several.search(state, 40_000) == fresh == backwards[key_of(state)]
        sampled += sum(line.samples for line in fresh.lines)
    assert sampled > 40


def test_what_comes_to_no_more_than_passing_is_not_sampled() -> None:
    """Getting rid of what is no matter: samples could tell that from passing by luck alone."""
    banner = {"text": "Old Banner", "helps": "both"}
    table = scene(
        "fate-core", "ann@hall Fight 3; bob@hall Fight 2", "cat@yard Fight 3; dan@yard Fight 2",
        "hall - stair - yard", aspects=[banner], turn_order={"first": "players"},
    )  # fmt: skip
    state = table.turn("ann").state
    thought = Rollouts(Tactician(table.game)).search(state, 20_000)
    verbs = [table.game.describe(state, one).as_dict()["verb"] for one in state.legal_actions()]
    samples = dict.fromkeys(verbs, 0)
    for line in thought.lines:
        samples[verbs[line.place]] += line.samples
    assert samples["overcome"] == 0 < samples["pass"]


def test_what_was_not_sampled_is_never_the_best_of_those_that_were() -> None:
    for state in openings():
        lines = Rollouts(Tactician(state.game)).search(state, 30_000).lines
        if any(line.samples for line in lines):
            assert lines[0].samples
            assert lines[0].error < PRIOR * 2


def test_what_cannot_be_compared_costs_little(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the budget is too small for samples of two choices, at most a half of it is spent on
    finding that out, and some steps to end with."""
    paid, pay = list[float](), SamplingBudget.pay_steps

    def noted(budget: SamplingBudget, steps: int, seconds: float) -> None:
        paid.append(steps / budget.rate)
        pay(budget, steps, seconds)

    monkeypatch.setattr(SamplingBudget, "pay_steps", noted)
    alone = 0
    for state in openings():
        for positions in (1_500, 3_000, 6_000):
            paid.clear()
            thought = Rollouts(Tactician(state.game)).search(state, positions)
            if paid and not any(line.samples for line in thought.lines):
                alone += 1
                assert sum(paid) <= positions / 2 + 2 * ONE_CHOICE
    assert alone > 4


def test_seconds_end_what_no_positions_would() -> None:
    one = Rollouts(Tactician(melee()))
    one.search(openings()[0], 2_000)
    for state in openings()[:4]:
        thought = one.search(state, 1 << 50, seconds=0.05)
        assert len(thought.lines) == len(state.legal_actions())
        assert all(line.samples < MOST_SAMPLES for line in thought.lines)
    for bad in ((0, None), (-5, None), (100, 0.0)):
        with pytest.raises(ValueError, match="above zero"):
            one.search(openings()[0], bad[0], bad[1])


def test_within_a_roll_only_whether_to_succeed_at_a_cost_is_sampled() -> None:
    met = dict.fromkeys((N_TAKE_COST, N_DUEL, N_ABSORB, N_DEFEND), 0)
    game, player, random = fresh_game("large-05"), agent("tactician"), np.random.default_rng(1)
    one, tactician = Rollouts(Tactician(game)), Tactician(game)
    near, sampled = NEAR * float(tactician.parameters["swing"][0]), 0
    state = game.new_initial_state()
    while not state.is_terminal() and min(met.values()) < 4:
        if state.current_player() == CHANCE:
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(random.choice(outcomes, p=chances)))
            continue
        kind = state.node()
        if met.get(kind, 4) < 4 and is_large(state) and len(state.legal_actions()) > 1:
            met[kind] += 1
            lines = one.search(state, 60_000).lines
            if kind == N_TAKE_COST and np.ptp(tactician.weigh(state)) < near:
                assert all(line.samples > 1 for line in lines)
                sampled += 1
            else:
                assert not any(line.samples for line in lines)
        state.apply_action(player.decide(state, RandomSource(1)).action)
    assert min(met.values()) == 4
    assert sampled > 1


def test_it_is_searched_where_many_fight_and_told() -> None:
    """The decision says how often it was played on, and with which standard error."""
    player, met = agent("planner:great:states=0:positions=20000"), 0
    for state in openings():
        assert int(state.record["present"][0]).bit_count() >= LARGE
        decision = player.decide(state, RandomSource(1))
        best, *others = decision.facts["lines"]
        for line in (best, *others):
            assert line["samples"] or not line["error"]
        told = f", played on {best['samples']} times, to the end of the next exchange at most"
        assert (told in reason(state, decision)) == (best["samples"] > 12)
        met += best["samples"]
    assert met
