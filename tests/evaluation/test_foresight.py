"""What comes of choices: played out with the same dice, the side's own way round, beside the
tactician's; and the tables of both instruments."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from random import Random

import numpy as np
import pytest

from autogm.agents.base import RandomSource
from autogm.agents.roster import agent
from autogm.engine.codes import CHANCE, N_TURN, PLAYERS
from autogm.engine.game import Game, load_game
from autogm.engine.state import State
from evaluation import afterwards, foresight
from evaluation.playouts import played_out

CONFLICTS = Path(__file__).parents[2] / "evaluation" / "conflicts"


@cache
def game() -> Game:
    return load_game(CONFLICTS / "two-on-one.yaml")


@cache
def states() -> tuple[State, ...]:
    """Every choice of some random battles."""
    random, found = Random(3), list[State]()
    for _ in range(12):
        state = game().new_initial_state()
        while not state.is_terminal():
            if state.current_player() == CHANCE:
                outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(random.choices(outcomes, chances)[0])
            else:
                found.append(state.clone())
                state.apply_action(random.choice(state.legal_actions()))
    return tuple(found)


def test_what_ends_a_battle_comes_to_its_stakes() -> None:
    met = 0
    for state in states():
        for number, action in enumerate(state.legal_actions()):
            after = state.child(action)
            if after.is_terminal():
                met += 1
                came = played_out(state, number, 5, 3)
                assert came == pytest.approx(after.returns()[0])
    assert met


def test_battles_after_a_choice_are_those_of_tacticians() -> None:
    """Against a few hundred played one decision at a time, with other dice."""
    state, source = next(one for one in states() if one.node() == N_TURN), RandomSource(1)
    player, random, ends = agent("tactician"), Random(8), list[float]()
    for _ in range(150):
        after = state.child(state.legal_actions()[0])
        while not after.is_terminal():
            if after.current_player() == CHANCE:
                outcomes, chances = zip(*after.chance_outcomes(), strict=True)
                after.apply_action(random.choices(outcomes, chances)[0])
            else:
                after.apply_action(player.decide(after, source).action)
        ends.append(after.returns()[0])
    error = np.std(ends) * (1 / 150 + 1 / 2_000) ** 0.5
    came = played_out(state, 0, 5, 2_000)
    assert came == pytest.approx(np.mean(ends), abs=4 * error + 1e-9)


@pytest.mark.thorough
def test_a_choice_is_held_against_the_tacticians_by_whoever_chooses() -> None:
    sides = set()
    for state in states():
        if state.node() != N_TURN:
            continue
        same, other = foresight.gained(state, ["tactician", "random"], 7, 40)
        assert same is None
        if other is None:
            continue
        legal, source = state.legal_actions(), RandomSource(7)
        places = [
            legal.index(agent(name).decide(state, source).action)
            for name in ("random", "tactician")
        ]
        sign = 1.0 if state.current_player() == PLAYERS else -1.0
        one, best = (played_out(state, place, 7, 40) for place in places)
        assert other == pytest.approx(sign * (one - best))
        sides.add(state.current_player())
    assert len(sides) == 2


def test_choices_at_random_come_out_worse(capsys: pytest.CaptureFixture[str]) -> None:
    path = str(CONFLICTS / "two-on-one.yaml")
    told = [path, "--agents", "tactician,random", "--turns", "40", "--playouts", "60", "--json"]
    foresight.main(told)
    tactician, random = json.loads(capsys.readouterr().out)
    assert tactician["otherwise"] == 0
    assert tactician["better"]["mean"] == 0
    assert random["otherwise"] > 5
    assert random["better"]["high"] < 0
    foresight.main([path, "--turns", "2", "--playouts", "2", "--agents", "random"])
    assert "random" in capsys.readouterr().out


@pytest.mark.thorough
def test_odd_choices_are_held_against_other_kinds(capsys: pytest.CaptureFixture[str]) -> None:
    told = ["creates", "street-fight", "-n", "1", "--sightings", "3", "--playouts", "4", "--json"]
    afterwards.main(told)
    found = json.loads(capsys.readouterr().out)
    assert found["seen"] >= len(found["outcomes"]) > 0
    for one in found["outcomes"]:
        assert one["brought"] == pytest.approx(one["came"][0] - one["came"][1])
