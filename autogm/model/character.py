"""Characters as a person writes them (N1-N6): player characters, main, supporting and nameless
NPCs, minions, groups and swarms. Numbers that the type implies (boxes, consequences, weight) are
left out here and filled in by the ruleset.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, model_validator

from autogm.model.aspect import Aspect
from autogm.model.base import Written
from autogm.model.stunt import Stunt
from autogm.model.words import MAX_BOXES, MAX_STUNTS, CharacterType, Harm, RollKind

Rating = Annotated[int, Field(ge=-4, le=12)]
Boxes = Annotated[int, Field(ge=0, le=MAX_BOXES)]


class Knack(Written):
    """Something a minion is skilled at (+2) or bad at (-2) (N2): its words, and the rolls it
    covers. A bare string covers what its words say (see `autogm.rules.relevance`)."""

    text: Annotated[str, Field(min_length=1, max_length=80)]
    actions: tuple[RollKind, ...] | None = None
    skills: tuple[str, ...] | None = None

    @model_validator(mode="before")
    @classmethod
    def _from_text(cls, value: Any) -> Any:
        return {"text": value} if isinstance(value, str) else value


class Attack(Written):
    """How a fighter attacks with one skill or approach (E1, E2): reach, harm, and what the
    weapon adds. Fields left out come from the ruleset's row for the skill."""

    range: Annotated[int, Field(ge=0, le=8)] | None = None
    harm: Harm | None = None
    against: tuple[str, ...] | None = Field(None, description="skills that defend against it")
    heavy: bool = Field(False, description="a heavy weapon: knockback is possible (M6)")
    area: bool = Field(False, description="may attack a whole zone (E4)")
    lethal: bool = Field(False, description="a deadly creature's attack (H9)")


class Consequences(Written):
    """How many open slots of each severity (H4)."""

    mild: Annotated[int, Field(ge=0, le=2)] = 0
    moderate: Annotated[int, Field(ge=0, le=1)] = 0
    severe: Annotated[int, Field(ge=0, le=1)] = 0


class Tracks(Written):
    """Number of stress boxes of each track (H1); in one-track rulesets only `physical` counts."""

    physical: Boxes | None = None
    mental: Boxes | None = None


class Sheet(Written):
    """What a character has wherever it fights: the fields a character file and a fighter in a
    scenario share."""

    name: Annotated[str, Field(min_length=1, max_length=80)] | None = None
    type: CharacterType = "player"
    quality: Literal["average", "fair", "good"] | None = Field(
        None, description="of nameless NPCs: peak skill 1/2/3 with 0/1/2 boxes (N2)"
    )
    tough: bool = Field(False, description="a supporting NPC with a moderate slot too (N2)")
    members: Annotated[int, Field(ge=1, le=16)] | None = Field(
        None, description="of a group: how many act as one (N4)"
    )
    size: Literal["small", "big", "huge"] | None = Field(None, description="of a swarm (N3)")
    aspects: tuple[Aspect, ...] = ()
    skills: dict[str, Rating] = Field(
        default_factory=dict, description="ratings of skills or approaches"
    )
    skilled_at: tuple[Knack, ...] = ()
    bad_at: tuple[Knack, ...] = ()
    attacks: dict[str, Attack] = Field(default_factory=dict)
    stunts: Annotated[tuple[Stunt, ...], Field(max_length=MAX_STUNTS)] = ()
    boxes: Boxes | None = Field(None, description="of those with a single track")
    tracks: Tracks | None = None
    consequences: Consequences | None = None
    refresh: Annotated[int, Field(ge=0, le=9)] | None = None
    fate_points: Annotated[int, Field(ge=0, le=20)] | None = None
    weight: Annotated[int, Field(ge=0, le=16)] | None = None
    tags: tuple[str, ...] = ()


class Character(Sheet):
    """A character file of its own: a sheet with a name."""

    name: Annotated[str, Field(min_length=1, max_length=80)]
