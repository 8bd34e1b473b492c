"""A card scene with nothing left to guess: what the reader of files makes (`file`), and what the
game is compiled from. Intentions are meant by their ids, aspects by their texts, which are unique
in a scene.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from autogm.model.faults import Fault
from autogm.model.words import SideName

Valence = Literal["detrimental", "beneficial", "neutral"]
Source = Literal["standing", "framed", "players", "gm", "sheet"]
"""How an aspect comes into the scene: it stands there from the beginning, the GM may frame it, a
side may add it, or it is on a character's sheet."""
EndKind = Literal["resolution", "bargain"]


@dataclass(frozen=True)
class CardAspect:
    """An aspect of a scene. `on` is the id of the card or character that bears it, `status` whether
    it is on that character's status card. `helps` and `opposes` are the intentions that it speaks
    to (G2, G3), `turns` those that it opposes once the GM has turned it (G4). Of what a side may
    add, `who` are the characters on whose rolls the players may, and `after` the intentions after
    which either side may; `removed` are the intentions after which the players may remove it, None
    any. A status aspect lasts until `lasts`, or for the scene where that is None
    (G23). `why` says what was inferred from words."""

    text: str
    on: str
    source: Source
    valence: Valence
    helps: frozenset[str]
    opposes: frozenset[str]
    turns: frozenset[str] = frozenset()
    status: bool = False
    hidden: bool = False
    fixed: bool = False
    kept: bool = False
    who: frozenset[str] = frozenset()
    after: frozenset[str] = frozenset()
    removed: frozenset[str] | None = None
    lasts: str | None = None
    why: tuple[str, ...] = ()


@dataclass(frozen=True)
class Card:
    """A card of the table."""

    id: str
    title: str


@dataclass(frozen=True)
class CardCharacter:
    """A player's character: an id, a name, fate points, and the intentions that it may try."""

    id: str
    name: str
    points: int
    tries: frozenset[str]


@dataclass(frozen=True)
class Intention:
    """What a character may try, in words that follow «to»: «bluff my way in»."""

    id: str
    words: str
    tags: tuple[str, ...]


@dataclass(frozen=True)
class Ending:
    """A way in which the scene can end: a resolution of a side, or a bargain that the GM may offer.
    A resolution needs every aspect of `gone` gone and of `standing` standing, and so many
    `successes` or `failures` (G6); one that comes `at_the_end` is the GM's when time is up or the
    players give in (G10). `price` is what an explicit bargain costs; an implicit one has none and
    costs the bowl a point (G21). `worth` is what it is worth to players and GM. `winner` is who has
    won then."""

    id: str
    words: str
    kind: EndKind
    side: SideName
    worth: tuple[float, float]
    winner: Literal["players", "gm", "undecided"]
    gone: frozenset[str] = frozenset()
    standing: frozenset[str] = frozenset()
    successes: int = 0
    failures: int = 0
    at_the_end: bool = False
    price: str | None = None

    @property
    def implicit(self) -> bool:
        """Whether it is a bargain for which the GM takes a point from the bowl (G21)."""
        return self.kind == "bargain" and self.price is None


@dataclass(frozen=True)
class SideStakes:
    """What a side values besides how the scene ends: each fate point that it keeps, and each roll
    that the scene lasted."""

    point: float = 0.0
    roll: float = 0.0


@dataclass(frozen=True)
class SettledScene:
    """A scene ready to be played. Its aspects stand in the order of the file; those of sheets are
    among them. `notes` are what is probably not meant, each with its place."""

    title: str
    shows: str | None
    cards: tuple[Card, ...]
    characters: tuple[CardCharacter, ...]
    intentions: tuple[Intention, ...]
    aspects: tuple[CardAspect, ...]
    endings: tuple[Ending, ...]
    gm_points: int
    bowl: int
    max_rolls: int
    simple: bool = False
    stakes: Mapping[str, SideStakes] = field(
        default_factory=lambda: {"players": SideStakes(), "gm": SideStakes()}
    )
    notes: tuple[Fault, ...] = field(default=(), compare=False, repr=False)

    @property
    def facts(self) -> tuple[str, ...]:
        """What there is in it, in a few words each."""
        sources = Counter(one.source for one in self.aspects)
        ends = Counter(one.kind for one in self.endings)
        points = sum(one.points for one in self.characters)
        there = sources["standing"] + sources["framed"]
        said = [
            f"{_many(len(self.cards), 'card')} with {_many(there, 'aspect')}"
            + (f", {sources['framed']} of them framed by the GM" if sources["framed"] else ""),
            f"{_many(len(self.characters), 'character')} with {_many(points, 'fate point')}, "
            f"{self.gm_points} with the GM",
            _many(len(self.intentions), "intention"),
            f"{_many(sources['players'] + sources['gm'], 'aspect')} that may be added",
            f"{_many(ends['resolution'], 'resolution')} and {_many(ends['bargain'], 'bargain')}",
            f"at most {_many(self.max_rolls, 'roll')}" + (", or one" if self.simple else ""),
        ]
        return tuple(said)

    @property
    def reasons(self) -> tuple[str, ...]:
        """What was inferred of its aspects, each in a sentence."""
        return tuple(reason for one in self.aspects for reason in one.why)


def _many(number: int, name: str) -> str:
    return f"{number} {name}{'' if number == 1 else 's'}"
