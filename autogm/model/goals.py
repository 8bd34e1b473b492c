"""What each side of a conflict wants: objectives (H7), an item to get out with, and stakes as
numbers. Whether an objective can be reached is checked in `autogm.model.contradictions`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field, model_validator

from autogm.model.base import Difficulty, Gapless, Written
from autogm.model.words import (
    MAX_EXCHANGES,
    MAX_FIGHTERS,
    MAX_OBJECTIVES,
    ObjectiveKind,
)


class Objective(Gapless):
    """A way to win besides being the last side standing (H7)."""

    stands_in: ClassVar[Mapping[str, str]] = {"do": "last standing"}

    do: ObjectiveKind = Field(description="How it is won. Example: `do: last standing`.")
    zone: str | None = Field(
        None,
        description="The id of the zone to `hold`. Left out: none. "
        "Example: `{do: hold, zone: ford, exchanges: 3}`.",
    )
    exchanges: Annotated[int, Field(ge=1, le=MAX_EXCHANGES)] = Field(
        1,
        description="Exchanges in a row to `hold`, or the exchange at whose end `survive` is won. "
        "Example: `{do: survive, exchanges: 8}`.",
    )
    who: tuple[str, ...] = Field(
        (),
        description="The ids of those who have to get out, or to be taken out; the id of copies "
        "means all of them. Example: `{do: take out, who: [chief]}`.",
    )
    number: Annotated[int, Field(ge=1, le=MAX_FIGHTERS)] = Field(
        1,
        description="How many of `who` have to get out. "
        "Example: `{do: get out, who: [olivia, hob], number: 2}`.",
    )
    item: bool = Field(
        False,
        description="The scenario's `item` has to be got out. "
        "Example: `{do: get out, item: true}`.",
    )

    def gaps(self) -> Iterator[tuple[str, str]]:
        """What its kind needs and it has not."""
        if self.do == "hold" and self.zone is None:
            yield "zone", "`hold` needs `zone`"
        if self.do == "survive" and "exchanges" not in self.model_fields_set:
            yield "exchanges", "`survive` needs `exchanges`, the one at whose end it is won"
        if self.do == "take out" and not self.who:
            yield "who", "`take out` needs `who`"
        if self.do == "get out" and not self.who and not self.item:
            yield "who", "`get out` needs `who` or `item: true`"


class Objectives(Written):
    """How each side may win besides being the last one standing (H7)."""

    players: Annotated[tuple[Objective, ...], Field(max_length=MAX_OBJECTIVES)] = Field(
        (),
        description="Any of these wins for the players. "
        "Example: `players: [{do: take out, who: [chief]}]`.",
    )
    gm: Annotated[tuple[Objective, ...], Field(max_length=MAX_OBJECTIVES)] = Field(
        (),
        description="Any of these wins for the GM's side. "
        "Example: `gm: [{do: hold, zone: ford, exchanges: 3}]`.",
    )


class Item(Written):
    """Something to get out: where it lies and how hard it is to pick up."""

    name: str = Field(description="What it is. Example: `name: The idol of Karlon-Kar`.")
    zone: str = Field(description="The id of the zone where it lies. Example: `zone: strongroom`.")
    difficulty: Difficulty = Field(
        0, description="Difficulty of the Overcome that picks it up. Example: `difficulty: 2`."
    )


class SideStakes(Written):
    """What one side wants, as numbers; a victory is 1 unless you say otherwise. Who decides for a
    side looks for the highest utility: the stake of the players less the stake of the GM, the other
    way round for the GM."""

    victory: float = Field(
        1.0, ge=0, description="Worth of winning, at least 0. Example: `victory: 1`."
    )
    undecided: float = Field(
        0.0, description="Worth of an end that nobody wins. Example: `undecided: 0.3`."
    )
    own_taken_out: float = Field(
        0.0, description="Worth of each own fighter taken out. Example: `own_taken_out: -0.25`."
    )
    own_conceded: float = Field(
        0.0, description="Worth of each own fighter who concedes. Example: `own_conceded: -0.1`."
    )
    enemy_taken_out: float = Field(
        0.0, description="Worth of each enemy taken out. Example: `enemy_taken_out: 0.1`."
    )
    enemy_conceded: float = Field(
        0.0, description="Worth of each enemy who concedes. Example: `enemy_conceded: 0.1`."
    )
    mild: float = Field(
        0.0, description="Worth of each own mild consequence. Example: `mild: -0.02`."
    )
    moderate: float = Field(
        0.0, description="Worth of each own moderate consequence. Example: `moderate: -0.05`."
    )
    severe: float = Field(
        0.0, description="Worth of each own severe consequence. Example: `severe: -0.12`."
    )
    point: float = Field(
        0.0,
        description="Worth of each own fate point left at the end, owed ones too. "
        "Example: `point: 0.02`.",
    )


class Stakes(Written):
    """What both sides want, or the name of a preset."""

    preset: Literal["victory", "careful"] = Field(
        "victory",
        description="What a side wants that says nothing of its own: `victory` alone, or to win "
        "and be `careful` of its people, of consequences and of fate points. "
        "Example: `preset: careful`.",
    )
    players: SideStakes | None = Field(
        None,
        description="What the players want, in place of the preset. Left out: the preset. "
        "Example: `players: {own_taken_out: -0.25, severe: -0.1}`.",
    )
    gm: SideStakes | None = Field(
        None,
        description="What the GM's side wants, in place of the preset. Left out: the preset. "
        "Example: `gm: {enemy_taken_out: 0.1}`.",
    )

    @model_validator(mode="before")
    @classmethod
    def _from_name(cls, value: Any) -> Any:
        return {"preset": value} if isinstance(value, str) else value
