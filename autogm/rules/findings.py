"""What checking a scenario against its ruleset needs and finds: faults, which keep it from being
played, and warnings. Sheets that break the ruleset are warnings unless the scenario is strict
(N6). Nothing is raised here: a check that finds a fault goes on, so that all are found at once.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from autogm.model.faults import FieldPath, nearest
from autogm.model.shape import Problem
from autogm.model.words import ConflictKind
from autogm.rules.ruleset import Ruleset


@dataclass
class Findings:
    """Faults and warnings in the order in which they were found."""

    strict: bool = False
    faults: list[Problem] = field(default_factory=list)
    warnings: list[Problem] = field(default_factory=list)

    def fault(
        self,
        path: FieldPath,
        message: str,
        *,
        value: str | None = None,
        allowed: Iterable[str] = (),
        at_key: bool = False,
    ) -> None:
        """Notes something that can't be played; a `value` that is not among `allowed` gets the
        nearest of them as its suggestion."""
        options = tuple(allowed)
        suggestion = nearest(value, options) if options else None
        self.faults.append(Problem(path, message, value, options, suggestion, at_key))

    def warn(self, path: FieldPath, message: str) -> None:
        """Notes something worth a look."""
        self.warnings.append(Problem(path, message))

    def breach(self, path: FieldPath, message: str) -> None:
        """Notes a sheet that breaks the ruleset (N6)."""
        if self.strict:
            self.fault(path, message)
        else:
            self.warnings.append(Problem(path, message, breach=True))


@dataclass(frozen=True)
class Setting:
    """What all fighters of a conflict share: its rules, the skills it knows, its kind, and where
    to note what is found."""

    rules: Ruleset
    skills: tuple[str, ...]
    kind: ConflictKind
    findings: Findings
