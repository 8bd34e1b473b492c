"""The reference in scenarios/README.md has exactly the words that a scenario may use, and its
examples and the README's can be played."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import Any, get_args

import pytest
import yaml

from autogm.model import words
from autogm.model.source import read_source
from autogm.model.verbs import VERB_NAMES
from autogm.rules.encounter import Encounter
from autogm.rules.loading import load

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text("utf-8")
REFERENCE = (ROOT / "scenarios" / "README.md").read_text("utf-8")


def section(heading: str) -> str:
    return REFERENCE.partition(f"### {heading}\n")[2].partition("\n##")[0]


def rows(heading: str, column: str) -> dict[str, str]:
    """The rows of the table whose first column has that name: words with what is said of them."""
    table = section(heading).partition(f"| {column} |")[2].partition("\n\n")[0]
    return dict(re.findall(r"^\| `([^`]+)` \| (.+) \|$", table, re.MULTILINE))


def examples(text: str, folder: Path) -> list[dict[str, Any]]:
    """The data of a text's YAML blocks, each read as a file of its own."""
    found = []
    for block in re.findall(r"```yaml\n(.*?)```", text, re.DOTALL):
        path = folder / "example.yaml"
        path.write_text(block, "utf-8")
        found.append(read_source(path).data)
    return found


@pytest.mark.parametrize(
    ("heading", "column", "known"),
    [
        ("Actions", "action", VERB_NAMES),
        ("Compels", "effect", get_args(words.CompelEffect)),
        ("Stunts", "does", words.STUNT_KINDS),
        ("Stunts", "when", words.CIRCUMSTANCES),
        ("Effects", "does", get_args(words.EffectKind)),
        ("Objectives", "do", get_args(words.ObjectiveKind)),
    ],
)
def test_the_tables_have_the_words_that_there_are(
    heading: str, column: str, known: tuple[str, ...]
) -> None:
    assert tuple(rows(heading, column)) == known


def test_the_lists_within_sentences_are_whole() -> None:
    told = section("Stunts").partition("`limit` says how often: ")[2].partition("\n\n")[0]
    assert tuple(re.findall(r"`([^`]+)`", told)) == get_args(words.Limit)


def test_every_action_names_its_rules() -> None:
    known = set((ROOT / "tests" / "rule_ids.txt").read_text("utf-8").split())
    for action, told in rows("Actions", "action").items():
        rules = re.findall(r"[A-Z][0-9]+", told.rpartition("(")[2])
        assert rules, action
        assert set(rules) <= known, action


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    shutil.copytree(ROOT / "scenarios" / "characters", tmp_path / "characters")
    return tmp_path


def played(folder: Path, scenario: dict[str, Any]) -> Encounter:
    path = folder / "quarrel.yaml"
    path.write_text(yaml.safe_dump(scenario, sort_keys=False), "utf-8")
    return load(path)


def test_the_whole_file_of_the_readme_is_sound(folder: Path) -> None:
    path = folder / "quarrel.yaml"
    path.write_text(re.findall(r"```yaml\n(.*?)```", README, re.DOTALL)[0], "utf-8")
    encounter = load(path)
    assert [one.name for one in encounter.fighters if one.side == "players"] == [
        "Olivia",
        "Hob the Miller",
    ]
    assert not [warning for warning in encounter.warnings if str(path) in warning]


@pytest.mark.rule("N4", "N5", "X1")
def test_the_examples_of_the_reference_are_sound_and_do_what_is_said(folder: Path) -> None:
    compels, stunts, minions, templates, goals = examples(REFERENCE, folder)
    scenario = examples(README, folder)[0]
    fighters = scenario["sides"]["gm"]["fighters"]
    fighters["chief"] |= stunts
    fighters |= minions
    encounter = played(folder, scenario | compels | templates | goals)
    (group,) = (one for one in encounter.fighters if one.id == "reavers")
    assert (group.boxes["physical"], group.weight) == (1 + 4 // 2, 4)
    assert group.ratings["attack", "Forceful"] == 2
    assert group.ratings["create", "Clever"] == -2
    (chief,) = (one for one in encounter.fighters if one.id == "chief")
    assert [(one.when, one.amount) for one in chief.stunts] == [("outnumbered", 2)]
    assert [one.effect for one in encounter.scenario.compels] == ["attack nearest", "skill out"]
    pinned, burning = (one.aspect for one in encounter.templates)
    assert (pinned.helps_against, pinned.helps_bearer) == (True, False)
    assert (pinned.actions, burning.adverse) == ({"attack"}, True)
    won = encounter.scenario.objectives
    assert [(one.do, one.who, one.number) for one in won.players] == [
        ("get out", ("olivia", "hob"), 1)
    ]
    assert [(one.do, one.zone, one.exchanges) for one in won.gm] == [("hold", "ford", 3)]
