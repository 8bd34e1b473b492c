"""A play as data: the texts that make the game, and every choice and roll of dice. It outlives
versions of the program. If a newer version has changed the rules, an entry may not be legal any
more; it is then reported with its number. A play says everything, what is hidden from a side too.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from autogm.game.contract import Game, State
from autogm.game.registry import ReadFile, read_file
from autogm.model.library import PACKAGE, folder
from autogm.model.source import STANDARD_INPUT
from autogm.model.texts import GIVEN, given, noted

FORMAT = 1
"""Increased when the contents of a saved play change, and not when rules do."""


BY_HAND = -1
"""Stands for the action of a step that is none: a table has set how things stand."""


class PlayError(ValueError):
    """A play that cannot be read, or can no longer be played: which part, and why."""


@dataclass(frozen=True)
class Play:
    """One play of a game. `files` are its texts by path, the scenario first, then what it refers
    to; `entries` are made by `Game.entry`."""

    kind: str
    files: Mapping[str, str]
    entries: Sequence[Mapping[str, Any]]

    def as_dict(self) -> dict[str, Any]:
        """All of it, as plain values."""
        return {
            "format": FORMAT,
            "kind": self.kind,
            "files": dict(self.files),
            "entries": [dict(one) for one in self.entries],
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Play:
        """Read a saved play.

        Raises:
            PlayError: for a format of a newer version, and for what is no play.
        """
        found = data.get("format")
        if not isinstance(found, int):
            raise PlayError("this is no play: its `format` is missing")
        if found > FORMAT:
            raise PlayError(
                f"this play is of format {found}, made by a newer version; this one reads {FORMAT}"
            )
        for name, kind in (("kind", str), ("files", dict), ("entries", list)):
            if not isinstance(data.get(name), kind):
                raise PlayError(f"this is no play: its `{name}` is missing or of another form")
        files: Mapping[str, Any] = data["files"]
        if not all(isinstance(text, str) for text in files.values()):
            raise PlayError("this is no play: what stands in its `files` is no text")
        if not all(isinstance(entry, dict) for entry in data["entries"]):
            raise PlayError(
                "this is no play: what stands in its `entries` is no choice and no roll"
            )
        return cls(data["kind"], files, data["entries"])


def states_of(game: Game, entries: Sequence[Mapping[str, Any]]) -> Iterator[State]:
    """The states that entries lead through, the first one before any of them.

    Raises:
        PlayError: at the first entry that this version of the game does not accept, with its
            number, counted from 1.
    """
    state: State = game.new_initial_state()
    yield state.clone()
    for number, entry in enumerate(entries, 1):
        try:
            state.apply_action(game.action_of(state, entry))
        except ValueError as error:
            raise PlayError(f"entry {number} of {len(entries)}: {error}") from None
        yield state.clone()


def read_noted(path: Path | str) -> tuple[ReadFile, dict[str, str]]:
    """The game of a file, and the texts that make it, as a play keeps them: the file by its name,
    then what it refers to, by its path from there.

    Raises:
        ScenarioError: with every fault of the file.
    """
    with noted() as texts:
        found = read_file(path)
    first, here = found.path, found.path.parent
    files = {_name_of(first): texts[first].decode("utf-8-sig")}
    for one, text in texts.items():
        if one != first and one.is_relative_to(here) and not is_ours(one):
            files[one.relative_to(here).as_posix()] = text.decode("utf-8-sig")
    return found, files


def read_kept(files: Mapping[str, str]) -> ReadFile:
    """The game of the texts of a play. Nothing else is read.

    Raises:
        PlayError: where there are none.
        ScenarioError: where this version of the program finds faults in them.
    """
    if not files:
        raise PlayError("this is no play: its `files` are empty")
    with given(files):
        return read_file(GIVEN / next(iter(files)))


def _name_of(path: Path) -> str:
    return "standard-input.yaml" if path == STANDARD_INPUT else path.name


def is_ours(path: Path) -> bool:
    """Whether a file is data of the program itself, such as a ruleset, and no scenario's."""
    return path.is_relative_to(PACKAGE) and not path.is_relative_to(folder())
