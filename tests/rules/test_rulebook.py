"""The rules by id: each that is cited anywhere has its line, and what is said of where it is in
play is what the rulesets play."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from autogm.rules.rulebook import SCENES, UnknownRuleError, chapters, find_rules, rule, rule_ids
from autogm.rules.ruleset import Ruleset
from autogm.rules.rulesets import RULESETS, override, ruleset
from autogm.rules.shipped import shipped
from autogm.rules.tables import rules_of

ROOT = Path(__file__).parents[2]
ENGINE = ROOT / "autogm" / "engine"
TALES = ROOT / "tests" / "golden"
IDS = ROOT / "tests" / "rule_ids.txt"

NARRATIVE = {"P3"}
"""Cited, but not played as a conflict, and so none of the tests' ids."""


def test_every_rule_that_tests_know_has_a_line() -> None:
    lines = IDS.read_text("utf-8").splitlines()
    known = {line.split()[0] for line in lines if line and not line.startswith("#")}
    assert set(rule_ids()) == known | NARRATIVE


def test_every_rule_that_a_field_carries_has_a_line() -> None:
    carried = {one for field in Ruleset.model_fields for one in rules_of(field)}
    assert carried <= set(rule_ids())


def test_every_rule_that_events_cite_has_a_line() -> None:
    written = {
        one
        for file in ENGINE.rglob("*.py")
        for one in re.findall(r'"([A-Z]\d{1,2})"', file.read_text("utf-8"))
    }
    told = {
        one
        for file in TALES.glob("*.txt")
        for one in re.findall(r"\(([A-Z]\d{1,2})\)", file.read_text("utf-8"))
    }
    assert {"A6", "H5", "X1"} <= written
    assert {"D4", "H2"} <= told
    assert written | told <= set(rule_ids())


@pytest.mark.parametrize("name", rule_ids())
def test_a_line_is_one_short_sentence(name: str) -> None:
    says = rule(name).says
    assert 20 <= len(says) <= 130
    assert "\n" not in says
    assert says.endswith(".")


def test_each_rule_stands_in_one_chapter_beside_those_of_its_letter() -> None:
    """Actions have a letter each; when points are earned is told with the points."""
    of = {title: {one.rstrip("0123456789")[:2] for one in ids} for title, ids in chapters().items()}
    letters = [letter for some in of.values() for letter in some]
    assert len(letters) == len(set(letters))
    assert {title for title, some in of.items() if len(some) > 1} == {"Actions", "Fate points"}


@pytest.mark.parametrize("name", rule_ids())
def test_conditions_name_rulesets_and_fields_that_there_are(name: str) -> None:
    (row,) = [rows[name] for rows in shipped("rule_lines").values() if name in rows]
    row = {"says": row} if isinstance(row, str) else row
    assert set(row) <= {"says", "in", "when"}
    assert set(row.get("in", ())) <= {*RULESETS, *SCENES}
    assert set(row.get("when", {})) <= set(Ruleset.model_fields)


@pytest.mark.parametrize(
    ("name", "at_home", "switch", "others"),
    [
        ("H5", RULESETS, "", ()),
        ("C2", ("autarch",), "", ()),
        (
            "H6",
            ("fate-core", "accelerated", "war-of-ashes"),
            "rules: {concede: true}",
            ("autarch", "minifate"),
        ),
        ("R1", (), "roar: true", ("accelerated", "war-of-ashes")),
        (
            "W2",
            ("war-of-ashes",),
            "weight: true",
            ("fate-core", "accelerated", "autarch", "minifate"),
        ),
        ("D2", (), "rules: {dice: d6-d6}", ("fate-core", "accelerated", "autarch", "minifate")),
        ("H3", ("minifate",), "rules: {absorb: single}", RULESETS[:4]),
        (
            "M6",
            ("war-of-ashes",),
            "rules: {boost_maneuvers: [knock back]}",
            ("fate-core", "accelerated", "autarch", "minifate"),
        ),
        (
            "E3",
            ("fate-core", "accelerated", "war-of-ashes"),
            "rules: {teamwork: any}",
            ("autarch", "minifate"),
        ),
    ],
)
def test_where_a_rule_is_in_play(
    name: str, at_home: tuple[str, ...], switch: str, others: tuple[str, ...]
) -> None:
    """Roar needs approaches (R3), and six-sided dice have no weight (D2)."""
    found = rule(name)
    assert (found.at_home, found.switch, found.others) == (at_home, switch, others)


@pytest.mark.parametrize("name", [name for name in rule_ids() if rule(name).others])
def test_what_turns_a_rule_on_is_what_a_scenario_may_write(name: str) -> None:
    written = yaml.safe_load(rule(name).switch)
    changes: dict[str, Any] = written.get("rules", written)
    for one in rule(name).others:
        assert override(ruleset(one), changes) != ruleset(one)


def test_a_rule_knows_the_fields_that_carry_it() -> None:
    assert rule("H6").fields == ("concede",)
    assert rule("H1").fields == ("one_track", "tracks", "track_skills", "box_values")


def test_small_letters_do() -> None:
    assert rule(" ex-woa-1 ").id == "EX-WOA-1"
    assert rule("h5") == rule("H5")


@pytest.mark.parametrize(
    ("name", "suggestion", "family"),
    [("H99", "H9", ("H1", "H9")), ("W0", None, ("W1", "W6")), ("Q7", None, ("A", "Z"))],
)
def test_an_unknown_id_gets_the_nearest_and_its_kin(
    name: str, suggestion: str | None, family: tuple[str, str]
) -> None:
    with pytest.raises(UnknownRuleError) as caught:
        rule(name)
    assert caught.value.suggestion == suggestion
    assert (caught.value.family[0], caught.value.family[-1]) == family


def test_a_rule_is_found_by_the_plural_of_a_word() -> None:
    """A word of three letters is none, whatever it ends with."""
    for word in ("boost", "zone", "ambush"):
        assert find_rules([word])
    assert find_rules(["boosts"]) == find_rules(["boost"])
    assert find_rules(["zones"]) == find_rules(["zone"])
    assert find_rules(["its"]) != find_rules(["it"])
