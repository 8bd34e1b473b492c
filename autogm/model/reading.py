"""Reads a scenario and the character files it refers to into a checked `Scenario` whose fighters
are whole. Every fault of all those files is found at once. What needs a ruleset is checked by
`autogm.rules.loading`, which adds its faults through `Reading.fault`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from autogm.model.faults import Fault, ScenarioError
from autogm.model.scenario import Scenario
from autogm.model.source import Source


@dataclass(frozen=True)
class Reading:
    """A scenario that was read. `faults` is empty when it came from `read_scenario`; `survey`
    also gives scenarios that are only part of what was written, to look for further faults in.

    Field paths are tuples such as `("sides", "gm", "fighters", "raider-2", "skills", "Fight")`,
    or the same written as `sides.gm.fighters.raider-2.skills.Fight`."""

    scenario: Scenario
    path: Path
    source: Source
    characters: dict[str, Source] = field(default_factory=dict)
    written_as: dict[str, str] = field(default_factory=dict)
    faults: tuple[Fault, ...] = ()
    warnings: tuple[Fault, ...] = ()

    def locate(self, field: str | Sequence[str | int]) -> tuple[int, int]:
        """Line and column of a field, or of the nearest part around it that was written. What a
        fighter has from a character file is located in that file; `fault` says which."""
        raise NotImplementedError

    def fault(
        self,
        field: str | Sequence[str | int],
        message: str,
        *,
        value: object = None,
        allowed: Iterable[str] = (),
        at_key: bool = False,
    ) -> Fault:
        """A fault of this scenario with its file and line. A `value` that is text and is not
        among `allowed` gets the nearest allowed word as its suggestion."""
        raise NotImplementedError


def survey(path: Path) -> Reading:
    """Reads as much of a scenario as can be read, and lists its faults instead of raising.

    Raises:
        ScenarioError: when not even part of it makes a scenario.
    """
    raise NotImplementedError


def read_scenario(path: Path) -> Reading:
    """Reads and checks a scenario with its character files.

    Raises:
        ScenarioError: with every fault of all the files.
    """
    reading = survey(path)
    if reading.faults:
        raise ScenarioError(reading.faults)
    return reading
