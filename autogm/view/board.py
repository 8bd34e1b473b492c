"""What there is to see of a battle, before it starts or in the middle: zones with their aspects,
ways between them, fighters with boxes and slots, points, goals, whose turn it is and what has just
happened. The text battlefield and the picture are both drawn from it, and from nothing else.
Balance of weight is W1, W2, W5. A Board holds plain values, decides nothing and never changes;
`autogm.view.snapshot` makes one of a state, and `autogm.view.secrets` takes out what a side may not
see.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from autogm.model.words import SIDES, CharacterType, Harm, Severity, SideName
from autogm.planner.odds.distributions import outweighing
from autogm.view.words.grammar import counted_of

Presence = Literal["in", "taken out", "conceded", "left"]


@dataclass(frozen=True)
class Free:
    """Free invokes on an aspect: each side's own, and those open to whoever comes first (A4)."""

    players: int = 0
    gm: int = 0
    open: int = 0

    def boxes(self) -> tuple[SideName | Literal["open"], ...]:
        """One entry for each free invoke, saying whose it is."""
        owners: list[SideName | Literal["open"]] = ["players"] * self.players
        owners += ["gm"] * self.gm
        owners += ["open"] * self.open
        return tuple(owners)


@dataclass(frozen=True)
class BoardAspect:
    """An aspect in play: its words, kind, free invokes, and what the eye should know of it; `new`
    is one that has just come into being. `key` is what positions call it where it stands, which
    equal aspects of one sheet share."""

    text: str
    kind: str = "situation"
    free: Free = Free()
    adverse: bool = False
    side: SideName | None = None
    hidden_from: SideName | None = None
    new: bool = False
    key: str = ""


@dataclass(frozen=True)
class Track:
    """A stress track: the harm it takes, which is `any` for the only one of somebody among others
    who have more, and for each box whether it is checked."""

    harm: Harm | Literal["any"]
    checked: tuple[bool, ...]


@dataclass(frozen=True)
class Slot:
    """A consequence slot; `text` is the consequence in it (nothing: the slot is open), `free` the
    free invokes on it (A4)."""

    severity: Severity
    absorbs: int
    text: str | None = None
    free: Free = Free()


@dataclass(frozen=True)
class BoardSkill:
    """A skill with its rating, and the ratings that it has for some kinds of roll instead."""

    name: str
    rating: int
    other: tuple[tuple[int, tuple[str, ...]], ...] = ()


@dataclass(frozen=True)
class BoardStunt:
    """A stunt: its name, what it does in words, and whether it is used up for now."""

    name: str
    does: str
    used: bool = False


@dataclass(frozen=True)
class BoardFighter:
    """Someone in the battle. `aspects` are those of the sheet, `attached` what others have put on
    it; `zone` is where it stands, or will stand when it `arrives`; `points` is None for those who
    have none of their own, `owed` is what they get after the scene (F3). `status` says what else
    is true of it (`helps Rolf`), `news` what has just happened to it (`hit for 3`). Who has broken
    off from a mob has its name in `mob`, and in `part` a letter of its own (N4)."""

    id: str
    name: str
    side: SideName
    zone: str
    type: CharacterType = "player"
    weight: int = 1
    members: int = 1
    tracks: tuple[Track, ...] = ()
    slots: tuple[Slot, ...] = ()
    skills: tuple[BoardSkill, ...] = ()
    aspects: tuple[BoardAspect, ...] = ()
    attached: tuple[BoardAspect, ...] = ()
    points: int | None = None
    owed: int = 0
    arrives: int | None = None
    presence: Presence = "in"
    tags: tuple[str, ...] = ()
    stunts: tuple[BoardStunt, ...] = ()
    status: tuple[str, ...] = ()
    news: tuple[str, ...] = ()
    hidden_from: SideName | None = None
    mob: str = ""
    part: str = ""

    @property
    def counted(self) -> bool:
        """Whether it is told how many they are: of a group, though only one is left."""
        return self.type == "group" or self.members > 1

    @property
    def stands(self) -> bool:
        """Whether it is on the battlefield now."""
        return self.presence == "in" and self.arrives is None

    @property
    def beside(self) -> tuple[BoardAspect, ...]:
        """The aspects that are shown beside it: what others have put on it, and what of its sheet
        somebody may invoke freely."""
        return (*self.attached, *(one for one in self.aspects if one.free.boxes()))


@dataclass(frozen=True)
class BoardZone:
    """A zone; an unexplored one has no aspects yet, but a difficulty of exploring it (A14)."""

    id: str
    name: str
    aspects: tuple[BoardAspect, ...] = ()
    unexplored: bool = False
    difficulty: int | None = None
    tags: tuple[str, ...] = ()
    exit: bool = False
    item: str | None = None


@dataclass(frozen=True)
class BoardEdge:
    """A way between two zones (Z6); `one_way` leads from `start` to `end` only."""

    start: str
    end: str
    one_way: bool = False
    barrier: bool = False
    difficulty: int | None = None
    sight: bool = True


@dataclass(frozen=True)
class Goal:
    """What wins a side the battle (H7), how far it has come, and the ids of those it is about."""

    text: str
    progress: str = ""
    who: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.text} ({self.progress})" if self.progress else self.text


