"""Faults of what a person wrote: where each stands, what is wrong with it, and what would be
right. A file's faults travel together in one `ScenarioError`; a message never shows a traceback
and never repeats more of the file than fits on a line.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

FieldPath = tuple[str | int, ...]
"""The way to a field from the top of a file: keys of mappings, and places in lists from 0."""

MAX_SHOWN = 60
MAX_LISTED = 24
NEAREST_LISTED = 5
MAX_PRINTED = 50
MAX_COMPARED = 400


@dataclass(frozen=True)
class Fault:
    """One thing wrong. `line` and `column` count from 1; both are 0 where the file as a whole is
    at fault. `allowed` lists what would do, `suggestion` the one that was probably meant. A
    `breach` is of a rule for sheets that a ruleset may leave to the table (N6)."""

    file: Path
    line: int
    column: int
    field: str
    message: str
    value: str | None = None
    allowed: tuple[str, ...] = ()
    suggestion: str | None = None
    breach: bool = False

    @property
    def where(self) -> str:
        """`file:line:column`, as editors and terminals understand it."""
        return f"{self.file}:{self.line}:{self.column}" if self.line else str(self.file)

    @property
    def says(self) -> str:
        """Everything but the place, as one line."""
        field = f"{self.field}: " if self.field else ""
        more_follows = self.suggestion is not None or self.allowed
        parts = [f"{field}{self.message}{'.' if more_follows else ''}"]
        if self.suggestion is not None:
            parts.append(f"Did you mean `{self.suggestion}`?")
        if self.allowed:
            few = len(self.allowed) <= MAX_LISTED
            listed = self.allowed if few else _nearest_of(self.value, self.allowed)
            more = "" if few else f", … (all {len(self.allowed)}: `autogm check --json`)"
            parts.append(f"Allowed: {', '.join(f'`{one}`' for one in listed)}{more}.")
        return " ".join(parts)

    def __str__(self) -> str:
        return f"{self.where}: {self.says}"

    def as_dict(self) -> dict[str, Any]:
        """The fault as plain data, for `--json`."""
        return {
            "file": str(self.file),
            "line": self.line,
            "column": self.column,
            "field": self.field,
            "message": self.message,
            "value": self.value,
            "allowed": list(self.allowed),
            "suggestion": self.suggestion,
            "breach": self.breach,
        }


class ScenarioError(ValueError):
    """What a person wrote can't be used. Holds every fault found, in the order of the file."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults: tuple[Fault, ...] = tuple(faults)
        super().__init__(self.faults)

    def __str__(self) -> str:
        lines = [str(fault) for fault in self.faults[:MAX_PRINTED]]
        if len(self.faults) > MAX_PRINTED:
            lines.append(f"... and {len(self.faults) - MAX_PRINTED} more")
        return "\n".join(lines)


def field_name(path: Sequence[str | int]) -> str:
    """A field's path as people read it: `sides.gm.fighters.raider.stunts[0].does`."""
    name = ""
    for step in path:
        if isinstance(step, int):
            name += f"[{step}]"
        else:
            name += f".{step}" if name else step
    return shorten(name, 2 * MAX_SHOWN)


def field_path(field: str | Sequence[str | int]) -> FieldPath:
    """The path that `field_name` writes, read back; a path that is one already stays."""
    if not isinstance(field, str):
        return tuple(field)
    path: list[str | int] = []
    for step in field.replace("[", ".[").split("."):
        if step.startswith("[") and step.endswith("]") and step[1:-1].isdigit():
            path.append(int(step[1:-1]))
        elif step:
            path.append(step)
    return tuple(path)


def part_of(field: str, whole: str) -> bool:
    """Whether a field is another one or stands within it: `who[0]` within `who`."""
    return field == whole or field.startswith((f"{whole}.", f"{whole}["))


def shorten(text: str, longest: int = MAX_SHOWN) -> str:
    """The text on one line, cut where it is longer than `longest`."""
    flat = " ".join(text[: longest * 4].split())
    return flat if len(flat) <= longest else f"{flat[: longest - 1]}…"


def nearest(word: object, options: Iterable[str]) -> str | None:
    """The option that `word` was probably meant to be, or `None` where none is near."""
    if not isinstance(word, str) or not 0 < len(word) <= MAX_SHOWN:
        return None
    first = list(islice(options, MAX_COMPARED))
    plain = {_plain(option): option for option in reversed(first)}
    close = difflib.get_close_matches(_plain(word), plain, n=1, cutoff=0.6)
    return plain[close[0]] if close else None


def _nearest_of(word: str | None, options: Sequence[str]) -> list[str]:
    """The options that are most like the word, in the order in which all are told, or the first
    where there is no word to go by."""
    plain = {_plain(option): option for option in reversed(options[:MAX_COMPARED])}
    close = difflib.get_close_matches(_plain(word or ""), plain, n=NEAREST_LISTED, cutoff=0.0)
    near = {plain[one] for one in close}
    return [one for one in options if one in near] if word else list(options[:NEAREST_LISTED])


def _plain(word: str) -> str:
    return word.casefold().replace("_", " ").replace("-", " ").strip()
