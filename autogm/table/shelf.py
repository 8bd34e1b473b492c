"""What can be opened: the scenarios that ship, the file that the program was started with, and
files that were dropped onto the page. A dropped file is kept while the program runs, in a folder
of its own that holds nothing but such files; whatever it refers to is looked for there, or is one
of the characters that ship. Nothing that a browser sends ever becomes a path.
"""

from __future__ import annotations

import shutil
import tempfile
import threading
from dataclasses import replace
from itertools import takewhile
from pathlib import Path

from autogm.model.faults import Fault, ScenarioError
from autogm.model.library import ENDING
from autogm.model.source import MAX_BYTES
from autogm.table.offers import Offer, everything, fingerprint, in_order, offer
from autogm.table.pictures import Pictures, opening

MOST_DROPPED = 40
OWN = "own-"
"""What the ids of own files begin with. No scenario that ships has such a name."""


class Shelf:
    """Scenarios by id, and their pictures; threads may share it. `close` deletes what was dropped,
    and ends a thread that reads."""

    def __init__(self) -> None:
        self._shipped: dict[str, Offer] = {}
        self._own: dict[str, Offer] = {}
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
        self._reader = threading.Thread(target=self.offers, name="reader")
        self._reader.start()

    def offers(self) -> list[Offer]:
        """Everything: own files first, the last one on top, then what ships."""
        with self._lock:
            if not self._shipped:
                made = list(takewhile(lambda _: not self._closed.is_set(), everything()))
                self._shipped = {one.id: one for one in in_order(made)}
            return [*reversed(self._own.values()), *self._shipped.values()]

    def get(self, name: str) -> Offer | None:
        """A scenario by its id; None where there is none."""
        return next((one for one in self.offers() if one.id == name), None)

    def open(self, path: Path) -> Offer:
        """A file of this machine, where it lies, as the program was told to open it.

        Raises:
            ScenarioError: with every fault of the file.
        """
        for one in self.offers():
            if one.found.path.resolve() == path.resolve():
                return one
        return self._keep(offer(OWN + fingerprint(str(path.resolve()).encode()), path, own=True))

    def drop(self, name: str, data: bytes) -> Offer:
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
                return self._own[known]
            path = self._folder / (known + ENDING)
            path.write_bytes(data)
            try:
                made = offer(known, path, own=True)
                opening(made, None)
            except ScenarioError as error:
                path.unlink(missing_ok=True)
                faults = [
                    replace(one, file=shown if one.file == path else Path(one.file.name))
                    for one in error.faults
                ]
                raise ScenarioError(faults) from None
            return self._keep(made)

    def _keep(self, made: Offer) -> Offer:
        with self._lock:
            self._own[made.id] = made
            while len(self._own) > MOST_DROPPED:
                gone = self._own.pop(next(iter(self._own)))
                if gone.found.path.is_relative_to(self._folder):
                    gone.found.path.unlink(missing_ok=True)
            return made


def too_long(name: Path) -> Fault:
    """That a file is longer than any that is read."""
    return Fault(name, 0, 0, "", f"it is longer than {MAX_BYTES:,} bytes, the most that is read")
