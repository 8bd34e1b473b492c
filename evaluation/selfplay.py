"""Positions with the outcome of the battle that they come from; the value is fitted to them. The
tactician plays itself and the brawler in random conflicts and in those that are shipped, except in
three where only brawlers play (`BRAWLED`). It expands all its choices to the end of their turn.

The players do not change within a generation: their weights are fixed. Every tenth choice of either
side is any legal one, so that positions come up that nobody would steer for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from autogm.agents.base import RandomSource
from autogm.agents.roster import agent
from autogm.engine.codes import CHANCE, N_ORDER, N_TURN, PLAYERS
from autogm.engine.game import Game, load_game
from autogm.engine.state import State
from autogm.game.rows import rows
from autogm.model.goals import Objectives
from autogm.model.scenario import Scenario
from autogm.model.words import SIDES
from autogm.planner.evaluation.parameters import N_FEATURES, parameters_of
from autogm.planner.evaluation.scratch import WORK
from autogm.planner.evaluation.value import features_at
from autogm.planner.evaluation.weights import Weights
from autogm.planner.turn.tactician import Tactician
from autogm.rules.loading import settle
from tests.generator import random_scenario

SCENARIOS = Path(__file__).resolve().parent.parent / "scenarios"
SHIPPED = tuple(sorted(path.stem for path in SCENARIOS.glob("*.yaml")))
BRAWLED = ("hold-the-bridge", "lizardfolk-camp", "ravine-ambush")
"""Shipped conflicts that brawlers alone play: the shipped weights are fitted to such battles."""
A_SCENARIO = 6  # battles of each scenario and generation
KEPT = 10  # positions of a battle, at most
ASTRAY = 0.1
HELD_OUT = 5  # every fifth scenario is kept out of the fit
GENERATION = 100_000  # random scenarios of a generation are numbered from its multiple on

Array = np.ndarray[Any, Any]
ARRAYS = ("features", "lasting", "left", "winner", "scenario", "held_out")
"""The fields of positions that have a row each."""


@dataclass(frozen=True)
class Positions:
    """Positions at turn boundaries, a row each: their features (positions, features), how many more
    exchanges each is expected to last, those left until the limit, the winner (1 the players, 2 the
    GM, 3 nobody), the scenario's number, whether that is held out of the fit."""

    features: Array
    lasting: Array
    left: Array
    winner: Array
    scenario: Array
    held_out: Array
    battles: int

    def where(self, chosen: Array) -> Positions:
        """Some of them."""
        return replace(self, **{name: getattr(self, name)[chosen] for name in ARRAYS})


def together(parts: list[Positions]) -> Positions:
    """All positions of several sets."""
    arrays = {name: np.concatenate([getattr(part, name) for part in parts]) for name in ARRAYS}
    return Positions(**arrays, battles=sum(part.battles for part in parts))


def longer(seed: int) -> Scenario:
    """The random conflict of that number, in two of three cases with 8 to 24 exchanges to play, so
    that it can be fought out."""
    random, scenario = Random(f"length {seed}"), random_scenario(seed)
    if random.random() < 1 / 3:
        return scenario
    goals: dict[str, Any] = {
        side: tuple(
            one.model_copy(update={"exchanges": random.randint(2, 6)})
            if one.do == "survive"
            else one
            for one in getattr(scenario.objectives, side)
        )
        for side in SIDES
    }
    changes = {
        "exchanges": random.randint(8, 24),
        "objectives": Objectives.model_construct(**goals),
    }
    return scenario.model_copy(update=changes)


def generation(
    number: int, weights: Weights, battles: int, seed: int, say: Callable[[str], None]
) -> Positions:
    """The positions of one generation: about `battles` battles of random conflicts, and some of
    each that is shipped."""
    parts: list[Positions] = []
    for scenario, game, brawled in _games(number, battles, seed):
        say(f"generation {number}, scenario {len(parts) + 1}")
        random = Random(f"self-play {seed} {scenario}")
        parts.append(_positions(game, scenario, weights, random, brawled))
    return together(parts)


def _games(number: int, battles: int, seed: int) -> Iterator[tuple[int, Game, bool]]:
    """Numbered games, and whether brawlers alone play there. Those shipped have negative numbers,
    so that in every generation they are on the same side of the split."""
    start = (1 + number) * GENERATION + seed * 10 * GENERATION
    for scenario in range(start, start + max(1, battles // A_SCENARIO)):
        yield scenario, Game(settle(longer(scenario))), False
    for place, name in enumerate(SHIPPED):
        yield -1 - place, load_game(SCENARIOS / f"{name}.yaml"), name in BRAWLED


def _positions(
    game: Game, scenario: int, weights: Weights, random: Random, brawled: bool
) -> Positions:
    parameters, tactician = parameters_of(game, weights), Tactician(game)
    tactician.parameters = parameters
    both, first, second = (tactician, tactician), (tactician, None), (None, tactician)
    seats = [(None, None)] if brawled else [both, both, first, second]
    records, winners = [], []
    for battle in range(A_SCENARIO):
        kept, winner = _battle(game, seats[battle % len(seats)], random)
        records += kept
        winners += [winner] * len(kept)
    states = np.array(records)
    features, lasting = np.zeros((len(states), N_FEATURES)), np.zeros(len(states))
    if len(states):
        features_at(
            game.scene_rows,
            rows(states),
            rows(parameters),
            rows(np.zeros(1, WORK)),
            features,
            lasting,
        )
    left = [int(game.scene[0]["exchanges"]) - int(one["exchange"]) + 1 for one in records]
    return Positions(
        features,
        lasting,
        np.array(left, np.float64),
        np.array(winners, np.int64),
        np.full(len(states), scenario),
        np.full(len(states), scenario % HELD_OUT == 0),
        A_SCENARIO,
    )


def _battle(
    game: Game, seats: tuple[Tactician | None, ...], random: Random
) -> tuple[list[Any], int]:
    """One battle: some of its positions at turn boundaries, and who won it. An empty seat is the
    brawler's."""
    state, kept, last = game.new_initial_state(), [], None
    while not state.is_terminal():
        player = state.current_player()
        if player == CHANCE:
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(random.choices(outcomes, chances)[0])
            continue
        if state.node() in (N_ORDER, N_TURN):
            turn = (state.node(), state.actor(), state.exchange)
            if turn != last:
                kept.append(state.record[0].copy())
                last = turn
        state.apply_action(_choice(state, seats[player], random))
    if len(kept) > KEPT:
        kept = [kept[place] for place in sorted(random.sample(range(len(kept)), KEPT))]
    return kept, int(state.record["winner"][0])


def _choice(state: State, tactician: Tactician | None, random: Random) -> int:
    legal = state.legal_actions()
    if random.random() < ASTRAY:
        return random.choice(legal)
    if tactician is None:
        return agent("brawler").decide(state, RandomSource(random.getrandbits(32))).action
    worths = tactician.weigh(state)
    return legal[int(np.argmax(worths if state.current_player() == PLAYERS else -worths))]
