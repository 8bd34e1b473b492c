"""Whole scenes in compiled code are those that are played step by step; the rule of thumb is better
than chance, and knows no more than its side does."""

from __future__ import annotations

from itertools import pairwise
from math import sqrt
from pathlib import Path
from statistics import fmean, pvariance

import pytest

from autogm.agents.base import RandomSource
from autogm.agents.plain import played
from autogm.agents.roster import agent, seats
from autogm.game.contract import GM, PLAYERS
from autogm.game.graph import worths
from autogm.game.registry import load_game
from autogm.lab.playouts import play_many
from autogm.scenes.cards.game import CardGame
from tests.scenes.cards.generator import random_scene

SCENES = sorted((Path(__file__).parents[3] / "scenarios" / "scenes").glob("*.yaml"))
KINDS = ("random", "frugal")
BOTH = [f"players={one},gm={other}" for one in KINDS for other in KINDS]


def scene(path: Path) -> CardGame:
    """The game of a scene that ships."""
    game = load_game(path)
    assert isinstance(game, CardGame)
    return game


@pytest.mark.parametrize("who", BOTH)
@pytest.mark.parametrize("path", SCENES, ids=lambda one: one.stem)
def test_whole_scenes_are_those_of_the_steps(path: Path, who: str) -> None:
    game = scene(path)
    agents = seats(who, "aspect-cards")
    start = game.new_initial_state()
    names = (agents[PLAYERS].name, agents[GM].name)
    found = game.play_out(names, 5, 3, 15, start)
    for battle in range(3, 15):
        steps = list(played(game, 5, battle, agents))
        end, row = steps[-1].after, battle - 3
        assert end.winner == found.winners[row]
        assert worths(end) == pytest.approx(found.worths[row], abs=1e-12)
        assert len(steps) == found.steps[row]
        assert game.ending(end) == found.endings[row]


def test_random_scenes_are_those_of_the_steps() -> None:
    for seed in range(40):
        game = CardGame(random_scene(seed))
        found = game.play_out(("frugal", "random"), seed, 0, 4, game.new_initial_state())
        for battle in range(4):
            steps = list(played(game, seed, battle, (agent("frugal"), agent("random"))))
            assert worths(steps[-1].after) == pytest.approx(found.worths[battle], abs=1e-12)
            assert len(steps) == found.steps[battle]


def test_a_play_goes_on_from_any_state() -> None:
    game = scene(SCENES[0])
    agents = seats("frugal", "aspect-cards")
    first = list(played(game, 2, 0, agents))
    start = first[len(first) // 2].before
    found = game.play_out(("frugal", "frugal"), 9, 0, 6, start)
    for battle in range(6):
        steps = list(played(game, 9, battle, agents, start))
        assert len(steps) == found.steps[battle]


def test_many_plays_are_counted_from_compiled_code() -> None:
    game = scene(SCENES[0])
    counted = play_many(game, 2_500, 4, seats("random", "aspect-cards"))
    parts = game.play_out(("random", "random"), 4, 0, 2_500, game.new_initial_state())
    assert counted.battles == 2_500
    assert counted.endings == {name: parts.endings.count(name) for name in counted.endings}
    assert counted.value == pytest.approx(fmean(one - other for one, other in parts.worths))


def test_dice_depend_on_the_roll_and_not_on_what_was_chosen() -> None:
    game = scene(SCENES[0])
    falls: dict[int, set[int]] = {}
    for who in BOTH:
        for step in played(game, 1, 7, seats(who, "aspect-cards")):
            if step.decision is None:
                falls.setdefault(int(step.before.record[0]["rolls"]), set()).add(step.action)
    assert len(falls) > 1
    assert all(len(found) == 1 for found in falls.values())


def test_dice_fall_as_often_as_they_should() -> None:
    game = scene(SCENES[0])
    state = game.new_initial_state()
    source = 0
    while state.current_player() != -1:
        state = state.child(state.legal_actions()[0])
    number = 20_000
    counts = [0] * 9
    for source in range(number):
        counts[game.fallen(state, 3, source, 0) & 15] += 1
    for count, (_, chance) in zip(counts, state.chance_outcomes(), strict=True):
        assert abs(count - number * chance) < 4 * sqrt(number * chance * (1 - chance))


@pytest.mark.parametrize("other", KINDS)
@pytest.mark.parametrize("side", [PLAYERS, GM])
def test_the_rule_of_thumb_is_better_than_chance_on_either_side(side: int, other: str) -> None:
    gains, number = list[float](), 1_000
    for path in SCENES:
        game = scene(path)
        own = []
        for one in ("frugal", "random"):
            names = (one, other) if side == PLAYERS else (other, one)
            found = game.play_out(names, 11, 0, number, game.new_initial_state()).worths
            own.append([row[side] for row in found])
        gains += [one - two for one, two in zip(*own, strict=True)]
    assert fmean(gains) > 4 * sqrt(pvariance(gains) / len(gains))


def test_the_rule_of_thumb_of_the_players_knows_nothing_hidden() -> None:
    asked = 0
    for path in SCENES:
        game = scene(path)
        for battle in range(6):
            for step in played(game, 8, battle, seats("random", "aspect-cards")):
                state = step.before
                if state.current_player() != PLAYERS:
                    continue
                seen = state.game.as_known_to(state, PLAYERS)
                source = RandomSource(8, battle, 0)
                own = agent("frugal").decide(state, source).facts["action"]
                assert agent("frugal").decide(seen, source).facts["action"] == own
                asked += seen.game is not state.game
    assert asked > 50


def test_the_rule_of_thumb_repeats_nothing_that_changes_nothing() -> None:
    """While a resolution of the players is ahead, they try what brings it nearer: in scenes that
    ask for it, no two rolls in a row succeed and leave all as it is."""
    for name in ("the-vault", "party-crashers", "the-trial"):
        game = load_game(SCENES[0].with_name(f"{name}.yaml"))
        for battle in range(20):
            left = []
            for step in played(game, 4, battle, seats("frugal", "aspect-cards")):
                for event in game.events(step.before, step.action):
                    if event.kind in ("added", "removed", "left"):
                        left.append(event.kind == "left" and event.facts["side"] == "players")
            assert not any(one and other for one, other in pairwise(left)), (name, battle)
