"""`report`: the figures are those of `simulate`, the charts lie beside the page, several files
stand side by side, and what cannot be done is refused before anything is written."""

from __future__ import annotations

import errno
import json
import re
import shlex
from html import unescape
from pathlib import Path

import pytest

from autogm.cli import app
from autogm.commands.frame import guarded
from autogm.lab.store.base import Store
from autogm.model.library import shipped

QUICK = ("--agents", "brawler", "-n", "60", "--minutes", "0.01", "--workers", "1")


def run(*arguments: str) -> int:
    return guarded(lambda: app(list(arguments)))


def cells(page: str, caption: str) -> list[list[str]]:
    """The rows of the table with such a caption."""
    table = page.split(f"<caption>{caption}</caption>", 1)[1].split("</table>", 1)[0]
    rows = re.findall(r"<tr>(.*?)</tr>", table, re.DOTALL)
    found = [re.findall(r"<t[hd].*?</t[hd]>", row) for row in rows]
    return [[unescape(re.sub(r"<[^>]*>", "", cell)) for cell in row] for row in found]


def tables(page: str) -> dict[str, list[list[str]]]:
    """All tables of a page by their captions."""
    captions = re.findall(r"<caption>(.*?)</caption>", page)
    return {unescape(one): cells(page, one) for one in captions}


