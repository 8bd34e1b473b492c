"""Files that are written whole or not at all."""

from __future__ import annotations

import os
from pathlib import Path


def write_whole(path: Path, text: str) -> None:
    """Write a file whole or not at all: what is there stays until all is written.

    Raises:
        OSError: as writing does.
    """
    target = path.resolve()
    drawing = target.with_name(f".{target.stem}-{os.getpid()}.part")
    try:
        drawing.write_text(text, encoding="utf-8")
        drawing.replace(target)
    finally:
        drawing.unlink(missing_ok=True)
