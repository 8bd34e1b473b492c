"""How it stands with each fighter of a position: where it is, its boxes, consequences, members and
points, and what else is true of it (H1-H4, N4, E3, R2, N5).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from autogm.engine import codes
from autogm.engine.codes import HERE
from autogm.model.faults import FieldPath
from autogm.model.position import MARKS, FighterNow
from autogm.model.words import HARMS
from autogm.rules.encounter import SettledFighter

if TYPE_CHECKING:
    from autogm.engine.compiling.setting import Setting

FLAGS = dict(
    zip(
        MARKS,
        (codes.F_LETHAL, codes.F_DISARMED, codes.F_HINDERED, codes.F_BLOCKED, codes.F_KEEPS_ROAR),
        strict=True,
    )
)
"""The bits of a fighter's `flags` by their marks."""


class People:
    """Writes the fighters of a position into its record, of which it is known who is here."""

    def __init__(self, setting: Setting) -> None:
        self.setting, self.encounter = setting, setting.encounter
        self.scene, self.state = setting.scene, setting.state

    def write(self) -> None:
        """Each as it is said to be, who is not named as at the start."""
        for number, fighter in enumerate(self.encounter.fighters):
            self._fighter(number, fighter)
        self._mobs()

    def _fighter(self, number: int, fighter: SettledFighter) -> None:
        now = self.setting.position.fighters.get(fighter.id)
        path: FieldPath = ("fighters", fighter.id)
        if now is None:
            if self.setting.is_here(number):
                self._as_at_first(number)
            return
        self._consequences(path, number, fighter, now)
        self._owed(path, number, now)
        if not self.setting.is_here(number):
            return
        self._as_at_first(number)
        if now.zone is not None:
            self.state["zone"][number] = self.setting.zone((*path, "zone"), now.zone) or 0
        self._stress(path, number, fighter, now)
        self._members(path, number, fighter, now)
        if now.points is not None:
            if self.scene["purse"][number] == number:
                self.state["points"][number] = now.points
            else:
                message = "it has no fate points of its own (F2): leave it out"
                self.setting.note((*path, "points"), message, now.points)
        self._helps(path, number, now)
        self._roars(path, number, now)
        self._used(path, number, fighter, now)
        for place, mark in enumerate(now.marks):
            self._flag((*path, "marks", place), number, mark)
        if now.parts_left is not None:
            if fighter.part_of is not None or not self.scene["parts"][number]:
                self.setting.note((*path, "parts_left"), "this is of mobs that can divide (N4)")
            else:
                self.setting.part_left(number, now.parts_left)

    def _as_at_first(self, number: int) -> None:
        self.state["zone"][number] = self.scene["home"][number]
        self.state["members"][number] = self.scene["members"][number]
        if self.scene["purse"][number] == number:
            self.state["points"][number] = self.scene["start_points"][number]

    def _stress(
        self, path: FieldPath, number: int, fighter: SettledFighter, now: FighterNow
    ) -> None:
        tracks = {harm: boxes for harm, boxes in fighter.boxes.items() if boxes}
        for harm, checked in now.stress.items():
            if harm not in tracks:
                message = f"it has no boxes for {harm} stress"
                self.setting.note((*path, "stress", harm), message, None, tracks, at_key=True)
                continue
            for place, box in enumerate(checked):
                if box > tracks[harm]:
                    message = f"there are {tracks[harm]} boxes, numbered from 1"
                    self.setting.note((*path, "stress", harm, place), message, box)
                else:
                    self.state["stress"][number, HARMS.index(harm)] |= 1 << (box - 1)

    def _consequences(
        self, path: FieldPath, number: int, fighter: SettledFighter, now: FighterNow
    ) -> None:
        """Each takes the first open slot of its kind. Of who has left they are kept where they are
        worth something to a side."""
        counts = self.setting.is_here(number) or bool(self.scene["wound_value"][number].any())
        taken = 0
        for place, one in enumerate(now.consequences):
            where = (*path, "consequences", place)
            slots = [
                n
                for n, slot in enumerate(fighter.consequences)
                if slot.severity == one.severity and one.harm in (None, slot.harm)
                if not (taken >> n) & 1
            ]
            if not slots:
                known = [slot.severity for slot in fighter.consequences]
                more = " (more)" if one.severity in known else ""
                message = f"it has no slot for a{more} {one.severity} consequence"
                self.setting.note(where, message, one.severity, dict.fromkeys(known))
                continue
            chosen = min(slots, key=lambda n: (fighter.consequences[n].harm != one.harm, n))
            taken |= 1 << chosen
            if self.setting.is_here(number):
                slot = int(self.scene["slot_consequence"][number][chosen])
                self.state["here"][slot] = HERE
                self.setting.free(where, slot, one.free)
            elif "free" in one.model_fields_set:
                self.setting.note((*where, "free"), "no aspect stands on who has left", at_key=True)
        self.state["wounds"][number] = taken if counts else 0

    def _owed(self, path: FieldPath, number: int, now: FighterNow) -> None:
        """Points for after the scene, which are kept where they are worth something."""
        if now.owed and self.scene["purse"][number] != number:
            message = "it has no fate points of its own (F2): leave it out"
            self.setting.note((*path, "owed"), message, now.owed)
        elif self.scene["keep_owed"]:
            self.state["owed"][number] = now.owed

    def _members(
        self, path: FieldPath, number: int, fighter: SettledFighter, now: FighterNow
    ) -> None:
        if now.members is None:
            return
        if now.members > fighter.members:
            message = f"there are {fighter.members} of them at most"
            self.setting.note((*path, "members"), message, now.members)
        elif now.members != fighter.members and not self.scene["mob"][number]:
            message = "it loses no members (N4): leave it out"
            self.setting.note((*path, "members"), message, now.members)
        else:
            self.state["members"][number] = now.members

    def _mobs(self) -> None:
        """The parts of a mob that are here have no more members together than the mob (N4)."""
        for mob, fighter in enumerate(self.encounter.fighters):
            parts = [
                n for n in self.setting.fighters.values() if (self.setting.parts_here(mob) >> n) & 1
            ]
            if len(parts) < 2 and parts in ([], [mob]):
                continue
            if sum(int(self.state["members"][n]) for n in parts) > fighter.members:
                ids = [self.encounter.fighters[n].id for n in parts]
                message = f"of {' and '.join(ids)} there are {fighter.members} members in all (N4)"
                self.setting.note(
                    ("fighters", ids[-1]), f"{message}: say how many in `members` of each"
                )

    def _helps(self, path: FieldPath, number: int, now: FighterNow) -> None:
        if now.helps is None:
            return
        where = (*path, "helps")
        ally = self.setting.someone(where, now.helps)
        if ally is None:
            return
        if not self.scene["teamwork"]:
            self.setting.note(
                where, "nobody helps by the rules of this conflict (E3): leave it out"
            )
        elif ally == number or self.scene["side"][ally] != self.scene["side"][number]:
            self.setting.note(where, f"`{now.helps}` is no ally of it")
        else:
            self.state["helps"][number] = ally + 1

    def _roars(self, path: FieldPath, number: int, now: FighterNow) -> None:
        if now.roars is None:
            return
        where, slot = (*path, "roars"), int(self.scene["slot_roar"][number])
        if slot < 0:
            self.setting.note(
                where, "nobody roars by the rules of this conflict (R1): leave it out"
            )
        elif now.roars not in self.encounter.skills:
            message = f"no skill is called `{now.roars}` here"
            self.setting.note(where, message, now.roars, self.encounter.skills)
        else:
            self.state["roars"][number] = self.encounter.skills.index(now.roars) + 1
            self.state["here"][slot] = HERE

    def _used(self, path: FieldPath, number: int, fighter: SettledFighter, now: FighterNow) -> None:
        limited = [one.name for one in fighter.stunts if one.limit != "none"]
        for place, name in enumerate(now.used):
            if name not in limited:
                message = f"it has no stunt `{name}` that can be used up (N5)"
                self.setting.note((*path, "used", place), message, name, limited)
                continue
            for stunt, one in enumerate(fighter.stunts):
                if one.name == name and one.limit != "none":
                    self.state["used"][number] |= 1 << stunt

    def _flag(self, path: FieldPath, number: int, mark: str) -> None:
        if mark == "disarmed" and not self.scene["armed"][number]:
            self.setting.note(path, "it has nothing that could be knocked away (M7)", mark)
        elif mark == "has blocked" and not self.scene["blocking"]:
            self.setting.note(path, "nobody blocks by the rules of this conflict (Z4)", mark)
        elif mark == "keeps roaring" and not self.state["roars"][number]:
            self.setting.note(path, "it does not roar: say with what in `roars`", mark)
        else:
            self.state["flags"][number] |= FLAGS[mark]
