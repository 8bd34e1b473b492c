"""A position as a person writes it down at a table: who has which boxes, consequences and points,
who stands where and who has left, which aspects stand with how many free invokes, and whose turn it
is. Whatever is left out is as at the beginning of the conflict. Only shape and ranges are checked
here; whether it fits the conflict, in `autogm.engine.compiling.setting`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import Field, model_validator

from autogm.model.aspect import FreeInvokes
from autogm.model.base import Written
from autogm.model.faults import Fault, ScenarioError
from autogm.model.scenario import Id
from autogm.model.source import Source
from autogm.model.words import (
    MAX_BOXES,
    MAX_EFFECTS,
    MAX_EXCHANGES,
    MAX_MEMBERS,
    MAX_POINTS,
    Harm,
    Severity,
    SideName,
)

Whereabouts = Literal["here", "taken out", "conceded", "left"]
WHEREABOUTS: tuple[str, ...] = ("here", "taken out", "conceded", "left")

Mark = Literal["lethal", "disarmed", "hindered", "has blocked", "keeps roaring"]
MARKS: tuple[str, ...] = ("lethal", "disarmed", "hindered", "has blocked", "keeps roaring")

Text = Annotated[str, Field(min_length=1, max_length=200)]
Name = Annotated[str, Field(min_length=1, max_length=60)]
Points = Annotated[int, Field(ge=0, le=MAX_POINTS)]
Box = Annotated[int, Field(ge=1, le=MAX_BOXES)]
Exchange = Annotated[int, Field(ge=1, le=MAX_EXCHANGES)]


class PositionFile(Written):
    """What every position says; a kind of games adds its fields."""

    scenario: Annotated[str, Field(min_length=1, max_length=400)] | None = Field(
        None,
        description="The scenario that it is a position of: the name of one that ships, or a file "
        "relative to this one's folder. Left out: whichever it is used with. "
        "Example: `scenario: duel`.",
    )


class AspectMeant(Written):
    """An aspect by its text, and by where it stands if more than one is called so. A bare text is
    one too."""

    text: Text = Field(description="The aspect itself. Example: `text: Fast Water`.")
    on: Name | None = Field(
        None,
        description="Where it stands: the id of a fighter or a zone, or `scene`. Left out: where "
        "the one of that text is. Example: `on: ford`.",
    )

    @model_validator(mode="before")
    @classmethod
    def _from_text(cls, value: Any) -> Any:
        return {"text": value} if isinstance(value, str) else value


class AspectStanding(AspectMeant):
    """An aspect that stands, with the free invokes that are left on it. A bare text is one without
    any. Boosts are aspects here too: `a boost against Rolf`."""

    free: FreeInvokes = Field(
        FreeInvokes(),
        description="Free invokes that are left on it, by side (A4). Left out: none. "
        "Example: `free: {players: 1}`.",
    )
    hidden_from: SideName | None = Field(
        None,
        description="The side that does not know it yet (A16). Left out: both know it. "
        "Example: `hidden_from: players`.",
    )
    made_by: Name | None = Field(
        None,
        description="The id of who made it, where makers may oppose its removal (A11). Left out: "
        "nobody opposes. Example: `made_by: rolf`.",
    )


class ConsequenceTaken(Written):
    """A consequence that somebody has. A bare severity is one without free invokes."""

    severity: Severity = Field(description="How bad it is. Example: `severity: mild`.")
    harm: Harm | None = Field(
        None,
        description="The harm that its slot is kept for, where slots are kept for one. Left out: "
        "a slot for any. Example: `harm: mental`.",
    )
    free: FreeInvokes = Field(
        FreeInvokes(),
        description="Free invokes that are left on it (A7). Left out: none. "
        "Example: `free: {gm: 1}`.",
    )

    @model_validator(mode="before")
    @classmethod
    def _from_severity(cls, value: Any) -> Any:
        return {"severity": value} if isinstance(value, str) else value


class FighterNow(Written):
    """How it stands with a fighter. Of who has left, only what is kept of them can be said:
    consequences and points owed."""

    status: Whereabouts = Field(
        "here",
        description="Whether it is `here`, was `taken out` (H5), has `conceded` (H6) or `left` by "
        "an exit. Who is still to arrive need not be named. Example: `status: taken out`.",
    )
    zone: Name | None = Field(
        None, description="The id of the zone where it stands. Left out: its own at the start. "
        "Example: `zone: ford`.",
    )  # fmt: skip
    stress: dict[Harm, tuple[Box, ...]] = Field(
        {},
        description="The checked boxes of each track, by their numbers from 1. Where there is one "
        "track it is `physical`. Example: `stress: {physical: [1, 2]}`.",
    )
    consequences: tuple[ConsequenceTaken, ...] = Field(
        (), description="The consequences that it has. Example: `consequences: [mild]`."
    )
    members: Annotated[int, Field(ge=1, le=MAX_MEMBERS)] | None = Field(
        None,
        description="How many of a group are left. Left out: all of them. Example: `members: 3`.",
    )
    points: Points | None = Field(
        None,
        description="Fate points that it has. Left out: as many as at the start. "
        "Example: `points: 2`.",
    )
    owed: Points = Field(
        0, description="Fate points that it gets after the scene (F3). Example: `owed: 1`."
    )
    helps: Name | None = Field(
        None,
        description="The id of the ally that it helps (E3). Left out: nobody. "
        "Example: `helps: rolf`.",
    )
    roars: Name | None = Field(
        None,
        description="The skill or approach with which it roars (R2). Left out: it does not roar. "
        "Example: `roars: Forceful`.",
    )
    used: tuple[Name, ...] = Field(
        (),
        description="The names of its stunts that are used up for now (N5). "
        "Example: `used: [Master Swordsman]`.",
    )
    marks: tuple[Mark, ...] = Field(
        (),
        description="What else is true of it: its next attack is `lethal` (M5, R7), it is "
        "`disarmed` (M7) or `hindered` in its next free move (A15), it `has blocked` in this "
        "exchange (Z4), it `keeps roaring` because that was paid for (R5). "
        "Example: `marks: [disarmed]`.",
    )
    parts_left: Literal["conceded", "left"] | None = Field(
        None,
        description="Of a mob that has divided and is here still (N4): how the best off of those "
        "of it have gone that are gone. Left out: they were taken out. "
        "Example: `parts_left: left`.",
    )


class ItemNow(Written):
    """Where the scenario's item is: in one of three places."""

    zone: Name | None = Field(
        None,
        description="The id of the zone where it lies. Left out: none. Example: `zone: vault`.",
    )
    carried_by: Name | None = Field(
        None,
        description="The id of who carries it. Left out: nobody. Example: `carried_by: hob`.",
    )
    got_out_by: SideName | None = Field(
        None,
        description="The side that has got out with it. Left out: neither. "
        "Example: `got_out_by: gm`.",
    )

    @model_validator(mode="after")
    def _in_one_place(self) -> ItemNow:
        said = (self.zone, self.carried_by, self.got_out_by)
        if sum(one is not None for one in said) != 1:
            raise ValueError(
                "an item lies in a `zone`, or is `carried_by` somebody, or was `got_out_by` a side"
            )
        return self


