"""Positions of card scenes: those of play are read as the states that they were, over every shipped
scene and random ones; what does not fit is told at its field.
"""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from autogm.game.positions import CannotSayError
from autogm.game.registry import load_game
from autogm.scenes.cards.codes import FRAME, WHO
from autogm.scenes.cards.game import CardGame
from autogm.scenes.cards.position import ScenePosition
from autogm.scenes.cards.set_up import CardPositions
from autogm.scenes.cards.state import CardState
from tests.scenes.cards.generator import random_scene

SCENES = sorted((Path(__file__).parents[3] / "scenarios" / "scenes").glob("*.yaml"))
POSITIONS = CardPositions()


def round_trips(game: CardGame, seed: int, steps: int) -> int:
    """How many different states of random play are read from what is told of them; all others are
    in the middle of something."""
    rng, state = Random(seed), game.new_initial_state()
    seen: set[bytes] = set()
    read = 0
    for _ in range(steps):
        if state.is_terminal():
            state = game.new_initial_state()
        if state.record.tobytes() not in seen:
            seen.add(state.record.tobytes())
            if state.phase in (WHO, FRAME):
                fields = ScenePosition.model_validate(POSITIONS.told(state))
                again, problems = POSITIONS.state_of(game, fields)
                assert problems == []
                assert again == state
                read += 1
            else:
                with pytest.raises(CannotSayError, match=" in it"):
                    POSITIONS.told(state)
        state = state.child(rng.choice(state.legal_actions()))
    return read


@pytest.mark.parametrize("path", SCENES, ids=lambda path: path.stem)
def test_a_position_of_play_is_read_as_the_state_that_it_was(path: Path) -> None:
    game = load_game(path)
    assert isinstance(game, CardGame)
    assert round_trips(game, 1, 3_000) > 50


def test_positions_of_random_scenes_are_read_as_the_states_that_they_were() -> None:
    read = sum(round_trips(CardGame(random_scene(seed)), seed, 150) for seed in range(60))
    assert read > 300


def vault() -> CardGame:
    game = load_game(next(one for one in SCENES if one.stem == "the-vault"))
    assert isinstance(game, CardGame)
    return game


def read(fields: dict[str, Any]) -> tuple[CardState | None, list[str]]:
    """The state of a position, or where it does not fit."""
    state, problems = POSITIONS.state_of(vault(), ScenePosition.model_validate(fields))
    return state, [".".join(map(str, one.path)) for one in problems]


@pytest.mark.parametrize(
    ("fields", "where"),
    [
        ({"standing": ["Nothing Such"]}, "standing.0"),
        ({"turned": ["Nothing Such"]}, "turned.0"),
        ({"points": {"gm": 98}}, "points"),
        ({"points": {"characters": {"nobody": 1}}}, "points.characters.nobody"),
        ({"rolls": 30}, "rolls"),
        ({"successes": 2}, "rolls"),
        ({"framing": True, "rolls": 1}, "rolls"),
        ({"framing": True, "simple": True}, "framing"),
    ],
)
def test_what_does_not_fit_is_told_at_its_field(fields: dict[str, Any], where: str) -> None:
    state, told = read(fields)
    assert state is None
    assert told == [where]


def test_what_is_written_is_in_the_state() -> None:
    state, problems = read({"rolls": 2, "failures": 1})
    assert problems == []
    assert state is not None
    assert state.record[0]["rolls"] == 2
    assert state.phase == WHO


@pytest.mark.parametrize(("name", "different"), [("moonrise-ritual", 1), ("truce-table", 3)])
def test_successes_that_no_ending_asks_for_are_forgotten(name: str, different: int) -> None:
    """G6: equal futures are equal states, however much a person writes down."""
    game = load_game(next(one for one in SCENES if one.stem == name))
    assert isinstance(game, CardGame)
    fields = [ScenePosition(rolls=2, successes=number) for number in range(3)]
    assert len({POSITIONS.state_of(game, one)[0] for one in fields}) == different
