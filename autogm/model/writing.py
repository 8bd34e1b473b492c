"""Files that are written whole or not at all."""

from __future__ import annotations

import os
from collections.abc import Mapping
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


def write_together(files: Mapping[Path, str | bytes]) -> None:
    """Write several files, each whole, and none where one has no room: what is there stays until
    all are written.

    Raises:
        OSError: as writing does.
    """
    drawings = {
        path.resolve(): path.resolve().with_name(f".{path.name}-{os.getpid()}.part")
        for path in files
    }
    try:
        for path, content in files.items():
            data = content.encode("utf-8") if isinstance(content, str) else content
            drawings[path.resolve()].write_bytes(data)
        for target, drawing in drawings.items():
            drawing.replace(target)
    finally:
        for drawing in drawings.values():
            drawing.unlink(missing_ok=True)
