"""A table of its own for tests: `autogm play` in a process of its own, on a free port, with a data
folder of its own, ended as a person ends it.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

READY = 60
"""Seconds that a start may take at most."""


@dataclass
class Served:
    """A table that is served: its process, and the GM's link."""

    process: subprocess.Popen[str]
    link: str

    @property
    def address(self) -> str:
        """Where it is, without a path."""
        parts = urlsplit(self.link)
        return f"{parts.scheme}://{parts.netloc}"

    def kill(self) -> None:
        """Ends it as a power cut would."""
        self.process.kill()
        self.process.wait()


@contextmanager
def served(data: Path, *arguments: str) -> Iterator[Served]:
    """A table, as long as it is needed.

    Raises:
        RuntimeError: with what it said, where it did not begin.
    """
    command = [sys.executable, "-m", "autogm", "play", "--no-browser", *arguments]
    if "--port" not in arguments:
        command += ["--port", "0"]
    settings = {**os.environ, "AUTOGM_DATA_DIR": str(data)}
    process = subprocess.Popen(
        command, env=settings, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    assert process.stderr is not None
    try:
        link = process.stdout.readline().strip()
        if not link.startswith("http://"):
            raise RuntimeError(f"the table did not begin: {link}{process.stderr.read()}")
        yield Served(process, link)
    finally:
        if process.poll() is None:
            process.send_signal(signal.SIGINT)
        try:
            process.wait(READY)
        finally:
            process.kill()
            process.wait()
            process.stdout.close()
            process.stderr.close()
