"""The conflict as a side knows it: the same encounter without what is hidden from that side
(`autogm.engine.secrets`), compiled anew. What is worked out for a side is worked out from it, so
that two conflicts that differ only in what is hidden give the very same.

What a side has to assume, since it cannot know: nobody is there but those it has seen, unexplored
ground is plain, and nothing wins but the goals that it can be told: a goal about somebody hidden is
left out. The order of turns is the true one without those who are hidden, since that is how it is
seen to go. No rule is here.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from autogm.engine.actions import ActionWords
from autogm.engine.codes import K_ZONE, SCENE_SUBJECT
from autogm.engine.compile import Compiled
from autogm.engine.compiling.slots import Slot
from autogm.engine.secrets import Secrets
from autogm.model.aspect import Aspect
from autogm.model.scenario import Scenario
from autogm.model.words import SIDES, SideName
from autogm.rules.encounter import Encounter, SettledAspect
from autogm.rules.findings import Findings
from autogm.rules.references import skills_of
from autogm.rules.relevance import judge_aspect
from autogm.rules.turns import turn_places

if TYPE_CHECKING:
    from autogm.engine.game import Game

Numbers = np.ndarray[Any, Any]

UNKNOWN_GROUND = "Unknown Ground"
"""What stands for the aspect of a zone that has not been explored."""
_NUMBER = re.compile(r" \(\d+\)$")


@dataclass(frozen=True, eq=False)
class Known:
    """A conflict as a side knows it. The tables say which number something of the true conflict
    has in it, by the number that it has there; what is hidden is not in them."""

    secrets: Secrets
    true: Compiled
    game: Game

    @cached_property
    def fighters(self) -> dict[int, int]:
        """Fighters by index."""
        everyone = range(len(self.true.encounter.fighters))
        return _numbered(n for n in everyone if n not in self.secrets.fighters)

    @cached_property
    def hidden_ids(self) -> set[str]:
        """The ids of fighters that are not known of."""
        return {self.true.encounter.fighters[n].id for n in self.secrets.fighters}

    @cached_property
    def words(self) -> ActionWords:
        """The true names."""
        return ActionWords(self.true)

    def hides(self, slot: int) -> bool:
        """Whether an aspect is not known of, or is what a zone would reveal."""
        explored = self.true.scene[0]["zone_explore"]
        return slot in self.secrets.slots or any(
            int(explored[zone]) == slot for zone in self.secrets.zones
        )

    @cached_property
    def skills(self) -> dict[int, int]:
        """Skills by index."""
        known = self.game.encounter.skills
        skills = self.true.encounter.skills
        return {n: known.index(one) for n, one in enumerate(skills) if one in known}

    @cached_property
    def slots(self) -> dict[int, int]:
        """Aspects by slot: the slots of a subject keep their order."""
        rows: dict[tuple[Any, ...], list[int]] = {}
        for slot, written in enumerate(self.game.compiled.slots.slots):
            for text in written.texts:
                rows.setdefault(_place(written, written.subject, text), []).append(slot)
        found = {}
        for slot, written in enumerate(self.true.slots.slots):
            if slot in self.secrets.slots:
                continue
            subject = self.fighters.get(written.subject, written.subject)
            taken = [rows[_place(written, subject, text)].pop(0) for text in written.texts]
            found[slot] = taken[0]
        return found

    @cached_property
    def slot_rows(self) -> tuple[Numbers, Numbers]:
        """The same as two arrays: true slots, and for each the slot that it has here."""
        return np.array(list(self.slots), int), np.array(list(self.slots.values()), int)

    @cached_property
    def makers(self) -> Numbers:
        """Whoever made an aspect, by the true number: 0 nobody, else a fighter + 1."""
        everyone = range(len(self.true.encounter.fighters))
        return np.array([0, *(self.fighters.get(n, -1) + 1 for n in everyone)])

    @cached_property
    def compels(self) -> dict[int, int]:
        """Compels by row."""
        return _numbered(_known_compels(self.true, self.secrets))

    @cached_property
    def effects(self) -> dict[int, int]:
        """Invokes for effect by row: by their number in the scenario and their aspect."""
        scene, known = self.true.scene[0], self.game.scene[0]
        rows = {
            (int(known["effect_number"][row]), int(known["effect_slot"][row])): row
            for row in range(int(known["effects"]))
        }
        found = {}
        for row in range(int(scene["effects"])):
            number = self.effect_numbers.get(int(scene["effect_number"][row]), -1)
            slot = self.slots.get(int(scene["effect_slot"][row]), -1)
            if (number, slot) in rows:
                found[row] = rows[number, slot]
        return found

    @cached_property
    def effect_numbers(self) -> dict[int, int]:
        """Invokes for effect by their number in the scenario."""
        return _numbered(_known_effects(self.true, self.secrets))

    @cached_property
    def objectives(self) -> dict[int, int]:
        """Objectives by row."""
        rows = [
            one
            for side in SIDES
            for one in getattr(self.true.encounter.scenario.objectives, side)
            if one.do != "last standing"
        ]
        hidden = _hidden_ids(self.true.encounter, self.secrets)
        return _numbered(n for n, one in enumerate(rows) if not hidden.intersection(one.who))


def known_game(true: Compiled, secrets: Secrets) -> Known:
    """The conflict as the side of `secrets` knows it, ready to be played."""
    from autogm.engine.game import Game

    return Known(secrets, true, Game(known_encounter(true, secrets)))


def known_encounter(true: Compiled, secrets: Secrets) -> Encounter:
    """An encounter without what is hidden."""
    encounter, table = true.encounter, true.slots
    kept = [n for n in range(len(encounter.fighters)) if n not in secrets.fighters]
    scenario = _known_scenario(true, secrets, kept)
    hidden = {(table.slots[slot].subject, _plain(table.slots[slot])) for slot in secrets.slots}

    def known(aspects: tuple[SettledAspect, ...], subject: int) -> tuple[SettledAspect, ...]:
        side = SIDES[secrets.side]
        return tuple(
            one for one in aspects
            if one.hidden_from != side or (subject, one.text) not in hidden
        )  # fmt: skip

    return replace(
        encounter,
        scenario=scenario,
        skills=skills_of(scenario, encounter.ruleset, Findings()),
        fighters=tuple(
            replace(encounter.fighters[n], aspects=known(encounter.fighters[n].aspects, n))
            for n in kept
        ),
        zone_aspects={
            zone: judge_aspect(Aspect(text=UNKNOWN_GROUND), "zone")
            if n in secrets.zones or table.zone_starts[n] in secrets.slots
            else encounter.zone_aspects[zone]
            for n, zone in enumerate(encounter.zones)
        },
        scene_aspects=known(encounter.scene_aspects, SCENE_SUBJECT),
        notes=(),
        places=tuple(_places(encounter, kept)),
    )


def _known_scenario(true: Compiled, secrets: Secrets, kept: list[int]) -> Scenario:
    """The scenario's own fields that the game reads: who fights, goals, compels, effects."""
    encounter, scenario = true.encounter, true.encounter.scenario
    ids, hidden = {encounter.fighters[n].id for n in kept}, _hidden_ids(encounter, secrets)
    known, effects = set(_known_compels(true, secrets)), set(_known_effects(true, secrets))
    unknown = {number for row, number in enumerate(true.compels) if row not in known}
    order = scenario.turn_order
    if secrets.ambush:
        order = order.model_copy(update={"ambush": None, "lethal_ambush": False})
    sides = {
        name: side.model_copy(
            update={"fighters": {key: one for key, one in side.fighters.items() if key in ids}}
        )
        for name, side in (("players", scenario.sides.players), ("gm", scenario.sides.gm))
    }
    goals: dict[str, Any] = {
        name: tuple(one for one in getattr(scenario.objectives, name)
                    if not hidden.intersection(one.who))
        for name in SIDES
    }  # fmt: skip
    zones = {
        key: zone.model_copy(update={"reveals": None}) if n in secrets.zones else zone
        for n, (key, zone) in enumerate(scenario.zones.items())
    }
    return scenario.model_copy(
        update={
            "sides": scenario.sides.model_copy(update=sides),
            "zones": zones,
            "objectives": scenario.objectives.model_copy(update=goals),
            "turn_order": order,
            "compels": tuple(
                one for number, one in enumerate(scenario.compels)
                if one.victim in ids and number not in unknown
            ),
            "effects": tuple(
                one for number, one in enumerate(scenario.effects) if number in effects
            ),
        }
    )  # fmt: skip


