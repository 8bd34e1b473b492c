"""A small scenario and ways to write it to disk, for the tests of reading."""

from __future__ import annotations

from pathlib import Path

from autogm.model.faults import Fault, ScenarioError
from autogm.model.reading import Reading, read_scenario

CAMP = """\
title: The Camp
ruleset: fate-core
zones:
  camp: {aspect: Trampled Mud}
  ford: {aspect: Cold Water, exit: true}
edges:
  - [camp, ford]
sides:
  players:
    fighters:
      anna:
        zone: camp
        aspects: [Bold as Brass]
        skills: {Fight: 3}
  gm:
    fighters:
      raider: {type: nameless, quality: fair, zone: ford, copies: 2}
"""

HERE = "# HERE"


def changed(*changes: tuple[str, str], base: str = CAMP) -> str:
    """The base text with each piece replaced once."""
    text = base
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new, 1)
    return text


def marked_line(text: str) -> int:
    """The line that ends in the mark."""
    return next(n for n, line in enumerate(text.splitlines(), 1) if line.endswith(HERE))


def write(folder: Path, text: str | bytes, name: str = "scenario.yaml") -> Path:
    """The text as a file."""
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def read(folder: Path, text: str | bytes) -> Reading:
    """The text read as a scenario."""
    return read_scenario(write(folder, text))


def faults(folder: Path, text: str | bytes) -> tuple[Fault, ...]:
    """The faults of the text; none when it is sound."""
    try:
        read(folder, text)
    except ScenarioError as error:
        return error.faults
    return ()


def fault(folder: Path, text: str | bytes) -> Fault:
    """The only fault of the text; where a line is marked, it is there."""
    found = faults(folder, text)
    assert len(found) == 1, [str(one) for one in found]
    if isinstance(text, str) and HERE in text:
        assert found[0].line == marked_line(text), str(found[0])
    return found[0]
