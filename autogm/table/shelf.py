"""What can be opened: the scenarios that ship, the file that the program was started with, and
files that were dropped onto the page. A file is read again once it has changed, since somebody may
be writing it. A dropped file is kept while the program runs, in a folder of its own that holds
nothing but such files; whatever it refers to is looked for there, or is one of the characters that
ship. Nothing that a browser sends ever becomes a path.
"""

from __future__ import annotations

import shutil
import tempfile
import threading
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from autogm.model.faults import Fault, ScenarioError
from autogm.model.library import ENDING, shipped
from autogm.model.source import MAX_BYTES
from autogm.table.gallery import GalleryItem, fingerprint, in_order, read_item
from autogm.table.pictures import Pictures, opening

MOST_DROPPED = 40
OWN = "own-"
"""What the ids of own files begin with. No scenario that ships has such a name."""


class Shelf:
    """Scenarios by id, and their pictures; threads may share it. `close` deletes what was dropped,
    and ends a thread that reads."""

    def __init__(self) -> None:
        self._own: dict[str, Path] = {}
        self._read: dict[str, GalleryItem] = {}
        """What was read of a file when it was last without faults, by id."""
        self._lock = threading.RLock()
        self._closed = threading.Event()
        self._reader: threading.Thread | None = None
        self.pictures = Pictures()
        self.positions: dict[str, str] = {}
        """The texts of positions that scenarios are begun from, by the scenario's id."""
        self._folder = Path(tempfile.mkdtemp(prefix="autogm-table-"))

    def close(self) -> None:
        """Delete the copies of what was dropped. Whoever reads ahead is waited for, at most for the
        file that is being read: a thread that Python ends within it would end the program."""
        self._closed.set()
        if self._reader is not None:
            self._reader.join()
        shutil.rmtree(self._folder, ignore_errors=True)

    def read_ahead(self) -> None:
        """Read what ships in a thread of its own, for whoever asks first."""
        self._reader = threading.Thread(target=self.everything, name="reader")
        self._reader.start()

    def everything(self) -> tuple[list[GalleryItem], list[Fault]]:
        """All that is without faults, own files first, the last one on top, then what ships; and
        the first fault of every other file."""
        faults = list[Fault]()

        def sound(files: Iterable[str]) -> Iterator[GalleryItem]:
            for name in files:
                if self._closed.is_set():
                    return
                try:
                    found = self.get(name)
                except ScenarioError as error:
                    faults.append(error.faults[0])
                else:
                    if found is not None:
                        yield found

        own = list(sound(list(reversed(self._own))))
        return [*own, *in_order(sound(shipped()))], faults

    def has(self, name: str) -> bool:
        """Whether there is a scenario with that id, with faults or without."""
        return name in self._own or name in shipped()

    def get(self, name: str) -> GalleryItem | None:
        """A scenario by its id, as its files are now; None where there is none.

        Raises:
            ScenarioError: with every fault of the file, where it has some now.
        """
        with self._lock:
            own = name in self._own
            path = self._own[name] if own else shipped().get(name)
            known = self._read.get(name)
            if path is None:
                return None
            if known is None or known.found.path != path or not known.fresh:
                self._read.pop(name, None)
                known = self._read[name] = read_item(name, path, own)
            return known

    def open(self, path: Path) -> GalleryItem:
        """A file of this machine, where it lies, as the program was told to open it.

        Raises:
            ScenarioError: with every fault of the file.
        """
        whole = path.resolve()
        known = next((name for name, one in shipped().items() if one.resolve() == whole), None)
        if known is None:
            known = OWN + fingerprint(str(whole).encode())
            self._keep(known, read_item(known, path, own=True))
        return self._there(known)

    def drop(self, name: str, data: bytes) -> GalleryItem:
        """What somebody dropped: its name, which is only shown, and what is in it. Nothing is kept
        of a file with faults.

        Raises:
            ScenarioError: with every fault of the file, at places in a file of that name.
        """
        shown = Path("".join(one for one in name if one.isprintable())[:80] or "the file")
        if len(data) > MAX_BYTES:
            raise ScenarioError([too_long(shown)])
        known = OWN + fingerprint(data)
        with self._lock:
            if known in self._own:
                return self._there(known)
            path = self._folder / (known + ENDING)
            path.write_bytes(data)
            try:
                made = read_item(known, path, own=True)
                opening(made, None)
            except ScenarioError as error:
                path.unlink(missing_ok=True)
                faults = [
                    replace(one, file=shown if one.file == path else Path(one.file.name))
                    for one in error.faults
                ]
                raise ScenarioError(faults) from None
            self._keep(known, made)
            return made

    def _there(self, name: str) -> GalleryItem:
        found = self.get(name)
        assert found is not None
        return found

    def _keep(self, name: str, made: GalleryItem) -> None:
        with self._lock:
            self._own[name], self._read[name] = made.found.path, made
            while len(self._own) > MOST_DROPPED:
                first = next(iter(self._own))
                self._read.pop(first, None)
                gone = self._own.pop(first)
                if gone.is_relative_to(self._folder):
                    gone.unlink(missing_ok=True)


def too_long(name: Path) -> Fault:
    """That a file is longer than any that is read."""
    return Fault(name, 0, 0, "", f"it is longer than {MAX_BYTES:,} bytes, the most that is read")
