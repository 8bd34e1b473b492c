"""What asking a person takes, on the thread's clock."""

from __future__ import annotations

import json

import pytest

from evaluation.ask_times import SCENES, main


@pytest.mark.thorough
def test_it_measures_turns_and_duels_of_each_scene(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--moments", "2", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["seed"] == 1
    told = [(one["scene"], one["node"]) for one in found["times"]]
    assert told == [(scene, node) for scene in SCENES for node in ("turn", "duel")]
    for one in found["times"]:
        assert one["options"] > 1
        assert one["offers"]["number"] == one["odds"]["number"] == one["threats"]["number"] == 2
        assert one["odds"]["median"] > 0
        assert one["reference"] > 0
