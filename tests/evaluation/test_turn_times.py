"""The times of whole turns: every choice of a turn is counted once, and the scenes are as large as
they are said to be."""

from __future__ import annotations

import json

import pytest

from autogm.engine.game import load_game
from evaluation.turn_times import HERE, SCENES, main

SIZES = {"grand-melee": (8, 12, 10, 40), "crowded-hall": (6, 8, 1, 40), "horde": (8, 13, 6, 30)}
"""Fighters of both sides, zones, and at least so many aspects from the start."""


@pytest.mark.parametrize("scene", SCENES)
def test_scenes_are_as_large_as_is_said(scene: str) -> None:
    game = load_game(HERE / f"{scene}.yaml")
    sides = [one.side for one in game.encounter.fighters]
    players, gm, zones, aspects = SIZES[scene]
    assert (sides.count("players"), sides.count("gm")) == (players, gm)
    assert len(game.words.zones) == zones
    record = game.new_initial_state().record[0]
    assert sum(int(word).bit_count() for word in record["slots_here"].astype("u8")) >= aspects


@pytest.mark.thorough
def test_turns_are_timed(capsys: pytest.CaptureFixture[str]) -> None:
    main(["--agents", "planner:great:positions=300", "--turns", "3", "--json"])
    found = json.loads(capsys.readouterr().out)["times"]
    assert [one["scene"] for one in found] == [*SCENES]
    for one in found:
        assert one["turns"]["number"] == 3
        assert 0 < one["turns"]["median"] <= one["turns"]["most"] <= one["turns"]["longest"]
        assert one["reference"] > 0


def test_a_scene_that_is_not_known_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as refused:
        main(["--scenes", "mirrored-01,wonderland"])
    assert refused.value.code == 2
    said = capsys.readouterr().err
    assert "no scene is called `wonderland`" in said
    assert "large-01 to large-40" in said


def test_turns_of_a_random_conflict_are_timed(capsys: pytest.CaptureFixture[str]) -> None:
    main(["--agents", "tactician", "--scenes", "mirrored-11", "--turns", "3", "--json"])
    (found,) = json.loads(capsys.readouterr().out)["times"]
    assert (found["scene"], found["turns"]["number"]) == ("mirrored-11", 3)
