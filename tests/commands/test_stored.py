"""`simulate --out` and `export`: what they print, where, and how they refuse."""

from __future__ import annotations

import json
from pathlib import Path

import duckdb
import pytest

import autogm.lab.store.base
from autogm.cli import app
from autogm.commands.frame import guarded
from autogm.commands.runs import asked_for
from autogm.commands.stored import STORES
from autogm.lab.store.base import EXPORTED, Store

SCENARIOS = Path(__file__).parents[2] / "scenarios"
DUEL = str(SCENARIOS / "duel.yaml")


def run(*arguments: str) -> int:
    return guarded(lambda: app(list(arguments)))


def simulated(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, object]:
    assert run("simulate", DUEL, "--agents", "brawler", "--json", *arguments) == 0
    told = json.loads(capsys.readouterr().out)
    told.pop("seconds", None)
    told.pop("battles_per_second", None)
    return dict(told)


def test_what_is_told_is_the_same_stored_or_not(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = str(tmp_path / "runs.duckdb")
    for battles in ("300", "500"):
        stored = simulated(capsys, "-n", battles, "--out", out)
        plain = simulated(capsys, "-n", battles)
        assert stored == plain
        for name in ("without_luck", "swing", "decisive"):
            assert stored[name] is not None
    assert run("simulate", DUEL, "--agents", "brawler", "-n", "500", "--out", out) == 0
    assert "all of them before; 0 battles played now" in capsys.readouterr().err


def test_as_many_are_stored_as_the_share_needs(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Stopped early and gone on with, or asked of what is stored already, it is the same answer."""
    plain = simulated(capsys, "--until", "4%")
    number = plain["battles"]
    assert isinstance(number, int)
    for before in (None, 500, number + 1000):
        out = tmp_path / f"{before}.duckdb"
        if before is not None:
            simulated(capsys, "-n", str(before), "--out", str(out))
        assert simulated(capsys, "--until", "4%", "--out", str(out)) == plain
        with Store(out) as store:
            assert store.ask("SELECT done FROM runs") == [(max(number, before or 0),)]


def test_each_variant_is_a_run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "runs.duckdb"
    change = ("-n", "40", "--set", "gm.fighters.bruno.skills.Forceful=0")
    told = simulated(capsys, *change, "--out", str(out), "--rows", "fighters")
    plain = simulated(capsys, *change)
    assert isinstance(told["variants"], list)
    assert isinstance(plain["variants"], list)
    for one, other in zip(told["variants"], plain["variants"], strict=True):
        assert one["difference"] == other["difference"]
        assert one["wins"] == other["wins"]
    with Store(out) as store:
        names = [name for (name,) in store.ask("SELECT name FROM runs ORDER BY run")]
        assert names == ["as it is", "gm.fighters.bruno.skills.Forceful=0"]
        assert store.ask("SELECT count(*) FROM exchanges") == [(0,)]


@pytest.mark.parametrize("suffix", STORES)
def test_what_is_reported_on_can_be_stored(
    suffix: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Under every name that a report takes for a store."""
    out = tmp_path / f"runs{suffix}"
    simulated(capsys, "-n", "25", "--out", str(out))
    (asked,) = asked_for([out], None, 1, None)
    assert (asked.run, asked.number) == (1, 25)


@pytest.mark.parametrize("form", ["parquet", "csv"])
def test_export_writes_every_table(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], form: str
) -> None:
    import duckdb

    out, folder = tmp_path / "runs.duckdb", tmp_path / "tables"
    simulated(capsys, "-n", "25", "--out", str(out))
    assert run("export", str(out), "--to", str(folder), "--format", form) == 0
    assert sorted(one.name for one in folder.iterdir()) == sorted(f"{n}.{form}" for n in EXPORTED)
    with Store(out) as store, duckdb.connect() as base:
        for table in EXPORTED:
            [(read,)] = base.execute(
                f"SELECT count(*) FROM read_{form}(?)", [str(folder / f"{table}.{form}")]
            ).fetchall()
            assert [(read,)] == store.ask(f"SELECT count(*) FROM {table}")


@pytest.mark.parametrize("form", ["parquet", "csv"])
def test_an_export_replaces_its_own_tables_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], form: str
) -> None:
    """And writes nothing at all where another file has the name of one."""
    import duckdb

    out, folder = tmp_path / "runs.duckdb", tmp_path / "tables"
    simulated(capsys, "-n", "25", "--out", str(out))
    for _ in range(2):
        assert run("export", str(out), "--to", str(folder), "--format", form) == 0
    mine = tmp_path / "mine" / f"zones.{form}"
    mine.parent.mkdir()
    if form == "csv":
        mine.write_text("zone,name\n1,the yard\n", "utf-8")
    else:
        with duckdb.connect() as base:
            base.execute(f"COPY (SELECT 1 AS zone, 2 AS run) TO '{mine}' (FORMAT parquet)")
    before = mine.read_bytes()
    assert run("export", str(out), "--to", str(mine.parent), "--format", form) == 2
    assert f"{mine.name} is there and is no table" in " ".join(capsys.readouterr().err.split())
    assert list(mine.parent.iterdir()) == [mine]
    assert mine.read_bytes() == before


