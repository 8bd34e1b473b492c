"""The seconds of a turn are kept however many choices it has, and a choice that takes little leaves
more to the next."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from autogm.agents.base import Decision, RandomSource
from autogm.agents.playing import play_chunk
from autogm.agents.roster import agent
from autogm.engine.codes import N_ORDER, N_TURN
from autogm.engine.game import load_game
from autogm.engine.state import State
from autogm.game.contract import GM, PLAYERS
from autogm.planner.turn_clock import MAIN, PART, Turn, TurnClock, turn_of

FIGHT = Path(__file__).parents[2] / "scenarios" / "street-fight.yaml"


class Slow:
    """Plays as the tactician does, and takes a part of the time that it is allotted."""

    name = "slow"

    def __init__(self, part: float) -> None:
        self.part, self.clock = part, TurnClock(1.0)
        self.asked: list[tuple[Turn, State, float]] = []

    def decide(self, state: State, source: RandomSource) -> Decision:
        allotted = self.clock.allot(state)
        self.clock.spend(self.part * allotted)
        self.asked.append((turn_of(state), state.clone(), allotted))
        return agent("tactician").decide(state, source)


@pytest.fixture(scope="module")
def greedy() -> Slow:
    """Both sides of a battle, with all the time that they could take."""
    found = Slow(1.0)
    play_chunk(load_game(FIGHT), 3, 0, 1, (found, found))
    return found


def shared_out(asked: list[tuple[Turn, State, float]]) -> list[tuple[Turn, list[float]]]:
    """What was allotted in each turn; who acts next is chosen with that fighter's turn."""
    found: list[tuple[Turn, list[float]]] = []
    for side in (PLAYERS, GM):
        before = None
        for turn, state, allotted in asked:
            if state.current_player() != side:
                continue
            chosen = before == Turn(turn.exchange, True, None)
            if state.node() == N_ORDER or not (turn == before or (chosen and turn.own)):
                found.append((turn, []))
            found[-1][1].append(allotted)
            before = turn
    return found


def test_all_choices_of_a_turn_keep_the_limit(greedy: Slow) -> None:
    shared = shared_out(greedy.asked)
    assert len(shared) > 20
    assert {turn.own for turn, _ in shared} == {True, False}
    assert max(sum(parts) for _, parts in shared) <= 1.0 + 1e-9
    assert any(len(parts) > 2 and sum(parts) > 0.85 for turn, parts in shared if turn.own)


def test_what_a_turn_is_about_has_most_of_it(greedy: Slow) -> None:
    """Who acts next is chosen with a part of the time, what that turn is about with most of the
    rest."""
    kinds = [(state.node(), allotted) for _, state, allotted in greedy.asked]
    order = [allotted for kind, allotted in kinds if kind == N_ORDER]
    assert len(order) >= 5
    assert set(order) == {PART}
    after = [then for (kind, _), then in pairwise(kinds) if kind == N_ORDER]
    opening = {allotted for kind, allotted in after if kind == N_TURN}
    assert [*opening] == [pytest.approx(MAIN * (1 - PART))]


def test_what_is_not_used_is_left_to_the_rest() -> None:
    quick = Slow(0.0)
    play_chunk(load_game(FIGHT), 3, 0, 1, (quick, agent("tactician")))
    assert {allotted for *_, allotted in quick.asked} == {MAIN, PART}


def test_who_is_asked_once_more_thinks_as_long() -> None:
    """What a turn is about, asked by somebody who looks at it again."""
    state = load_game(FIGHT).new_initial_state()
    clock = TurnClock(2.0)
    for _ in range(3):
        allotted = clock.allot(state)
        assert allotted == (PART if state.node() == N_ORDER else MAIN) * 2.0
        clock.spend(allotted)
