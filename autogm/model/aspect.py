"""Aspects as a person writes them (A1, A8, A12, A13, A16): a text, and what it speaks to. What is
left out is inferred from the words by `autogm.rules.relevance`, never here.
"""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field, model_validator

from autogm.model.base import Written
from autogm.model.words import AspectKind, Helps, RollKind, Scope, SideName


class FreeInvokes(Written):
    """Free invokes on an aspect, counted for each side, plus an open count that whoever comes
    first may use (A4)."""

    players: Annotated[int, Field(ge=0, le=9)] = 0
    gm: Annotated[int, Field(ge=0, le=9)] = 0
    open: Annotated[int, Field(ge=0, le=9)] = 0


class Aspect(Written):
    """An aspect and what it speaks to (A8). A bare string is the text alone."""

    text: Annotated[str, Field(min_length=1, max_length=120)]
    kind: AspectKind | None = Field(None, description="A1; by default from where it stands")
    helps: Helps | None = Field(
        None,
        description="whose rolls it helps: by its bearer (or who stands in the zone), against "
        "them, or both; left out: inferred",
    )
    actions: tuple[RollKind, ...] | None = Field(
        None, description="the kinds of roll it is relevant to; left out: inferred"
    )
    skills: tuple[str, ...] | None = Field(
        None, description="the skills or approaches it is relevant to; left out: all"
    )
    side: SideName | None = Field(None, description="only this side can make use of it")
    adverse: bool | None = Field(
        None, description="hinders movement through its zone (Z3); left out: inferred"
    )
    hides: bool = Field(
        False,
        description="hides the zone it is in: it is in the way of exploring, and exploring that "
        "zone replaces it (A14); left out: inferred",
    )
    spares: tuple[str, ...] = Field((), description="tags of fighters it does not affect (A13)")
    free: FreeInvokes | None = Field(None, description="free invokes at the start (A4, A12)")
    hidden_from: SideName | None = Field(None, description="not known to this side yet (A16)")
    difficulty: Annotated[int, Field(ge=0, le=12)] | None = Field(
        None, description="of removing it by Overcome (A11), and of discovering it (A16)"
    )
    removable: bool = Field(True, description="whether Overcome can remove it")
    scope: Scope | None = Field(
        None,
        description="how long it lasts, which is the difficulty of refreshing it (A9, A10); by "
        "default a character's own aspects are permanent, all others last for the phase",
    )

    @model_validator(mode="before")
    @classmethod
    def _from_text(cls, value: Any) -> Any:
        return {"text": value} if isinstance(value, str) else value
