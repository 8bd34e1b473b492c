"""What the README shows from Python runs, and prints what stands below it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
BLOCK = re.compile(r"```python\n(?P<code>.*?)```\n\n```text\n(?P<output>.*?)```", re.S)


def test_the_python_of_the_readme(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    found = BLOCK.search((ROOT / "README.md").read_text(encoding="utf-8"))
    assert found, "the README shows no Python with its output"
    monkeypatch.chdir(ROOT)
    exec(compile(found["code"], "README.md", "exec"), {})
    printed = capsys.readouterr().out
    assert printed == found["output"]
    assert "-0.0" not in printed
    assert printed.splitlines()[-1].startswith(("players", "gm")), "the battle is decided"