def _known_compels(true: Compiled, secrets: Secrets) -> Iterator[int]:
    """The rows of compels on somebody known, out of an aspect that is."""
    scene = true.scene[0]
    for row in range(int(scene["compels"])):
        if int(scene["compel_victim"][row]) not in secrets.fighters:
            if int(scene["compel_slot"][row]) not in secrets.slots:
                yield row


def _known_effects(true: Compiled, secrets: Secrets) -> Iterator[int]:
    """The scenario's invokes for effect of which an aspect is known, and those that have none in
    this conflict."""
    scene = true.scene[0]
    hidden = secrets.slots | {int(scene["zone_explore"][zone]) for zone in secrets.zones}
    slots: dict[int, list[int]] = {}
    for row in range(int(scene["effects"])):
        number = int(scene["effect_number"][row])
        slots.setdefault(number, []).append(int(scene["effect_slot"][row]))
    for number in range(len(true.encounter.scenario.effects)):
        if number not in slots or not hidden.issuperset(slots[number]):
            yield number


def _hidden_ids(encounter: Encounter, secrets: Secrets) -> set[str]:
    """The ids under which a goal may name somebody hidden: its own, and that of its copies."""
    hidden = [encounter.fighters[n] for n in secrets.fighters]
    return {name for one in hidden for name in (one.id, one.origin)}


def _places(
    encounter: Encounter, kept: list[int]
) -> Iterator[tuple[tuple[int, ...], SideName | None]]:
    """The true places of an exchange, without those who are hidden."""
    numbers = _numbered(kept)
    for place in turn_places(encounter):
        known = tuple(numbers[n] for n in place.fighters if n in numbers)
        if known:
            yield known, place.side


def _place(written: Slot, subject: int, text: str) -> tuple[Any, ...]:
    """What tells an aspect from others, whatever number it got behind its text. A zone has one of
    its own, whose text may not be known."""
    text = "" if written.kind == K_ZONE else _NUMBER.sub("", text)
    return (subject, written.kind, written.template, text)


def _plain(written: Slot) -> str:
    """An aspect's text as it was written."""
    return _NUMBER.sub("", written.texts[0])


def _numbered(kept: Iterable[int]) -> dict[int, int]:
    """New numbers from 0 on for those that are kept."""
    return {old: new for new, old in enumerate(kept)}