def test_an_export_that_fails_leaves_what_was_there(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    out, folder = tmp_path / "runs.duckdb", tmp_path / "tables"
    simulated(capsys, "-n", "25", "--out", str(out))
    monkeypatch.setattr(autogm.lab.store.base, "EXPORTED", (*EXPORTED[:3], "nowhere"))
    assert run("export", str(out), "--to", str(folder), "--format", "csv") != 0
    assert not list(folder.iterdir())


def test_an_export_onto_a_full_disk_says_what_is_full(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    out, folder = tmp_path / "runs.duckdb", tmp_path / "tables"
    simulated(capsys, "-n", "25", "--out", str(out))

    def full(store: Store, query: str) -> list[object]:
        raise duckdb.IOException("could not write: No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(Store, "ask", full)
        assert run("export", str(out), "--to", str(folder)) == 1
    said = " ".join(capsys.readouterr().err.split())
    assert "the disk is full. Make room, and export again" in said
    assert str(out) not in said


def test_what_was_stored_before_has_no_pace(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The seconds of a run that is gone on with are of what was played in them."""
    stored = ("simulate", DUEL, "--agents", "brawler", "--out", str(tmp_path / "runs.duckdb"))
    paces = []
    for number in ("25", "25", "26"):
        assert run(*stored, "-n", number, "--json") == 0
        told = json.loads(capsys.readouterr().out)
        paces.append((told["battles_per_second"] or 0) * told["seconds"])
    assert paces == [pytest.approx(one, rel=0.01, abs=0.01) for one in (25, 0, 1)]
    assert run(*stored, "-n", "26") == 0
    assert "a second" not in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("--out", "a.duckdb", "-n", "20m"), "a run has at most 10,000,000 battles"),
        (("--rows", "decisions"), "--rows is for stored battles"),
        (("--out", "x.yaml"), "write --out x.duckdb"),
        (("--out", "x.duckdb", "--backend", "dask"), "--backend dask needs --scheduler"),
        (("--out", "/proc/x.duckdb"), "nothing can be written into /proc"),
        (("--out", "x.duckdb", "--scheduler", "tcp://a:1"), "say --backend dask, too"),
        (
            ("--out", "x.duckdb", "--backend", "dask", "--scheduler", "a:1", "--workers", "2"),
            "a cluster has its own",
        ),
        (("--out", "/nowhere/x.duckdb"), "there is no folder /nowhere"),
    ],
)
def test_what_does_not_go_together_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch,
    arguments: tuple[str, ...], says: str,
) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    assert run("simulate", DUEL, "-n", "5", "--agents", "brawler", *arguments) == 2
    assert says in " ".join(capsys.readouterr().err.split())
    assert not list(tmp_path.iterdir())


def test_the_scenario_itself_is_never_written_over(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = (SCENARIOS / "duel.yaml").read_text("utf-8")
    file = tmp_path / "duel.duckdb"
    file.write_text(text, "utf-8")
    for out in (file, tmp_path / "." / "duel.duckdb"):
        assert run("simulate", str(file), "-n", "5", "--out", str(out)) == 2
        assert "is what is played" in " ".join(capsys.readouterr().err.split())
    assert file.read_text("utf-8") == text


def test_an_export_of_what_is_no_store_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("export", str(tmp_path / "a.duckdb"), "--to", str(tmp_path / "b")) == 2
    assert "there is no such file" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("command", ["check", "simulate", "replay", "show", "advise"])
def test_a_store_is_no_scenario(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "runs.duckdb"
    with Store(out):
        pass
    assert run(command, str(out)) == 2
    said = " ".join(capsys.readouterr().err.split())
    assert "battles are stored in this file; `autogm report` or `autogm export` reads it" in said


def test_whoever_looks_until_enough_is_known_stops_at_the_same_battle(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Agents who think play a few battles between two looks, stored or not."""
    asked = ("simulate", DUEL, "-n", "600", "--until", "10%", "--json")
    assert run(*asked) == 0
    told = capsys.readouterr()
    assert run(*asked, "--out", str(tmp_path / "runs.duckdb")) == 0
    stored = json.loads(capsys.readouterr().out)
    assert json.loads(told.out)["battles"] == stored["battles"] < 600
    assert "is not known" not in told.err
