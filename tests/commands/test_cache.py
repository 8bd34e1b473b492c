"""`autogm cache`: where compiled code is kept, and deleting it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from autogm.commands.building import every_entry
from autogm.commands.cache import amount
from autogm.game.code_cache import BITCODE, MACHINE_CODE, code_cache
from autogm.game.kernels import INTERPRETED
from tests.commands.test_frame import run


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A cache of its own with 2,500 bytes in it, and a file of somebody else's."""
    monkeypatch.setenv("AUTOGM_CACHE_DIR", str(tmp_path))
    code_cache.cache_clear()
    (tmp_path / f"one.{BITCODE}").write_bytes(bytes(1000))
    (tmp_path / f"two.{MACHINE_CODE}").write_bytes(bytes(1500))
    (tmp_path / "other.txt").write_text("kept")
    yield tmp_path
    code_cache.cache_clear()


def test_the_cache_is_told_and_deleted(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("cache") == 0
    assert capsys.readouterr().out == f"{folder}: 2.5 kB of compiled code\n"
    assert run("cache", "--clear") == 0
    assert capsys.readouterr().out == f"{folder}: 2.5 kB of compiled code deleted\n"
    assert [one.name for one in folder.iterdir()] == ["other.txt"]
    assert run("cache", "--json") == 0
    told = json.loads(capsys.readouterr().out)
    assert told == {"folder": str(folder), "bytes": 0, "cleared": False}


@pytest.mark.skipif(INTERPRETED, reason="nothing is compiled")
def test_everything_that_python_calls_is_compiled_ahead() -> None:
    """Whatever the sources mark as an entry, and every binding of the battle loop."""
    root = Path(__file__).parents[2]
    marked = {
        f"{'.'.join(source.relative_to(root).with_suffix('').parts)}.{name}"
        for source in (root / "autogm").rglob("*.py")
        for name in re.findall(r"^@entry\ndef (\w+)", source.read_text("utf-8"), re.MULTILINE)
    }
    assert len(marked) > 60
    bindings = ("autogm.agents.battles", "autogm.agents.noted", "autogm.scenes.cards.playing")
    loops = {f"{one}.{name}" for one in bindings for name in ("play_battles", "play_until_asked")}
    assert {one.name for one in every_entry()} == marked | loops


@pytest.mark.parametrize(
    ("size", "words"),
    [(0, "0 bytes"), (1, "1 byte"), (999, "999 bytes"), (52_300_000, "52.3 MB"), (10**9, "1.0 GB")],
)
def test_sizes_in_words(size: int, words: str) -> None:
    assert amount(size) == words
