"""The option `--for`: for whom a command shows something, and what it shows without it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from autogm.cli import app
from autogm.commands.frame import guarded

SCENARIO = """
title: Under the Bridge
ruleset: fate-core
exchanges: 3
zones: {road: {aspect: Mud}, cave: {unexplored: true, reveals: The Bones of the Last Ones}}
edges: [[road, cave]]
sides:
  players: {fighters: {rolf: {zone: road, skills: {Fight: 2, Notice: 4}}}}
  gm:
    fighters:
      troll: {type: main, zone: road, skills: {Fight: 1}, aspects: [Hungry,
        {text: Afraid of Bells, hidden_from: players}]}
      mother: {type: main, zone: road, arrives: 2, skills: {Fight: 5}}
"""
SECRETS = ("Afraid of Bells", "Mother", "The Bones of the Last Ones")


@pytest.fixture
def bridge(tmp_path: Path) -> str:
    path = tmp_path / "bridge.yaml"
    path.write_text(SCENARIO)
    return str(path)


def told(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert guarded(lambda: app(list(arguments))) == 0
    return capsys.readouterr().out


def found(text: str) -> list[str]:
    """The secrets in a text."""
    return [one for one in SECRETS if one in text]


def test_a_board_is_for_everyone_or_for_a_side(
    bridge: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """What exploring reveals is on no board."""
    assert found(told(capsys, "show", bridge)) == ["Afraid of Bells", "Mother"]
    assert found(told(capsys, "show", bridge, "--for", "all")) == ["Afraid of Bells", "Mother"]
    assert found(told(capsys, "show", bridge, "--for", "gm")) == ["Afraid of Bells", "Mother"]
    assert found(told(capsys, "show", bridge, "--for", "players")) == []
    assert found(told(capsys, "show", bridge, "--for", "players", "--svg", "-", "--sheets")) == []


def test_a_replay_for_a_side_tells_its_events_alone(
    bridge: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Without states, codes and reasons, which are about everything; reinforcements once they
    come; the pictures too. Brawlers play, who explore nothing."""
    drawn = ("--svg-dir", str(tmp_path / "pictures"))
    replay = ("replay", bridge, "--agents", "brawler")
    whole = json.loads(told(capsys, *replay, "--json"))
    steps = json.loads(told(capsys, *replay, "--for", "players", "--json", *drawn))
    assert len(steps) == len(whole)
    assert {key for step in steps for key in step} == {"step", "events"}
    come = next(n for n, step in enumerate(whole)
                if any(one["kind"] == "arrives" for one in step["events"]))  # fmt: skip
    assert found(json.dumps(steps[:come])) == []
    assert found(json.dumps(steps[come:])) == ["Mother"]
    assert found((tmp_path / "pictures" / "exchange-00.svg").read_text()) == []
    assert "Mother" in told(capsys, *replay, "--for", "players")


def test_advice_is_for_the_side_that_chooses(
    bridge: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Without `--for` as with it; for the other side there is none; `all` weighs what is hidden."""
    ask = ("advise", bridge, "--json", "--battles", "0", "--level", "mediocre")
    advice = [json.loads(told(capsys, *ask, *more)) for more in ((), ("--for", "players"))]
    assert advice[0] == advice[1]
    assert (advice[0]["for"], found(json.dumps(advice))) == ("players", [])
    whole = json.loads(told(capsys, *ask, "--for", "all"))
    assert whole["for"] == "all"
    assert [one["value"] for one in whole["choices"]] != [
        one["value"] for one in advice[0]["choices"]
    ]
    assert guarded(lambda: app([*ask, "--for", "gm"])) == 2
    assert "--for gm: the other side chooses here, players" in capsys.readouterr().err


def test_without_a_word_for_whom_it_is_noted_that_something_is_left_out(
    bridge: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Beside the advice, which is the same: with `--for` it would give away that there is any."""

    def noted(file: str, *more: str) -> bool:
        ask = ("advise", file, "--battles", "0", "--level", "mediocre", *more)
        assert guarded(lambda: app(list(ask))) == 0
        return "note: what is hidden from the players here is left out" in capsys.readouterr().err

    assert noted(bridge)
    assert not noted(bridge, "--for", "players")
    assert not noted(bridge, "--for", "all")
    assert not noted("duel")


def test_nothing_is_weighed_against_nobody(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Where nobody of the other side is in sight advice says so, and plays nothing on."""
    changes = {
        "exchanges: 3": "exchanges: 3\nturn_order: {ambush: gm}",
        "ruleset: fate-core": "ruleset: war-of-ashes\nroar: true",
        "Fight: 2, Notice: 4": "Forceful: 2",
        "Fight": "Forceful",
    }
    text, path = SCENARIO, tmp_path / "ambush.yaml"
    for old, new in changes.items():
        text = text.replace(old, new)
    path.write_text(text)
    shown = " ".join(told(capsys, "advise", str(path)).split())
    assert "Nobody of the other side is in sight" in shown
    assert found(shown) == []
