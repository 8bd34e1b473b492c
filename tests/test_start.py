"""What commands import: heavy packages only where they are used, since a start is waited for."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.soak import some

PLAIN = ("numpy", "numba", "pydantic", "rich", "networkx", "yaml", "ortools", "pandas", "joblib")
UNPLANNED = ("ortools", "pandas", "joblib", "networkx")
UNCOMPILED = ("numba", "filelock", "asyncio", *UNPLANNED)


@pytest.mark.parametrize(
    ("arguments", "not_imported"),
    some(
        [
            (["--help"], PLAIN),
            (["--version"], PLAIN),
            (["simulate", "--help"], ("numpy", *UNCOMPILED)),
            (["check", "duel"], UNCOMPILED),
            (["check", "lizardfolk-camp"], UNCOMPILED),
            (["show", "lizardfolk-camp"], UNCOMPILED),
            (["rules", "fate-core"], UNCOMPILED),
            (["odds", "--skill", "3", "--versus", "2"], UNCOMPILED),
            (["list"], UNCOMPILED),
            (["simulate", "duel", "-n", "10", "--agents", "brawler"], UNPLANNED),
            (["simulate", "duel", "-n", "1", "--agents", "planner:mediocre"], UNPLANNED),
            (["replay", "duel"], UNPLANNED),
        ],
        5,
    ),
)
def test_a_command_imports_what_it_needs(
    arguments: list[str], not_imported: tuple[str, ...]
) -> None:
    code = (
        "import sys\nfrom autogm.cli import app\nfrom autogm.commands.frame import guarded\n"
        f"print(guarded(lambda: app({arguments!r})), file=sys.stderr)\n"
        f"print(*sorted(set({not_imported!r}) & set(sys.modules)), 'end', file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], check=True, capture_output=True, text=True, timeout=120
    )
    *_, code_line, found = done.stderr.splitlines()
    assert code_line == "0"
    assert found == "end"
