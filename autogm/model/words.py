"""The vocabulary shared by everything a person writes: the words for actions, aspects, harm,
circumstances and effects, and the sizes a conflict may have. It carries no rule of its own; it
must never import anything but the standard library, because every floor reads it.
"""

from __future__ import annotations

from typing import Literal, get_args

RollKind = Literal["attack", "defend", "create", "overcome", "move", "oppose"]
"""What a roll is for. `move` is the Overcome of hindered movement (Z3), `oppose` the active or
passive opposition to anything but an attack."""
ROLL_KINDS: tuple[str, ...] = ("attack", "defend", "create", "overcome", "move", "oppose")

SideName = Literal["players", "gm"]
SIDES: tuple[SideName, SideName] = ("players", "gm")

Harm = Literal["physical", "mental"]
HARMS: tuple[str, ...] = ("physical", "mental")

Severity = Literal["mild", "moderate", "severe"]
SEVERITIES: tuple[str, ...] = ("mild", "moderate", "severe")

ConflictKind = Literal["physical", "social", "mental", "mass"]
RulesetId = Literal["fate-core", "accelerated", "war-of-ashes", "autarch", "minifate"]

Concedes = Literal["never", "hurt", "any"]
"""When a fighter may concede (H6): in no case, once it is hurt, whenever it is asked."""

Temper = Literal["even", "aggressive", "cautious", "honourable", "cruel", "greedy", "cowardly"]
"""What a fighter leans to where two choices are nearly as good; `even` leans to nothing."""
TEMPERS: tuple[str, ...] = get_args(Temper)

CharacterType = Literal["player", "main", "supporting", "nameless", "minion", "group", "swarm"]

AspectKind = Literal["high concept", "trouble", "character", "situation", "zone"]
"""Kinds a person writes (A1). Consequences, boosts and Roar aspects come into being in play."""

Helps = Literal["bearer", "against", "both"]
"""Whose rolls an aspect helps: those by who bears it (or stands in its zone), those by others
against them, or both."""

Maneuver = Literal["push", "pull", "charge", "full defense", "full attack"]
MANEUVERS: tuple[str, ...] = Maneuver.__args__  # type: ignore[attr-defined]
BoostManeuver = Literal["knock back", "disarm", "footwork"]

StuntKind = Literal[
    "bonus",
    "swap",
    "lethal",
    "ignore-terrain",
    "range",
    "area",
    "armour",
    "weapon",
    "weight",
    "clear-box",
    "extra-box",
    "free-invoke",
    "riposte",
]
STUNT_KINDS: tuple[str, ...] = StuntKind.__args__  # type: ignore[attr-defined]

Circumstance = Literal[
    "always",
    "outnumbered",
    "outnumbering",
    "outweighed",
    "outweighing",
    "alone",
    "with an ally",
    "after moving",
    "charging",
    "wounded",
    "target wounded",
    "target in same zone",
    "target in another zone",
    "first exchange",
    "in zone tagged",
    "target tagged",
]
"""When a stunt's bonus counts. The last two take the word in `tag`."""
CIRCUMSTANCES: tuple[str, ...] = Circumstance.__args__  # type: ignore[attr-defined]

Limit = Literal["none", "exchange", "scene", "conflict", "session", "point"]
"""How often a stunt may be used. A session is the battle unless scenes are chained (H9), so
`scene`, `conflict` and `session` mean once; `point` means a fate point each time."""

CompelEffect = Literal[
    "lose action",
    "attack nearest",
    "move toward",
    "move away",
    "skill out",
    "free invoke",
    "twist",
]
"""X1's vocabulary of complications; `twist` is F6's, offered after a roll."""

EffectKind = Literal["zone attack", "move", "hinder", "lethal"]
"""What an invoke may be spent on instead of +2 or a reroll (A15, R7)."""

ObjectiveKind = Literal["last standing", "hold", "get out", "survive", "take out"]

Scope = Literal["permanent", "mission", "phase"]

MAX_FIGHTERS = 32
MAX_ZONES = 32
MAX_SLOTS = 384
"""Aspects that a conflict can ever bring into play: those written, and one slot for every
consequence, boost and template on every possible subject."""
MAX_SKILLS = 24
MAX_STUNTS = 16
MAX_MEMBERS = 16
MAX_TAGS = 48
MAX_BOXES = 12
MAX_COMPELS = 48
MAX_EFFECTS = 16
MAX_TEMPLATES = 16
MAX_OBJECTIVES = 8
MAX_EXCHANGES = 200
MAX_POINTS = 99
