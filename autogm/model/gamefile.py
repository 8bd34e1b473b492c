"""Files of games whose kind describes them by a model: read, checked field by field, every fault
told at its line.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, TypeVar

from pydantic import Field, ValidationError

from autogm.model.base import Written
from autogm.model.faults import ScenarioError
from autogm.model.places import Places
from autogm.model.shape import problems_of
from autogm.model.source import read_source


class GameFile(Written):
    """What every file of a game says; a kind's own model adds its fields."""

    kind: str = Field(description="The kind of game. Example: `kind: conflict`.")
    title: Annotated[str, Field(min_length=1, max_length=120)] = Field(
        description="The game's name, as reports show it. Example: `title: A Race to the Gate`."
    )
    shows: str | None = Field(
        None,
        description="A sentence on what the file is good for. Left out: nothing is said. "
        "Example: `shows: When to press on`.",
    )


OneFile = TypeVar("OneFile", bound=GameFile)


def read_as(model: type[OneFile], path: Path) -> OneFile:
    """A file as that model.

    Raises:
        ScenarioError: with every fault of the file.
    """
    source = read_source(path)
    faults = list(source.faults)
    try:
        found = model.model_validate(source.data, strict=True)
    except ValidationError as error:
        faults += [Places(source).fault(one) for one in problems_of(error, model)]
    if faults:
        raise ScenarioError(sorted(faults, key=lambda one: (one.line, one.column)))
    return found
