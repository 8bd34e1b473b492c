"""A position as a person writes it (`autogm.model.position`) put into a record: who is there and
how it stands with them, what stands, what has been used up. Whatever does not fit the conflict is
noted at its field, all of it at once.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from autogm.engine import codes
from autogm.engine.codes import POOL
from autogm.engine.compile import Compiled
from autogm.engine.compiling.people import People
from autogm.engine.compiling.standing import Standing
from autogm.engine.compiling.sums import write_sums
from autogm.engine.layout import STATE
from autogm.model.aspect import FreeInvokes
from autogm.model.faults import FieldPath
from autogm.model.places import problem
from autogm.model.position import FighterNow, Position
from autogm.model.shape import Problem
from autogm.model.words import SIDES
from autogm.rules.encounter import SettledFighter

Array = np.ndarray[Any, Any]

KEPT = ("status", "consequences", "owed")
"""What can be said of somebody who has left."""
BY_STATUS = {"taken out": "out", "conceded": "conceded", "left": "escaped"}
"""The masks of those who have left, by how they have."""


class Setting:
    """One position on its way into a record. `problems` are what does not fit."""

    def __init__(self, compiled: Compiled, position: Position) -> None:
        self.compiled, self.position = compiled, position
        self.encounter, self.scene = compiled.encounter, compiled.scene[0]
        self.fighters = {one.id: number for number, one in enumerate(self.encounter.fighters)}
        self.zones = {zone: number for number, zone in enumerate(self.encounter.zones)}
        self.records: Array = np.zeros(1, STATE)
        self.state = self.records[0]
        self.problems: list[Problem] = []

    def write(self) -> Array:
        """The record of how things stand, an array of one, with nothing pending: as far as
        `problems` are none, it is one that may be played on."""
        self._exchange()
        self._who_is_here()
        People(self).write()
        self._pool()
        standing = Standing(self)
        standing.write()
        self._item()
        self._held()
        self._compelled(standing)
        self._rituals()
        self._ambush()
        write_sums(self.scene, self.state)
        return self.records

    # What finds names, and what is said where they are none

    def note(
        self,
        path: FieldPath,
        message: str,
        value: object = None,
        allowed: Iterable[str] = (),
        *,
        at_key: bool = False,
    ) -> None:
        """Note what does not fit."""
        self.problems.append(problem(path, message, value, allowed, at_key=at_key))

    def someone(self, path: FieldPath, name: str) -> int | None:
        """The number of a fighter who is here."""
        if name not in self.fighters:
            self.note(path, f"no fighter is called `{name}`", name, self.fighters)
            return None
        number = self.fighters[name]
        if not self.is_here(number):
            here = [one for one, n in self.fighters.items() if self.is_here(n)]
            self.note(path, f"`{name}` is not here", None, here)
            return None
        return number

    def is_here(self, number: int) -> bool:
        """Whether a fighter is in the scene."""
        return (int(self.state["present"]) >> number) & 1 == 1

    def zone(self, path: FieldPath, name: str) -> int | None:
        """The number of a zone."""
        if name not in self.zones:
            self.note(path, f"no zone is called `{name}`", name, self.zones)
        return self.zones.get(name)

    def free(self, path: FieldPath, slot: int, free: FreeInvokes) -> None:
        """Write the free invokes of an aspect."""
        cap = int(self.scene["free_cap"])
        for column, side in enumerate((*SIDES, "open")):
            count = int(getattr(free, side))
            if count > cap:
                message = f"an aspect holds at most {cap} free invokes of a side here (A17)"
                self.note((*path, "free", side), message, count)
            else:
                self.state["free"][slot, column] = count

    # Who is here

    def _exchange(self) -> None:
        last, number = int(self.scene["exchanges"]), self.position.exchange
        if number > last:
            message = f"the conflict is over at the end of exchange {last}"
            self.note(("exchange",), message, number)
        self.state["exchange"] = min(number, last)

    def _who_is_here(self) -> None:
        """Who is in the scene, and how those have left who are not any more."""
        for name in self.position.fighters:
            if name not in self.fighters:
                path: FieldPath = ("fighters", name)
                self.note(path, self._nobody(name), name, self.fighters, at_key=True)
        for number, fighter in enumerate(self.encounter.fighters):
            now = self.position.fighters.get(fighter.id)
            if now is None:
                here = fighter.part_of is None and not self._is_late(fighter)
            elif self._is_late(fighter):
                message = (
                    f"it arrives at the start of exchange {fighter.arrives} (H7): leave it out"
                )
                self.note(("fighters", fighter.id), message, at_key=True)
                here = False
            else:
                here = now.status == "here"
            self.state["present"] |= int(here) << number
        for number, fighter in enumerate(self.encounter.fighters):
            now = self.position.fighters.get(fighter.id)
            if now is not None and not self.is_here(number) and not self._is_late(fighter):
                self._has_left(number, fighter, now)

    def _nobody(self, name: str) -> str:
        copies = [one.id for one in self.encounter.fighters if one.origin == name]
        if copies:
            return f"`{name}` stands for several: {', '.join(copies)}; each has an entry of its own"
        return f"no fighter is called `{name}`"

    def _is_late(self, fighter: SettledFighter) -> bool:
        """Whether a fighter is still to arrive."""
        return fighter.arrives > self.position.exchange

    def _has_left(self, number: int, fighter: SettledFighter, now: FighterNow) -> None:
        """Somebody who is not here any more: how, and what is kept of them."""
        path: FieldPath = ("fighters", fighter.id)
        for field in sorted(now.model_fields_set - set(KEPT)):
            message = f"nothing of this is kept of who is `{now.status}`: leave it out"
            self.note((*path, field), message, at_key=True)
        if fighter.part_of is None and not self.parts_here(number):
            self._mark(number, BY_STATUS[now.status])
        elif fighter.part_of is None:
            self.part_left(number, now.status)

    def parts_here(self, mob: int) -> int:
        """What is here of a mob, as a bit mask."""
        return int(self.scene["parts"][mob]) & int(self.state["present"])

    def _mark(self, number: int, mask: str) -> None:
        """Set a fighter's bit. That somebody has conceded is told apart from being taken out only
        where that is worth anything."""
        if mask == "conceded" and not self.scene["keep_exit"]:
            mask = "out"
        self.state[mask] |= 1 << number

    def part_left(self, mob: int, how: str) -> None:
        """How the best off have gone of a mob that is here still (N4)."""
        if how == "left":
            self.state["slipped"] |= 1 << mob
        elif how == "conceded" and self.scene["keep_exit"]:
            self.state["spared"] |= 1 << mob

    # The rest

    def _pool(self) -> None:
        position = self.position
        pool = self.encounter.pool if position.pool is None else position.pool
        self.state["points"][POOL] = pool
        if self.scene["keep_owed"]:
            self.state["owed"][POOL] = position.pool_owed
        if position.pool_conceded and not self.scene["concede"]:
            self.note(("pool_conceded",), "nobody concedes in this conflict (H6): leave it out")
        self.state["yielded"] = position.pool_conceded

    def _item(self) -> None:
        now = self.position.item
        if self.encounter.scenario.item is None:
            if now is not None:
                self.note(("item",), "this scenario has no item: leave it out", at_key=True)
        elif now is None:
            self.state["item"] = int(self.scene["item_zone"]) + 1
        elif now.zone is not None:
            zone = self.zone(("item", "zone"), now.zone)
            self.state["item"] = 0 if zone is None else zone + 1
        elif now.carried_by is not None:
            who = self.someone(("item", "carried_by"), now.carried_by)
            self.state["item"] = 0 if who is None else codes.ITEM_CARRIED + who
        elif now.got_out_by is not None:
            self.state["item"] = codes.ITEM_GONE + SIDES.index(now.got_out_by)

    def _held(self) -> None:
        for number, side in enumerate(SIDES):
            rows = {
                self.encounter.zones[int(self.scene["objective_zone"][row])]: row
                for row in range(int(self.scene["objectives"]))
                if self.scene["objective_do"][row] == codes.O_HOLD
                if self.scene["objective_side"][row] == number
            }
            for zone, count in getattr(self.position.held, side).items():
                path: FieldPath = ("held", side, zone)
                if zone not in rows:
                    message = f"the `{side}` have no objective to hold `{zone}`"
                    self.note(path, message, zone, rows, at_key=True)
                    continue
                most = int(self.scene["objective_exchanges"][rows[zone]])
                if count >= most:
                    message = f"after {most} exchanges it is won: at most {most - 1} here"
                    self.note(path, message, count)
                    continue
                self._write_held(number, zone, count)

    def _write_held(self, side: int, zone: str, count: int) -> None:
        """What is held for so long by all objectives of a side that are about it."""
        for row in range(int(self.scene["objectives"])):
            same = self.encounter.zones[int(self.scene["objective_zone"][row])] == zone
            if same and self.scene["objective_do"][row] == codes.O_HOLD:
                if self.scene["objective_side"][row] == side:
                    self.state["held"][row] = count

    def _compelled(self, standing: Standing) -> None:
        rows = range(int(self.scene["compels"]))
        slots = {int(self.scene["compel_slot"][row]): row for row in rows}
        for place, meant in enumerate(self.position.compelled):
            slot = standing.find(("compelled", place), meant, slots)
            if slot is not None:
                self.state["compelled"] |= int(self.scene["compel_same"][slots[slot]])

    def _rituals(self) -> None:
        effects = self.encounter.scenario.effects
        known = [str(n) for n, one in enumerate(effects, 1) if one.does == "lethal"]
        for place, number in enumerate(self.position.rituals):
            if str(number) not in known:
                message = f"effect {number} of the scenario is no battle ritual (R7)"
                self.note(("rituals", place), message, str(number), known)
            else:
                self.state["rites"] |= 1 << (number - 1)

    def _ambush(self) -> None:
        lethal = int(self.scene["ambush_lethal"]) >= 0
        said = self.position.ambush
        if said and not lethal:
            message = "nobody lies in a lethal ambush in this scenario (H9): leave it out"
            self.note(("ambush",), message)
        elif lethal:
            self.state["ambush"] = self.position.exchange == 1 if said is None else said
