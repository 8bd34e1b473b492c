"""`simulate` with variants: what is compared, drawn and refused."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import autogm.commands.variants
import autogm.lab.simulate
import autogm.lab.store.storing
from autogm.cli import app
from autogm.commands.frame import guarded
from autogm.lab.store.storing import Stored
from autogm.model.library import shipped

QUICK = ("--agents", "brawler", "-n", "200")


def run(*arguments: str) -> int:
    return guarded(lambda: app(["simulate", *arguments]))


def test_changes_are_compared_with_the_file_as_it_is(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run("duel", *QUICK, "--set", "players.fighters.ilse.skills.Quick=6", "--json") == 0
    told = json.loads(capsys.readouterr().out)["variants"]
    assert [one["name"] for one in told] == ["as it is", "players.fighters.ilse.skills.Quick=6"]
    assert told[0]["difference"] is None
    assert told[1]["difference"]["low"] > 0
    alone = run("duel", *QUICK, "--json")
    assert alone == 0
    plain = json.loads(capsys.readouterr().out)
    assert plain["wins"] == told[0]["wins"]


def test_none_of_somebody_is_a_conflict_without_them(capsys: pytest.CaptureFixture[str]) -> None:
    sweep = ("--sweep", "gm.fighters.archer.copies=0..1", "--set", "gm.fighters.archer=")
    assert run("hold-the-bridge", *QUICK, *sweep, "--json") == 0
    told = json.loads(capsys.readouterr().out)["variants"]
    by_name = {one["name"]: one["wins"] for one in told}
    assert by_name["gm.fighters.archer.copies=0"] == by_name["gm.fighters.archer="]
    assert by_name["gm.fighters.archer.copies=0"] != by_name["as it is"]


def test_what_stands_there_already_is_not_played_again(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run("duel", *QUICK, "--set", "gm.pool=2", "--sweep", "gm.pool=0..1") == 0
    said = capsys.readouterr()
    assert said.err.count("playing: ") == 3
    (line,) = [one for one in said.out.splitlines() if one.startswith("gm.pool=1, as it is")]
    assert line.split()[-1] == "none"


def test_every_variant_that_cannot_be_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    wrong = ("--set", "gm.pol=1", "--set", "gm.fighters.bruno.arives=2; gm.pool=x")
    assert run("duel", *QUICK, *wrong, "--set", "gm.pool=0") == 2
    said = capsys.readouterr().err
    assert "`gm.pol=1`: " in said
    assert "Did you mean `arrives`?" in said
    assert "gm.pool: should be a whole number, not x" in said
    assert said.endswith("Nothing was played.\n")


def test_wins_are_those_of_the_side_by_its_name(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("street-fight", *QUICK, "--set", "gm.pool=1") == 0
    assert "Hearts of Steel win" in " ".join(capsys.readouterr().out.split())
    assert run("street-fight", "duel", *QUICK) == 0
    assert "the players win" in " ".join(capsys.readouterr().out.split())


def test_files_and_a_sweep_are_compared_and_drawn(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    chart = tmp_path / "chart.svg"
    assert run("duel", "street-fight", *QUICK, "--svg", str(chart)) == 0
    assert "street-fight" in capsys.readouterr().out
    assert "street-fight" in chart.read_text(encoding="utf-8")
    assert run("duel", *QUICK, "--sweep", "gm.pool=0..2", "--svg", str(chart)) == 0
    assert "gm.pool=2" in capsys.readouterr().out
    assert "gm.pool" in chart.read_text(encoding="utf-8")


def test_a_party_of_ones_own_plays(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    sheet = tmp_path / "mira.yaml"
    sheet.write_text("name: Mira\naspects: [Smith]\nskills: {Forceful: 6}\n", encoding="utf-8")
    for more in ([], ["--set", "gm.pool=1"]):
        assert run("duel", *QUICK, *more, "--party", str(sheet)) == 0
        said = capsys.readouterr()
        assert "with: Mira in place of the scenario's own heroes" in said.err
        assert more or "Mira" in said.out


def test_a_skill_that_is_none_there_is_told_in_the_sheet(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    sheet = tmp_path / "mira.yaml"
    sheet.write_text("name: Mira\naspects: [Smith]\nskills: {Fight: 3}\n", encoding="utf-8")
    for more in ([], ["--set", "gm.pool=1"]):
        assert run("lizardfolk-camp", *QUICK, *more, "--party", str(sheet)) == 2
        said = capsys.readouterr().err
        assert "mira.yaml:3:10: skills.Fight: `Fight` is not an approach of War of Ashes" in said
        assert "saved" not in said


def test_it_is_played_until_the_share_is_known(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("duel", "--agents", "brawler", "--until", "±2%", "--json") == 0
    told = json.loads(capsys.readouterr().out)
    share = told["wins"]["players"]
    assert share["high"] - share["low"] <= 0.04
    assert told["battles"] == told["asked"]
    assert run("duel", "--agents", "brawler", "--until", "1%", "-n", "1000") == 0
    assert "not known to ±1.00%" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["duel", "--set", "gm.fighters.brno.weight=2"], "did you mean `bruno`"),
        (["duel", "--set", "gm.fighters.bruno.skills.Quik=2"], "Did you mean `Quick`?"),
        (["duel", "--set", "gm.fighters.bruno.copies=0"], "needs at least one fighter"),
        (["duel", "--set", "gm.fighters.brno.copies=0"], "`gm.fighters.brno.copies=0`"),
        (["duel", "--sweep", "gm.pool=9..1"], "is no sweep"),
        (["duel", "--sweep", "gm.pool=1..2", "--sweep", "gm.pool=3..4"], "one range at a time"),
        (["duel", "--svg", "x.svg"], "draws a comparison"),
        (["duel", "--until", "3"], "no precision"),
        (["duel", "--until", "1%", "--set", "gm.pool=1"], "as many battles each"),
        (["duel", "street-fight", "--state", "x"], "--state is for one conflict"),
        (["duel", "street-fight", "--levels"], "--levels is for one conflict"),
        (["duel", "--set", "gm.pool=1", "--pace", "3"], "--pace is for one conflict"),
        (["duel", "--sweep", "gm.pool=0..1", "--more"], "--more is for one conflict"),
        (["party-crashers", "--set", "x=1"], "takes games of the kind"),
        (["party-crashers", "the-vault"], "`autogm report` sets several side by side"),
        (["duel", "nowhere"], "there is no such file"),
        (["duel", "--party", "nobody.yaml"], "there is no such file"),
    ],
)
def test_what_cannot_be_compared_is_told(
    arguments: list[str], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(*arguments) == 2
    assert says in " ".join(capsys.readouterr().err.split())


def test_variants_are_compared_from_the_beginning(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    position = tmp_path / "position.yaml"
    position.write_text("scenario: duel\nexchange: 2\n", "utf-8")
    assert run("duel", "--set", "gm.pool=1", "--position", str(position)) == 2
    assert "--position is for one conflict" in capsys.readouterr().err


@pytest.mark.parametrize("stored", [False, True])
def test_variants_before_an_interruption_are_told(
    tmp_path: Path, stored: bool, capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    """Also where it comes before the first battle of the next is over."""
    played = autogm.commands.variants._one_played

    def interrupted(variant: tuple[str, Any, Any], *more: Any) -> Any:
        if variant[0] == "gm.pool=2":
            monkeypatch.setattr(autogm.lab.simulate, "simulate", stop)
            monkeypatch.setattr(autogm.lab.store.storing, "store_battles", nothing)
        return played(variant, *more)

    def stop(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    def nothing(*_: object, **__: object) -> Stored:
        return Stored(run=2, done=0, played=0, told=0, interrupted=True)

    monkeypatch.setattr(autogm.commands.variants, "_one_played", interrupted)
    into = ("--out", str(tmp_path / "runs.duckdb")) if stored else ()
    changes = [part for pool in range(1, 4) for part in ("--set", f"gm.pool={pool}")]
    assert run("duel", *QUICK, *changes, *into, "--json") == 130
    said = capsys.readouterr()
    told = json.loads(said.out)["variants"]
    assert [one["name"] for one in told] == ["as it is", "gm.pool=1, as it is"]
    assert "«gm.pool=2» is not over: only those before it are told" in said.err


def test_nothing_is_drawn_over_the_scenario(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "own.yaml"
    text = shipped()["duel"].read_text(encoding="utf-8")
    file.write_text(text, encoding="utf-8")
    assert run(str(file), *QUICK, "--set", "gm.pool=0", "--svg", str(file)) == 2
    assert file.read_text(encoding="utf-8") == text