def test_the_figures_are_those_of_simulate(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "page.html"
    assert run("report", "street-fight", *QUICK, "--seed", "5", "--out", str(out)) == 0
    said = capsys.readouterr().err
    assert "a report on street-fight.yaml: 60 battles" in said
    plain = ("--agents", "brawler", "-n", "60", "--seed", "5", "--json")
    assert run("simulate", "street-fight", *plain) == 0
    told = json.loads(capsys.readouterr().out)
    page = out.read_text(encoding="utf-8")
    _, won, _, lost = cells(page, "Who wins")
    assert int(won[1]) == told["wins"]["players"]["count"]
    assert int(lost[1]) == told["wins"]["gm"]["count"]
    harm = {row[0]: row[2] for row in cells(page, "Who does the harm, a battle")[1:]}
    for one in told["fighters"].values():
        if one["damage"]["mean"]:
            name = next(
                row for row in harm if row.lower().removeprefix("the ") in one["name"].lower()
            )
            assert harm[name].startswith(f"{one['damage']['mean']:.2f} ("), name
    ends = cells(page, "Battles that end in each exchange")[1:]
    battles = [sum(map(int, row[1:])) for row in ends]
    assert sum(battles) == 60
    mean = sum(int(row[0]) * count for row, count in zip(ends, battles, strict=True)) / 60
    assert mean == pytest.approx(told["exchanges"]["mean"])


def test_each_chart_lies_beside_the_page_as_svg_and_png(tmp_path: Path) -> None:
    out = tmp_path / "page.html"
    assert run("report", "duel", *QUICK, "--out", str(out)) == 0
    beside = {one.name for one in (tmp_path / "page-charts").iterdir()}
    names = {Path(one).stem for one in beside}
    assert {"who-wins", "map", "survival", "points", "courses"} <= names
    assert beside == {f"{one}.{kind}" for one in names for kind in ("svg", "png")}
    assert (tmp_path / "page-charts" / "map.png").read_bytes().startswith(b"\x89PNG")
    assert sorted(one.name for one in tmp_path.iterdir()) == ["page-charts", "page.html"]
    assert run("report", "duel", *QUICK, "--out", str(out)) == 0  # over an earlier report


def test_the_commands_of_a_page_run_as_they_stand(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """From the folder in which the report was asked for, with a path that has to be quoted."""
    monkeypatch.chdir(tmp_path)
    file = Path("my fights") / "dawn duel.yaml"
    file.parent.mkdir()
    file.write_text(shipped()["duel"].read_text("utf-8"), "utf-8")
    assert run("report", str(file), *QUICK, "--out", "page.html") == 0
    spans = re.compile(r"</?span>")
    text = spans.sub("", Path("page.html").read_text("utf-8"))
    plain = unescape(re.sub(r"<[^>]*>", "\n", text))
    commands = re.findall(r"autogm ((?:replay|simulate) .*)", plain)
    assert len(commands) == 4
    for one in commands:
        words = shlex.split(one)
        assert words[1] == str(file)
        assert run(*words) == 0
    store = str(Path("my fights") / "runs.duckdb")
    assert run("simulate", str(file), "--agents", "brawler", "-n", "20", "--out", store) == 0
    assert run("report", store, "--out", "stored.html") == 0
    page = unescape(Path("stored.html").read_text("utf-8"))
    [again] = re.findall(r"autogm (report .* --minutes 1)", page)
    assert shlex.split(again)[1] == store
    capsys.readouterr()


def test_several_files_stand_side_by_side(tmp_path: Path) -> None:
    out = tmp_path / "page.html"
    assert run("report", "duel", "street-fight", *QUICK, "--out", str(out)) == 0
    page = out.read_text(encoding="utf-8")
    assert page.count("<article") == 2
    rows = {row[0]: row[1:] for row in cells(page, "Side by side")}
    assert rows["figure"] == ["A Duel at Dawn", "The Wrong Alley"]
    assert rows["battles"] == ["60", "60"]
    assert "with the same dice" in page
    ids = re.findall(r' id="([^"]+)"', page)
    assert len(ids) == len(set(ids))


def test_a_scene_of_cards_has_the_parts_that_make_sense(tmp_path: Path) -> None:
    out = tmp_path / "page.html"
    assert run("report", "one-question", "-n", "40", "--out", str(out)) == 0
    page = out.read_text(encoding="utf-8")
    assert "One Question in the Attic" in page
    assert "How it ends" in page
    assert "Where the fighting was" not in page


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("--out", "SELF"), "is what the report is about"),
        (("--out", "page.txt"), "is no name of one; write"),
        (("--out", "other.html"), "is there and is no report"),
        (("--out", "nowhere/page.html"), "there is no folder"),
        (("--minutes", "0"), "above 0"),
        (("--minutes", "nan"), "above 0"),
        (("-n", "0"), "at least 1"),
        (("--for", "gm"), "takes players"),
        (("--agents", "nobody"), "nobody"),
        (("--seed", "-1"), "a seed is a number"),
    ],
)
def test_what_cannot_be_done_is_refused(
    arguments: tuple[str, ...],
    says: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    file = tmp_path / "mine.yaml"
    file.write_text(shipped()["duel"].read_text(encoding="utf-8"), encoding="utf-8")
    Path("other.html").write_text("<p>mine</p>", encoding="utf-8")
    before = {one.name: one.read_bytes() for one in tmp_path.iterdir()}
    given = [str(file) if one == "SELF" else one for one in arguments]
    assert run("report", str(file), *given) == 2
    assert says in " ".join(capsys.readouterr().err.split())
    assert {one.name: one.read_bytes() for one in tmp_path.iterdir()} == before


def test_nothing_is_half_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A disk that is full in the middle leaves no file behind."""
    out, real, count = tmp_path / "page.html", Path.write_bytes, 0

    def full(self: Path, data: bytes) -> int:
        nonlocal count
        count += 1
        if count == 5:
            raise OSError(errno.ENOSPC, "No space left on device")
        return real(self, data)

    monkeypatch.setattr(Path, "write_bytes", full)
    assert run("report", "duel", *QUICK, "--out", str(out)) == 1
    assert "cannot be written: No space left on device" in capsys.readouterr().err
    assert [one for one in tmp_path.rglob("*") if one.is_file()] == []


def test_a_picture_of_somebody_elses_stays(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "page-charts"
    folder.mkdir()
    (folder / "map.svg").write_text("my notes", encoding="utf-8")
    assert run("report", "duel", *QUICK, "--out", str(tmp_path / "page.html")) == 2
    assert "is no picture" in capsys.readouterr().err
    assert [one.name for one in tmp_path.rglob("*") if one.is_file()] == ["map.svg"]


def test_a_store_is_counted_and_not_played(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every figure but those that need more playing is that of the same battles played; what needs
    playing is said."""
    store, out, file = tmp_path / "runs.duckdb", tmp_path / "page.html", tmp_path / "file.html"
    played = ("--agents", "brawler", "-n", "50", "--seed", "3")
    assert run("simulate", "street-fight", *played, "--out", str(store)) == 0
    given = (*played, "--minutes", "0.005")
    assert run("report", "street-fight", *given, "--out", str(file)) == 0

    def refused(*_: object, **__: object) -> None:
        raise AssertionError("played again")

    for name in ("simulate.simulate", "replay.replay", "report.conflict.replay"):
        monkeypatch.setattr(f"autogm.lab.{name}", refused)
    assert run("report", str(store), "--out", str(out)) == 0
    assert "counted from what is stored; --minutes 1" in capsys.readouterr().err
    page, other = out.read_text(encoding="utf-8"), file.read_text(encoding="utf-8")
    assert "50 battles, seed 3: brawler («if nobody thought») plays both sides" in page
    assert tables(page).items() <= tables(other).items()
    assert {"Who wins", "How it ends", "Where everybody stood", "Where it hurt", "Who decides it",
            "Still there after each exchange"} <= set(tables(page))  # fmt: skip
    assert "What mattered" not in page
    assert "Three battles told and what mattered need battles to be played again" in page
    assert "none of them was played again" in page


def test_a_store_is_played_again_where_it_is_asked_for(tmp_path: Path) -> None:
    store, out = tmp_path / "runs.duckdb", tmp_path / "page.html"
    played = ("--agents", "brawler", "-n", "50", "--seed", "3", "--rows", "fighters")
    assert run("simulate", "street-fight", *played, "--out", str(store)) == 0
    assert run("report", str(store), "--minutes", "0.01", "--out", str(out)) == 0
    page = out.read_text(encoding="utf-8")
    assert "What mattered" in page
    assert "The typical battle" in page
    assert "need battles to be played again" not in page
    assert "Where the fighting was" not in page
    assert "simulate keeps it with --rows exchanges" in page


def test_a_store_of_battles_that_go_otherwise_now_is_not_played_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """By a program of the same version, as one that is being worked on; what is stored is counted
    all the same."""
    file, out = tmp_path / "runs.duckdb", tmp_path / "page.html"
    assert run("simulate", "duel", "--agents", "brawler", "-n", "50", "--out", str(file)) == 0
    with Store(file) as store:
        store.ask("UPDATE battles SET choices = choices + 1 WHERE battle = 49")
    assert run("report", str(file), "--minutes", "0.01", "--out", str(out)) == 2
    said = " ".join(capsys.readouterr().err.split())
    assert "battle 49 goes another way now. Without --minutes the report counts what" in said
    assert not out.exists()
    assert run("report", str(file), "--out", str(out)) == 0


@pytest.mark.parametrize("option", [("--seed", "5"), ("--agents", "brawler")])
def test_what_a_store_keeps_is_not_said_again(
    option: tuple[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It was ignored; beside a scenario it is of that."""
    store = tmp_path / "runs.duckdb"
    assert run("simulate", "duel", "-n", "20", "--agents", "brawler", "--out", str(store)) == 0
    out = ("--out", str(tmp_path / "page.html"))
    assert run("report", str(store), *option, *out) == 2
    assert f"{option[0]}: {store} keeps" in "".join(capsys.readouterr().err.splitlines())
    assert run("report", str(store), "duel", "-n", "20", *option, "--minutes", "0.01", *out) == 0


def test_a_stored_scene_of_cards_is_counted(tmp_path: Path) -> None:
    store, out = tmp_path / "runs.duckdb", tmp_path / "page.html"
    assert run("simulate", "one-question", "-n", "60", "--out", str(store)) == 0
    assert run("report", str(store), "--out", str(out)) == 0
    page = out.read_text(encoding="utf-8")
    assert "60 plays, as they are stored in runs.duckdb" in page
    assert "need the game to be played again" in page
    assert "What mattered" not in page
    assert run("report", str(store), "--minutes", "0.01", "--out", str(out)) == 0
    page = out.read_text(encoding="utf-8")
    assert "What mattered" in page
    assert "One that ends" in page


def test_of_a_store_the_players_get_what_they_may_know(tmp_path: Path) -> None:
    """Stored battles are of all there is, so that theirs are played."""
    store, out = tmp_path / "runs.duckdb", tmp_path / "page.html"
    played = ("--agents", "brawler", "-n", "40")
    assert run("simulate", "hold-the-bridge", *played, "--out", str(store)) == 0
    asked = ("--for", "players", "--minutes", "0.01")
    assert run("report", str(store), *asked, "--out", str(out)) == 0
    assert "about the conflict as the players know it" in out.read_text(encoding="utf-8")


def test_what_is_no_store_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    other = tmp_path / "runs.duckdb"
    other.write_bytes(b"no database" * 100)
    assert run("report", str(other), "--out", str(tmp_path / "page.html")) == 2
    assert "runs.duckdb" in capsys.readouterr().err
    assert sorted(one.name for one in tmp_path.iterdir()) == ["runs.duckdb"]
