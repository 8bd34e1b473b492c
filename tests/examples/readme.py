"""The commands that the README shows with what they print, and its picture. `python -m
tests.examples.readme` writes what they print and draw now; read the difference before committing
it.
"""

from __future__ import annotations

import io
import os
import re
import shlex
import shutil
import sys
from contextlib import chdir, redirect_stderr, redirect_stdout
from pathlib import Path
from tempfile import TemporaryDirectory

from autogm.cli import app
from autogm.commands.frame import guarded

ROOT = Path(__file__).parents[2]
README = ROOT / "README.md"
PICTURE = ROOT / "scenarios" / "lizardfolk-camp.svg"
DRAWN = f"show scenarios/{PICTURE.stem}.yaml --svg -"
COLUMNS = "92"
SHOWN = re.compile(
    r"```text\n\$ autogm (?P<command>(?:[^\n]*\\\n)*[^\n]*)\n(?P<output>.*?)```", re.S
)
"""A command, which may go on after a backslash at a line's end, and what it prints."""
CLOCK = re.compile(r"^[0-9.]+ s(, ([0-9,]+ battles a second|[0-9.]+ s a battle)\.)?$", re.M)
"""The line that tells how long it took."""


def shown(text: str) -> list[tuple[str, str]]:
    """The commands of a text, each with what stands below it."""
    return [(found["command"], found["output"]) for found in SHOWN.finditer(text)]


def printed(command: str) -> str:
    """What a command prints to a console of that width, in a folder with the scenarios, the solved
    conflicts, the README's own scenario, `ford.yaml`, and its position, `table.yaml`."""
    out, before = io.StringIO(), os.environ.get("COLUMNS")
    with TemporaryDirectory() as folder:
        here = Path(folder)
        shutil.copytree(ROOT / "scenarios", here / "scenarios")
        shutil.copytree(ROOT / "evaluation" / "conflicts", here / "evaluation" / "conflicts")
        written = re.findall(r"```yaml\n(.*?)```", README.read_text("utf-8"), re.S)
        (here / "scenarios" / "ford.yaml").write_text(written[0], "utf-8")
        (here / "table.yaml").write_text(written[1], "utf-8")
        os.environ["COLUMNS"] = COLUMNS
        try:
            with chdir(here), redirect_stdout(out), redirect_stderr(io.StringIO()):
                code = guarded(lambda: app(shlex.split(command.replace("\\\n", " "))))
        finally:
            os.environ.pop("COLUMNS")
            if before is not None:
                os.environ["COLUMNS"] = before
    if code:
        raise AssertionError(f"`autogm {command}` leaves with {code}")
    return "".join(f"{line.rstrip()}\n" for line in out.getvalue().splitlines())


def timeless(output: str) -> str:
    """What was printed, but for how long it took."""
    return CLOCK.sub("(time)", output)


def renewed(text: str) -> str:
    """A text with what its commands print now, where that is more than another time."""

    def renew(found: re.Match[str]) -> str:
        now = printed(found["command"])
        if timeless(now) == timeless(found["output"]):
            return found[0]
        return f"```text\n$ autogm {found['command']}\n{now}```"

    return SHOWN.sub(renew, text)


if __name__ == "__main__":
    before = README.read_text("utf-8")
    after = renewed(before)
    README.write_text(after, "utf-8")
    sys.stdout.write("nothing has changed\n" if after == before else f"wrote {README}\n")
    PICTURE.write_text(printed(DRAWN), "utf-8")
