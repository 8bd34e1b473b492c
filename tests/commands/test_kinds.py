"""Commands and games of other kinds than conflicts, on the contest of `tests/game/contest.py`: what
each tells, and what is refused since it needs a conflict.
"""

from __future__ import annotations

import json
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from autogm.cli import app
from autogm.commands.frame import guarded
from autogm.game import registry
from tests.game import contest

TEXT = "kind: contest\ntitle: A Race to the Gate\ngoal: 2\nexchanges: 3\n"


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A file of a contest, whose kind is known."""
    monkeypatch.setattr(registry, "_KINDS", dict(registry._KINDS))
    contest.known()
    path = tmp_path / "race.yaml"
    path.write_text(TEXT, "utf-8")
    return str(path)


def run(*arguments: str) -> int:
    """The exit code of a command line."""
    return guarded(lambda: app(list(arguments)))


@cache
def worth(players: int, gm: int, left: int, side: int) -> Fraction:
    """By hand: what the turn of a side is worth to the players, in a contest to two victories."""
    if left == 0 or 2 in (players, gm):
        return Fraction((players > gm) - (players < gm))
    own = (players, gm)
    bold = [(0, 1), (0, 0), (2, 0)]
    manners = [bold] if left == 1 else [bold, [(0, 0), (1, 0), (1, 0)]]
    found = []
    for gains in manners:
        ends = []
        for mine, other in gains:
            more = (mine, other) if side == 0 else (other, mine)
            first, second = (min(2, a + b) for a, b in zip(own, more, strict=True))
            ends.append(worth(first, second, left - side, 1 - side))
        found.append(sum(ends, Fraction()) / 3)
    return min(found) if side else max(found)


def read(capsys: pytest.CaptureFixture[str]) -> Any:
    """The JSON that was printed."""
    return json.loads(capsys.readouterr().out)


def test_check_says_what_it_is(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("check", file) == 0
    out = capsys.readouterr().out
    assert "A Race to the Gate" in out
    assert "a game of the kind `contest`: at most 2 choices at once, 3 ways that dice fall" in out
    assert run("check", file, "--json") == 0
    assert read(capsys)[0]["kind"] == "contest"


def test_simulate_counts_who_wins(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("simulate", file, "-n", "300", "--json") == 0
    found = read(capsys)
    assert found["agents"] == {"players": "random", "gm": "random"}
    count = sum(one["count"] for one in found["wins"].values()) + found["undecided"]["count"]
    assert found["battles"] == count == 300
    assert 0 < found["wins"]["players"]["count"] < 300
    assert run("simulate", file, "-n", "300", "--json") == 0
    assert {**read(capsys), "seconds": 0} == {**found, "seconds": 0}
    assert run("simulate", file, "-n", "20") == 0
    assert "The GM wins" in capsys.readouterr().out


def test_replay_tells_the_battles_of_simulate(
    file: str, capsys: pytest.CaptureFixture[str]
) -> None:
    won = 0
    for battle in range(10):
        assert run("replay", file, "--battle", str(battle)) == 0
        told = capsys.readouterr().out
        assert "A Race to the Gate" in told
        assert "Dice show" in told
        won += "The players win." in told
    assert run("simulate", file, "-n", "10", "--json") == 0
    assert read(capsys)["wins"]["players"]["count"] == won


def test_a_battle_is_told_from_a_state_on(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("replay", file, "--json") == 0
    steps = read(capsys)
    assert steps[0]["decision"]["action"] == steps[0]["entry"]
    line = steps[-1]["state"]
    assert run("replay", file, "--json", "--state", line) == 0
    assert read(capsys)[0]["state"] == line
    assert run("show", file, "--state", line) == 0
    assert "exchanges" not in capsys.readouterr().out
    assert run("simulate", file, "-n", "5", "--state", line, "--json") == 0
    assert read(capsys)["state"] == line


def test_solve_is_exact(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("solve", file, "--json") == 0
    found = read(capsys)
    assert found["value"] == pytest.approx(float(worth(0, 0, 3, 0)), abs=1e-12)
    best = max(found["moves"], key=lambda one: one["value"])
    assert found["moves"][0] == best
    assert found["states"] == found["decisions"] + found["dice"] + found["ends"]
    assert run("solve", file) == 0
    assert f"u = {float(worth(0, 0, 3, 0)):+.6f}" in capsys.readouterr().out


def test_advise_is_exact_where_it_can_be(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("advise", file, "--json") == 0
    found = read(capsys)
    assert found["solved"] is True
    assert found["chooses"] == "players"
    assert found["choices"][0]["value"] == pytest.approx(float(worth(0, 0, 3, 0)))
    assert run("advise", file) == 0
    assert f"The players should {found['choices'][0]['words']}" in capsys.readouterr().out


def test_advise_counts_plays_where_it_is_large(
    file: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What both at random are worth, by hand, lies in the interval of 400 plays; in 95 of 100
    seeds it does, in this one too."""
    monkeypatch.setattr("autogm.analysis.plainly.EXACT", 3)
    assert run("advise", file, "--json", "--battles", "400") == 0
    found = read(capsys)
    assert found["plays"] == 400
    for one in found["choices"]:
        gains = contest.GAINS[one["verb"]]
        ends = [by_chance(min(2, own), other, 3, 1) for own, other in gains.values()]
        assert one["low"] < float(sum(ends, Fraction()) / 3) < one["high"]
    assert run("advise", file) == 0
    assert "where both play at random" in capsys.readouterr().out


