"""Results that are kept while they are found: a file of a folder with a line for each, so that a
run that was stopped goes on where it was.
"""

from __future__ import annotations

import os
from pathlib import Path


class Lines:
    """A file that is only added to. Each line is written whole, by one call; what was cut off as
    the machine stopped stays behind as a line of its own. Without a folder nothing is kept.

    Raises:
        OSError: if the folder cannot be written to.
    """

    def __init__(self, folder: Path | None, name: str) -> None:
        self.found: list[str] = []
        self._path: Path | None = None
        if folder is None:
            return
        folder.mkdir(parents=True, exist_ok=True)
        self._path = folder / name
        text = self._path.read_text("utf-8") if self._path.exists() else ""
        self.found = text.splitlines()
        if text and not text.endswith("\n"):
            self._write("\n")

    def add(self, line: str) -> None:
        """Write a line, which has no end of line in it."""
        if self._path is not None:
            self._write(line + "\n")

    def _write(self, text: str) -> None:
        assert self._path is not None
        handle = os.open(self._path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)
        try:
            os.write(handle, text.encode())
        finally:
            os.close(handle)