@dataclass(frozen=True)
class BoardSide:
    """A side: its name, the points all of it draws on (F2), and its goals, any of which will do."""

    name: str
    pool: int | None = None
    goals: tuple[Goal, ...] = ()


@dataclass(frozen=True)
class Turn:
    """A place in the turn order: its name, and the ids of those who act at it."""

    name: str
    who: tuple[str, ...] = ()


@dataclass(frozen=True)
class Note:
    """A remark, and the side that may not read it."""

    text: str
    hidden_from: SideName | None = None


@dataclass(frozen=True)
class BoardCompel:
    """A compel that may be offered (X1): the victim's id, the aspect, what it demands, and whether
    it has been used."""

    victim: str
    aspect: str
    demand: str
    used: bool = False
    hidden_from: SideName | None = None


@dataclass(frozen=True)
class Move:
    """Somebody has just gone from one zone to another: ids."""

    who: str
    start: str
    end: str


@dataclass(frozen=True)
class Balance:
    """Weights in a zone by side, and the dice that each may replace (W1, W2); not `contested`
    where only one side stands."""

    players: int
    gm: int
    players_dice: int
    gm_dice: int
    contested: bool = True


@dataclass(frozen=True)
class Board:
    """A battle as it stands. `exchange` is None before it starts; `weight_ratio` None where weight
    does not count, `weight_rolls` the kinds of roll that it counts for (W2). `order` has those who
    act in this exchange in turn, `order_by` says why, `turn` is the id of whose turn it is, and
    `now` says what is to be chosen or rolled, or how it ended. `moves` are those of the last events
    that were told."""

    title: str
    zones: tuple[BoardZone, ...]
    edges: tuple[BoardEdge, ...] = ()
    fighters: tuple[BoardFighter, ...] = ()
    aspects: tuple[BoardAspect, ...] = ()
    players: BoardSide = field(default_factory=lambda: BoardSide("Players"))
    gm: BoardSide = field(default_factory=lambda: BoardSide("GM"))
    ruleset: str = ""
    kind: str = ""
    exchange: int | None = None
    exchanges: int = 40
    order: tuple[Turn, ...] = ()
    order_by: tuple[Note, ...] = ()
    turn: str | None = None
    now: str = ""
    weight_ratio: tuple[int, int] | None = None
    weight_rolls: tuple[str, ...] = ("attack", "defend")
    compels: tuple[BoardCompel, ...] = ()
    moves: tuple[Move, ...] = ()

    @property
    def subtitle(self) -> str:
        """Ruleset, kind of conflict and exchange on one line."""
        when = (
            f"at most {counted_of(self.exchanges, 'exchange')}"
            if self.exchange is None
            else f"exchange {self.exchange} of {self.exchanges}"
        )
        kind = f"{self.kind} conflict" if self.kind else ""
        return " · ".join(part for part in (self.ruleset, kind, when) if part)

    def side(self, side: SideName) -> BoardSide:
        """One of the two sides."""
        return self.players if side == "players" else self.gm

    def fighter(self, who: str) -> BoardFighter:
        """A fighter by its id.

        Raises:
            KeyError: where there is none.
        """
        for fighter in self.fighters:
            if fighter.id == who:
                return fighter
        raise KeyError(who)

    def zone_name(self, zone: str) -> str:
        """A zone's name; its id, should there be no such zone."""
        return next((z.name for z in self.zones if z.id == zone), zone)

    def standing(self, zone: str, side: SideName | None = None) -> tuple[BoardFighter, ...]:
        """Who stands in a zone now, players first, each side in the scenario's order."""
        return tuple(
            fighter
            for name in SIDES
            for fighter in self.fighters
            if fighter.side == name
            and fighter.zone == zone
            and fighter.stands
            and side in (None, name)
        )

    def waves(self) -> tuple[tuple[int, tuple[BoardFighter, ...]], ...]:
        """Who is still to come, by exchange."""
        coming = [f for f in self.fighters if f.arrives is not None and f.presence == "in"]
        times = sorted({f.arrives for f in coming if f.arrives is not None})
        return tuple((time, tuple(f for f in coming if f.arrives == time)) for time in times)

    def left(self) -> tuple[BoardFighter, ...]:
        """Who is in the battle, or still to come."""
        return tuple(fighter for fighter in self.fighters if fighter.presence == "in")

    def gone(self) -> tuple[BoardFighter, ...]:
        """Who is no longer in the battle."""
        return tuple(fighter for fighter in self.fighters if fighter.presence != "in")

    def balance(self, zone: str) -> Balance | None:
        """The balance of weight in a zone (W1, W2); None where weight does not count or nobody
        stands. Nobody outweighs an enemy that is not there (W5)."""
        here = self.standing(zone)
        if self.weight_ratio is None or not here:
            return None
        players, gm = (sum(f.weight for f in here if f.side == side) for side in SIDES)
        if len({fighter.side for fighter in here}) < len(SIDES):
            return Balance(players, gm, 0, 0, contested=False)
        return Balance(
            players,
            gm,
            outweighing(players, gm, self.weight_ratio),
            outweighing(gm, players, self.weight_ratio),
        )
