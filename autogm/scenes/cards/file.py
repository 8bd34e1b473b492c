"""A card scene as a person writes it (`ruleset: aspect-cards`): cards, characters, intentions, what
may be added, and how the scene may end. What an aspect says nothing of is inferred from its words
by `relevance`, never here.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, model_validator

from autogm.model.base import Written
from autogm.model.scenario import Id
from autogm.scenes.cards.codes import MAX_ROLLS
from autogm.scenes.cards.settled import Valence

MOST_POINTS = 9
Points = Annotated[int, Field(ge=0, le=MOST_POINTS)]
Worth = Annotated[float, Field(ge=-100, le=100)]
Text = Annotated[str, Field(min_length=1, max_length=120)]
Words = Annotated[str, Field(min_length=1, max_length=200)]
Speaks = tuple[Annotated[str, Field(min_length=1, max_length=40)], ...]


class AspectWritten(Written):
    """An aspect of any kind; a bare text stands for one that leaves everything else open."""

    text: Text = Field(description="The aspect itself, in a few words. Example: `text: Swanky`.")
    helps: Speaks | None = Field(
        None,
        description="What it helps (G3): ids or tags of intentions, or `all`; `[]`: nothing. Left "
        "out: inferred from the words. Example: `helps: [talk]`.",
    )
    borderline: Speaks = Field(
        (),
        description="What it opposes once the GM turns it (G4): ids or tags of intentions, or "
        "`all`. Only the GM knows. Example: `borderline: [sneak]`.",
    )

    @model_validator(mode="before")
    @classmethod
    def _from_text(cls, value: Any) -> Any:
        return {"text": value} if isinstance(value, str) else value


class SheetAspect(AspectWritten):
    """An aspect of a character's sheet. It opposes only where the GM turns it (G15), and nothing
    removes it (G18)."""


class SceneAspect(AspectWritten):
    """An aspect that is not on a sheet."""

    kind: Valence | None = Field(
        None,
        description="What it is to the characters, which is its price for the GM who frames it "
        "(G1): `detrimental`, `beneficial` or `neutral`. Left out: inferred from the words. "
        "Example: `kind: detrimental`.",
    )
    opposes: Speaks | None = Field(
        None,
        description="What it makes harder by 2 (G2): ids or tags of intentions, or `all`; `[]`: "
        "nothing. Left out: inferred from the words. Example: `opposes: [sneak]`.",
    )
    fixed: bool = Field(
        False, description="Whether nothing removes it (G18). Example: `fixed: true`."
    )
    removed: Speaks = Field(
        ("all",),
        description="After successes of which intentions the players may remove it: ids or tags. "
        "Left out: all. Example: `removed: [talk]`.",
    )


class OnCard(SceneAspect):
    """An aspect of a card."""

    framed: Literal["always", "may"] = Field(
        "always",
        description="Whether the scene always has it, or the GM may frame it (G1). "
        "Example: `framed: may`.",
    )
    hidden: bool = Field(
        False,
        description="Whether only the GM knows it until it is revealed (G4, G16). "
        "Example: `hidden: true`.",
    )
    after: Speaks = Field(
        ("all",),
        description="Of a hidden one, after which failures the GM may add it free: ids or tags of "
        "intentions. Left out: all. Example: `after: [sneak]`.",
    )
    kept: bool = Field(
        False,
        description="Whether it is set aside at clean-up, for when the place or person comes up "
        "again (G7). Example: `kept: true`.",
    )


class OnStatus(SceneAspect):
    """An aspect of a character's status card."""

    lasts: Words | None = Field(
        None,
        description="Until what it lasts (G23). Left out: for this scene. "
        "Example: `lasts: it is treated`.",
    )


class Addition(OnStatus):
    """An aspect that a side may add to the scene, once it is gone again too (G5)."""

    on: Text = Field(
        description="The id of a card or of a character, on whose status card it then is; anything "
        "else is the title of a new card. Example: `on: party`."
    )
    who: tuple[Id, ...] | None = Field(
        None,
        description="The characters on whose successes the players may add it. Left out: all. "
        "Example: `who: [piper]`.",
    )
    after: Speaks = Field(
        ("all",),
        description="After rolls of which intentions it may be added: ids or tags. Left out: all. "
        "Example: `after: [fight]`.",
    )
    kept: bool = Field(
        False,
        description="Whether it is set aside at clean-up (G7). Example: `kept: true`.",
    )


class CardWritten(Written):
    """A card: one thing of the scene, a place, a person, a piece of scenery."""

    title: Text = Field(description="What the card says on top. Example: `title: The Party`.")
    aspects: tuple[OnCard, ...] = Field(
        (), description="Its aspects. Example: `aspects: [Swanky, Noisy]`."
    )


class CharacterWritten(Written):
    """A player's character."""

    name: Text = Field(description="The character's name. Example: `name: Piper Grace`.")
    points: Points = Field(3, description="Fate points at the start. Example: `points: 3`.")
    aspects: tuple[SheetAspect, ...] = Field(
        (), description="The aspects of the sheet. Example: `aspects: [Charming]`."
    )
    status: tuple[OnStatus, ...] = Field(
        (),
        description="What is on the status card at the start (G9). "
        "Example: `status: [{text: Twisted Ankle, lasts: it has healed}]`.",
    )


class IntentionWritten(Written):
    """Something that characters may try."""

    words: Words = Field(
        description="What is tried, as it follows «tries to». Example: `words: bluff her way in`."
    )
    tags: tuple[Id, ...] = Field(
        (),
        description="What kind of action it is, for aspects to speak to. Example: `tags: [talk]`.",
    )
    who: tuple[Id, ...] | None = Field(
        None, description="Who may try it. Left out: everybody. Example: `who: [piper]`."
    )


