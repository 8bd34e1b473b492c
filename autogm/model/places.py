"""Where the parts of a scenario were written: which file, line and column, also for what came from
a character file and for fighters that are copies. Faults get their places here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from autogm.model.faults import Fault, FieldPath, field_name, nearest
from autogm.model.shape import Problem, show, written_path
from autogm.model.source import Found, Source

_FIGHTER = 4
"""Steps of a path that ends at a fighter: sides, side, fighters, id."""


@dataclass(frozen=True)
class Places:
    """`characters` has the character file of each fighter that refers to one, by the fighter's
    path; `moved` says where a part that was spread out (a copy) was written."""

    source: Source
    characters: Mapping[FieldPath, Source] = field(default_factory=dict)
    moved: Mapping[FieldPath, FieldPath] = field(default_factory=dict)

    def find(self, path: FieldPath) -> tuple[Source, Found]:
        """The file that a field is written in, and where."""
        path = written_path(path, self.moved)
        character = self.characters.get(path[:_FIGHTER])
        inner = path[_FIGHTER:]
        if character and inner and not self.source.find(path[: _FIGHTER + 1]).written:
            if character.find(inner[:1]).written:
                return character, character.find(inner)
        return self.source, self.source.find(path)

    def fault(self, problem: Problem) -> Fault:
        """The problem with its place."""
        source, found = self.find(problem.path)
        place = found.key_place if problem.at_key else found.place
        return Fault(
            source.path,
            place.line,
            place.column,
            field_name(found.path),
            problem.message,
            problem.value,
            problem.allowed,
            problem.suggestion,
            problem.breach,
        )


def problem(
    path: FieldPath,
    message: str,
    value: object = None,
    allowed: Iterable[str] = (),
    *,
    at_key: bool = False,
) -> Problem:
    """A problem whose suggestion is the allowed word that is nearest to its value."""
    options = tuple(allowed)
    shown = None if value is None else show(value)
    return Problem(path, message, shown, options, nearest(value, options), at_key)
