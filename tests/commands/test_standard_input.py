"""A scenario that comes from standard input: what it refers to, and how its faults are told."""

from __future__ import annotations

import sys
from io import BytesIO
from pathlib import Path

import pytest

from autogm.cli import app
from autogm.commands.frame import guarded

SCENARIOS = Path(__file__).parents[2] / "scenarios"
DUEL = str(SCENARIOS / "duel.yaml")


def run(*arguments: str) -> int:
    return guarded(lambda: app(list(arguments)))


class _Given:
    """Standard input that holds some bytes."""

    closed = False

    def __init__(self, held: bytes) -> None:
        self.buffer = BytesIO(held)


@pytest.mark.parametrize(
    "arguments",
    [("check",), ("check", "--json"), ("show",), ("simulate", "-n", "3"), ("replay",)],
)
def test_a_scenario_may_come_from_standard_input(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    arguments: tuple[str, ...],
    tmp_path: Path,
) -> None:
    """What it refers to is looked for in the working directory."""
    text = (SCENARIOS / "street-fight.yaml").read_bytes()
    held = text.replace(b"characters/landon.yaml", b"mine/landon.yaml")
    (tmp_path / "mine").mkdir()
    sheet = (SCENARIOS / "characters" / "landon.yaml").read_bytes()
    (tmp_path / "mine" / "landon.yaml").write_bytes(sheet)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "stdin", _Given(held))
    assert run(arguments[0], "-", *arguments[1:]) == 0
    assert "The Wrong Alley" in capsys.readouterr().out
    monkeypatch.chdir(SCENARIOS)
    monkeypatch.setattr(sys, "stdin", _Given(held))
    assert run(arguments[0], "-", *arguments[1:]) == 2
    captured = capsys.readouterr()
    assert "there is no such file" in captured.err + captured.out


def test_faults_of_standard_input_have_their_lines(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    held = Path(DUEL).read_bytes().replace(b"ruleset:", b"rulset:")
    line = held[: held.index(b"rulset")].count(b"\n") + 1
    monkeypatch.setattr(sys, "stdin", _Given(held))
    assert run("check", "-") == 2
    assert f"<stdin>:{line}:1: rulset: " in capsys.readouterr().err
    monkeypatch.setattr(sys, "stdin", _Given(b""))
    assert run("check", "-") == 2
    assert "<stdin>: the file is empty" in capsys.readouterr().err
    monkeypatch.setattr(sys, "stdin", None)
    assert run("check", "-") == 2
    assert "standard input is closed" in capsys.readouterr().err
