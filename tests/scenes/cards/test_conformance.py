"""Card scenes keep the contract of every game: those that ship, and random ones; and they agree
with the rules in plain Python wherever random plays lead."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from autogm.game.conformance import check_game, steps
from autogm.game.graph import futures
from autogm.game.registry import load_game
from autogm.scenes.cards.codes import LAST_WORD, OPENING, ROLL_PHASES
from autogm.scenes.cards.game import CardGame
from autogm.scenes.cards.layout import MASKS
from tests.scenes.cards.generator import random_scene
from tests.scenes.cards.parties import SMALL
from tests.scenes.cards.test_reference import walk

SHIPPED = sorted((Path(__file__).parents[3] / "scenarios" / "scenes").glob("*.yaml"))
DEAD = {"intention": ROLL_PHASES, "bonus": ROLL_PHASES, "dice": ROLL_PHASES,
        "invoked": ROLL_PHASES}  # fmt: skip
"""Fields that no later rule reads outside of these phases."""


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_shipped_scenes_keep_the_contract(path: Path) -> None:
    check_game(load_game(path), plays=6)


@pytest.mark.parametrize("seed", range(40))
def test_random_scenes_keep_the_contract(seed: int) -> None:
    check_game(CardGame(random_scene(seed)), plays=2, seed=seed)


def test_an_end_that_is_good_for_both_is_within_the_bound() -> None:
    """What both gain does not show in the difference, which is what `returns` are."""
    both = replace(SMALL["short"].endings[0], worth=(3.0, 3.0))
    endings = tuple(both if one.id == both.id else one for one in SMALL["short"].endings)
    game = CardGame(replace(SMALL["short"], endings=endings))
    assert game.max_utility >= 3.0
    check_game(game, plays=6)


def test_lines_of_states_that_no_play_leads_to_are_refused() -> None:
    game = CardGame(SMALL["short"])
    state = game.new_initial_state()
    for field, value in (
        ("simple", 1),  # it never was a simple scene
        ("phase", OPENING),  # the game takes what is forced
        ("phase", LAST_WORD + 1),
        ("gm", int(state.record[0]["gm"]) + 1),
        ("standing", 1 << len(game.settled.aspects)),
        ("winner", 1),
    ):
        broken = state.clone()
        broken.record[0][field] = value
        with pytest.raises(ValueError, match="no play of the scene leads to it"):
            game.deserialize(game.serialize(broken))
    assert game.deserialize(game.serialize(state)) == state


@pytest.mark.parametrize("part", range(8))
def test_random_scenes_are_played_by_the_rules(part: int) -> None:
    for seed in range(50 * part, 50 * (part + 1)):
        for play in range(4):
            walk(random_scene(seed), Random(play))


def states() -> Iterator[Any]:
    """States of random plays of random scenes."""
    for seed in range(60):
        game = CardGame(random_scene(seed))
        for step in steps(game, Random(seed)):
            yield step.after


@pytest.mark.rule("F8", "G12")
def test_points_add_up_everywhere() -> None:
    for state in states():
        record = state.record[0]
        purses = [*map(int, record["points"]), int(record["gm"]), int(record["bowl"])]
        assert min(purses) >= 0
        assert sum(purses) == state.game.points


def test_nothing_dead_stays_in_a_state() -> None:
    for state in states():
        record, everything = state.record[0], (1 << len(state.game.settled.aspects)) - 1
        assert all(int(record[name]) & ~everything == 0 for name in MASKS)
        for name, phases in DEAD.items():
            if not (phases >> state.phase) & 1:
                assert int(record[name]) == 0, name
        if state.is_terminal():
            kept = {"standing", "points", "gm", "bowl", "rolls", "ending", "winner"}
            rest = set(record.dtype.names) - kept
            assert not any(record[name].any() for name in rest)


@pytest.mark.parametrize("name", SMALL)
def test_equal_futures_are_equal_states_between_rolls(name: str) -> None:
    """What a step tells counts to the future, and within a roll a state may remember what nobody
    can make use of any more."""
    game = CardGame(SMALL[name])
    found = futures(game.new_initial_state(), 100_000, told=True)
    twins = [pair for pair in found.twins if not (ROLL_PHASES >> pair[0].phase) & 1]
    assert twins == []


def test_the_players_have_their_choices_in_the_scene_as_they_know_it() -> None:
    asked = 0
    for state in states():
        if state.current_player() == 0:
            known = state.game.as_known_to(state, 0)
            assert known.game.choices(known, 0) == state.game.choices(state, 0)
            hidden = [one.text for n, one in enumerate(state.game.settled.aspects)
                      if one.hidden and not (int(state.record[0]["standing"]) >> n) & 1
                      and not (int(state.record[0]["revealed"]) >> n) & 1]  # fmt: skip
            assert not any(text in str(known.game.settled) for text in hidden)
            asked += 1
    assert asked > 100


def test_another_process_has_the_same_fingerprint() -> None:
    path = next(one for one in SHIPPED if one.stem == "the-vault")
    code = f"from autogm import load_game; print(load_game({str(path)!r}).fingerprint)"
    told = {
        subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, check=True,
            env={**os.environ, "PYTHONHASHSEED": seed},
        ).stdout.strip()
        for seed in ("1", "2")
    }  # fmt: skip
    assert told == {load_game(path).fingerprint}


def test_scenes_that_differ_in_what_is_hidden_alone_are_the_same_to_the_players() -> None:
    shown, seen = SMALL["short"], []
    less = replace(shown, aspects=tuple(
        replace(one, turns=frozenset()) for one in shown.aspects if not one.hidden
    ))  # fmt: skip
    for scene in (shown, less):
        state = CardGame(scene).new_initial_state()
        known = state.game.as_known_to(state, 0)
        seen.append((state.game.observation(state, 0), known.game.fingerprint))
    assert seen[0] == seen[1]
