"""A conflict as a person writes it: where it happens, who fights, what each side wants, and which
rules are in play. Only shape and ranges are checked here; what is named and not there in
`autogm.model.references`, the ground in `autogm.model.ground`, sizes and contradictions in
`autogm.model.contradictions`; everything that needs the ruleset in `autogm.rules`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field, model_validator

from autogm.model.aspect import Aspect
from autogm.model.base import Gapless, Written
from autogm.model.character import Sheet
from autogm.model.words import (
    MAX_COMPELS,
    MAX_EFFECTS,
    MAX_EXCHANGES,
    MAX_FIGHTERS,
    MAX_OBJECTIVES,
    MAX_POINTS,
    MAX_TEMPLATES,
    MAX_ZONES,
    CompelEffect,
    ConflictKind,
    EffectKind,
    Harm,
    Helps,
    ObjectiveKind,
    RollKind,
    RulesetId,
    SideName,
    VerbName,
)

Id = Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9_-]*$", max_length=40)]
Difficulty = Annotated[int, Field(ge=0, le=12)]


class Zone(Written):
    """A zone of the battlefield (Z1): an aspect, or unexplored ground (A14)."""

    name: str | None = None
    aspect: Aspect | None = None
    unexplored: bool = False
    reveals: Aspect | None = Field(
        None, description="the aspect that exploring it creates; left out: a plain one"
    )
    difficulty: Difficulty | None = Field(None, description="base difficulty of exploring it")
    tags: tuple[str, ...] = ()
    exit: bool = Field(False, description="fighters may leave the battlefield from here")

    @model_validator(mode="after")
    def _aspect_or_unexplored(self) -> Zone:
        if self.unexplored == (self.aspect is not None):
            raise ValueError("a zone has either an `aspect` or `unexplored: true`")
        return self


class Edge(Written):
    """A way between two zones (Z6). A pair of zone names is a plain edge."""

    between: tuple[str, str]
    one_way: bool = Field(False, description="only from the first to the second")
    barrier: bool = Field(False, description="no passing at all")
    difficulty: Annotated[int, Field(ge=1, le=12)] | None = Field(
        None, description="passing is an Overcome of this difficulty, added to the terrain's"
    )
    sight: bool | None = Field(None, description="by default open unless a barrier")

    @model_validator(mode="before")
    @classmethod
    def _from_pair(cls, value: Any) -> Any:
        return {"between": value} if isinstance(value, list | tuple) else value


class Fighter(Sheet):
    """Someone in the conflict: a sheet, or a reference to one, and a place to start."""

    character: str | None = Field(
        None, description="a character file, relative to the scenario; other fields override it"
    )
    zone: str
    copies: Annotated[int, Field(ge=1, le=MAX_FIGHTERS)] = Field(
        1, description="this many alike, named with numbers"
    )
    arrives: Annotated[int, Field(ge=1, le=MAX_EXCHANGES)] = Field(
        1, description="the exchange at whose start it arrives (waves)"
    )


class Side(Written):
    """One of the two sides."""

    name: str | None = None
    fighters: dict[Id, Fighter]
    pool: Annotated[int, Field(ge=0, le=MAX_POINTS)] | None = Field(
        None, description="the GM's fate points (F2); left out: by the ruleset"
    )


class Sides(Written):
    players: Side
    gm: Side


class Objective(Gapless):
    """A way to win besides being the last side standing (H7).

    - `hold`: alone in `zone` at the end of `exchanges` exchanges in a row
    - `get out`: `number` of `who` (or one of its own who carries the `item`) leave through an exit
      zone; an item that the other side carries out is lost
    - `survive`: have someone left at the end of exchange `exchanges`
    - `take out`: every one of `who` is out
    """

    stands_in: ClassVar[Mapping[str, str]] = {"do": "last standing"}

    do: ObjectiveKind
    zone: str | None = None
    exchanges: Annotated[int, Field(ge=1, le=MAX_EXCHANGES)] = 1
    who: tuple[str, ...] = ()
    number: Annotated[int, Field(ge=1, le=MAX_FIGHTERS)] = 1
    item: bool = Field(False, description="the scenario's item must be got out")

    def gaps(self) -> Iterator[tuple[str, str]]:
        """What its kind needs and it has not."""
        if self.do == "hold" and self.zone is None:
            yield "zone", "`hold` needs `zone`"
        if self.do == "take out" and not self.who:
            yield "who", "`take out` needs `who`"
        if self.do == "get out" and not self.who and not self.item:
            yield "who", "`get out` needs `who` or `item: true`"


class Objectives(Written):
    players: Annotated[tuple[Objective, ...], Field(max_length=MAX_OBJECTIVES)] = ()
    gm: Annotated[tuple[Objective, ...], Field(max_length=MAX_OBJECTIVES)] = ()


class Item(Written):
    """Something to get out: where it lies and how hard it is to pick up."""

    name: str
    zone: str
    difficulty: Difficulty = 0


class TurnOrder(Written):
    """T1, T2: how turn order is found."""

    npcs: Literal["together", "each"] | None = Field(None, description="T2; default: the ruleset's")
    ambush: SideName | None = Field(
        None, description="this side ambushes: it goes first, and its order is by Sneaky"
    )
    first: SideName | None = None
    skill: str | None = None
    lethal_ambush: bool = Field(
        False, description="the ambushing side's first attack is lethal (H9)"
    )


class Template(Written):
    """An aspect that may be created (C1): on whom, with what, and what it then speaks to."""

    text: Annotated[str, Field(min_length=1, max_length=120)]
    on: Literal["enemy", "ally", "self", "zone", "scene"]
    skills: tuple[str, ...] | None = Field(None, description="skills that create it")
    difficulty: Difficulty | None = Field(
        None, description="passive difficulty; on an enemy by default active opposition"
    )
    helps: Helps | None = None
    actions: tuple[RollKind, ...] | None = None
    relevant_skills: tuple[str, ...] | None = None
    adverse: bool = False
    hides: bool = False
    spares: tuple[str, ...] = ()
    side: SideName | None = Field(None, description="only this side can create it")
    declare: bool = Field(False, description="may also be declared for a fate point (F5, F7)")


class Compel(Gapless):
    """A complication that an aspect may bring (X1, F6): on whom, out of which aspect, and what."""

    stands_in: ClassVar[Mapping[str, str]] = {"effect": "lose action"}

    victim: str
    aspect: Annotated[str, Field(min_length=1)]
    effect: CompelEffect
    skill: str | None = Field(None, description="of `skill out`")
    zone: str | None = Field(None, description="of `move toward` and `move away`")

    def gaps(self) -> Iterator[tuple[str, str]]:
        """What its effect needs and it has not."""
        if self.effect == "skill out" and not self.skill:
            yield "skill", "`skill out` needs `skill`"
        if self.effect in ("move toward", "move away") and not self.zone:
            yield "zone", f"`{self.effect}` needs `zone`"


class Effect(Gapless):
    """An invoke for effect (A15, R7): the aspect whose invoke is spent, and what that does.

    - `zone attack`: an attack with `skill` on everyone in a zone up to `range` away
    - `move`: its user moves to an adjacent zone, hindered or not
    - `hinder`: a fighter `range` zones away loses its next free move
    - `lethal`: its user's next attack is lethal (battle rituals)
    """

    stands_in: ClassVar[Mapping[str, str]] = {"does": "move"}

    aspect: str
    does: EffectKind
    skill: str | None = None
    range: Annotated[int, Field(ge=0, le=8)] = 0
    harm: Harm = "physical"
    side: SideName | None = None

    def gaps(self) -> Iterator[tuple[str, str]]:
        """What its kind needs and it has not."""
        if self.does == "zone attack" and not self.skill:
            yield "skill", "`zone attack` needs `skill`"


class SideStakes(Written):
    """What one side wants, as numbers; see ARCHITECTURE: play maximises players' minus gm's."""

    victory: float = 1.0
    undecided: float = 0.0
    own_taken_out: float = 0.0
    own_conceded: float = 0.0
    enemy_taken_out: float = 0.0
    enemy_conceded: float = 0.0
    mild: float = 0.0
    moderate: float = 0.0
    severe: float = 0.0
    point: float = Field(0.0, description="worth of each own fate point left (owed ones too)")


class Stakes(Written):
    """Stakes of both sides, or the name of a preset."""

    preset: Literal["victory", "careful"] = "victory"
    players: SideStakes | None = None
    gm: SideStakes | None = None

    @model_validator(mode="before")
    @classmethod
    def _from_name(cls, value: Any) -> Any:
        return {"preset": value} if isinstance(value, str) else value


class Narrative(Written):
    """`autarch`: the narrative phase's budget of rolls and the rolls it took (F2)."""

    budget: Annotated[int, Field(ge=0, le=99)]
    rolls: Annotated[int, Field(ge=0, le=99)]


