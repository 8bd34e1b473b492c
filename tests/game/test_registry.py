"""The registry of kinds of games: files are opened by the kind that they say, kinds are added once,
by packages too, and what needs a conflict refuses others.
"""

from __future__ import annotations

from dataclasses import replace
from importlib.metadata import EntryPoint, EntryPoints
from pathlib import Path
from typing import Any

import pytest

import autogm
from autogm.engine.game import Game
from autogm.engine.game import load_game as load_conflict
from autogm.game import registry
from autogm.game.registry import (
    GameKind,
    kinds,
    load_game,
    read_file,
    register,
    schema_of_kind,
)
from autogm.model.faults import ScenarioError
from tests.game import contest

TEXT = "kind: contest\ntitle: A Race\n"


@pytest.fixture
def race(tmp_path: Path) -> Path:
    """A file of a contest."""
    path = tmp_path / "race.yaml"
    path.write_text(TEXT, "utf-8")
    return path


@pytest.fixture
def alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """A registry of its own, whose packages have not been asked."""
    monkeypatch.setattr(registry, "_KINDS", dict(registry._KINDS))
    monkeypatch.setattr(registry, "_asked_packages", [])


def test_a_file_without_a_kind_is_a_conflict() -> None:
    found = read_file("duel")
    assert found.kind.name == registry.CONFLICT
    assert isinstance(found.game(), Game)
    assert isinstance(autogm.load_game("duel"), Game)


def test_a_kind_is_registered_once(alone: None) -> None:
    register(contest.CONTEST)
    register(contest.CONTEST)
    with pytest.raises(ValueError, match="called `contest` already"):
        register(replace(contest.CONTEST, says="another"))
    with pytest.raises(ValueError, match="called `social` already"):
        register(replace(contest.CONTEST, name="parley", spellings=("social",)))
    with pytest.raises(ValueError, match="called `conflict` already"):
        register(GameKind("conflict", "another", "a:b", "a:b"))


def test_an_installed_package_brings_its_kinds(
    alone: None, race: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    point = EntryPoint("contest", "tests.game.contest:known", registry.ENTRY_POINTS)

    def installed(**which: Any) -> EntryPoints:
        return EntryPoints([point]).select(**which)

    monkeypatch.setattr("importlib.metadata.entry_points", installed)
    game = load_game(race)
    assert isinstance(game, contest.Contest)
    assert (game.title, game.goal, game.exchanges) == ("A Race", 3, 4)
    assert list(kinds()) == ["conflict", "aspect-cards", "contest"]


def test_what_needs_a_conflict_refuses_others(alone: None, race: Path) -> None:
    register(contest.CONTEST)
    with pytest.raises(ScenarioError, match="of the kind `contest`; a conflict is needed here"):
        load_conflict(race)


@pytest.mark.parametrize("said", ["chess", "7", "[contest]", "{a: 1}", "yes"])
def test_a_kind_that_nobody_knows_is_refused(said: str, race: Path) -> None:
    race.write_text(f"title: A Race\nkind: {said}\n", "utf-8")
    with pytest.raises(ScenarioError) as error:
        load_game(race)
    (fault,) = error.value.faults
    assert (fault.field, fault.line) == ("kind", 2)
    assert "physical" in fault.allowed


BY_RULESET = replace(contest.CONTEST, rulesets=("contests",))


def test_a_file_is_of_the_kind_that_its_ruleset_belongs_to(alone: None, tmp_path: Path) -> None:
    """And the reader of that kind is asked, which has no field for one here."""
    register(BY_RULESET)
    path = tmp_path / "race.yaml"
    path.write_text("ruleset: contests\ntitle: A Race\n", "utf-8")
    with pytest.raises(ScenarioError) as error:
        read_file(path)
    found = [(one.field, one.line) for one in error.value.faults]
    assert found == [("kind", 1), ("ruleset", 1)]


def test_a_misspelt_ruleset_may_be_that_of_any_kind(alone: None, tmp_path: Path) -> None:
    """The one that was probably meant says by which kind the rest is judged."""
    register(BY_RULESET)
    path = tmp_path / "race.yaml"
    path.write_text("ruleset: contest\ntitle: A Race\ngaol: 3\n", "utf-8")
    with pytest.raises(ScenarioError) as error:
        read_file(path)
    kind, ruleset, gaol = error.value.faults
    assert (kind.field, ruleset.line, gaol.line) == ("kind", 1, 3)
    assert (ruleset.field, ruleset.suggestion) == ("ruleset", "contests")
    assert {"fate-core", "aspect-cards", "contests"} <= set(ruleset.allowed)
    path.write_text("ruleset: fate-cro\ntitle: A Race\ngoal: 3\n", "utf-8")
    with pytest.raises(ScenarioError) as error:
        read_file(path)
    (told,) = (one for one in error.value.faults if one.field == "ruleset")
    assert told.suggestion == "fate-core"
    assert "contests" in told.allowed
    assert any("`goal` is not known here" in one.message for one in error.value.faults)


def test_a_kind_and_a_ruleset_of_another_contradict_each_other(alone: None, race: Path) -> None:
    race.write_text("title: A Race\nkind: contest\nruleset: aspect-cards\n", "utf-8")
    register(contest.CONTEST)
    with pytest.raises(ScenarioError) as error:
        read_file(race)
    first = error.value.faults[-1]
    assert (first.field, first.line) == ("kind", 2)
    assert "is for games of the kind `aspect-cards`; leave `kind` out" in first.message


def test_schemas_are_had_by_kind(alone: None) -> None:
    assert "zones" in schema_of_kind("conflict")["properties"]
    register(contest.CONTEST)
    with pytest.raises(ValueError, match="called `contest`; there are conflict, aspect-cards"):
        schema_of_kind("contest")