class Needs(Written):
    """The conditions of a resolution (G6), all of which have to hold."""

    gone: tuple[Text, ...] = Field(
        (), description="Aspects that must not stand. Example: `gone: [Security Goons]`."
    )
    standing: tuple[Text, ...] = Field(
        (), description="Aspects that must stand. Example: `standing: [Guard Distracted]`."
    )
    successes: Annotated[int, Field(ge=0, le=MAX_ROLLS)] = Field(
        0, description="Rolls that must have succeeded. Example: `successes: 2`."
    )
    failures: Annotated[int, Field(ge=0, le=MAX_ROLLS)] = Field(
        0, description="Rolls that must have failed. Example: `failures: 2`."
    )


class WorthWritten(Written):
    """What an ending is worth to either side."""

    players: Worth = Field(0.0, description="To the players. Example: `players: 1`.")
    gm: Worth = Field(0.0, description="To the GM. Example: `gm: -1`.")


class ResolutionWritten(Written):
    """A way in which a side may end the scene on its terms (G20)."""

    side: Literal["players", "gm"] = Field(
        description="Whose terms they are. Example: `side: players`."
    )
    words: Words = Field(description="What then is so. Example: `words: they are inside`.")
    needs: Needs = Field(
        Needs(), description="What must hold first (G6). Example: `needs: {successes: 2}`."
    )
    at_the_end: bool = Field(
        False,
        description="Of the GM's: only when time is up or the players give in (G10). "
        "Example: `at_the_end: true`.",
    )
    worth: WorthWritten = Field(
        description="What it is worth to either side. Example: `worth: {players: 1, gm: -1}`."
    )


class BargainWritten(Written):
    """A bargain that the GM may offer after a failure (G21)."""

    words: Words = Field(
        description="What the players get. Example: `words: they get in all the same`."
    )
    price: Words | None = Field(
        None,
        description="What it costs them. Left out: the GM takes a point from the bowl. "
        "Example: `price: they leave their gear behind`.",
    )
    worth: WorthWritten = Field(
        description="What it is worth to either side. Example: `worth: {players: 0.4, gm: 0.1}`."
    )
    winner: Literal["players", "gm", "undecided"] = Field(
        "undecided", description="Who has won then. Example: `winner: players`."
    )


class ScenePoints(Written):
    """The fate points that are not the characters'."""

    gm: Points = Field(0, description="The GM's. Example: `gm: 4`.")
    bowl: Points = Field(0, description="Those in the bowl. Example: `bowl: 2`.")


class SideStakesWritten(Written):
    """What a side values besides the ending."""

    point: Worth = Field(0.0, description="Each point that it keeps. Example: `point: 0.05`.")
    roll: Worth = Field(0.0, description="Each roll that the scene lasts. Example: `roll: 0.1`.")


class StakesWritten(Written):
    """What either side values besides the ending."""

    players: SideStakesWritten = Field(
        SideStakesWritten(), description="The players. Example: `players: {point: 0.05}`."
    )
    gm: SideStakesWritten = Field(
        SideStakesWritten(), description="The GM. Example: `gm: {roll: 0.05}`."
    )


class Additions(Written):
    """What either side may add."""

    players: tuple[Addition, ...] = Field(
        (), description="The players, after a success. Example: `players: [{text: …, on: party}]`."
    )
    gm: tuple[Addition, ...] = Field(
        (), description="The GM, after a failure. Example: `gm: [{text: Bruised, on: piper}]`."
    )


class SceneFile(Written):
    """A file of an aspect-card scene."""

    ruleset: Literal["aspect-cards"] = Field(
        description="The rules that it is played by. Example: `ruleset: aspect-cards`."
    )
    kind: Literal["aspect-cards"] = Field(
        "aspect-cards",
        description="The kind of game, which the ruleset says already. "
        "Example: `kind: aspect-cards`.",
    )
    title: Text = Field(description="The scene's name. Example: `title: Crashing the Party`.")
    shows: Words | None = Field(
        None,
        description="A sentence on what the file is good for. Left out: nothing is said. "
        "Example: `shows: When to pay for an invoke`.",
    )
    simple: bool = Field(
        False,
        description="Whether one roll answers the question, unless somebody pays for a full scene "
        "(G8, G22). Example: `simple: true`.",
    )
    max_rolls: Annotated[int, Field(ge=1, le=MAX_ROLLS)] = Field(
        6, description="After so many rolls the GM resolves (G10). Example: `max_rolls: 6`."
    )
    points: ScenePoints = Field(
        ScenePoints(), description="Points of GM and bowl. Example: `points: {gm: 4, bowl: 2}`."
    )
    stakes: StakesWritten = Field(
        StakesWritten(),
        description="What the sides value besides the ending. Example: "
        "`stakes: {gm: {point: 0.05}}`.",
    )
    cards: dict[Id, CardWritten] = Field(
        description="The cards by their ids. Example: `cards: {party: {title: The Party}}`."
    )
    characters: dict[Id, CharacterWritten] = Field(
        min_length=1,
        description="The players' characters by their ids. "
        "Example: `characters: {piper: {name: Piper Grace}}`.",
    )
    intentions: dict[Id, IntentionWritten] = Field(
        min_length=1,
        description="What may be tried, by ids. Example: `intentions: {bluff: {words: bluff in}}`.",
    )
    additions: Additions = Field(
        Additions(), description="What either side may add. Example: `additions: {players: []}`."
    )
    resolutions: dict[Id, ResolutionWritten] = Field(
        {}, description="How either side may end the scene, by ids. Example: `resolutions: {}`."
    )
    bargains: dict[Id, BargainWritten] = Field(
        {}, description="What the GM may offer after a failure, by ids. Example: `bargains: {}`."
    )