class Held(Written):
    """For how many exchanges in a row each side has held the zones that it is to hold (H7)."""

    players: dict[Id, Annotated[int, Field(ge=0, le=MAX_EXCHANGES)]] = Field(
        {}, description="Zones of the players' objectives, by id. Example: `players: {ford: 2}`."
    )
    gm: dict[Id, Annotated[int, Field(ge=0, le=MAX_EXCHANGES)]] = Field(
        {}, description="Zones of the GM's objectives, by id. Example: `gm: {ford: 1}`."
    )


class Position(PositionFile):
    """A conflict at the beginning of a turn."""

    exchange: Exchange = Field(1, description="Which exchange it is. Example: `exchange: 3`.")
    turn: Name | None = Field(
        None,
        description="Whose turn begins: the id of a fighter, or a side that is to say which of its "
        "NPCs acts next (T2). Left out: the first in turn order who has not acted. "
        "Example: `turn: rolf`.",
    )
    acted: tuple[Name, ...] | None = Field(
        None,
        description="The ids of those who have had their turn in this exchange. Left out: all "
        "whose place in turn order is before that of `turn`. Example: `acted: [hob, olivia]`.",
    )
    roar: SideName | None = Field(
        None,
        description="The side that is to say who roars next, while the Roar before the first "
        "exchange goes on (R1); `acted` are then those who have roared. Left out: it is over. "
        "Example: `roar: players`.",
    )
    no_compel: tuple[SideName, ...] = Field(
        (),
        description="The sides that have let the chance go by to compel whose turn begins (X1). "
        "Left out: both may still. Example: `no_compel: [gm]`.",
    )
    fighters: dict[Id, FighterNow] = Field(
        {},
        description="How it stands with whom, by id. Who is not named is as at the start. "
        "Example: `fighters: {rolf: {zone: ford, stress: {physical: [1]}}}`.",
    )
    pool: Points | None = Field(
        None,
        description="The GM's fate points (F2). Left out: as many as at the start. "
        "Example: `pool: 2`.",
    )
    pool_owed: Points = Field(
        0,
        description="Fate points that the GM's pool gets after the scene. Example: `pool_owed: 1`.",
    )
    pool_conceded: bool = Field(
        False,
        description="Whether the pool has had its point for a concession (H6). "
        "Example: `pool_conceded: true`.",
    )
    aspects: tuple[AspectStanding, ...] = Field(
        (),
        description="Aspects that stand and did not at the start, or with other free invokes. "
        "Those that are not named are as at the start. "
        "Example: `aspects: [{text: Pinned Down, on: hob, free: {gm: 1}}, Trampled Reeds]`.",
    )
    gone: tuple[AspectMeant, ...] = Field(
        (),
        description="Aspects that stood at the start and do not any more. "
        "Example: `gone: [{text: Old Willows, on: bank}]`.",
    )
    item: ItemNow | None = Field(
        None,
        description="Where the scenario's item is. Left out: where it lies at the start. "
        "Example: `item: {carried_by: hob}`.",
    )
    held: Held = Field(
        Held(),
        description="For how many exchanges zones have been held (H7). "
        "Example: `held: {gm: {ford: 2}}`.",
    )
    compelled: tuple[AspectMeant, ...] = Field(
        (),
        description="Aspects that have been compelled in this scene and cannot be again (X1). "
        "Example: `compelled: [Never Forgets an Insult]`.",
    )
    rituals: tuple[Annotated[int, Field(ge=1, le=MAX_EFFECTS)], ...] = Field(
        (),
        description="Battle rituals that have been used (R7): their places among the scenario's "
        "`effects`, counted from 1. Example: `rituals: [1]`.",
    )
    ambush: bool | None = Field(
        None,
        description="Whether the ambushers' first attack, which is lethal, is still to come (H9). "
        "Left out: in the first exchange. Example: `ambush: false`.",
    )


OF_POSITIONS = {"scenario", "exchange", "turn", "fighters"}
OF_OTHERS = {"title", "ruleset", "zones", "sides", "name", "kind"}


def is_position(data: Mapping[str, Any]) -> bool:
    """Whether a file's data is a position's rather than a game's or a character's: it has something
    that only positions say, and nothing that makes any of these."""
    return bool(data.keys() & OF_POSITIONS) and not data.keys() & OF_OTHERS


def refuse_position(source: Source) -> None:
    """Refuses a position where a scenario is wanted.

    Raises:
        ScenarioError: saying what takes it.
    """
    if is_position(source.data):
        message = (
            "this is a position, not a scenario; commands take it with --position, beside the "
            "scenario that it is of, and `autogm check` checks it by itself"
        )
        raise ScenarioError([Fault(source.path, 0, 0, "", message)])
