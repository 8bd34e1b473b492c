"""The brawler against an independent reading of its definition: at every choice of many battles of
every shipped scenario, of tailored and of random ones, on both sides.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from autogm.agents.base import RandomSource
from autogm.agents.entries import sample_at
from autogm.agents.roster import agent, seats
from autogm.engine.codes import CHANCE
from autogm.engine.game import Game, load_game, new_buffer
from autogm.game.rows import rows
from autogm.model.scenario import Scenario
from autogm.rules.loading import settle
from tests.agents.reference import ReferenceBrawler
from tests.conformance.tailored import TAILORED
from tests.generator import random_scenario
from tests.table import scene

SHIPPED = sorted((Path(__file__).parents[2] / "scenarios").glob("*.yaml"))
PAIRS = ("brawler", "players=brawler,gm=random", "players=random,gm=brawler")


def compare(game: Game, seed: int, battle: int, who: str) -> int:
    """Play a battle; at each of the brawler's choices the reference and the kernel agree. Returns
    the number of choices compared."""
    agents = seats(who)
    state, counters, reference = game.new_initial_state(), new_buffer(), ReferenceBrawler(game)
    compared = choices = 0
    while not state.is_terminal():
        player = state.current_player()
        if player == CHANCE:
            replaced = state.dice_replaced()
            action = int(
                sample_at(game.scene_rows, rows(state.record), replaced, seed, battle, counters)
            )
        else:
            source = RandomSource(seed, battle, choices)
            action = agents[player].decide(state, source).action
            choices += 1
            if agents[player] is agent("brawler"):
                expected, got = reference.decide(state), game.describe(state, action)
                assert got == expected, f"{got}, not {expected}:\n{game.serialize(state)}"
                compared += 1
        reference.watch(state, action)
        state.apply_action(action)
    return compared


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_agrees_in_shipped_scenarios(path: Path) -> None:
    game = load_game(path)
    compared = sum(compare(game, 7, battle, who) for who in PAIRS for battle in range(4))
    assert compared > 50


@pytest.mark.parametrize("written", TAILORED, ids=lambda one: one.title)
def test_agrees_in_tailored_scenarios(written: Scenario) -> None:
    game = Game(settle(written))
    for who in PAIRS:
        for battle in range(4):
            compare(game, 8, battle, who)


@pytest.mark.thorough
def test_agrees_in_random_scenarios() -> None:
    compared = 0
    for number in range(100):
        game = Game(settle(random_scenario(number)))
        for battle, who in enumerate(PAIRS):
            compared += compare(game, number, battle, who)
    assert compared > 1000


def brawl(**sheet: Any) -> str:
    """The skill that a hero with that sheet attacks with."""
    table = scene(
        "fate-core",
        "hero Fight 3 Shoot 2 Provoke 1",
        "foe Athletics 1 Will 1",
        turn_order={"first": "players"},
        sheets={"hero": sheet},
    )
    table.turn("hero").choose("attack", target="foe")
    action = agent("brawler").decide(table.state, RandomSource(0)).action
    return str(table.game.describe(table.state, action).skill)


def test_rolls_what_it_is_best_at_by_rating_and_stunts() -> None:
    assert brawl() == "Fight"
    close = {"name": "Point blank", "does": "bonus", "skills": ["Shoot"], "actions": ["attack"]}
    assert brawl(stunts=[{**close, "when": "target in same zone"}]) == "Shoot"
    assert brawl(stunts=[{**close, "when": "target in another zone"}]) == "Fight"
    assert brawl(stunts=[{**close, "limit": "scene"}]) == "Fight"


def test_uses_no_stunt_up_for_a_better_skill() -> None:
    swap = {"name": "Wrestler", "does": "swap", "skills": ["Physique"], "instead_of": "Fight",
            "actions": ["attack"]}  # fmt: skip
    skills = {"Fight": 2, "Physique": 4}
    assert brawl(skills=skills, stunts=[{**swap, "when": "first exchange"}]) == "Physique"
    assert brawl(skills=skills, stunts=[{**swap, "limit": "scene"}]) == "Fight"
