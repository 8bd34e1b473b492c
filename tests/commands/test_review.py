"""The command `review`: a battle or a saved play, tables, JSON, a recap to a file or on stdout, and
refusals."""

from __future__ import annotations

import json
from errno import ENOSPC
from pathlib import Path

import pytest

from autogm.agents.roster import seats
from autogm.analysis.review.measures import SET_BY_BATTLES
from autogm.cli import app
from autogm.commands.frame import guarded
from autogm.engine.game import Game, load_game
from autogm.game.plays import Play, read_noted
from autogm.lab.replay import replay
from autogm.planner.solving.solver import solve
from autogm.session.begun import begin
from autogm.session.saved import export_text
from autogm.session.seats import Seat
from autogm.session.session import Session
from autogm.session.store import FILE, Store

QUICK = ("--level", "good", "--battles", "0")


def run(*arguments: str) -> int:
    return guarded(lambda: app(["review", *arguments]))


def play_of(name: str, path: Path) -> Path:
    """A battle of a scenario, saved as a play."""
    found, texts = read_noted(name)
    game = Game(found.content)
    first, *steps = replay(game, 1, 0, seats(None, encounter=found.content))
    before, entries = first.after, []
    for step in steps:
        entries.append(game.entry(before, step.action))
        before = step.after
    path.write_text(json.dumps(Play(found.kind.name, texts, entries).as_dict()), encoding="utf-8")
    return path


def test_people_see_a_chart_and_what_changed_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("street-fight", *QUICK) == 0
    shown = capsys.readouterr().out
    for words in ("┤", "at the start", "luck", "judgement of", "reappraisal", "Measured by"):
        assert words in shown


