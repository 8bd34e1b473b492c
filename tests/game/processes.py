"""Scripts run in processes of their own, with a cache of machine code of their own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def settings_for(folder: Path, **settings: str) -> dict[str, str]:
    """The environment of a process whose cache is in a folder."""
    ours = {"AUTOGM_CACHE_DIR": str(folder / "cache"), "PYTHONPATH": str(ROOT)}
    return {**os.environ, "NUMBA_DISABLE_JIT": "0", **ours, **settings}


def in_a_process(source: str, folder: Path, **settings: str) -> str:
    """What a script prints that is run in a folder."""
    script = folder / "script.py"
    script.write_text(source)
    done = subprocess.run(
        [sys.executable, str(script)],
        check=False,
        capture_output=True,
        text=True,
        timeout=120,
        env=settings_for(folder, **settings),
    )
    assert done.returncode == 0, done.stderr
    return done.stdout
