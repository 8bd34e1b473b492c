"""What the planner's speed is measured with: states of real battles, times that are added up by the
turns they belong to, and tables of them. No test asserts a time.
"""

from __future__ import annotations

import json
import time

import pytest
from rich.console import Console

from autogm.agents.playing import play_chunk
from autogm.agents.roster import agent
from autogm.engine.game import load_game
from evaluation import planner_speed
from evaluation.planner_speed import (
    HERE,
    MANNERS,
    SOLVED,
    Battles,
    Reach,
    Times,
    Watched,
    as_plain,
    own_turn,
    positions_of,
    reach,
    remembering,
    show,
    solver_speed,
)
from evaluation.tournament import Field


def test_states_are_of_battles_and_repeatable() -> None:
    game = Field("crossed-blades").game
    one, other = (positions_of(game, 1, 12) for _ in range(2))
    assert [state.game.serialize(state) for state in one] == [
        state.game.serialize(state) for state in other
    ]
    assert len(one) == 12
    assert len(set(one)) > 9  # battles may open alike
    assert all(len(state.legal_actions()) > 1 for state in one)


def test_choices_are_added_up_by_turns() -> None:
    """Every choice of a side's own turn counts in the turn's time, answers to others in none."""
    game = Field("the-bridge").game
    watched = Watched(agent("tactician"), time.monotonic() + 60)
    play_chunk(game, 1, 0, 1, (agent("brawler"), watched))
    gm = [place for place, one in enumerate(game.encounter.fighters) if one.side == "gm"]
    assert watched.turns
    assert {fighter for _, _, fighter in watched.turns} <= set(gm)
    assert 0 < sum(watched.turns.values()) <= sum(watched.choices) + 1e-9
    assert len(watched.turns) < len(watched.choices)


def test_nothing_counts_after_the_last_moment_once_a_turn_has() -> None:
    game = Field("the-bridge").game
    watched = Watched(agent("tactician"), time.monotonic() - 1)
    play_chunk(game, 1, 0, 1, (agent("brawler"), watched))
    assert len(watched.turns) == 1
    assert list(watched.turns.values()) == watched.choices[-1:]


def test_an_answer_in_somebody_elses_turn_is_of_no_turn_of_ones_own() -> None:
    game = Field("crossed-blades").game
    whose = set()
    for state in positions_of(game, 1, 40):
        turn = own_turn(state)
        whose.add(turn)
        if turn is not None:
            assert game.encounter.fighters[turn].side == ("players", "gm")[state.current_player()]
    assert None in whose
    assert len(whose) == 3


def test_each_manner_of_remembering_is_timed() -> None:
    found = remembering("fields/crossed-blades.yaml", 1, 3)
    assert tuple(found) == MANNERS
    assert all(spent > 0 for spent in found.values())


def test_a_search_reaches_as_far_with_glances_and_farther_with_more_positions() -> None:
    found = reach("fields/crossed-blades.yaml", 1, 4)
    assert [one.estimates for one in found] == [False] * 3 + [True] * 3
    for plain, quick in zip(found[:3], found[3:], strict=True):
        assert plain.positions == quick.positions
        assert quick.turns >= plain.turns
    assert found[0].turns < found[2].turns


def test_times_tell_the_middle_and_the_end() -> None:
    assert Times.of([1.0, 5.0, 2.0, 4.0, 3.0]) == Times(3.0, 4.8, 5.0, 5)


@pytest.mark.thorough
def test_the_solved_conflict_is_as_large_as_it_says() -> None:
    told = solver_speed(SOLVED)
    assert 1_000_000 <= told["states"] < 1_500_000
    assert told["states_a_second"] > 0
    assert load_game(HERE / planner_speed.SOLVED_LARGE).fingerprint


def test_the_tables_have_every_figure() -> None:
    times = Times(11.0, 22.0, 33.0, 44)
    found = {
        "seed": 1,
        "battles": [Battles("four against eight", 10, 5000, 20.0)],
        "positions_a_second": {"one against one": 123_456.0},
        "remembering": {"somewhere": dict(zip(MANNERS, (7.89, 8.91, 9.87), strict=True))},
        "reach": [Reach("here", 5_000, estimates, 1.75, 8.25) for estimates in (False, True)],
        "decisions": {"planner:great": {"choice": times, "turn": times}},
        "solver": [{"states": 1_000_001, "seconds": 7.0, "states_a_second": 142_857.3,
                    "megabytes_at_most": 512, "exchanges": 39}],
        "open_spiel": {"pig": 65_432.0},
    }  # fmt: skip
    plain = json.loads(json.dumps(as_plain(found)))
    assert plain["battles"][0]["a_second"] == 0.5
    assert plain["battles"][0]["us_choice"] == 4000.0
    assert plain["decisions"]["planner:great"]["turn"]["longest"] == 33.0
    console = Console(width=120)
    with console.capture() as capture:
        show(found, console)
    told = capture.get()
    for words in (
        "0.5",
        "4000",
        "123,456",
        "65,432",
        "1,000,001",
        "142,857",
        "44",
        "33",
        "7.89",
        "1.75",
    ):
        assert words in told
