"""`show` of a state and for a side, and pictures written into files and folders by `show` and
`replay`."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from autogm.game.registry import read_file
from tests.commands.test_odds_and_show import run

SCENARIOS = Path(__file__).parents[2] / "scenarios"
DUEL = SCENARIOS / "duel.yaml"
AMBUSH = """
title: In the Reeds
ruleset: war-of-ashes
zones: {road: {name: The Road, aspect: Open Ground}, reeds: {name: The Reeds, aspect: Reeds}}
edges: [[road, reeds]]
aspects: [{text: Eyes in the Reeds, hidden_from: players}]
turn_order: {ambush: gm, lethal_ambush: true}
sides:
  players:
    fighters:
      ann:
        {name: Ann, type: main, zone: road, skills: {Quick: 2},
         stunts: [{name: Last Stand, does: bonus, amount: 2, skills: [Quick], actions: [defend]}]}
  gm:
    fighters:
      thug: {name: Thug, type: minion, zone: reeds, skills: {Sneaky: 1}}
      late: {name: Latecomer, type: minion, zone: road, skills: {Sneaky: 1}, arrives: 3}
"""


@pytest.fixture
def reeds(tmp_path: Path) -> Path:
    """A scenario with an ambush in it."""
    file = tmp_path / "reeds.yaml"
    file.write_text(AMBUSH, encoding="utf-8")
    return file


def states(capsys: pytest.CaptureFixture[str], file: Path, *options: str) -> list[str]:
    """The lines of the choices of a battle."""
    assert run("replay", str(file), "--agents", "brawler", "--json", *options) == 0
    steps = json.loads(capsys.readouterr().out)
    return [step["state"] for step in steps if step["state"]]


def test_show_shows_a_state(capsys: pytest.CaptureFixture[str]) -> None:
    """The last choice of a battle: boxes are marked, and somebody is to choose."""
    line = states(capsys, DUEL)[-1]
    assert run("show", str(DUEL), "--state", line) == 0
    out = capsys.readouterr().out
    assert "▣" in out
    assert " chooses " in out
    assert "at most" not in out
    assert run("show", str(DUEL)) == 0
    assert "▣" not in capsys.readouterr().out


@pytest.mark.parametrize("line", ["nothing", "0123456789ab.AAAA"])
def test_what_is_no_state_is_refused(capsys: pytest.CaptureFixture[str], line: str) -> None:
    assert run("show", str(DUEL), "--state", line) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("error: --state: ")


SECRETS = ("Thug", "Latecomer", "Eyes in the Reeds", "ambush", "lethal")


@pytest.mark.parametrize("options", [(), ("--svg", "-", "--sheets")])
def test_show_leaves_out_what_the_players_may_not_see(
    capsys: pytest.CaptureFixture[str], reeds: Path, options: tuple[str, ...]
) -> None:
    assert run("show", str(reeds), *options) == 0
    told = capsys.readouterr().out
    assert not [one for one in SECRETS if one not in told]
    assert run("show", str(reeds), "--for", "players", *options) == 0
    told = capsys.readouterr().out
    assert not [one for one in SECRETS if one in told]
    assert "Ann" in told
    assert "Last Stand" in told
    assert run("show", str(reeds), "--for", "nobody") == 2


def test_sheets_are_drawn_if_wanted(capsys: pytest.CaptureFixture[str], reeds: Path) -> None:
    assert run("show", str(reeds), "--svg", "-") == 0
    assert "Last Stand" not in capsys.readouterr().out
    assert run("show", str(reeds), "--svg", "-", "--sheets") == 0
    assert "Last Stand" in capsys.readouterr().out


@pytest.mark.parametrize("name", ["reeds.yaml", "notes.txt", "picture.png", "picture", "notes.svg"])
def test_show_draws_over_pictures_alone(
    capsys: pytest.CaptureFixture[str], reeds: Path, name: str
) -> None:
    target = reeds.with_name(name)
    if target != reeds:
        target.write_text("kept", encoding="utf-8")
    before = target.read_bytes()
    assert run("show", str(reeds), "--svg", str(target)) == 2
    assert "--svg" in capsys.readouterr().err
    assert target.read_bytes() == before


def test_show_draws_over_what_it_drew(reeds: Path) -> None:
    target = reeds.with_name("board.svg")
    for _ in range(2):
        assert run("show", str(reeds), "--svg", str(target)) == 0
        assert ET.fromstring(target.read_bytes()).tag.endswith("svg")
    assert {one.name for one in reeds.parent.iterdir()} == {"reeds.yaml", "board.svg"}


def test_replay_draws_every_exchange(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The beginning and the end of each, with what the story tells besides."""
    folder = tmp_path / "pictures"
    assert run("replay", str(DUEL), "--agents", "brawler") == 0
    story = capsys.readouterr().out
    assert run("replay", str(DUEL), "--agents", "brawler", "--svg-dir", str(folder)) == 0
    assert capsys.readouterr().out == story
    exchanges = story.count("\nExchange ")
    names = [f"exchange-{number:02}.svg" for number in range(exchanges + 1)]
    assert sorted(one.name for one in folder.iterdir()) == names
    texts = [(folder / name).read_text(encoding="utf-8") for name in names]
    assert "hit for" not in texts[0].lower()
    assert any("hit for" in text.lower() for text in texts[1:])
    assert " won" in texts[-1] or "win" in texts[-1]
    assert run("replay", str(DUEL), "--agents", "brawler", "--svg-dir", str(folder), "--json") == 0
    assert json.loads(capsys.readouterr().out)


def test_replay_draws_the_table_of_a_scene_before_each_roll(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """As the players may see it: without what is hidden until it is found out."""
    folder = tmp_path / "pictures"
    asked = ("replay", "moonrise-ritual", "--battle", "2", "--for", "players")
    assert run(*asked) == 0
    story = capsys.readouterr().out
    assert run(*asked, "--svg-dir", str(folder)) == 0
    assert capsys.readouterr().out == story
    names = sorted(one.name for one in folder.iterdir())
    assert names == [f"table-{number:02}.svg" for number in range(len(names))]
    assert len(names) == 2 + " ".join(story.split()).count(" rolls ")
    texts = [(folder / name).read_text(encoding="utf-8") for name in names]
    assert len(set(texts)) > 2
    scene = read_file(SCENARIOS / "scenes" / "moonrise-ritual.yaml").content
    hidden = [one.text for one in scene.aspects if one.hidden]
    assert hidden
    assert not any(one in texts[0] for one in hidden)


def test_replay_overwrites_nothing_but_pictures(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """One file of another kind, and no picture is written at all."""
    folder = tmp_path / "pictures"
    folder.mkdir()
    kept = folder / "exchange-01.svg"
    kept.write_text("my notes", encoding="utf-8")
    assert run("replay", str(DUEL), "--agents", "brawler", "--svg-dir", str(folder)) == 2
    assert str(kept) in capsys.readouterr().err
    assert [one.name for one in folder.iterdir()] == [kept.name]
    assert kept.read_text(encoding="utf-8") == "my notes"
    assert run("replay", str(DUEL), "--agents", "brawler", "--svg-dir", str(kept)) == 2
    assert "is a file" in capsys.readouterr().err