@cache
def by_chance(players: int, gm: int, left: int, side: int) -> Fraction:
    """By hand: the same where both choose at random."""
    if left == 0 or 2 in (players, gm):
        return Fraction((players > gm) - (players < gm))
    manners = ["be bold"] if left == 1 else list(contest.GAINS)
    total = Fraction()
    for manner in manners:
        for own, other in contest.GAINS[manner].values():
            more = (own, other) if side == 0 else (other, own)
            after = (min(2, players + more[0]), min(2, gm + more[1]))
            total += by_chance(*after, left - side, 1 - side) / (3 * len(manners))
    return total


def test_show_has_what_is_known_and_who_may_do_what(
    file: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("show", file) == 0
    out = capsys.readouterr().out
    assert "left: 3" in out
    assert "The players may be bold or be steady." in out
    assert run("show", file, "--for", "players") == 0
    assert capsys.readouterr().out == out
    assert run("show", file, "--for", "gm") == 0
    assert "The players may choose." in capsys.readouterr().out


def test_the_kind_is_listed(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("list", "kinds", "--json") == 0
    rows = {one["name"]: one["says"] for one in read(capsys)["kinds"]}
    assert list(rows) == ["conflict", "aspect-cards", "contest"]
    assert "`kind: physical, social, mental or mass`" in rows["conflict"]
    assert "`kind: contest`" in rows["contest"]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["simulate", "--agents", "brawler"], "`brawler` plays games of the kind `conflict`"),
        (["simulate", "--agents", "players=random,gm=tactician"], "`tactician` plays games"),
        (["replay", "--agents", "planner:good"], "who does: random"),
        (["simulate", "--workers", "2"], "--workers takes games of the kind `conflict`"),
        (["replay", "--svg-dir", "pictures"], "--svg-dir takes games of the kind `conflict`"),
        (["advise", "--level", "good"], "--level takes games of the kind `conflict`"),
        (["advise", "--battles", "0"], "--battles says how often"),
        (["solve", "--horizon", "3"], "--horizon takes games of the kind `conflict`"),
        (["solve", "--max-states", "10"], "more than 10 states; --max-states allows more"),
        (["show", "--svg", "race.svg"], "--svg takes games of the kind `conflict`"),
        (["show", "--sheets"], "is a game of the kind `contest`"),
        (["show", "--state", "nonsense"], "--state: this state belongs to another game"),
        (["simulate", "--seed", "-1"], "a seed is a number"),
    ],
)
def test_what_needs_a_conflict_says_so(
    arguments: list[str], says: str, file: str, capsys: pytest.CaptureFixture[str]
) -> None:
    command, *options = arguments
    assert run(command, file, *options) == 2
    assert says in " ".join(capsys.readouterr().err.split())


