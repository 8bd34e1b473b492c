"""The slots of aspects: one for every aspect that can ever be in play, in the order fighters,
zones, scene. Plain character aspects that do exactly the same share a slot and are counted.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any

from autogm.engine.codes import (
    HELPS_AGAINST,
    HELPS_BEARER,
    HERE,
    HIDDEN_GM,
    HIDDEN_PLAYERS,
    K_CHARACTER,
    K_CONSEQUENCE,
    K_FOR,
    K_GUARD,
    K_ON,
    K_ROAR,
    K_SCENE,
    K_TEMPLATE,
    K_ZONE,
    SCENE_SUBJECT,
    ZONE_SUBJECT,
)
from autogm.engine.compiling.words import (
    ALL_ROLLS,
    ALL_SKILLS,
    SIDE_NUMBERS,
    Words,
    refuse,
    roll_mask,
)
from autogm.model.words import MAX_SLOTS, MAX_TEMPLATES
from autogm.rules.encounter import Encounter, SettledAspect, SettledFighter, SettledTemplate

BOTH_SIDES = 3
SEVERITY_NAMES = {"mild": "mild consequence", "moderate": "moderate consequence",
                  "severe": "severe consequence"}  # fmt: skip


@dataclass(frozen=True)
class Slot:
    """One slot as it will stand in the scene's arrays, with the words for it."""

    texts: tuple[str, ...]
    kind: int
    subject: int
    actions: int = ALL_ROLLS
    skills: int = ALL_SKILLS
    suits: int = ALL_SKILLS
    helps: int = HELPS_BEARER
    side: int = -1
    spares: int = 0
    adverse: int = 0
    hides: int = 0
    difficulty: int = -1
    removable: int = 0
    makers: int = 0
    own: int = 0
    template: int = MAX_TEMPLATES
    target: int = -1
    refresh: int = -1
    declare: int = 0
    effect: int = 0
    start: int = 0
    free: tuple[int, int, int] = (0, 0, 0)

    @property
    def signature(self) -> tuple[Any, ...]:
        """Everything that makes a difference in play."""
        return tuple(getattr(self, name) for name in self.__dataclass_fields__ if name != "texts")


@dataclass
class SlotTable:
    """All slots of a conflict, and where each subject's begin."""

    slots: list[Slot] = field(default_factory=list)
    fighter_starts: list[int] = field(default_factory=list)
    zone_starts: list[int] = field(default_factory=list)
    scene_start: int = 0

    def find(self, text: str, victim: int | None = None) -> list[int]:
        """Slots of the aspect with that text: the victim's own where it has one, else all."""
        found = [n for n, slot in enumerate(self.slots) if text in slot.texts]
        own = [n for n in found if self.slots[n].subject == victim]
        return own or found

    def of_kind(self, fighter: int, kind: int) -> list[int]:
        """A fighter's slots of one kind."""
        return [
            n for n, slot in enumerate(self.slots) if slot.kind == kind and slot.subject == fighter
        ]


def build_slots(encounter: Encounter, words: Words) -> SlotTable:
    """All slots of an encounter.

    Raises:
        ScenarioError: where there would be more than the engine holds.
    """
    table = SlotTable()
    named = {one.aspect for one in encounter.scenario.compels}
    named.update(one.aspect for one in encounter.scenario.effects)
    for index, fighter in enumerate(encounter.fighters):
        table.fighter_starts.append(len(table.slots))
        table.slots += _merged(_fighter_slots(encounter, words, index, fighter), named)
    table.fighter_starts.append(len(table.slots))
    for index, zone in enumerate(encounter.zones):
        table.zone_starts.append(len(table.slots))
        table.slots += _zone_slots(encounter, words, index, zone)
    table.zone_starts.append(len(table.slots))
    table.scene_start = len(table.slots)
    for aspect in encounter.scene_aspects:
        table.slots.append(_written(aspect, K_SCENE, SCENE_SUBJECT, words))
    table.slots += _template_slots(encounter, words, "scene", SCENE_SUBJECT, BOTH_SIDES)
    table.slots = _told_apart(table.slots)
    for_effect = {one.aspect for one in encounter.scenario.effects}
    table.slots = [replace(one, effect=int(one.texts[0] in for_effect)) for one in table.slots]
    if len(table.slots) >= MAX_SLOTS:
        raise refuse(
            encounter,
            f"this conflict needs {len(table.slots)} places for aspects, boosts and consequences, "
            f"and there are {MAX_SLOTS}: fewer templates, fighters or zones would do",
            "templates",
        )
    return table


