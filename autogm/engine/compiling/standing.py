"""The aspects of a position: those that stood at the start and have not gone, and those that are
said to stand, each in its slot (A1, A4, A5, A16).
"""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from autogm.engine.codes import (
    HERE,
    HIDDEN_GM,
    HIDDEN_PLAYERS,
    K_CONSEQUENCE,
    K_FOR,
    K_ON,
    SCENE_SUBJECT,
    ZONE_SUBJECT,
)
from autogm.model.faults import FieldPath
from autogm.model.position import AspectMeant, AspectStanding

if TYPE_CHECKING:
    from autogm.engine.compile import Compiled
    from autogm.engine.compiling.setting import Setting

SCENE = "scene"
HIDDEN = {None: 0, "players": HIDDEN_PLAYERS, "gm": HIDDEN_GM}


def place_of(compiled: Compiled, slot: int) -> str:
    """Where the aspect of a slot stands: a fighter's id, a zone's, or `scene`."""
    subject = compiled.slots.slots[slot].subject
    if subject == SCENE_SUBJECT:
        return SCENE
    if subject >= ZONE_SUBJECT:
        return compiled.encounter.zones[subject - ZONE_SUBJECT]
    return compiled.encounter.fighters[subject].id


def places_of(compiled: Compiled, text: str, *, at_first: bool = False) -> list[str]:
    """Where an aspect of that text may stand, or stands `at_first`."""
    found = enumerate(compiled.slots.slots)
    slots = [slot for slot, one in found if text in one.texts and (one.start or not at_first)]
    return [place_of(compiled, slot) for slot in slots]


def hidden_at_first(compiled: Compiled, text: str, on: str) -> str | None:
    """From which side an aspect of that text, there, is hidden at first; None from neither."""
    sides = {hidden: side for side, hidden in HIDDEN.items() if side is not None}
    for slot, one in enumerate(compiled.slots.slots):
        if text in one.texts and place_of(compiled, slot) == on:
            return sides.get(one.start & ~HERE)
    return None


class Standing:
    """Writes the aspects of a position into its record."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self.scene, self.state = setting.scene, setting.state
        self.slots = setting.compiled.slots.slots

    def write(self) -> None:
        """As at the start, then what is said to be gone, then what is said to stand."""
        for slot, one in enumerate(self.slots):
            if one.start and self._bearer_is_here(slot):
                self.state["here"][slot] = one.start
                if not self._on_a_part(slot):  # free invokes stay with the mob (N4)
                    self.state["free"][slot] = self.scene["slot_free"][slot]
        told: set[int] = set()
        for place, meant in enumerate(self.setting.position.gone):
            self._gone(("gone", place), meant, told)
        for place, one_more in enumerate(self.setting.position.aspects):
            self._stands(("aspects", place), one_more, told)

    def find(
        self, path: FieldPath, meant: AspectMeant, among: Collection[int] | None = None
    ) -> int | None:
        """The slot of an aspect by its text and where it stands, of some slots or of all."""
        known = range(len(self.slots)) if among is None else among
        if meant.on is not None and meant.on not in self._places(known):
            message = f"nothing of this kind can stand on `{meant.on}`"
            self.setting.note((*path, "on"), message, meant.on, self._places(known))
            return None
        known = [slot for slot in known if meant.on in (None, self.place(slot))]
        found = [slot for slot in known if meant.text in self.slots[slot].texts]
        if not found:
            texts = dict.fromkeys(text for slot in known for text in self.slots[slot].texts)
            on = "" if meant.on is None else f" on `{meant.on}`"
            message = f"no aspect of this conflict{on} is called so"
            self.setting.note((*path, "text"), message, meant.text, texts)
            return None
        if len(found) > 1:
            message = "several aspects are called so: say `on`"
            self.setting.note(path, message, None, dict.fromkeys(map(self.place, found)))
            return None
        return found[0]

    def place(self, slot: int) -> str:
        """Where the aspect of a slot stands."""
        return place_of(self.setting.compiled, slot)

    def _places(self, slots: Collection[int]) -> dict[str, None]:
        return dict.fromkeys(map(self.place, slots))

    def _bearer_is_here(self, slot: int) -> bool:
        subject = self.slots[slot].subject
        return subject >= ZONE_SUBJECT or self.setting.is_here(subject)

    def _on_a_part(self, slot: int) -> bool:
        subject = self.slots[slot].subject
        return subject < ZONE_SUBJECT and (int(self.scene["reserves"]) >> subject) & 1 == 1

    def _known(self, path: FieldPath, meant: AspectMeant, told: set[int]) -> int | None:
        """The slot of an aspect that something is said of for the first time."""
        slot = self.find(path, meant)
        if slot is None:
            return None
        if self.slots[slot].kind == K_CONSEQUENCE:
            where = f"`fighters.{self.place(slot)}.consequences`"
            self.setting.note(path, f"consequences and their free invokes stand in {where}")
        elif not self._bearer_is_here(slot):
            message = f"`{self.place(slot)}` is not here, and nothing stands on it"
            self.setting.note(path, message)
        elif slot in told:
            self.setting.note(path, "this aspect is told of twice: leave one out")
        else:
            told.add(slot)
            return slot
        return None

    def _gone(self, path: FieldPath, meant: AspectMeant, told: set[int]) -> None:
        slot = self._known(path, meant, told)
        if slot is None:
            return
        if not self.state["here"][slot]:
            self.setting.note(path, "this did not stand at the start: leave it out")
        self.state["here"][slot] = 0
        self.state["free"][slot] = 0

    def _stands(self, path: FieldPath, one: AspectStanding, told: set[int]) -> None:
        slot = self._known(path, one, told)
        if slot is None:
            return
        hidden = HIDDEN[one.hidden_from]
        if hidden & ~self.slots[slot].start:
            message = f"this aspect is never hidden from `{one.hidden_from}` (A16): leave it out"
            self.setting.note((*path, "hidden_from"), message)
            hidden = 0
        self.state["here"][slot] = HERE | hidden
        self.state["free"][slot] = 0
        self.setting.free(path, slot, one.free)
        if self.slots[slot].kind in (K_ON, K_FOR) and not self.state["free"][slot].any():
            side = "players" if self.slots[slot].side == 0 else "gm"
            message = f"a boost is gone once it is used (A5): write `free: {{{side}: 1}}`"
            self.setting.note(path, message)
        if one.made_by is not None:
            self._made_by((*path, "made_by"), slot, one.made_by)

    def _made_by(self, path: FieldPath, slot: int, name: str) -> None:
        maker = self.setting.someone(path, name)
        if maker is None:
            return
        if not self.scene["removal_opposed"] or not self.scene["slot_removable"][slot]:
            self.setting.note(path, "nobody opposes its removal here (A11): leave it out")
        else:
            self.state["maker"][slot] = maker + 1
