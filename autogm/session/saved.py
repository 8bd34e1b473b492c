"""A game in progress as data: what a store keeps of it, and what is exported as one file. It is
read strictly, since it may come from anybody; whether its entries can be played is found out by
`autogm.session.session`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import PurePosixPath
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from autogm.session.history import Entry, History
from autogm.session.seats import Seat

FORMAT: Literal[1] = 1
"""Increased when the contents of a saved game change, and not when rules do."""
MOST_BYTES = 20_000_000
"""No export is longer."""
MOST_ENTRIES = 200_000
MOST_COUNTED = 2**63
MOST_IMPORTED = 10**10
"""Entries of an export are numbered below this, so that others may follow."""
MOST_NESTED = 40
"""What an export is nested at most, before anything is made of it."""

Count = Annotated[int, Field(ge=0, lt=MOST_COUNTED)]


class SaveError(ValueError):
    """A save that cannot be read: which part, and why."""


class TooLongError(SaveError):
    """A save that is longer than any."""

    def __init__(self) -> None:
        super().__init__(f"it is longer than {MOST_BYTES:,} bytes, the most that is read")


class SavedEntry(BaseModel):
    """An entry of the history."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    number: Annotated[int, Field(gt=0, lt=MOST_COUNTED)]
    parent: Count
    data: dict[str, Any]
    by: Annotated[str, Field(max_length=120)]
    asked: bool = False
    facts: dict[str, Any] = Field(default_factory=dict)

    @classmethod
    def of(cls, entry: Entry) -> SavedEntry:
        """An entry as data."""
        return cls(number=entry.number, parent=entry.parent, data=dict(entry.data), by=entry.by,
                   asked=entry.asked, facts=dict(entry.facts))  # fmt: skip

    @property
    def entry(self) -> Entry:
        """The entry itself."""
        return Entry(self.number, self.parent, self.data, self.by, self.asked, self.facts)


class Saved(BaseModel):
    """All of a game in progress. `files` are the texts that make the game, by path, the file itself
    first; `origin` is where that was read, on the machine where the game was begun; `own_dice` the
    sides whose dice persons roll themselves; `version` the program's with which it was begun. An
    `unlisted` game is shown only to whom a link of one of its seats was given, and to its owner."""

    model_config = ConfigDict(extra="forbid")

    format: Literal[1] = FORMAT
    version: Annotated[str, Field(max_length=80)]
    title: Annotated[str, Field(min_length=1, max_length=200)]
    kind: Annotated[str, Field(max_length=80)]
    files: dict[str, str]
    seed: Count
    origin: Annotated[str, Field(max_length=4000)] = ""
    own_dice: tuple[Literal["players", "gm"], ...] = ()
    unlisted: bool = False
    seats: dict[str, Seat]
    entries: Annotated[list[SavedEntry], Field(max_length=MOST_ENTRIES)] = Field(
        default_factory=list
    )
    here: Count = 0
    tip: Count = 0

    @model_validator(mode="after")
    def _has_a_file(self) -> Saved:
        if not self.files:
            raise ValueError("no file says what game it is")
        for name in self.files:
            path = PurePosixPath(name)
            nowhere = path.is_absolute() or not path.parts or ".." in path.parts
            if nowhere or len(name) > 400 or "\\" in name:
                raise ValueError(f"{name[:80]!r} is no path below the scenario's folder")
        return self

    def history(self) -> History:
        """The entries as a tree.

        Raises:
            SaveError: where they are none.
        """
        try:
            return History((one.entry for one in self.entries), self.here, self.tip)
        except ValueError as error:
            raise SaveError(f"its history is damaged: {error}") from None

    def with_history(self, history: History) -> Saved:
        """The same game with that history."""
        entries = [SavedEntry.of(one) for one in history.entries]
        return self.model_copy(
            update={"entries": entries, "here": history.here, "tip": history.tip}
        )


def export_text(saved: Saved) -> str:
    """A game as the text of one file."""
    told = saved.model_dump(mode="json", exclude={"origin"})  # a path of this machine
    return json.dumps({"autogm": "game", **told}, ensure_ascii=False)


def import_text(text: str | bytes) -> Saved:
    """The game of an exported file. What it says of where it came from is a path of another
    machine, and is left out: nothing is ever read there.

    Raises:
        SaveError: for what is no such file, one of a newer format, and one that is damaged: which
            part of it, and why.
    """
    if len(text) > MOST_BYTES:
        raise TooLongError
    try:
        data = json.loads(text)
        json.dumps(data, ensure_ascii=False).encode()
    except UnicodeError:
        raise SaveError("it is no UTF-8 text") from None
    except (ValueError, RecursionError) as error:
        raise SaveError(f"it is not JSON, as a saved battle is: {str(error)[:200]}") from None
    saved = saved_of(data).model_copy(update={"origin": ""})
    if any(one.number >= MOST_IMPORTED for one in saved.entries):
        raise SaveError(f"its entries are numbered beyond {MOST_IMPORTED:,}")
    return saved


def saved_of(data: object) -> Saved:
    """A game out of plain data.

    Raises:
        SaveError: as `import_text`.
    """
    if not isinstance(data, Mapping) or data.get("autogm", "game") != "game" or "files" not in data:
        raise SaveError("it is no saved game")
    if _depth(data) > MOST_NESTED:
        raise SaveError(f"it is nested more than {MOST_NESTED} deep")
    found = data.get("format")
    if isinstance(found, int) and found > FORMAT:
        raise SaveError(
            f"it is of format {found}, made by a newer version; this one reads up to {FORMAT}"
        )
    try:
        return Saved.model_validate({key: one for key, one in data.items() if key != "autogm"})
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = ".".join(map(str, first["loc"])) or "it"
        raise SaveError(f"`{where[:200]}`: {first['msg']}") from None


def _depth(data: object) -> int:
    """How deep plain data is nested, as far as it matters."""
    level, depth = [data], 0
    while level and depth <= MOST_NESTED:
        depth += 1
        inner = [one for one in level if isinstance(one, dict | list | tuple)]
        level = [part for one in inner for part in (one.values() if isinstance(one, dict) else one)]
    return depth
