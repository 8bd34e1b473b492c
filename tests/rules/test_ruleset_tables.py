"""The tables that `autogm rules` prints, straight from the data."""

from __future__ import annotations

import json

import pytest

from autogm.commands.frame import InputError
from autogm.commands.rules import rules
from autogm.rules.ruleset import Ruleset
from autogm.rules.rulesets import RULESETS, ruleset
from autogm.rules.tables import differences, rows


@pytest.mark.parametrize("name", RULESETS)
def test_every_field_has_a_row(name: str) -> None:
    found = {row.field: row for row in rows(ruleset(name))}
    assert set(found) == set(Ruleset.model_fields) - {"id"}
    plain = ruleset(name).model_dump(mode="json")
    assert all(row.value == plain[field] and row.text for field, row in found.items())
    assert found["removal_difficulty"].origin == "core"
    assert found["attacks"].origin != "core"


def test_differences_are_where_two_rulesets_differ() -> None:
    found = {one.field: one for one in differences(ruleset("accelerated"), ruleset("war-of-ashes"))}
    assert set(found) == {
        "existing_fail_gives",
        "attack_fail_stress",
        "boost_maneuvers",
        "group",
        "weight",
        "maneuvers",
        "rituals",
    }
    assert found["weight"].texts == ("no", "yes")
    assert found["group"].rules == ("N4",)
    assert differences(ruleset("minifate"), ruleset("minifate")) == ()


def test_tables_differ_only_where_their_entries_do() -> None:
    found = {one.field: one for one in differences(ruleset("fate-core"), ruleset("autarch"))}
    mine, theirs = found["advantage_defence"].texts
    assert "Stealth" not in mine + theirs
    assert "Deceive" in mine
    assert "Deceive" in theirs


def test_words_are_short() -> None:
    text = {row.field: row.text for row in rows(ruleset("accelerated"))}
    assert text["overcome_skills"] == "all"
    assert text["attacks"].startswith("Careful: against all; Clever: against all")
    assert text["templates"].startswith("Off Balance, on enemy, helps against; ")
    assert text["social"] == text["maneuvers"] == "none"


def test_the_command_prints_json(capsys: pytest.CaptureFixture[str]) -> None:
    rules(["minifate"], diff=False, as_json=True)
    printed = json.loads(capsys.readouterr().out)
    fields = {row["field"]: row for row in printed["fields"]}
    assert printed["ruleset"] == "minifate"
    assert fields["style_at"] == {
        "field": "style_at",
        "value": 2,
        "rules": ["D5"],
        "says": Ruleset.model_fields["style_at"].description,
        "from": "minifate",
    }


def test_the_command_prints_tables(capsys: pytest.CaptureFixture[str]) -> None:
    rules(["minifate"])
    assert "style_at" in capsys.readouterr().out
    rules(["minifate", "autarch"], diff=True)
    assert "closed_loop" in capsys.readouterr().out
    rules(None)
    listed = capsys.readouterr().out
    assert all(name in listed for name in RULESETS)


@pytest.mark.parametrize(
    ("names", "diff"),
    [(["minifat"], False), (["minifate", "autarch"], False), (["minifate"], True), ([], True)],
)
def test_the_command_refuses_what_makes_no_sense(names: list[str], diff: bool) -> None:
    with pytest.raises(InputError):
        rules(names, diff=diff)
