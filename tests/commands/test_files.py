"""`autogm check` and `autogm schema`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from autogm.commands.files import MOST_SHOWN
from autogm.commands.frame import BAD_INPUT, DONE
from autogm.model.schema import character_schema, scenario_schema
from tests.commands.test_frame import run
from tests.model.examples import CAMP, changed, write

Capture = pytest.CaptureFixture[str]


def test_check_says_what_is_in_a_file(tmp_path: Path, capsys: Capture) -> None:
    assert run("check", str(write(tmp_path, CAMP))) == DONE
    out = capsys.readouterr().out
    assert out.startswith("The Camp")
    for piece in ("fate-core", "physical", "1 against 2", "2 zones", "1 edge", "3 aspects"):
        assert piece in out


def test_check_tells_warnings_and_passes(tmp_path: Path, capsys: Capture) -> None:
    text = changed(("Trampled Mud}", "Mud, difficulty: 2}"))
    assert run("check", str(write(tmp_path, text))) == DONE
    assert "warning: " in capsys.readouterr().err


def test_check_tells_the_faults_of_all_files(tmp_path: Path, capsys: Capture) -> None:
    sound = write(tmp_path, CAMP, "sound.yaml")
    bad = write(tmp_path, changed(("zone: camp", "zone: cmap")), "bad.yaml")
    worse = write(tmp_path, changed(("title:", "titel:"), ("edges:", "edgse:")), "worse.yaml")
    files = (str(bad), str(sound), str(worse), str(tmp_path / "none.yaml"))
    assert run("check", *files) == BAD_INPUT
    said = capsys.readouterr()
    assert "The Camp" in said.out
    assert f"{bad}:12:15: sides.players.fighters.anna.zone" in said.err
    assert "`title`" in said.err
    assert "`edges`" in said.err
    assert "none.yaml: there is no such file" in said.err


def test_check_as_json_is_alone_on_stdout(tmp_path: Path, capsys: Capture) -> None:
    sound = write(tmp_path, CAMP, "sound.yaml")
    bad = write(tmp_path, changed(("zone: camp", "zone: cmap")), "bad.yaml")
    assert run("check", "--json", str(sound), str(bad)) == BAD_INPUT
    said = capsys.readouterr()
    first, second = json.loads(said.out)
    assert (first["ok"], first["title"], first["players"], first["gm"]) == (True, "The Camp", 1, 2)
    assert (second["ok"], second["faults"][0]["line"]) == (False, 12)
    assert second["faults"][0]["suggestion"] == "camp"
    assert said.err == ""


def test_check_reads_character_files_too(tmp_path: Path, capsys: Capture) -> None:
    good = write(tmp_path, "name: Anna\naspects: [Bold]\nskills: {Fight: 1}\n", "anna.yaml")
    assert run("check", "--character", str(good)) == DONE
    assert "1 aspect  1 skill  0 stunts" in capsys.readouterr().out
    assert run("check", "--character", str(write(tmp_path, "name: 3\n", "b.yaml"))) == BAD_INPUT
    assert "in quotes" in capsys.readouterr().err


def test_check_knows_a_character_file_by_itself(tmp_path: Path, capsys: Capture) -> None:
    anna = write(tmp_path, "name: Anna\naspects: [Bold]\nskills: {Fight: 1}\n", "anna.yaml")
    camp = write(tmp_path, CAMP)
    assert run("check", str(anna), str(camp)) == DONE
    out = capsys.readouterr().out
    assert "a character file (player)" in out
    assert "The Camp" in out
    assert run("check", "--character", str(camp)) == BAD_INPUT
    assert "this is a scenario, not a character file" in capsys.readouterr().err


def test_check_says_where_a_sheet_can_be_played(tmp_path: Path, capsys: Capture) -> None:
    sheet = write(tmp_path, "name: Anna\naspects: [Bold]\nskills: {Quick: 1}\n", "anna.yaml")
    assert run("check", str(sheet)) == DONE
    told = " ".join(capsys.readouterr().out.split())
    assert "with the skills of accelerated and war-of-ashes: autogm simulate SCENARIO" in told
    sheet = write(tmp_path, "name: Anna\naspects: [Bold]\nskills:\n  Figth: 1\n", "b.yaml")
    assert run("check", str(sheet)) == DONE
    said = capsys.readouterr()
    assert "--party" not in said.out
    assert "b.yaml:4:3" in said.err
    assert "`Figth` is in the list of no ruleset; did you mean `Fight`?" in said.err


def test_check_tells_what_was_inferred_from_words(tmp_path: Path, capsys: Capture) -> None:
    """A8."""
    path = str(write(tmp_path, changed(("Trampled Mud", "'Mud, Mostly'"))))
    assert run("check", path) == DONE
    out = capsys.readouterr().out
    assert "«mud»: adverse ground" in out
    assert 'write the aspect with it: {text: "Mud, Mostly", adverse: false}' in out
    assert run("check", "--json", path) == DONE
    (row,) = json.loads(capsys.readouterr().out)
    assert {one["text"] for one in row["judgements"]} == {"Mud, Mostly", "Cold Water"}
    assert any("«Bold as Brass» helps its bearer" in one for one in row["reasons"])
    assert f"{len(row['reasons'])} inferences from words" in out


def test_check_says_once_which_skills_suit(tmp_path: Path, capsys: Capture) -> None:
    path = str(write(tmp_path, changed(("Trampled Mud", "'Mud, Mostly'"))))
    assert run("check", path) == DONE
    out = capsys.readouterr().out
    assert "with a skill that does not suit it rolls at -2 (C6)." in out
    assert out.count("rolls at") == 1  # however many aspects there are
    assert "those not shown yet:" in out
    assert "helps its bearer" in out


def test_check_cuts_a_long_list_of_inferences(tmp_path: Path, capsys: Capture) -> None:
    muddy = "".join(f"  z{n}: {{aspect: Mud {n}}}\n" for n in range(MOST_SHOWN))
    ways = "".join(f"  - [camp, z{n}]\n" for n in range(MOST_SHOWN))
    text = changed(("edges:\n", f"{muddy}edges:\n{ways}"))
    path = str(write(tmp_path, text))
    assert run("check", path) == DONE
    out = capsys.readouterr().out
    assert out.count("adverse: false") == MOST_SHOWN + 1  # and the example of how to overrule
    assert run("check", "--json", path) == DONE
    (row,) = json.loads(capsys.readouterr().out)
    more = [one for one in row["judgements"] if one["overrule"] in ("adverse: false", "suits: []")]
    assert len(more) == 2 * (MOST_SHOWN + 2)  # each is bad ground, and says which skills suit
    assert f"{len(row['judgements']) - MOST_SHOWN} more like these" in out


def test_schema_prints_the_schema_alone(capsys: Capture) -> None:
    assert run("schema") == DONE
    assert json.loads(capsys.readouterr().out) == scenario_schema()
    assert run("schema", "--character") == DONE
    assert json.loads(capsys.readouterr().out) == character_schema()


def test_warnings_are_told_by_fighter(tmp_path: Path, capsys: Capture) -> None:
    """A paragraph each, and everything in it that is wrong, copies together."""
    raider = "raider: {type: nameless, quality: fair, zone: ford, copies: 2"
    worse = (raider, f"{raider}, boxes: 5, skills: {{Fight: 4}}")
    assert run("check", str(write(tmp_path, changed(worse)))) == DONE
    told = capsys.readouterr().err.splitlines()
    heads = [line for line in told if line.startswith("warning: ")]
    assert [line.split(" (")[0] for line in heads] == [
        "warning: Anna",
        "warning: Raider 1, Raider 2",
    ]
    anna, raiders = told[1:3], told[4:]
    assert [line.split(":")[0].strip() for line in anna] == ["skills", "aspects"]
    assert [line.split(":")[0].strip() for line in raiders] == ["boxes", "skills"]
    assert "stand on 0 at Fair" in anna[0]
    assert "starting sheet" in anna[0]


def test_check_tells_all_that_was_inferred(tmp_path: Path, capsys: Capture) -> None:
    """Alike is told once; and whom ground that is taken to hinder holds from the start."""
    bold = ("[Bold as Brass]", "[Bold as Brass, Quick]")
    path = str(write(tmp_path, changed(("Trampled Mud", "Mud"), bold)))
    assert run("check", path) == DONE
    out = " ".join(capsys.readouterr().out.split())
    assert "«Bold as Brass», «Quick»: helps its bearer in every roll." in out
    assert "it hinders Anna from the start" in out
    assert "it hinders all of the GM's side from the start" in out


def test_check_warns_of_character_files_too(tmp_path: Path, capsys: Capture) -> None:
    text = "name: Anna\naspects: [Bold]\nstunts:\n  - {name: Axe, does: lethal}\n"
    assert run("check", str(write(tmp_path, text, "anna.yaml"))) == DONE
    told = capsys.readouterr().err
    assert told.startswith(f"warning: Anna ({tmp_path / 'anna.yaml'}:4:5): stunts: the stunt `Axe`")


def test_check_knows_what_ships_by_name(
    tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run("check", "duel") == DONE
    assert "A Duel at Dawn" in capsys.readouterr().out


CROWD = """\
title: The Crowd
ruleset: fate-core
zones:
  camp: {aspect: Trampled Mud}
