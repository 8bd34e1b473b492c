"""Aspects as a person writes them (A1, A8, A12, A13, A16): a text, and what it speaks to. What is
left out is inferred from the words by `autogm.rules.relevance`, never here.
"""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field, model_validator

from autogm.model.base import Written
from autogm.model.words import AspectKind, Helps, RollKind, Scope, SideName


class FreeInvokes(Written):
    """Free invokes on an aspect at the start, counted for each side, and open ones that whoever
    comes first may use (A4)."""

    players: Annotated[int, Field(ge=0, le=9)] = Field(
        0, description="Free invokes that the players' side has on it. Example: `players: 1`."
    )
    gm: Annotated[int, Field(ge=0, le=9)] = Field(
        0, description="Free invokes that the GM's side has on it. Example: `gm: 2`."
    )
    open: Annotated[int, Field(ge=0, le=9)] = Field(
        0,
        description="Free invokes that either side may use, whoever comes first. "
        "Example: `open: 1`.",
    )


class Aspect(Written):
    """An aspect and what it speaks to (A8). A bare text is an aspect too: what it speaks to is
    then inferred from its words."""

    text: Annotated[str, Field(min_length=1, max_length=120)] = Field(
        description="The aspect itself, in a few words. Example: `text: Fast Water`."
    )
    kind: AspectKind | None = Field(
        None,
        description="What kind of aspect it is (A1). Left out: by where it stands; on a sheet the "
        "first is the high concept, the others are `character`. Example: `kind: trouble`.",
    )
    helps: Helps | None = Field(
        None,
        description="Whose rolls it helps: those of its `bearer` (in a zone: of whoever stands "
        "there), those `against` them, or `both`. Left out: inferred from the words. "
        "Example: `helps: against`.",
    )
    actions: tuple[RollKind, ...] | None = Field(
        None,
        description="The kinds of roll it is relevant to; `move` is to cross hindered ground, "
        "`oppose` to stand in somebody's way. Left out: inferred from the words. "
        "Example: `actions: [attack, defend]`.",
    )
    skills: tuple[str, ...] | None = Field(
        None,
        description="The skills or approaches it is relevant to. Left out: all. "
        "Example: `skills: [Forceful]`.",
    )
    suits: tuple[str, ...] | None = Field(
        None,
        description="The skills or approaches that suit it: others create an advantage on it at "
        "-2 (C6); `[]`: all. Left out: its `skills`, or where those are left out too, inferred "
        "from the words. Example: `suits: [Clever, Sneaky]`.",
    )
    side: SideName | None = Field(
        None,
        description="Only this side can make use of it. Left out: both can. Example: `side: gm`.",
    )
    adverse: bool | None = Field(
        None,
        description="Whether it hinders movement through its zone: 2 more to the difficulty (Z3). "
        "Left out: inferred from the words. Example: `adverse: true`.",
    )
    hides: bool = Field(
        False,
        description="Whether it hides its zone: it makes exploring harder by 2, and exploring "
        "that zone replaces it (A14). Left out: inferred from the words. Example: `hides: true`.",
    )
    spares: tuple[str, ...] = Field(
        (),
        description="Tags of fighters that it does not affect (A13). Left out: inferred from the "
        "words. Example: `spares: [flying]`.",
    )
    free: FreeInvokes | None = Field(
        None,
        description="Free invokes on it at the start (A4). Left out: none, but in most rulesets "
        "one open one on a zone's aspect (A12). Example: `free: {gm: 1}`.",
    )
    hidden_from: SideName | None = Field(
        None,
        description="The side that does not know it yet and cannot invoke it before it has "
        "discovered it (A16). Left out: both know it. Example: `hidden_from: players`.",
    )
    difficulty: Annotated[int, Field(ge=0, le=12)] | None = Field(
        None,
        description="Difficulty of removing it by Overcome (A11) and of discovering it (A16). "
        "Left out: the ruleset's, mostly 2; to remove it, 2 more for each free invoke on it. "
        "Example: `difficulty: 3`.",
    )
    removable: bool = Field(
        True, description="Whether Overcome can remove it (A11). Example: `removable: false`."
    )
    scope: Scope | None = Field(
        None,
        description="Under `autarch`, how long it lasts, which decides how hard it is to refresh: "
        "5, 4 or 3 (A9, A10). Left out: a character's own aspects are permanent, all others last "
        "for the phase. Example: `scope: mission`.",
    )

    @model_validator(mode="before")
    @classmethod
    def _from_text(cls, value: Any) -> Any:
        return {"text": value} if isinstance(value, str) else value
