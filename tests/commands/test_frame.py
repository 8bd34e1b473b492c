"""The frame of the command line: exit codes, what goes where, and how soon it answers."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from autogm.cli import app
from autogm.commands import frame
from autogm.commands.frame import BAD_INPUT, DONE, RUN_FAILED, guarded
from autogm.model.faults import Fault, ScenarioError

HEAVY = ("numba", "numpy", "networkx", "pydantic", "yaml", "ortools", "joblib")


def run(*arguments: str) -> int:
    """The exit code of a command line."""
    return guarded(lambda: app(args=arguments, prog_name="autogm"))


def test_starting_up_imports_nothing_heavy() -> None:
    code = f"import autogm.cli, sys; print([m for m in {HEAVY} if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_help_lists_the_commands(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("--help") == DONE
    shown = capsys.readouterr().out
    assert "check" in shown
    assert "schema" in shown


@pytest.mark.parametrize("arguments", [("chek",), ("check",), ("check", "--nope"), ("schema", "x")])
def test_wrong_usage_is_bad_input(
    arguments: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(*arguments) == BAD_INPUT
    said = capsys.readouterr()
    assert said.out == ""
    assert "Traceback" not in said.err
    assert "Usage: autogm" in said.err


@pytest.mark.parametrize(
    ("error", "code", "says"),
    [
        (ScenarioError([Fault(Path("a.yaml"), 2, 3, "kind", "no")]), BAD_INPUT, "a.yaml:2:3"),
        (frame.InputError("no such side"), BAD_INPUT, "error: no such side"),
        (frame.RunError("out of memory"), RUN_FAILED, "failed: out of memory"),
        (SystemExit(5), 5, ""),
        (SystemExit(), DONE, ""),
        (SystemExit("why"), RUN_FAILED, "why"),
    ],
)
def test_what_goes_wrong_is_told_on_stderr(
    error: BaseException, code: int, says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail() -> None:
        raise error

    assert guarded(fail) == code
    said = capsys.readouterr()
    assert said.out == ""
    assert says in said.err
    assert "Traceback" not in said.err


def test_faults_of_the_program_itself_are_not_hidden() -> None:
    def fail() -> None:
        raise KeyError("a slip")

    with pytest.raises(KeyError):
        guarded(fail)


def test_text_of_people_is_never_read_as_markup(capsys: pytest.CaptureFixture[str]) -> None:
    frame.tell("error", "[bold]x[/bold] :smile: " + "y" * 200, "bold red")
    assert "[bold]x[/bold] :smile: " + "y" * 200 in capsys.readouterr().err.replace("\n", "")


def test_json_is_one_value_with_words_as_written(capsys: pytest.CaptureFixture[str]) -> None:
    frame.print_json({"title": "Ünter dem Eis"})
    out = capsys.readouterr().out
    assert json.loads(out) == {"title": "Ünter dem Eis"}
    assert "Ünter" in out
