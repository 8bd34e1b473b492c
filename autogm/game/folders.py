"""The folder in which this user's compiled code is kept. Machine code out of a folder that somebody
else made is not run.
"""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile
from pathlib import Path


def candidates() -> list[Path]:
    """Where the folder may be, best first."""
    chosen = os.environ.get("AUTOGM_CACHE_DIR")
    if chosen:
        return [Path(chosen)]
    base = os.environ.get("XDG_CACHE_HOME")
    return [
        Path(base) / "autogm" if base else Path.home() / ".cache" / "autogm",
        Path(tempfile.gettempdir()) / f"autogm-{os.getuid() if hasattr(os, 'getuid') else 0}",
    ]


def is_ours(folder: Path) -> bool:
    """Whether a folder, made if need be, is ours to write to."""
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        if hasattr(os, "getuid") and folder.stat().st_uid != os.getuid():
            return False
        probe = folder / f".probe-{os.getpid()}"
        probe.write_bytes(b"")
        probe.unlink()
    except OSError:
        return False
    return True


def own_folder() -> Path:
    """The first folder that can be written to; else a temporary one, deleted at the end."""
    for folder in candidates():
        if is_ours(folder):
            return folder
    folder = Path(tempfile.mkdtemp(prefix="autogm-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder
