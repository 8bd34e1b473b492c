"""Positions on the command line: written by `show --yaml`, taken with `--position`, looked over by
`check`, and refused in words.
"""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from autogm.cli import app
from autogm.commands.frame import guarded
from autogm.engine.codes import N_TURN
from autogm.engine.game import load_game

SCENARIOS = Path(__file__).parents[2] / "scenarios"
DUEL = str(SCENARIOS / "duel.yaml")
MIDDLE = """\
scenario: duel
exchange: 3
turn: bruno
fighters:
  ilse: {stress: {physical: [1, 2]}, consequences: [mild], points: 0}
"""


def run(*arguments: str) -> int:
    return guarded(lambda: app(list(arguments)))


@pytest.fixture
def middle(tmp_path: Path) -> str:
    path = tmp_path / "middle.yaml"
    path.write_text(MIDDLE, "utf-8")
    return str(path)


def told(capsys: pytest.CaptureFixture[str]) -> Any:
    return json.loads(capsys.readouterr().out)


def test_what_show_writes_is_taken_back(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "position.yaml"
    assert run("show", DUEL, "--yaml", str(path)) == 0
    capsys.readouterr()
    assert run("check", str(path), "--json") == 0
    (row,) = told(capsys)
    game = load_game(DUEL)
    assert game.deserialize(row["state"]) == game.new_initial_state()
    assert (row["title"], row["fighter"]) == ("A Duel at Dawn", "ilse")


def test_a_written_position_is_renewed_and_nothing_else_is_overwritten(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, other = tmp_path / "position.yaml", tmp_path / "duel.yaml"
    assert run("show", DUEL, "--yaml", str(path)) == 0
    assert run("show", DUEL, "--yaml", str(path)) == 0
    other.write_text(Path(DUEL).read_text("utf-8"), "utf-8")
    assert run("show", DUEL, "--yaml", str(other)) == 2
    assert "holds no position" in capsys.readouterr().err
    assert other.read_text("utf-8") == Path(DUEL).read_text("utf-8")


def test_a_position_goes_from_one_command_to_the_next(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert run("show", DUEL, "--yaml", "-") == 0
    written = capsys.readouterr().out
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(written.encode())))
    assert run("show", DUEL, "--position", "-") == 0
    assert "exchange 1 of 8" in capsys.readouterr().out


@pytest.mark.parametrize(
    "command",
    [
        ("simulate", "-n", "20", "--agents", "brawler", "--json"),
        ("replay", "--agents", "brawler", "--json"),
        ("advise", "--level", "good", "--battles", "0", "--json"),
    ],
)
def test_commands_take_a_position_as_they_take_a_state(
    command: tuple[str, ...], middle: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """The same comes of either, as far as it is no clock's."""
    assert run("check", middle, "--json") == 0
    (row,) = told(capsys)
    found = []
    for given in (("--position", middle), ("--state", row["state"])):
        assert run(command[0], DUEL, *command[1:], *given) == 0
        found.append(without_clock(told(capsys)))
    assert found[0] == found[1]


def without_clock(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: without_clock(one) for key, one in value.items() if "second" not in key}
    return [without_clock(one) for one in value] if isinstance(value, list) else value


def test_a_conflict_is_solved_from_a_position(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """Whoever is hurt and has nothing left is worse off, and there is less to solve."""
    fencing = str(SCENARIOS.parent / "tests" / "perft" / "two-rooms.yaml")
    assert run("solve", fencing, "--json") == 0
    whole = told(capsys)
    path = tmp_path / "last.yaml"
    assert run("show", fencing, "--yaml", str(path)) == 0
    capsys.readouterr()
    assert run("solve", fencing, "--position", str(path), "--json") == 0
    again = told(capsys)
    assert without_clock(again) == without_clock(whole)


@pytest.mark.parametrize("command", ["check", "show", "simulate", "advise"])
def test_nothing_is_played_on_from_where_it_is_over(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "over.yaml"
    path.write_text("scenario: duel\nfighters: {ilse: {status: left}}\n", "utf-8")
    given = (str(path),) if command == "check" else (DUEL, "--position", str(path))
    assert run(command, *given) == 2
    told = capsys.readouterr()
    assert "play is over in this position: the GM's side has won" in told.out + told.err


def test_a_scene_of_cards_is_taken_from_a_position(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, scene = tmp_path / "scene.yaml", str(SCENARIOS / "scenes" / "the-vault.yaml")
    path.write_text("scenario: the-vault\nrolls: 2\nfailures: 1\n", "utf-8")
    assert run("check", str(path)) == 0
    assert "next: " in capsys.readouterr().out
    for command in (("show",), ("simulate", "-n", "5"), ("replay",), ("advise",)):
        assert run(command[0], scene, *command[1:], "--position", str(path)) == 0
    capsys.readouterr()


def test_a_battle_that_is_told_is_gone_on_from_at_each_exchange(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The positions are states of that battle, each the first of its exchange."""
    folder, asked = tmp_path / "positions", ("replay", "bat-ruins", "--agents", "brawler")
    assert run(*asked) == 0
    story = capsys.readouterr().out
    assert run(*asked, "--yaml-dir", str(folder)) == 0
    assert capsys.readouterr().out == story
    assert run(*asked, "--json") == 0
    game = load_game("bat-ruins")
    lines = [one["state"] for one in told(capsys) if one["state"] is not None]
    states = [game.deserialize(line) for line in lines]
    begun = {one.exchange: one for one in reversed(states) if one.node() == N_TURN}
    written = sorted(folder.iterdir())
    assert [one.name for one in written] == [f"exchange-{one:02}.yaml" for one in sorted(begun)]
    for path, number in zip(written, sorted(begun), strict=True):
        assert run("check", str(path), "--json") == 0
        (row,) = told(capsys)
        found = game.deserialize(row["state"])
        assert found.exchange == number
        assert found in states
        assert states.index(found) <= states.index(begun[number]), "somebody has acted already"


def test_positions_of_a_battle_are_written_over_nothing_else(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "positions"
    folder.mkdir()
    kept = folder / "exchange-01.yaml"
    kept.write_text("my notes", "utf-8")
    asked = ("replay", DUEL, "--agents", "brawler", "--yaml-dir")
    assert run(*asked, str(folder)) == 2
    assert "holds no position; name another folder" in capsys.readouterr().err
    assert (kept.read_text("utf-8"), len([*folder.iterdir()])) == ("my notes", 1)
    assert run(*asked, str(kept)) == 2
    assert "is a file" in capsys.readouterr().err
    assert run(*asked, str(tmp_path / "new"), "--for", "players") == 2
    assert "leave --for out" in capsys.readouterr().err


def test_a_scene_that_is_told_is_gone_on_from(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "positions"
    assert run("replay", "the-vault", "--yaml-dir", str(folder)) == 0
    written = sorted(folder.iterdir())
    assert len(written) > 1
    capsys.readouterr()
    assert run("check", *map(str, written), "--json") == 0
    assert len({row["state"] for row in told(capsys)}) == len(written)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("show", DUEL, "--position", "nowhere.yaml"), "nowhere.yaml: there is no such file"),
        (("show", DUEL, "--yaml", "out.txt"), "write --yaml out.yaml"),
        (("show", DUEL, "--yaml", "-", "--svg", "-"), "leave --svg out"),
        (("show", DUEL, "--yaml", "-", "--for", "players"), "leave --for out"),
        (("schema", "--character", "--position"), "--character takes no --position"),
    ],
)
def test_what_does_not_go_together(
    arguments: tuple[str, ...], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(*arguments) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert says in " ".join(captured.err.split())


def test_a_state_and_a_position_are_one_too_many(
    middle: str, capsys: pytest.CaptureFixture[str]
) -> None:
    game = load_game(DUEL)
    line = game.serialize(game.new_initial_state())
    assert run("simulate", DUEL, "--position", middle, "--state", line) == 2
    assert "--state and --position both say where to begin" in capsys.readouterr().err


def test_scenarios_and_positions_are_told_apart(
    middle: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("simulate", middle) == 2
    assert "this is a position, not a scenario" in " ".join(capsys.readouterr().err.split())
    assert run("show", DUEL, "--position", DUEL) == 2
    assert "this is a scenario, not a position" in " ".join(capsys.readouterr().err.split())
    path = tmp_path / "nameless.yaml"
    path.write_text("exchange: 2\n", "utf-8")
    assert run("check", str(path)) == 2
    assert "name the scenario that this is a position of" in capsys.readouterr().err
    assert run("show", DUEL, "--position", str(path)) == 0


def test_a_roll_that_is_under_way_is_refused_by_name(
    capsys: pytest.CaptureFixture[str],
) -> None:
    game = load_game(DUEL)
    state = game.new_initial_state()
    while not state.rolls_dice():
        state = state.child(state.legal_actions()[-1])
    assert run("show", DUEL, "--state", game.serialize(state), "--yaml", "-") == 2
    assert "a roll is under way in it" in " ".join(capsys.readouterr().err.split())


def test_faults_are_told_by_check_and_where_it_is_used(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "position.yaml"
    path.write_text(MIDDLE.replace("bruno", "brno").replace("[mild]", "[mld]"), "utf-8")
    for command in (("check", str(path)), ("advise", DUEL, "--position", str(path))):
        assert run(*command) == 2
        err = capsys.readouterr().err
        assert f"{path}:3:7" in err
        assert "Did you mean `bruno`?" in err
        assert "Did you mean `mild`?" in err