class Scenario(Written):
    """A conflict, whole."""

    title: Annotated[str, Field(min_length=1, max_length=120)]
    shows: str | None = Field(None, description="a sentence on what it is good for")
    credit: str | None = None
    ruleset: RulesetId
    rules: dict[str, Any] = Field(
        default_factory=dict, description="overrides of the ruleset's fields, by name"
    )
    kind: ConflictKind = "physical"
    zones: Annotated[dict[Id, Zone], Field(min_length=1, max_length=MAX_ZONES)]
    edges: tuple[Edge, ...] = ()
    aspects: tuple[Aspect, ...] = ()
    sides: Sides
    objectives: Objectives = Objectives()
    item: Item | None = None
    turn_order: TurnOrder = TurnOrder()
    roar: bool | None = None
    weight: bool | None = None
    compels: Annotated[tuple[Compel, ...], Field(max_length=MAX_COMPELS)] = ()
    effects: Annotated[tuple[Effect, ...], Field(max_length=MAX_EFFECTS)] = ()
    templates: Annotated[tuple[Template, ...], Field(max_length=MAX_TEMPLATES)] | None = Field(
        None, description="aspects that may be created; left out: the ruleset's"
    )
    exchanges: Annotated[int, Field(ge=1, le=MAX_EXCHANGES)] = 40
    actions: tuple[VerbName, ...] | None = Field(
        None, description="the verbs in play; left out: all that the ruleset knows"
    )
    stakes: Stakes = Stakes()
    narrative: Narrative | None = None
    strict: bool = Field(False, description="sheets that break the ruleset are errors (N6)")
