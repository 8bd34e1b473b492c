"""The frame of the command line: exit codes, what goes where, and how soon it answers."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from typer.main import get_command

from autogm.cli import app
from autogm.commands import frame
from autogm.commands.frame import BAD_INPUT, DONE, RUN_FAILED, guarded
from autogm.commands.usage import MEANT
from autogm.model.faults import Fault, ScenarioError
from autogm.model.version import SOURCE_TREE, version

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


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("chek",), "there is no command `chek`; did you mean `check`? (see `autogm --help`)"),
        (("explain", "Z3"), "there is no command `explain`; did you mean `rules`? (see"),
        (("qqq",), "there is no command `qqq` (see `autogm --help`)"),
        (("check",), "FILE is missing (see `autogm check --help`)"),
        (("check", "--nope"), "there is no option --nope (see `autogm check --help`)"),
        (("check", "--jsn"), "there is no option --jsn; did you mean --json? (see"),
        (("schema", "x"), "(x) (see `autogm schema --help`)"),
        (("odds", "--skill", "x"), "--skill: "),
        (("odds", "--skill", "300"), "«300» is no rating; write a whole number from -99 to 99"),
        (("odds", "--against"), "'--against' requires an argument"),
        (("odds", "--against", "1", "--goal", "glory"), "--goal: 'glory' is not one of"),
        (("odds", "--against", "1", *["--reroll"] * 21), "at most 20 rerolls are counted, not 21"),
    ],
)
def test_wrong_usage_is_bad_input_told_in_one_line(
    arguments: tuple[str, ...], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(*arguments) == BAD_INPUT
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith("error: ")
    assert says in said.err
    assert said.err.count("\n") == 1


def test_no_command_at_all_shows_the_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert run() == DONE
    assert "simulate" in capsys.readouterr().out


def test_the_version_is_that_of_the_source_tree(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """Also where nothing is installed, and never that of a folder of something else."""
    told = 'name = "autogm"\nversion = "7.8.9"\n'
    (tmp_path / "pyproject.toml").write_text(f"[project]\n{told}")
    assert version(tmp_path) == "7.8.9"
    (tmp_path / "pyproject.toml").write_text("[project]\n" + told.replace("autogm", "other"))
    assert version(tmp_path) != "7.8.9"
    assert version(tmp_path / "nowhere")
    assert run("--version") == DONE
    text = (SOURCE_TREE / "pyproject.toml").read_text("utf-8")
    assert f'version = "{capsys.readouterr().out.split()[1]}"' in text


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


def test_words_that_people_try_lead_to_commands_that_there_are() -> None:
    there = set(get_command(app).commands)  # type: ignore[attr-defined]
    assert set(MEANT) <= there
    tried = [word for words in MEANT.values() for word in words]
    assert len(tried) == len(set(tried))
    assert not set(tried) & there
