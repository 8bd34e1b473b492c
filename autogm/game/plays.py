"""A play as data: the texts that make the game, and every choice and roll of dice. It outlives
versions of the program. If a newer version has changed the rules, an entry may not be legal any
more; it is then reported with its number. A play says everything, what is hidden from a side too.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from autogm.game.contract import Game, State

FORMAT = 1
"""Increased when the contents of a saved play change, and not when rules do."""


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
        return cls(data["kind"], data["files"], data["entries"])


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