def _told_apart(slots: list[Slot]) -> list[Slot]:
    """Number the texts that stand twice on one subject, so that text and subject name a slot."""
    seen: set[tuple[str, int]] = set()
    told = []
    for slot in slots:
        text, number = slot.texts[0], 2
        while (text, slot.subject) in seen:
            text, number = f"{slot.texts[0]} ({number})", number + 1
        seen.add((text, slot.subject))
        told.append(replace(slot, texts=(text, *slot.texts[1:])))
    return told


def _written(aspect: SettledAspect, kind: int, subject: int, words: Words) -> Slot:
    """A slot for an aspect that stands from the beginning."""
    helps = HELPS_BEARER * aspect.helps_bearer + HELPS_AGAINST * aspect.helps_against
    hidden = {None: 0, "players": HIDDEN_PLAYERS, "gm": HIDDEN_GM}[aspect.hidden_from]
    return Slot(
        texts=(aspect.text,),
        kind=kind,
        subject=subject,
        actions=roll_mask(aspect.actions),
        skills=ALL_SKILLS if aspect.skills is None else words.skill_mask(aspect.skills),
        suits=ALL_SKILLS if aspect.suits is None else words.skill_mask(aspect.suits),
        helps=helps,
        side=-1 if aspect.side is None else SIDE_NUMBERS[aspect.side],
        spares=words.tag_mask(aspect.spares),
        adverse=int(aspect.adverse),
        hides=int(aspect.hides),
        difficulty=-1 if aspect.difficulty is None else aspect.difficulty,
        removable=int(aspect.removable and kind in (K_SCENE, K_ZONE)),
        refresh=-1 if words.scopes is None else getattr(words.scopes, aspect.scope),
        start=HERE | hidden,
        free=(aspect.free.players, aspect.free.gm, aspect.free.open),
    )


def _merged(slots: list[Slot], named: set[str]) -> list[Slot]:
    """Equal character aspects in one slot, unless something refers to one of them by its text."""
    merged: dict[tuple[Any, ...], Slot] = {}
    for number, slot in enumerate(slots):
        alone = slot.kind != K_CHARACTER or any(slot.free) or slot.start != HERE
        if alone or named.intersection(slot.texts):
            merged[("alone", number)] = slot
            continue
        known = merged.get(slot.signature)
        texts = slot.texts if known is None else known.texts + slot.texts
        merged[slot.signature] = replace(slot, texts=texts)
    return list(merged.values())


def _fighter_slots(
    encounter: Encounter, words: Words, index: int, fighter: SettledFighter
) -> list[Slot]:
    side = SIDE_NUMBERS[fighter.side]
    slots = [_written(aspect, K_CHARACTER, index, words) for aspect in fighter.aspects]
    slots.append(
        Slot(("a boost against " + fighter.name,), K_ON, index, helps=HELPS_AGAINST, side=1 - side)
    )
    if _attacks_fully(encounter):
        opening = ("a boost for an attack on " + fighter.name,)
        attack = roll_mask(["attack"])
        slots.append(Slot(opening, K_ON, index, actions=attack, helps=HELPS_AGAINST, side=1 - side))
    slots.append(Slot(("a boost for " + fighter.name,), K_FOR, index, side=side))
    for consequence in fighter.consequences:
        text = f"{fighter.name}'s {SEVERITY_NAMES[consequence.severity]}"
        slots.append(Slot((text,), K_CONSEQUENCE, index, helps=HELPS_AGAINST))
    if encounter.ruleset.roar:
        slots.append(Slot((f"{fighter.name}'s Roar",), K_ROAR, index))
    if "full defense" in encounter.ruleset.maneuvers:
        slots.append(
            Slot((f"{fighter.name}'s Full Defense",), K_GUARD, index,
                 actions=roll_mask(["defend"]), side=side)
        )  # fmt: skip
    slots += _template_slots(encounter, words, "enemy", index, 1 << (1 - side))
    slots += _template_slots(encounter, words, "ally", index, 1 << side)
    slots += _template_slots(encounter, words, "self", index, 1 << side)
    return slots


