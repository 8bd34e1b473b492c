"""What `evaluation.loss_bounds` tells, against the whole sums of `evaluation.loss`."""

from __future__ import annotations

import json

import pytest

from autogm.agents.base import RandomSource
from autogm.agents.roster import agent
from autogm.engine.codes import GM, PLAYERS
from autogm.engine.state import State
from autogm.planner.solving.solver import Solution
from evaluation.loss import loss, seat_loss, shares_of, solved
from evaluation.loss_bounds import bounded_loss, main, seat_bounds

SMALL = "captain-first"
SURE = (
    "tactician"  # draws no random numbers, so that the order in which it is asked does not matter
)


@pytest.fixture(scope="module")
def found() -> Solution:
    return solved(SMALL)


def brawl(state: State) -> int:
    return agent("brawler").decide(state, RandomSource(0)).action


@pytest.mark.parametrize("name", ["brawler", SURE])
def test_both_bounds_come_to_what_the_agent_gives_away(name: str) -> None:
    conflict = "wharf"
    found = solved(conflict)
    exact = loss(found, conflict, name)
    bounds = bounded_loss(found, conflict, name, within=1e-9, minutes=10.0)
    for seat, counted in ((bounds.players, exact.players), (bounds.gm, exact.gm)):
        assert seat.least == pytest.approx(counted.battle, abs=1e-7)
        assert seat.most == pytest.approx(counted.battle, abs=1e-7)
    assert bounds.most == pytest.approx(exact.battle, abs=1e-7)


@pytest.mark.parametrize("side", [PLAYERS, GM])
def test_wide_bounds_hold_it_and_ask_less(found: Solution, side: int) -> None:
    exact = seat_loss(found, shares_of(found, "brawler", side, 1), side).battle
    wide, narrow = (seat_bounds(found, brawl, side, within) for within in (0.05, 1e-9))
    assert wide.least - 1e-9 <= exact <= wide.most + 1e-9
    assert 0.0 < wide.most - wide.least <= 0.05
    assert 0 < wide.asked < narrow.asked < narrow.states


def test_nobody_is_asked_without_time(found: Solution) -> None:
    seat = seat_bounds(found, brawl, PLAYERS, within=1e-9, minutes=0.0)
    assert (seat.asked, seat.least) == (0, pytest.approx(0.0, abs=1e-9))
    assert seat.most > seat_loss(found, shares_of(found, "random", PLAYERS, 1), PLAYERS).battle


def test_the_command_prints_a_table_or_json(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["--agents", "brawler", "--conflicts", SMALL, "--within", "0.1"]
    main(arguments)
    assert "given away" in capsys.readouterr().out
    main([*arguments, "--json"])
    row = json.loads(capsys.readouterr().out)["brawler"][0]
    assert row["conflict"] == SMALL
    assert row["players"]["least"] <= row["players"]["most"]
