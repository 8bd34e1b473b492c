"""A conflict with nothing left to guess: the scenario with its ruleset applied, every fighter's
numbers filled in, every aspect's relevance settled. It is what the engine compiles and what
pictures and reports are drawn from; it holds plain values and knows no arrays.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from autogm.model.aspect import FreeInvokes
from autogm.model.aspect_uses import Template
from autogm.model.faults import Fault
from autogm.model.scenario import Scenario
from autogm.model.stunt import Stunt
from autogm.model.words import (
    AspectKind,
    CharacterType,
    Concedes,
    Harm,
    RollKind,
    Scope,
    Severity,
    SideName,
    Temper,
)
from autogm.rules.ruleset import Ruleset


@dataclass(frozen=True)
class SettledAspect:
    """An aspect whose relevance is settled (A8). `suits` are the skills that create advantages on
    it as they are, `None` for all (C6). `why` holds one sentence for every judgement that was
    inferred and not written."""

    text: str
    kind: AspectKind
    helps_bearer: bool
    helps_against: bool
    actions: frozenset[RollKind]
    skills: frozenset[str] | None
    side: SideName | None
    adverse: bool
    hides: bool
    spares: frozenset[str]
    free: FreeInvokes
    hidden_from: SideName | None
    difficulty: int | None
    removable: bool
    why: tuple[str, ...] = ()
    scope: Scope = "phase"
    suits: frozenset[str] | None = None


@dataclass(frozen=True)
class SettledAttack:
    """How a fighter attacks with one skill (E1, E2, E5); `skilled` where its sheet speaks of it and
    it is not merely what anybody can do."""

    skill: str
    range: int
    harm: Harm
    against: tuple[str, ...]
    sight: bool
    heavy: bool
    area: bool
    friends: bool
    lethal: bool
    skilled: bool = True


@dataclass(frozen=True)
class ConsequenceSlot:
    """An open consequence slot: its severity, what it absorbs, and the harm it is kept for
    (`None`: any)."""

    severity: Severity
    absorbs: int
    harm: Harm | None = None


@dataclass(frozen=True)
class SettledFighter:
    """A fighter with its numbers filled in. `ratings` has every kind of roll and every skill that
    the conflict knows; stunts are not in it. `boxes` has one entry for each track; with only
    `physical` that track takes every harm (H1). A teamwork group's boxes are one member's (N4), its
    weight is all members'. `origin` is the id under which it was written: another than its own for
    one of several copies; `protects` is such an id. `part_of` is the id of the mob from which it
    may break off (N4); until then it is not there, and `arrives` is 0. `why` holds one sentence for
    every knack that was judged by its words.
    """

    id: str
    origin: str
    name: str
    side: SideName
    type: CharacterType
    is_player_character: bool
    zone: str
    arrives: int
    ratings: dict[tuple[RollKind, str], int]
    attacks: tuple[SettledAttack, ...]
    boxes: dict[Harm, int]
    consequences: tuple[ConsequenceSlot, ...]
    fate_points: int
    refresh: int
    weight: int
    members: int
    teamwork_group: bool
    swarm: bool
    skilled: frozenset[str]
    bad: frozenset[str]
    stunts: tuple[Stunt, ...]
    aspects: tuple[SettledAspect, ...]
    tags: frozenset[str]
    concedes: Concedes = "any"
    mobile: bool = True
    temper: Temper = "even"
    protects: str | None = None
    why: tuple[str, ...] = ()
    part_of: str | None = None

    def track(self, harm: Harm) -> Harm:
        """The track that takes a harm: its own, or the single one there is."""
        return harm if harm in self.boxes else "physical"


@dataclass(frozen=True)
class SettledTemplate:
    """A template with the aspect it creates settled."""

    template: Template
    aspect: SettledAspect


@dataclass(frozen=True)
class Encounter:
    """Everything the engine compiles. `skills` fixes the order of skills for all arrays,
    `fighters` is the scenario's order: players first, then the gm's side, as written.
    `zone_aspects` has for every zone its aspect, or for an unexplored one what exploring reveals.
    `places` are the places of an exchange where they are not found by the ratings of those who are
    in it (`rules.turns`): fighters by index, and the side that acts there together. `parted` says
    that what its mobs may divide into is among the fighters, behind all others (`rules.parts`).
    """

    scenario: Scenario
    ruleset: Ruleset
    skills: tuple[str, ...]
    fighters: tuple[SettledFighter, ...]
    zone_aspects: dict[str, SettledAspect]
    scene_aspects: tuple[SettledAspect, ...]
    templates: tuple[SettledTemplate, ...]
    pool: int
    notes: tuple[Fault, ...] = ()
    source: Path | None = None
    places: tuple[tuple[tuple[int, ...], SideName | None], ...] | None = None
    parted: bool = False

    @property
    def warnings(self) -> tuple[str, ...]:
        """What is worth a look (`notes`), each as a line, with its place where that is known."""
        return tuple(str(one) if one.line else one.says for one in self.notes)

    @cached_property
    def zones(self) -> tuple[str, ...]:
        """Zone ids in the order of the file."""
        return tuple(self.scenario.zones)

    @property
    def initiative(self) -> tuple[str, ...]:
        """The skills that decide turn order, most important first (T1): the one that the scenario
        names, then the ruleset's for its kind of conflict. Ambushers go by
        `ruleset.initiative.ambush` instead."""
        order = self.ruleset.initiative
        skills = order.mental if self.scenario.kind in ("social", "mental") else order.physical
        named = self.scenario.turn_order.skill
        return skills if named is None else (named, *(s for s in skills if s != named))
