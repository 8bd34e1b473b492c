"""The command `tune`: what it finds, writes and refuses."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from autogm.cli import app
from autogm.commands.frame import guarded
from autogm.model.library import shipped
from autogm.rules.loading import load

QUICK = ("--agents", "brawler", "-n", "20000", "--sets", "1", "--within", "3%", "--seed", "2")


def run(*arguments: str) -> int:
    return guarded(lambda: app(["tune", *arguments]))


def test_answers_are_told_and_written_as_files_that_load(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "tuned"
    assert run("duel", "--target", "40%", *QUICK, "--out", str(out), "--json") == 0
    told = json.loads(capsys.readouterr().out)
    (found,) = told["on_target"]
    assert abs(found["verified"]["mean"] - 0.4) < 0.04
    assert found["file"] == str(out / "duel-1.yaml")
    encounter = load(out / "duel-1.yaml")
    head = (out / "duel-1.yaml").read_text(encoding="utf-8").splitlines()
    assert head[1 : 1 + len(found["edits"])] == [f"#   {one}" for one in found["edits"]]
    written = shipped()["duel"].read_text(encoding="utf-8").splitlines()
    assert [one for one in written if one.startswith("#") and one not in head] == []
    simulate = ["simulate", str(out / "duel-1.yaml"), "--agents", "brawler", "-n", "4000", "--json"]
    assert guarded(lambda: app(simulate)) == 0
    again = json.loads(capsys.readouterr().out)
    ends = again["wins"]["players"]["share"] + again["undecided"]["share"] / 2
    assert abs(ends - 0.4) < 0.045
    assert encounter.scenario.title == load(shipped()["duel"]).scenario.title


def test_as_it_is_has_the_battles_of_simulate(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("duel", "--target", "40%", *QUICK, "--seed", "3", "--may", "gm.pool", "--json") == 0
    start = json.loads(capsys.readouterr().out)["start"]
    again = ["-n", "200", "--seed", "3", "--agents", "brawler"]
    assert guarded(lambda: app(["simulate", "duel", *again, "--json"])) == 0
    told = json.loads(capsys.readouterr().out)
    share = told["wins"]["players"]["share"] + told["undecided"]["share"] / 2
    assert start["battles"] == 200
    assert start["mean"] == pytest.approx(share)
    assert run("duel", "--target", "40%", *QUICK, "--seed", "3", "--may", "gm.pool") == 0
    assert "duel.yaml " + " ".join(again) in " ".join(capsys.readouterr().out.split())


@pytest.mark.parametrize(("said", "within"), [("±10%", 0.4), ("0.5", 0.5)])
def test_a_mean_may_be_as_far_off_as_is_said(
    said: str, within: float, capsys: pytest.CaptureFixture[str]
) -> None:
    aim = ("--aim", "exchanges", "--target", "4", "--agents", "brawler", "-n", "3000")
    assert run("duel", *aim, "--within", said, "--may", "gm.pool", "--json") == 0
    assert json.loads(capsys.readouterr().out)["within"] == pytest.approx(within)


def test_what_is_not_on_target_is_no_answer_by_its_name(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Fewer boxes alone leave the duel far from 95%, and a larger pool leads away from 99%: of it
    as it is no file is needed."""
    out, no_more = tmp_path / "tuned", ("--may", "gm.fighters.bruno.boxes")
    assert run("duel", "--target", "95%", *QUICK, *no_more, "--out", str(out)) == 0
    said = capsys.readouterr().out
    assert "No set is known to be on target." in said
    (written,) = out.iterdir()
    assert written.name == "duel-nearest.yaml"
    assert "NOT known to be on target" in written.read_text(encoding="utf-8")
    assert load(written).scenario.title == load(shipped()["duel"]).scenario.title
    assert run("duel", "--target", "95%", *QUICK, *no_more, "--out", str(out)) == 2
    assert "is there already" in capsys.readouterr().err
    other = tmp_path / "other"
    assert run("duel", "--target", "99%", *QUICK, "--may", "gm.pool=9", "--out", str(other)) == 0
    assert "   as it is" in capsys.readouterr().out
    assert not other.exists()


def test_wins_are_those_of_the_side_by_its_name(capsys: pytest.CaptureFixture[str]) -> None:
    quick = ("--target", "50%", "--minutes", "0.1", *QUICK, "--may", "gm.pool")
    assert run("street-fight", *quick) == 0
    assert "Target: the Hearts of Steel win, 50.0%" in capsys.readouterr().out


def test_it_is_told_to_a_person_too(capsys: pytest.CaptureFixture[str]) -> None:
    may = ("--may", "gm.fighters.*.skills.*", "--may", "gm.fighters.*.boxes")
    assert run("duel", "--target", "0.4", *QUICK, "--seed", "3", *may) == 0
    said = capsys.readouterr()
    assert "40.0% ± 3.0%. What ends undecided counts half.\nPlayed by: brawler.\n" in said.out
    assert "what one does to a conflict on target" in said.out
    assert "gm.pool" not in said.out + said.err
    assert len(said.err.splitlines()) < 20  # one every ten seconds, not one for each step


