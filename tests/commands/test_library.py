"""`autogm list` and `autogm new`, as a person runs them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from autogm.agents.names import names
from autogm.cli import app
from autogm.commands.frame import guarded
from autogm.model.library import described, shipped
from autogm.model.words import TEMPERS
from autogm.planner.levels import LEVELS
from autogm.planner.temper.names import LEANINGS
from autogm.rules.loading import load
from autogm.rules.rulebook import SCENES, rules_at_home
from autogm.rules.rulesets import RULESETS


def run(*arguments: str) -> int:
    """The exit code of a command line."""
    return guarded(lambda: app(list(arguments)))


def test_all_that_there_is_is_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("list", "--json") == 0
    found = json.loads(capsys.readouterr().out)
    assert [one["name"] for one in found["scenarios"]] == list(shipped())
    kinds = [one.ruleset in SCENES for one in described()]
    assert kinds == sorted(kinds)  # the conflicts first
    assert tuple(one["name"] for one in found["agents"]) == names()
    assert len(found["levels"]) == len(LEVELS)
    assert [one["name"] for one in found["rulesets"]] == [*RULESETS, *SCENES]
    assert run("list") == 0
    out = capsys.readouterr().out
    assert all(name in out for name in (*shipped(), *names(), *RULESETS))


def test_one_list_alone(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("list", "rulesets") == 0
    out = capsys.readouterr().out
    assert "Fate Accelerated" in out
    assert "brawler" not in out
    assert run("list", "dragons") == 2
    assert "there is no list of `dragons`" in capsys.readouterr().err


def test_tempers_are_listed_with_what_they_lean_to(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("list", "tempers", "--json") == 0
    found = {one["name"]: one["says"] for one in json.loads(capsys.readouterr().out)["tempers"]}
    assert tuple(found) == (*TEMPERS, "protects=ID")
    assert set(LEANINGS) == set(TEMPERS) - {"even"}
    assert found["cruel"] == "finishes the hurt"


@pytest.mark.parametrize("command", ["play", "simulate", "replay", "review", "tune", "advise"])
def test_who_is_asked_for_agents_is_told_of_tempers(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(command, "--help") == 0
    out = " ".join(capsys.readouterr().out.split())
    assert "autogm list tempers" in out
    assert "protects=ID" in out


def test_a_new_scenario_is_without_fault_or_warning(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    assert run("new", str(path)) == 0
    encounter = load(path)
    assert encounter.warnings == ()
    assert len(encounter.fighters) == 6


def test_a_new_scene_of_cards_is_without_fault_and_can_end_in_every_way(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "mine.yaml"
    assert run("new", str(path), "--kind", "aspect-cards") == 0
    assert run("check", str(path)) == 0
    said = capsys.readouterr()
    assert "2 cards with 5 aspects" in said.out
    assert "warning" not in said.err
    assert run("simulate", str(path), "-n", "2000", "--agents", "frugal", "--json") == 0
    assert run("new", str(tmp_path / "other.yaml"), "--kind", "dragons") == 2
    assert "for aspect-cards and conflict is" in capsys.readouterr().err


def test_every_ruleset_of_a_scene_that_ships_is_listed() -> None:
    used = {str(one.ruleset) for one in described()}
    assert used <= {*RULESETS, *SCENES}
    assert all(rules_at_home(name) for name in SCENES)


def test_nothing_is_overwritten(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text("mine")
    assert run("new", str(path)) == 2
    assert "left as it is" in capsys.readouterr().err
    assert path.read_text() == "mine"
    assert run("new", str(tmp_path / "mine")) == 2
    assert "mine.yaml, say" in capsys.readouterr().err
    capsys.readouterr()
    assert run("new", str(tmp_path / "nowhere" / "mine.yaml")) == 2
    said = capsys.readouterr().err
    assert said.startswith("error: ")
    nowhere = tmp_path / "nowhere"
    assert said.endswith(
        f"mine.yaml cannot be written: there is no folder {nowhere}; make it first\n"
    )


def test_compiling_ahead_and_deleting_exclude_each_other(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run("cache", "--clear", "--build") == 2
    assert "one of them at a time" in capsys.readouterr().err
