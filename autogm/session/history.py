"""What was chosen and rolled in a game, as a tree: taking something back and doing something else
opens a branch, and nothing is forgotten. Entries are made by `Game.entry`, so that they outlive
versions of the program.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

ROOT = 0
"""The number of the beginning, which is no entry."""


@dataclass(frozen=True)
class Entry:
    """One choice or roll: its number, the one it follows on, what was chosen or fell, whose it was
    (a seat's key, or `dice`), whether a person was asked, and what the agent went by, if it was
    one."""

    number: int
    parent: int
    data: Mapping[str, Any]
    by: str
    asked: bool = False
    facts: Mapping[str, Any] = field(default_factory=dict, compare=False)


class History:
    """The tree, the place in it where the game stands (`here`), and the end of the line that it
    stands on (`tip`), up to which what was taken back can be done again."""

    def __init__(self, entries: Iterable[Entry] = (), here: int = ROOT, tip: int = ROOT) -> None:
        """Read entries, each after the one that it follows on.

        Raises:
            ValueError: for a number that stands twice, an entry that follows on none before it,
                and a place that is not there.
        """
        self._entries: dict[int, Entry] = {}
        self._after: dict[int, list[int]] = {ROOT: []}
        for one in entries:
            self.add(one)
        if here not in self._after or tip not in self._after or here not in self.line(tip):
            raise ValueError(f"the game cannot stand at {here}, on the line to {tip}")
        self.here, self.tip = here, tip

    def __len__(self) -> int:
        return len(self._entries)

    def __getitem__(self, number: int) -> Entry:
        return self._entries[number]

    def has(self, number: int) -> bool:
        """Whether a number is an entry's, or the beginning's."""
        return number in self._after

    @property
    def entries(self) -> list[Entry]:
        """All entries, each after the one that it follows on."""
        return list(self._entries.values())

    def next_number(self) -> int:
        """The number of an entry that is still to be made."""
        return max(self._entries, default=ROOT) + 1

    def add(self, entry: Entry) -> None:
        """Add an entry; the game stays where it stands.

        Raises:
            ValueError: for a number that is taken, and one that follows on nothing.
        """
        if entry.number <= ROOT or entry.number in self._entries:
            raise ValueError(f"entry {entry.number} stands twice, or its number is none")
        if entry.parent not in self._after:
            raise ValueError(f"entry {entry.number} follows on {entry.parent}, which is not there")
        self._entries[entry.number] = entry
        self._after[entry.parent].append(entry.number)
        self._after[entry.number] = []

    def after(self, number: int) -> list[Entry]:
        """The entries that follow on one, older ones first."""
        return [self._entries[one] for one in self._after[number]]

    def line(self, number: int) -> list[int]:
        """The numbers from the beginning, `ROOT`, up to one."""
        found = [number]
        while found[-1] != ROOT:
            found.append(self._entries[found[-1]].parent)
        return found[::-1]

    def same(self, parent: int, data: Mapping[str, Any], by: str, asked: bool) -> Entry | None:
        """The entry by which the same was done after the same, if there is one: by the same person
        or agent, since what a person has chosen can be taken back."""
        told = (data, by, asked)
        return next((e for e in self.after(parent) if (e.data, e.by, e.asked) == told), None)

    def further(self) -> list[Entry]:
        """What was taken back and can be done again, next first."""
        line = self.line(self.tip)
        return [self._entries[one] for one in line[line.index(self.here) + 1 :]]

    def ends(self) -> list[int]:
        """The end of every branch, older ones first; the beginning alone where nothing was done."""
        return [number for number, after in self._after.items() if not after]

    def move(self, to: int) -> None:
        """Stand somewhere else. A place on the present line leaves its end where it is; elsewhere
        the line is the one through that place to the newest end behind it.

        Raises:
            KeyError: for a place that is not there.
        """
        if to not in self._after:
            raise KeyError(to)
        if to not in self.line(self.tip):
            self.tip = self._newest(to)
        self.here = to

    def _newest(self, number: int) -> int:
        while self._after[number]:
            number = self._after[number][-1]
        return number

    def before_asked(self) -> int | None:
        """Where a person was last asked, before the place where the game stands; none where nobody
        was."""
        asked = (self._entries[one] for one in reversed(self.line(self.here)[1:]))
        return next((one.parent for one in asked if one.asked), None)

    def next_asked(self) -> int | None:
        """Where a person is asked next, once what was taken back first is done again, or the end of
        the line; none where nothing was taken back."""
        further = self.further()
        places = (one.parent for one in further[1:] if one.asked)
        return next(places, self.tip) if further else None