sides:
  players:
    fighters:
      anna: {zone: camp, aspects: [Bold as Brass], skills: {Fight: 3}, copies: 2}
  gm:
    fighters:
      thugs: {type: group, members: 4, quality: fair, zone: camp, copies: 12}
      pair: {type: group, members: 2, quality: fair, zone: camp}
templates: []
"""


@pytest.mark.rule("N4")
def test_check_says_which_mobs_have_no_room_to_divide(tmp_path: Path, capsys: Capture) -> None:
    """Fifteen fighters, twelve and one of which could divide: 40 with all parts, 28 with two of
    each. Copies are told together, and a mob of two divides as far as it could."""
    file = write(tmp_path, CROWD)
    assert run("check", str(file)) == DONE
    said = " ".join(capsys.readouterr().err.split())
    words = "divides into no more than two (N4), since there is no room for all its parts"
    assert said.count(words) == 1
    assert f"Thugs 1, Thugs 2, Thugs 3 and 9 more ({file}:11:7): this mob {words}" in said
    assert "there would be 40 fighters, and at most 32 are played" in said
    assert "Pair" not in said
    full = write(tmp_path, CROWD.replace("copies: 12", "copies: 24"))
    assert run("check", "--json", str(full)) == DONE
    (row,) = json.loads(capsys.readouterr().out)
    whole = [one for one in row["warnings"] if "this mob stays whole (N4)" in one]
    assert len(whole) == 2, "the copies together, and the pair"
    few = write(tmp_path, CROWD.replace("copies: 12", "copies: 3"))
    assert run("check", str(few)) == DONE
    assert "N4" not in capsys.readouterr().err


def test_a_file_that_is_not_there_is_told_in_one_line(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run("play", "nowhere", "--text") == 2
    said = capsys.readouterr().err.splitlines()
    assert said[0].startswith("error: nowhere: there is no such file")
    assert not [line for line in said if "found" in line]