def _attacks_fully(encounter: Encounter) -> bool:
    """Whether Full Attacks are in play, which give boosts that help attacks alone (M5)."""
    actions = encounter.scenario.actions
    return "full attack" in encounter.ruleset.maneuvers and (
        actions is None or "full attack" in actions
    )


def _zone_slots(encounter: Encounter, words: Words, index: int, zone: str) -> list[Slot]:
    subject = ZONE_SUBJECT + index
    slot = _written(encounter.zone_aspects[zone], K_ZONE, subject, words)
    if encounter.scenario.zones[zone].unexplored:
        slot = replace(slot, start=0, free=(0, 0, 0))
    return [slot, *_template_slots(encounter, words, "zone", subject, BOTH_SIDES)]


def _template_slots(
    encounter: Encounter, words: Words, on: str, subject: int, makers: int
) -> Iterable[Slot]:
    slots = []
    for number, settled in enumerate(encounter.templates):
        template = settled.template
        able = makers
        if template.side is not None:
            able &= 1 << SIDE_NUMBERS[template.side]
        if template.on != on or able == 0:
            continue
        slots.append(_template_slot(settled, number, subject, able, words, encounter))
    return slots


def _template_slot(
    settled: SettledTemplate,
    number: int,
    subject: int,
    makers: int,
    words: Words,
    encounter: Encounter,
) -> Slot:
    template = settled.template
    base = _written(settled.aspect, K_TEMPLATE, subject, words)
    passive = template.difficulty
    scopes = encounter.ruleset.scopes
    if passive is None and scopes is not None and template.on != "enemy":
        passive = scopes.phase
    return replace(
        base,
        start=0,
        free=(0, 0, 0),
        removable=1,
        makers=makers,
        own=int(template.on == "self"),
        template=number,
        target=-1 if passive is None else passive,
        refresh=base.refresh if passive is None else passive,
        declare=int(template.declare and encounter.ruleset.declare == "aspect"),
    )


def write_slots(encounter: Encounter, table: SlotTable, scene: Any) -> None:
    """Write the slots into a scene record: their fields, which stand together, and where each
    fighter's own are found."""
    scene["slots"] = len(table.slots)
    cap = encounter.ruleset.free_invoke_cap
    classes: dict[tuple[Any, ...], int] = {}
    for name in ("slot_on", "slot_for", "slot_roar", "slot_guard", "slot_cost"):
        scene[name][:] = -1 if name in ("slot_roar", "slot_cost") else 0
    plain = encounter.ruleset.scopes.phase if encounter.ruleset.scopes else 0
    for number, slot in enumerate(table.slots):
        scene["slot_class"][number] = classes.setdefault(slot.signature, len(classes))
        scene["slot_count"][number] = len(slot.texts)
        scene["slot_refresh"][number] = plain if slot.refresh < 0 else slot.refresh
        for name in ("kind", "subject", "actions", "skills", "suits", "helps", "side", "spares",
                      "adverse", "hides", "difficulty", "removable", "makers", "template", "target",
                      "start"):  # fmt: skip
            scene["slot_" + name][number] = getattr(slot, name)
        scene["slot_free"][number] = [min(one, cap) for one in slot.free]  # the rest is lost (A17)
    scene["fighter_slots"][: len(table.fighter_starts)] = table.fighter_starts
    scene["zone_slots"][: len(table.zone_starts)] = table.zone_starts
    scene["scene_slots"] = (table.scene_start, len(table.slots))
    guard = len(table.slots)  # an empty slot: nobody stands in Full Defense
    for fighter in range(len(table.fighter_starts) - 1):
        single = {
            "slot_on": K_ON,
            "slot_for": K_FOR,
            "slot_roar": K_ROAR,
            "slot_guard": K_GUARD,
        }
        for name, kind in single.items():
            found = table.of_kind(fighter, kind)
            if found:
                scene[name][fighter] = found[0]
            elif name == "slot_guard":
                scene[name][fighter] = min(guard, len(scene["slot_kind"]) - 1)
        scene["slot_open"][fighter] = table.of_kind(fighter, K_ON)[-1]
        consequences = table.of_kind(fighter, K_CONSEQUENCE)
        scene["slot_consequence"][fighter, : len(consequences)] = consequences
        complications = [
            n for n in table.of_kind(fighter, K_TEMPLATE) if table.slots[n].helps & HELPS_AGAINST
        ]
        if complications:
            scene["slot_cost"][fighter] = complications[0]
