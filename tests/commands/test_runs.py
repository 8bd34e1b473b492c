"""What reports are made of, and what they are called beside each other."""

from __future__ import annotations

from pathlib import Path

from autogm.cli import app
from autogm.commands.frame import guarded
from autogm.commands.runs import asked_for
from autogm.model.library import shipped


def titles(*files: Path) -> list[str]:
    return [one.title for one in asked_for(files, 10, 1, None)]


def test_files_of_one_title_are_told_apart_by_their_names(tmp_path: Path) -> None:
    duel, other = shipped()["duel"], tmp_path / "harder.yaml"
    other.write_bytes(duel.read_bytes())
    assert titles(duel, other) == [
        "A Duel at Dawn (duel.yaml)", "A Duel at Dawn (harder.yaml)",
    ]  # fmt: skip
    assert titles(duel, shipped()["street-fight"]) == ["", ""]


def test_runs_are_called_as_their_variants_are(tmp_path: Path) -> None:
    """A seed of its own makes a run of its own, which its number tells from the first."""
    store = tmp_path / "runs.duckdb"
    many = ["duel", "-n", "10", "--agents", "brawler", "--out", str(store)]
    for more in (["--sweep", "gm.pool=0..2"], ["--seed", "2"]):
        assert guarded(lambda more=more: app(["simulate", *many, *more])) == 0  # type: ignore[misc]
    assert titles(store) == [
        "A Duel at Dawn (run 1)", "A Duel at Dawn, gm.pool=0", "A Duel at Dawn, gm.pool=2",
        "A Duel at Dawn (run 4)",
    ]  # fmt: skip
