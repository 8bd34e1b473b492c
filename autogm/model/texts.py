"""Texts of files apart from the disk. What is read from files can be noted (`noted`), and read
again later from these texts alone (`given`): a game that was saved goes on with its own words,
whatever has become of the files, and a save from somebody else reads no file of this machine.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path

GIVEN = Path("saved")
"""The folder in which given texts seem to lie, for whoever refers to one from another."""

_noted: ContextVar[dict[Path, bytes] | None] = ContextVar("_noted", default=None)
_given: ContextVar[Mapping[str, bytes] | None] = ContextVar("_given", default=None)


@contextmanager
def noted() -> Iterator[dict[Path, bytes]]:
    """Notes what is read meanwhile, by the path it was read from, the first first."""
    found: dict[Path, bytes] = {}
    before = _noted.set(found)
    try:
        yield found
    finally:
        _noted.reset(before)


@contextmanager
def given(texts: Mapping[str, str]) -> Iterator[None]:
    """Has these texts read meanwhile, by their paths in `GIVEN`; nothing else is there."""
    before = _given.set({_key(GIVEN / name): text.encode() for name, text in texts.items()})
    try:
        yield
    finally:
        _given.reset(before)


def given_text(path: Path) -> bytes | None:
    """The given text at a path; None where it is the disk that is to be asked.

    Raises:
        KeyError: where texts are given, and none for this path.
    """
    texts, key = _given.get(), _key(path)
    if texts is None or not key.startswith(f"{GIVEN.as_posix()}/"):
        return None
    return texts[key]


def note(path: Path, text: bytes) -> None:
    """Note what was read from a path, if anybody wants to know."""
    found = _noted.get()
    if found is not None:
        found.setdefault(path, text)


def _key(path: Path) -> str:
    return Path(os.path.normpath(path)).as_posix()
