"""A conflict as a person writes it: where it happens, who fights, what each side wants, and which
rules are in play. Only shape and ranges are checked here; what is named and not there in
`autogm.model.references`, the ground in `autogm.model.ground`, sizes and contradictions in
`autogm.model.contradictions`; everything that needs the ruleset in `autogm.rules`.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, PrivateAttr, model_validator

from autogm.model.aspect import Aspect
from autogm.model.aspect_uses import Compel, Effect, Template
from autogm.model.base import Difficulty, Written
from autogm.model.character import Sheet
from autogm.model.goals import Item, Objectives, Stakes
from autogm.model.verbs import VerbName
from autogm.model.words import (
    MAX_COMPELS,
    MAX_EFFECTS,
    MAX_EXCHANGES,
    MAX_FIGHTERS,
    MAX_POINTS,
    MAX_TEMPLATES,
    MAX_ZONES,
    ConflictKind,
    RulesetId,
    SideName,
)

Id = Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9_-]*$", max_length=40)]


class Zone(Written):
    """A zone of the battlefield (Z1): an aspect, or unexplored ground (A14)."""

    name: str | None = Field(
        None,
        description="What it is called in reports and pictures. Left out: its id. "
        "Example: `name: The Ford`.",
    )
    aspect: Aspect | None = Field(
        None,
        description="The zone's aspect. Left out: only where it is `unexplored`. "
        "Example: `aspect: Old Willows`.",
    )
    unexplored: bool = Field(
        False,
        description="Nobody knows yet what is there: exploring it creates its aspect (A14). "
        "Example: `unexplored: true`.",
    )
    reveals: Aspect | None = Field(
        None,
        description="The aspect that exploring an unexplored zone creates. Left out: Open Ground. "
        "Example: `{unexplored: true, reveals: Low Huts and Cooking Smoke}`.",
    )
    difficulty: Difficulty | None = Field(
        None,
        description="Difficulty of exploring an unexplored zone, before distance and what hides "
        "it add to it. Left out: the ruleset's, mostly 1. "
        "Example: `{unexplored: true, difficulty: 2}`.",
    )
    tags: tuple[str, ...] = Field(
        (),
        description="Words of your own for the ground; stunts ask for them in `tag`. "
        "Example: `tags: [rocks, high]`.",
    )
    exit: bool = Field(
        False,
        description="Whether fighters may leave the battlefield from here. Example: `exit: true`.",
    )

    @model_validator(mode="after")
    def _aspect_or_unexplored(self) -> Zone:
        if self.unexplored == (self.aspect is not None):
            raise ValueError(
                "a zone has either an aspect, as `aspect: Old Willows`, or `unexplored: true`"
            )
        return self


class Edge(Written):
    """A way between two zones (Z6). A pair of zone ids is a plain way."""

    between: tuple[str, str] = Field(
        description="The ids of the two zones. Example: `between: [bank, ford]`."
    )
    one_way: bool = Field(
        False,
        description="Whether it leads only from the first zone to the second. "
        "Example: `one_way: true`.",
    )
    barrier: bool = Field(
        False,
        description="Whether nobody can pass at all; one may still see across with `sight`. "
        "Example: `{barrier: true, sight: true}`.",
    )
    difficulty: Annotated[int, Field(ge=1, le=12)] | None = Field(
        None,
        description="Passing is an Overcome of this difficulty, to which adverse ground adds (Z3). "
        "Left out: nothing hinders but the ground. Example: `difficulty: 2`.",
    )
    sight: bool | None = Field(
        None,
        description="Whether one can see and shoot across, in both directions. Left out: yes, but "
        "not across a barrier. Example: `sight: false`.",
    )

    @model_validator(mode="before")
    @classmethod
    def _from_pair(cls, value: Any) -> Any:
        return {"between": value} if isinstance(value, list | tuple) else value


class Fighter(Sheet):
    """Someone in the conflict: a sheet, or a reference to one, and a place to start."""

    character: str | None = Field(
        None,
        description="A character file that has its sheet, relative to the scenario's folder, or "
        "one of the `characters/` that ship, which are found from anywhere; "
        "fields written here replace the file's. Left out: the sheet is here. "
        "Example: `character: characters/olivia.yaml`.",
    )
    zone: str = Field(description="The id of the zone where it starts. Example: `zone: bank`.")
    copies: Annotated[int, Field(ge=1, le=MAX_FIGHTERS)] = Field(
        1,
        description="How many fighters like this there are, each with a number and turns of its "
        "own. Example: `copies: 3`.",
    )
    arrives: Annotated[int, Field(ge=1, le=MAX_EXCHANGES)] = Field(
        1, description="The exchange at whose start it arrives. Example: `arrives: 2`."
    )
    protects: str | None = Field(
        None,
        description="The id of a fighter of its side that it keeps near and whose enemies it "
        "turns to, where that is nearly as good as anything else. Left out: nobody. "
        "Example: `protects: queen`.",
    )
    _origin: str | None = PrivateAttr(None)

    @property
    def origin(self) -> str | None:
        """The id of the fighter that this one is a copy of; none of one that was written."""
        return self._origin

    def copy_named(self, name: str, origin: str) -> Fighter:
        """One of the copies that it asks for, as a fighter of its own."""
        one = self.model_copy(update={"name": name, "copies": 1})
        one._origin = origin
        return one


class Side(Written):
    """One of the two sides."""

    name: str | None = Field(
        None,
        description="What it is called in reports, as the subject of a sentence. Left out: the "
        "players, the GM's side. Example: `name: The expedition`.",
    )
    fighters: dict[Id, Fighter] = Field(
        description="Who is on this side, each under an id of small letters, digits and hyphens. "
        "Example: `fighters: {olivia: {character: characters/olivia.yaml, zone: bank}}`."
    )
    pool: Annotated[int, Field(ge=0, le=MAX_POINTS)] | None = Field(
        None,
        description="The GM's fate points, which all NPCs share (F2); players have points of their "
        "own. Left out: by the ruleset, mostly one for each player character. Example: `pool: 2`.",
    )


class Sides(Written):
    """The two sides."""

    players: Side = Field(
        description="The side that the players decide for. "
        "Example: `players: {fighters: {olivia: {character: characters/olivia.yaml, zone: bank}}}`."
    )
    gm: Side = Field(
        description="The side that the GM decides for. "
        "Example: `gm: {pool: 2, fighters: {reaver: {type: minion, zone: road}}}`."
    )


class TurnOrder(Written):
    """How turn order is found (T1, T2)."""

    npcs: Literal["together", "each"] | None = Field(
        None,
        description="Whether a side's NPCs act `together`, at their best member's place and in an "
        "order chosen anew each exchange, or `each` at its own (T2). Left out: the ruleset's, "
        "mostly together. Example: `npcs: each`.",
    )
    ambush: SideName | None = Field(
        None,
        description="The side that ambushes: it goes first, ordered by Sneaky or Stealth. Left "
        "out: no ambush. Example: `ambush: gm`.",
    )
    first: SideName | None = Field(
        None,
        description="The side that goes first, whatever the ratings. Left out: by the ratings, or "
        "whoever ambushes. Example: `first: players`.",
    )
    skill: str | None = Field(
        None,
        description="The skill that decides, before those of the ruleset (T1). Left out: the "
        "ruleset's alone. Example: `skill: Notice`.",
    )
    lethal_ambush: bool = Field(
        False,
        description="Whether the ambushing side's first attack is lethal (H9). "
        "Example: `{ambush: gm, lethal_ambush: true}`.",
    )


class Narrative(Written):
    """Under `autarch`: the narrative phase before the conflict. Each roll past its budget gives
    the GM's pool another fate point (F2)."""

    budget: Annotated[int, Field(ge=0, le=99)] = Field(
        description="How many rolls it was meant to take. Example: `budget: 5`."
    )
    rolls: Annotated[int, Field(ge=0, le=99)] = Field(
        description="How many rolls it took. Example: `rolls: 7`."
    )


