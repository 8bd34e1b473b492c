"""The commands `simulate` and `replay`: what they print, where, and how they refuse."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from autogm.agents.names import NAMES
from autogm.agents.roster import AGENTS
from autogm.cli import app
from autogm.commands.frame import guarded
from autogm.lab.progress import battle_progress

SCENARIOS = Path(__file__).parents[2] / "scenarios"
DUEL = str(SCENARIOS / "duel.yaml")


def run(*arguments: str) -> int:
    return guarded(lambda: app(list(arguments)))


def test_simulate_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("simulate", DUEL, "-n", "600", "--seed", "4", "--agents", "gm=random") == 0
    captured = capsys.readouterr()
    assert "A Duel at Dawn" in captured.out
    assert "600 battles, seed 4: brawler plays the players, random the GM's side" in captured.out
    for words in ("95% interval", "undecided", "Ilse", "Bruno", "Exchanges", "battles a second"):
        assert words in captured.out
    told = [line for line in captured.err.splitlines() if "ompil" not in line]
    assert told == [], "nobody can concede in a duel"


def test_what_agents_cannot_play_is_told_apart(capsys: pytest.CaptureFixture[str]) -> None:
    fight = str(SCENARIOS / "street-fight.yaml")
    assert run("simulate", fight, "-n", "5", "--agents", "players=random") == 0
    captured = capsys.readouterr()
    words = "Who plays at random concedes as readily as anything else"
    assert f"note: {words}: the Hearts of Steel will give up early." in captured.err
    assert words not in captured.out


def test_a_headline_says_who_wins(capsys: pytest.CaptureFixture[str]) -> None:
    """The sentence has the very shares of the JSON, with the sides' own names."""
    camp = str(SCENARIOS / "lizardfolk-camp.yaml")
    assert run("simulate", camp, "-n", "500", "--seed", "4", "--json") == 0
    wins = json.loads(capsys.readouterr().out)["wins"]
    players, gm = (f"{wins[side]['share']:.0%}" for side in ("players", "gm"))
    assert run("simulate", camp, "-n", "500", "--seed", "4") == 0
    sentence = " ".join(capsys.readouterr().out.split())
    assert f"The expedition wins {players} (" in sentence
    assert f"of the battles, the lizardfolk {gm} (" in sentence


@pytest.mark.parametrize("scenario", ["harbour-run", "street-fight"])
@pytest.mark.parametrize("command", ["simulate", "replay"])
def test_json_is_alone_on_stdout(
    capfd: pytest.CaptureFixture[str], command: str, scenario: str
) -> None:
    """One JSON value and nothing else, whatever there is to say about the run; no bar where
    nobody looks at a terminal."""
    more = ("-n", "300") if command == "simulate" else ("--battle", "2")
    path = str(SCENARIOS / f"{scenario}.yaml")
    assert run(command, path, *more, "--agents", "gm=random", "--json") == 0
    captured = capfd.readouterr()
    value = json.loads(captured.out)
    assert isinstance(value, dict if command == "simulate" else list)
    assert captured.out.endswith("}\n" if command == "simulate" else "]\n")
    assert "\x1b" not in captured.out + captured.err
    for line in captured.err.splitlines():
        assert line.startswith(("note: ", "autogm: ")), line


def test_a_bar_is_drawn_on_terminals_only(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with battle_progress(10) as progress:
        assert progress is None
    assert capsys.readouterr().err == ""
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm")
    with battle_progress(10) as progress:
        assert progress is not None
        progress(10)
    captured = capsys.readouterr()
    assert "battles" in captured.err
    assert captured.out == ""


def test_simulate_in_json_alone_on_stdout(capsys: pytest.CaptureFixture[str]) -> None:
    outs = []
    for workers in ("1", "2"):
        arguments = ("-n", "1100", "--seed", "9", "--workers", workers, "--json")
        assert run("simulate", DUEL, *arguments) == 0
        out = json.loads(capsys.readouterr().out)
        assert out.pop("seconds") > 0
        assert out.pop("battles_per_second") > 0
        outs.append(out)
    assert outs[0] == outs[1]
    assert set(outs[0]) >= {"battles", "seed", "wins", "undecided", "exchanges", "fighters"}


def test_replay_tells_the_battle(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("replay", DUEL, "--seed", "4", "--battle", "3") == 0
    first = capsys.readouterr().out
    assert first.startswith("A Duel at Dawn\n")
    assert "  (D4)\n" in first
    assert run("replay", DUEL, "--seed", "4", "--battle", "3") == 0
    assert capsys.readouterr().out == first
    assert run("replay", DUEL, "--seed", "4", "--battle", "2") == 0
    assert capsys.readouterr().out != first


def test_replay_in_json_is_the_simulated_battle(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("simulate", DUEL, "-n", "1", "--seed", "4", "--agents", "random", "--json") == 0
    found = json.loads(capsys.readouterr().out)
    assert run("replay", DUEL, "--seed", "4", "--agents", "random", "--json") == 0
    steps = json.loads(capsys.readouterr().out)
    end = steps[-1]["events"][-1]
    assert end["kind"] == "end"
    assert end["exchange"] == found["exchanges"]["p50"]
    shares = {**found["wins"], "undecided": found["undecided"]}
    assert shares[end["winner"]]["count"] == 1


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("simulate", DUEL, "-n", "0"), "not 0"),
        (("simulate", DUEL, "-n", "-5"), "not -5"),
        (("simulate", DUEL, "-n", "99999999999"), "not 99999999999"),
        (("simulate", DUEL, "-n", "ten"), "valid integer"),
        (("simulate", DUEL, "--workers", "0"), "than or equal to 1"),
        (("simulate", DUEL, "--agents", "brawlr"), "Did you mean `brawler`"),
        (("simulate", DUEL, "--agents", "gm=randm"), "Did you mean `random`"),
        (("simulate", DUEL, "--agents", "left=random"), "`left`"),
        (("simulate", DUEL, "--seed", "-1"), "not -1"),
        (("simulate", DUEL, "--seed", str(1 << 62)), str(1 << 62)),
        (("simulate", "nowhere.yaml"), "nowhere.yaml"),
        (("simulate", "nowhere.yaml", "--json"), "nowhere.yaml"),
        (("replay", DUEL, "--battle", "-1"), "none is -1"),
        (("replay", DUEL, "--battle", "-1", "--json"), "none is -1"),
        (("replay", DUEL, "--battle", str(10**25)), "numbered from 0"),
        (("replay", DUEL, "--seed", "-3"), "not -3"),
        (("replay", DUEL, "--agents", "nobody"), "nobody"),
        (("replay", "nowhere.yaml"), "nowhere.yaml"),
    ],
)
def test_bad_input_is_told_in_a_sentence(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], says: str
) -> None:
    assert run(*arguments) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert says in captured.err
    assert "Traceback" not in captured.err


@pytest.mark.parametrize(
    "arguments",
    [
        ("simulate", DUEL, "--agents", "brawlr"),
        ("simulate", DUEL, "--seed", "-1"),
        ("simulate", DUEL, "-n", "0"),
        ("replay", DUEL, "--battle", "-1"),
    ],
)
def test_what_is_wrong_is_told_before_anything_is_compiled(arguments: tuple[str, ...]) -> None:
    code = (
        "import sys; from autogm.cli import app; from autogm.commands.frame import guarded; "
        f"print(guarded(lambda: app({list(arguments)!r})), 'numba' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["2", "False"]


def test_the_names_of_agents_are_those_of_the_roster() -> None:
    assert tuple(AGENTS) == NAMES
