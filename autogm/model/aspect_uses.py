"""What aspects may be used for besides +2 and a reroll, as a person writes it: templates of those
that may be created (C1), compels (X1, F6), and the effects an invoke may be spent on (A15, R7).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, ClassVar, Literal

from pydantic import Field

from autogm.model.base import Difficulty, Gapless, Written
from autogm.model.words import (
    CompelEffect,
    EffectKind,
    Harm,
    Helps,
    RollKind,
    SideName,
)


class Template(Written):
    """An aspect that may be created (C1): on whom, with what, and what it then speaks to."""

    text: Annotated[str, Field(min_length=1, max_length=120)] = Field(
        description="The aspect, in a few words. Example: `text: Pinned Down`."
    )
    on: Literal["enemy", "ally", "self", "zone", "scene"] = Field(
        description="What it is put on; `self` is its maker, `scene` the whole scene. "
        "Example: `on: enemy`."
    )
    skills: tuple[str, ...] | None = Field(
        None,
        description="The skills or approaches that suit it: others create it at -2 (C6), or "
        "cannot create it where the ruleset's `unsuited_skill` is 0. `[]`: all. Left out: inferred "
        "from the words. "
        "Example: `skills: [Careful, Clever]`.",
    )
    difficulty: Difficulty | None = Field(
        None,
        description="The difficulty of creating it, which nobody then opposes. Left out: on an "
        "enemy, that enemy opposes it; elsewhere an enemy near may, or it is the ruleset's, mostly "
        "2 (C5). Example: `difficulty: 2`.",
    )
    helps: Helps | None = Field(
        None,
        description="Whose rolls it helps: those of its `bearer` (in a zone: of whoever stands "
        "there), those `against` them, or `both`. Left out: against an enemy, for an ally or "
        "oneself, on ground by its words. Example: `helps: against`.",
    )
    actions: tuple[RollKind, ...] | None = Field(
        None,
        description="The kinds of roll it is relevant to. Left out: all on a fighter, inferred "
        "from the words elsewhere. Example: `actions: [attack, oppose]`.",
    )
    relevant_skills: tuple[str, ...] | None = Field(
        None,
        description="The skills or approaches it is relevant to. Left out: all. "
        "Example: `relevant_skills: [Shoot]`.",
    )
    adverse: bool = Field(
        False,
        description="On a zone: whether it hinders movement (Z3). Left out: inferred from the "
        "words. "
        "Example: `{on: zone, adverse: true}`.",
    )
    hides: bool = Field(
        False,
        description="On a zone: whether it is in the way of exploring (A14). Left out: inferred "
        "from the words. "
        "Example: `{on: zone, hides: true}`.",
    )
    spares: tuple[str, ...] = Field(
        (),
        description="Tags of fighters that it does not affect (A13). Left out: inferred from the "
        "words. Example: `spares: [flying]`.",
    )
    side: SideName | None = Field(
        None,
        description="Only this side can create it. Left out: both can. Example: `side: players`.",
    )
    declare: bool = Field(
        False,
        description="Whether a fate point also puts it into the scene, without a roll (F5, F7). "
        "Example: `declare: true`.",
    )


class Compel(Gapless):
    """A complication that an aspect may bring (X1, F6): on whom, out of which aspect, and what."""

    stands_in: ClassVar[Mapping[str, str]] = {"effect": "lose action"}

    victim: str = Field(
        description="The id of the fighter it happens to; the id of copies means each of them. "
        "Example: `victim: chief`."
    )
    aspect: Annotated[str, Field(min_length=1)] = Field(
        description="The text of the aspect that brings it: the victim's own, its zone's or the "
        "scene's. Example: `aspect: Never Forgets an Insult`."
    )
    effect: CompelEffect = Field(
        description="What it does, once accepted. Example: `effect: attack nearest`."
    )
    skill: str | None = Field(
        None,
        description="The skill or approach of `skill out`. Left out: none. "
        "Example: `{effect: skill out, skill: Careful}`.",
    )
    zone: str | None = Field(
        None,
        description="The id of the zone of `move toward` and `move away`. Left out: none. "
        "Example: `{effect: move toward, zone: cave}`.",
    )

    def gaps(self) -> Iterator[tuple[str, str]]:
        """What its effect needs and it has not."""
        if self.effect == "skill out" and not self.skill:
            yield "skill", "`skill out` needs `skill`"
        if self.effect in ("move toward", "move away") and not self.zone:
            yield "zone", f"`{self.effect}` needs `zone`"


class Effect(Gapless):
    """What an invoke may be spent on besides +2 and a reroll (A15, R7)."""

    stands_in: ClassVar[Mapping[str, str]] = {"does": "move"}

    aspect: str = Field(
        description="The text of the aspect whose invoke is spent. "
        "Example: `aspect: Boulders Piled at the Edge`."
    )
    does: EffectKind = Field(description="What it does. Example: `does: move`.")
    skill: str | None = Field(
        None,
        description="The skill or approach of a `zone attack`. Left out: none. "
        "Example: `{does: zone attack, skill: Forceful, range: 1}`.",
    )
    range: Annotated[int, Field(ge=0, le=8)] = Field(
        0,
        description="How many zones away `zone attack` and `hinder` reach, counted from the zone "
        "whose aspect it is, else from the user's; 0 is that zone. "
        "Example: `{does: hinder, range: 1}`.",
    )
    friends: bool = Field(
        False,
        description="Whether a `zone attack` hits its user's friends in the zone too, but never "
        "the user (E4). Left out: enemies alone. "
        "Example: `{does: zone attack, skill: Forceful, friends: true}`.",
    )
    harm: Harm = Field(
        "physical",
        description="The track that a `zone attack` hits. "
        "Example: `{does: zone attack, skill: Flashy, harm: mental}`.",
    )
    side: SideName | None = Field(
        None,
        description="Only this side can use it. Left out: both can. Example: `side: players`.",
    )
    anywhere: bool = Field(
        False,
        description="Whether a zone's aspect can be used from any zone. Left out: from its own "
        "zone and those with an open edge to it. Example: `anywhere: true`.",
    )

    def gaps(self) -> Iterator[tuple[str, str]]:
        """What its kind needs and it has not."""
        if self.does == "zone attack" and not self.skill:
            yield "skill", "`zone attack` needs `skill`"
