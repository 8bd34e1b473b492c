"""Playing by action probabilities in a solved conflict, against recursion over the plain contract
and against the identity that a battle's loss is the sum of its decisions' losses.
"""

from __future__ import annotations

import numpy as np
import pytest

from autogm.agents.base import RandomSource
from autogm.agents.roster import agent
from autogm.engine.codes import CHANCE, GM, PLAYERS
from autogm.engine.state import State
from autogm.game.graph import OVER, PLAYERS_CHOOSE
from autogm.planner.solving import play
from autogm.planner.solving.solver import Solution, solve
from tests.planner.test_solver import SMALL, duel, fencing

__all__ = ["fencing"]


def brawl(state: State) -> int:
    return agent("brawler").decide(state, RandomSource(0)).action


def drawn(state: State, side: int, known: dict[bytes, float]) -> float:
    """The utility when one side draws from its legal actions and the other plays a best
    response."""
    if state.is_terminal():
        return state.returns()[0]
    key = state.record.tobytes()
    if key not in known:
        player = state.current_player()
        if player == CHANCE:
            parts = (p * drawn(state.child(one), side, known) for one, p in state.chance_outcomes())
            known[key] = sum(parts)
        else:
            worths = [drawn(state.child(one), side, known) for one in state.legal_actions()]
            best = max(worths) if player == PLAYERS else min(worths)
            known[key] = sum(worths) / len(worths) if player == side else best
    return known[key]


def choices_met(state: State, known: dict[bytes, float]) -> float:
    """How many choices a battle has when both sides draw."""
    if state.is_terminal():
        return 0.0
    key = state.record.tobytes()
    if key not in known:
        if state.current_player() == CHANCE:
            parts = (p * choices_met(state.child(one), known) for one, p in state.chance_outcomes())
            known[key] = sum(parts)
        else:
            rest = [choices_met(state.child(one), known) for one in state.legal_actions()]
            known[key] = 1 + sum(rest) / len(rest)
    return known[key]


@pytest.mark.parametrize("name", ["boxes", "advantages", "careful"])
@pytest.mark.parametrize("side", [PLAYERS, GM])
def test_drawing_is_worth_what_recursion_says(name: str, side: int) -> None:
    found = solve(SMALL[name])
    worth = play.worth(found, play.uniform(found), side)
    assert worth == pytest.approx(drawn(SMALL[name].new_initial_state(), side, {}), abs=1e-12)


@pytest.mark.parametrize("name", ["boxes", "a wave", "careful"])
def test_visits_are_those_of_recursion(name: str) -> None:
    found = solve(SMALL[name])
    met = play.visits(found, play.uniform(found))
    expected = choices_met(SMALL[name].new_initial_state(), {})
    assert met[play.choosing(found)].sum() == pytest.approx(expected, abs=1e-9)


def test_every_battle_ends_once(fencing: Solution) -> None:
    met = play.visits(fencing, play.settled(fencing, fencing.best))
    assert met[fencing.space.kinds == OVER].sum() == pytest.approx(1.0, abs=1e-9)


def test_shares_of_a_policy_are_worth_what_the_policy_is(fencing: Solution) -> None:
    for side in (PLAYERS, GM):
        policy = fencing.policy(brawl, side)
        shares = play.settled(fencing, policy)
        assert play.worth(fencing, shares, side) == pytest.approx(fencing.worth(policy, side))


@pytest.mark.parametrize("side", [PLAYERS, GM])
def test_bounds_close_from_all_unknown_to_all_known(fencing: Solution, side: int) -> None:
    policy, kinds = fencing.policy(brawl, side), fencing.space.kinds
    chooses, sign = kinds == PLAYERS_CHOOSE + side, 1 if side == PLAYERS else -1
    best, worst, _ = play.bounds(fencing, policy, np.zeros_like(chooses), side)
    assert best[0] == pytest.approx(fencing.value, abs=1e-7)
    widest = sign * (best[0] - worst[0])
    half = chooses & (np.arange(len(kinds)) % 2 == 0)
    best, worst, acting = play.bounds(fencing, policy, half, side)
    exact = fencing.worth(policy, side)
    assert sign * worst[0] < sign * exact < sign * best[0]
    assert sign * (best[0] - worst[0]) < widest
    assert play.worth(fencing, acting, PLAYERS, GM) == pytest.approx(worst[0], abs=1e-6)
    best, worst, _ = play.bounds(fencing, policy, chooses, side)
    assert (best[0], worst[0]) == pytest.approx((exact, exact), abs=1e-7)


@pytest.mark.parametrize("side", [PLAYERS, GM])
def test_what_decisions_give_away_adds_up_to_what_a_battle_does(
    fencing: Solution, side: int
) -> None:
    """The loss against the perfect policy is the sum over decisions of how often each is met times
    what it gives away."""
    best = play.settled(fencing, fencing.best)
    for shares in (play.uniform(fencing), play.settled(fencing, fencing.policy(brawl, side))):
        seats = (shares, best) if side == PLAYERS else (best, shares)
        acting = play.seated(fencing, *seats)
        often = np.repeat(play.visits(fencing, acting), np.diff(fencing.space.starts)) * acting
        total = float(often @ play.given_away(fencing))
        sign = 1 if side == PLAYERS else -1
        worth = play.worth(fencing, acting, PLAYERS, GM)
        assert total == pytest.approx(sign * (fencing.value - worth), abs=1e-6)
        assert total > 0.05


def test_what_an_action_gives_away_is_its_distance_from_the_best(fencing: Solution) -> None:
    state = fencing.game.new_initial_state()
    worths = [worth for _, worth in fencing.choices(state)]
    sign = 1 if state.current_player() == PLAYERS else -1
    lost = play.given_away(fencing)
    best = max(sign * worth for worth in worths)
    expected = [best - sign * worth for worth in worths]
    assert list(lost[: len(worths)]) == pytest.approx(expected)
    assert play.at_stake(fencing, lost)[0] == pytest.approx(max(expected))


@pytest.mark.parametrize("name", sorted(SMALL))
def test_the_kept_policy_gives_nothing_away(name: str) -> None:
    """Nor where the limit is so near that an exchange more would be worth something else."""
    found = solve(SMALL[name])
    taken = play.settled(found, found.best) > 0.0
    assert play.given_away(found)[taken].max() == pytest.approx(0.0, abs=1e-9)


def reached(state: State, side: int, found: Solution, seen: set[bytes], asked: set[int]) -> None:
    """The numbers of the states in which `side` chooses when it always takes the last action."""
    key = state.record.tobytes()
    if key in seen or state.is_terminal():
        return
    seen.add(key)
    actions = state.legal_actions()
    if state.current_player() == side:
        asked.add(found.space.place(state))
        actions = actions[-1:]
    for action in actions:
        reached(state.child(action), side, found, seen, asked)


@pytest.mark.parametrize("side", [PLAYERS, GM])
def test_a_policy_is_asked_once_wherever_it_can_come_and_nowhere_else(side: int) -> None:
    game = duel(exchanges=8)
    found, asked = solve(game), []

    def last(state: State) -> int:
        asked.append(found.space.place(state))
        return state.legal_actions()[-1]

    found.policy(last, side)
    expected: set[int] = set()
    reached(game.new_initial_state(), side, found, set(), expected)
    assert sorted(asked) == sorted(expected)
    assert len(asked) < (found.space.kinds == 1 + side).sum()
