"""`simulate --levels`: who plays then, and what is told where it is interrupted."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from signal import SIGINT, SIGTERM, default_int_handler, raise_signal, signal
from typing import Any

import pytest

import autogm.lab.playouts
import autogm.lab.progress
import autogm.lab.simulate
import autogm.lab.skill
from autogm.cli import app
from autogm.commands.frame import guarded
from autogm.game import registry
from autogm.lab.skill import Skill
from tests.game import contest

BRAWL = ("duel", "--agents", "brawler", "-n", "40", "--levels")
QUICK = (
    Skill("beginners", "random", "random"),
    Skill("regulars", "brawler", "random"),
    Skill("veterans", "random", "random"),
)


def run(*arguments: str) -> int:
    return guarded(lambda: app(["simulate", *arguments]))


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Players who need no time, and Ctrl-C as a program in the foreground has it."""
    monkeypatch.setattr(autogm.lab.skill, "SKILLS", QUICK)
    before = signal(SIGINT, default_int_handler)
    yield
    signal(SIGINT, before)


@pytest.fixture
def race(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A game of another kind, which no player who looks ahead plays."""
    monkeypatch.setattr(registry, "_KINDS", dict(registry._KINDS))
    contest.known()
    path = tmp_path / "race.yaml"
    path.write_text("kind: contest\ntitle: A Race\ngoal: 2\nexchanges: 3\n", "utf-8")
    return str(path)


def signalled(monkeypatch: pytest.MonkeyPatch, number: int, part: int, *, at_once: bool) -> None:
    """A signal comes in the part of that number: before its first battle, or after some."""
    parts = 0

    @contextmanager
    def progress(total: int, tell: Callable[[str], None]) -> Iterator[Callable[[int], None]]:
        nonlocal parts
        parts += 1
        if parts == part - 1 and at_once:  # the next part begins with these
            monkeypatch.setattr(autogm.lab.simulate, "simulate", lambda *_, **__: stop())
            monkeypatch.setattr(autogm.lab.playouts, "play_many", lambda *_, **__: stop())
        yield lambda _: None if parts != part else stop()

    def stop() -> None:
        raise_signal(number)

    monkeypatch.setattr(autogm.lab.progress, "battle_progress", progress)


def told(capsys: pytest.CaptureFixture[str]) -> tuple[dict[str, Any], str]:
    """What was told as JSON, and what was said beside it."""
    said = capsys.readouterr()
    return json.loads(said.out), said.err


@pytest.mark.parametrize("at_once", [True, False])
@pytest.mark.parametrize(("number", "code"), [(SIGINT, 130), (SIGTERM, 143)])
def test_what_was_over_before_a_signal_is_told(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, number: int, code: int,
    at_once: bool,
) -> None:  # fmt: skip
    """The simulation and the levels that played to the end; which did not is said."""
    signalled(monkeypatch, number, 3, at_once=at_once)
    assert run(*BRAWL, "--agents", "players=skirmisher,gm=brawler", "--json") == code
    found, said = told(capsys)
    assert found["battles"] == 40
    assert list(found["skill"]["levels"]) == ["beginners"]
    assert "interrupted: regulars did not play to the end" in said


@pytest.mark.parametrize("at_once", [True, False])
@pytest.mark.parametrize(("number", "code"), [(SIGINT, 130), (SIGTERM, 143)])
def test_the_same_of_another_kind_of_game(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, number: int, code: int,
    at_once: bool,
) -> None:  # fmt: skip
    signalled(monkeypatch, number, 3, at_once=at_once)
    agents = ("--agents", "players=frugal,gm=random")
    assert run("party-crashers", "-n", "40", "--levels", "--json", *agents) == code
    found, said = told(capsys)
    assert found["battles"] == 40
    assert list(found["skill"]["levels"]) == ["beginners"]
    assert "interrupted: regulars did not play to the end" in said


def test_who_does_not_play_it_is_told_before_anything_is_played(
    race: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    levels = [Skill("beginners", "planner:mediocre", "planner:mediocre")]
    monkeypatch.setattr(autogm.lab.skill, "SKILLS", levels)
    assert run(race, "-n", "40", "--levels") == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert "--levels: `planner:mediocre` plays games of the kind `conflict`" in said.err


def test_levels_are_played_where_battles_are_stored(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for number, file in enumerate(("duel", "party-crashers")):
        store = str(tmp_path / f"{number}.duckdb")
        assert (
            run(file, "-n", "40", "--agents", "random", "--levels", "--out", store, "--json") == 0
        )
        assert len(told(capsys)[0]["skill"]["levels"]) == len(QUICK)


def test_the_gm_plays_as_before(capsys: pytest.CaptureFixture[str]) -> None:
    """With those of its fighters that were named; whoever was named of the players does not."""
    assert run(*BRAWL, "--agents", "brawler,bruno=random,ilse=random", "--json") == 0
    found, said = told(capsys)
    assert "as beginners would (players=random,gm=brawler,bruno=random)" in said
    assert "as regulars would (players=brawler,gm=brawler,bruno=random)" in said
    assert run(*BRAWL, "--agents", "brawler,bruno=random", "--json") == 0
    found, said = told(capsys)
    assert "as regulars would" not in said, "these have played already"
    assert found["skill"]["levels"]["regulars"]["battles"] == 40
