"""Times that are added up by the turns they belong to. No test asserts a time."""

from __future__ import annotations

from autogm.agents.base import Decision, RandomSource
from autogm.agents.playing import play_chunk
from autogm.agents.roster import agent
from autogm.engine.codes import N_ORDER
from autogm.engine.state import State
from autogm.model.words import SIDES
from evaluation.planner_speed import positions_of
from evaluation.timed import Clock, Times, own_turn, turns_of
from evaluation.tournament import Field


class Tally:
    """A tactician that counts what it is asked, by battle, exchange and whose turn that is."""

    name = "tally"

    def __init__(self) -> None:
        self.asked: dict[tuple[int, int, int | None], int] = {}

    def decide(self, state: State, source: RandomSource) -> Decision:
        """The tactician's decision."""
        decision = agent("tactician").decide(state, source)
        key = source.battle, state.exchange, own_turn(state, decision.action)
        self.asked[key] = self.asked.get(key, 0) + 1
        return decision


def test_every_choice_of_a_timed_turn_is_timed() -> None:
    """A turn that is under way when enough were timed counts for nothing."""
    game = Field("the-bridge").game
    tally = Tally()
    play_chunk(game, 1, 0, 1, (tally, tally))
    for turns in (1, 3):
        measured = Tally()
        clock = Clock(measured, turns)
        play_chunk(game, 1, 0, 1, (clock, clock))
        assert clock.is_done
        for key in [*clock.turns][:turns]:
            assert measured.asked[key] == tally.asked[key]
    assert max(tally.asked.values()) > 2


def test_so_many_turns_are_told() -> None:
    turns, answers = turns_of(Field("crossed-blades").game, "tactician", 4, 1)
    assert turns.number == 4
    assert answers.number > 0
    assert 0 < turns.median <= turns.most <= turns.longest


def test_an_answer_in_somebody_elses_turn_is_of_no_turn_of_ones_own() -> None:
    game = Field("crossed-blades").game
    whose = set()
    for state in positions_of(game, 1, 40):
        for action in state.legal_actions():
            turn = own_turn(state, action)
            whose.add(turn)
            if turn is not None:
                assert game.encounter.fighters[turn].side == SIDES[state.current_player()]
    assert None in whose
    assert len(whose) == 3


def test_who_acts_next_is_decided_in_the_turn_that_begins_with_it() -> None:
    game = Field("eight-streets").game
    orders = [one for one in positions_of(game, 1, 200, 1) if one.node() == N_ORDER]
    assert orders
    for state in orders:
        legal = state.legal_actions()
        ids = [game.describe(state, action).target or "" for action in legal]
        chosen = [own_turn(state, action) for action in legal]
        assert chosen == [game.words.fighters.index(one) for one in ids]


def test_times_tell_the_middle_and_the_end() -> None:
    assert Times.of([1.0, 5.0, 2.0, 4.0, 3.0]) == Times(3.0, 4.8, 5.0, 5)
