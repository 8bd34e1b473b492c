"""`autogm rules`: rulesets, their differences, and rules by their ids."""

from __future__ import annotations

import json

import pytest

from autogm.commands.frame import BAD_INPUT, DONE
from autogm.rules.ruleset import Ruleset
from autogm.rules.rulesets import RULESETS
from tests.commands.test_frame import run

Capture = pytest.CaptureFixture[str]


@pytest.mark.parametrize("columns", [80, 99, 100, 120, 200])
@pytest.mark.parametrize("ruleset", RULESETS)
def test_no_name_of_a_field_is_broken(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch, columns: int, ruleset: str
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    assert run("rules", ruleset) == DONE
    lines = capsys.readouterr().out.splitlines()
    assert max(map(len, lines)) <= columns
    firsts = {line.split()[0] for line in lines if line[:1].strip()}
    assert set(Ruleset.model_fields) - {"id"} <= firsts
    assert not any("…" in line for line in lines)


def test_the_differences_of_two_rulesets(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    assert run("rules", "--diff", "accelerated", "war-of-ashes") == DONE
    out = capsys.readouterr().out
    assert "a failed attack" in out
    assert "\nteamwork " not in out


def test_a_ruleset_does_not_differ_from_itself(capsys: Capture) -> None:
    assert run("rules", "--diff", "fate-core", "fate-core") == DONE
    assert capsys.readouterr().out == "fate-core and itself do not differ.\n"
    assert run("rules", "--diff", "fate-core", "fate-core", "--json") == DONE
    assert json.loads(capsys.readouterr().out)["fields"] == []


def test_rulesets_name_books_and_no_files(capsys: Capture) -> None:
    assert run("rules", "--json") == DONE
    sources = [one["source"] for one in json.loads(capsys.readouterr().out)]
    assert sources[0] == "Fate Core System"
    assert not [one for one in sources if "." in one or "-" in one]


def test_a_rule_by_its_id(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    assert run("rules", "h6", "W1") == DONE
    out = capsys.readouterr().out
    assert out.startswith("H6  Before the dice")
    assert "In play in fate-core, accelerated, war-of-ashes." in out
    assert "`rules: {concede: true}` turns it on in autarch, minifate." in out
    assert "`weight: true` turns it on in fate-core" in out
    assert "concede   yes" in out


def test_a_rule_as_json(capsys: Capture) -> None:
    assert run("rules", "R1", "--json") == DONE
    (one,) = json.loads(capsys.readouterr().out)
    assert (one["rule"], one["rulesets"], one["switch"]) == ("R1", [], "roar: true")
    assert one["fields"]["roar"] == dict.fromkeys(RULESETS, False)


def test_rules_by_a_word(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    """All that speak of it, and none besides; several words narrow it."""
    monkeypatch.setenv("COLUMNS", "80")
    assert run("rules", "weight") == DONE
    out = capsys.readouterr().out
    ids = {line.split()[0] for line in out.splitlines() if line[:1].isupper()}
    assert {"W1", "W2", "N4"} <= ids
    assert "D4" not in ids
    assert run("rules", "Weight", "--json") == DONE
    found = json.loads(capsys.readouterr().out)
    assert {one["rule"] for one in found} == ids
    told = [" ".join((one["says"], *one["fields"])).lower() for one in found]
    assert all("weight" in one or "weigh" in one for one in told)
    assert run("rules", "weight", "zones", "--json") == DONE
    fewer = json.loads(capsys.readouterr().out)
    assert {one["rule"] for one in fewer} == {"W1", "W5"}


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("H99",), "no rule has the id `H99`; did you mean H9? There are H1, H2"),
        (("fate-cor",), "`fate-cor` is not a ruleset; did you mean `fate-core`?"),
        (("fate-core", "minifate"), "two after --diff"),
        (("fate-core", "H5"), "rules by their ids"),
        (("fate-core", "weight"), "rules by their ids"),
        (("weight", "zebra"), "words that all stand in one rule"),
        (("zebra",), "`zebra` is not a ruleset, and no rule has that word. There are fate-core"),
        (("--diff", "fate-core", "aspect-cards"), "`aspect-cards` has no fields"),
        (("--diff", "fate-core"), "--diff fate-core accelerated"),
        (("--diff", "fate-core", "minfate"), "did you mean `minifate`?"),
    ],
)
def test_what_there_is_not(capsys: Capture, arguments: tuple[str, ...], says: str) -> None:
    assert run("rules", *arguments) == BAD_INPUT
    said = capsys.readouterr()
    assert said.out == ""
    assert says in said.err