def faults(path: str, capsys: pytest.CaptureFixture[str]) -> list[dict[str, Any]]:
    """The faults of a file, by `check`."""
    assert run("check", path, "--json") == 2
    found: list[dict[str, Any]] = read(capsys)[0]["faults"]
    return found


def test_every_fault_is_told_at_its_line(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    Path(file).write_text(TEXT.replace("goal: 2", "gaol: 2").replace("3", "99"), "utf-8")
    found = faults(file, capsys)
    assert [(one["field"], one["line"]) for one in found] == [("gaol", 3), ("exchanges", 4)]
    assert found[0]["suggestion"] == "goal"


def test_an_unknown_kind_is_refused_with_those_known(
    file: str, capsys: pytest.CaptureFixture[str]
) -> None:
    Path(file).write_text(TEXT.replace("kind: contest", "kind: chess"), "utf-8")
    (one,) = faults(file, capsys)
    assert (one["field"], one["line"], one["value"]) == ("kind", 1, "chess")
    conflicts = ["physical", "social", "mental", "mass"]
    assert one["allowed"] == [*conflicts, "aspect-cards", "contest"]
    assert run("simulate", file) == 2
    assert "no kind of games is called so" in capsys.readouterr().err


def test_a_misspelt_kind_does_not_hide_what_else_is_wrong(
    file: str, capsys: pytest.CaptureFixture[str]
) -> None:
    Path(file).write_text(TEXT.replace("contest", "contst").replace("goal: 2", "goal: 0"), "utf-8")
    first, second = faults(file, capsys)
    assert (first["field"], first["suggestion"]) == ("kind", "contest")
    assert second["field"] == "goal"


def test_a_conflict_may_say_that_it_is_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "mine.yaml"
    assert run("new", str(path)) == 0
    path.write_text(f"kind: conflict\n{path.read_text('utf-8')}", "utf-8")
    capsys.readouterr()
    assert run("check", str(path), "--json") == 0
    assert read(capsys)[0]["kind"] == "physical"


def test_a_level_of_the_planner_advises_on_a_scene_of_cards(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """From what the players know, which is less than is solved; said so."""
    assert run("advise", "moonrise-ritual", "--level", "fair", "--json") == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["level"], told["unseen"], told["solved"]) == ("fair", True, True)
    assert run("advise", "moonrise-ritual", "--json") == 0
    best = json.loads(capsys.readouterr().out)
    assert best["level"] is None
    worths = {one["words"]: one["value"] for one in best["choices"]}
    assert {one["words"]: one["value"] for one in told["choices"]} == pytest.approx(worths)
    assert run("advise", "moonrise-ritual", "--level", "great") == 0
    said = " ".join(capsys.readouterr().out.split())
    assert "The players, at the level great, would" in said
    assert "What is hidden from this side is left out of account." in said


def test_advice_on_a_scene_from_everything_is_worth_what_is_solved(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """From what the players know it is worth more: what is hidden can only hurt them."""
    assert run("solve", "moonrise-ritual", "--json") == 0
    solved = json.loads(capsys.readouterr().out)
    assert run("advise", "moonrise-ritual", "--for", "all", "--json") == 0
    told = json.loads(capsys.readouterr().out)
    assert told["unseen"] is False
    assert told["choices"][0]["value"] == pytest.approx(solved["value"])
    assert run("advise", "moonrise-ritual", "--for", "players", "--json") == 0
    known = json.loads(capsys.readouterr().out)
    assert known["unseen"] is True
    assert known["choices"][0]["value"] > solved["value"] + 0.1
    assert run("advise", "moonrise-ritual", "--for", "gm") == 2
    assert "--for gm: the other side chooses here, players" in capsys.readouterr().err
