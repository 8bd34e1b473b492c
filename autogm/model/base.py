"""The parent of every model a person can write: frozen, and closed to unknown fields, so that a
misspelt key is a fault and never a silent default. And the parent of those in which one field
calls for another."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, ClassVar

from pydantic import BaseModel, ConfigDict, Field, ValidationInfo, model_validator

Difficulty = Annotated[int, Field(ge=0, le=12)]


class Written(BaseModel):
    """Something a person wrote in a YAML file."""

    model_config = ConfigDict(extra="forbid", frozen=True, allow_inf_nan=False)


GAPS_ALLOWED = {"gaps": "allowed"}
"""The context in which something with gaps is read all the same, so that they can be told
together with whatever else is wrong with it."""


class Gapless(Written):
    """Something in which one field calls for another. `stands_in` has words to go on with where a
    field holds none that is known."""

    stands_in: ClassVar[Mapping[str, str]] = {}

    def gaps(self) -> Iterator[tuple[str, str]]:
        """The fields that are missing, each with what calls for it."""
        return iter(())

    @model_validator(mode="after")
    def _no_gaps(self, info: ValidationInfo) -> Gapless:
        found = [] if info.context == GAPS_ALLOWED else [message for _, message in self.gaps()]
        if found:
            raise ValueError("; ".join(found))
        return self
