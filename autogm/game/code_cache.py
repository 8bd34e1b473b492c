"""Where compiled code is cached: a folder of the user's that all checkouts and versions share, with
a file for each kernel's bitcode and each entry's machine code, named by a hash of what it was made
from. So nothing stale is ever run, a change costs only what it changed, and a damaged file costs
only itself. Writers hold a lock; files that nobody has read for long are deleted.
"""

from __future__ import annotations

import hashlib
import os
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path

from autogm.game.folders import own_folder

BITCODE, MACHINE_CODE = "bc", "o"
UNDER_WAY = "part"  # a file that is being written, or was when its process ended
KEPT_DAYS = 30
CHECK = 32  # bytes of a hash before what a file holds
LOCK = "building.lock"
PROGRESS = "progress"


class CodeCache:
    """Compiled code by key, in one folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def read(self, key: str, kind: str) -> bytes | None:
        """What is cached under a key; None if there is nothing, or if it is damaged, which deletes
        it."""
        path = self._path(key, kind)
        try:
            data = path.read_bytes()
        except OSError:
            return None
        body = data[CHECK:]
        if len(data) <= CHECK or hashlib.sha256(body).digest() != data[:CHECK]:
            path.unlink(missing_ok=True)
            return None
        return body

    def write(self, key: str, kind: str, body: bytes) -> None:
        """Write something, whole or not at all: where the disk is full nothing is cached, and who
        needs it makes it again."""
        try:
            handle, name = tempfile.mkstemp(f".{UNDER_WAY}", f"{key[:8]}-", self.folder)
        except OSError:
            return
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(hashlib.sha256(body).digest() + body)
            os.replace(name, self._path(key, kind))
        except OSError:
            Path(name).unlink(missing_ok=True)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise

    def has(self, key: str, kind: str) -> bool:
        """Whether something is cached under a key, damaged or not."""
        return self._path(key, kind).exists()

    @contextmanager
    def lock(self, waiting: float = -1) -> Iterator[bool]:
        """Be the only one who compiles into this folder; yields whether that came true in `waiting`
        seconds (below zero: however long it takes)."""
        from filelock import FileLock, Timeout  # with asyncio, and only those who compile need it

        lock = FileLock(self.folder / LOCK, timeout=waiting)
        try:
            lock.acquire()
        except Timeout:
            yield False
            return
        try:
            yield True
        finally:
            lock.release()

    def note_progress(self, done: int, parts: int) -> None:
        """Let other processes know how far the one that builds is."""
        with suppress(OSError):
            (self.folder / PROGRESS).write_text(f"{done} {parts}", encoding="ascii")

    def progress(self) -> tuple[int, int]:
        """How far the process that builds is: parts done, of how many; 0 of 1: unknown."""
        try:
            done, parts = (self.folder / PROGRESS).read_text(encoding="ascii").split()
            return int(done), max(1, int(parts))
        except (OSError, ValueError):
            return 0, 1

    def size(self) -> int:
        """How many bytes are cached."""
        return sum(path.stat().st_size for path in self._files())

    def clear(self) -> int:
        """Delete the whole cache; returns how many bytes that were."""
        size = self.size()
        for path in self._files():
            path.unlink(missing_ok=True)
        return size

    def prune(self) -> None:
        """Delete what has not been read for long."""
        before = time.time() - KEPT_DAYS * 86_400
        for path in self._files():
            try:
                if max(path.stat().st_atime, path.stat().st_mtime) < before:
                    path.unlink()
            except OSError:
                continue

    def _files(self) -> list[Path]:
        kinds = (BITCODE, MACHINE_CODE, UNDER_WAY)
        return [path for kind in kinds for path in self.folder.glob(f"*.{kind}")]

    def _path(self, key: str, kind: str) -> Path:
        return self.folder / f"{key}.{kind}"


@cache
def code_cache() -> CodeCache:
    """The cache of this user; if no folder can be written to, one for this process alone."""
    return CodeCache(own_folder())
