"""What a side does not know of a moment of a conflict: the one place that decides it. Everything
that is made for a side (its observation, events, choices, boards, advice) goes by this.

Hidden from a side are

- aspects that say so (A16), until they are discovered, or a compel out of one has named it;
- those who lie in ambush and have had no turn yet (H9, T1), with all that stands on them, and that
  there is an ambush at all, until the first of them has had one;
- the other side's reinforcements, until they arrive;
- from the players, what exploring a zone would reveal (A14): the GM knows the ground.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from autogm.engine.codes import HERE, HIDDEN_GM, HIDDEN_PLAYERS, PLAYERS, ZONE_SUBJECT
from autogm.engine.compile import Compiled
from autogm.engine.layout import STATE
from autogm.model.words import SIDES

HIDDEN = (HIDDEN_PLAYERS, HIDDEN_GM)
"""By side: the bit of `here` of what is hidden from it."""


@dataclass(frozen=True)
class Secrets:
    """What `side` (0 the players, 1 the GM) does not know: fighters by index; `aspects` that are
    hidden themselves by slot, and all `slots` that it does not know, those of hidden fighters among
    them; unexplored zones by index, whose slots are not among `slots`; and whether it has still to
    learn that there is an ambush."""

    side: int
    fighters: frozenset[int] = frozenset()
    aspects: frozenset[int] = frozenset()
    slots: frozenset[int] = frozenset()
    zones: frozenset[int] = frozenset()
    ambush: bool = False

    def __bool__(self) -> bool:
        return bool(self.fighters or self.slots or self.zones or self.ambush)


def secrets_of(compiled: Compiled, record: Any, side: int) -> Secrets:
    """What a side does not know of a record (`State.record[0]`)."""
    return _secrets_of(compiled, record.tobytes(), side)


@lru_cache(maxsize=64)  # a moment is asked about many times while it is shown
def _secrets_of(compiled: Compiled, moment: bytes, side: int) -> Secrets:
    record = np.frombuffer(moment, STATE)[0]
    scene = compiled.scene[0]
    waiting = {n for n in in_ambush(compiled, record) if int(scene["side"][n]) != side}
    unknown = waiting | set(_coming(compiled, record, side))
    unknown |= set(_parts_of(compiled, unknown))
    borne = {n for n, slot in enumerate(compiled.slots.slots) if slot.subject in unknown}
    aspects = frozenset(_hidden_aspects(compiled, record, HIDDEN[side]))
    return Secrets(
        side,
        fighters=frozenset(unknown),
        aspects=aspects,
        slots=aspects | borne,
        zones=frozenset(_unexplored(compiled, record) if side == PLAYERS else ()),
        ambush=bool(waiting) and not _sprung(compiled, waiting),
    )


def in_ambush(compiled: Compiled, record: Any) -> Iterator[int]:
    """Those who lie in ambush and have had no turn yet. What breaks off from a mob does so in the
    open."""
    if int(record["exchange"]) > 1:
        return
    waiting = int(record["present"]) & ~int(record["acted"]) & int(compiled.scene[0]["ambushers"])
    for number in range(len(compiled.encounter.fighters)):
        if (waiting >> number) & 1:
            yield number


def _sprung(compiled: Compiled, waiting: set[int]) -> bool:
    """Whether somebody of the ambush has shown already."""
    return any(
        fighter.side == compiled.encounter.scenario.turn_order.ambush
        and fighter.arrives == 1
        and number not in waiting
        for number, fighter in enumerate(compiled.encounter.fighters)
    )


def _coming(compiled: Compiled, record: Any, side: int) -> Iterator[int]:
    """The other side's reinforcements that have not arrived. Of a mob that was here, a part may be
    left alone."""
    come = int(record["present"]) | int(record["out"])
    come |= int(record["conceded"]) | int(record["escaped"])
    for number, fighter in enumerate(compiled.encounter.fighters):
        seen = come & (int(compiled.scene[0]["parts"][number]) | 1 << number)
        if fighter.side != SIDES[side] and fighter.part_of is None and not seen:
            yield number


def _parts_of(compiled: Compiled, mobs: set[int]) -> Iterator[int]:
    """What may break off from some of the fighters (N4): unknown as long as they are."""
    for number, fighter in enumerate(compiled.encounter.fighters):
        if fighter.part_of is not None and int(compiled.scene[0]["mob_of"][number]) in mobs:
            yield number


def _hidden_aspects(compiled: Compiled, record: Any, hidden: int) -> Iterator[int]:
    """Aspects in play that are hidden, and of those that are not in play (their bearer is still to
    come, or gone) those that were from the start. What is known of one part of a mob is known of
    all."""
    scene = compiled.scene[0]
    named = {
        int(scene["compel_slot"][row])
        for row in range(int(scene["compels"]))
        if (int(record["compelled"]) >> row) & 1
    }
    starts, present = scene["fighter_slots"], int(record["present"])
    for slot, written in enumerate(compiled.slots.slots):
        if not written.start & hidden:
            continue
        same = every = [slot]
        mob = int(scene["mob_of"][written.subject]) if written.subject < ZONE_SUBJECT else -1
        if mob >= 0 and scene["parts"][mob]:
            place = slot - int(starts[written.subject])
            parts = [n for n in range(int(scene["fighters"])) if scene["mob_of"][n] == mob]
            there = [n for n in parts if (present >> n) & 1] or [mob]
            same = [int(starts[n]) + place for n in there]
            every = [int(starts[n]) + place for n in parts]
        shown = (int(record["here"][one]) for one in same)
        now = [one if one & HERE else written.start for one in shown]
        if all(one & hidden for one in now) and not named.intersection(every):
            yield slot


def _unexplored(compiled: Compiled, record: Any) -> Iterator[int]:
    """Zones that nobody has explored yet."""
    scene = compiled.scene[0]
    for zone in range(int(scene["zones"])):
        slot = int(scene["zone_explore"][zone])
        if slot >= 0 and not int(record["here"][slot]) & HERE:
            yield zone