class Scenario(Written):
    """A conflict, whole."""

    @model_validator(mode="before")
    @classmethod
    def _of_a_plain_kind(cls, value: Any) -> Any:
        """`kind: conflict` says which kind of game it is, and no more than that."""
        says_no_more = isinstance(value, dict) and value.get("kind") == "conflict"
        return {**value, "kind": "physical"} if says_no_more else value

    title: Annotated[str, Field(min_length=1, max_length=120)] = Field(
        description="The conflict's name, as reports and pictures show it. "
        "Example: `title: A Quarrel at the Ford`."
    )
    shows: str | None = Field(
        None,
        description="A sentence on what the scenario is good for. Left out: nothing is said. "
        "Example: `shows: A ford to be held against riders`.",
    )
    credit: str | None = Field(
        None,
        description="Whose ideas it uses, and under which licence. Left out: nobody's. "
        "Example: `credit: Zones after the Ogma project by brs165, CC BY 3.0`.",
    )
    ruleset: RulesetId = Field(
        description="The edition that is played; `autogm rules` tells what each does. "
        "Example: `ruleset: fate-core`."
    )
    rules: dict[str, Any] = Field(
        default_factory=dict,
        description="Fields of the ruleset that are otherwise here, by the names that `autogm "
        "rules` shows. Left out: none. Example: `rules: {zone_free_invokes: 0}`.",
    )
    kind: ConflictKind = Field(
        "physical",
        description="What sort of conflict it is; a game of another kind says that kind here "
        "(`autogm list kinds`). In a `social` or `mental` conflict attacks do mental harm, zones "
        "stand for audiences or topics, and a mental skill decides turn order; `mass` is played "
        "like `physical`. Example: `kind: social`.",
    )
    zones: Annotated[dict[Id, Zone], Field(min_length=1, max_length=MAX_ZONES)] = Field(
        description="The zones of the battlefield, each under an id of small letters, digits and "
        "hyphens. Example: `zones: {bank: {aspect: Old Willows}, ford: {aspect: Fast Water}}`."
    )
    edges: tuple[Edge, ...] = Field(
        (),
        description="The ways between zones. "
        "Example: `edges: [[bank, ford], {between: [ford, road], difficulty: 2}]`.",
    )
    aspects: tuple[Aspect, ...] = Field(
        (), description="Aspects of the whole scene. Example: `aspects: [Evening Light]`."
    )
    sides: Sides = Field(
        description="Who fights whom. Example: `sides: {players: {fighters: {olivia: {character: "
        "characters/olivia.yaml, zone: bank}}}, gm: {fighters: {reaver: {type: minion, zone: "
        "road}}}}`."
    )
    objectives: Objectives = Field(
        Objectives(),
        description="How a side may win besides being the last one standing (H7). "
        "Example: `objectives: {players: [{do: take out, who: [chief]}]}`.",
    )
    item: Item | None = Field(
        None,
        description="Something that a side wants to get out with. Left out: there is none. "
        "Example: `item: {name: The idol of Karlon-Kar, zone: strongroom, difficulty: 2}`.",
    )
    turn_order: TurnOrder = Field(
        TurnOrder(),
        description="How turn order is found (T1, T2): who ambushes or goes first, by which skill, "
        "and whether NPCs act together. Example: `turn_order: {ambush: gm}`.",
    )
    roar: bool | None = Field(
        None,
        description="Whether it opens with a Roar: before the first exchange fighters take turns "
        "at making an aspect by showing off, and then keep to that approach and its neighbours (R1 "
        "to R5). Left out: the ruleset's, mostly not. Example: `roar: true`.",
    )
    weight: bool | None = Field(
        None,
        description="Whether numbers and size count: the side that outweighs the other in a zone "
        "two to one or more sets dice to [+] (W1, W2). Left out: the ruleset's. "
        "Example: `weight: true`.",
    )
    compels: Annotated[tuple[Compel, ...], Field(max_length=MAX_COMPELS)] = Field(
        (),
        description="What aspects may bring down on whom (X1, F6). Example: `compels: [{victim: "
        "chief, aspect: Never Forgets an Insult, effect: attack nearest}]`.",
    )
    effects: Annotated[tuple[Effect, ...], Field(max_length=MAX_EFFECTS)] = Field(
        (),
        description="What an invoke may be spent on besides +2 and a reroll (A15). Example: "
        "`effects: [{aspect: Boulders, does: zone attack, skill: Forceful, range: 1}]`.",
    )
    templates: Annotated[tuple[Template, ...], Field(max_length=MAX_TEMPLATES)] | None = Field(
        None,
        description="The aspects that may be created (C1). Left out: the ruleset's. "
        "Example: `templates: [{text: Pinned Down, on: enemy, helps: against}]`.",
    )
    exchanges: Annotated[int, Field(ge=1, le=MAX_EXCHANGES)] = Field(
        40,
        description="The exchange at whose end the conflict is over, undecided if nobody has won. "
        "Example: `exchanges: 20`.",
    )
    actions: tuple[VerbName, ...] | None = Field(
        None,
        description="The verbs in play, for a conflict with few choices. Left out: all that the "
        "ruleset has rules for. Example: `actions: [attack, create, invoke]`.",
    )
    stakes: Stakes = Field(
        Stakes(),
        description="What the sides want: a preset by its name, or numbers for each side. "
        "Example: `stakes: careful`.",
    )
    narrative: Narrative | None = Field(
        None,
        description="Under `autarch`, the narrative phase before the conflict (F2). Left out: "
        "there was none. Example: `narrative: {budget: 5, rolls: 7}`.",
    )
    strict: bool = Field(
        False,
        description="Whether a sheet that breaks the ruleset is an error and not only a warning "
        "(N6). Example: `strict: true`.",
    )