def test_the_gms_level_is_tuned(capsys: pytest.CaptureFixture[str]) -> None:
    levels = ("--levels", "players=Mediocre,gm=Mediocre..Fair", "--may", "gm.level")
    assert run("duel", "--target", "32%", "--within", "10%", *levels, "--sets", "1", "--json") == 0
    told = json.loads(capsys.readouterr().out)
    assert [one["path"] for one in told["effects"]] == ["gm.level"]
    found = (told["on_target"] or [told["nearest"]])[0]
    assert found["set"] == ""
    assert found["agents"].startswith("players=planner:mediocre,gm=planner:")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("--target", "half"), "is no number"),
        (("--target", "120%"), "between 1% and 99%"),
        (("--target", "65"), "write 65%, or 0.65"),
        (
            ("--target", "65%", "--may", "gm.fighters.bruno.tracks.boxes"),
            "`gm.fighters.bruno.boxes`?",
        ),
        (("--target", "65%", "--aim", "glory"), "none of win, all-fall"),
        (("--target", "65%", "--within", "1"), "write one such as ±1%"),
        (("--target", "8", "--aim", "exchanges", "--within", "9"), "such as ±5%, or 0.4"),
        (("--target", "65%", "--may", "gm.fighters.bruno.skils.*"), "nothing that can be tuned"),
        (("--target", "65%", "--keep", "*"), "nothing is left"),
        (("--target", "65%", "--cost", "gm.pool"), "what a unit costs"),
        (
            ("--target", "65%", "--may", "gm.pool=0..2", "--may", "gm.pool=5..6"),
            "--may gm.pool=0..2 and --may gm.pool=5..6 contradict each other",
        ),
        (("--target", "65%", "--cost", "gm.pool=1", "--cost", "gm.pool=2"), "contradict"),
        (("--target", "65%", "--agents", "nobody"), "--agents"),
        (("--aim", "exchanges", "--target", "65%"), "the figure is a mean and no share"),
        (("--target", "65%", "--out", "/proc/nowhere"), "nothing can be written into /proc"),
        (("--target", "65%", "--levels", "Heroic"), "--levels: no level is called `heroic`"),
        (("--target", "65%", "--levels", "Fair", "--agents", "brawler"), "say one"),
        (("--target", "65%", "--levels", "gm=Great..Fair"), "weaker level first"),
        (("--target", "65%", "--levels", "gm=Fair..Heroic"), "no level is called `heroic`"),
        (("--target", "65%", "--levels", "Fair..Great"), "gm=Fair..Great"),
        (("--target", "65%", "--levels", "gm=Fair,gm=Great"), "gm=Fair and gm=Great contradict"),
        (("--target", "65%", "--levels", "Fair,Great"), "Fair and Great contradict each other"),
        (("--target", "65%", "--levels", "=Fair"), "«=Fair» says of nobody"),
        (("--target", "65%", "--may", "gm.level"), "nothing that can be tuned"),
        (("--target", "65%", "--may", "gm.fighters.bruno.boxes=1,x"), "`x` can never stand there"),
        (("--target", "5", "--aim", "fallen"), "there is one hero: aim at no more than 1, not 5"),
        (("--target", "50", "--aim", "exchanges"), "aim at no more than"),
    ],
)
def test_what_makes_no_sense_is_refused(
    arguments: tuple[str, ...], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("duel", *arguments) == 2
    assert says in capsys.readouterr().err


def test_nothing_is_overwritten(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "duel-2.yaml").write_text("mine", encoding="utf-8")
    assert run("duel", "--target", "65%", "--out", str(tmp_path)) == 2
    assert "is there already" in capsys.readouterr().err
    assert (tmp_path / "duel-2.yaml").read_text(encoding="utf-8") == "mine"
    assert run("duel", "--target", "65%", "--out", str(tmp_path / "duel-2.yaml")) == 2
    assert "is a file" in capsys.readouterr().err


def test_the_scenario_itself_is_no_folder(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    mine = tmp_path / "mine.yaml"
    mine.write_text(shipped()["duel"].read_text("utf-8"), encoding="utf-8")
    before = mine.read_text("utf-8")
    assert run(str(mine), "--target", "65%", "--out", str(mine)) == 2
    assert "is a file" in capsys.readouterr().err
    assert mine.read_text("utf-8") == before


def test_a_scene_of_cards_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("the-trial", "--target", "65%") == 2
    assert "only a conflict" in capsys.readouterr().err


def test_interrupted_at_once_what_is_known_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    """Before any effect is known there is no table of them, but where it stands is told."""
    from autogm.commands.frame import console
    from autogm.lab.tune.aims import Counted, aims
    from autogm.lab.tune.told import tables
    from autogm.lab.tune.tuned import Tried, Tuned

    known = Counted(200, 200, 200)
    nearest = Tried((), known)
    tuned = Tuned(
        0.65, 0.02, aims("players")["win"], [], known, known, [], nearest, [], 200, False, 3,
        bounds=["it was interrupted"],
    )  # fmt: skip
    for part in tables("A Duel", tuned, [], "tactician", [None]):
        console().print(part)
    said = capsys.readouterr().out
    assert "As it is: 100.0%" in said
    assert "   as it is" in said
    assert "What bounds it:\n   it was interrupted" in said


def test_fewer_sets_than_were_looked_for_say_why(capsys: pytest.CaptureFixture[str]) -> None:
    from autogm.commands.frame import console
    from autogm.lab.tune.aims import Counted, aims
    from autogm.lab.tune.told import tables
    from autogm.lab.tune.tuned import Tried, Tuned

    known = Counted(3000, 1500, 1500)
    tuned = Tuned(
        0.5, 0.02, aims("players")["win"], [], known, known, [Tried((), verified=known)], None, [],
        3000, True, 3, bounds=["the 2 minutes are over: more may find one"],
    )  # fmt: skip
    for part in tables("A Duel", tuned, [], "tactician", [None]):
        console().print(part)
    said = capsys.readouterr().out
    assert "Of the 3 sets that were looked for 1 was found:\n   the 2 minutes are over" in said
