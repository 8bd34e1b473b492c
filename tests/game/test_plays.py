"""Plays that are kept: read back to the last choice and die, refused where they cannot be."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from autogm.engine.game import Game, load_game
from autogm.game.contract import CHANCE
from autogm.game.plays import FORMAT, Play, PlayError, read_kept, read_noted, states_of
from autogm.model.faults import ScenarioError
from tests.conformance.plays import Seen, choose

SCENARIOS = Path(__file__).parents[2] / "scenarios"


def played(game: Game, seed: int, steps: int) -> tuple[list[dict[str, Any]], list[bytes]]:
    """The entries of a random play, and the records after each."""
    state, rng = game.new_initial_state(), Random(seed)
    entries, records = list[dict[str, Any]](), list[bytes]()
    while not state.is_terminal() and len(entries) < steps:
        action = choose(state, rng, Seen())
        entries.append(game.entry(state, action))
        state.apply_action(action)
        records.append(state.record.tobytes())
    return entries, records


@pytest.mark.parametrize("name", ["autarch-skirmish", "hold-the-bridge", "loading-bay"])
def test_a_kept_play_leads_through_the_same_states(name: str) -> None:
    game = load_game(SCENARIOS / f"{name}.yaml")
    entries, records = played(game, 3, 150)
    kept = Play.from_dict(json.loads(json.dumps(Play("conflict", {}, entries).as_dict())))
    _, *states = states_of(load_game(SCENARIOS / f"{name}.yaml"), kept.entries)
    assert [one.record.tobytes() for one in states] == records  # type: ignore[attr-defined]
    assert any("dice" in one for one in entries)


def test_a_sum_will_do_where_nobody_saw_the_dice() -> None:
    game = load_game(SCENARIOS / "duel.yaml")
    state = game.new_initial_state()
    while state.current_player() != CHANCE:
        state.apply_action(state.legal_actions()[-1])
    bare = state.chance_outcomes()[0][0]
    assert game.entry(state, bare) == {"sum": -4}
    assert game.action_of(state, {"sum": -4}) == bare


@pytest.mark.parametrize(
    ("entry", "says"),
    [
        ({"verb": "attak"}, "no verb is called 'attak'"),
        ({"verb": "attack", "at": "bruno"}, "an action has no field 'at'"),
        ({"aspect": "Brave"}, "an action has a verb"),
        ({"verb": "block", "target": "ilse"}, "is not legal here"),
        ({"dice": [1, 1, 1, 1]}, "no field 'dice'"),
    ],
)
def test_an_entry_that_is_not_taken_is_told_with_its_number(
    entry: dict[str, Any], says: str
) -> None:
    game = load_game(SCENARIOS / "duel.yaml")
    entries, _ = played(game, 1, 2)
    while game.new_initial_state().current_player() == CHANCE or "dice" in entries[-1]:
        entries = entries[:-1]
    with pytest.raises(PlayError, match=f"entry {len(entries)} of {len(entries)}: .*{says}"):
        list(states_of(game, [*entries[:-1], entry]))


@pytest.mark.parametrize(
    ("entry", "says"),
    [
        ({"dice": [2, 0, 0, 0]}, "four Fate dice cannot show"),
        ({"sum": 9}, "come to -4 at least and 4 at most, not 9"),
        ({"verb": "pass"}, "dice are to fall"),
    ],
)
def test_dice_that_cannot_fall_are_refused(entry: dict[str, Any], says: str) -> None:
    game = load_game(SCENARIOS / "duel.yaml")
    state = game.new_initial_state()
    while state.current_player() != CHANCE:
        state.apply_action(state.legal_actions()[-1])
    with pytest.raises(ValueError, match=says):
        game.action_of(state, entry)


@pytest.mark.parametrize(
    ("data", "says"),
    [
        ({"format": FORMAT + 1}, "made by a newer version"),
        ({}, "its `format` is missing"),
        ({"format": FORMAT, "kind": "conflict", "files": {}}, "its `entries` is missing"),
    ],
)
def test_what_is_no_play_of_this_version_is_refused(data: dict[str, Any], says: str) -> None:
    with pytest.raises(PlayError, match=says):
        Play.from_dict(data)


@pytest.mark.parametrize("name", ["lizardfolk-camp", "duel", "party-crashers"])
def test_a_game_is_made_again_of_its_texts_alone(name: str, tmp_path: Path) -> None:
    found, files = read_noted(name)
    path = tmp_path / next(iter(files))
    path.write_text("title: another\n")
    assert read_kept(files).game().fingerprint == found.game().fingerprint
    assert not any(".." in one or one.startswith("/") for one in files)


def test_kept_texts_that_refer_to_what_is_not_among_them_are_refused() -> None:
    _, files = read_noted("lizardfolk-camp")
    first = next(iter(files))
    with pytest.raises(ScenarioError, match="not among the texts that were saved"):
        read_kept({first: files[first]})
