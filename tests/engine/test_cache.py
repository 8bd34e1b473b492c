"""The cache of machine code: damaged files are compiled anew, and every room that holds kernels is
part of the hash that names the folder.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import autogm
from autogm.engine import jit

PACKAGE = Path(autogm.__file__).parent
DOOR = """
from numba import types
from autogm.engine.jit import CACHE, door, kernel

@kernel
def twice(number):
    return 2 * number

@door(types.int64(types.int64))
def answer(number):
    return twice(number) + 1

print(answer(20), CACHE)
"""


def run(script: Path, cache: Path) -> tuple[int, Path]:
    """What the door answers in a process of its own, and where its machine code lies."""
    settings = {**os.environ, "AUTOGM_CACHE_DIR": str(cache), "NUMBA_DISABLE_JIT": "0"}
    settings["PYTHONPATH"] = str(PACKAGE.parent)
    done = subprocess.run(
        [sys.executable, str(script)],
        check=False,
        env=settings,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    number, folder = done.stdout.split(maxsplit=1)
    return int(number), Path(folder.strip())


def test_damaged_machine_code_is_compiled_anew(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(DOOR)
    cache = tmp_path / "cache"
    number, folder = run(script, cache)
    assert number == 41
    for ending in ("nbi", "nbc"):
        files = list(folder.rglob(f"*.{ending}"))
        assert files, "the door was cached"
        for path in files:
            path.write_bytes(path.read_bytes()[:40])
        assert run(script, cache)[0] == 41
        assert all(path.stat().st_size > 40 for path in folder.rglob(f"*.{ending}"))


def test_compiling_is_told_of_whenever_it_comes_to_that(tmp_path: Path) -> None:
    """As it begins and as it ends, also where other doors are compiled already."""
    cache, before = tmp_path / "cache", "from autogm.engine import jit\nsaid = []\n"
    before += "done = jit.announce_compilation(said.append)\n"
    for name, lines in (("one", 2), ("one", 0), ("other", 2)):
        script = tmp_path / f"{name}.py"
        script.write_text(before + DOOR.replace("print(answer(20)", "done()\nprint(len(said)"))
        assert run(script, cache)[0] == lines


def test_rooms_with_kernels_name_the_folder() -> None:
    for path in PACKAGE.rglob("*.py"):
        text = path.read_text()
        if "\n@kernel" in text or "\n@door" in text:
            assert any(path.is_relative_to(root) for root in jit._KERNEL_ROOTS), path


def test_folders_of_others_are_not_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert jit._writable(tmp_path)
    monkeypatch.setattr(os, "getuid", lambda: tmp_path.stat().st_uid + 1)
    assert not jit._writable(tmp_path)
