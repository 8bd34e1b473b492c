"""Characters as a person writes them (N1-N6): player characters, main, supporting and nameless
NPCs, minions, groups and swarms. Numbers that the type implies (boxes, consequences, weight) are
left out here and filled in by the ruleset.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, model_validator

from autogm.model.aspect import Aspect
from autogm.model.base import Written
from autogm.model.meanings import TEMPERS
from autogm.model.stunt import Stunt
from autogm.model.words import (
    MAX_BOXES,
    MAX_MEMBERS,
    MAX_STUNTS,
    CharacterType,
    Concedes,
    Harm,
    RollKind,
    Temper,
)

_LEANINGS = ", ".join(f"`{one}` {leans}" for one, leans in TEMPERS.items() if one != "even")
Rating = Annotated[int, Field(ge=-4, le=12)]
Boxes = Annotated[int, Field(ge=0, le=MAX_BOXES)]


class Knack(Written):
    """Something a minion is skilled at (+2) or bad at (-2) (N2): its words, and the rolls it
    covers. A bare text is one too: it covers what its words say."""

    text: Annotated[str, Field(min_length=1, max_length=80)] = Field(
        description="What it is skilled at or bad at, in words. Example: `text: thinking ahead`."
    )
    actions: tuple[RollKind, ...] | None = Field(
        None,
        description="The kinds of roll it covers. Left out: inferred from the words. "
        "Example: `actions: [create, overcome]`.",
    )
    skills: tuple[str, ...] | None = Field(
        None,
        description="The skills or approaches it covers. Left out: inferred from the words, or "
        "all. Example: `skills: [Careful]`.",
    )

    @model_validator(mode="before")
    @classmethod
    def _from_text(cls, value: Any) -> Any:
        return {"text": value} if isinstance(value, str) else value


class Attack(Written):
    """How a fighter attacks with one skill or approach (E1, E2): reach, harm, and what the
    weapon adds."""

    range: Annotated[int, Field(ge=0, le=8)] | None = Field(
        None,
        description="How many zones away it reaches; 0 is the own zone. Left out: as the ruleset "
        "has it for the skill. Example: `range: 2`.",
    )
    harm: Harm | None = Field(
        None,
        description="The track it hits. Left out: as the ruleset has it for the skill. "
        "Example: `harm: mental`.",
    )
    against: tuple[str, ...] | None = Field(
        None,
        description="The skills that defend against it. Left out: as the ruleset has it for the "
        "skill. Example: `against: [Will]`.",
    )
    heavy: bool = Field(
        False,
        description="A heavy weapon: a hit with style may knock its target back one zone (M6). "
        "Example: `heavy: true`.",
    )
    area: bool = Field(
        False,
        description="Whether it may attack all enemies in a zone within reach at once (E4). "
        "Example: `area: true`.",
    )
    friends: bool = Field(
        False,
        description="Whether its attacks on a whole zone hit friends there too, but never who "
        "makes them (E4). Left out: enemies alone. Example: `{area: true, friends: true}`.",
    )
    lethal: bool = Field(
        False,
        description="A deadly creature's attack: it passes by the stress boxes, straight to "
        "consequences (H8, H9). Example: `lethal: true`.",
    )


class Consequences(Written):
    """How many open slots of each severity (H4)."""

    mild: Annotated[int, Field(ge=0, le=2)] = Field(
        0, description="Mild ones, each of which absorbs 2 shifts. Example: `mild: 1`."
    )
    moderate: Annotated[int, Field(ge=0, le=1)] = Field(
        0, description="Moderate ones, each of which absorbs 4 shifts. Example: `moderate: 1`."
    )
    severe: Annotated[int, Field(ge=0, le=1)] = Field(
        0, description="Severe ones, each of which absorbs 6 shifts. Example: `severe: 1`."
    )


class Tracks(Written):
    """Number of stress boxes of each track (H1)."""

    physical: Boxes | None = Field(
        None,
        description="Boxes for physical harm; in rulesets with one track, for all harm. Left out: "
        "by the ruleset and the sheet. Example: `physical: 3`.",
    )
    mental: Boxes | None = Field(
        None,
        description="Boxes for mental harm, where a sheet has a track for it. Left out: by the "
        "ruleset and the sheet. Example: `mental: 2`.",
    )


class Sheet(Written):
    """What a character has wherever it fights: the fields a character file and a fighter in a
    scenario share."""

    name: Annotated[str, Field(min_length=1, max_length=80)] | None = Field(
        None,
        description="What everybody calls it. Left out: made from its id in the scenario. "
        "Example: `name: Hob the Miller`.",
    )
    type: CharacterType = Field(
        "player",
        description="What it is in the rules (N1 to N4), which fills in the numbers that are left "
        "out: `player` character; `main`, `supporting` or `nameless` NPC; `minion`; `group` of "
        "several who act as one; `swarm` of creatures too small to weigh anything. "
        "Example: `type: supporting`.",
    )
    quality: Literal["average", "fair", "good"] | None = Field(
        None,
        description="How good a nameless NPC or a group of them is: a best skill of 1, 2 or 3 "
        "with 0, 1 or 2 boxes (N2). Left out: by its best skill. Example: `quality: fair`.",
    )
    tough: bool = Field(
        False,
        description="A supporting NPC that can take a moderate consequence besides the mild one "
        "(N2). Example: `tough: true`.",
    )
    members: Annotated[int, Field(ge=1, le=MAX_MEMBERS)] | None = Field(
        None,
        description="How many act as one; a group needs it (N4). Left out: no group. "
        "Example: `members: 4`.",
    )
    size: Literal["small", "big", "huge"] | None = Field(
        None,
        description="How large a swarm is; a swarm needs it: weight 1, 2 or 4 with 0, 1 or 2 "
        "boxes (N3). Left out: no swarm. Example: `size: big`.",
    )
    aspects: tuple[Aspect, ...] = Field(
        (),
        description="Its aspects, the high concept first. "
        "Example: `aspects: [Tyrant of the Upper River, Never Forgets an Insult]`.",
    )
    skills: dict[str, Rating] = Field(
        default_factory=dict,
        description="Ratings of its skills or approaches, as `autogm rules` lists them. Left out: "
        "each that is not named is 0. Example: `skills: {Forceful: 3, Quick: 2}`.",
    )
    skilled_at: tuple[Knack, ...] = Field(
        (),
        description="What a minion is skilled at: +2 on the rolls that the words cover (N2). "
        "Example: `skilled_at: [fighting with axes]`.",
    )
    bad_at: tuple[Knack, ...] = Field(
        (),
        description="What a minion is bad at: -2 on the rolls that the words cover (N2). "
        "Example: `bad_at: [thinking ahead]`.",
    )
    attacks: dict[str, Attack] = Field(
        default_factory=dict,
        description="What its weapons change about attacks with a skill or approach. Left out: "
        "each that is not named attacks as the ruleset has it. "
        "Example: `attacks: {Forceful: {heavy: true}}`.",
    )
    stunts: Annotated[tuple[Stunt, ...], Field(max_length=MAX_STUNTS)] = Field(
        (),
        description="Its stunts (N5). "
        "Example: `stunts: [{name: Thick Hide, does: armour, amount: 1}]`.",
    )
    boxes: Boxes | None = Field(
        None,
        description="Stress boxes where there is a single track; a group's are those of one "
        "member (H1, N4). Left out: by type and ruleset. Example: `boxes: 1`.",
    )
    tracks: Tracks | None = Field(
        None,
        description="Stress boxes of each track (H1). Left out: by type, skills and ruleset. "
        "Example: `tracks: {physical: 3, mental: 2}`.",
    )
    consequences: Consequences | None = Field(
        None,
        description="The consequences it can take (H4). Left out: one of each for player "
        "characters and main NPCs, a mild one for supporting ones, none for others. "
        "Example: `consequences: {mild: 1}`.",
    )
    refresh: Annotated[int, Field(ge=0, le=9)] | None = Field(
        None,
        description="A player character's refresh: the fate points it starts with (F1). Left out: "
        "the ruleset's, mostly 3, less one for each stunt past three. Example: `refresh: 2`.",
    )
    fate_points: Annotated[int, Field(ge=0, le=20)] | None = Field(
        None,
        description="The fate points it has at the start, whatever its refresh (F1); of no use on "
        "the GM's side, which has a pool. Left out: its refresh. Example: `fate_points: 1`.",
    )
    weight: Annotated[int, Field(ge=0, le=16)] | None = Field(
        None,
        description="How much it counts for where weight is played: who outweighs the enemies in "
        "its zone two to one sets its worst die to [+], four to one two dice (W1, W2). A person "
        "is 1, larger creatures 2, 4 or 8; in a debate it is authority. Left out: 1, of a swarm "
        "by its size. Example: `weight: 2`.",
    )
    tags: tuple[str, ...] = Field(
        (),
        description="Words of your own for what it is; aspects `spare` by them, stunts ask for "
        "them in `tag`. Example: `tags: [undead, flying]`.",
    )
    concedes: Concedes = Field(
        "any",
        description="When it may concede (H6), a rule for whoever plays it: `never`, as what knows "
        "no fear or no words; `hurt`, once it has a consequence, or where it can take none a "
        "checked box, or as a mob has lost a member; `any` time. Stress alone is no hurt for who "
        "can take consequences. Left out: any. Example: `concedes: never`.",
    )
    mobile: bool = Field(
        True,
        description="Whether it moves by itself: what is not mobile has no free or longer move, "
        "charge, pull, footwork or effect that moves it (Z2), and does not leave; others may push, "
        "pull and knock it from zone to zone, and it may still block. Left out: it moves. "
        "Example: `mobile: false`.",
    )
    temper: Temper = Field(
        "even",
        description="What it leans to where two choices are nearly as good; it never misses a "
        f"decisive blow for that: {_LEANINGS}. Left out: even, which {TEMPERS['even']}. "
        "Example: `temper: cautious`.",
    )


class Character(Sheet):
    """A character file of its own: a sheet with a name."""

    name: Annotated[str, Field(min_length=1, max_length=80)] = Field(
        description="What everybody calls it. Example: `name: Olivia`."
    )