def test_a_saved_play_is_reviewed_as_the_battle_was(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    play = play_of("street-fight", tmp_path / "play.json")
    capsys.readouterr()
    assert run("--play", str(play), *QUICK, "--json") == 0
    saved = json.loads(capsys.readouterr().out)
    assert run("street-fight", *QUICK, "--json") == 0
    played = json.loads(capsys.readouterr().out)
    assert saved["totals"] == played["totals"]
    assert [one["worth"] for one in saved["moves"]] == [one["worth"] for one in played["moves"]]
    assert {one["by"] for one in played["moves"]} == {"tactician", None}


def test_battles_say_how_likely_victory_was_at_the_beginning(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run("duel", "--level", "good", "--battles", "20", "--json") == 0
    found = json.loads(capsys.readouterr().out)
    assert found["measured"].endswith(SET_BY_BATTLES)
    won = (2 * 0.5 + found["chance"]["players"] * 21 - 0.5 - 0.5) % 0.5
    assert min(won, 0.5 - won) < 1e-3  # a whole number of victories and halves


def test_a_solved_conflict_is_reviewed_by_its_exact_value(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Its start is what the solver says, whatever battles showed, and the words say so."""
    wharf = str(Path("evaluation/conflicts/wharf.yaml").resolve())
    assert run(wharf, "--seed", "1", "--battle", "0", "--battles", "20", "--json") == 0
    found = json.loads(capsys.readouterr().out)
    value = solve(load_game(wharf)).value
    assert found["chance"]["players"] == pytest.approx((1 + value) / 2, abs=1e-6)
    assert run(wharf, "--seed", "1", "--battle", "0", "--battles", "20") == 0
    shown = " ".join(capsys.readouterr().out.split())
    assert "Measured by the planner at the level great: exactly, to the end." in shown


def test_the_recap_is_written_or_printed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = tmp_path / "recap.md"
    assert run("duel", *QUICK, "--recap", str(target)) == 0
    shown = capsys.readouterr()
    assert "recap" in shown.err
    assert "at the start" in shown.out
    assert run("duel", *QUICK, "--recap", "-") == 0
    assert capsys.readouterr().out == target.read_text(encoding="utf-8")
    assert target.read_text(encoding="utf-8").startswith("# A Duel at Dawn\n")


def test_a_scene_of_cards_is_reviewed(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("one-question", "--for", "players", "--recap", "-") == 0
    assert "## How it ends" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ((), "name a scenario file, or a saved play by --play"),
        (("duel", "--play", "x.json"), "and not both"),
        (("--play", "nothing-there.json"), "No such file"),
        (("--play", "x.json", "--battle", "5"), "--battle is one of a scenario file"),
        (("nothing-there",), "there is no such file"),
        (("duel", "--battle", "-1"), "battles are numbered from 0"),
        (("duel", "--battles", "-1"), "--battles"),
        (("duel", "--level", "best"), "--level"),
        (("duel", "--agents", "nobody"), "--agents"),
        (("duel", "--json", "--recap", "-"), "both be on stdout"),
        (("duel", *QUICK, "--recap", "/nowhere/recap.md"), "cannot be written"),
    ],
)
def test_bad_input_is_refused(
    arguments: tuple[str, ...], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(*arguments) == 2
    shown = capsys.readouterr()
    assert says in " ".join(shown.err.split())
    assert shown.out == ""


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("{", "no JSON"),
        ("[]", "no JSON object"),
        ("{}", "`format` is missing"),
        ('{"format": 99}', "newer version"),
        ('{"format": 1, "kind": "conflict", "files": {}, "entries": []}', "no play"),
        ('{"format": 1, "kind": "conflict", "files": {}, "entries": [1]}', "no choice and no roll"),
        (f'{{"format": {"9" * 5000}}}', "no JSON that can be read"),
        ("[" * 100_000, "no JSON that can be read"),
    ],
)
def test_what_is_no_play_is_refused(
    text: str, says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "play.json"
    path.write_text(text, encoding="utf-8")
    assert run("--play", str(path)) == 2
    assert says in " ".join(capsys.readouterr().err.split())


def test_what_the_table_has_saved_is_reviewed_as_the_battle_that_it_is(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """As a file, and by the id under which it is kept."""
    brawlers = Seat(agent="brawler")
    path = tmp_path / "saved.autogm.json"
    saved = begin("duel", {"players": brawlers, "gm": brawlers}, 3)
    path.write_text(export_text(saved), encoding="utf-8")
    assert run("--play", str(path)) == 2
    assert "nothing has been played in this battle" in capsys.readouterr().err
    session = Session(saved)
    while session.waits().on == "program":
        session.go_on()
    path.write_text(export_text(session.saved), encoding="utf-8")
    damaged = json.loads(path.read_text(encoding="utf-8")) | {"here": 9_999, "tip": 9_999}
    (tmp_path / "damaged.json").write_text(json.dumps(damaged), encoding="utf-8")
    assert run("--play", str(tmp_path / "damaged.json")) == 2
    assert "this saved battle cannot be read" in " ".join(capsys.readouterr().err.split())
    monkeypatch.setenv("AUTOGM_DATA_DIR", str(tmp_path / "data"))
    assert run("--play", "xyz") == 2
    said = "No such file or directory, and no battle is kept under this id"
    assert said in " ".join(capsys.readouterr().err.split())
    with Store(tmp_path / "data" / FILE) as store:
        kept = store.add(session.saved)
    found = []
    for asked in (
        ("--play", str(path)),
        ("--play", kept),
        ("duel", "--agents", "brawler", "--seed", "3"),
    ):
        assert run(*asked, "--level", "mediocre", "--battles", "0", "--json") == 0
        found.append(json.loads(capsys.readouterr().out))
    assert found[0] == found[1] == found[2]
    assert run("--play", "xyz") == 2
    path.write_text(path.read_text(encoding="utf-8").replace("skills:", "skilz:"), "utf-8")
    assert run("--play", str(path)) == 2


@pytest.mark.parametrize("name", ["scenario.yaml", "README.md", "notes.txt"])
def test_a_recap_never_overwrites_something_else(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = tmp_path / name
    target.write_text("# mine\n\nAll that I know.\n", encoding="utf-8")
    assert run("duel", *QUICK, "--recap", str(target)) == 2
    assert target.read_text(encoding="utf-8") == "# mine\n\nAll that I know.\n"
    assert "is there and is no recap" in " ".join(capsys.readouterr().err.split())


def test_a_recap_is_written_over_another_whole_or_not_at_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "recap.md"
    target.write_text("", encoding="utf-8")
    assert run("duel", *QUICK, "--recap", str(target)) == 0
    first = target.read_text(encoding="utf-8")

    def full(path: Path, text: str, encoding: str) -> None:
        with path.open("w", encoding=encoding) as file:
            file.write(text[:100])
        raise OSError(ENOSPC, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(Path, "write_text", full)
        assert run("duel", *QUICK, "--battle", "1", "--recap", str(target)) == 1
    assert target.read_text(encoding="utf-8") == first
    assert list(tmp_path.iterdir()) == [target]
    assert run("duel", *QUICK, "--battle", "1", "--recap", str(target)) == 0
    assert target.read_text(encoding="utf-8") != first
