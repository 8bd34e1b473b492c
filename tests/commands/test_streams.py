"""Output as it finds the world: encodings that have few letters, full disks, closed pipes, narrow
columns, no colours.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from autogm.commands.streams import plainly
from tests.soak import some

SCENARIOS = Path(__file__).parents[2] / "scenarios"
DUEL = str(SCENARIOS / "duel.yaml")
BATS = str(SCENARIOS / "bat-ruins.yaml")
ODDS = ("odds", "--skill", "2", "--against", "1")
COMMANDS = (
    ("check", BATS),
    ("show", BATS),
    ("show", BATS, "--svg", "-"),
    ("rules",),
    ("rules", "war-of-ashes"),
    ("rules", "D4", "A8"),
    ("schema",),
    ODDS,
    ("simulate", DUEL, "-n", "20"),
    ("replay", DUEL),
    ("--help",),
    ("check", "--help"),
)


def autogm(*arguments: str, **environment: str) -> subprocess.CompletedProcess[bytes]:
    """A command in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "autogm", *arguments],
        capture_output=True,
        env={**os.environ, **environment},
        check=False,
    )


def shell(line: str) -> subprocess.CompletedProcess[str]:
    """A line of bash in which `$A` is the command; the exit code is that of its first part."""
    return subprocess.run(
        ["bash", "-c", f"{line}; exit ${{PIPESTATUS[0]}}"],
        capture_output=True,
        text=True,
        env={**os.environ, "A": f"{sys.executable} -m autogm"},
        check=False,
    )


SEVERAL = """
import sys
from autogm.cli import app
from autogm.commands.frame import guarded
from autogm.commands.streams import ready
ready()
for arguments in {commands!r}:
    print({apart!r}, guarded(lambda: app(args=arguments, prog_name="autogm")), flush=True)
"""
APART = "=== end of a command, which leaves with"


def printed(encoding: str) -> list[str]:
    """What the commands print one after another in a process of their own, with the exit code of
    each behind it."""
    code = SEVERAL.format(commands=COMMANDS, apart=APART)
    settings = {"PYTHONIOENCODING": encoding, "COLUMNS": "90"}
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        env={**os.environ, **settings},
        check=False,
    )
    assert done.returncode == 0, done.stderr.decode(encoding)
    assert b"Traceback" not in done.stderr
    return done.stdout.decode(encoding).split(APART)


@cache
def questions() -> list[int]:
    """How many question marks the commands print where nothing has to be replaced."""
    return [text.count("?") for text in printed("utf-8")]


@pytest.mark.parametrize("encoding", some(["ascii", "cp1252"], 1))
def test_few_letters_are_enough(encoding: str) -> None:
    *texts, last = printed(encoding)
    for arguments, text, after in zip(COMMANDS, texts, [*texts[1:], last], strict=True):
        assert text.strip(), arguments
        assert after.startswith(" 0\n"), (arguments, "does not leave with 0")
    assert [text.count("?") for text in (*texts, last)] == questions()


def test_what_is_written_plainly_can_be_read() -> None:
    assert plainly("«Fée» – 1…2 ██ naïve · Łódź") == '"Fee" - 1...2 ## naive . Lodz'
    assert plainly("─│┌┼→日") == "-|++>?"


def test_bars_are_drawn_without_blocks() -> None:
    done = autogm("simulate", DUEL, "-n", "50", PYTHONIOENCODING="ascii")
    assert b"#####" in done.stdout
    assert b"-" in done.stdout


def test_json_and_drawings_lose_no_letter(tmp_path: Path) -> None:
    """JSON escapes what the encoding has not, a drawing names it by its number."""
    file = tmp_path / "duel.yaml"
    file.write_text(Path(DUEL).read_text("utf-8").replace("A Duel at Dawn", "«Fée» 日"), "utf-8")
    done = autogm("check", str(file), "--json", PYTHONIOENCODING="ascii")
    assert json.loads(done.stdout)[0]["title"] == "«Fée» 日"
    done = autogm("show", str(file), "--svg", "-", PYTHONIOENCODING="latin-1")
    assert "«Fée» 日".encode("ascii", "xmlcharrefreplace") in done.stdout


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device of Linux")
@pytest.mark.parametrize("arguments", [" ".join(ODDS), f"check --json {DUEL}", "schema", "--help"])
def test_a_full_disk_is_told_in_a_line(arguments: str) -> None:
    done = shell(f"$A {arguments} > /dev/full")
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    assert done.stderr.startswith("failed: the output cannot be written: No space left")


@pytest.mark.parametrize("arguments", [" ".join(ODDS), "schema", f"replay {DUEL} --json"])
def test_a_reader_that_leaves_is_no_fault(arguments: str) -> None:
    """The command finds the pipe closed whatever it writes first: nobody ever reads from it."""
    done = shell(f"(sleep 0.2; $A {arguments}; echo $? >&2) | exec 0<&- sleep 0")
    told = done.stderr.splitlines()
    assert told[-1] == "141", done.stderr
    assert "Traceback" not in done.stderr
    assert "Exception" not in done.stderr


def test_closed_output_is_no_fault() -> None:
    for closed in (">&-", "2>&-", ">&- 2>&-"):
        done = shell(f"$A {' '.join(ODDS)} {closed}")
        assert (done.returncode, done.stderr) == (0, "")
    assert shell("$A check nowhere.yaml >&-").returncode == 2


def on_a_terminal(*arguments: str, **environment: str) -> bytes:
    """What a command writes to a terminal."""
    pty = pytest.importorskip("pty", reason="terminals of Unix")
    ours, theirs = pty.openpty()
    plain = {name: value for name, value in os.environ.items() if name != "NO_COLOR"}
    with subprocess.Popen(
        [sys.executable, "-m", "autogm", *arguments],
        stdout=theirs,
        stderr=theirs,
        env={**plain, "TERM": "xterm-256color", **environment},
    ) as running:
        os.close(theirs)
        seen = b""
        try:
            while part := os.read(ours, 65536):
                seen += part
        except OSError:  # nobody writes any more
            pass
        running.wait()
    os.close(ours)
    return seen


def test_no_colours_where_none_are_wanted() -> None:
    """NO_COLOR, whatever it says (no-color.org)."""
    colour = re.compile(rb"\x1b\[[0-9;]*3[0-9]")
    commands = (("check", "nowhere.yaml"), ("simulate", DUEL, "-n", "20"), ("show", BATS))
    for arguments in some(commands, 2):
        assert colour.search(on_a_terminal(*arguments))
        assert not colour.search(on_a_terminal(*arguments, NO_COLOR="1"))
