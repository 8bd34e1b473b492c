"""The compiled loop over battles: winner, exchanges, choices and rolls of each are those of the
state played step by step, and a log that is off counts nothing and changes nothing.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from autogm.agents import battles
from autogm.agents.choose import BRAWLER, RANDOM
from autogm.agents.playing import play_chunk
from autogm.agents.roster import agent, seats
from autogm.engine.game import Game, load_game, new_buffer
from autogm.engine.layout import LOG, STATE, TALLIES
from autogm.engine.step import apply
from autogm.game.kernels import pointer
from autogm.game.rows import rows
from autogm.lab.replay import replay
from autogm.planner.turn.tactician import NO_EVALUATOR, weigh
from tests.agents.asking import Asked

SCENARIOS = Path(__file__).parents[2] / "scenarios"
WINNERS = ("", "players", "gm", "undecided")


def run(game: Game, count: int, who: str, logged: bool) -> tuple[Any, Any]:
    """Results and tallies of the first battles."""
    states, log = np.zeros(2, STATE), np.zeros(1, LOG)
    states[0] = game.new_initial_state().record[0]
    log["on"] = logged
    tallies, results = np.zeros(1, TALLIES), np.zeros((count, battles.RESULT_COLUMNS), np.int64)
    number = {"brawler": BRAWLER, "random": RANDOM}[who]
    battles.play_battles(
        pointer(apply), pointer(weigh), game.scene_rows, rows(states), 6, 0, count, number, number,
        (NO_EVALUATOR, NO_EVALUATOR), new_buffer(2), rows(log), rows(tallies), results,
    )  # fmt: skip
    return results, tallies[0]["count"]


@pytest.mark.parametrize("who", ["brawler", "random"])
@pytest.mark.parametrize("name", ["duel", "mountain-path", "autarch-diplomacy"])
def test_results_are_those_of_the_steps(name: str, who: str) -> None:
    game = load_game(SCENARIOS / f"{name}.yaml")
    results, tallies = run(game, 12, who, True)
    for battle, row in enumerate(results):
        told = list(replay(game, 6, battle, seats(who)))
        end = told[-1].events[-1].facts
        choices = sum(step.decision is not None for step in told)
        played = (WINNERS.index(end["winner"]), end["exchange"], choices, len(told) - 1 - choices)
        assert tuple(int(one) for one in row[: battles.R_FALLEN]) == played
        fighters = game.encounter.fighters
        out = {event.who for step in told for event in step.events if event.kind == "taken out"}
        fell = {one.id for n, one in enumerate(fighters) if (int(row[battles.R_FALLEN]) >> n) & 1}
        assert fell == out
    assert tallies.any()


@pytest.mark.parametrize("two", [("tactician", "tactician"), ("tactician", "brawler"),
                                 ("random", "tactician")])  # fmt: skip
def test_who_thinks_in_kernels_plays_as_at_the_table(two: tuple[str, str]) -> None:
    """Battles that never leave compiled code, those in which each choice is asked for, and those
    that are told, are the same."""
    game, both = load_game(SCENARIOS / "duel.yaml"), (agent(two[0]), agent(two[1]))
    results = play_chunk(game, 5, 0, 4, both).results
    asked = play_chunk(game, 5, 0, 4, (Asked(both[0]), Asked(both[1]))).results
    assert (results == asked).all()
    for battle, row in enumerate(results):
        told = list(replay(game, 5, battle, both))
        assert sum(step.decision is not None for step in told) == row[battles.R_CHOICES]
        assert told[-1].events[-1].facts["winner"] == WINNERS[row[battles.R_WINNER]]


def test_a_log_that_is_off_counts_nothing() -> None:
    game = load_game(SCENARIOS / "street-fight.yaml")
    results, tallies = run(game, 20, "random", True)
    silent, nothing = run(game, 20, "random", False)
    fallen = battles.R_FALLEN
    assert (results[:, :fallen] == silent[:, :fallen]).all()
    assert not silent[:, fallen].any()
    assert tallies.any()
    assert not nothing.any()
